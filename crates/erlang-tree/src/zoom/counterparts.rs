//! Which expressions of two versions of a module stand at the same place.

use std::collections::{HashMap, HashSet};
use std::mem::{Discriminant, discriminant};

use erlang_machine::compile::variables::pattern_variables;
use erlang_syntax::ast::{BinaryOp, CatchClause, Clause, ExprId, ExprKind, Module, Qualifier, VarName};
use erlang_syntax::pretty;

/// The expressions of the functions that both versions have, as far as the versions have the same
/// shape. A pair that differs is still a pair: what is inside it is not.
pub(crate) fn counterparts(ours: &Module, theirs: &Module) -> HashMap<ExprId, ExprId> {
    let mut pairs = HashMap::new();
    let mut work: Vec<(ExprId, ExprId)> = Vec::new();
    for function in ours.functions() {
        let Some(other) = theirs.functions().find(|f| (f.name, f.arity) == (function.name, function.arity))
        else {
            continue;
        };
        let groups = |clauses: &[Clause]| clauses.iter().flat_map(clause_groups).collect::<Vec<_>>();
        pair_up(groups(&function.clauses), groups(&other.clauses), &mut work);
    }
    while let Some((a, b)) = work.pop() {
        pairs.insert(a, b);
        if is_regrouped(ours, a, theirs, b) {
            continue;
        }
        let (a, b) = (Shape::of(ours, a), Shape::of(theirs, b));
        if a.kind == b.kind {
            pair_up(a.groups, b.groups, &mut work);
        }
    }
    pairs
}

/// The variables that patterns in these expressions bind, or compare with, wherever they stand.
pub(crate) fn bound_by_patterns(module: &Module, exprs: &[ExprId]) -> HashSet<VarName> {
    let mut names = HashSet::new();
    let mut work: Vec<(ExprId, bool)> = exprs.iter().map(|e| (*e, false)).collect();
    while let Some((id, in_pattern)) = work.pop() {
        if let ExprKind::Variable(name) = &module[id].kind
            && in_pattern
        {
            names.insert(*name);
        }
        let shape = Shape::of(module, id);
        for (group, is_pattern) in
            shape.groups.into_iter().zip(shape.patterns.into_iter().chain(std::iter::repeat(false)))
        {
            work.extend(group.into_iter().map(|e| (e, in_pattern || is_pattern)));
        }
    }
    names
}

/// Clauses inside clauses are looked at down to this depth.
const DEPTH: usize = 100;

/// The variables that are bound after an expression because of it, whichever of its clauses was
/// taken. `catch`, `try` and their like keep to themselves what they bind.
pub(crate) fn exports(module: &Module, expr: ExprId) -> HashSet<VarName> {
    exports_of(module, &[expr], DEPTH)
}

fn exports_of(module: &Module, exprs: &[ExprId], depth: usize) -> HashSet<VarName> {
    let mut found = HashSet::new();
    let mut work = exprs.to_vec();
    while let Some(id) = work.pop() {
        let mut of_clauses = |clauses: &[Clause], others: Option<&[ExprId]>| {
            let Some(depth) = depth.checked_sub(1) else { return };
            let of_clause = |clause: &Clause| {
                let mut names = exports_of(module, &clause.body, depth);
                names.extend(pattern_variables(module, &clause.patterns));
                names
            };
            let others = others.map(|others| exports_of(module, others, depth));
            let common = clauses.iter().map(of_clause).chain(others);
            found.extend(common.reduce(|a, b| a.intersection(&b).copied().collect()).into_iter().flatten());
        };
        match &module[id].kind {
            ExprKind::Case { argument, clauses } => {
                of_clauses(clauses, None);
                work.push(*argument);
            }
            ExprKind::If { clauses } => of_clauses(clauses, None),
            ExprKind::Receive { clauses, after } => {
                of_clauses(clauses, after.as_ref().map(|after| &after.body[..]));
            }
            ExprKind::Match { pattern, value } => {
                found.extend(pattern_variables(module, &[*pattern]));
                work.push(*value);
            }
            ExprKind::Binary { op: BinaryOp::AndAlso | BinaryOp::OrElse, left, .. } => work.push(*left),
            ExprKind::Fun { .. }
            | ExprKind::Try { .. }
            | ExprKind::Catch(_)
            | ExprKind::Maybe { .. }
            | ExprKind::ListComprehension { .. }
            | ExprKind::BinaryComprehension { .. }
            | ExprKind::MapComprehension { .. } => {}
            _ => work.extend(Shape::of(module, id).groups.into_iter().flatten()),
        }
    }
    found
}

/// Another operator in `A + B * C` moves the parentheses that nobody wrote, and the operand on one
/// side is not a counterpart of the one that stood there before. Then both sides differ, while a
/// change in one place leaves the other side as it was.
fn is_regrouped(ours: &Module, a: ExprId, theirs: &Module, b: ExprId) -> bool {
    let (
        ExprKind::Binary { op, left, right },
        ExprKind::Binary { op: their_op, left: their_left, right: their_right },
    ) = (&ours[a].kind, &theirs[b].kind)
    else {
        return false;
    };
    let same = |a: ExprId, b: ExprId| pretty::expr(ours, a) == pretty::expr(theirs, b);
    if op == their_op {
        !same(*right, *their_right) && !same(*left, *their_left)
    } else {
        !same(*right, *their_right) || !same(*left, *their_left)
    }
}

