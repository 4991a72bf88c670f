//! One call of a process, watched through the instrumented copy of its function that runs in its
//! place.

use erlang_machine::code::{Function, FunctionId, Point};
use erlang_machine::exception::Exception;
use erlang_machine::program::Program;
use erlang_term::{Pid, Term};

use super::trace::Trace;
use crate::call::CallOutcome;
use crate::subject::Subject;

pub(crate) struct Watch {
    pid: Pid,
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
    /// The number of frames above the one of the call.
    Inside(u32),
    After,
}

impl Watch {
    pub(crate) fn new(pid: Pid) -> Watch {
        Watch { pid, phase: Phase::Before, raised: None, trace: None, trouble: None }
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.phase != Phase::Before
    }

    pub(crate) fn is_over(&self) -> bool {
        self.phase == Phase::After
    }

    /// This is the call: what is to run in its place.
    pub(crate) fn begin(&mut self, program: &Program, id: FunctionId, subject: &Subject) -> FunctionId {
        match program.instrumented(id) {
            Ok(copy) => {
                self.trace = Some(Trace::new(subject));
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

    /// What happened in the call.
    pub(crate) fn finish(mut self) -> Result<Trace, String> {
        self.end(&CallOutcome::Unfinished);
        match (self.trace, self.trouble) {
            (_, Some(trouble)) => Err(trouble),
            (Some(trace), None) => Ok(trace),
            (None, None) => Err("the call does not happen".into()),
        }
    }

    /// The process does not go on in the call.
    pub(crate) fn cut_off(&mut self) {
        self.end(&CallOutcome::Unfinished);
    }

    fn end(&mut self, outcome: &CallOutcome) {
        if let Some(trace) = self.inside() {
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

    /// The trace, while the call is being evaluated.
    pub(crate) fn inside(&mut self) -> Option<&mut Trace> {
        match self.phase {
            Phase::Inside(_) => self.trace.as_mut(),
            _ => None,
        }
    }

    /// The trace, for what an instrumented copy has to say of this process.
    pub(crate) fn listening(&mut self, pid: Pid) -> Option<&mut Trace> {
        if pid == self.pid { self.inside() } else { None }
    }

    // ---- what the process does ----

    pub(crate) fn call(&mut self, arguments: &[Term], tail: bool) {
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

    pub(crate) fn returned(&mut self, value: &Term) {
        if self.leaves() {
            self.end(&CallOutcome::Value(value.clone()));
        }
    }

    pub(crate) fn raised(&mut self, exception: &Exception) {
        if self.has_begun() {
            self.raised = Some(exception.clone());
        }
    }

    pub(crate) fn unwound(&mut self, caught: bool) {
        if !caught && self.leaves() {
            let outcome = self.last_raised();
            self.end(&outcome);
        }
    }

    /// Its stack is gone. The call may well come after that.
    pub(crate) fn hibernated(&mut self) {
        if self.has_begun() {
            self.cut_off();
        }
    }

    // ---- what the copy reports ----

    pub(crate) fn bind(&mut self, pid: Pid, function: &Function, variable: u32, value: &Term) {
        if function.copy_of.is_some()
            && let Some(trace) = self.listening(pid)
            && let Some((name, _)) = function.variables.get(variable as usize)
        {
            trace.bind(*name, value.clone());
        }
    }

    /// Whether it was about this call.
    pub(crate) fn report(&mut self, pid: Pid, point: Point, value: &Term) -> bool {
        let raised = self.last_raised();
        let trace = self.listening(pid);
        let is_heard = trace.is_some();
        trace.into_iter().for_each(|trace| trace.report(point, value, &raised));
        is_heard
    }

    fn last_raised(&self) -> CallOutcome {
        self.raised.as_ref().map_or(CallOutcome::Unfinished, CallOutcome::from)
    }

    /// It has called this node itself.
    pub(crate) fn calls(&mut self, node: computation_tree::NodeId) {
        self.trace.iter_mut().for_each(|trace| trace.call(node));
    }
}
