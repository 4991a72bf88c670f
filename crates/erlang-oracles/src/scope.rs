//! Walks through a function and knows, at every expression, which variables are bound there and
//! what by.

use erlang_machine::compile::variables;
use erlang_syntax::ast::{Clause, ExprId, ExprKind, Function, Module, Qualifier, VarName};

/// The variables that are bound where an expression stands, the innermost last.
#[derive(Default)]
pub struct Scope {
    bound: Vec<(VarName, Option<Definition>)>,
}

/// `X = Value` as a statement of its own.
#[derive(Clone, Copy)]
pub struct Definition {
    pub statement: ExprId,
    pub value: ExprId,
}

impl Scope {
    fn position(&self, name: VarName) -> Option<usize> {
        self.bound.iter().rposition(|(bound, _)| *bound == name)
    }

    pub fn definition(&self, name: VarName) -> Option<Definition> {
        self.bound[self.position(name)?].1
    }

    pub fn is_bound(&self, name: VarName) -> bool {
        self.position(name).is_some()
    }

    /// The statements that define what the expressions need from before, in order. None if
    /// something they need was not defined by a plain `X = Value`: as an argument, say, or in a
    /// pattern.
    pub fn slice(&self, module: &Module, exprs: &[ExprId]) -> Option<Vec<ExprId>> {
        let mut needed: Vec<usize> = Vec::new();
        let mut pending = exprs.to_vec();
        while let Some(expr) = pending.pop() {
            for name in variables::occurring(module, &[expr]) {
                let Some(at) = self.position(name) else { continue };
                if !needed.contains(&at) {
                    needed.push(at);
                    pending.push(self.bound[at].1?.value);
                }
            }
        }
        needed.sort_unstable();
        needed.into_iter().map(|at| Some(self.bound[at].1?.statement)).collect()
    }

    fn bind(&mut self, name: VarName) {
        if !self.is_bound(name) {
            self.bound.push((name, None));
        }
    }
}

/// Sees every expression of a function, with whether it is a statement.
pub type Visit<'v> = &'v mut dyn FnMut(&Scope, ExprId, bool);

pub fn walk(module: &Module, function: &Function, visit: Visit<'_>) {
    for clause in &function.clauses {
        let mut walk = Walk { module, scope: Scope::default(), visit };
        walk.clause(clause, true);
    }
}

struct Walk<'a, 'v> {
    module: &'a Module,
    scope: Scope,
    visit: Visit<'v>,
}

impl Walk<'_, '_> {
    fn expr(&mut self, id: ExprId, statement: bool) {
        recursion::deep(|| self.expr_here(id, statement));
    }

    fn expr_here(&mut self, id: ExprId, statement: bool) {
        (self.visit)(&self.scope, id, statement);
        let module = self.module;
        match &module[id].kind {
            ExprKind::Fun { name, clauses } => {
                let depth = self.scope.bound.len();
                self.scope.bound.extend(name.map(|name| (name, None)));
                clauses.iter().for_each(|clause| self.clause(clause, true));
                self.scope.bound.truncate(depth);
            }
            ExprKind::Case { argument, clauses } => {
                self.expr(*argument, false);
                clauses.iter().for_each(|clause| self.clause(clause, false));
            }
            ExprKind::If { clauses } => clauses.iter().for_each(|clause| self.clause(clause, false)),
            ExprKind::Receive { clauses, after } => {
                clauses.iter().for_each(|clause| self.clause(clause, false));
                after.iter().for_each(|after| self.body(&after.body));
            }
            ExprKind::Try { body, of, catch, after } => {
                self.body(body);
                of.iter().for_each(|clause| self.clause(clause, false));
                for clause in catch {
                    let depth = self.scope.bound.len();
                    let patterns: Vec<ExprId> =
                        clause.class.into_iter().chain([clause.reason]).chain(clause.stacktrace).collect();
                    self.bind_all(&patterns, false);
                    self.body(&clause.body);
                    self.scope.bound.truncate(depth);
                }
                self.body(after);
            }
            ExprKind::Begin(body) => self.body(body),
            ExprKind::Maybe { body, else_clauses } => {
                self.body(body);
                else_clauses.iter().for_each(|clause| self.clause(clause, false));
            }
            ExprKind::ListComprehension { qualifiers, .. }
            | ExprKind::BinaryComprehension { qualifiers, .. }
            | ExprKind::MapComprehension { qualifiers, .. } => {
                let depth = self.scope.bound.len();
                qualifiers.iter().for_each(|qualifier| self.generator(qualifier));
                module.parts(id).into_iter().for_each(|part| self.expr(part, false));
                self.scope.bound.truncate(depth);
            }
            _ => module.parts(id).into_iter().for_each(|part| self.expr(part, false)),
        }
    }

    /// One after the other, each sees what those before it bind.
    fn body(&mut self, body: &[ExprId]) {
        let depth = self.scope.bound.len();
        for &statement in body {
            self.expr(statement, true);
            if let ExprKind::Match { pattern, value } = self.module[statement].kind
                && let ExprKind::Variable(name) = self.module[pattern].kind
                && !self.scope.is_bound(name)
            {
                self.scope.bound.push((name, Some(Definition { statement, value })));
            }
            for name in self.own_variables(statement) {
                self.scope.bind(name);
            }
        }
        self.scope.bound.truncate(depth);
    }

    /// The variables in a statement that are not those of a fun or a comprehension in it: after it
    /// they are bound.
    fn own_variables(&self, statement: ExprId) -> Vec<VarName> {
        let mut names = Vec::new();
        let mut pending = vec![statement];
        while let Some(id) = pending.pop() {
            match self.module[id].kind {
                ExprKind::Variable(name) => names.push(name),
                ExprKind::Fun { .. }
                | ExprKind::ListComprehension { .. }
                | ExprKind::BinaryComprehension { .. }
                | ExprKind::MapComprehension { .. } => {}
                _ => pending.extend(self.module.parts(id)),
            }
        }
        names
    }

    /// `fresh`: its patterns bind anew what has the name of something outside.
    fn clause(&mut self, clause: &Clause, fresh: bool) {
        let depth = self.scope.bound.len();
        self.bind_all(&clause.patterns, fresh);
        self.body(&clause.body);
        self.scope.bound.truncate(depth);
    }

    fn generator(&mut self, qualifier: &Qualifier) {
        match qualifier {
            Qualifier::ListGenerator { pattern, .. } | Qualifier::BinaryGenerator { pattern, .. } => {
                self.bind_all(&[*pattern], true);
            }
            Qualifier::MapGenerator { key, value, .. } => self.bind_all(&[*key, *value], true),
            Qualifier::Zip { generators, .. } => generators.iter().for_each(|inner| self.generator(inner)),
            Qualifier::Filter(_) => {}
        }
    }

    fn bind_all(&mut self, exprs: &[ExprId], fresh: bool) {
        for name in variables::occurring(self.module, exprs) {
            if fresh {
                self.scope.bound.push((name, None));
            } else {
                self.scope.bind(name);
            }
        }
    }
}
