//! What ends with `end`: clauses, guards and bodies.

use super::layout::Doc;
use super::{INDENT, Printer};
use crate::ast::*;

impl Printer<'_> {
    pub(super) fn fun(&mut self, name: Option<VarName>, clauses: &[Clause]) -> Doc {
        let name = name.map_or("", |name| name.name());
        let mut heads: Vec<Doc> = Vec::new();
        for clause in clauses {
            let patterns = clause.patterns.iter().map(|&pattern| self.expr(pattern)).collect();
            heads.push(self.bracketed_docs(format!("{name}("), patterns, ")"));
        }
        if let ([head], [clause]) = (&heads[..], clauses) {
            let fun = self.docs.text(if name.is_empty() { "fun" } else { "fun " });
            let clause = self.clause_doc(*head, &clause.guard, &clause.body);
            let (line, end) = (self.docs.line(), self.docs.text("end"));
            let line = if self.docs.is_hard(clause) { self.docs.hard_line() } else { line };
            let whole = self.docs.concat(vec![fun, clause, line, end]);
            return self.docs.group(whole);
        }
        let bodies = heads.into_iter().zip(clauses);
        let clauses =
            bodies.map(|(head, clause)| self.clause_doc(head, &clause.guard, &clause.body)).collect();
        let head = self.docs.text("fun");
        let part = self.part(head, clauses, ";", true);
        self.block(vec![part])
    }

    pub(super) fn receive(&mut self, clauses: &[Clause], after: Option<&After>) -> Doc {
        let head = self.docs.text("receive");
        let mut parts = Vec::new();
        if clauses.is_empty() {
            parts.push(head);
        } else {
            parts.push(self.clauses_part(head, clauses));
        }
        if let Some(after) = after {
            let head = self.docs.text("after");
            let timeout = self.expr(after.timeout);
            let clause = self.clause_doc(timeout, &Vec::new(), &after.body);
            parts.push(self.part(head, vec![clause], ";", false));
        }
        self.block(parts)
    }

    pub(super) fn try_(
        &mut self,
        body: &[ExprId],
        of: &[Clause],
        catch: &[CatchClause],
        after: &[ExprId],
    ) -> Doc {
        let mut parts = vec![self.body_part("try", body)];
        if !of.is_empty() {
            let head = self.docs.text("of");
            parts.push(self.clauses_part(head, of));
        }
        if !catch.is_empty() {
            let head = self.docs.text("catch");
            let clauses: Vec<Doc> = catch.iter().map(|clause| self.catch_clause(clause)).collect();
            let several = clauses.len() > 1;
            parts.push(self.part(head, clauses, ";", several));
        }
        if !after.is_empty() {
            parts.push(self.body_part("after", after));
        }
        self.block(parts)
    }

    pub(super) fn catch_clause(&mut self, clause: &CatchClause) -> Doc {
        let mut head = Vec::new();
        match (clause.class, clause.stacktrace) {
            (Some(class), _) => head.push(self.expr(class)),
            (None, Some(_)) => head.push(self.docs.text("throw")),
            (None, None) => {}
        }
        if !head.is_empty() {
            head.push(self.docs.text(":"));
        }
        head.push(self.expr(clause.reason));
        if let Some(stacktrace) = clause.stacktrace {
            head.push(self.docs.text(":"));
            head.push(self.expr(stacktrace));
        }
        let head = self.docs.concat(head);
        self.clause_doc(head, &clause.guard, &clause.body)
    }

    /// A clause of case, receive, `of`, `else` or if.
    pub(super) fn clause(&mut self, clause: &Clause) -> Doc {
        match clause.patterns[..] {
            [] => {
                let guard = self.guard(&clause.guard);
                self.clause_doc(guard, &Vec::new(), &clause.body)
            }
            [pattern] => {
                let head = self.expr(pattern);
                self.clause_doc(head, &clause.guard, &clause.body)
            }
            _ => {
                let head = self.bracketed("(", &clause.patterns, ")");
                self.clause_doc(head, &clause.guard, &clause.body)
            }
        }
    }

    /// `head when guard -> body`
    pub(super) fn clause_doc(&mut self, head: Doc, guard: &Guard, body: &[ExprId]) -> Doc {
        let mut parts = vec![head];
        if !guard.is_empty() {
            let (line, when) = (self.docs.line(), self.docs.text("when "));
            let guard = self.guard(guard);
            let guard = self.docs.concat(vec![line, when, guard]);
            let guard = self.docs.nest(INDENT / 2, guard);
            parts.push(self.docs.group(guard));
        }
        parts.push(self.docs.text(" ->"));
        let several = body.len() > 1;
        let body = self.sequence(body);
        let line = if several || self.docs.is_hard(body) { self.docs.hard_line() } else { self.docs.line() };
        let body = self.docs.concat(vec![line, body]);
        parts.push(self.docs.nest(INDENT, body));
        let whole = self.docs.concat(parts);
        self.docs.group(whole)
    }

    fn guard(&mut self, guard: &Guard) -> Doc {
        let line = self.docs.line();
        let alternatives = guard
            .iter()
            .map(|tests| {
                let tests = tests.iter().map(|&test| self.expr(test)).collect();
                let tests = self.docs.separated(tests, ",", line);
                self.docs.group(tests)
            })
            .collect();
        let alternatives = self.docs.separated(alternatives, ";", line);
        let alternatives = self.docs.align(alternatives);
        self.docs.group(alternatives)
    }

    /// Expressions one after the other, each on its own line.
    fn sequence(&mut self, body: &[ExprId]) -> Doc {
        let body: Vec<Doc> = body.iter().map(|&id| self.expr(id)).collect();
        let line = self.docs.hard_line();
        self.docs.separated(body, ",", line)
    }

    pub(super) fn clauses_part(&mut self, head: Doc, clauses: &[Clause]) -> Doc {
        let docs: Vec<Doc> = clauses.iter().map(|clause| self.clause(clause)).collect();
        self.part(head, docs, ";", clauses.len() > 1)
    }

    pub(super) fn body_part(&mut self, head: &'static str, body: &[ExprId]) -> Doc {
        let head = self.docs.text(head);
        let docs = body.iter().map(|&id| self.expr(id)).collect();
        self.part(head, docs, ",", false)
    }

    /// A keyword and what is indented under it.
    fn part(&mut self, head: Doc, items: Vec<Doc>, separator: &'static str, broken: bool) -> Doc {
        let broken = broken || items.iter().any(|&item| self.docs.is_hard(item));
        let line = if broken { self.docs.hard_line() } else { self.docs.line() };
        let items = self.docs.separated(items, separator, line);
        let items = self.docs.concat(vec![line, items]);
        let items = self.docs.nest(INDENT, items);
        self.docs.concat(vec![head, items])
    }

    /// Parts below each other, and `end`; on one line only if all of it fits there.
    pub(super) fn block(&mut self, mut parts: Vec<Doc>) -> Doc {
        parts.push(self.docs.text("end"));
        let line = self.docs.line();
        let whole = self.docs.separated(parts, "", line);
        // A block starts where it stands, and ends below that.
        let whole = self.docs.align(whole);
        self.docs.group(whole)
    }
}
