//! The calls under way in a process, and where in the sources they stand.

use erlang_machine::code::{Function, FunctionId, Instr, Pc, Slot};
use erlang_machine::compile::bound_at;
use erlang_machine::machine::Machine;
pub use erlang_machine::process::Process;
use erlang_machine::program::Program;
use erlang_machine::stack::Depth;
use erlang_syntax::ast::ExprKind;
use erlang_syntax::source::{Pos, Span};
use erlang_term::{Atom, Term};

/// A call under way.
pub struct Call<'m> {
    pub id: FunctionId,
    pub function: &'m Function,
    /// Where it goes on.
    pub pc: Pc,
    /// The instruction at which it stands.
    pub stands: Pc,
    pub depth: Depth,
    slots: &'m [Term],
}

/// The calls of a process, innermost first. None of one that has ended, or has not made its first
/// call yet.
pub fn calls<'m>(machine: &'m Machine, process: &'m Process) -> impl Iterator<Item = Call<'m>> {
    let (state, stack) = (&process.state, &process.stack);
    let program = &machine.program;
    let under_way = state.outcome.is_none() && state.start.is_none();
    let innermost = under_way.then(|| {
        // Past the place where it was asked to stand.
        let stands = if state.standing.is_some() { state.pc.saturating_sub(1) } else { state.pc };
        let slots = stack.slots.get(stack.base..).unwrap_or_default();
        let function = program.function(state.function);
        Call { id: state.function, function, pc: state.pc, stands, depth: stack.depth(), slots }
    });
    let callers = stack.frames().zip(stack.depths()).map(|((frame, slots), depth)| {
        let function = program.function(frame.function);
        // A caller goes on behind its call: the call is where it stands.
        let stands = frame.pc.saturating_sub(1);
        Call { id: frame.function, function, pc: frame.pc, stands, depth, slots }
    });
    let callers = callers.filter(|call| !is_outermost(call.function));
    innermost
        .into_iter()
        .filter(|call| !is_outermost(call.function))
        .chain(callers.take_while(move |_| under_way))
}

/// What processes start from is not a function of anyone's.
fn is_outermost(function: &Function) -> bool {
    function.source.forms.is_empty()
}

impl<'m> Call<'m> {
    /// `merge:comp/2`; what was lifted out of a function by the function's name.
    pub fn name(&self) -> String {
        let Function { module, name, origin, source, .. } = self.function;
        let module = Term::Atom(*module);
        let within =
            name.name().strip_prefix('-').and_then(|name| name.split_once('-')).map(|(within, _)| within);
        match (origin, within) {
            (Some(expr), Some(within)) => {
                let what = match source[*expr].kind {
                    ExprKind::Fun { .. } => "fun",
                    _ => "comprehension",
                };
                format!("{module}:{within} ({what})")
            }
            _ => self.full_name(),
        }
    }

    /// `merge:comp/2`, as Erlang calls it.
    pub fn full_name(&self) -> String {
        let Function { module, name, arity, .. } = self.function;
        format!("{}:{}/{arity}", Term::Atom(*module), Term::Atom(*name))
    }

    /// All that it has to do with, and maybe more that it had.
    pub fn slots(&self) -> &'m [Term] {
        self.slots
    }

    /// What it was called with, of a call that has only just begun.
    pub fn given(&self) -> &'m [Term] {
        self.slots.get(..self.function.arity as usize).unwrap_or_default()
    }

    /// The variables that have a value here, in the order in which the code binds them.
    pub fn variables(&self) -> Vec<(Atom, Term)> {
        let value = |slot: Slot| self.slots.get(slot.0 as usize).cloned().unwrap_or_default();
        bound_at(self.function, self.pc).into_iter().map(|(name, slot)| (name, value(slot))).collect()
    }

    /// Before any clause has been chosen, or if none could be: what it was called with.
    pub fn arguments(&self) -> Option<&'m [Term]> {
        let none_matched =
            matches!(self.function.code.get(self.stands as usize), Some(Instr::FunctionClause));
        (self.pc == 0 || none_matched).then(|| self.given())
    }

    /// All values that there are to see, with their names.
    pub fn named_values(&self) -> Vec<(String, Term)> {
        let variables = self.variables().into_iter().map(|(name, term)| (name.name().to_owned(), term));
        let arguments = self.arguments().unwrap_or_default().iter().cloned().zip(1..);
        variables.chain(arguments.map(|(term, n)| (format!("argument {n}"), term))).collect()
    }

    pub fn span(&self) -> Option<Span> {
        span_at(self.function, self.stands)
    }
}

/// What the instruction at `pc` comes from.
pub fn span_at(function: &Function, pc: Pc) -> Option<Span> {
    let place = function.place_at(pc).filter(|place| place.line > 0)?;
    let whole_line = Pos { line: place.line, column: 1 };
    let expression = place.expr.map(|expr| function.source[expr].span).filter(|span| span.start.line > 0);
    Some(expression.unwrap_or(Span { file: place.file, start: whole_line, end: whole_line }))
}

/// Is this the user's own code?
pub fn is_own(program: &Program, id: FunctionId) -> bool {
    program.module_of(id).is_some_and(|module| !module.trusted)
}
