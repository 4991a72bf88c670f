//! The concurrent events of a run, numbered from 1 in the order in which the machine reports them:
//! what diagrams, questions and `rewind` mean by the number of an event. The same run has the same
//! numbers.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use erlang_machine::machine::Machine;
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Cause, Observer, ObserverKind};
use erlang_machine::process::State;
use erlang_machine::timers::Action;
use erlang_term::{Atom, Pid, Ref, Term};

use crate::chunks::Chunks;
use crate::timeline::quick::Quick;
use crate::timeline::stretch::Stretch;

/// The number of an event. 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventId(pub u32);

#[derive(Clone, Debug)]
pub struct RunEvent {
    /// Whose event it is. A message that the machine writes is sent by the process that it tells
    /// of, dead or not there; that of a timer by who started the timer.
    pub process: Pid,
    pub kind: EventKind,
    /// The event that brought this one about, beside those before it in the same process: of a
    /// delivery the send, of a receipt the delivery. A send that has a cause was not made by the
    /// code of its process, but by the machine: because of an exit, an exit signal, a timer, or a
    /// link or monitor to someone who was not there.
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
        /// What killed it from outside: `exit/2` by another process, the exit of a linked one, or
        /// its own link to someone who was not there. The same event is its cause.
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
const _: () = assert!(size_of::<Option<RunEvent>>() <= 48);

/// What became of a message: its events, 0 for those that did not happen.
#[derive(Clone, Copy, Default)]
pub(crate) struct Trail {
    pub(crate) sent: u32,
    pub(crate) delivered: u32,
    pub(crate) received: u32,
}

/// What the events of a part of a run may refer to that came before it.
#[derive(Clone, Default)]
pub(crate) struct Known {
    /// Of messages in mailboxes.
    trails: Vec<(MessageId, Trail)>,
    /// Of timers that have not fired. (Who is not there to be linked or monitored is told of at
    /// once.)
    references: Vec<(Ref, EventId)>,
}

impl Known {
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.trails) + size_of_val(&*self.references)
    }
}

/// What a part of a run whose events are not kept leaves to be known: numbers of events.
#[derive(Default)]
pub(crate) struct Left {
    /// Of messages in mailboxes, and of what was received but sent before.
    pub(crate) trails: Vec<(MessageId, Trail)>,
    pub(crate) spawned: Vec<(Pid, u32)>,
    pub(crate) exited: Vec<(Pid, u32)>,
    /// Of timers.
    pub(crate) references: Vec<(Ref, u32)>,
    /// Monitors that are over.
    pub(crate) forgotten: Vec<Ref>,
}

/// What the log knows of a process.
#[derive(Clone, Copy, Default)]
struct Life {
    spawned: u32,
    exited: u32,
}

/// All concurrent events of a run. It watches by itself, or within another observer that hands on
/// all it hears.
///
/// What the machine's own processes do, and messages from and to them (everything that is printed),
/// are not events.
#[derive(Clone, Default)]
pub struct EventLog {
    servants: Vec<Pid>,
    /// None: such an event is forgotten. Those of stretches are not among them.
    events: Chunks<Option<RunEvent>>,
    /// How many numbers were given to those before the next one.
    next: usize,
    /// By number, without those sent in stretches; those of exit signals are among them.
    messages: Vec<Trail>,
    /// Parts of the run whose events are not kept but made again when someone asks, in their order.
    gaps: Vec<Gap>,
    /// Messages sent in a stretch that were in a mailbox when it was over.
    strays: HashMap<MessageId, Trail, BuildHasherDefault<Quick>>,
    lives: HashMap<Pid, Life>,
    /// Timers and monitors, by their references.
    references: HashMap<Ref, EventId>,
    /// The latest link of one process to another.
    links: HashMap<(Pid, Pid), EventId>,
}

/// Numbers of events and messages whose places are elsewhere.
#[derive(Clone)]
struct Gap {
    /// How many events, and messages, come before it.
    first: usize,
    first_message: u64,
    events: usize,
    messages: u64,
    /// How many of both are in this gap and those before.
    so_far: (usize, u64),
    /// None: nobody will ask.
    stretch: Option<Rc<Stretch>>,
}

