//! The undone future: it is kept, and going forward makes it again, unless someone chooses
//! otherwise.

use erlang_machine::process::PidKey;
use erlang_machine::schedule::Choice;
use erlang_term::Pid;

use super::causes::{Used, past_of};
use super::entry::{Deed, Details, Entry};
use super::forward::{AdvanceEnd, Advanced, Refused};
use super::leave::Work;
use super::point::{go_on_as, is_standing};
use super::trial::StopFn;
use super::undo::Target;
use super::watch::Watch;
use super::{Timeline, choice_of};
use crate::{EventId, Position, RunEvent};

impl Timeline {
    /// What was undone and can be made again, in the order in which it happened.
    pub fn future(&self) -> impl DoubleEndedIterator<Item = (EventId, &RunEvent)> {
        self.future.iter().flat_map(Entry::events).filter_map(|id| Some((id, self.log.get(id)?)))
    }

    /// Is there anything that can be made again?
    pub fn has_future(&self) -> bool {
        !self.future.is_empty()
    }

    /// The position right after the entry in which an event happened: of what was undone, where it
    /// will be once all before it is made again.
    pub fn position_after(&self, id: EventId) -> Option<Position> {
        let undone = || {
            let at = self.future.iter().position(|entry| entry.has(id))?;
            Some(Position(self.position().0 + at + 1))
        };
        self.position_of(id).map(|before| Position(before.0 + 1)).or_else(undone)
    }

    /// Makes again what was undone, in the order in which it happened, up to a position.
    pub async fn replay_until_by_slices(&mut self, position: Position) -> Advanced {
        let from = self.here();
        self.seek_by_slices(position).await;
        self.moved(from, AdvanceEnd::Done)
    }

    /// Makes something again that was undone, with its causes, and no more.
    pub async fn replay_by_slices(&mut self, target: &Target) -> Result<Advanced, Refused> {
        if let Target::Bind { pid, variable } = target
            && self.binds_at_once(*pid, *variable)
        {
            self.finish_standing(*pid);
            return Ok(self.moved(self.here(), AdvanceEnd::Done));
        }
        if let Target::Bind { .. } = target {
            self.give_future_counters();
        }
        let wanted = match target {
            Target::Start => self.future.len().checked_sub(1).map(|last| (0..=last).collect()),
            Target::Steps { pid, steps } => self.next_steps(*pid, *steps),
            Target::Bind { pid, variable } => Some(vec![
                self.undone_binding(*pid, *variable).await.ok_or(Refused::NotBoundAgain(*pid, *variable))?,
            ]),
            _ => {
                let event = self.event_of(target)?;
                let at = self.future.iter().position(|entry| entry.has(event));
                Some(vec![at.ok_or(Refused::NotUndone(event))?])
            }
        };
        let wanted = wanted.or_else(|| (!self.stood.is_empty()).then(Vec::new));
        let wanted: Vec<usize> = wanted.ok_or(Refused::NothingUndone)?;
        let from = self.here();
        let is_wanted = past_of(self.future.iter(), |n| wanted.binary_search(&n).is_ok());
        // What is left follows only what came first.
        if !is_wanted.is_sorted_by_key(|wanted| !wanted) {
            self.give_future_counters();
        }
        let mut later = std::collections::VecDeque::new();
        let (mut stopped, mut work) = (None, Work::default());
        for (entry, is_wanted) in std::mem::take(&mut self.future).into_iter().zip(is_wanted) {
            stopped = stopped.or_else(|| self.stopped_from_outside());
            if let Some(steps) = work.add(&entry).filter(|_| is_wanted && stopped.is_none()) {
                self.pause(steps).await;
            }
            match is_wanted && stopped.is_none() {
                true => self.push_again(entry),
                false => later.push_back(entry),
            }
        }
        self.future = later;
        self.stand_as_before();
        self.changed();
        Ok(self.moved(from, stopped.unwrap_or(AdvanceEnd::Done)))
    }

    /// The first of what was undone happens again. Whether there was anything.
    pub(super) fn replay_next(&mut self) -> bool {
        let Some(entry) = self.future.pop_front() else { return false };
        self.push_again(entry);
        self.changed();
        true
    }

    /// The same, but a computation for at most this many steps.
    pub(super) fn replay_at(&mut self, at: usize, steps: u64) {
        if at > 0 {
            self.give_future_counters();
        }
        let Some(entry) = self.future.remove(at) else { return };
        match entry.deed() {
            Deed::Compute { pid, reductions } if u64::from(reductions) > steps => {
                let share = u32::try_from(steps).unwrap_or(u32::MAX).max(1);
                let before = (self.machine.clone(), self.steps);
                let counters = entry.counters().copied().map(Box::new);
                self.push_again(Details { counters, ..entry.part(pid, share) }.into());
                // One thing may take more than that.
                let before_it = before.0.system.steps;
                let began = entry.counters().map_or(before_it, |counters| counters.steps);
                let used = u32::try_from(self.machine.system.steps - began).unwrap_or(share);
                self.steps = before.1 + u64::from(used);
                let [first, rest] = self.cut_printed(&entry, &before.0, pid, share);
                if let Some(last) = self.entries.last_mut() {
                    let counters = last.counters().copied().map(Box::new);
                    *last = Details { counters, printed: first, ..last.part(pid, used) }.into();
                }
                if reductions > used {
                    let counters = Some(Box::new(self.machine.system.counters()));
                    let rest =
                        Details { counters, printed: rest, ..entry.part(pid, reductions - used) }.into();
                    self.future.insert(at, rest);
                }
            }
            _ => self.push_again(entry),
        }
        self.changed();
    }

