//! Same code + same choices = same run: an observer that boils every event of a run down to
//! comparable numbers.

use std::hash::{DefaultHasher, Hash, Hasher};

use erlang_term::{Atom, Pid, Ref, Term};

use crate::code::{Function, FunctionId};
use crate::exception::Exception;
use crate::mailbox::MessageId;
use crate::observer::{Cause, Observer, ObserverKind};
use crate::process::State;

/// The number of events that are compared as a group.
const GROUP: u64 = 1024;

/// The fingerprint of all events so far: one number for each group of events.
#[derive(Default)]
pub struct Fingerprint {
    groups: Vec<u64>,
    current: DefaultHasher,
    events: u64,
}

impl Fingerprint {
    pub fn events(&self) -> u64 {
        self.events
    }

    /// The range of events in which two runs first differ.
    pub fn first_difference(&self, other: &Fingerprint) -> Option<std::ops::Range<u64>> {
        let (mine, others) = (self.all(), other.all());
        let same = mine.iter().zip(&others).take_while(|(a, b)| a == b).count() as u64;
        let equal = mine == others && self.events == other.events;
        (!equal).then(|| same * GROUP..(same + 1) * GROUP)
    }

    fn all(&self) -> Vec<u64> {
        let mut groups = self.groups.clone();
        groups.push(self.current.finish());
        groups
    }

    fn note(&mut self, event: impl Hash) {
        event.hash(&mut self.current);
        self.events += 1;
        if self.events.is_multiple_of(GROUP) {
            self.groups.push(self.current.finish());
        }
    }
}

impl ObserverKind for Fingerprint {
    const CALLS: bool = true;
}

impl Observer for Fingerprint {
    fn call(&mut self, pid: Pid, id: FunctionId, _function: &Function, arguments: &[Term], tail: bool) {
        self.note((1, pid, id, arguments, tail));
    }

    fn returned(&mut self, pid: Pid, value: &Term) {
        self.note((2, pid, value));
    }

    fn raised(&mut self, pid: Pid, exception: &Exception) {
        self.note((3, pid, &exception.reason, &exception.trace));
    }

    fn send(&mut self, from: Pid, to: Pid, id: MessageId, content: &Term, cause: Option<Cause>) {
        self.note((4, from, to, id.0, content, cause));
    }

    fn deliver(&mut self, from: Pid, to: Pid, id: MessageId) {
        self.note((5, from, to, id.0));
    }

    fn receive(&mut self, pid: Pid, id: MessageId, content: &Term) {
        self.note((6, pid, id.0, content));
    }

    fn spawn(&mut self, parent: Pid, child: &State) {
        self.note((7, parent, child.pid, &child.initial_call.arguments));
    }

    fn exit(&mut self, pid: Pid, state: &State) {
        self.note((8, pid, state.exit_reason(), state.killed_by));
    }

    fn timeout(&mut self, pid: Pid, milliseconds: u64) {
        self.note((9, pid, milliseconds));
    }

    fn timer(&mut self, pid: Pid, timer: Ref, milliseconds: u64) {
        self.note((10, pid, timer, milliseconds));
    }

    fn exit_signal(&mut self, from: Pid, to: Pid, id: MessageId, reason: &Term) {
        self.note((11, from, to, id.0, reason));
    }

    fn link(&mut self, pid: Pid, with: Pid) {
        self.note((12, pid, with));
    }

    fn unlink(&mut self, pid: Pid, with: Pid) {
        self.note((13, pid, with));
    }

    fn monitor(&mut self, pid: Pid, of: Option<Pid>, monitor: Ref) {
        self.note((14, pid, of, monitor));
    }

    fn demonitor(&mut self, pid: Pid, of: Pid, monitor: Ref) {
        self.note((15, pid, of, monitor));
    }

    fn register(&mut self, by: Pid, name: Atom, pid: Pid) {
        self.note((16, by, name, pid));
    }

    fn unregister(&mut self, by: Pid, name: Atom, pid: Pid) {
        self.note((17, by, name, pid));
    }
}
