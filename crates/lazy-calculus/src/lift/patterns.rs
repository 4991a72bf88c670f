//! Patterns, and the terms that are made of constructors and literals alone.

use lazy_syntax::ast::{self, ConRef, Entity, PatId, PatKind, Program, VarId};

use super::{Lifted, Lifter, unsupported};
use crate::term::{Symbol, TermId};

impl Lifter<'_> {
    pub(super) fn pattern(&mut self, id: PatId) -> Lifted<TermId> {
        recursion::deep(|| self.pattern_inner(id))
    }

    fn patterns(&mut self, ids: &[PatId]) -> Lifted<Vec<TermId>> {
        ids.iter().map(|id| self.pattern(*id)).collect()
    }

    fn pattern_inner(&mut self, id: PatId) -> Lifted<TermId> {
        match &self.source[id].kind {
            PatKind::Wildcard => Ok(self.terms.variable()),
            PatKind::Var(variable) => Ok(self.declare(*variable)),
            PatKind::Literal(literal) => self.literal(literal),
            PatKind::Con { con, arguments } => {
                let symbol = self.constructor(con)?;
                let arguments = self.patterns(arguments)?;
                Ok(self.terms.rigid(symbol, arguments))
            }
            PatKind::Tuple(parts) => {
                let Some(con) = self.source.well_known.tuples.get(parts.len()) else {
                    return unsupported("a tuple of this size");
                };
                let parts = self.patterns(parts)?;
                Ok(self.terms.rigid(Symbol::Constructor(*con), parts))
            }
            PatKind::List(parts) => {
                let parts = self.patterns(parts)?;
                Ok(self.list(parts))
            }
            // `x@p`: x is p, wherever it stands.
            PatKind::As { variable, pattern } => {
                let whole = self.pattern(*pattern)?;
                self.scope().variables.insert(*variable, whole);
                Ok(whole)
            }
            PatKind::Function { entity: Entity::Function(function), arguments, .. } => {
                let id = self.function(*function);
                let arguments = self.patterns(arguments)?;
                Ok(self.terms.rigid(Symbol::Function(id), arguments))
            }
            PatKind::Typed { pattern, .. } => self.pattern(*pattern),
            PatKind::Function { .. } => unsupported("this pattern of a function"),
            PatKind::Bang(_) | PatKind::Lazy(_) => unsupported("a strict or lazy pattern"),
            PatKind::Record { .. } => unsupported("record braces"),
            PatKind::View { .. } | PatKind::Called { .. } => unsupported("a pattern that calls a function"),
        }
    }

    pub(super) fn literal(&mut self, literal: &ast::Literal) -> Lifted<TermId> {
        Ok(match literal {
            ast::Literal::Integer(value) => self.terms.rigid(Symbol::Integer(value.clone()), Vec::new()),
            ast::Literal::Char(char) => self.terms.rigid(Symbol::Char(*char), Vec::new()),
            ast::Literal::String(text) => {
                let chars =
                    text.chars().map(|char| self.terms.rigid(Symbol::Char(char), Vec::new())).collect();
                self.list(chars)
            }
            ast::Literal::Float(_) => return unsupported("a floating-point number"),
        })
    }

    pub(super) fn constructor(&self, con: &ConRef) -> Lifted<Symbol> {
        let Some(id) = con.con else {
            return unsupported(format!("the constructor {}", self.source.text(con.name)));
        };
        let constructor = &self.source[id];
        match self.source[constructor.data].newtype || constructor.fields.iter().any(|field| field.strict) {
            true => unsupported("newtypes and strict fields"),
            false => Ok(Symbol::Constructor(id)),
        }
    }

    pub(super) fn truth(&mut self, truth: bool) -> TermId {
        let known = &self.source.well_known;
        let con = if truth { known.true_ } else { known.false_ };
        self.terms.rigid(Symbol::Constructor(con), Vec::new())
    }

    pub(super) fn nil(&mut self) -> TermId {
        self.terms.rigid(Symbol::Constructor(self.source.well_known.nil), Vec::new())
    }

    pub(super) fn cons(&mut self, head: TermId, tail: TermId) -> TermId {
        self.terms.rigid(Symbol::Constructor(self.source.well_known.cons), vec![head, tail])
    }

    pub(super) fn list(&mut self, parts: Vec<TermId>) -> TermId {
        let nil = self.nil();
        parts.into_iter().rev().fold(nil, |list, part| self.cons(part, list))
    }
}

pub(super) fn pattern_variables(program: &Program, pattern: PatId, found: &mut Vec<VarId>) {
    let mut left = vec![pattern];
    while let Some(pattern) = left.pop() {
        match &program[pattern].kind {
            PatKind::Var(variable) => found.push(*variable),
            PatKind::As { variable, pattern } => {
                found.push(*variable);
                left.push(*pattern);
            }
            PatKind::Con { arguments: parts, .. }
            | PatKind::Function { arguments: parts, .. }
            | PatKind::Tuple(parts)
            | PatKind::List(parts) => left.extend(parts.iter().rev()),
            PatKind::Record { fields, .. } => left.extend(fields.iter().rev().map(|field| field.pattern)),
            PatKind::Bang(inner) | PatKind::Lazy(inner) | PatKind::Typed { pattern: inner, .. } => {
                left.push(*inner)
            }
            PatKind::Wildcard | PatKind::Literal(_) | PatKind::View { .. } | PatKind::Called { .. } => {}
        }
    }
}