impl EventLog {
    /// For a run of this machine, from its beginning.
    pub fn new(machine: &Machine) -> EventLog {
        EventLog { servants: machine.servants().to_vec(), ..EventLog::default() }
    }

    /// For a part of a run, after this many events and messages.
    pub(crate) fn going_on(machine: &Machine, events: usize, messages: u64, known: &Known) -> EventLog {
        let before =
            Gap { first: 0, first_message: 0, events, messages, so_far: (events, messages), stretch: None };
        EventLog {
            gaps: vec![before],
            strays: known.trails.iter().copied().collect(),
            references: known.references.iter().copied().collect(),
            next: events,
            ..EventLog::new(machine)
        }
    }

    /// What a run that goes on from this state may refer to.
    pub(crate) fn known_in(&self, machine: &Machine) -> Known {
        let waiting = machine.system.processes().flat_map(|process| process.state.mailbox.iter());
        let timers = machine.system.timers.iter().filter_map(|(_, timer)| match timer.action {
            Action::Send { reference, .. } => Some(reference),
            Action::Wake { .. } => None,
        });
        Known {
            trails: waiting.map(|message| (message.id, self.trail(message.id))).collect(),
            references: timers.filter_map(|timer| Some((timer, *self.references.get(&timer)?))).collect(),
        }
    }

    /// The next events are those of a stretch, which may take the place of the one before.
    pub(crate) fn skip(&mut self, stretch: &Rc<Stretch>, instead: bool, left: &Left) {
        if instead {
            self.gaps.pop();
        }
        let Stretch { first_event, first_message, events, messages, .. } = **stretch;
        let so_far = self.gaps.last().map_or((0, 0), |gap| gap.so_far);
        let so_far = (so_far.0 + events, so_far.1 + messages);
        let stretch = Some(stretch.clone());
        self.gaps.push(Gap { first: first_event, first_message, events, messages, so_far, stretch });
        // Messages before it that have left no trail.
        let before = (first_message + messages - so_far.1) as usize;
        self.messages.resize(before, Trail::default());
        self.next = first_event + events;
        for (message, trail) in &left.trails {
            match self.place_of_message(*message) {
                Ok(place) => self.messages[place] = *trail,
                Err(_) => drop(self.strays.insert(*message, *trail)),
            }
        }
        for (pid, event) in &left.spawned {
            self.lives.entry(*pid).or_default().spawned = *event;
        }
        for (pid, event) in &left.exited {
            self.lives.entry(*pid).or_default().exited = *event;
        }
        self.references.extend(left.references.iter().map(|(timer, event)| (*timer, EventId(*event))));
        for monitor in &left.forgotten {
            self.references.remove(monitor);
        }
    }

    /// Another one stands for a stretch: its events are the same.
    pub(crate) fn replace(&mut self, stretch: &Rc<Stretch>, by: &Rc<Stretch>) {
        let at = self.gaps.partition_point(|gap| gap.first < stretch.first_event);
        let is_it = |known: &&mut Rc<Stretch>| Rc::ptr_eq(known, stretch);
        let gaps = self.gaps[at..].iter_mut().take_while(|gap| gap.first == stretch.first_event);
        if let Some(known) = gaps.filter_map(|gap| gap.stretch.as_mut()).find(is_it) {
            *known = by.clone();
        }
    }

    /// Lets go of a stretch for as long as it is changed.
    pub(crate) fn give_up(&mut self, stretch: &Rc<Stretch>) -> Option<Rc<Stretch>> {
        let is_it = |gap: &&mut Gap| gap.stretch.as_ref().is_some_and(|known| Rc::ptr_eq(known, stretch));
        self.gaps.iter_mut().find(is_it)?.stretch.take()
    }

    /// The stretch that was let go of, as it is now.
    pub(crate) fn take_back(&mut self, stretch: &Rc<Stretch>) {
        let is_it = |gap: &&mut Gap| {
            gap.stretch.is_none() && gap.first == stretch.first_event && gap.events == stretch.events
        };
        if let Some(gap) = self.gaps.iter_mut().find(is_it) {
            gap.stretch = Some(stretch.clone());
        }
    }

