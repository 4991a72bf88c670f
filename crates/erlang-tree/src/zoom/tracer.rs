//! Watches one call in a re-run, through the instrumented copy of its function.

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
use crate::call::Outcome;
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
    phase: Phase,
    raised: Option<Exception>,
    trace: Option<Trace>,
    /// Why the call cannot be looked into.
    trouble: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Before,
    /// The copy is about to be called.
    Entering,
    /// So many frames above the one of the call.
    Inside(u32),
    After,
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
        let (phase, wanted) = (Phase::Before, wanted.0);
        let (raised, trace, trouble) = (None, None, None);
        Tracer { program, subjects, pid, next, wanted, children, phase, raised, trace, trouble }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.phase == Phase::After
    }

    /// What happened in the call.
    pub(crate) fn finish(mut self) -> Result<Trace, String> {
        self.end(&Outcome::Unfinished);
        match (self.trace, self.trouble) {
            (_, Some(trouble)) => Err(trouble),
            (Some(trace), None) => Ok(trace),
            (None, None) => Err("the call does not happen".into()),
        }
    }

    fn end(&mut self, outcome: &Outcome) {
        if let Phase::Inside(_) = self.phase
            && let Some(trace) = &mut self.trace
        {
            trace.end(outcome);
        }
        self.phase = Phase::After;
    }

    /// The innermost function is gone. Whether it was the one of the call.
    fn leaves(&mut self) -> bool {
        match self.phase {
            Phase::Inside(0) => true,
            Phase::Inside(depth) => {
                self.phase = Phase::Inside(depth - 1);
                false
            }
            _ => false,
        }
    }

    /// The trace, for what an instrumented copy has to say of this process.
    fn listening(&mut self, pid: Pid) -> Option<&mut Trace> {
        match self.phase {
            Phase::Inside(_) if pid == self.pid => self.trace.as_mut(),
            _ => None,
        }
    }
}

impl ObserverKind for Tracer<'_> {
    const CALLS: bool = true;
    const REPLACES: bool = true;
}

impl Observer for Tracer<'_> {
    fn enter(&mut self, pid: Pid, id: FunctionId) -> FunctionId {
        if pid != self.pid || self.phase == Phase::After {
            return id;
        }
        let Role::Node(subject) = self.subjects.role(id) else { return id };
        let node = NodeId(self.next);
        self.next += 1;
        if self.phase != Phase::Before && self.children.front() == Some(&node) {
            self.children.pop_front();
            self.trace.iter_mut().for_each(|trace| trace.call(node));
        }
        if node.0 != self.wanted {
            return id;
        }
        match self.program.instrumented(id) {
            Ok(copy) => {
                self.trace = Some(Trace::new(self.subjects.get(subject)));
                self.phase = Phase::Entering;
                copy
            }
            Err(trouble) => {
                self.trouble = Some(trouble);
                self.phase = Phase::After;
                id
            }
        }
    }

    fn call(&mut self, pid: Pid, _id: FunctionId, _function: &Function, arguments: &[Term], tail: bool) {
        if pid != self.pid {
            return;
        }
        match self.phase {
            Phase::Entering => {
                if let Some(trace) = &mut self.trace {
                    trace.begin(arguments);
                }
                self.phase = Phase::Inside(0);
            }
            Phase::Inside(depth) if !tail => self.phase = Phase::Inside(depth + 1),
            _ => {}
        }
    }

    fn returned(&mut self, pid: Pid, value: &Term) {
        if pid == self.pid && self.leaves() {
            self.end(&Outcome::Value(value.clone()));
        }
    }

    fn raised(&mut self, pid: Pid, exception: &Exception) {
        if pid == self.pid && self.phase != Phase::Before {
            self.raised = Some(exception.clone());
        }
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        if pid == self.pid && !caught && self.leaves() {
            let outcome = self.raised.as_ref().map_or(Outcome::Unfinished, Outcome::from);
            self.end(&outcome);
        }
    }

    fn hibernated(&mut self, pid: Pid) {
        if pid == self.pid {
            self.end(&Outcome::Unfinished);
        }
    }

    fn exit(&mut self, pid: Pid, _state: &State) {
        if pid == self.pid {
            self.end(&Outcome::Unfinished);
        }
    }

    fn bind(&mut self, pid: Pid, function: &Function, variable: u32, value: &Term) {
        if function.copy_of.is_some()
            && let Some(trace) = self.listening(pid)
            && let Some((name, _)) = function.variables.get(variable as usize)
        {
            trace.bind(*name, value.clone());
        }
    }

    fn report(&mut self, pid: Pid, _function: &Function, point: Point, value: &Term) {
        let raised = self.raised.as_ref().map_or(Outcome::Unfinished, Outcome::from);
        if let Some(trace) = self.listening(pid) {
            trace.report(point, value, &raised);
        }
    }
}
