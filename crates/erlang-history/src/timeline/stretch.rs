//! A long part of a fair run is kept as its beginning and its length: its entries and events are made again when someone asks for them.
//!
//! Processes run whole turns at once there, and what happens is only counted. It is the same run (`fair.rs`), so that its end is the state, and its
//! events have the numbers, that many small entries would have led to. A turn in which something is printed, or comes from outside, is no part of a
//! stretch: the processes that print do so in their own time.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use erlang_machine::machine::{Budget, Machine};
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Access, Cause, Object, Observer, ObserverKind};
use erlang_machine::parts::Parts;
use erlang_machine::process::{Outcome, State};
use erlang_machine::schedule::{Choice, Fair, Schedule};
use erlang_machine::system::{Counters, Delivery};
use erlang_machine::world::{Stream, World};
use erlang_term::{Atom, Pid, Ref, Term};

use super::entry::{Entry, is_runnable};
use super::fair::FairByChoice;
use super::forward::receiver_of;
use super::point::reductions;
use super::refine::Quiet;
use super::touched::Touched;
use super::{Position, Timeline};
use crate::checkpoints::Checkpoints;
use crate::events::{Known, Left, Trail};
use crate::{Checkpoint, EventLog};

/// The last steps are kept as entries: they are what is asked for first.
pub(super) const RECENT: u64 = 1 << 14;
/// Steps that are counted at a time, before someone can interrupt.
const BATCH: u64 = 1 << 16;
/// When there are more stretches, every two of them become one.
const MOST: usize = 128;
/// How long a stretch may get at first.
pub(super) const SPACING: u64 = 1 << 16;
/// After this few steps the next attempt waits: the program does other things all the time.
const FEW: u64 = 1 << 10;
const LONGEST_WAIT: u32 = 1 << 12;

pub(crate) struct Stretch {
    /// As it begins.
    machine: Machine,
    /// How many lines of input have been read by then.
    lines: usize,
    first_position: Cell<usize>,
    pub(super) entries: usize,
    pub(super) steps: u64,
    /// How many events come before it.
    pub(crate) first_event: usize,
    pub(crate) events: usize,
    /// The first number that a message gets in it.
    pub(crate) first_message: u64,
    pub(crate) messages: u64,
    /// What its events may refer to.
    known: Known,
    touched: Rc<Touched>,
    /// It follows the one before it as if both were one.
    joins: bool,
    /// What came right before it is gone: its first entry has to say what it begins with.
    is_alone: bool,
    made: OnceCell<Rc<Made>>,
}

/// All of a stretch.
pub(crate) struct Made {
    pub(super) entries: Vec<Entry>,
    pub(crate) log: EventLog,
    /// States on the way, by how many entries of the stretch come before.
    on_the_way: RefCell<Vec<Checkpoint<()>>>,
}

impl Stretch {
    /// Makes it again, in small entries.
    pub(crate) fn made(&self) -> &Made {
        self.made.get_or_init(|| {
            let mut timeline = Timeline::new(self.machine.clone(), Box::new(Quiet), Budget::UNLIMITED);
            timeline.log =
                EventLog::going_on(&self.machine, self.first_event, self.first_message, &self.known);
            timeline.checkpoints = Checkpoints::closer(self.machine.clone());
            let mut schedule = FairByChoice::default();
            while timeline.entries.len() < self.entries
                && let Some(choice) = schedule.next(&timeline.machine)
            {
                timeline.make(choice);
            }
            debug_assert_eq!(timeline.entries.len(), self.entries);
            debug_assert_eq!(timeline.log.next(), self.first_event + self.events);
            if let Some(first) = timeline.entries.first_mut().filter(|_| self.is_alone) {
                first.counters = Some(Box::new(self.machine.system.counters()));
            }
            let on_the_way = RefCell::new(timeline.checkpoints.into_later());
            Rc::new(Made { entries: timeline.entries, log: timeline.log, on_the_way })
        })
    }

    pub(super) fn first_position(&self) -> usize {
        self.first_position.get()
    }

