//! One entry of the log of a reversible run: a choice, cut so that it holds one concurrent action at most, and all that is known of it.

use erlang_machine::machine::Machine;
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Access, Object};
use erlang_machine::process::Status;
use erlang_machine::system::Counters;
use erlang_machine::timers::TimerId;
use erlang_term::Pid;

use super::printed::Printed;
use crate::EventId;

/// What happens in an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// A process computes by itself for so many reductions: rules (Seq) and (Self) of paper 4, Fig. 4.
    Compute { pid: Pid, reductions: u32 },
    /// It does one thing that others can see: (Send), (Spawn), (Receive), …; or it looks at its mailbox in vain.
    Act { pid: Pid },
    /// (Sched)
    Deliver { from: Pid, to: Pid },
    /// The clock jumps to a timer, which fires.
    Fire { timer: TimerId },
}

/// How an entry uses an object. A mailbox can also be looked at in vain: that depends on what had been delivered, but nothing depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    Access(Access),
    InVain,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) deed: Deed,
    /// How many steps it takes: reductions; or one, if it is none of a process.
    pub(crate) steps: u32,
    /// Its events have this number and the following ones.
    pub(crate) first_event: u32,
    pub(crate) events: u16,
    /// It ends in a receive that found nothing.
    pub(crate) blocked: bool,
    /// What it touches, beside the steps of its process.
    pub(crate) uses: Box<[(Object, Use)]>,
    /// What it began with the first time. None: what the entry before it ended with.
    pub(crate) counters: Option<Box<Counters>>,
    pub(crate) printed: Option<Box<Printed>>,
}

impl Entry {
    pub(crate) fn new(deed: Deed, steps: u64, events: std::ops::Range<usize>, uses: Uses) -> Entry {
        Entry {
            deed,
            steps: u32::try_from(steps).unwrap_or(u32::MAX),
            first_event: events.start as u32 + 1,
            events: events.len() as u16,
            blocked: false,
            uses: uses.0.into_boxed_slice(),
            counters: None,
            printed: None,
        }
    }

    pub(crate) fn events(&self) -> impl DoubleEndedIterator<Item = EventId> + use<> {
        (self.first_event..self.first_event + u32::from(self.events)).map(EventId)
    }

    /// A part of what a process computes by itself.
    pub(crate) fn part(&self, pid: Pid, reductions: u32) -> Entry {
        Entry {
            deed: Deed::Compute { pid, reductions },
            steps: reductions,
            uses: self.uses.clone(),
            counters: None,
            printed: None,
            ..*self
        }
    }

    pub(crate) fn size(&self) -> usize {
        let counters = self.counters.as_ref().map_or(0, |_| size_of::<Counters>());
        let printed = self.printed.as_ref().map_or(0, |printed| size_of::<Printed>() + printed.bytes.len());
        size_of::<Entry>() + size_of_val(&*self.uses) + counters + printed
    }

    pub(crate) fn has(&self, event: EventId) -> bool {
        (self.first_event..self.first_event + u32::from(self.events)).contains(&event.0)
    }

    /// The process that makes it, if one does.
    pub(crate) fn process(&self) -> Option<Pid> {
        match self.deed {
            Deed::Compute { pid, .. } | Deed::Act { pid } => Some(pid),
            Deed::Deliver { .. } | Deed::Fire { .. } => None,
        }
    }

    /// Everything that it touches.
    pub(crate) fn all_uses(&self) -> impl Iterator<Item = (Object, Use)> {
        let own = self.process().map(|pid| (Object::Steps(pid.into()), Use::Access(Access::Change)));
        own.into_iter().chain(self.uses.iter().copied())
    }

    /// A receive that found nothing, and started no timer: made again later, it may find something.
    pub(crate) fn is_in_vain(&self) -> bool {
        self.uses.iter().any(|(_, used)| *used == Use::InVain)
    }

    /// The number of the signal that arrives.
    pub(crate) fn delivers(&self) -> Option<MessageId> {
        let signal = |(object, _): &(Object, Use)| match object {
            Object::Signal(id) => Some(*id),
            _ => None,
        };
        // It is noted before what the arrival sets off.
        matches!(self.deed, Deed::Deliver { .. }).then(|| self.uses.iter().find_map(signal)).flatten()
    }

    /// How many steps of this process: reductions, and its death at the hands of others.
    pub(crate) fn steps_of(&self, pid: Pid) -> u64 {
        match self.process() {
            Some(process) if process == pid => self.steps.into(),
            Some(_) => 0,
            None => u64::from(self.uses.iter().any(|(object, _)| *object == Object::Steps(pid.into()))),
        }
    }
}

/// The objects that an entry uses, each once in each way.
#[derive(Default, Debug)]
pub(crate) struct Uses(pub(crate) Vec<(Object, Use)>);

impl Uses {
    pub(crate) fn add(&mut self, object: Object, used: Use) {
        if !self.0.contains(&(object, used)) {
            self.0.push((object, used));
        }
    }
}

/// Can this process run?
pub(crate) fn is_runnable(machine: &Machine, pid: Pid) -> bool {
    machine.system.get(pid).is_some_and(|process| process.state.status == Status::Runnable)
}
