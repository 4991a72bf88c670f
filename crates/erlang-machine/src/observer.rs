//! What the machine reports while it runs.

use erlang_term::{Pid, Term};

use crate::code::{Function, FunctionId, Point};
use crate::exception::Exception;
use crate::mailbox::MessageId;
use crate::process::State;

/// Someone who watches a run.
#[allow(unused_variables)]
pub trait Observer {
    /// A function is about to be called: the code to run for it, which is its own or an instrumented copy of it
    /// ([`crate::program::Program::instrumented`]).
    fn enter(&mut self, pid: Pid, id: FunctionId) -> FunctionId {
        id
    }
    /// A function begins. `tail`: in the frame of its caller, which is gone, or as the first call of a process.
    fn call(&mut self, pid: Pid, id: FunctionId, function: &Function, arguments: &[Term], tail: bool) {}
    /// The innermost function is done, and so are all whose tail call it was.
    fn returned(&mut self, pid: Pid, value: &Term) {}
    /// An exception is raised in the innermost function.
    fn raised(&mut self, pid: Pid, exception: &Exception) {}
    /// What [`Observer::raised`] told of is caught in the innermost function, or leaves it.
    fn unwound(&mut self, pid: Pid, caught: bool) {}
    /// The process hibernates: all its functions are gone, without a value.
    fn hibernated(&mut self, pid: Pid) {}
    /// The innermost function took this clause, from 1.
    fn clause(&mut self, pid: Pid, clause: u32) {}
    fn bind(&mut self, pid: Pid, function: &Function, variable: u32, value: &Term) {}
    /// An instrumented copy says something of its expressions.
    fn report(&mut self, pid: Pid, function: &Function, point: Point, value: &Term) {}
    fn send(&mut self, from: Pid, to: Pid, id: MessageId, content: &Term) {}
    fn deliver(&mut self, from: Pid, to: Pid, id: MessageId) {}
    fn receive(&mut self, pid: Pid, id: MessageId, content: &Term) {}
    fn spawn(&mut self, parent: Pid, child: &State) {}
    fn exit(&mut self, pid: Pid, state: &State) {}
}

/// The machine is compiled once for each kind of observer, so that [`Unobserved`] costs nothing.
pub trait ObserverKind: Observer {
    /// Whether the frequent events (calls, returns, bindings) are reported.
    const CALLS: bool;
}

/// Nobody watches.
pub struct Unobserved;

impl Observer for Unobserved {}

impl ObserverKind for Unobserved {
    const CALLS: bool = false;
}
