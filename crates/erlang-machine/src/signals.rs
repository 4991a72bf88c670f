//! Signals between processes: messages, exits, links, monitors. Sent into the channel of a pair,
//! later delivered.

use std::rc::Rc;

use erlang_term::{Atom, Pid, Ref, Term, atoms};

use crate::mailbox::{Message, MessageId};
use crate::native::ports;
use crate::observer::{Access, Cause, Object, Observer};
use crate::process::{AliasEnd, Monitored, Process, ProcessEnd, RefKey, State, Status, Watcher};
use crate::stack::Stack;
use crate::system::{Delivery, System};
use crate::taint::OnTest;

#[derive(Clone)]
pub struct Signal {
    /// That of the message, if it is one, or becomes one when it arrives. What comes back from
    /// where nobody is has it, too.
    pub id: MessageId,
    pub from: Pid,
    pub to: Pid,
    pub kind: SignalKind,
}

#[derive(Clone)]
pub enum SignalKind {
    Message(Message),
    /// Sent through an alias: dropped unless the alias is still active on arrival.
    AliasMessage(Message, Ref),
    /// `exit(Pid, Reason)`
    Exit {
        reason: Term,
    },
    /// A linked process died, or was not there.
    LinkExit {
        reason: Term,
        was_there: bool,
    },
    Link,
    Unlink,
    Monitor {
        reference: Ref,
        name: Option<Atom>,
        tag: Term,
    },
    Demonitor(Ref),
    Down {
        reference: Ref,
        name: Option<Atom>,
        tag: Term,
        reason: Term,
        was_there: bool,
    },
    GroupLeader(Pid),
}

/// The system with the process that is running, which is out of its place in the table: both ends
/// of every signal.
pub struct Scene<'a> {
    pub system: &'a mut System,
    pub current: &'a mut State,
    pub observer: &'a mut dyn Observer,
}

