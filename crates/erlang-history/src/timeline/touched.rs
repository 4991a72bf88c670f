//! What parts of a run touch, so that those can be passed over that have nothing to do with what is
//! undone.

use std::collections::BTreeSet;

use erlang_machine::observer::{Access, Object};
use erlang_machine::parts::{Parts, is_stored, processes_of};
use erlang_machine::process::PidKey;
use erlang_machine::servants::LOWEST;
use erlang_machine::system::Counters;
use erlang_term::Pid;

use super::causes::Used;
use super::entry::{Deed, Entry, Use};

/// What a stretch touches of what was there when it began.
#[derive(Clone, Default)]
pub(crate) struct Touched {
    /// One bit a process, by the numbers of their pids.
    processes: Vec<u64>,
    others: Used,
    stored: bool,
}

impl Touched {
    pub(super) fn add_process(&mut self, pid: Pid) {
        let Some(n) = pid.id().checked_sub(LOWEST).map(|n| n as usize) else { return };
        if n / 64 >= self.processes.len() {
            self.processes.resize(n / 64 + 1, 0);
        }
        self.processes[n / 64] |= 1 << (n % 64);
    }

    /// `first`: what is numbered from there on is new, and nothing before it can have touched it.
    pub(super) fn add(&mut self, object: Object, access: Access, first: &Counters) {
        let is_new = match object {
            Object::Signal(_) => true,
            Object::Timer(timer) => timer.0 >= first.timer,
            Object::TimerReference(key)
            | Object::Alias(key)
            | Object::Table(key)
            | Object::Element(key, _) => key.0 > first.reference,
            _ => false,
        };
        if is_new {
            return;
        }
        self.stored |= is_stored(object);
        let mut processes = processes_of(object).peekable();
        if processes.peek().is_none() {
            return self.others.add_use(object, Use::Access(access));
        }
        processes.for_each(|process| self.add_process(process.into()));
    }

    pub(super) fn has(&self, pid: Pid) -> bool {
        let n = pid.id().checked_sub(LOWEST).map(|n| n as usize);
        n.is_some_and(|n| self.processes.get(n / 64).is_some_and(|bits| bits & (1 << (n % 64)) != 0))
    }

    /// How many processes.
    pub(super) fn count(&self) -> usize {
        self.processes.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// What both touch.
    pub(super) fn and(&self, other: &Touched) -> Touched {
        let mut both = self.clone();
        both.processes.resize(self.processes.len().max(other.processes.len()), 0);
        both.processes.iter_mut().zip(&other.processes).for_each(|(bits, more)| *bits |= more);
        both.others.extend(&other.others);
        both.stored |= other.stored;
        both
    }

    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.processes) + self.others.size()
    }
}

/// Entries that are to go.
#[derive(Default)]
pub(super) struct Leaving {
    used: Used,
    processes: BTreeSet<PidKey>,
    stored: bool,
}

impl Leaving {
    pub(super) fn add(&mut self, entry: &Entry) {
        self.used.add(entry);
        self.processes.extend(processes(entry));
        self.stored |= entry.uses().any(|(object, _)| is_stored(object));
    }

    /// Does an entry that comes after them depend on one of them?
    pub(super) fn takes(&self, entry: &Entry) -> bool {
        self.used.is_before(entry)
    }

    /// May something in a stretch that comes after them depend on one of them, or be about the same
    /// part of the state?
    pub(super) fn meets(&self, stretch: &Touched) -> bool {
        self.stored && stretch.stored
            || self.processes.iter().any(|process| stretch.has((*process).into()))
            || self.used.is_before_all(&stretch.others)
    }
}

/// The processes whose state an entry may read or change.
pub(super) fn processes(entry: &Entry) -> impl Iterator<Item = PidKey> {
    let own = match entry.deed() {
        Deed::Deliver { from, to } => [Some(from.into()), Some(to.into())],
        _ => [entry.process().map(PidKey::from), None],
    };
    own.into_iter().flatten().chain(entry.uses().flat_map(|(object, _)| processes_of(object)))
}

/// The parts of the state that are not the same without this entry.
pub(super) fn lose(parts: &mut Parts, entry: &Entry) {
    parts.processes.extend(processes(entry));
    entry.uses().for_each(|(object, _)| parts.add(object));
}

/// Has an entry to do with one of these parts?
pub(super) fn concerns(parts: &Parts, entry: &Entry) -> bool {
    processes(entry).any(|process| parts.processes.contains(&process))
        || entry.uses().any(|(object, _)| parts.has(object))
}
