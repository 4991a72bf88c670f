//! A long part of a fair run is kept as its beginning and its length: its entries and events are
//! made again when someone asks for them.
//!
//! Processes run whole turns at once there, and what happens is only counted. It is the same run
//! (`fair.rs`), so that its end is the state, and its
//! events have the numbers, that many small entries would have led to. A turn in which something is
//! printed, or comes from outside, is not part of a
//! stretch: the processes that print do so in their own time.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use erlang_machine::machine::{Budget, Machine};
use erlang_machine::parts::Parts;
use erlang_machine::schedule::Schedule;
use erlang_machine::system::{Counters, Delivery};
use erlang_term::Pid;

use super::count::Count;
use super::entry::Entry;
use super::fair::FairByChoice;
use super::point::reductions;
use super::refine::Quiet;
use super::touched::Touched;
use super::undo::RollLog;
use super::{Position, Timeline};
use crate::checkpoints::Checkpoints;
use crate::events::{Known, Left};
use crate::{Checkpoint, EventLog};

/// The last steps are kept as entries: they are what is asked for first.
pub(super) const RECENT: u64 = 1 << 14;
/// Steps that are counted at a time, before someone can interrupt.
const BATCH: u64 = 1 << 16;
/// When there are more stretches, every two of them become one.
const MOST: usize = 512;
/// When there are more than this, and they hold much, too.
const MANY: usize = 128;
/// Copies of processes that stretches may hold, each of them those that it touches.
const MUCH: usize = 1 << 16;
/// How long a stretch may get at first.
pub(super) const SPACING: u64 = 1 << 15;
/// After this few steps the next attempt waits: the program does other things all the time.
const FEW: u64 = 1 << 10;
const LONGEST_WAIT: u32 = 1 << 12;

pub(crate) struct Stretch {
    /// As it begins.
    machine: RefCell<Machine>,
    /// How many lines of input have been read by then.
    lines: Cell<usize>,
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
    known: Rc<Known>,
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
            let machine = self.machine.borrow().clone();
            let counters = machine.system.counters();
            let mut timeline = Timeline::new(machine.clone(), Box::new(Quiet), Budget::UNLIMITED);
            timeline.log = EventLog::going_on(&machine, self.first_event, self.first_message, &self.known);
            timeline.checkpoints = Checkpoints::closer(machine);
            let mut schedule = FairByChoice::default();
            while timeline.entries.len() < self.entries
                && let Some(choice) = schedule.next(&timeline.machine)
            {
                timeline.make(choice);
            }
            debug_assert_eq!(timeline.entries.len(), self.entries);
            debug_assert_eq!(timeline.log.next(), self.first_event + self.events);
            if let Some(first) = timeline.entries.first_mut().filter(|_| self.is_alone) {
                first.set_counters(Some(counters));
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
        self.lines.get()
    }

    pub(super) fn end(&self) -> usize {
        self.first_position() + self.entries
    }

    /// The state that it begins with, and how many lines had been read.
    pub(super) fn beginning(&self) -> (Machine, usize) {
        (self.machine.borrow().clone(), self.lines())
    }

