//! Bugs in how processes talk: what is sent and to whom, what is received and how long it is waited
//! for, what is spawned.

use erlang_syntax::ast::{After, BinaryOp, Clause, Expr, ExprId, ExprKind};
use erlang_syntax::source::Span;

use crate::mutation::Scene;

/// Takes a kind of bug, a place in the text, and what to write there.
type Change<'c> = &'c mut dyn FnMut(&'static str, Span, String);

impl Scene<'_> {
    pub(crate) fn messages(&self, expr: &Expr, change: Change<'_>) {
        match &expr.kind {
            ExprKind::Binary { op: BinaryOp::Send, left, right } => {
                if let Some(message) = self.text(*right) {
                    change("dropped send", expr.span, format!("({message})"));
                }
                change("receiver", self.module[*left].span, "self()".to_owned());
                change("sent message", self.module[*right].span, "mutant".to_owned());
            }
            ExprKind::Receive { clauses, after } => {
                clauses.iter().for_each(|clause| self.receive_pattern(clause, change));
                self.dropped_clause(clauses, after.as_ref(), change);
                if let Some(after) = after {
                    self.timeout(after.timeout, change);
                }
            }
            ExprKind::Call { callee, arguments } if self.is_spawn(*callee) => {
                self.spawn(*callee, arguments, change);
            }
            _ => {}
        }
    }

    /// Another tag; or any sender rather than the one that was meant. (The compiler refuses this
    /// where the variable is needed.)
    fn receive_pattern(&self, clause: &Clause, change: Change<'_>) {
        let Some(&pattern) = clause.patterns.first() else { return };
        let parts: &[ExprId] = match &self.module[pattern].kind {
            ExprKind::Tuple(elements) => elements,
            _ => &[pattern],
        };
        for part in parts {
            match self.module[*part].kind {
                ExprKind::Atom(_) => {
                    change("receive pattern", self.module[*part].span, "mutant".to_owned());
                }
                ExprKind::Variable(_) => change("receive pattern", self.module[*part].span, "_".to_owned()),
                _ => {}
            }
        }
    }

    fn dropped_clause(&self, clauses: &[Clause], after: Option<&After>, change: Change<'_>) {
        for pair in clauses.windows(2) {
            let up_to_next = Span { end: pair[1].span.start, ..pair[0].span };
            change("receive pattern", up_to_next, String::new());
        }
        if let ([.., before, last], None) = (clauses, after) {
            let with_semicolon = Span { start: before.span.end, ..last.span };
            change("receive pattern", with_semicolon, String::new());
        }
    }

    fn timeout(&self, timeout: ExprId, change: Change<'_>) {
        let span = self.module[timeout].span;
        change("timeout", span, "0".to_owned());
        change("timeout", span, "infinity".to_owned());
        if let ExprKind::Integer(n) = &self.module[timeout].kind {
            change("timeout", span, (n * 10u8).to_string());
        }
    }

    fn is_spawn(&self, callee: ExprId) -> bool {
        matches!(self.module[callee].kind, ExprKind::Atom(name) if name.name().starts_with("spawn"))
    }

    /// The call that the new process makes gets its arguments in another order; or nobody is
    /// linked.
    fn spawn(&self, callee: ExprId, arguments: &[ExprId], change: Change<'_>) {
        if self.text(callee) == Some("spawn_link") {
            change("spawn", self.module[callee].span, "spawn".to_owned());
        }
        let Some(&fun) = arguments.first() else { return };
        let ExprKind::Fun { clauses, .. } = &self.module[fun].kind else { return };
        let Some(&call) = clauses.first().and_then(|clause| clause.body.last()) else { return };
        if let ExprKind::Call { arguments, .. } = &self.module[call].kind {
            for pair in arguments.windows(2) {
                self.swap("spawn", self.module[call].span, pair[0], pair[1], change);
            }
        }
    }
}
