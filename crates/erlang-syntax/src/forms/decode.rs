//! From abstract forms back to the syntax tree.
//!
//! Abstract forms say where an expression is, but not where it ends. A module that was encoded and
//! then transformed gets the exact spans of the original back, by position and kind.

use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};

use erlang_term::Term;
use erlang_term::external::{EncodeOptions, encode};

use crate::ast::*;
use crate::beam;
use crate::source::{FileId, Pos, Span};

/// The module that these forms describe. They were made from `original`, whose spans they get where
/// something is at the same place. The error says what is wrong with the forms.
pub fn decode(forms: &Term, original: &Module) -> Result<Module, String> {
    let bytes = encode(forms, EncodeOptions::default());
    let (mut module, ends) = beam::read_forms(&bytes[1..], original.sources.clone())?;
    Places::of(original).restore(&mut module, &ends);
    Ok(module)
}

/// The places of a module.
#[derive(Default)]
struct Places {
    exprs: HashMap<(FileId, Pos, Discriminant<ExprKind>), (Span, Pos)>,
    /// The longest expression that is at a position.
    longest: HashMap<(FileId, Pos), Span>,
    /// For transforms that want no columns: the first of this kind in a line.
    lines: HashMap<(FileId, u32, Discriminant<ExprKind>), (Span, Pos)>,
    clauses: HashMap<(FileId, Pos), Span>,
    /// The forms of functions, by the position of their names.
    functions: HashMap<(FileId, Pos), (Span, Span)>,
    forms: HashMap<(FileId, Pos), Span>,
}

impl Places {
    fn of(module: &Module) -> Places {
        let mut places = Places::default();
        for expr in &module.exprs {
            let (file, kind) = (expr.span.file, discriminant(&expr.kind));
            let place = (expr.span, expr.anchor);
            // Of several that a macro made at one place, the outermost one was added last.
            places.exprs.insert((file, expr.anchor, kind), place);
            places.lines.entry((file, expr.anchor.line, kind)).or_insert(place);
            let longest = places.longest.entry((file, expr.anchor)).or_insert(expr.span);
            if longest.end < expr.span.end {
                *longest = expr.span;
            }
            each_clause(&expr.kind, &mut |span| {
                places.clauses.insert((file, span.start), span);
            });
        }
        for form in &module.forms {
            places.forms.entry((form.span.file, form.span.start)).or_insert(form.span);
            if let FormKind::Function(function) = &form.kind {
                let name = function.name_span;
                places.functions.insert((name.file, name.start), (form.span, name));
                for clause in &function.clauses {
                    places.clauses.insert((clause.span.file, clause.span.start), clause.span);
                }
            }
        }
        places
    }

    /// `ends`: how many expressions the module has after each of its forms.
    fn restore(&self, module: &mut Module, ends: &[usize]) {
        let mut first = 0;
        // Code without a position was generated. It belongs to the form around it, and if that
        // has none either, to the form before.
        let mut around = Span { start: START, end: START, ..Span::NONE };
        for (form, &end) in module.forms.iter_mut().zip(ends) {
            around = self.restore_form(form, around);
            for expr in &mut module.exprs[first..end] {
                self.restore_expr(expr, around);
            }
            first = end;
        }
    }

    fn restore_form(&self, form: &mut Form, before: Span) -> Span {
        let start = (form.span.file, form.span.start);
        if let FormKind::Function(function) = &mut form.kind {
            let name = (function.name_span.file, function.name_span.start);
            if let Some(&(whole, name)) = self.functions.get(&name) {
                (form.span, function.name_span) = (whole, name);
            } else if name.1.line == 0 {
                (form.span, function.name_span) = (before, before);
            }
            for clause in &mut function.clauses {
                self.restore_clause(&mut clause.span, form.span);
            }
        } else if let Some(&whole) = self.forms.get(&start) {
            form.span = whole;
        } else if start.1.line == 0 {
            form.span = before;
        }
        form.span
    }

    fn restore_expr(&self, expr: &mut Expr, around: Span) {
        let (file, anchor, kind) = (expr.span.file, expr.anchor, discriminant(&expr.kind));
        each_clause_mut(&mut expr.kind, &mut |span| self.restore_clause(span, around));
        if anchor.line == 0 {
            (expr.span, expr.anchor) = (around, around.start);
            return;
        }
        let place = match anchor.column {
            0 => self.lines.get(&(file, anchor.line, kind)),
            _ => self.exprs.get(&(file, anchor, kind)),
        };
        if let Some(&(span, anchor)) = place {
            (expr.span, expr.anchor) = (span, anchor);
        } else if let Some(&span) = self.longest.get(&(file, anchor)) {
            expr.span = span;
        }
    }

    fn restore_clause(&self, clause: &mut Span, around: Span) {
        if let Some(&span) = self.clauses.get(&(clause.file, clause.start)) {
            *clause = span;
        } else if clause.start.line == 0 {
            *clause = around;
        }
    }
}

const START: Pos = Pos { line: 1, column: 1 };

fn each_clause(kind: &ExprKind, see: &mut dyn FnMut(Span)) {
    let mut copy = kind.clone();
    each_clause_mut(&mut copy, &mut |span| see(*span));
}

/// Shows the span of each clause directly inside an expression.
fn each_clause_mut(kind: &mut ExprKind, see: &mut dyn FnMut(&mut Span)) {
    match kind {
        ExprKind::Fun { clauses, .. }
        | ExprKind::Case { clauses, .. }
        | ExprKind::If { clauses }
        | ExprKind::Receive { clauses, .. }
        | ExprKind::Maybe { else_clauses: clauses, .. } => {
            clauses.iter_mut().for_each(|clause| see(&mut clause.span));
        }
        ExprKind::Try { of, catch, .. } => {
            of.iter_mut().for_each(|clause| see(&mut clause.span));
            catch.iter_mut().for_each(|clause| see(&mut clause.span));
        }
        _ => {}
    }
}
