//! Where a bug can be put: the expressions, patterns and guards of a clause.

use erlang_syntax::ast::{CatchClause, Clause, Expr, ExprId, ExprKind, Guard, Module, Qualifier, VarName};

/// What an expression is there for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Value,
    Pattern,
    /// A test of a guard, whole.
    Guard,
    /// Inside a guard.
    InGuard,
}

/// A place in the body or head of a clause.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    pub expr: ExprId,
    pub role: Role,
}

/// All sites of a clause, outer ones first.
pub fn sites(module: &Module, clause: &Clause) -> Vec<Site> {
    let mut found = Vec::new();
    let mut open = Open::default();
    open.clause(clause);
    while let Some(site) = open.0.pop() {
        found.push(site);
        open.children(&module[site.expr], site.role);
    }
    found
}

/// The variables that the head of a clause binds.
pub fn head_variables(module: &Module, clause: &Clause) -> Vec<VarName> {
    let mut open = Open(Vec::new());
    open.all(&clause.patterns, Role::Pattern);
    let mut names = Vec::new();
    while let Some(site) = open.0.pop() {
        if let ExprKind::Variable(name) = module[site.expr].kind
            && !names.contains(&name)
        {
            names.push(name);
        }
        open.children(&module[site.expr], site.role);
    }
    names
}

/// Sites still to be looked into.
#[derive(Default)]
struct Open(Vec<Site>);

impl Open {
    fn one(&mut self, expr: ExprId, role: Role) {
        self.0.push(Site { expr, role });
    }

    fn all(&mut self, exprs: &[ExprId], role: Role) {
        exprs.iter().for_each(|&expr| self.one(expr, role));
    }

    fn guard(&mut self, guard: &Guard) {
        guard.iter().for_each(|tests| self.all(tests, Role::Guard));
    }

    fn clause(&mut self, clause: &Clause) {
        self.all(&clause.patterns, Role::Pattern);
        self.guard(&clause.guard);
        self.all(&clause.body, Role::Value);
    }

    fn catch(&mut self, clause: &CatchClause) {
        self.one(clause.reason, Role::Pattern);
        self.guard(&clause.guard);
        self.all(&clause.body, Role::Value);
    }

    fn qualifier(&mut self, qualifier: &Qualifier) {
        match qualifier {
            Qualifier::ListGenerator { pattern, source, .. } => {
                self.one(*pattern, Role::Pattern);
                self.one(*source, Role::Value);
            }
            // The pattern of a binary generator is a bitstring, whose parts are sizes as well as
            // patterns.
            Qualifier::BinaryGenerator { source, .. } => self.one(*source, Role::Value),
            Qualifier::MapGenerator { key, value, source, .. } => {
                self.all(&[*key, *value], Role::Pattern);
                self.one(*source, Role::Value);
            }
            Qualifier::Zip { generators, .. } => generators.iter().for_each(|each| self.qualifier(each)),
            Qualifier::Filter(test) => self.one(*test, Role::Value),
        }
    }

    fn children(&mut self, expr: &Expr, role: Role) {
        let role = if role == Role::Guard { Role::InGuard } else { role };
        match &expr.kind {
            ExprKind::Tuple(elements) | ExprKind::Begin(elements) => self.all(elements, role),
            ExprKind::List { elements, tail } => {
                self.all(elements, role);
                self.0.extend(tail.map(|expr| Site { expr, role }));
            }
            ExprKind::Map(fields) => {
                for field in fields {
                    // A key in a pattern is an expression; changing it in place would be a guess at
                    // what is bound.
                    if role != Role::Pattern {
                        self.one(field.key, role);
                    }
                    self.one(field.value, role);
                }
            }
            ExprKind::MapUpdate { map, fields } => {
                self.one(*map, role);
                fields.iter().for_each(|field| self.all(&[field.key, field.value], role));
            }
            ExprKind::Record { fields, .. } => fields.iter().for_each(|field| self.one(field.value, role)),
            ExprKind::RecordUpdate { record, fields, .. } => {
                self.one(*record, role);
                fields.iter().for_each(|field| self.one(field.value, role));
            }
            ExprKind::RecordAccess { record, .. } => self.one(*record, role),
            ExprKind::Bitstring(segments) if role != Role::Pattern => {
                segments.iter().for_each(|segment| self.one(segment.value, role));
            }
            ExprKind::Match { pattern, value } | ExprKind::MaybeMatch { pattern, value } => {
                self.one(*pattern, Role::Pattern);
                self.one(*value, role);
            }
            ExprKind::Unary { operand, .. } => self.one(*operand, role),
            ExprKind::Binary { left, right, .. } => self.all(&[*left, *right], role),
            ExprKind::Call { arguments, .. } | ExprKind::RemoteCall { arguments, .. } => {
                self.all(arguments, role)
            }
            ExprKind::Fun { clauses, .. } | ExprKind::If { clauses } => {
                clauses.iter().for_each(|clause| self.clause(clause));
            }
            ExprKind::Case { argument, clauses } => {
                self.one(*argument, role);
                clauses.iter().for_each(|clause| self.clause(clause));
            }
            ExprKind::Receive { clauses, after } => {
                clauses.iter().for_each(|clause| self.clause(clause));
                if let Some(after) = after {
                    self.all(&after.body, role);
                }
            }
            ExprKind::Try { body, of, catch, after } => {
                self.all(body, role);
                of.iter().for_each(|clause| self.clause(clause));
                catch.iter().for_each(|clause| self.catch(clause));
                self.all(after, role);
            }
            ExprKind::Catch(body) => self.one(*body, role),
            ExprKind::Maybe { body, else_clauses } => {
                self.all(body, role);
                else_clauses.iter().for_each(|clause| self.clause(clause));
            }
            ExprKind::ListComprehension { template, qualifiers }
            | ExprKind::BinaryComprehension { template, qualifiers } => {
                self.one(*template, role);
                qualifiers.iter().for_each(|qualifier| self.qualifier(qualifier));
            }
            ExprKind::MapComprehension { key, value, qualifiers } => {
                self.all(&[*key, *value], role);
                qualifiers.iter().for_each(|qualifier| self.qualifier(qualifier));
            }
            _ => {}
        }
    }
}