    /// There are more entries before it than there were.
    pub(super) fn move_on(&self, entries: usize) {
        self.first_position.set(self.first_position() + entries);
    }

    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    pub(super) fn end(&self) -> usize {
        self.first_position() + self.entries
    }

    /// The state that it begins with, and how many lines had been read.
    pub(super) fn beginning(&self) -> (Machine, usize) {
        (self.machine.clone(), self.lines)
    }

    /// How many bytes it takes, beside its machine, which is a checkpoint.
    pub(crate) fn size(&self) -> usize {
        let made = |made: &Made| made.entries.iter().map(Entry::size).sum::<usize>() + made.log.size();
        size_of::<Stretch>()
            + self.known.size()
            + self.touched.size()
            + self.made.get().map_or(0, |all| made(all))
    }

    /// May a process have a part in it?
    pub(super) fn has(&self, pid: Pid) -> bool {
        self.touched.has(pid)
    }

    pub(super) fn touched(&self) -> &Touched {
        &self.touched
    }

    pub(super) fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The same stretch where something before it is gone that it has nothing to do with: it begins after fewer entries, in a state in which
    /// that has not happened.
    pub(super) fn without(
        &self,
        fewer: usize,
        lost: Option<(&Parts, &Machine)>,
        is_alone: bool,
        lines: Option<usize>,
    ) -> Stretch {
        let mut machine = self.machine.clone();
        if let Some((parts, state)) = lost {
            machine.system.take_over(parts, &state.system);
        }
        let is_alone = is_alone || self.is_alone;
        let made = OnceCell::new();
        if let Some(known) = self.made.get().filter(|_| is_alone == self.is_alone) {
            known.on_the_way.take();
            let _ = made.set(known.clone());
        }
        Stretch {
            machine,
            first_position: Cell::new(self.first_position() - fewer),
            lines: self.lines.min(lines.unwrap_or(usize::MAX)),
            known: self.known.clone(),
            touched: self.touched.clone(),
            is_alone,
            joins: self.joins && !is_alone,
            made,
            ..*self
        }
    }

    /// Followed by another one.
    fn and(&self, next: &Stretch) -> Stretch {
        Stretch {
            first_position: self.first_position.clone(),
            machine: self.machine.clone(),
            lines: self.lines,
            known: self.known.clone(),
            touched: Rc::new(self.touched.and(&next.touched)),
            made: OnceCell::new(),
            entries: self.entries + next.entries,
            steps: self.steps + next.steps,
            events: self.events + next.events,
            messages: self.messages + next.messages,
            ..*self
        }
    }
}

/// Whether it is worth while to try to hurry.
#[derive(Default)]
pub(super) struct Haste {
    /// So many choices are made one by one first.
    wait: u32,
    last_wait: u32,
}

impl Haste {
    fn failed(&mut self) {
        self.last_wait = (self.last_wait * 2).clamp(16, LONGEST_WAIT);
        self.wait = self.last_wait;
    }
}