impl Scene<'_> {
    /// `To ! Content`
    pub fn send(&mut self, to: Pid, content: Term) -> MessageId {
        let id = self.system.new_message_id();
        let from = self.current.pid;
        self.observer.send(from, to, id, &content, None);
        self.signal(Signal { id, from, to, kind: SignalKind::Message(Message { id, content, alias: None }) });
        id
    }

    pub fn send_to_alias(&mut self, to: Pid, alias: Ref, content: Term) {
        let id = self.system.new_message_id();
        let from = self.current.pid;
        self.observer.send(from, to, id, &content, None);
        self.signal(Signal {
            id,
            from,
            to,
            kind: SignalKind::AliasMessage(Message { id, content, alias: Some(alias) }, alias),
        });
    }

    /// `exit(To, Reason)`
    pub fn exit(&mut self, to: Pid, reason: Term) {
        let id = self.system.new_message_id();
        let from = self.current.pid;
        self.observer.exit_signal(from, to, id, &reason);
        self.signal(Signal { id, from, to, kind: SignalKind::Exit { reason } });
    }

    /// The running process lets others know something that is not a message.
    pub fn tell(&mut self, to: Pid, kind: SignalKind) {
        let id = self.system.new_message_id();
        self.signal(Signal { id, from: self.current.pid, to, kind });
    }

    pub fn signal(&mut self, signal: Signal) {
        let Signal { from, to, id, .. } = signal;
        self.system.taint_signal(id, from);
        // A process's signals to itself are in order with nobody else's.
        if from != to {
            self.observer.signal(from, to, id);
        }
        match self.system.delivery {
            Delivery::Immediate => self.deliver(signal),
            Delivery::Chosen if from == to => self.deliver(signal),
            Delivery::Chosen => {
                let channel = (signal.from.into(), signal.to.into());
                self.system.in_flight.entry(channel).or_default().push_back(signal);
            }
        }
    }

    /// The signal arrives, and with immediate delivery everything that it sets off.
    pub fn deliver(&mut self, signal: Signal) {
        let mut arriving = vec![signal];
        while let Some(signal) = arriving.pop() {
            let mut replies = Vec::new();
            self.arrive(signal, &mut replies);
            for reply in replies.into_iter().rev() {
                match self.system.delivery {
                    Delivery::Immediate => {
                        self.system.taint_signal(reply.id, reply.from);
                        if reply.from != reply.to {
                            self.observer.signal(reply.from, reply.to, reply.id);
                        }
                        arriving.push(reply);
                    }
                    Delivery::Chosen => self.signal(reply),
                }
            }
        }
    }

    fn arrive(&mut self, signal: Signal, replies: &mut Vec<Signal>) {
        let Signal { id, from, to, kind } = signal;
        let state = if to == self.current.pid {
            &mut *self.current
        } else {
            match self.system.get_mut(to) {
                Some(process) if process.state.status != Status::Exited => &mut process.state,
                _ => return arrive_nowhere(id, from, to, kind, replies),
            }
        };
        if state.outcome.is_some() || state.pending_exit.is_some() {
            return arrive_nowhere(id, from, to, kind, replies);
        }
        match kind {
            SignalKind::Message(message) => self.put_message(to, from, message),
            SignalKind::AliasMessage(message, alias) => {
                let Some(end) = state.aliases.get(&alias.into()) else { return };
                if *end == AliasEnd::Reply {
                    state.aliases.remove(&alias.into());
                    let monitored = state.monitoring.remove(&alias.into());
                    self.observer.touch(Object::Alias(alias.into()), Access::Change);
                    self.system.forget_alias(alias);
                    if let Some(monitored) = monitored {
                        let kind = SignalKind::Demonitor(alias);
                        replies.push(Signal { id, from: to, to: monitored.pid, kind });
                    }
                }
                self.put_message(to, from, message);
            }
            SignalKind::Link => {
                state.links.insert(from.into(), ());
            }
            SignalKind::Unlink => {
                state.links.remove(&from.into());
            }
            SignalKind::LinkExit { reason, was_there } => {
                // An unlinked process no longer cares.
                if state.links.remove(&from.into()).is_some() {
                    let cause = if was_there { Cause::Exit(from) } else { Cause::NotLinked(from) };
                    let normal = reason == Term::Atom(atoms::NORMAL);
                    if state.trap_exit {
                        self.put_exit_message(id, to, from, reason, cause);
                    } else if !normal {
                        self.terminate(id, to, reason, cause, replies);
                    }
                }
            }
            SignalKind::Exit { reason } => {
                let cause = Cause::ExitSignal(id);
                if reason == Term::Atom(atoms::KILL) {
                    self.terminate(id, to, Term::Atom(atoms::KILLED), cause, replies);
                } else if state.trap_exit {
                    let message = self.system.new_message_id();
                    self.system.taint_as(id, message);
                    self.put_exit_message(message, to, from, reason, cause);
                } else if reason != Term::Atom(atoms::NORMAL) || from == to {
                    self.terminate(id, to, reason, cause, replies);
                }
            }
            SignalKind::Monitor { reference, name, tag } => {
                state.monitored_by.insert(reference.into(), Watcher { pid: from, name, tag });
            }
            SignalKind::Demonitor(reference) => {
                state.monitored_by.remove(&reference.into());
            }
            SignalKind::Down { reference, name, tag, reason, was_there } => {
                let alias_ended = end_alias_with_monitor(state, reference);
                if state.monitoring.remove(&reference.into()).is_some() {
                    if alias_ended {
                        self.observer.touch(Object::Alias(reference.into()), Access::Change);
                        self.system.forget_alias(reference);
                    }
                    let object = match name {
                        Some(name) => Term::tuple([Term::Atom(name), Term::Atom(atoms::NONODE_AT_NOHOST)]),
                        None => self.named(from),
                    };
                    let kind = match object {
                        Term::Port(_) => Term::atom("port"),
                        _ => Term::Atom(atoms::PROCESS),
                    };
                    let content = Term::tuple([tag, Term::Ref(reference), kind, object, reason]);
                    let cause = if was_there { Cause::Exit(from) } else { Cause::NotMonitored(reference) };
                    self.put_new_message(id, to, from, content, cause);
                }
            }
            SignalKind::GroupLeader(leader) => {
                state.group_leader = leader;
                self.observer.touch(Object::Leader(to.into()), Access::Change);
            }
        }
    }

    /// A process as a term: the port that it is behind, if it is.
    fn named(&self, pid: Pid) -> Term {
        match self.system.get(pid) {
            Some(process) if ports::is_port(&process.state) => Term::Port(pid),
            _ => Term::Pid(pid),
        }
    }

    fn put_exit_message(&mut self, id: MessageId, to: Pid, from: Pid, reason: Term, cause: Cause) {
        let content = Term::tuple([Term::Atom(atoms::EXIT_SIGNAL), self.named(from), reason]);
        self.put_new_message(id, to, from, content, cause);
    }

    /// A message that the system itself writes on arrival of a signal: sent and delivered at once.
    fn put_new_message(&mut self, id: MessageId, to: Pid, from: Pid, content: Term, cause: Cause) {
        self.observer.send(from, to, id, &content, Some(cause));
        self.put_message(to, from, Message { id, content, alias: None });
    }

    fn put_message(&mut self, to: Pid, from: Pid, message: Message) {
        self.observer.deliver(from, to, message.id);
        if to == self.current.pid {
            self.current.mailbox.deliver(message);
        } else if let Some(process) = self.system.get_mut(to) {
            process.state.mailbox.deliver(message);
            self.system.wake(to);
        }
    }

    /// Ends a process from outside. The running one ends when it next gives back control.
    fn terminate(&mut self, id: MessageId, pid: Pid, reason: Term, cause: Cause, replies: &mut Vec<Signal>) {
        let leader = match pid == self.current.pid {
            true => self.current.group_leader,
            false => self.system.get(pid).map_or(pid, |process| process.state.group_leader),
        };
        match self.system.taint_by_exit(pid, leader, id) {
            OnTest::Ends => {}
            OnTest::IsIgnored => return,
            OnTest::EndsTheTest => return self.system.wake(pid),
        }
        if pid == self.current.pid {
            self.current.pending_exit = Some(reason);
            self.current.killed_by = Some(cause);
            return;
        }
        let Some(mut shared) = self.system.take(pid) else { return };
        let process = Rc::make_mut(&mut shared);
        process.state.killed_by = Some(cause);
        finish(process, ProcessEnd::Killed(reason), self.system, self.observer, replies);
        self.system.put(shared);
    }

    pub fn link(&mut self, to: Pid) {
        self.current.links.insert(to.into(), ());
        self.observer.link(self.current.pid, to);
        self.tell(to, SignalKind::Link);
    }

    pub fn unlink(&mut self, to: Pid) {
        if self.current.links.remove(&to.into()).is_some() {
            self.observer.unlink(self.current.pid, to);
            self.tell(to, SignalKind::Unlink);
        }
    }

    pub fn monitor(&mut self, to: Pid, name: Option<Atom>, tag: Term) -> Ref {
        let reference = self.system.new_ref();
        self.current.mailbox.mark(reference);
        self.current.monitoring.insert(reference.into(), Monitored { pid: to, name });
        self.observer.monitor(self.current.pid, Some(to), reference);
        let kind = SignalKind::Monitor { reference, name, tag };
        self.tell(to, kind);
        reference
    }

    /// Whether there was such a monitor.
    pub fn demonitor(&mut self, reference: Ref) -> bool {
        if end_alias_with_monitor(self.current, reference) {
            self.observer.touch(Object::Alias(reference.into()), Access::Change);
            self.system.forget_alias(reference);
            self.current.mailbox.drop_unseen(reference);
        }
        match self.current.monitoring.remove(&reference.into()) {
            Some(Monitored { pid, .. }) => {
                self.observer.demonitor(self.current.pid, pid, reference);
                self.tell(pid, SignalKind::Demonitor(reference));
                true
            }
            None => false,
        }
    }

    /// Makes `reference` an alias of the running process.
    pub fn add_alias(&mut self, reference: Ref, end: AliasEnd) {
        self.observer.touch(Object::Alias(reference.into()), Access::Change);
        self.current.aliases.insert(reference.into(), end);
        self.system.add_alias(reference, self.current.pid);
    }

    /// Whether it was an active alias of the running process.
    pub fn unalias(&mut self, reference: Ref) -> bool {
        self.system.forget_alias(reference);
        self.current.mailbox.drop_unseen(reference);
        self.current.aliases.remove(&reference.into()).is_some()
    }

    /// Puts a fully prepared process (see [`crate::spawn`]) into the world.
    pub fn add_process(&mut self, process: Process) {
        self.observer.spawn(self.current.pid, &process.state);
        self.system.taint_child(process.state.pid, process.state.group_leader, self.current.pid);
        self.system.add(process);
    }
}

