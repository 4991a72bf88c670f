//! Going back: something is undone together with what depends on it, and nothing else (paper 4, Fig. 5).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use erlang_machine::machine::{End, Machine};
use erlang_machine::observer::{ObserverKind, Unobserved};
use erlang_machine::process::PidKey;
use erlang_machine::schedule::Choice;
use erlang_machine::system::Counters;
use erlang_machine::world::World;
use erlang_term::{Atom, Pid};

use super::causes::future_of_first;
use super::entry::{Deed, Entry, is_runnable};
use super::forward::{Refused, again, again_with};
use super::point::Point;
use super::printed::Lines;
use super::walk::Stands;
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
    /// The last time a process bound a variable of this name; for code compiled with [`erlang_machine::compile::Options::bindings`].
    Bind { pid: Pid, variable: Atom },
    /// All there is.
    Start,
}

/// What a rollback undid.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RollLog {
    /// In the order in which they were undone: latest first. What they were, [`Timeline::log`] knows.
    pub undone: Vec<EventId>,
    /// How many steps of each process.
    pub steps: Vec<(Pid, u64)>,
    /// It took long, and someone wanted it to stop: nothing was undone.
    pub interrupted: bool,
}

/// What takes longer than so many steps or entries can be interrupted: that much is done in a moment.
const LONG_WAY: u64 = 2_000_000;
const LONG_LOG: usize = 100_000;

/// How much has been done since someone was asked whether to go on.
#[derive(Default)]
struct Work(u64);

impl Work {
    /// With this entry, is it so much that it is time to ask?
    fn is_much(&mut self, entry: &Entry) -> bool {
        /// An entry takes as long as so many steps.
        const EACH: u64 = 32;
        const MUCH: u64 = 1 << 18;
        self.0 += u64::from(entry.steps) + EACH;
        let much = self.0 > MUCH;
        if much {
            self.0 = 0;
        }
        much
    }
}

/// What was there before something is undone, in case it is not.
struct Before {
    machine: Machine,
    tail: Vec<Entry>,
    cut: usize,
    steps: u64,
    lines: usize,
    end: Option<End>,
    undone: Vec<bool>,
    beyond: Option<Counters>,
    stands: Stands,
    stood: BTreeMap<PidKey, Point>,
}

impl Before {
    fn of(timeline: &Timeline, cut: usize) -> Before {
        Before {
            machine: timeline.machine.clone(),
            tail: timeline.entries[cut..].to_vec(),
            cut,
            steps: timeline.steps,
            lines: timeline.lines,
            end: timeline.end.clone(),
            undone: timeline.undone.clone(),
            beyond: timeline.beyond,
            stands: timeline.stands.clone(),
            stood: timeline.stood.clone(),
        }
    }

    fn restore(self, timeline: &mut Timeline) {
        timeline.entries.truncate(self.cut);
        timeline.checkpoints.truncate(timeline.position_at(self.cut));
        timeline.entries.extend(self.tail);
        timeline.machine = self.machine;
        (timeline.steps, timeline.lines, timeline.end) = (self.steps, self.lines, self.end);
        (timeline.undone, timeline.beyond) = (self.undone, self.beyond);
        (timeline.stands, timeline.stood) = (self.stands, self.stood);
        timeline.changed();
    }
}

impl Timeline {
    /// Undoes the last steps of a process, with all that depends on them.
    pub fn back(&mut self, pid: Pid, steps: u64) -> RollLog {
        match self.cut_before(pid, steps) {
            Some(at) => self.undo_entry(at),
            None => RollLog::default(),
        }
    }

    /// Undoes the last steps of all, in the reverse order of the present linearisation.
    pub fn back_all(&mut self, steps: u64) -> RollLog {
        let (mut left, mut at) = (steps, self.entries.len());
        while left > 0 {
            at = self.reach(at);
            if at == 0 {
                break;
            }
            at -= 1;
            let entry = &self.entries[at];
            let of_entry = u64::from(entry.steps);
            if let Deed::Compute { .. } = entry.deed
                && of_entry > left
            {
                at = self.split(at, of_entry - left);
                break;
            }
            left -= of_entry.min(left);
        }
        // What a receive found in vain takes no step, and what the processes that print were asked goes with what asked them.
        self.seek(self.position_at(at))
    }

    /// Goes to another position of the present linearisation, which is kept: forward as far as it was undone.
    pub fn seek(&mut self, position: Position) -> RollLog {
        if position < self.position() {
            self.thaw(position);
            let at = self.index(position);
            return self.drop_entries(at, &vec![true; self.entries.len() - at]);
        }
        while self.position() < position && self.replay_next() {}
        self.stand_as_before();
        RollLog::default()
    }