impl Timeline {
    /// Goes on in whole turns, if that is what the schedule would do, and the goal is far. Whether anything happened.
    pub(super) fn hurry(&mut self, schedule: &mut dyn Schedule, goal: u64, haste: &mut Haste) -> bool {
        if haste.wait > 0 {
            haste.wait -= 1;
            return false;
        }
        let limit = goal.saturating_sub(self.steps).saturating_sub(self.recent).min(BATCH.min(self.spacing));
        let counters = self.machine.system.counters();
        let numbers_follow = self.beyond.is_none_or(|beyond| beyond.beyond(&counters) == counters);
        // Those between which something else happened cannot become one.
        let is_one_too_many = self.stretches.len() > MOST
            && self.stretches.last().is_some_and(|last| last.end() < self.position().0);
        let is_new = self.future.is_empty() && self.log.next() == self.log.len();
        // Who stands between two steps has to go on first.
        if !self.stands.is_empty()
            || limit == 0
            || is_one_too_many
            || !is_new
            || !numbers_follow
            || !schedule.goes_on_fairly(&self.machine)
        {
            return false;
        }
        let start = self.machine.clone();
        let mut count = Count::new(&self.log, &self.machine);
        let turns = count.take_turns(&mut self.machine, limit, u64::MAX);
        let was_plain = count.is_plain;
        if !was_plain {
            // The last turn was something else: again, without it.
            self.machine = start.clone();
            count = Count::new(&self.log, &self.machine);
            count.take_turns(&mut self.machine, limit, turns);
        }
        self.machine.system.delivery = Delivery::Chosen;
        let steps = count.steps(&self.machine);
        match was_plain || steps >= FEW {
            true => haste.last_wait = 0,
            false => haste.failed(),
        }
        if turns == 0 {
            return false;
        }
        // Only processes that print have had a turn.
        if count.entries == 0 {
            return true;
        }
        // Who went on does not go back to where it stood.
        self.stood.retain(|pid, _| {
            let pid = Pid::from(*pid);
            reductions(&start, pid) == reductions(&self.machine, pid)
        });
        let left = count.left(&self.machine);
        let Count { first_event, next_event, first_message, entries, touched, .. } = count;
        let (known, position) = (self.log.known_in(&start), self.position().0);
        let stretch = Stretch {
            machine: start,
            lines: self.lines,
            first_position: Cell::new(position),
            entries,
            steps,
            first_event,
            events: next_event - first_event,
            first_message,
            messages: self.machine.system.counters().message + 1 - first_message,
            known,
            touched: Rc::new(touched),
            joins: std::mem::replace(&mut self.joins, true),
            is_alone: false,
            made: OnceCell::new(),
        };
        self.steps += steps;
        self.add(stretch, &left);
        if let Some(beyond) = &mut self.beyond {
            *beyond = beyond.beyond(&self.machine.system.counters());
        }
        self.mark();
        self.changed();
        true
    }

    /// A stretch behind all else; one with what came right before, if that is not too long.
    fn add(&mut self, stretch: Stretch, left: &Left) {
        let before = self.stretches.pop_if(|last| {
            stretch.joins
                && last.end() == stretch.first_position()
                && last.steps + stretch.steps <= self.spacing
        });
        let stretch = Rc::new(match &before {
            Some(before) => before.and(&stretch),
            None => stretch,
        });
        self.log.skip(&stretch, before.is_some(), left);
        self.stretches.push(stretch);
        if self.stretches.len() > MOST {
            self.merge_stretches();
        }
    }

    /// Every two that follow each other become one, and new ones become longer.
    pub(super) fn merge_stretches(&mut self) {
        let mut merged: Vec<Rc<Stretch>> = Vec::new();
        let mut may_grow = false;
        for stretch in std::mem::take(&mut self.stretches) {
            match merged
                .last_mut()
                .filter(|last| may_grow && stretch.joins && last.end() == stretch.first_position())
            {
                Some(last) => {
                    let both = Rc::new(last.and(&stretch));
                    self.log.merge(last, &both);
                    *last = both;
                    may_grow = false;
                }
                None => {
                    merged.push(stretch);
                    may_grow = true;
                }
            }
        }
        self.stretches = merged;
        self.spacing = self.spacing.saturating_mul(2);
    }

    /// What is at this position and later is there as entries.
    pub(super) fn thaw(&mut self, position: Position) {
        while self.stretches.last().is_some_and(|last| last.end() > position.0) {
            self.thaw_one(self.stretches.len() - 1);
        }
    }

    /// One of the stretches becomes entries. Where they begin.
    pub(super) fn thaw_one(&mut self, stretch: usize) -> usize {
        let stretch = self.stretches.remove(stretch);
        let at = self.index(Position(stretch.first_position()));
        let made = stretch.made();
        self.entries.splice(at..at, made.entries.iter().cloned());
        let steps = self.checkpoints.before(Position(stretch.first_position())).steps;
        let mut on_the_way = made.on_the_way.take();
        for checkpoint in &mut on_the_way {
            checkpoint.position.0 += stretch.first_position();
            checkpoint.steps += steps;
            checkpoint.lines = stretch.lines;
        }
        let (machine, lines) = stretch.beginning();
        let position = Position(stretch.first_position());
        on_the_way.insert(0, Checkpoint { position, steps, mark: (), machine, lines });
        self.checkpoints.insert(on_the_way);
        at
    }

