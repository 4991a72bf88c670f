//! The concurrent events of a run, numbered from 1 in the order in which the machine reports them: what diagrams, questions and
//! `rewind` mean by the number of an event. The same run has the same numbers.

use std::collections::HashMap;

use erlang_machine::machine::Machine;
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Cause, Observer, ObserverKind};
use erlang_machine::process::State;
use erlang_term::{Atom, Pid, Ref, Term};

use crate::chunks::Chunks;

/// The number of an event. 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventId(pub u32);

#[derive(Clone, Debug)]
pub struct Event {
    /// Whose event it is. A message that the machine writes is sent by the process that it tells of, dead or not there; that of a timer by
    /// who started the timer.
    pub process: Pid,
    pub kind: EventKind,
    /// The event that brought this one about, beside those before it in the same process: of a delivery the send, of a receipt the
    /// delivery. A send that has a cause was not made by the code of its process, but by the machine: because of an exit, an exit
    /// signal, a timer, or a link or monitor to someone who was not there.
    pub cause: Option<EventId>,
}

#[derive(Clone, Debug)]
pub enum EventKind {
    Spawn {
        child: Pid,
        linked: bool,
        monitored: bool,
    },
    Send {
        to: Pid,
        message: MessageId,
        content: Term,
    },
    /// The message is in the mailbox of the process.
    Deliver {
        from: Pid,
        message: MessageId,
    },
    /// It is taken out of it.
    Receive {
        message: MessageId,
    },
    /// A receive went on with its `after`.
    Timeout {
        milliseconds: u64,
    },
    /// `send_after`, `start_timer`
    Timer {
        milliseconds: u64,
    },
    Exit {
        reason: Term,
        /// What killed it from outside: `exit/2` by another process, the exit of a linked one, or its own link to someone who was not
        /// there. The same event is its cause.
        by: Option<EventId>,
    },
    /// `exit(Pid, Reason)`
    ExitSignal {
        to: Pid,
        reason: Term,
    },
    Link {
        with: Pid,
    },
    Unlink {
        with: Pid,
    },
    /// None: by a name that nobody had.
    Monitor {
        of: Option<Pid>,
    },
    Demonitor {
        of: Pid,
    },
    Register {
        name: Atom,
        pid: Pid,
    },
    Unregister {
        name: Atom,
        pid: Pid,
    },
}

// A run of a million messages has three million events.
const _: () = assert!(size_of::<Option<Event>>() <= 48);

/// What became of a message: its events, 0 for those that did not happen.
#[derive(Clone, Copy, Default)]
struct Trail {
    sent: u32,
    delivered: u32,
    received: u32,
}

/// What the log knows of a process.
#[derive(Clone, Copy, Default)]
struct Life {
    spawned: u32,
    exited: u32,
}

/// All concurrent events of a run. It watches by itself, or within another observer that hands on all it hears.
///
/// What the machine's own processes do, and messages from and to them (everything that is printed), are no events.
#[derive(Clone, Default)]
pub struct EventLog {
    servants: Vec<Pid>,
    /// None: such an event is forgotten.
    events: Chunks<Option<Event>>,
    /// How many numbers were given to those before the next one.
    next: usize,
    /// By number; those of exit signals are among them.
    messages: Vec<Trail>,
    lives: HashMap<Pid, Life>,
    /// Timers and monitors, by their references.
    references: HashMap<Ref, EventId>,
    /// The latest link of one process to another.
    links: HashMap<(Pid, Pid), EventId>,
}

impl EventLog {
    /// For a run of this machine, from its beginning.
    pub fn new(machine: &Machine) -> EventLog {
        EventLog { servants: machine.servants().to_vec(), ..EventLog::default() }
    }

