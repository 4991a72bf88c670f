//! A point inside what one process did, said so that it means the same however a run is cut into
//! pieces.

use erlang_machine::code::{Function, FunctionId};
use erlang_machine::exception::Exception;
use erlang_machine::observer::{Observer, ObserverKind};
use erlang_term::{Pid, Term};

/// Something that a function of the process did: it was called, returned, or raised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallPoint {
    pub pid: Pid,
    pub kind: CallEdge,
    /// The process had made this many steps,
    pub steps: u64,
    /// and then this is what is told of its functions for the so-manieth time, from 1 ([`Ticks`]).
    pub tick: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallEdge {
    Call,
    Return,
    Raise,
}

/// Counts what is told of the functions of one process: calls, returns, exceptions raised, and
/// functions that they leave.
#[derive(Clone, Copy, Debug)]
pub struct Ticks {
    pub pid: Pid,
    pub count: u32,
}

impl Ticks {
    pub fn of(pid: Pid) -> Ticks {
        Ticks { pid, count: 0 }
    }

    pub fn tick(&mut self, pid: Pid) {
        self.count += u32::from(pid == self.pid);
    }
}

impl ObserverKind for Ticks {
    const CALLS: bool = true;
}

impl Observer for Ticks {
    fn call(&mut self, pid: Pid, _id: FunctionId, _function: &Function, _arguments: &[Term], _tail: bool) {
        self.tick(pid);
    }

    fn returned(&mut self, pid: Pid, _value: &Term) {
        self.tick(pid);
    }

    fn raised(&mut self, pid: Pid, _exception: &Exception) {
        self.tick(pid);
    }

    fn unwound(&mut self, pid: Pid, _caught: bool) {
        self.tick(pid);
    }
}