    /// The last entry that is wanted among those before this index; stretches become entries if it may be in one. `may`: can there be one in
    /// a stretch?
    pub(super) fn last_that_is(
        &mut self,
        before: usize,
        may: impl Fn(&Stretch) -> bool,
        wanted: impl Fn(&Entry) -> bool,
    ) -> Option<usize> {
        let position = if before == self.entries.len() { self.position() } else { self.position_at(before) };
        let (mut to, mut stretch) =
            (before, self.stretches.partition_point(|stretch| stretch.end() <= position.0));
        loop {
            let from = match stretch.checked_sub(1) {
                Some(last) => self.index(Position(self.stretches[last].first_position())),
                None => 0,
            };
            if let Some(at) = self.entries[from..to].iter().rposition(&wanted) {
                return Some(from + at);
            }
            to = from;
            stretch = stretch.checked_sub(1)?;
            if may(&self.stretches[stretch]) {
                to += self.stretches[stretch].entries;
                self.thaw_one(stretch);
            }
        }
    }
}

/// Runs turns, and counts the entries and events that they would be.
struct Count<'a> {
    log: &'a EventLog,
    servants: Vec<Pid>,
    first_event: usize,
    next_event: usize,
    /// The number of the first message.
    first_message: u64,
    /// What became of the messages that were sent since, by their numbers. Signals that are none have numbers, too.
    trails: Vec<Trail>,
    left: Left,
    /// What it began with, and what it touched of what was there then.
    before: Counters,
    touched: Touched,
    steps_before: u64,
    entries: usize,
    /// Deliveries and timers are steps, too.
    moves: u64,
    /// Whose turn it is.
    runner: Option<Pid>,
    /// Of the turn at hand: reductions up to the last entry.
    boundary: u64,
    /// What the last thing took, and how many were used then.
    last: (u64, u64),
    /// A receive looks at the mailbox.
    is_looking: bool,
    /// Something was done that others can see.
    has_acted: bool,
    /// It has ended: what follows is no doing of its own.
    is_over: bool,
    /// Nothing else has happened than can be counted.
    is_plain: bool,
}

