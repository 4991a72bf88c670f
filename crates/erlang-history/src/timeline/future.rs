//! The undone future: it is kept, and going forward makes it again, unless someone chooses otherwise.

use erlang_machine::process::PidKey;
use erlang_machine::schedule::Choice;
use erlang_term::Pid;

use super::Timeline;
use super::causes::{Used, past_of};
use super::entry::{Deed, Entry};
use super::forward::{Moved, Refused, Stopped};
use super::undo::Target;
use crate::{Event, EventId};

impl Timeline {
    /// What was undone and can be made again, in the order in which it happened.
    pub fn future(&self) -> impl DoubleEndedIterator<Item = (EventId, &Event)> {
        self.future.iter().flat_map(Entry::events).filter_map(|id| Some((id, self.log.get(id)?)))
    }

    /// Is there anything that can be made again?
    pub fn has_future(&self) -> bool {
        !self.future.is_empty()
    }

    /// Makes something again that was undone, with its causes, and no more.
    pub fn replay(&mut self, target: &Target) -> Result<Moved, Refused> {
        let wanted = match target {
            Target::Start => self.future.len().checked_sub(1).map(|last| (0..=last).collect()),
            Target::Steps { pid, steps } => self.next_steps(*pid, *steps),
            Target::Bind { pid, variable } => Some(vec![
                self.undone_binding(*pid, *variable).ok_or(Refused::NotBoundAgain(*pid, *variable))?,
            ]),
            _ => {
                let event = self.event_of(target)?;
                let at = self.future.iter().position(|entry| entry.has(event));
                Some(vec![at.ok_or(Refused::NotUndone(event))?])
            }
        };
        let wanted: Vec<usize> = wanted.ok_or(Refused::NothingUndone)?;
        let from = self.here();
        let is_wanted = past_of(self.future.iter(), |n| wanted.binary_search(&n).is_ok());
        let mut later = std::collections::VecDeque::new();
        let mut stopped = None;
        for (entry, is_wanted) in std::mem::take(&mut self.future).into_iter().zip(is_wanted) {
            stopped = stopped.or_else(|| self.stopped_from_outside());
            match is_wanted && stopped.is_none() {
                true => self.push_again(entry),
                false => later.push_back(entry),
            }
        }
        self.future = later;
        self.changed();
        Ok(self.moved(from, stopped.unwrap_or(Stopped::Done)))
    }

    /// The first of what was undone happens again. Whether there was anything.
    pub(super) fn replay_next(&mut self) -> bool {
        let Some(entry) = self.future.pop_front() else { return false };
        self.push_again(entry);
        self.changed();
        true
    }

    /// The same, but a computation for so many steps at most.
    pub(super) fn replay_at(&mut self, at: usize, steps: u64) {
        let Some(entry) = self.future.remove(at) else { return };
        match entry.deed {
            Deed::Compute { pid, reductions } if u64::from(reductions) > steps => {
                let share = u32::try_from(steps).unwrap_or(u32::MAX).max(1);
                let before = self.steps;
                self.push_again(Entry { counters: entry.counters.clone(), ..entry.part(pid, share) });
                // One thing may take more than that.
                let began = entry.counters.as_deref().map_or(0, |counters| counters.steps);
                let used = u32::try_from(self.machine.system.steps - began).unwrap_or(share);
                self.steps = before + u64::from(used);
                if let Some(last) = self.entries.last_mut() {
                    *last = Entry { counters: last.counters.take(), ..last.part(pid, used) };
                }
                if reductions > used {
                    let counters = Some(Box::new(self.machine.system.counters()));
                    self.future.insert(at, Entry { counters, ..entry.part(pid, reductions - used) });
                }
            }
            _ => self.push_again(entry),
        }
        self.changed();
    }

    /// The recorded entry that a choice makes again: it must be the next one for all that it uses.
    pub(super) fn recorded(&self, choice: Choice) -> Option<usize> {
        let front = |from: Pid, to: Pid| {
            let channel = (PidKey::from(from), PidKey::from(to));
            self.machine.system.in_flight.get(&channel)?.front().map(|signal| signal.id)
        };
        let at = self.future.iter().position(|entry| match (choice, entry.deed) {
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

    /// The first process that was undone has a recorded step to make for which no delivery is missing.
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
        if self.future.is_empty() {
            return;
        }
        let mut used = Used::default();
        // To look in vain changes nothing.
        for entry in self.entries[from..].iter().filter(|entry| !entry.is_in_vain()) {
            used.add(entry);
        }
        self.future.retain(|entry| {
            let contradicted = used.is_before(entry);
            if contradicted && !entry.is_in_vain() {
                used.add(entry);
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
