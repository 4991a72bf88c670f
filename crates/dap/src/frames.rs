//! The calls under way in a process, and where in the sources they stand.

use std::path::Path;

use erlang_machine::code::{Function, FunctionId, Instr, Pc, Slot};
use erlang_machine::compile::bound_at;
use erlang_machine::machine::Machine;
use erlang_machine::process::Process;
use erlang_machine::program::Program;
use erlang_machine::stack::Depth;
use erlang_syntax::ast::{ExprKind, Module};
use erlang_syntax::source::{FileId, Pos, Span};
use erlang_term::{Atom, Pid, Term};

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

/// The calls of a process, innermost first. None of one that has ended, or has not made its first call yet.
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

/// What processes start from is no function of anyone's.
fn is_outermost(function: &Function) -> bool {
    function.source.forms.is_empty()
}

impl<'m> Call<'m> {
    /// `merge:comp/2`; what was lifted out of a function by the function's name.
    pub fn name(&self) -> String {
        let Function { module, name, arity, origin, source, .. } = self.function;
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
            _ => format!("{module}:{}/{arity}", Term::Atom(*name)),
        }
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
        if self.pc == 0 || none_matched { self.slots.get(..self.function.arity as usize) } else { None }
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

/// Columns as editors count them: in units of UTF-16.
pub fn utf16_column(module: &Module, file: FileId, pos: Pos) -> u32 {
    let before = pos.column.saturating_sub(1) as usize;
    let text = module.sources.files.get(file.0 as usize).and_then(|file| file.text.as_deref());
    let line = text.and_then(|text| text.lines().nth(pos.line.saturating_sub(1) as usize));
    match line {
        Some(line) => 1 + line.chars().take(before).map(|c| c.len_utf16() as u32).sum::<u32>(),
        None => pos.column,
    }
}

/// The name without its folders.
pub fn file_name(name: &str) -> String {
    Path::new(name).file_name().map_or(name.into(), |name| name.to_string_lossy().into_owned())
}

/// A frame has a name for itself that stays the same as long as it is there: its process and how many calls it is below.
pub fn frame_id(pid: Pid, below: usize) -> u64 {
    u64::from(pid.id()) << 28 | (below as u64 & 0xfff_ffff)
}

pub fn frame_of(id: u64) -> (Pid, usize) {
    (Pid::local((id >> 28) as u32), (id & 0xfff_ffff) as usize)
}

/// Is this the user's own code?
pub fn is_own(program: &Program, id: FunctionId) -> bool {
    program.module_of(id).is_some_and(|module| !module.trusted)
}
