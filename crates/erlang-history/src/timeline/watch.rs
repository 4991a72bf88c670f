//! The observer of a reversible run: stops a process after each concurrent action, and notes what
//! was touched.

use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Access, Cause, Object, Observer, ObserverKind, StopAt};
use erlang_machine::process::State;
use erlang_term::{Atom, Pid, Ref, Term};

use super::entry::{Use, Uses};
use super::trial::StopFn;
use crate::EventLog;

/// Watches one entry.
pub(crate) struct Watch<'a, const STANDS: bool = false> {
    /// None: what happens has been noted before.
    log: Option<&'a mut EventLog>,
    pub(crate) uses: Uses,
    /// Whether the process has looked at its mailbox.
    pub(crate) looked: bool,
    pub(crate) acted: bool,
    /// Reductions that the last thing took: the action, or the end of the process.
    pub(crate) cost: u64,
    /// Who is asked where to stand.
    stop: Option<&'a mut StopFn<'a>>,
    /// It happens on a copy, which is gone on with as it was chosen.
    keeps_share: bool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(log: Option<&'a mut EventLog>) -> Watch<'a> {
        Watch {
            log,
            uses: Uses::default(),
            looked: false,
            acted: false,
            cost: 0,
            stop: None,
            keeps_share: false,
        }
    }
}

impl<'a> Watch<'a, true> {
    /// The process stops where it is told to, and its choice is half done.
    pub(crate) fn stopping(stop: &'a mut StopFn<'a>) -> Watch<'a, true> {
        Watch { keeps_share: true, ..Watch::standing(stop) }
    }

    /// The process stops where it is told to, and its choice ends there.
    pub(crate) fn standing(stop: &'a mut StopFn<'a>) -> Watch<'a, true> {
        Watch::logging(None, stop)
    }

    pub(crate) fn logging(log: Option<&'a mut EventLog>, stop: &'a mut StopFn<'a>) -> Watch<'a, true> {
        let Watch { log, uses, looked, acted, cost, keeps_share, .. } = Watch::new(log);
        Watch { log, uses, looked, acted, cost, stop: Some(stop), keeps_share }
    }
}

impl<const STANDS: bool> Watch<'_, STANDS> {
    fn change(&mut self, object: Object) {
        self.uses.add(object, Use::Access(Access::Change));
        self.acted = true;
    }

    fn tell(&mut self, event: impl FnOnce(&mut EventLog)) {
        self.acted = true;
        if let Some(log) = &mut self.log {
            event(log);
        }
    }
}

impl<const STANDS: bool> ObserverKind for Watch<'_, STANDS> {
    const CALLS: bool = false;
    const PAUSES: bool = true;
    const STOPS: bool = STANDS;
    const NATIVES: bool = STANDS;
}

impl<const STANDS: bool> Observer for Watch<'_, STANDS> {
    fn keeps_share(&self) -> bool {
        self.keeps_share
    }

    fn stop(&mut self, pid: Pid, at: StopAt<'_>) -> bool {
        self.stop.as_mut().is_some_and(|stop| stop(pid, &at))
    }

    fn send(&mut self, from: Pid, to: Pid, id: MessageId, content: &Term, cause: Option<Cause>) {
        self.tell(|log| log.send(from, to, id, content, cause));
    }

    fn deliver(&mut self, from: Pid, to: Pid, id: MessageId) {
        self.change(Object::Mailbox(to.into()));
        self.tell(|log| log.deliver(from, to, id));
    }

    fn receive(&mut self, pid: Pid, id: MessageId, content: &Term) {
        self.change(Object::Mailbox(pid.into()));
        self.tell(|log| log.receive(pid, id, content));
    }

    fn timeout(&mut self, pid: Pid, milliseconds: u64) {
        self.change(Object::Mailbox(pid.into()));
        self.tell(|log| log.timeout(pid, milliseconds));
    }

    fn timer(&mut self, pid: Pid, timer: Ref, milliseconds: u64) {
        self.tell(|log| log.timer(pid, timer, milliseconds));
    }

    fn spawn(&mut self, parent: Pid, child: &State) {
        let pid = child.pid.into();
        self.change(Object::Steps(pid));
        self.change(Object::Mailbox(pid));
        self.change(Object::Life(pid));
        self.uses.add(Object::Processes, Use::Access(Access::ChangePart));
        if !child.links.is_empty() || !child.monitored_by.is_empty() {
            self.change(Object::Mailbox(parent.into()));
        }
        self.tell(|log| log.spawn(parent, child));
    }

    fn exit(&mut self, pid: Pid, state: &State) {
        let key = pid.into();
        self.change(Object::Steps(key));
        self.change(Object::Mailbox(key));
        self.change(Object::Life(key));
        self.uses.add(Object::Processes, Use::Access(Access::ChangePart));
        if let Some(name) = state.name {
            self.change(Object::Name(name));
            self.uses.add(Object::Names, Use::Access(Access::ChangePart));
        }
        for alias in state.aliases.keys() {
            self.change(Object::Alias(*alias));
        }
        for suspended in state.suspending.keys() {
            self.change(Object::Steps(*suspended));
        }
        self.tell(|log| log.exit(pid, state));
    }

    fn exit_signal(&mut self, from: Pid, to: Pid, id: MessageId, reason: &Term) {
        self.tell(|log| log.exit_signal(from, to, id, reason));
    }

    fn link(&mut self, pid: Pid, with: Pid) {
        self.change(Object::Mailbox(pid.into()));
        self.tell(|log| log.link(pid, with));
    }

    fn unlink(&mut self, pid: Pid, with: Pid) {
        self.change(Object::Mailbox(pid.into()));
        self.tell(|log| log.unlink(pid, with));
    }

    fn monitor(&mut self, pid: Pid, of: Option<Pid>, monitor: Ref) {
        self.change(Object::Mailbox(pid.into()));
        self.tell(|log| log.monitor(pid, of, monitor));
    }

    fn demonitor(&mut self, pid: Pid, of: Pid, monitor: Ref) {
        self.change(Object::Mailbox(pid.into()));
        self.tell(|log| log.demonitor(pid, of, monitor));
    }

    fn register(&mut self, by: Pid, name: Atom, pid: Pid) {
        self.tell(|log| log.register(by, name, pid));
    }

    fn unregister(&mut self, by: Pid, name: Atom, pid: Pid) {
        self.tell(|log| log.unregister(by, name, pid));
    }

    fn touch(&mut self, object: Object, access: Access) {
        self.uses.add(object, Use::Access(access));
        self.acted |= !matches!(object, Object::Leader(_));
    }

    fn signal(&mut self, _from: Pid, _to: Pid, id: MessageId) {
        self.change(Object::Signal(id));
    }

    fn look(&mut self, _pid: Pid, _used: u64) {
        self.looked = true;
    }

    fn acted(&mut self, cost: u64, _used: u64) -> bool {
        self.cost = cost;
        self.acted
    }
}
