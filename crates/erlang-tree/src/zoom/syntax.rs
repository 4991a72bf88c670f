//! What zoom needs to know of the source: the parts of clauses, and what of an expression is
//! reported.

use erlang_machine::code::Choosing;
use erlang_syntax::ast::{ExprId, ExprKind, Guard, Module};
use erlang_syntax::source::Span;

use crate::subject::Subject;

/// A clause of anything.
pub(crate) struct Parts<'s> {
    /// Of `catch`: class, reason, stack trace, as far as they are written.
    pub(crate) patterns: Vec<ExprId>,
    pub(crate) guard: &'s Guard,
    pub(crate) span: Span,
}

/// How many clauses there are to choose from.
pub(crate) fn count_of_clauses(subject: &Subject, choosing: Choosing) -> usize {
    let source = &subject.source;
    match choosing {
        Choosing::Function => subject.clauses().len(),
        Choosing::Case(id) | Choosing::Receive(id) | Choosing::Of(id) | Choosing::Else(id) => {
            match &source[id].kind {
                ExprKind::Case { clauses, .. }
                | ExprKind::If { clauses }
                | ExprKind::Receive { clauses, .. }
                | ExprKind::Try { of: clauses, .. }
                | ExprKind::Maybe { else_clauses: clauses, .. } => clauses.len(),
                _ => 0,
            }
        }
        Choosing::Catch(id) => match &source[id].kind {
            ExprKind::Try { catch, .. } => catch.len(),
            _ => 0,
        },
    }
}

/// The clause with this number, from 1.
pub(crate) fn parts_of_clause(subject: &Subject, choosing: Choosing, clause: u32) -> Option<Parts<'_>> {
    let source = &subject.source;
    let index = (clause as usize).checked_sub(1)?;
    let clauses = match choosing {
        Choosing::Function => subject.clauses(),
        Choosing::Case(id) | Choosing::Receive(id) | Choosing::Of(id) | Choosing::Else(id) => {
            match &source[id].kind {
                ExprKind::Case { clauses, .. }
                | ExprKind::If { clauses }
                | ExprKind::Receive { clauses, .. }
                | ExprKind::Try { of: clauses, .. }
                | ExprKind::Maybe { else_clauses: clauses, .. } => clauses,
                _ => return None,
            }
        }
        Choosing::Catch(id) => {
            let ExprKind::Try { catch, .. } = &source[id].kind else { return None };
            let clause = catch.get(index)?;
            let patterns = clause.class.into_iter().chain([clause.reason]).chain(clause.stacktrace).collect();
            return Some(Parts { patterns, guard: &clause.guard, span: clause.span });
        }
    };
    let clause = clauses.get(index)?;
    let patterns = clause.patterns.clone();
    Some(Parts { patterns, guard: &clause.guard, span: clause.span })
}

pub(crate) fn is_comprehension(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::ListComprehension { .. }
            | ExprKind::BinaryComprehension { .. }
            | ExprKind::MapComprehension { .. }
    )
}

/// `X = E` is reported as `E`.
pub(crate) fn reported(source: &Module, mut id: ExprId) -> ExprId {
    while let ExprKind::Match { pattern, value } = &source[id].kind
        && let ExprKind::Variable(_) = &source[*pattern].kind
    {
        id = *value;
    }
    id
}

/// From the first of these expressions to the last.
pub(crate) fn span_of(source: &Module, exprs: &[ExprId]) -> Option<Span> {
    let (first, last) = (exprs.first()?, exprs.last()?);
    Some(source[*first].span.to(source[*last].span))
}