    pub fn undo(&mut self, target: &Target) -> Result<RollLog, Refused> {
        Ok(match target {
            Target::Steps { pid, steps } => {
                self.machine.system.get(*pid).ok_or(Refused::NoSuchProcess(*pid))?;
                self.back(*pid, *steps)
            }
            Target::Start => self.seek(Position(0)),
            Target::Bind { pid, variable } => {
                let to = self.binding(*pid, *variable)?.ok_or(Refused::NotBound(*pid, *variable))?;
                self.undo_to(to)
            }
            _ => {
                let event = self.event_of(target)?;
                let position = self.position_of(event).ok_or(Refused::Undone(event))?;
                self.thaw(position);
                self.undo_entry(self.index(position))
            }
        })
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

    pub(super) fn undo_entry(&mut self, at: usize) -> RollLog {
        let gone = future_of_first(&self.entries[at..]);
        self.drop_entries(at, &gone)
    }

    /// Where the last steps of a process begin: an entry of it is cut in two if need be.
    fn cut_before(&mut self, pid: Pid, steps: u64) -> Option<usize> {
        let (mut left, mut at) = (steps, self.entries.len());
        let mut first = None;
        while left > 0 {
            let reached = self.reach(at);
            // The stretch lies before what was found.
            first = first.map(|first| first + (reached - at));
            at = reached;
            if at == 0 {
                break;
            }
            at -= 1;
            let entry = &self.entries[at];
            let of_entry = entry.steps_of(pid);
            if let Deed::Compute { .. } = entry.deed
                && of_entry > left
            {
                return Some(self.split(at, of_entry - left));
            }
            if of_entry > 0 {
                left -= of_entry.min(left);
                first = Some(at);
            }
        }
        first
    }

    /// Cuts what a process computed after so many reductions, or earlier, where one thing took several. Gives the place of the
    /// second part, which is the whole if nothing is left of the first.
    pub(super) fn split(&mut self, at: usize, keep: u64) -> usize {
        let Deed::Compute { pid, reductions } = self.entries[at].deed else { return at };
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
        let rest = Entry { printed, ..whole.part(pid, reductions - low) };
        *whole = Entry { counters: whole.counters.take(), printed: first, ..whole.part(pid, low) };
        self.entries.insert(at + 1, rest);
        self.checkpoints.truncate(self.position_at(at));
        at + 1
    }

    /// Drops entries, of those from `cut` on, that nothing depends on which stays; they become part of the undone future.
    pub(super) fn drop_entries(&mut self, cut: usize, gone: &[bool]) -> RollLog {
        let steps: u64 = self.entries[cut..].iter().map(|entry| u64::from(entry.steps)).sum();
        let is_long = steps > LONG_WAY || self.entries.len() - cut > LONG_LOG;
        let before = is_long.then(|| Before::of(self, cut));
        match (self.try_to_drop(cut, gone, is_long), before) {
            (Some(log), _) => log,
            (None, before) => {
                if let Some(before) = before {
                    before.restore(self);
                }
                RollLog { interrupted: true, ..RollLog::default() }
            }
        }
    }

    /// None: someone wanted it to stop, and only a part of it is done.
    fn try_to_drop(&mut self, cut: usize, gone: &[bool], can_stop: bool) -> Option<RollLog> {
        let beyond = self.machine.system.counters();
        self.beyond = Some(self.beyond.map_or(beyond, |other| other.beyond(&beyond)));
        let mut stands = std::mem::take(&mut self.stands);
        let losing = self.entries[cut..].iter().zip(gone).filter(|(_, gone)| **gone);
        let losing: BTreeSet<PidKey> =
            losing.filter_map(|(entry, _)| entry.process().map(PidKey::from)).collect();
        let before: Vec<Point> = losing.iter().filter_map(|pid| self.point_of(*pid, &stands)).collect();
        let present = self.machine.clone();
        self.rest = None;
        self.return_to(cut);
        let tail = self.entries.split_off(cut);
        let tail = self.with_counters(tail, can_stop)?;
        let mut log = RollLog::default();
        let mut steps: BTreeMap<PidKey, u64> = BTreeMap::new();
        let mut dropped = VecDeque::new();
        let mut work = Work::default();
        for (entry, gone) in tail.into_iter().zip(gone) {
            if !gone {
                if can_stop && work.is_much(&entry) && (self.budget.interrupted)() {
                    return None;
                }
                self.push_again(entry);
                continue;
            }
            if let Some(pid) = entry.process() {
                *steps.entry(pid.into()).or_default() += u64::from(entry.steps);
            }
            for event in entry.events() {
                self.set_undone(event, true);
                log.undone.push(event);
            }
            dropped.push_back(entry);
        }
        for point in before {
            self.stood.entry(point.pid.into()).or_insert(point);
        }
        // Who loses nothing stands where it stood.
        stands.retain(|pid, _| !losing.contains(pid));
        self.stands = stands;
        self.stand_as_in(&present);
        dropped.append(&mut self.future);
        self.future = dropped;
        self.changed();
        log.undone.reverse();
        log.steps = steps.into_iter().filter(|(_, n)| *n > 0).map(|(pid, n)| (pid.into(), n)).collect();
        Some(log)
    }

    /// Makes the state before this entry the present one; the entries stay.
    fn return_to(&mut self, cut: usize) {
        let position = self.position_at(cut);
        self.checkpoints.truncate(position);
        let from = self.checkpoints.last();
        let (mut machine, mut lines, mut steps) = (from.machine.clone(), from.lines, from.steps);
        for entry in self.entries_between(from.position, position) {
            let inner = self.outside.again(lines);
            let mut world = Lines { inner, lines: &mut lines };
            again(&mut machine, entry, &mut world);
            steps += u64::from(entry.steps);
        }
        (self.machine, self.lines, self.steps) = (machine, lines, steps);
        self.end = None;
    }

    /// The same entries, each with what it began with, so that it is the same without those before it. None: someone wanted it to stop.
    pub(super) fn with_counters(&self, mut entries: Vec<Entry>, can_stop: bool) -> Option<Vec<Entry>> {
        let Some(last) = entries.iter().rposition(|entry| entry.counters.is_none()) else {
            return Some(entries);
        };
        let mut machine: Machine = self.machine.clone();
        let mut world = self.outside.again(self.lines);
        let mut work = Work::default();
        for entry in &mut entries[..=last] {
            if can_stop && work.is_much(entry) && (self.budget.interrupted)() {
                return None;
            }
            if entry.counters.is_none() {
                entry.counters = Some(Box::new(machine.system.counters()));
            }
            again(&mut machine, entry, &mut world);
        }
        Some(entries)
    }

    /// An entry happens again, as it was.
    pub(super) fn push_again(&mut self, mut entry: Entry) {
        if entry.is_in_vain() && !self.is_in_vain_again(&entry) {
            return;
        }
        let mut world = Lines { inner: self.outside.again(self.lines), lines: &mut self.lines };
        if let Some(counters) = &entry.counters {
            self.machine.system.set_counters(counters);
        }
        let before = self.machine.system.steps;
        self.end = again(&mut self.machine, &entry, &mut world);
        if let Deed::Act { .. } = entry.deed {
            // A receive may find at once what it had to look for again and again.
            entry.steps = u32::try_from(self.machine.system.steps - before).unwrap_or(u32::MAX);
        }
        for event in entry.events() {
            self.set_undone(event, false);
        }
        self.push(entry);
        self.mark();
    }

    /// A receive that found nothing may find something now: then that is for the entry that does so.
    pub(super) fn is_in_vain_again(&self, entry: &Entry) -> bool {
        let Deed::Act { pid } = entry.deed else { return false };
        let (mut machine, mut watch) = (self.machine.clone(), Watch::new(None));
        machine.apply(choice_of(entry), &mut self.outside.again(self.lines), &mut watch);
        watch.looked && !watch.acted && is_runnable(&self.machine, pid)
    }

    fn set_undone(&mut self, event: EventId, undone: bool) {
        let n = event.0 as usize;
        if n >= self.undone.len() {
            self.undone.resize(n + 1, false);
        }
        self.undone[n] = undone;
    }

    /// Goes through a part of the present linearisation again, watched by any observer, until it has seen enough (it is asked after
    /// every entry). Where it stopped: right behind that entry.
    pub fn retrace<O: ObserverKind>(
        &self,
        from: Position,
        to: Position,
        observer: &mut O,
        mut enough: impl FnMut(&mut O, Position) -> bool,
    ) -> Position {
        let to = to.min(self.position());
        let (mut machine, lines) = self.state_at(from);
        let mut world = self.outside.again(lines);
        for (entry, at) in self.entries_between(from, to).zip(from.0..) {
            watch_again(&mut machine, entry, &mut world, observer);
            if enough(observer, Position(at + 1)) {
                return Position(at + 1);
            }
        }
        to
    }

    /// Cuts what a process computed, and what was undone, after so many reductions.
    pub(super) fn split_undone(&mut self, at: usize, mut before: Machine, keep: u32) {
        let Deed::Compute { pid, reductions } = self.future[at].deed else { return };
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
        let rest = Entry { counters, printed, ..whole.part(pid, reductions - keep) };
        *whole = Entry { counters: whole.counters.take(), printed: first, ..whole.part(pid, keep) };
        self.future.insert(at + 1, rest);
    }
}

/// The last number up to `most` that something holds for that holds up to some number, 0 if for none.
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

/// An entry of the present again, for an observer that does not pause: the steps say how far an action goes.
pub(super) fn watch_again<O: ObserverKind>(
    machine: &mut Machine,
    entry: &Entry,
    world: &mut dyn World,
    observer: &mut O,
) {
    match entry.deed {
        Deed::Act { pid } => {
            if let Some(counters) = &entry.counters {
                machine.system.set_counters(counters);
            }
            // To look in vain takes a share, but no step of it.
            let reductions = entry.steps + u32::from(entry.blocked);
            machine.apply(Choice::Run { pid, reductions }, world, observer);
        }
        _ => {
            again_with(machine, entry, world, observer);
        }
    }
}
