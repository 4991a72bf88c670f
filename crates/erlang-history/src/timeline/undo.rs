//! Going back: something is undone together with what depends on it, and nothing else (paper 4,
//! Fig. 5).

use erlang_machine::machine::Machine;
use erlang_machine::observer::{ObserverKind, Unobserved};
use erlang_machine::schedule::Choice;
use erlang_machine::world::World;
use erlang_term::{Atom, Pid};

use super::entry::{Deed, Details, Entry, is_runnable};
use super::forward::{Refused, again, again_with};
use super::leave::Work;
use super::printed::Lines;
use super::watch::Watch;
use super::{Timeline, choice_of};
use crate::{EventId, EventKind, Position};

/// What is to be undone, or made again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The last steps of a process; in the undone future, its next ones.
    Steps { pid: Pid, steps: u64 },
    /// The sending of the message that this event is about.
    Send(EventId),
    /// Its delivery.
    Deliver(EventId),
    /// Its receipt.
    Receive(EventId),
    /// Just this event.
    Event(EventId),
    /// The beginning of a process.
    Spawn(Pid),
    /// The last time a process bound a variable of this name; for code compiled with
    /// [`erlang_machine::compile::Options::bindings`].
    Bind { pid: Pid, variable: Atom },
    /// All there is.
    Start,
}

/// What a rollback undid.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RollLog {
    /// How many events. Which, [`Timeline::undone_by`] knows.
    pub events: usize,
    /// How many entries, which are the first of the undone future now.
    pub(super) entries: usize,
    /// How many steps of each process.
    pub steps: Vec<(Pid, u64)>,
    /// It took long, and someone wanted it to stop: nothing was undone.
    pub interrupted: bool,
    /// There is no memory for what would have been undone: nothing was.
    pub no_memory: bool,
}

impl RollLog {
    pub(super) const INTERRUPTED: RollLog = RollLog::hindered(true);
    pub(super) const NO_MEMORY: RollLog = RollLog::hindered(false);

    const fn hindered(interrupted: bool) -> RollLog {
        RollLog { events: 0, entries: 0, steps: Vec::new(), interrupted, no_memory: !interrupted }
    }

    /// False: nothing was undone, because someone or something stood in the way.
    pub fn is_done(&self) -> bool {
        !self.interrupted && !self.no_memory
    }
}

impl Timeline {
    /// Undoes the last steps of a process, with all that depends on them.
    pub async fn back_by_slices(&mut self, pid: Pid, steps: u64) -> RollLog {
        match self.cut_before(pid, steps).await {
            Ok(Some(at)) => self.undo_entry(at).await,
            Ok(None) => RollLog::default(),
            Err(hindered) => hindered,
        }
    }

    /// Undoes the last steps of all, in the reverse order of the present linearisation.
    pub async fn back_all_by_slices(&mut self, steps: u64) -> RollLog {
        let (mut left, mut at) = (steps, self.entries.len());
        while left > 0 {
            let last = match self.find_last(at, |_| true, |_| true).await {
                Ok(Some(last)) => last,
                Ok(None) => break,
                Err(hindered) => return hindered,
            };
            at = last;
            let entry = &self.entries[at];
            let of_entry = u64::from(entry.steps());
            if let Deed::Compute { .. } = entry.deed()
                && of_entry > left
            {
                at = self.split(at, of_entry - left);
                break;
            }
            left -= of_entry.min(left);
        }
        // A receive that finds no match takes no step, and requests to the printing processes go
        // with the entries that sent them.
        self.seek_by_slices(self.position_at(at)).await
    }

    /// Goes to another position of the present linearisation, which is kept: forward as far as it
    /// was undone.
    pub async fn seek_by_slices(&mut self, position: Position) -> RollLog {
        if position < self.position() {
            if !self.has_room_for(self.position().0 - position.0, !self.future_would_follow()) {
                return RollLog::NO_MEMORY;
            }
            if !self.thaw(position).await {
                return RollLog::INTERRUPTED;
            }
            return self.leave_tail(self.index(position)).await;
        }
        while self.position() < position && self.replay_next() {
            self.pause(1).await;
        }
        self.stand_as_before();
        RollLog::default()
    }

