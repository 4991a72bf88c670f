//! What a run is on its way to beside breakpoints: the next expression, of a call or of anything;
//! forward and back alike.

use erlang_machine::code::{Function, FunctionId, Instr, Pc};
use erlang_machine::machine::Machine;
use erlang_machine::observer::StopAt;
use erlang_machine::process::Process;
use erlang_machine::stack::Depth;
use erlang_term::{Atom, Pid};

use crate::calls::{calls, span_at};

/// Before an expression that a process is about to evaluate.
pub struct Here<'a> {
    id: FunctionId,
    function: &'a Function,
    pc: Pc,
    first: bool,
    depth: Depth,
}

impl<'a> Here<'a> {
    /// None: it is before no expression.
    pub fn at(at: &StopAt<'a>) -> Option<Here<'a>> {
        let StopAt { id, function, pc, first, depth, .. } = *at;
        at.is_expression().then_some(Here { id, function, pc, first, depth })
    }

    /// Where a process was asked to stand.
    pub fn of(machine: &'a Machine, process: &Process) -> Option<Here<'a>> {
        let state = &process.state;
        let standing = state.standing.as_deref()?;
        let (id, pc) = (state.function, state.pc.saturating_sub(1));
        let function = machine.program.function(id);
        let first = matches!(function.code.get(pc as usize), Some(Instr::Stop { first: true }));
        let is_expression = standing.raised.is_none() && standing.native.is_none();
        is_expression.then(|| Here { id, function, pc, first, depth: process.stack.depth() })
    }

    /// The same, but not in the module of the expression that the first process evaluates.
    pub fn in_code(at: &StopAt<'a>, expression: Atom) -> Option<Here<'a>> {
        Here::at(at).filter(|here| here.is_code(expression))
    }

    pub fn is_code(&self, expression: Atom) -> bool {
        self.function.module != expression
    }

    pub fn is_own(&self) -> bool {
        !self.function.trusted
    }

    /// The beginning of this call.
    pub fn begins(&self, id: FunctionId, depth: Depth) -> bool {
        self.first && self.id == id && self.depth == depth
    }
}

/// What a run is on its way to, beside breakpoints.
#[derive(Clone, Copy, Debug)]
pub enum Going {
    On,
    /// The first expression of the user's.
    Entry,
    Step(Step),
}

impl Going {
    pub fn is_reached(&self, pid: Pid, here: &Here<'_>) -> bool {
        match self {
            Going::On => false,
            Going::Entry => here.is_own(),
            Going::Step(step) => step.is_done(pid, here),
        }
    }
}

/// How far a step goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Over calls.
    Over,
    Into,
    Out,
}

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pid: Pid,
    /// No deeper than this; none: however deep.
    within: Option<Depth>,
    /// Not on this line of this call.
    off: Option<(FunctionId, u32, Depth)>,
    /// It began in code of the library, which is of interest then.
    library: bool,
}

impl Step {
    /// From where a process stands, to what its current call does next, or did before; by lines, or
    /// by expressions.
    pub fn from(machine: &Machine, process: &Process, by_line: bool) -> Step {
        let here = calls(machine, process).next();
        let within = here.as_ref().map(|call| call.depth);
        let library = here.as_ref().is_some_and(|call| call.function.trusted);
        let line = here.and_then(|call| Some((call.id, call.span()?.start.line, call.depth)));
        Step { pid: process.state.pid, within, off: line.filter(|_| by_line), library }
    }

    pub fn going(self, pace: Pace) -> Going {
        match (pace, self.within) {
            (Pace::Over, Some(_)) => Going::Step(self),
            (Pace::Out, Some(depth)) => match depth.above() {
                Some(depth) => Going::Step(Step { within: Some(depth), off: None, ..self }),
                // The first call of a process returns to nobody.
                None => Going::On,
            },
            (Pace::Into, _) | (_, None) => Going::Step(Step { within: None, ..self }),
        }
    }

    pub fn is_done(&self, pid: Pid, here: &Here<'_>) -> bool {
        let same_line = |(id, line, depth): (FunctionId, u32, Depth)| {
            let now = span_at(here.function, here.pc).map_or(0, |span| span.start.line);
            // The same line of another call is somewhere else.
            id == here.id && line == now && depth == here.depth && !here.first
        };
        pid == self.pid
            && (self.library || here.is_own())
            && self.within.is_none_or(|depth| here.depth <= depth)
            && !self.off.is_some_and(same_line)
    }
}
