//! Looks into one call in a re-run of the one process that there is.

use std::collections::VecDeque;
use std::rc::Rc;

use computation_tree::NodeId;
use erlang_machine::code::{Function, FunctionId, Point};
use erlang_machine::exception::Exception;
use erlang_machine::observer::{Observer, ObserverKind};
use erlang_machine::process::State;
use erlang_machine::program::Program;
use erlang_term::{Pid, Term};

use super::trace::Trace;
use super::watch::Watch;
use crate::subject::{Role, Subjects};

pub(crate) struct Tracer<'a> {
    program: Rc<Program>,
    subjects: &'a mut Subjects,
    pid: Pid,
    /// The number of the next node of the process, and that of the call to look into.
    next: u32,
    wanted: u32,
    /// The calls that it makes itself.
    children: VecDeque<NodeId>,
    watch: Watch,
}

impl<'a> Tracer<'a> {
    /// For a re-run that begins where `next` is the next node of the process.
    pub(crate) fn new(
        program: Rc<Program>,
        subjects: &'a mut Subjects,
        pid: Pid,
        next: u32,
        wanted: NodeId,
        children: VecDeque<NodeId>,
    ) -> Tracer<'a> {
        Tracer { program, subjects, pid, next, wanted: wanted.0, children, watch: Watch::new(pid) }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.watch.is_over()
    }

    /// What happened in the call.
    pub(crate) fn finish(self) -> Result<Trace, String> {
        self.watch.finish()
    }
}

impl ObserverKind for Tracer<'_> {
    const CALLS: bool = true;
    const REPLACES: bool = true;
}

impl Observer for Tracer<'_> {
    fn enter(&mut self, pid: Pid, id: FunctionId) -> FunctionId {
        if pid != self.pid || self.watch.is_over() {
            return id;
        }
        let Role::Node(subject) = self.subjects.role(id) else { return id };
        let node = NodeId(self.next);
        self.next += 1;
        if self.watch.has_begun() && self.children.front() == Some(&node) {
            self.children.pop_front();
            self.watch.calls(node);
        }
        if node.0 != self.wanted {
            return id;
        }
        self.watch.begin(&self.program, id, self.subjects.get(subject))
    }

    fn call(&mut self, pid: Pid, _id: FunctionId, _function: &Function, arguments: &[Term], tail: bool) {
        if pid == self.pid {
            self.watch.call(arguments, tail);
        }
    }

    fn returned(&mut self, pid: Pid, value: &Term) {
        if pid == self.pid {
            self.watch.returned(value);
        }
    }

    fn raised(&mut self, pid: Pid, exception: &Exception) {
        if pid == self.pid {
            self.watch.raised(exception);
        }
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        if pid == self.pid {
            self.watch.unwound(caught);
        }
    }

    fn hibernated(&mut self, pid: Pid) {
        if pid == self.pid {
            self.watch.hibernated();
        }
    }

    fn exit(&mut self, pid: Pid, _state: &State) {
        if pid == self.pid {
            self.watch.cut_off();
        }
    }

    fn bind(&mut self, pid: Pid, function: &Function, variable: u32, value: &Term) {
        self.watch.bind(pid, function, variable, value);
    }

    fn report(&mut self, pid: Pid, _function: &Function, point: Point, value: &Term) {
        self.watch.report(pid, point, value);
    }
}