    pub async fn undo_by_slices(&mut self, target: &Target) -> Result<RollLog, Refused> {
        Ok(match target {
            Target::Steps { pid, steps } => {
                self.machine.system.get(*pid).ok_or(Refused::NoSuchProcess(*pid))?;
                self.back_by_slices(*pid, *steps).await
            }
            Target::Start => self.seek_by_slices(Position(0)).await,
            Target::Bind { pid, variable } => {
                let binding = self.binding(*pid, *variable).await?;
                self.undo_to_by_slices(binding).await
            }
            _ => {
                let event = self.event_of(target)?;
                let position = self.position_of(event).ok_or(Refused::Undone(event))?;
                if !self.thaw(position).await {
                    return Ok(RollLog::INTERRUPTED);
                }
                self.undo_entry(self.index(position)).await
            }
        })
    }

    /// The events that a rollback undid, latest first, as long as nothing has moved since.
    pub fn undone_by(&self, log: &RollLog) -> impl DoubleEndedIterator<Item = EventId> {
        let entries = self.future.range(..log.entries.min(self.future.len()));
        entries.rev().flat_map(|entry| entry.events().rev())
    }

    /// The event that a target means.
    pub(super) fn event_of(&self, target: &Target) -> Result<EventId, Refused> {
        let message = |id: EventId| {
            let event = self.log.get(id).ok_or(Refused::NoSuchEvent(id))?;
            match event.kind {
                EventKind::Send { message, .. }
                | EventKind::Deliver { message, .. }
                | EventKind::Receive { message } => Ok(message),
                _ => Err(Refused::NoMessage(id)),
            }
        };
        let found = |found: Option<EventId>, id| found.ok_or(Refused::NotSoFar(id));
        match *target {
            Target::Send(id) => match self.log.get(id).map(|event| &event.kind) {
                Some(EventKind::ExitSignal { .. }) => Ok(id),
                _ => found(self.log.send_of(message(id)?), id),
            },
            Target::Deliver(id) => found(self.log.delivery_of(message(id)?), id),
            Target::Receive(id) => found(self.log.receipt_of(message(id)?), id),
            Target::Event(id) => self.log.get(id).map(|_| id).ok_or(Refused::NoSuchEvent(id)),
            Target::Spawn(pid) => self.log.spawned_by(pid).ok_or(Refused::NoSuchProcess(pid)),
            Target::Steps { .. } | Target::Bind { .. } | Target::Start => Err(Refused::NotPossible),
        }
    }

    pub(super) async fn undo_entry(&mut self, at: usize) -> RollLog {
        match self.future_of(at).await {
            Ok(gone) => self.leave(&gone).await,
            Err(hindered) => hindered,
        }
    }

    /// Where the last steps of a process begin: an entry of it is cut in two if need be.
    async fn cut_before(&mut self, pid: Pid, steps: u64) -> Result<Option<usize>, RollLog> {
        let (mut left, mut first, mut at) = (steps, None, self.entries.len());
        while left > 0 {
            let length = self.entries.len();
            let found = self.find_last(at, |one| one.has(pid), |entry| entry.steps_of(pid) > 0).await?;
            // Stretches that became entries lie before what was found.
            first = first.map(|first| first + (self.entries.len() - length));
            let Some(found) = found else { break };
            at = found;
            let entry = &self.entries[at];
            let of_entry = entry.steps_of(pid);
            if let Deed::Compute { .. } = entry.deed()
                && of_entry > left
            {
                return Ok(Some(self.split(at, of_entry - left)));
            }
            left -= of_entry.min(left);
            first = Some(at);
        }
        Ok(first)
    }

    /// Cuts what a process computed after this many reductions, or earlier, where one thing took
    /// several. Gives the place of the
    /// second part, which is the whole if nothing is left of the first.
    pub(super) fn split(&mut self, at: usize, keep: u64) -> usize {
        let Deed::Compute { pid, reductions } = self.entries[at].deed() else { return at };
        let machine = self.machine_at(self.position_at(at));
        let fits = |share: u32| {
            let mut trial = machine.clone();
            let mut world = self.outside.again(0);
            trial.apply(Choice::Run { pid, reductions: share }, &mut world, &mut Unobserved);
            trial.system.steps - machine.system.steps <= keep
        };
        // Mostly each takes one.
        let high = u32::try_from(keep).unwrap_or(reductions).min(reductions);
        let low = match fits(high) {
            true => high,
            false => last_that(high, fits),
        };
        if low == 0 {
            return at;
        }
        let [first, printed] = self.cut_printed(&self.entries[at], &machine, pid, low);
        let whole = &mut self.entries[at];
        let rest = Details { printed, ..whole.part(pid, reductions - low) }.into();
        let counters = whole.counters().copied().map(Box::new);
        *whole = Details { counters, printed: first, ..whole.part(pid, low) }.into();
        let position = self.position_at(at).0;
        self.entries.insert(at + 1, rest);
        let later = self.checkpoints.later_mut().iter_mut().filter(|one| one.position.0 > position);
        later.for_each(|checkpoint| checkpoint.position.0 += 1);
        let later = self.stretches.iter().filter(|one| one.first_position() > position);
        later.for_each(|stretch| stretch.move_on(1));
        at + 1
    }