/// Groups of as many members are pairs, member by member.
fn pair_up(a: Vec<Vec<ExprId>>, b: Vec<Vec<ExprId>>, work: &mut Vec<(ExprId, ExprId)>) {
    if a.len() != b.len() {
        return;
    }
    for (a, b) in a.into_iter().zip(b) {
        if a.len() == b.len() {
            work.extend(a.into_iter().zip(b));
        }
    }
}

/// What kind of expression it is, and its parts in groups.
struct Shape {
    kind: Discriminant<ExprKind>,
    groups: Vec<Vec<ExprId>>,
    /// Which of the groups are patterns; those that are not mentioned are not.
    patterns: Vec<bool>,
}

impl Shape {
    fn of(module: &Module, id: ExprId) -> Shape {
        let kind = &module[id].kind;
        let mut groups: Vec<Vec<ExprId>> = Vec::new();
        let mut patterns = Vec::new();
        let clauses = |clauses: &[Clause], groups: &mut Vec<Vec<ExprId>>, patterns: &mut Vec<bool>| {
            for clause in clauses {
                patterns.resize(groups.len(), false);
                groups.extend(clause_groups(clause));
                patterns.push(true);
            }
        };
        match kind {
            ExprKind::Match { pattern, value } | ExprKind::MaybeMatch { pattern, value } => {
                groups.extend([vec![*pattern], vec![*value]]);
                patterns.push(true);
            }
            ExprKind::Fun { clauses: all, .. } | ExprKind::If { clauses: all } => {
                clauses(all, &mut groups, &mut patterns);
            }
            ExprKind::Case { argument, clauses: all } => {
                groups.push(vec![*argument]);
                clauses(all, &mut groups, &mut patterns);
            }
            ExprKind::Receive { clauses: all, after } => {
                let (timeout, body) = after
                    .as_ref()
                    .map_or((None, Vec::new()), |after| (Some(after.timeout), after.body.clone()));
                groups.push(timeout.into_iter().collect());
                groups.push(body);
                clauses(all, &mut groups, &mut patterns);
            }
            ExprKind::Try { body, of, catch, after } => {
                groups.extend([body.clone(), after.clone()]);
                clauses(of, &mut groups, &mut patterns);
                for clause in catch {
                    patterns.resize(groups.len(), false);
                    groups.extend(catch_groups(clause));
                    patterns.push(true);
                }
            }
            ExprKind::Maybe { body, else_clauses } => {
                groups.push(body.clone());
                clauses(else_clauses, &mut groups, &mut patterns);
            }
            ExprKind::ListComprehension { template, qualifiers }
            | ExprKind::BinaryComprehension { template, qualifiers } => {
                groups.push(vec![*template]);
                qualifiers.iter().for_each(|q| qualifier(q, &mut groups, &mut patterns));
            }
            ExprKind::MapComprehension { key, value, qualifiers } => {
                groups.push(vec![*key, *value]);
                qualifiers.iter().for_each(|q| qualifier(q, &mut groups, &mut patterns));
            }
            _ => groups.push(module.parts(id)),
        }
        Shape { kind: discriminant(kind), groups, patterns }
    }
}

/// Patterns, guard, body.
fn clause_groups(clause: &Clause) -> [Vec<ExprId>; 3] {
    [clause.patterns.clone(), clause.guard.concat(), clause.body.clone()]
}

fn catch_groups(clause: &CatchClause) -> [Vec<ExprId>; 3] {
    let patterns = clause.class.into_iter().chain([clause.reason]).chain(clause.stacktrace).collect();
    [patterns, clause.guard.concat(), clause.body.clone()]
}

fn qualifier(qualifier: &Qualifier, groups: &mut Vec<Vec<ExprId>>, patterns: &mut Vec<bool>) {
    patterns.resize(groups.len(), false);
    match qualifier {
        Qualifier::ListGenerator { pattern, source, .. }
        | Qualifier::BinaryGenerator { pattern, source, .. } => {
            groups.extend([vec![*pattern], vec![*source]]);
            patterns.push(true);
        }
        Qualifier::MapGenerator { key, value, source, .. } => {
            groups.extend([vec![*key, *value], vec![*source]]);
            patterns.push(true);
        }
        // What runs in parallel is one qualifier: its parts are pairs if there are as many.
        Qualifier::Zip { generators, .. } => {
            for generator in generators {
                if let Qualifier::ListGenerator { pattern, source, .. }
                | Qualifier::BinaryGenerator { pattern, source, .. } = generator
                {
                    patterns.resize(groups.len(), false);
                    groups.extend([vec![*pattern], vec![*source]]);
                    patterns.push(true);
                }
            }
        }
        Qualifier::Filter(test) => groups.push(vec![*test]),
    }
}
