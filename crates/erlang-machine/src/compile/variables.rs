//! Which variables an expression mentions that it does not bind itself: what a fun has to capture.

use std::collections::HashSet;

use erlang_syntax::ast::{CatchClause, Clause, ExprId, ExprKind, Module, Qualifier, VarName};

/// The variables that occur in `exprs`, in order of first occurrence, without those that belong to
/// a scope inside (arguments of a fun, patterns of a generator). What else is bound inside is for
/// the caller to subtract: it is not bound outside.
pub fn occurring(module: &Module, exprs: &[ExprId]) -> Vec<VarName> {
    let mut walk = Walk { module, hidden: HashSet::new(), seen: HashSet::new(), found: Vec::new() };
    exprs.iter().for_each(|e| walk.expr(*e));
    walk.found
}

/// The variables that occur in a fun's clauses and are not its own.
pub fn occurring_in_clauses(module: &Module, clauses: &[Clause]) -> Vec<VarName> {
    let mut walk = Walk { module, hidden: HashSet::new(), seen: HashSet::new(), found: Vec::new() };
    walk.fun(None, clauses);
    walk.found
}

/// The variables that a comprehension, which begins with a generator, needs from outside beside
/// that generator's source.
pub fn occurring_in_comprehension(
    module: &Module,
    template: &[ExprId],
    qualifiers: &[Qualifier],
) -> Vec<VarName> {
    let mut walk = Walk { module, hidden: HashSet::new(), seen: HashSet::new(), found: Vec::new() };
    match qualifiers.split_first() {
        Some((generator, rest)) => walk.inside_generator(template, generator, rest),
        None => walk.exprs(template),
    }
    walk.found
}

struct Walk<'a> {
    module: &'a Module,
    /// Shadowed by a scope that the walk is in.
    hidden: HashSet<VarName>,
    seen: HashSet<VarName>,
    found: Vec<VarName>,
}

impl Walk<'_> {
    fn expr(&mut self, id: ExprId) {
        recursion::deep(|| self.expr_on_stack(id))
    }

    fn exprs(&mut self, ids: &[ExprId]) {
        ids.iter().for_each(|id| self.expr(*id));
    }

    fn expr_on_stack(&mut self, id: ExprId) {
        match &self.module[id].kind {
            ExprKind::Variable(name) => {
                if !self.hidden.contains(name) && self.seen.insert(*name) {
                    self.found.push(*name);
                }
            }
            ExprKind::Tuple(elements) => self.exprs(elements),
            ExprKind::List { elements, tail } => {
                self.exprs(elements);
                tail.iter().for_each(|t| self.expr(*t));
            }
            ExprKind::Map(fields) => fields.iter().for_each(|f| self.exprs(&[f.key, f.value])),
            ExprKind::MapUpdate { map, fields } => {
                self.expr(*map);
                fields.iter().for_each(|f| self.exprs(&[f.key, f.value]));
            }
            ExprKind::Record { fields, .. } => fields.iter().for_each(|f| self.expr(f.value)),
            ExprKind::RecordUpdate { record, fields, .. } => {
                self.expr(*record);
                fields.iter().for_each(|f| self.expr(f.value));
            }
            ExprKind::RecordAccess { record, .. } => self.expr(*record),
            ExprKind::Bitstring(segments) => {
                for segment in segments {
                    self.expr(segment.value);
                    segment.size.iter().for_each(|s| self.expr(*s));
                }
            }
            ExprKind::Match { pattern, value } | ExprKind::MaybeMatch { pattern, value } => {
                self.exprs(&[*pattern, *value])
            }
            ExprKind::Unary { operand, .. } => self.expr(*operand),
            ExprKind::Binary { left, right, .. } => self.exprs(&[*left, *right]),
            ExprKind::Call { callee, arguments } => {
                self.expr(*callee);
                self.exprs(arguments);
            }
            ExprKind::RemoteCall { module, function, arguments } => {
                self.exprs(&[*module, *function]);
                self.exprs(arguments);
            }
            ExprKind::FunRemote { module, function, arity } => self.exprs(&[*module, *function, *arity]),
            ExprKind::Fun { name, clauses } => self.fun(*name, clauses),
            ExprKind::Case { argument, clauses } => {
                self.expr(*argument);
                self.clauses(clauses);
            }
            ExprKind::If { clauses } => self.clauses(clauses),
            ExprKind::Receive { clauses, after } => {
                self.clauses(clauses);
                if let Some(after) = after {
                    self.expr(after.timeout);
                    self.exprs(&after.body);
                }
            }
            ExprKind::Try { body, of, catch, after } => {
                self.exprs(body);
                self.clauses(of);
                catch.iter().for_each(|clause| self.catch_clause(clause));
                self.exprs(after);
            }
            ExprKind::Catch(e) => self.expr(*e),
            ExprKind::Begin(body) => self.exprs(body),
            ExprKind::Maybe { body, else_clauses } => {
                self.exprs(body);
                self.clauses(else_clauses);
            }
            ExprKind::ListComprehension { template, qualifiers }
            | ExprKind::BinaryComprehension { template, qualifiers } => {
                self.comprehension(&[*template], qualifiers)
            }
            ExprKind::MapComprehension { key, value, qualifiers } => {
                self.comprehension(&[*key, *value], qualifiers)
            }
            ExprKind::Integer(_)
            | ExprKind::Char(_)
            | ExprKind::Float(_)
            | ExprKind::Atom(_)
            | ExprKind::String(_)
            | ExprKind::Wildcard
            | ExprKind::RecordIndex { .. }
            | ExprKind::FunLocal { .. }
            | ExprKind::Error => {}
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            self.exprs(&clause.patterns);
            clause.guard.iter().for_each(|conjunction| self.exprs(conjunction));
            self.exprs(&clause.body);
        }
    }

    fn catch_clause(&mut self, clause: &CatchClause) {
        clause.class.iter().for_each(|e| self.expr(*e));
        self.expr(clause.reason);
        clause.stacktrace.iter().for_each(|e| self.expr(*e));
        clause.guard.iter().for_each(|conjunction| self.exprs(conjunction));
        self.exprs(&clause.body);
    }

    /// The arguments of a fun shadow variables outside.
    fn fun(&mut self, name: Option<VarName>, clauses: &[Clause]) {
        for clause in clauses {
            let mut own = pattern_variables(self.module, &clause.patterns);
            own.extend(name);
            self.hiding(own, |walk| {
                // Sizes in patterns and keys of maps may read variables from outside.
                walk.exprs(&clause.patterns);
                clause.guard.iter().for_each(|conjunction| walk.exprs(conjunction));
                walk.exprs(&clause.body);
            });
        }
    }

    fn comprehension(&mut self, template: &[ExprId], qualifiers: &[Qualifier]) {
        let Some((first, rest)) = qualifiers.split_first() else { return self.exprs(template) };
        match first {
            Qualifier::Filter(e) => {
                self.expr(*e);
                self.comprehension(template, rest);
            }
            generator => {
                let (mut patterns, mut sources) = (Vec::new(), Vec::new());
                parts_of_generator(generator, &mut patterns, &mut sources);
                self.exprs(&sources);
                self.inside_generator(template, generator, rest);
            }
        }
    }

    fn inside_generator(&mut self, template: &[ExprId], generator: &Qualifier, rest: &[Qualifier]) {
        let (mut patterns, mut sources) = (Vec::new(), Vec::new());
        parts_of_generator(generator, &mut patterns, &mut sources);
        self.hiding(pattern_variables(self.module, &patterns), |walk| {
            walk.exprs(&patterns);
            walk.comprehension(template, rest);
        });
    }

    fn hiding(&mut self, names: Vec<VarName>, inside: impl FnOnce(&mut Self)) {
        let added: Vec<VarName> = names.into_iter().filter(|name| self.hidden.insert(*name)).collect();
        inside(self);
        added.iter().for_each(|name| {
            self.hidden.remove(name);
        });
    }
}