    /// The same, but a process that makes it may be asked to stand: then as much of it as had been
    /// done by then. Whether it does.
    pub(super) fn replay_to(&mut self, at: usize, stop: &mut StopFn<'_>) -> bool {
        if at > 0 {
            self.give_future_counters();
        }
        let Some(entry) = self.future.get(at) else { return false };
        let Some(pid) = entry.process() else {
            self.replay_at(at, u64::MAX);
            return false;
        };
        let (mut trial, mut world) = (self.machine.clone(), self.outside.again(self.lines));
        if let Some(counters) = entry.counters() {
            trial.system.set_counters(counters);
        }
        let before = trial.system.steps;
        let mut watch = Watch::standing(stop);
        trial.apply(choice_of(entry), &mut world, &mut watch);
        if !is_standing(&trial, pid) {
            self.replay_at(at, u64::MAX);
            return false;
        }
        let used = trial.system.steps - before;
        match entry.deed() {
            // It stands before the first of its steps, or before the action.
            _ if used == 0 => {}
            Deed::Compute { .. } => self.replay_at(at, used),
            _ => self.replay_at(at, u64::MAX),
        }
        let stands = trial.system.get(pid);
        if let (Some(process), Some(stands)) = (self.machine.system.get_mut(pid), stands) {
            go_on_as(process, stands);
        }
        self.stands_now(pid);
        true
    }

    /// The recorded entry that a choice makes again: it must be the next one for all that it uses.
    pub(super) fn recorded(&self, choice: Choice) -> Option<usize> {
        let front = |from: Pid, to: Pid| {
            let channel = (PidKey::from(from), PidKey::from(to));
            self.machine.system.in_flight.get(&channel)?.front().map(|signal| signal.id)
        };
        let at = self.future.iter().position(|entry| match (choice, entry.deed()) {
            (Choice::Run { pid, .. }, _) => entry.process() == Some(pid),
            (Choice::Deliver { from, to }, Deed::Deliver { from: f, to: t }) => {
                (from, to) == (f, t) && entry.delivers() == front(from, to)
            }
            (Choice::Fire { timer }, Deed::Fire { timer: other }) => timer == other,
            _ => false,
        })?;
        self.is_next(at).then_some(at)
    }

    /// Has all happened that this entry of the undone future depends on?
    pub(super) fn is_next(&self, at: usize) -> bool {
        let mut used = Used::default();
        self.future.iter().take(at).for_each(|entry| used.add(entry));
        self.future.get(at).is_some_and(|entry| !used.is_before(entry))
    }

    /// The first process that was undone has a recorded step to make for which no delivery is
    /// missing.
    pub(super) fn next_of_a_process(&self) -> Option<usize> {
        let mut used = Used::default();
        for (at, entry) in self.future.iter().enumerate() {
            if entry.process().is_some() && !used.is_before(entry) {
                return Some(at);
            }
            used.add(entry);
        }
        None
    }

    /// Something else happened than was recorded: what would depend on it is forgotten.
    pub(super) fn forget_contradicted(&mut self, from: usize) {
        let steps = self.entries[from..].iter().filter(|entry| entry.steps() > 0);
        for pid in steps.filter_map(Entry::process) {
            self.stood.remove(&pid.into());
        }
        if self.future.is_empty() {
            return;
        }
        let mut used = Used::default();
        // A look without a match changes nothing.
        for entry in self.entries[from..].iter().filter(|entry| !entry.is_in_vain()) {
            used.add(entry);
        }
        let stood = &mut self.stood;
        self.future.retain(|entry| {
            let contradicted = used.is_before(entry);
            if contradicted && !entry.is_in_vain() {
                used.add(entry);
            }
            if let Some(pid) = entry.process().filter(|_| contradicted) {
                stood.remove(&pid.into());
            }
            !contradicted
        });
    }

    /// The entries of the next recorded steps of a process.
    fn next_steps(&self, pid: Pid, steps: u64) -> Option<Vec<usize>> {
        let mut left = steps;
        let mut found = Vec::new();
        for (at, entry) in self.future.iter().enumerate() {
            let of_entry = entry.steps_of(pid);
            if left > 0 && of_entry > 0 {
                found.push(at);
                left -= of_entry.min(left);
            }
        }
        (!found.is_empty()).then_some(found)
    }
}