    /// An entry happens again, as it was.
    pub(super) fn push_again(&mut self, mut entry: Entry) {
        if entry.is_in_vain() && !self.is_in_vain_again(&entry) {
            return;
        }
        let mut world = Lines { inner: self.outside.again(self.lines), lines: &mut self.lines };
        if let Some(counters) = entry.counters() {
            self.machine.system.set_counters(counters);
        }
        let before = self.machine.system.steps;
        self.end = again(&mut self.machine, &entry, &mut world);
        if let Deed::Act { .. } = entry.deed() {
            // A receive may find at once what it had to look for again and again.
            entry.set_steps(u32::try_from(self.machine.system.steps - before).unwrap_or(u32::MAX));
        }
        for event in entry.events() {
            self.set_undone(event, false);
        }
        self.push(entry);
        self.mark();
    }

    /// A receive that found nothing may find something now: then that is for the entry that does
    /// so.
    pub(super) fn is_in_vain_again(&self, entry: &Entry) -> bool {
        let Deed::Act { pid } = entry.deed() else { return false };
        let (mut machine, mut watch) = (self.machine.clone(), Watch::new(None));
        machine.apply(choice_of(entry), &mut self.outside.again(self.lines), &mut watch);
        watch.looked && !watch.acted && is_runnable(&self.machine, pid)
    }

    pub(super) fn set_undone(&mut self, event: EventId, undone: bool) {
        let n = event.0 as usize;
        if n >= self.undone.len() {
            self.undone.resize(n + 1, false);
        }
        self.undone[n] = undone;
    }

    /// Goes through a part of the present linearisation again, watched by any observer, until it
    /// has seen enough (it is asked after
    /// every entry). Where it stopped: right behind that entry.
    pub async fn retrace_by_slices<O: ObserverKind>(
        &self,
        from: Position,
        to: Position,
        observer: &mut O,
        mut enough: impl FnMut(&mut O, Position) -> bool,
    ) -> Position {
        let to = to.min(self.position());
        let (mut machine, lines) = self.state_at(from);
        let mut world = self.outside.again(lines);
        let mut work = Work::default();
        for (entry, at) in self.entries_between(from, to).zip(from.0..) {
            watch_again(&mut machine, entry, &mut world, observer);
            if let Some(steps) = work.add(entry) {
                self.pause(steps).await;
            }
            if enough(observer, Position(at + 1)) {
                return Position(at + 1);
            }
        }
        to
    }

    /// Cuts what a process computed, and what was undone, after this many reductions.
    pub(super) fn split_undone(&mut self, at: usize, mut before: Machine, keep: u32) {
        let Deed::Compute { pid, reductions } = self.future[at].deed() else { return };
        if keep >= reductions {
            return;
        }
        let [first, printed] = self.cut_printed(&self.future[at], &before, pid, keep);
        before.apply(
            Choice::Run { pid, reductions: keep },
            &mut self.outside.again(self.lines),
            &mut Unobserved,
        );
        let whole = &mut self.future[at];
        let counters = Some(Box::new(before.system.counters()));
        let rest = Details { counters, printed, ..whole.part(pid, reductions - keep) }.into();
        let counters = whole.counters().copied().map(Box::new);
        *whole = Details { counters, printed: first, ..whole.part(pid, keep) }.into();
        self.future.insert(at + 1, rest);
    }
}

/// The last number up to `most` that something holds for that holds up to some number, 0 if for
/// none.
pub(super) fn last_that(most: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = high - (high - low) / 2;
        match holds(middle) {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    low
}

/// An entry of the present again, for an observer that does not pause: the steps say how far an
/// action goes.
pub(super) fn watch_again<O: ObserverKind>(
    machine: &mut Machine,
    entry: &Entry,
    world: &mut dyn World,
    observer: &mut O,
) {
    match entry.deed() {
        Deed::Act { pid } => {
            if let Some(counters) = entry.counters() {
                machine.system.set_counters(counters);
            }
            // A look without a match takes a share, but no step of it.
            let reductions = entry.steps() + u32::from(entry.is_blocked());
            machine.apply(Choice::Run { pid, reductions }, world, observer);
        }
        _ => {
            again_with(machine, entry, world, observer);
        }
    }
}