/// The monitor is gone: whether an alias went with it.
fn end_alias_with_monitor(state: &mut State, reference: Ref) -> bool {
    let key = RefKey::from(reference);
    match state.aliases.get(&key) {
        Some(AliasEnd::Demonitor | AliasEnd::Reply) if state.monitoring.contains_key(&key) => {
            state.aliases.remove(&key);
            true
        }
        _ => false,
    }
}

/// What a signal to a process that is not there brings back.
fn arrive_nowhere(id: MessageId, from: Pid, to: Pid, kind: SignalKind, replies: &mut Vec<Signal>) {
    let noproc = || Term::Atom(atoms::NOPROC);
    let back = |kind| Signal { id, from: to, to: from, kind };
    match kind {
        SignalKind::Link => replies.push(back(SignalKind::LinkExit { reason: noproc(), was_there: false })),
        SignalKind::Monitor { reference, name, tag } => {
            let kind = SignalKind::Down { reference, name, tag, reason: noproc(), was_there: false };
            replies.push(back(kind))
        }
        _ => {}
    }
}

/// The end of a process: it lets go of everything and tells everyone it is tied to.
pub fn finish(
    process: &mut Process,
    outcome: ProcessEnd,
    system: &mut System,
    observer: &mut dyn Observer,
    signals: &mut Vec<Signal>,
) {
    let state = &mut process.state;
    let pid = state.pid;
    state.outcome = Some(outcome);
    state.ended = Some(system.elapsed());
    state.ending = None;
    state.status = Status::Exited;
    process.stack = Stack::new();
    let reason = state.exit_reason();
    observer.exit(pid, state);
    system.taint_remains(pid, state.name);
    if let Some(name) = state.name.take() {
        system.unregister(name);
    }
    for left in system.storage.tables.left_by(pid) {
        observer.touch(Object::Table(left.id.into()), Access::Change);
        if !left.is_owner {
            continue;
        }
        observer.touch(Object::Tables, Access::ChangePart);
        if let Some(name) = left.name {
            observer.touch(Object::TableName(name), Access::Change);
        }
        if let Some(heir) = left.heir {
            observer.touch(Object::Life(heir.into()), Access::Look);
        }
    }
    for (heir, message) in system.release_tables(pid) {
        let id = system.new_message_id();
        observer.send(pid, heir, id, &message, Some(Cause::Exit(pid)));
        let kind = SignalKind::Message(Message { id, content: message, alias: None });
        signals.push(Signal { id, from: pid, to: heir, kind });
    }
    for (alias, _) in std::mem::take(&mut state.aliases) {
        system.forget_alias(alias.into());
    }
    for (suspended, count) in std::mem::take(&mut state.suspending) {
        system.resume(suspended.into(), count);
    }
    for (linked, ()) in std::mem::take(&mut state.links) {
        let kind = SignalKind::LinkExit { reason: reason.clone(), was_there: true };
        signals.push(Signal { id: system.new_message_id(), from: pid, to: linked.into(), kind });
    }
    for (reference, watcher) in std::mem::take(&mut state.monitored_by) {
        let kind = SignalKind::Down {
            reference: reference.into(),
            name: watcher.name,
            tag: watcher.tag,
            reason: reason.clone(),
            was_there: true,
        };
        signals.push(Signal { id: system.new_message_id(), from: pid, to: watcher.pid, kind });
    }
    for (reference, monitored) in std::mem::take(&mut state.monitoring) {
        let kind = SignalKind::Demonitor(reference.into());
        signals.push(Signal { id: system.new_message_id(), from: pid, to: monitored.pid, kind });
    }
    state.mailbox = Default::default();
    state.dictionary = Default::default();
}