impl<'a> Count<'a> {
    fn new(log: &'a EventLog, machine: &Machine) -> Count<'a> {
        Count {
            log,
            servants: machine.servants().to_vec(),
            first_event: log.next(),
            next_event: log.next(),
            first_message: machine.system.counters().message + 1,
            trails: Vec::new(),
            left: Left::default(),
            before: machine.system.counters(),
            touched: Touched::default(),
            steps_before: machine.system.steps,
            entries: 0,
            moves: 0,
            runner: None,
            boundary: 0,
            last: (0, 0),
            is_looking: false,
            has_acted: false,
            is_over: false,
            is_plain: true,
        }
    }

    fn steps(&self, machine: &Machine) -> u64 {
        machine.system.steps - self.steps_before + self.moves
    }

    /// At most so many, and hardly more steps. How many turns could be counted: all but the last, if something else happened in it.
    fn take_turns(&mut self, machine: &mut Machine, steps: u64, most: u64) -> u64 {
        machine.system.delivery = Delivery::Immediate;
        let mut world = Unasked::default();
        let mut turns = 0;
        while turns < most && self.steps(machine) < steps {
            let Some(choice) = Fair.next(machine) else { break };
            let before = machine.system.steps;
            match choice {
                Choice::Run { pid, .. } if self.servants.contains(&pid) => {
                    // It has done its work; `make` lets it go, too.
                    if is_runnable(machine, pid) {
                        self.is_plain = false;
                    }
                    machine.system.run_queue.retain(|queued| *queued != pid);
                }
                Choice::Run { pid, .. } => {
                    let entries = self.entries;
                    self.runner = Some(pid);
                    self.touched.add_process(pid);
                    let end = machine.apply(choice, &mut world, self);
                    let used = machine.system.steps - before;
                    self.end_turn(used, is_runnable(machine, pid));
                    // The turn of who was killed while it waited for it is nothing, but an entry.
                    self.entries += usize::from(self.entries == entries);
                    self.is_plain &= end.is_none();
                }
                Choice::Fire { timer } => {
                    self.runner = None;
                    if let Some(to) = receiver_of(machine, timer) {
                        self.touched.add_process(to);
                    }
                    self.touched.add(Object::Timer(timer), Access::Change, &self.before);
                    self.is_plain &= machine.apply(choice, &mut world, self).is_none();
                    self.has_acted = false;
                    self.entries += 1;
                    self.moves += 1;
                }
                Choice::Deliver { .. } => self.is_plain = false,
            }
            if !self.is_plain || world.was_asked.get() {
                self.is_plain = false;
                break;
            }
            turns += 1;
        }
        turns
    }

    /// As `make_run` cuts it: what is computed before an action is an entry of its own.
    fn end_turn(&mut self, used: u64, is_runnable: bool) {
        if self.is_over {
            // Its last entry is counted.
        } else if self.is_looking || self.has_acted {
            // It has looked in vain, or begun to wait for a timer.
            self.entries += 1;
            self.is_plain &= !is_runnable;
        } else if used > self.boundary {
            self.entries += 1;
        }
        (self.boundary, self.is_looking, self.has_acted, self.is_over) = (0, false, false, false);
    }

    fn event(&mut self) -> u32 {
        self.next_event += 1;
        self.next_event as u32
    }

    fn trail(&mut self, id: MessageId) -> Option<&mut Trail> {
        let place = usize::try_from(id.0.checked_sub(self.first_message)?).ok()?;
        if place >= self.trails.len() {
            self.trails.resize(place + 1, Trail::default());
        }
        self.trails.get_mut(place)
    }

    /// A process does something that is an event.
    fn action(&mut self) -> u32 {
        self.has_acted = true;
        self.event()
    }

    fn something_else(&mut self) {
        self.is_plain = false;
    }

    fn is_servant(&self, pid: Pid) -> bool {
        self.servants.contains(&pid)
    }

    /// What the log has to know of it: messages only if someone may still receive them.
    fn left(&mut self, machine: &Machine) -> Left {
        let mut left = std::mem::take(&mut self.left);
        let waiting = machine.system.processes().flat_map(|process| process.state.mailbox.iter());
        let sent = waiting.filter_map(|message| Some((message.id, *self.trail(message.id)?)));
        left.trails.extend(sent.filter(|(_, trail)| trail.sent > 0));
        left
    }
}

impl ObserverKind for Count<'_> {
    const CALLS: bool = false;
    const ACTIONS: bool = true;
}