    /// What can be seen of that state.
    pub(super) fn look<T>(&self, look: impl FnOnce(&Machine) -> T) -> T {
        look(&self.machine.borrow())
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

    /// How much it holds, in copies of processes.
    fn holds(&self) -> usize {
        self.touched.count() + self.known.size() / 1024
    }

    pub(super) fn touched(&self) -> &Touched {
        &self.touched
    }

    pub(super) fn counters(&self) -> Counters {
        self.machine.borrow().system.counters()
    }

    /// Something before it is gone that it has nothing to do with: it begins after fewer entries,
    /// in a state in which that has not happened.
    pub(super) fn lose(
        &self,
        fewer: usize,
        lost: Option<(&Parts, &Machine)>,
        lines: Option<usize>,
        nanoseconds: u64,
    ) {
        self.machine.borrow_mut().system.leave_out(nanoseconds);
        if let Some((parts, state)) = lost {
            self.machine.borrow_mut().system.take_over(parts, &state.system);
        }
        self.first_position.set(self.first_position() - fewer);
        self.lines.set(self.lines().min(lines.unwrap_or(usize::MAX)));
        if let Some(made) = self.made.get() {
            made.on_the_way.take();
        }
    }

    /// The same stretch, but what came right before it is gone.
    pub(super) fn alone(&self) -> Stretch {
        let made = OnceCell::new();
        if let Some(known) = self.made.get().filter(|_| self.is_alone) {
            let _ = made.set(known.clone());
        }
        Stretch {
            machine: self.machine.clone(),
            first_position: self.first_position.clone(),
            lines: self.lines.clone(),
            known: self.known.clone(),
            touched: self.touched.clone(),
            is_alone: true,
            joins: false,
            made,
            ..*self
        }
    }

    /// Its entries, and all else.
    fn into_entries(others: Option<Rc<Stretch>>, stretch: Rc<Stretch>) -> (Vec<Entry>, Stretch) {
        drop(others);
        match Rc::try_unwrap(stretch) {
            Ok(mut stretch) => {
                let made = stretch.made.take().map(Rc::try_unwrap);
                let Some(Ok(made)) = made else { return (Vec::new(), stretch) };
                let Made { entries, log, on_the_way } = made;
                let _ = stretch.made.set(Rc::new(Made { entries: Vec::new(), log, on_the_way }));
                (entries, stretch)
            }
            Err(shared) => (shared.made().entries.clone(), shared.alone()),
        }
    }

    /// Followed by another one.
    fn and(&self, next: &Stretch) -> Stretch {
        Stretch {
            first_position: self.first_position.clone(),
            machine: self.machine.clone(),
            lines: self.lines.clone(),
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
    /// The number of choices that are made one by one first.
    wait: u32,
    last_wait: u32,
}

impl Haste {
    fn failed(&mut self) {
        self.last_wait = (self.last_wait * 2).clamp(16, LONGEST_WAIT);
        self.wait = self.last_wait;
    }
}

/// How far someone has looked back for an entry.
struct Look {
    to: usize,
    /// How many stretches come before that.
    stretch: usize,
}

enum Looked {
    Found(Option<usize>),
    /// A stretch of this many steps has become entries, which have not been looked at.
    Thawed(u64),
}

impl Timeline {
    /// Goes on in whole turns, if that is what the schedule would do, and the goal is far, or this
    /// many steps are ahead behind it. Whether anything happened.
    pub(super) fn hurry(
        &mut self,
        schedule: &mut dyn Schedule,
        goal: u64,
        ahead: u64,
        haste: &mut Haste,
    ) -> bool {
        if haste.wait > 0 {
            haste.wait -= 1;
            return false;
        }
        let left = goal.saturating_sub(self.steps).saturating_sub(self.recent.saturating_sub(ahead));
        let limit = left.min(BATCH.min(self.longest_stretch()));
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
            machine: RefCell::new(start),
            lines: Cell::new(self.lines),
            first_position: Cell::new(position),
            entries,
            steps,
            first_event,
            events: next_event - first_event,
            first_message,
            messages: self.machine.system.counters().message + 1 - first_message,
            known: Rc::new(known),
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

    /// Each begins with a copy of the machine, which names all processes that ever were.
    fn longest_stretch(&self) -> u64 {
        let copied = 16 * self.machine.system.size() as u64;
        if copied > SPACING { self.spacing.max(copied) } else { self.spacing }
    }

    /// A stretch behind all else; one with what came right before, if that is not too long.
    fn add(&mut self, stretch: Stretch, left: &Left) {
        let longest = self.longest_stretch();
        let before = self.stretches.pop_if(|last| {
            stretch.joins && last.end() == stretch.first_position() && last.steps + stretch.steps <= longest
        });
        let stretch = Rc::new(match &before {
            Some(before) => before.and(&stretch),
            None => stretch,
        });
        self.log.skip(&stretch, before.is_some(), left);
        self.stretches.push(stretch);
        let held = || self.stretches.iter().map(|stretch| stretch.holds()).sum::<usize>();
        if self.stretches.len() > MOST || self.stretches.len() > MANY && held() > MUCH {
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

    /// What is at this position and later is there as entries. False: someone wanted it to stop.
    pub(super) async fn thaw(&mut self, position: Position) -> bool {
        let first = self.stretches.partition_point(|stretch| stretch.end() <= position.0);
        for stretch in &self.stretches[first..] {
            stretch.made();
            if self.pause(stretch.steps).await {
                return false;
            }
        }
        // All at once: each by itself would move those behind it.
        let from = self.stretches.get(first).map_or(0, |first| self.index(Position(first.first_position())));
        let frozen = self.stretches.split_off(first);
        let mut kept =
            self.entries.split_off(if frozen.is_empty() { self.entries.len() } else { from }).into_iter();
        self.entries.reserve_exact(kept.len() + frozen.iter().map(|one| one.entries).sum::<usize>());
        let mut at = frozen.first().map_or(0, |first| first.first_position());
        for stretch in frozen {
            self.entries.extend(kept.by_ref().take(stretch.first_position() - at));
            at = stretch.end();
            let entries = self.unfreeze(stretch);
            self.entries.extend(entries);
        }
        self.entries.extend(kept);
        true
    }

    /// One of the stretches becomes entries. Where they begin.
    pub(super) fn thaw_one(&mut self, stretch: usize) -> usize {
        let stretch = self.stretches.remove(stretch);
        let at = self.index(Position(stretch.first_position()));
        let entries = self.unfreeze(stretch);
        self.entries.splice(at..at, entries);
        at
    }

    /// The entries of a stretch, which is not part of the run any more.
    fn unfreeze(&mut self, stretch: Rc<Stretch>) -> Vec<Entry> {
        let mut on_the_way = stretch.made().on_the_way.take();
        let steps = self.checkpoints.before(Position(stretch.first_position())).steps;
        for checkpoint in &mut on_the_way {
            checkpoint.position.0 += stretch.first_position();
            checkpoint.steps += steps;
            checkpoint.lines = stretch.lines();
        }
        let (machine, lines) = stretch.beginning();
        let position = Position(stretch.first_position());
        on_the_way.insert(0, Checkpoint { position, steps, mark: (), machine, lines });
        self.checkpoints.insert(on_the_way);
        // The log needs its events, and nobody else its entries any more.
        let (entries, without) = Stretch::into_entries(self.log.give_up(&stretch), stretch);
        self.log.take_back(&Rc::new(without));
        entries
    }

    /// The last entry that is wanted among those before this index; stretches become entries if it
    /// may be in one. `may`: can there be one in a stretch?
    pub(super) fn last_that_is(
        &mut self,
        before: usize,
        may: impl Fn(&Stretch) -> bool,
        wanted: impl Fn(&Entry) -> bool,
    ) -> Option<usize> {
        let mut look = self.look_before(before);
        loop {
            match self.look_back(&mut look, &may, &wanted) {
                Looked::Found(found) => return found,
                Looked::Thawed(_) => {}
            }
        }
    }

    /// The same by slices. An error: someone wanted it to stop.
    pub(super) async fn find_last(
        &mut self,
        before: usize,
        may: impl Fn(&Stretch) -> bool,
        wanted: impl Fn(&Entry) -> bool,
    ) -> Result<Option<usize>, RollLog> {
        let mut look = self.look_before(before);
        loop {
            match self.look_back(&mut look, &may, &wanted) {
                Looked::Found(found) => return Ok(found),
                Looked::Thawed(steps) => {
                    if self.pause(steps).await {
                        return Err(RollLog::INTERRUPTED);
                    }
                }
            }
        }
    }

    fn look_before(&self, before: usize) -> Look {
        let position = if before == self.entries.len() { self.position() } else { self.position_at(before) };
        Look { to: before, stretch: self.stretches.partition_point(|stretch| stretch.end() <= position.0) }
    }

    /// Looks through entries until a stretch has to become entries.
    fn look_back(
        &mut self,
        look: &mut Look,
        may: &impl Fn(&Stretch) -> bool,
        wanted: &impl Fn(&Entry) -> bool,
    ) -> Looked {
        loop {
            let from = match look.stretch.checked_sub(1) {
                Some(last) => self.index(Position(self.stretches[last].first_position())),
                None => 0,
            };
            if let Some(at) = self.entries[from..look.to].iter().rposition(wanted) {
                return Looked::Found(Some(from + at));
            }
            look.to = from;
            let Some(stretch) = look.stretch.checked_sub(1) else { return Looked::Found(None) };
            look.stretch = stretch;
            let (entries, steps) = (self.stretches[stretch].entries, self.stretches[stretch].steps);
            if may(&self.stretches[stretch]) {
                look.to += entries;
                self.thaw_one(stretch);
                return Looked::Thawed(steps);
            }
        }
    }
}