    /// How many numbers are in use.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn is_empty(&self) -> bool {
        self.events.len() == 0
    }

    /// How many bytes it takes, beside the contents of messages, which are the processes' own.
    pub fn size(&self) -> usize {
        let maps = self.lives.len() * size_of::<(Pid, Life)>()
            + self.references.len() * size_of::<(Ref, EventId)>()
            + self.links.len() * size_of::<((Pid, Pid), EventId)>();
        self.events.len() * size_of::<Event>() + self.messages.len() * size_of::<Trail>() + maps
    }

    /// None: there is no event of this number.
    pub fn get(&self, id: EventId) -> Option<&Event> {
        self.events.get((id.0 as usize).checked_sub(1)?)?.as_ref()
    }

    /// In their order.
    pub fn iter(&self) -> impl Iterator<Item = (EventId, &Event)> {
        let numbered = self.events.iter().enumerate();
        numbered.filter_map(|(n, event)| Some((EventId(n as u32 + 1), event.as_ref()?)))
    }

    pub fn send_of(&self, message: MessageId) -> Option<EventId> {
        some(self.trail(message).sent)
    }

    pub fn delivery_of(&self, message: MessageId) -> Option<EventId> {
        some(self.trail(message).delivered)
    }

    pub fn receipt_of(&self, message: MessageId) -> Option<EventId> {
        some(self.trail(message).received)
    }

    /// What a message says.
    pub fn content_of(&self, message: MessageId) -> Option<&Term> {
        match &self.get(self.send_of(message)?)?.kind {
            EventKind::Send { content, .. } => Some(content),
            _ => None,
        }
    }

    /// The other process that takes part in an event.
    pub fn counterpart(&self, event: &Event) -> Option<Pid> {
        match &event.kind {
            EventKind::Spawn { child, .. } => Some(*child),
            EventKind::Send { to, .. } | EventKind::ExitSignal { to, .. } => Some(*to),
            EventKind::Deliver { from, .. } => Some(*from),
            EventKind::Receive { message } => Some(self.get(self.send_of(*message)?)?.process),
            EventKind::Link { with } | EventKind::Unlink { with } => Some(*with),
            EventKind::Monitor { of } => *of,
            EventKind::Demonitor { of } => Some(*of),
            EventKind::Register { pid, .. } | EventKind::Unregister { pid, .. } => Some(*pid),
            EventKind::Timeout { .. } | EventKind::Timer { .. } | EventKind::Exit { .. } => None,
        }
    }

    /// The event by which a process began. The first process has none.
    pub fn spawned_by(&self, child: Pid) -> Option<EventId> {
        some(self.lives.get(&child)?.spawned)
    }

    pub fn exit_of(&self, pid: Pid) -> Option<EventId> {
        some(self.lives.get(&pid)?.exited)
    }

    fn trail(&self, message: MessageId) -> Trail {
        self.messages.get(message.0 as usize).copied().unwrap_or_default()
    }

    fn trail_mut(&mut self, message: MessageId) -> &mut Trail {
        let n = message.0 as usize;
        if n >= self.messages.len() {
            self.messages.resize(n + 1, Trail::default());
        }
        &mut self.messages[n]
    }

    fn note(&mut self, process: Pid, kind: EventKind, cause: Option<EventId>) -> EventId {
        self.go_on_at(self.next);
        let event = Some(Event { process, kind, cause });
        match self.events.get_mut(self.next) {
            Some(place) => *place = event,
            None => self.events.push(event),
        }
        self.next += 1;
        EventId(self.next as u32)
    }

    /// How many numbers come before that of the next event.
    pub(crate) fn next(&self) -> usize {
        self.next
    }

    /// The next event gets the number after these.
    pub(crate) fn go_on_at(&mut self, next: usize) {
        while self.events.len() < next {
            self.events.push(None);
        }
        self.next = next;
    }

    fn is_servant(&self, pid: Pid) -> bool {
        self.servants.contains(&pid)
    }

    /// The event that the machine tells as a cause; `to` is who hears of it.
    fn event(&self, cause: Cause, to: Pid) -> Option<EventId> {
        match cause {
            Cause::ExitSignal(id) => self.send_of(id),
            Cause::Exit(pid) => self.exit_of(pid),
            Cause::NotLinked(with) => self.links.get(&(to, with)).copied(),
            Cause::NotMonitored(reference) | Cause::Timer(reference) => {
                self.references.get(&reference).copied()
            }
        }
    }
}