impl Observer for Count<'_> {
    fn send(&mut self, _from: Pid, _to: Pid, id: MessageId, _content: &Term, _cause: Option<Cause>) {
        let sent = self.action();
        match self.trail(id) {
            Some(trail) => *trail = Trail { sent, ..Trail::default() },
            None => self.something_else(),
        }
    }

    /// Its delivery is an entry.
    fn signal(&mut self, from: Pid, to: Pid, _id: MessageId) {
        self.is_plain &= !self.is_servant(from) && !self.is_servant(to);
        self.touched.add_process(from);
        self.touched.add_process(to);
        self.has_acted = true;
        self.entries += 1;
        self.moves += 1;
    }

    fn deliver(&mut self, _from: Pid, _to: Pid, id: MessageId) {
        let event = self.event();
        match self.trail(id) {
            Some(trail) => trail.delivered = event,
            None => self.something_else(),
        }
    }

    fn receive(&mut self, _pid: Pid, id: MessageId, _content: &Term) {
        self.has_acted = true;
        let before = (id.0 < self.first_message).then(|| self.log.trail(id));
        if before.is_some_and(|before| before.delivered == 0) {
            // From the processes that print: no event.
            return;
        }
        let event = self.event();
        match (before, self.trail(id)) {
            (Some(before), _) => self.left.trails.push((id, Trail { received: event, ..before })),
            (None, Some(trail)) => trail.received = event,
            (None, None) => {}
        }
    }

    fn timeout(&mut self, _pid: Pid, _milliseconds: u64) {
        self.action();
    }

    fn touch(&mut self, object: Object, access: Access) {
        self.touched.add(object, access, &self.before);
        match object {
            Object::Leader(_) => {}
            _ => self.has_acted = true,
        }
    }

    fn look(&mut self, _pid: Pid, used: u64) {
        if !self.is_looking && used > self.boundary {
            self.entries += 1;
            self.boundary = used;
        }
        self.is_looking = true;
    }

    fn acted(&mut self, cost: u64, used: u64) -> bool {
        self.last = (cost, used);
        if self.has_acted {
            let alone = used.saturating_sub(cost);
            self.entries += 1 + usize::from(!self.is_looking && alone > self.boundary);
            (self.boundary, self.is_looking, self.has_acted) = (used, false, false);
        }
        false
    }

    fn timer(&mut self, _pid: Pid, timer: Ref, _milliseconds: u64) {
        let event = self.action();
        self.left.references.push((timer, event));
    }

    fn spawn(&mut self, _parent: Pid, child: &State) {
        self.touched.add_process(child.pid);
        self.touched.add(Object::Processes, Access::ChangePart, &self.before);
        let event = self.action();
        self.left.spawned.push((child.pid, event));
    }

    fn exit(&mut self, pid: Pid, state: &State) {
        self.touched.add_process(pid);
        let objects = state
            .name
            .map(Object::Name)
            .into_iter()
            .chain(state.aliases.keys().copied().map(Object::Alias))
            .chain(state.suspending.keys().copied().map(Object::Steps));
        objects.for_each(|object| self.touched.add(object, Access::Change, &self.before));
        self.touched.add(Object::Processes, Access::ChangePart, &self.before);
        if state.name.is_some() {
            self.touched.add(Object::Names, Access::ChangePart, &self.before);
        }
        let event = self.event();
        self.left.exited.push((pid, event));
        if self.runner == Some(pid) {
            // Who is killed by what it did has ended with that; others take a step for it.
            if !matches!(state.outcome, Some(Outcome::Killed(_))) {
                let (cost, used) = self.last;
                self.entries += 1 + usize::from(used.saturating_sub(cost) > self.boundary);
            }
            self.is_over = true;
        }
    }

    fn exit_signal(&mut self, _from: Pid, _to: Pid, id: MessageId, _reason: &Term) {
        let sent = self.action();
        if let Some(trail) = self.trail(id) {
            trail.sent = sent;
        }
    }

    fn link(&mut self, _pid: Pid, _with: Pid) {
        self.action();
    }

    fn unlink(&mut self, _pid: Pid, _with: Pid) {
        self.action();
    }

    fn monitor(&mut self, _pid: Pid, _of: Option<Pid>, _monitor: Ref) {
        self.action();
    }

    fn demonitor(&mut self, _pid: Pid, _of: Pid, monitor: Ref) {
        self.action();
        self.left.forgotten.push(monitor);
    }

    fn register(&mut self, _by: Pid, _name: Atom, _pid: Pid) {
        self.action();
    }

    fn unregister(&mut self, _by: Pid, _name: Atom, _pid: Pid) {
        self.action();
    }
}

/// A world that nobody may need: whether someone did.
#[derive(Default)]
struct Unasked {
    was_asked: Cell<bool>,
}

impl World for Unasked {
    fn output(&mut self, _stream: Stream, _bytes: &[u8]) {
        self.was_asked.set(true);
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.was_asked.set(true);
        None
    }

    fn epoch(&self) -> i64 {
        self.was_asked.set(true);
        0
    }

    fn seed(&self) -> u64 {
        self.was_asked.set(true);
        0
    }

    fn environment(&self, _name: &str) -> Option<String> {
        self.was_asked.set(true);
        None
    }

    fn report(&mut self, _term: &Term) {
        self.was_asked.set(true);
    }
}