    /// A stretch is continued by the next one, and both become one.
    pub(crate) fn merge(&mut self, first: &Rc<Stretch>, both: &Rc<Stretch>) {
        let is_first = |gap: &Gap| gap.stretch.as_ref().is_some_and(|stretch| Rc::ptr_eq(stretch, first));
        let Some(at) = self.gaps.iter().position(is_first) else { return };
        let Some(next) = self.gaps.get(at + 1).map(|next| next.so_far) else { return };
        let Stretch { first_event, first_message, events, messages, .. } = **both;
        let stretch = Some(both.clone());
        self.gaps[at] = Gap { first: first_event, first_message, events, messages, so_far: next, stretch };
        self.gaps.remove(at + 1);
    }

    /// How many numbers are in use.
    pub fn len(&self) -> usize {
        self.events.len() + self.gaps.last().map_or(0, |gap| gap.so_far.0)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the event with this many before it is stored.
    fn place(&self, before: usize) -> Result<usize, &Gap> {
        let after = self.gaps.partition_point(|gap| gap.first <= before);
        match self.gaps[..after].last() {
            None => Ok(before),
            Some(gap) if before < gap.first + gap.events => Err(gap),
            Some(gap) => Ok(before - gap.so_far.0),
        }
    }

    fn place_of_message(&self, message: MessageId) -> Result<usize, &Gap> {
        let after = self.gaps.partition_point(|gap| gap.first_message <= message.0);
        match self.gaps[..after].last() {
            None => Ok(message.0 as usize),
            Some(gap) if message.0 < gap.first_message + gap.messages => Err(gap),
            Some(gap) => Ok((message.0 - gap.so_far.1) as usize),
        }
    }

    /// How many bytes it takes, beside the contents of messages, which are the processes' own.
    pub fn size(&self) -> usize {
        let maps = self.lives.len() * size_of::<(Pid, Life)>()
            + self.references.len() * size_of::<(Ref, EventId)>()
            + self.links.len() * size_of::<((Pid, Pid), EventId)>();
        let strays = self.strays.len() * size_of::<(MessageId, Trail)>();
        let stretches = self.gaps.iter().filter_map(|gap| gap.stretch.as_ref());
        self.events.len() * size_of::<RunEvent>()
            + self.messages.len() * size_of::<Trail>()
            + maps
            + strays
            + stretches.map(|stretch| size_of::<Gap>() + stretch.size()).sum::<usize>()
    }

    /// None: there is no event of this number.
    pub fn get(&self, id: EventId) -> Option<&RunEvent> {
        match self.place((id.0 as usize).checked_sub(1)?) {
            Ok(place) => self.events.get(place)?.as_ref(),
            Err(gap) => gap.stretch.as_ref()?.made().log.get(id),
        }
    }

    /// In their order.
    pub fn iter(&self) -> impl Iterator<Item = (EventId, &RunEvent)> {
        (1..=self.len() as u32).map(EventId).filter_map(|id| Some((id, self.get(id)?)))
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
    pub fn counterpart(&self, event: &RunEvent) -> Option<Pid> {
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

    pub(crate) fn trail(&self, message: MessageId) -> Trail {
        match self.place_of_message(message) {
            Ok(place) => self.messages.get(place).copied().unwrap_or_default(),
            Err(gap) => match self.strays.get(&message) {
                Some(trail) => *trail,
                None => {
                    gap.stretch.as_ref().map_or(Trail::default(), |stretch| stretch.made().log.trail(message))
                }
            },
        }
    }

    fn trail_mut(&mut self, message: MessageId) -> &mut Trail {
        match self.place_of_message(message) {
            Ok(place) => {
                if place >= self.messages.len() {
                    self.messages.resize(place + 1, Trail::default());
                }
                &mut self.messages[place]
            }
            Err(_) => {
                let known = self.trail(message);
                self.strays.entry(message).or_insert(known)
            }
        }
    }

    fn note(&mut self, process: Pid, kind: EventKind, cause: Option<EventId>) -> EventId {
        self.go_on_at(self.next);
        let event = Some(RunEvent { process, kind, cause });
        let place = self.place(self.next).unwrap_or(usize::MAX);
        match self.events.get_mut(place) {
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
        while self.len() < next {
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