/// The patterns and sources of a generator, or of several in parallel.
pub fn parts_of_generator(generator: &Qualifier, patterns: &mut Vec<ExprId>, sources: &mut Vec<ExprId>) {
    match generator {
        Qualifier::ListGenerator { pattern, source, .. }
        | Qualifier::BinaryGenerator { pattern, source, .. } => {
            patterns.push(*pattern);
            sources.push(*source);
        }
        Qualifier::MapGenerator { key, value, source, .. } => {
            patterns.extend([*key, *value]);
            sources.push(*source);
        }
        Qualifier::Zip { generators, .. } => {
            generators.iter().for_each(|g| parts_of_generator(g, patterns, sources))
        }
        Qualifier::Filter(_) => {}
    }
}

/// The variables that patterns bind: all that occur, but for those only read (sizes of bit fields,
/// keys of maps).
pub fn pattern_variables(module: &Module, patterns: &[ExprId]) -> Vec<VarName> {
    let mut found = Vec::new();
    let mut work: Vec<ExprId> = patterns.iter().rev().copied().collect();
    while let Some(id) = work.pop() {
        match &module[id].kind {
            ExprKind::Variable(name) => found.push(*name),
            ExprKind::Tuple(elements) => work.extend(elements.iter().rev()),
            ExprKind::List { elements, tail } => {
                work.extend(tail);
                work.extend(elements.iter().rev());
            }
            ExprKind::Map(fields) => work.extend(fields.iter().rev().map(|f| f.value)),
            ExprKind::Record { fields, .. } => work.extend(fields.iter().rev().map(|f| f.value)),
            ExprKind::Bitstring(segments) => work.extend(segments.iter().rev().map(|s| s.value)),
            ExprKind::Match { pattern, value } => work.extend([*value, *pattern]),
            ExprKind::Binary { right, left, .. } => work.extend([*right, *left]),
            _ => {}
        }
    }
    found
}
