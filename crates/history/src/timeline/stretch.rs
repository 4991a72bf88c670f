//! A long part of a fair run is kept as its beginning and its length: its entries and events are made again when someone asks for them.
//!
//! Processes that compute, pass messages and use what they share run whole turns at once there, and what happens is only counted. It is the same run
//! (`fair.rs`), so that its end is the state, and its events have the numbers, that many small entries would have led to. A turn in
//! which something else happens (a process begins or ends, something is printed, …) is no part of a stretch.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use erlang_machine::machine::{Budget, Machine};
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Access, Cause, Object, Observer, ObserverKind};
use erlang_machine::process::State;
use erlang_machine::schedule::{Choice, Fair, Schedule};
use erlang_machine::system::Delivery;
use erlang_machine::world::{Stream, World};
use erlang_term::{Atom, Pid, Ref, Term};

use super::entry::{Entry, is_runnable};
use super::fair::FairByChoice;
use super::refine::Quiet;
use super::{Position, Timeline};
use crate::EventLog;
use crate::events::Trail;

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
    pub(super) first_position: usize,
    pub(super) entries: usize,
    pub(super) steps: u64,
    /// How many events come before it.
    pub(crate) first_event: usize,
    pub(crate) events: usize,
    /// The first number that a message gets in it.
    pub(crate) first_message: u64,
    pub(crate) messages: u64,
    /// Of the messages that are in mailboxes as it begins.
    known: Vec<(MessageId, Trail)>,
    made: OnceCell<Made>,
}

/// All of a stretch.
pub(crate) struct Made {
    pub(super) entries: Vec<Entry>,
    pub(crate) log: EventLog,
}

impl Stretch {
    /// Makes it again, in small entries.
    pub(crate) fn made(&self) -> &Made {
        self.made.get_or_init(|| {
            let mut timeline = Timeline::new(self.machine.clone(), Box::new(Quiet), Budget::UNLIMITED);
            let known = self.known.iter().copied();
            timeline.log = EventLog::going_on(&self.machine, self.first_event, self.first_message, known);
            let mut schedule = FairByChoice::default();
            while timeline.entries.len() < self.entries
                && let Some(choice) = schedule.next(&timeline.machine)
            {
                timeline.make(choice);
            }
            debug_assert_eq!(timeline.entries.len(), self.entries);
            debug_assert_eq!(timeline.log.next(), self.first_event + self.events);
            Made { entries: timeline.entries, log: timeline.log }
        })
    }

    pub(super) fn end(&self) -> usize {
        self.first_position + self.entries
    }

    /// The state that it begins with, and how many lines had been read.
    pub(super) fn beginning(&self) -> (Machine, usize) {
        (self.machine.clone(), self.lines)
    }

    /// How many bytes it takes, beside its machine, which is a checkpoint.
    pub(crate) fn size(&self) -> usize {
        let made = |made: &Made| made.entries.iter().map(Entry::size).sum::<usize>() + made.log.size();
        size_of::<Stretch>() + size_of_val(&*self.known) + self.made.get().map_or(0, made)
    }

