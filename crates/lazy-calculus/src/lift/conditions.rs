//! Right-hand sides: `where`, guards and goals as conditions `e -> t` and `l == r` of a rule.

use lazy_syntax::ast::{self, BindingKind, Bindings, Guarded, PatId, QualifierKind, Rhs};

use super::patterns::pattern_variables;
use super::{Lifted, Lifter, Scope, unsupported};
use crate::kernel::{Rule, Statement};
use crate::term::{Symbol, TermId};

impl Lifter<'_> {
    pub(super) fn rhs(&mut self, rhs: &Rhs) -> Lifted<TermId> {
        self.bindings(&rhs.wheres)?;
        match &rhs.alternatives[..] {
            // A single set of qualifiers is a condition to solve.
            [only] => {
                self.qualifiers(&only.qualifiers)?;
                self.expr(only.body)
            }
            // Several are tests, tried in order.
            alternatives => self.guards(alternatives),
        }
    }

    fn guards(&mut self, alternatives: &[Guarded]) -> Lifted<TermId> {
        let mut guarded = Vec::new();
        for alternative in alternatives {
            let mut tests = Vec::new();
            for qualifier in &alternative.qualifiers {
                tests.push(match &qualifier.kind {
                    QualifierKind::Holds(test) => self.expr(*test)?,
                    QualifierKind::Equal { left, right } => {
                        let (left, right) = (self.expr(*left)?, self.expr(*right)?);
                        let equal = self.library("(==)")?;
                        self.terms.rigid(Symbol::Function(equal), vec![left, right])
                    }
                    _ => return unsupported("bindings in one of several guards"),
                });
            }
            let and = self.library("(&&)")?;
            let test = tests
                .into_iter()
                .rev()
                .reduce(|rest, test| self.terms.rigid(Symbol::Function(and), vec![test, rest]));
            guarded.push((test, self.expr(alternative.body)?));
        }
        let failure = self.failure();
        let mut body = self.terms.rigid(Symbol::Function(failure), Vec::new());
        for (test, then) in guarded.into_iter().rev() {
            body = match test {
                Some(test) => self.conditional(test, then, body),
                None => then,
            };
        }
        Ok(body)
    }

    pub(super) fn qualifiers(&mut self, qualifiers: &[ast::Qualifier]) -> Lifted<()> {
        for qualifier in qualifiers {
            let condition = match &qualifier.kind {
                QualifierKind::Approximates { expr, pattern } => {
                    let expr = self.expr(*expr)?;
                    Statement::Approximates(expr, self.pattern(*pattern)?)
                }
                QualifierKind::Equal { left, right } => {
                    Statement::Equal(self.expr(*left)?, self.expr(*right)?)
                }
                QualifierKind::Holds(test) => {
                    let test = self.expr(*test)?;
                    Statement::Approximates(test, self.truth(true))
                }
                QualifierKind::Let(bindings) => {
                    self.bindings(bindings)?;
                    continue;
                }
                QualifierKind::Generator { .. } => return unsupported("a generator"),
            };
            self.scope().conditions.push(condition);
        }
        Ok(())
    }

    /// `x = e` is the condition `e -> x`, which demands nothing; a pattern is taken apart by
    /// functions, as late.
    pub(super) fn bindings(&mut self, bindings: &Bindings) -> Lifted<()> {
        for group in &bindings.groups {
            for member in &group.members {
                match &bindings.all[*member].kind {
                    BindingKind::Free(variables) => variables.iter().for_each(|variable| {
                        self.declare(*variable);
                    }),
                    BindingKind::Function(_) => {}
                    _ if group.recursive => return unsupported("a value that is defined by itself"),
                    BindingKind::Value { variable, rhs, .. } => {
                        let value = self.plain(rhs)?;
                        let variable = self.declare(*variable);
                        self.scope().conditions.push(Statement::Approximates(value, variable));
                    }
                    BindingKind::Pattern { pattern, rhs } => {
                        let value = self.plain(rhs)?;
                        self.take_apart(*pattern, value)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A right-hand side that is an expression.
    fn plain(&mut self, rhs: &Rhs) -> Lifted<TermId> {
        self.bindings(&rhs.wheres)?;
        match &rhs.alternatives[..] {
            [only] if only.qualifiers.is_empty() => self.expr(only.body),
            _ => unsupported("guards of a local value"),
        }
    }

    fn take_apart(&mut self, pattern: PatId, value: TermId) -> Lifted<()> {
        let whole = self.terms.variable();
        self.scope().conditions.push(Statement::Approximates(value, whole));
        let mut variables = Vec::new();
        pattern_variables(self.source, pattern, &mut variables);
        for variable in variables {
            self.scopes.push(Scope::default());
            let patterns = vec![self.pattern(pattern)?];
            let scope = self.scopes.pop().unwrap_or_default();
            let body = scope.variables[&variable];
            let name = format!("select {}", self.source.text(self.source[variable].name));
            let select = self.add_part(&name, vec![Rule { patterns, body, conditions: Vec::new() }]);
            let selected = self.terms.rigid(Symbol::Function(select), vec![whole]);
            let variable = self.declare(variable);
            self.scope().conditions.push(Statement::Approximates(selected, variable));
        }
        Ok(())
    }
}
