//! The events that a diagram shows: those of a run that have not been undone.

use diagram::sequence::Sequence;
use erlang_history::{EventId, EventLog, RunEvent};
use erlang_machine::machine::Machine;
use erlang_machine::mailbox::MessageId;
use erlang_term::{Pid, Term};

use session::Relations;

use super::{EventFilter, ProcessTree, relations, sequence};
use crate::drawable::{DiagramChoice, Diagrams};

/// The events of a run, without those that were undone.
pub struct Happened<'a> {
    log: &'a EventLog,
    is_present: Option<Box<dyn Fn(EventId) -> bool + 'a>>,
}

impl<'a> Happened<'a> {
    /// Of a run that never went back.
    pub fn all(log: &'a EventLog) -> Happened<'a> {
        Happened { log, is_present: None }
    }

    /// Only those that are present.
    pub fn only(log: &'a EventLog, is_present: impl Fn(EventId) -> bool + 'a) -> Happened<'a> {
        Happened { log, is_present: Some(Box::new(is_present)) }
    }

    fn present(&self, id: EventId) -> Option<EventId> {
        self.is_present.as_ref().is_none_or(|is_present| is_present(id)).then_some(id)
    }

    pub fn get(&self, id: EventId) -> Option<&'a RunEvent> {
        self.log.get(self.present(id)?)
    }

    pub fn iter(&self) -> impl Iterator<Item = (EventId, &'a RunEvent)> {
        self.log.iter().filter(|(id, _)| self.present(*id).is_some())
    }

    /// The highest number that an event has.
    pub fn last(&self) -> usize {
        self.log.len()
    }

    pub fn count(&self) -> usize {
        match self.is_present {
            None => self.log.len(),
            Some(_) => self.iter().count(),
        }
    }

    pub fn send_of(&self, message: MessageId) -> Option<EventId> {
        self.log.send_of(message)
    }

    pub fn delivery_of(&self, message: MessageId) -> Option<EventId> {
        self.present(self.log.delivery_of(message)?)
    }

    pub fn content_of(&self, message: MessageId) -> Option<&'a Term> {
        self.log.content_of(message)
    }

    pub fn counterpart(&self, event: &RunEvent) -> Option<Pid> {
        self.log.counterpart(event)
    }

    pub fn spawned_by(&self, child: Pid) -> Option<EventId> {
        self.present(self.log.spawned_by(child)?)
    }

    pub fn exit_of(&self, pid: Pid) -> Option<EventId> {
        self.present(self.log.exit_of(pid)?)
    }
}

/// What the processes of a run did to each other, ready to be drawn.
pub struct Drawn<'a> {
    pub events: Happened<'a>,
    pub machine: &'a Machine,
    /// What the first process evaluates.
    pub expression: &'a str,
}

impl Diagrams for Drawn<'_> {
    fn events(&self) -> usize {
        self.events.count()
    }

    fn sequence(&self, wanted: &DiagramChoice) -> Result<Sequence, String> {
        let Drawn { events, machine, expression } = self;
        let choice = EventFilter::read(wanted, events, machine)?;
        Ok(sequence(events, machine, expression, &choice))
    }

    fn relations(&self) -> Vec<Relations> {
        relations(&self.events, self.machine)
    }

    fn creation(&self, unfolded: bool) -> ProcessTree {
        ProcessTree::new(&self.events, self.machine, self.expression, unfolded)
    }
}