    /// Followed by another one.
    fn and(&self, next: &Stretch) -> Stretch {
        Stretch {
            machine: self.machine.clone(),
            lines: self.lines,
            known: self.known.clone(),
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
    pub(super) fn hurry(&mut self, schedule: &dyn Schedule, goal: u64, haste: &mut Haste) -> bool {
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
        let Count { first_event, next_event, first_message, trails, received, entries, .. } = count;
        let (known, position) = (self.known_of_waiting(&start), self.position().0);
        let stretch = Stretch {
            machine: start,
            lines: self.lines,
            first_position: position,
            entries,
            steps,
            first_event,
            events: next_event - first_event,
            first_message,
            messages: trails.len() as u64,
            known,
            made: OnceCell::new(),
        };
        let sent = trails.into_iter().zip(first_message..).map(|(trail, id)| (MessageId(id), trail));
        let strays = sent.filter(|(_, trail)| trail.sent > 0 && trail.received == 0).chain(received);
        self.steps += steps;
        self.add(stretch, strays.collect());
        if let Some(beyond) = &mut self.beyond {
            *beyond = beyond.beyond(&self.machine.system.counters());
        }
        self.mark();
        self.changed();
        true
    }

    fn known_of_waiting(&self, machine: &Machine) -> Vec<(MessageId, Trail)> {
        let waiting = machine.system.processes().flat_map(|process| process.state.mailbox.iter());
        waiting.map(|message| (message.id, self.log.trail(message.id))).collect()
    }

    /// A stretch behind all else; one with what came right before, if that is not too long.
    fn add(&mut self, stretch: Stretch, strays: Vec<(MessageId, Trail)>) {
        let before = self.stretches.pop_if(|last| {
            last.end() == stretch.first_position && last.steps + stretch.steps <= self.spacing
        });
        let stretch = Rc::new(match &before {
            Some(before) => before.and(&stretch),
            None => stretch,
        });
        self.log.skip(&stretch, before.is_some(), strays);
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
            match merged.last_mut().filter(|last| may_grow && last.end() == stretch.first_position) {
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
        while let Some(last) = self.stretches.pop_if(|last| last.end() > position.0) {
            let at = self.index(Position(last.first_position));
            self.entries.splice(at..at, last.made().entries.iter().cloned());
        }
    }

    /// Going back, entries up to this index have been looked at. If a stretch lies before it, it becomes entries. Where the index is now.
    pub(super) fn reach(&mut self, at: usize) -> usize {
        match self.stretches.last().map(|last| (last.first_position, last.entries)) {
            Some((first, entries)) if self.index(Position(first)) == at => {
                self.thaw(Position(first));
                at + entries
            }
            _ => at,
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
    /// What became of the messages that were sent since.
    trails: Vec<Trail>,
    /// And of those that had been sent before and were received since.
    received: Vec<(MessageId, Trail)>,
    steps_before: u64,
    entries: usize,
    /// Deliveries and timers are steps, too.
    moves: u64,
    /// Of the turn at hand: reductions up to the last entry.
    boundary: u64,
    /// A receive looks at the mailbox.
    is_looking: bool,
    /// Something was done that others can see.
    has_acted: bool,
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
            received: Vec::new(),
            steps_before: machine.system.steps,
            entries: 0,
            moves: 0,
            boundary: 0,
            is_looking: false,
            has_acted: false,
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
                    let end = machine.apply(choice, &mut world, self);
                    self.end_turn(machine.system.steps - before, is_runnable(machine, pid));
                    self.is_plain &= end.is_none();
                }
                Choice::Fire { .. } => {
                    self.is_plain &= machine.apply(choice, &mut world, self).is_none();
                    self.has_acted = false;
                    self.entries += 1;
                    self.moves += 1;
                }
                Choice::Deliver { .. } => self.is_plain = false,
            }
            // A signal that is no message has a number, too.
            let numbered = machine.system.counters().message + 1 - self.first_message;
            if !self.is_plain || world.was_asked.get() || numbered != self.trails.len() as u64 {
                self.is_plain = false;
                break;
            }
            turns += 1;
        }
        turns
    }

    /// As `make_run` cuts it: what is computed before an action is an entry of its own.
    fn end_turn(&mut self, used: u64, is_runnable: bool) {
        if self.is_looking || self.has_acted {
            // It has looked in vain, or begun to wait for a timer.
            self.entries += 1;
            self.is_plain &= !is_runnable;
        } else if used > self.boundary {
            self.entries += 1;
        }
        (self.boundary, self.is_looking, self.has_acted) = (0, false, false);
    }

    fn event(&mut self) -> u32 {
        self.next_event += 1;
        self.next_event as u32
    }

    fn trail(&mut self, id: MessageId) -> Option<&mut Trail> {
        self.trails.get_mut(usize::try_from(id.0.checked_sub(self.first_message)?).ok()?)
    }

    fn something_else(&mut self) {
        self.is_plain = false;
    }
}

impl ObserverKind for Count<'_> {
    const CALLS: bool = false;
    const ACTIONS: bool = true;
}

impl Observer for Count<'_> {
    fn send(&mut self, from: Pid, to: Pid, _id: MessageId, _content: &Term, cause: Option<Cause>) {
        self.is_plain &= cause.is_none() && !self.servants.contains(&to);
        let sent = self.event();
        self.trails.push(Trail { sent, ..Trail::default() });
        self.has_acted = true;
        // Its delivery; to oneself, that is no entry.
        if from != to {
            self.entries += 1;
            self.moves += 1;
        }
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
        let before = self.trail(id).is_none().then(|| self.log.trail(id));
        if before.is_some_and(|before| before.delivered == 0) {
            // From the processes that print: no event.
            return;
        }
        let event = self.event();
        match (before, self.trail(id)) {
            (Some(before), _) => self.received.push((id, Trail { received: event, ..before })),
            (None, Some(trail)) => trail.received = event,
            (None, None) => {}
        }
    }

    fn timeout(&mut self, _pid: Pid, _milliseconds: u64) {
        self.event();
        self.has_acted = true;
    }

    fn touch(&mut self, object: Object, _access: Access) {
        match object {
            Object::Leader(_) => {}
            Object::Alias(_) => self.something_else(),
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
        if self.has_acted {
            let alone = used.saturating_sub(cost);
            self.entries += 1 + usize::from(!self.is_looking && alone > self.boundary);
            (self.boundary, self.is_looking, self.has_acted) = (used, false, false);
        }
        false
    }

    fn timer(&mut self, _pid: Pid, _timer: Ref, _milliseconds: u64) {
        self.something_else();
    }

    fn spawn(&mut self, _parent: Pid, _child: &State) {
        self.something_else();
    }

    fn exit(&mut self, _pid: Pid, _state: &State) {
        self.something_else();
    }

    fn exit_signal(&mut self, _from: Pid, _to: Pid, _id: MessageId, _reason: &Term) {
        self.something_else();
    }

    fn link(&mut self, _pid: Pid, _with: Pid) {
        self.something_else();
    }

    fn unlink(&mut self, _pid: Pid, _with: Pid) {
        self.something_else();
    }

    fn monitor(&mut self, _pid: Pid, _of: Option<Pid>, _monitor: Ref) {
        self.something_else();
    }

    fn demonitor(&mut self, _pid: Pid, _of: Pid, _monitor: Ref) {
        self.something_else();
    }

    fn register(&mut self, _by: Pid, _name: Atom, _pid: Pid) {
        self.something_else();
    }

    fn unregister(&mut self, _by: Pid, _name: Atom, _pid: Pid) {
        self.something_else();
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
