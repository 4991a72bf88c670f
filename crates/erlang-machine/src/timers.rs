//! Virtual time: timers, and the clock, which goes on a little with every step and jumps to the
//! next timer when nothing can run.

use std::collections::BTreeMap;
use std::time::Duration;

use erlang_term::{Atom, Pid, Ref, Term};

use crate::process::RefKey;

/// Nanoseconds since the run began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Instant(pub u64);

/// About what the BEAM needs for a reduction.
const NANOSECONDS_PER_STEP: u64 = 5;

impl Instant {
    /// A loop that waits for the clock to advance does end.
    pub fn after_work(self, steps: u64) -> Instant {
        Instant(self.0.saturating_add(steps.saturating_mul(NANOSECONDS_PER_STEP)))
    }

    /// Takes back [`Instant::after_work`].
    pub fn before_work(self, steps: u64) -> Instant {
        Instant(self.0.saturating_sub(steps.saturating_mul(NANOSECONDS_PER_STEP)))
    }

    pub fn after_milliseconds(self, n: u64) -> Instant {
        Instant(self.0.saturating_add(n.saturating_mul(1_000_000)))
    }

    pub fn after(self, time: Duration) -> Instant {
        Instant(self.0.saturating_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)))
    }

    /// The time from the other instant to this one; zero if the other one is later.
    pub fn since(self, other: Instant) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(other.0))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TimerId(pub u64);

#[derive(Clone)]
pub struct Timer {
    pub due: Instant,
    pub action: Action,
}

#[derive(Clone)]
pub enum Action {
    /// The `after` of a receive.
    Wake { pid: Pid, milliseconds: u64 },
    /// `send_after`, `start_timer`, called by `from`; `message` is complete.
    Send { from: Pid, to: Destination, message: Term, reference: Ref },
}

#[derive(Clone)]
pub enum Destination {
    Process(Pid),
    Name(Atom),
}

/// All timers, in the order in which they fire: by due time, then by age.
#[derive(Clone, Default)]
pub struct Timers {
    by_due: BTreeMap<(Instant, TimerId), Timer>,
    due_of: BTreeMap<TimerId, Instant>,
    by_reference: BTreeMap<RefKey, TimerId>,
    pub(crate) next: u64,
}

impl Timers {
    pub fn start(&mut self, timer: Timer) -> TimerId {
        let id = TimerId(self.next);
        self.next += 1;
        self.due_of.insert(id, timer.due);
        if let Action::Send { reference, .. } = timer.action {
            self.by_reference.insert(reference.into(), id);
        }
        self.by_due.insert((timer.due, id), timer);
        id
    }

    pub fn cancel(&mut self, id: TimerId) -> Option<Timer> {
        let due = self.due_of.remove(&id)?;
        let timer = self.by_due.remove(&(due, id))?;
        if let Action::Send { reference, .. } = timer.action {
            self.by_reference.remove(&reference.into());
        }
        Some(timer)
    }

    /// A timer becomes as it is among others: not started, running, or over.
    pub(crate) fn copy(&mut self, id: TimerId, from: &Timers) {
        self.cancel(id);
        let Some(due) = from.due_of.get(&id) else { return };
        let Some(timer) = from.by_due.get(&(*due, id)) else { return };
        self.due_of.insert(id, *due);
        if let Action::Send { reference, .. } = timer.action {
            self.by_reference.insert(reference.into(), id);
        }
        self.by_due.insert((*due, id), timer.clone());
    }

    pub fn next_due(&self) -> Option<(Instant, TimerId)> {
        self.by_due.keys().next().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.by_due.is_empty()
    }

    pub fn find(&self, reference: Ref) -> Option<(TimerId, &Timer)> {
        let id = *self.by_reference.get(&reference.into())?;
        let due = *self.due_of.get(&id)?;
        self.by_due.get(&(due, id)).map(|timer| (id, timer))
    }

    pub fn iter(&self) -> impl Iterator<Item = (TimerId, &Timer)> {
        self.by_due.iter().map(|((_, id), timer)| (*id, timer))
    }
}