/// Events are numbered from 1.
fn some(number: u32) -> Option<EventId> {
    (number > 0).then_some(EventId(number))
}

impl ObserverKind for EventLog {
    const CALLS: bool = false;
}

impl Observer for EventLog {
    fn send(&mut self, from: Pid, to: Pid, id: MessageId, content: &Term, cause: Option<Cause>) {
        if self.is_servant(from) || self.is_servant(to) {
            return;
        }
        let cause = cause.and_then(|cause| self.event(cause, to));
        let event = self.note(from, EventKind::Send { to, message: id, content: content.clone() }, cause);
        self.trail_mut(id).sent = event.0;
    }

    fn deliver(&mut self, from: Pid, to: Pid, id: MessageId) {
        if let Some(send) = self.send_of(id) {
            let event = self.note(to, EventKind::Deliver { from, message: id }, Some(send));
            self.trail_mut(id).delivered = event.0;
        }
    }

    fn receive(&mut self, pid: Pid, id: MessageId, _content: &Term) {
        if let Some(delivery) = self.delivery_of(id) {
            let event = self.note(pid, EventKind::Receive { message: id }, Some(delivery));
            self.trail_mut(id).received = event.0;
        }
    }

    fn timeout(&mut self, pid: Pid, milliseconds: u64) {
        if !self.is_servant(pid) {
            self.note(pid, EventKind::Timeout { milliseconds }, None);
        }
    }

    fn timer(&mut self, pid: Pid, timer: Ref, milliseconds: u64) {
        let event = self.note(pid, EventKind::Timer { milliseconds }, None);
        self.references.insert(timer, event);
    }

    fn spawn(&mut self, parent: Pid, child: &State) {
        let linked = child.links.contains_key(&parent.into());
        let monitored = !child.monitored_by.is_empty();
        let event = self.note(parent, EventKind::Spawn { child: child.pid, linked, monitored }, None);
        self.lives.entry(child.pid).or_default().spawned = event.0;
    }

    fn exit(&mut self, pid: Pid, state: &State) {
        let by = state.killed_by.and_then(|cause| self.event(cause, pid));
        let event = self.note(pid, EventKind::Exit { reason: state.exit_reason(), by }, by);
        self.lives.entry(pid).or_default().exited = event.0;
    }

    fn exit_signal(&mut self, from: Pid, to: Pid, id: MessageId, reason: &Term) {
        let event = self.note(from, EventKind::ExitSignal { to, reason: reason.clone() }, None);
        self.trail_mut(id).sent = event.0;
    }

    fn link(&mut self, pid: Pid, with: Pid) {
        let event = self.note(pid, EventKind::Link { with }, None);
        self.links.insert((pid, with), event);
    }

    fn unlink(&mut self, pid: Pid, with: Pid) {
        self.note(pid, EventKind::Unlink { with }, None);
    }

    fn monitor(&mut self, pid: Pid, of: Option<Pid>, monitor: Ref) {
        if of.is_some_and(|of| self.is_servant(of)) {
            return;
        }
        let event = self.note(pid, EventKind::Monitor { of }, None);
        self.references.insert(monitor, event);
    }

    fn demonitor(&mut self, pid: Pid, of: Pid, monitor: Ref) {
        if !self.is_servant(of) {
            self.note(pid, EventKind::Demonitor { of }, None);
            self.references.remove(&monitor);
        }
    }

    fn register(&mut self, by: Pid, name: Atom, pid: Pid) {
        self.note(by, EventKind::Register { name, pid }, None);
    }

    fn unregister(&mut self, by: Pid, name: Atom, pid: Pid) {
        self.note(by, EventKind::Unregister { name, pid }, None);
    }
}
