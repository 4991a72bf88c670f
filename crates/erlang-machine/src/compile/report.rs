//! Instrumented copies: functions that also report on their expressions, for a look inside one
//! call.
//!
//! A copy behaves as its function does, step for step: it makes the same calls, tail calls too,
//! from the same lines. Comprehensions, which are functions of their own in the code, are copied
//! along; the funs it makes are the ordinary ones.

use std::collections::HashSet;
use std::rc::Rc;

use erlang_syntax::ast::{Clause, ExprId, ExprKind, Guard, Module};
use erlang_term::Term;

use super::function::{Dest, Done, FunctionCompiler, Label};
use super::{ModuleCompiler, Options, scope};
use crate::code::{Arg, Choosing, Function, FunctionId, Instr, Point, Receive, Slot};
use crate::program::Program;

/// Instrumented copies of the function with this number in its module (the first copy) and of the
/// comprehensions in it. `first` is where the module's functions begin, `next` where the copies
/// will be.
pub fn instrumented(
    program: &Program,
    source: &Rc<Module>,
    options: Options,
    function: FunctionId,
    first: u32,
    next: u32,
) -> Result<Vec<Function>, String> {
    let source = &scope::resolve(source);
    let mut compiler = ModuleCompiler::new(program, source, first, options);
    let number = function.0 - first;
    compiler.copied.push(number);
    // All of the module is compiled, so that everything has the numbers that it has in the ordinary
    // code.
    compiler.all_functions()?;
    let copied = std::mem::take(&mut compiler.copied);
    let mut functions: Vec<Option<Function>> = compiler.finish().into_iter().map(Some).collect();
    let mut copies = Vec::with_capacity(copied.len());
    for number in &copied {
        let function = functions.get_mut(*number as usize).and_then(Option::take);
        let Some(mut copy) = function else { return Err("there is no source of this function".into()) };
        for instr in &mut copy.code {
            if let Instr::Call { function, .. } | Instr::TailCall { function, .. } = instr
                // Calls of itself are other calls.
                && let Some(n) = copied[1..].iter().position(|number| number == function)
            {
                *function = next - first + 1 + n as u32;
            }
        }
        copy.copy_of = Some(FunctionId(first + number));
        copies.push(copy);
    }
    Ok(copies)
}

impl FunctionCompiler<'_, '_> {
    pub fn report(&mut self, point: Point) {
        if self.instrumented {
            let nothing = self.constant(Term::Nil);
            self.report_value(point, nothing);
        }
    }

    pub fn report_slot(&mut self, point: Point, slot: Slot) {
        if slot == Slot::NOWHERE {
            self.report(point);
        } else {
            self.report_value(point, Arg::read(slot));
        }
    }

    pub fn report_value(&mut self, point: Point, value: Arg) {
        if self.instrumented {
            self.points.push(point);
            self.emit(Instr::Report { point: self.points.len() as u32 - 1, value });
        }
    }

    /// Is there something to ask about the expression? Not about what is written down as it is, and
    /// not about `X = E` beside `E`.
    pub fn is_reported(&mut self, mut id: ExprId) -> bool {
        if !self.instrumented {
            return false;
        }
        let source = self.m.source.clone();
        let mut matched = false;
        while let ExprKind::Match { pattern, value } = &source[id].kind
            && let ExprKind::Variable(name) = &source[*pattern].kind
            && self.bound_slot(*name).is_none()
        {
            (id, matched) = (*value, true);
        }
        let plain = self.m.literals.value(&source, id).is_some()
            || matches!(
                &source[id].kind,
                ExprKind::Variable(_)
                    | ExprKind::Fun { .. }
                    | ExprKind::FunLocal { .. }
                    | ExprKind::FunRemote { .. }
                    | ExprKind::RecordIndex { .. }
            );
        plain == matched
    }

    /// An expression that is the result of a clause or the element of a comprehension: reported
    /// however plain it is.
    pub fn result(&mut self, id: ExprId, dest: Dest) -> Done {
        let plain = self.instrumented && !self.is_reported(id) && !self.is_binding(id);
        if plain {
            self.report(Point::Begin(id));
        }
        self.expr(id, dest)?;
        if plain && let Dest::Slot(slot) = dest {
            self.report_slot(Point::Value(id), slot);
        }
        Ok(())
    }

    /// `X = E`, which is reported as `E`.
    fn is_binding(&self, id: ExprId) -> bool {
        matches!(self.m.source[id].kind, ExprKind::Match { .. })
    }

    /// The clauses of the function are tried, unless there is nothing to choose and nothing to
    /// match.
    pub fn report_function(&mut self, clauses: &[&Clause]) {
        let source = self.m.source.clone();
        let mut seen = HashSet::new();
        let always_matches = |e: &ExprId| match source[*e].kind {
            ExprKind::Wildcard => true,
            // `f(X, X)` compares.
            ExprKind::Variable(name) => seen.insert(name),
            _ => false,
        };
        let plain = clauses
            .first()
            .is_some_and(|clause| clause.guard.is_empty() && clause.patterns.iter().all(always_matches));
        if !plain {
            self.report(Point::Select(Choosing::Function));
        }
    }

    /// The patterns of a clause have matched.
    pub fn guard_of_clause(&mut self, clause: u32, guard: &Guard, otherwise: Label) -> Done {
        if !guard.is_empty() {
            self.report(Point::Guard { clause });
        }
        self.guard(guard, otherwise)?;
        self.report(Point::Entered { clause });
        Ok(())
    }

    // ---- receives (RCV1, RCV3, paper 2) ----

    /// A receive begins, if anyone is to know.
    pub fn receive_reached(&mut self, id: ExprId) -> Option<u32> {
        if !self.m.options.receives {
            return None;
        }
        let receive = self.receives.len() as u32;
        self.receives.push(Receive {
            expr: id,
            depth: self.receive_depth,
            variables: self.usable_variables(),
            clauses: vec![Vec::new()],
        });
        self.emit(Instr::ReceiveReached { receive });
        Some(receive)
    }

    /// Its next clause was taken.
    pub fn receive_entered(&mut self, receive: Option<u32>) {
        let Some(receive) = receive else { return };
        let mut bound = self.usable_variables();
        let Receive { variables, clauses, .. } = &mut self.receives[receive as usize];
        bound.retain(|variable| !variables.contains(variable));
        clauses.push(bound);
        let clause = clauses.len() as u32 - 1;
        self.emit(Instr::ReceiveEntered { receive, clause });
    }

    pub fn receive_timed_out(&mut self, receive: Option<u32>) {
        if let Some(receive) = receive {
            self.emit(Instr::ReceiveEntered { receive, clause: 0 });
        }
    }

    pub fn receive_ended(&mut self, receive: Option<u32>, dest: Dest) {
        if let (Some(receive), Dest::Slot(value)) = (receive, dest) {
            self.emit(Instr::ReceiveEnded { receive, value });
        }
    }

    /// At a handler: receives since the `before`-th one do not go on.
    pub fn receives_left(&mut self, before: usize) {
        if self.receives.len() > before {
            self.emit(Instr::ReceivesLeft { count: self.receive_depth });
        }
    }
}
