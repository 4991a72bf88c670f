//! Types for any choice of types inside of other types (RankNTypes), and what a match says of
//! types: those that a constructor hides (existential types), and those that it decides (GADTs).

use std::collections::HashMap;

use super::term::{Node, Ty};
use super::{Checker, Scheme, SchemeVariable};
use crate::ast::{ConId, Constraint, ExprId, ExprKind, Name, PatId, PatKind, TypeId, TypeKind, TypeVar};
use crate::classes::Classes;

/// A constructor in one of its uses.
pub(super) struct ConstructorUse {
    pub whole: Ty,
    pub fields: Vec<Ty>,
    /// The types that the value carries.
    pub carried: Vec<Ty>,
}

impl Checker<'_> {
    /// `forall a. Show a => …` as a type.
    pub(super) fn forall(
        &mut self,
        names: &[Name],
        context: &[Constraint],
        ty: TypeId,
        outer: &mut dyn FnMut(&mut Self, Name) -> Ty,
    ) -> Ty {
        let mut variables: Vec<SchemeVariable> = names
            .iter()
            .map(|name| SchemeVariable {
                variable: self.variable(),
                classes: Classes::default(),
                name: Some(*name),
            })
            .collect();
        for constraint in context {
            let class = self.class_of(constraint);
            let TypeKind::Var(name) = self.program[constraint.ty].kind else { continue };
            if let Some(class) = class
                && let Some(known) = variables.iter_mut().find(|known| known.name == Some(name))
            {
                known.classes.add(class);
            }
        }
        let own: HashMap<Name, Ty> = variables
            .iter()
            .filter_map(|known| Some((known.name?, self.node(Node::Generic(known.variable)))))
            .collect();
        let ty = self.convert_whole(ty, &mut |checker, name| match own.get(&name) {
            Some(ty) => *ty,
            None => outer(checker, name),
        });
        self.node(Node::Forall(variables, ty))
    }

    /// `a -> forall b. b -> c` is `forall b. a -> b -> c`.
    pub(super) fn prenex(&mut self, ty: Ty, variables: &mut Vec<SchemeVariable>) -> Ty {
        recursion::deep(|| match self.get(ty) {
            Node::Forall(own, inner) => {
                variables.extend(own);
                self.prenex(inner, variables)
            }
            _ => match self.as_function(ty) {
                Some((from, to)) => {
                    let floated = self.prenex(to, variables);
                    if floated == to { ty } else { self.function_ty(from, floated) }
                }
                None => ty,
            },
        })
    }

    /// A value of a type with `forall`: the choice of types is noted for the machine.
    pub(super) fn instantiate_value(&mut self, expr: ExprId, ty: Ty) -> Ty {
        match self.get(ty) {
            Node::Forall(variables, ty) => {
                let (ty, chosen) = self.instantiate(&Scheme { variables, ty, relations: Vec::new() });
                if !chosen.is_empty() {
                    self.uses.push((expr, chosen));
                }
                ty
            }
            _ => ty,
        }
    }

    /// The type of an expression that should have this one. The wanted type helps where the
    /// expression alone does not tell; the caller compares.
    pub(super) fn expr_as(&mut self, expr: ExprId, wanted: Ty) -> Ty {
        match self.get(wanted) {
            Node::Forall(variables, ty) => self.expr_for_all(expr, wanted, variables, ty),
            Node::Data(..) if self.is_lambda(expr) => self.lambda_as(expr, wanted),
            _ => self.expr(expr),
        }
    }

    fn is_lambda(&self, expr: ExprId) -> bool {
        matches!(self.program[expr].kind, ExprKind::Lambda { .. })
    }

    fn expr_for_all(&mut self, expr: ExprId, wanted: Ty, variables: Vec<SchemeVariable>, ty: Ty) -> Ty {
        self.level += 1;
        let level = self.level;
        let other = self.program.names.intern("a");
        let chosen: Vec<(TypeVar, Ty)> = variables
            .iter()
            .map(|one| {
                let name = one.name.unwrap_or(other);
                let variable = self.variable();
                (one.variable, self.node(Node::Rigid { name, level, classes: one.classes, variable }))
            })
            .collect();
        let body = self.substitute(ty, &chosen);
        let found = self.expr_as(expr, body);
        self.level -= 1;
        let unified = self.unify(body, found);
        let mut of_classes = Vec::new();
        for (one, (_, rigid)) in variables.iter().zip(&chosen) {
            if let Node::Rigid { variable, .. } = self.inference.nodes[rigid.0 as usize]
                && !one.classes.is_empty()
            {
                of_classes.push(variable);
            }
        }
        if !of_classes.is_empty() {
            self.program.abstracted.insert(expr, of_classes);
        }
        if unified.is_ok() { wanted } else { found }
    }

    fn lambda_as(&mut self, expr: ExprId, wanted: Ty) -> Ty {
        self.place = self.program[expr].span;
        let kind = std::mem::replace(&mut self.program[expr].kind, ExprKind::Tuple(Vec::new()));
        let ExprKind::Lambda { patterns, body } = &kind else {
            self.program[expr].kind = kind;
            return self.expr(expr);
        };
        let mark = self.assumptions.len();
        let mut rest = Some(wanted);
        let mut parameters = Vec::new();
        for pattern in patterns {
            let parts = rest.and_then(|rest| self.as_function(rest));
            parameters.push(match parts {
                Some((from, _)) => self.pattern_as(*pattern, from),
                None => self.pattern(*pattern),
            });
            rest = parts.map(|(_, to)| to);
        }
        let result = match rest {
            Some(rest) => self.expr_as(*body, rest),
            None => self.expr(*body),
        };
        self.forget(mark);
        self.program[expr].kind = kind;
        parameters.into_iter().rev().fold(result, |result, parameter| self.function_ty(parameter, result))
    }

    /// The type of a pattern for values of this type; the caller compares.
    pub(super) fn pattern_as(&mut self, pattern: PatId, wanted: Ty) -> Ty {
        recursion::deep(|| match self.program[pattern].kind.clone() {
            PatKind::Var(variable) => {
                let Node::Forall(variables, ty) = self.get(wanted) else { return self.pattern(pattern) };
                self.variables.insert(variable, Scheme { variables, ty, relations: Vec::new() });
                wanted
            }
            PatKind::Bang(inner) | PatKind::Lazy(inner) => self.pattern_as(inner, wanted),
            PatKind::Con { .. } | PatKind::Record { .. } | PatKind::As { .. } | PatKind::Tuple(_) => {
                self.pattern_with(pattern, Some(wanted))
            }
            _ => self.pattern(pattern),
        })
    }

    // ------------------------------------------------------------------------------- constructors

    fn is_plain(&self, con: ConId) -> bool {
        let con = &self.program[con];
        let data = &self.program[con.data];
        con.context.is_empty()
            && con.decides.is_empty()
            && con.fields.iter().all(|field| {
                let mut plain = true;
                self.each_part(field.ty, &mut |kind, _| {
                    if let TypeKind::Var(name) = kind {
                        plain &= data.parameters.contains(name);
                    }
                });
                plain
            })
    }

    /// A constructor as a function.
    pub(super) fn constructor_use(&mut self, con: ConId) -> ConstructorUse {
        if self.is_plain(con) {
            let (whole, fields) = self.constructor_types(con);
            return ConstructorUse { whole, fields, carried: Vec::new() };
        }
        let data = self.program[con].data;
        let mut names: HashMap<Name, Ty> = HashMap::new();
        let mut by_name =
            |checker: &mut Self, name: Name| *names.entry(name).or_insert_with(|| checker.fresh());
        let parameters = self.program[data].parameters.clone();
        let mut chosen: Vec<Ty> = parameters.iter().map(|name| by_name(self, *name)).collect();
        for (place, ty) in self.program[con].decides.clone() {
            chosen[place] = self.convert(ty, &mut by_name);
        }
        let types: Vec<TypeId> = self.program[con].fields.iter().map(|field| field.ty).collect();
        let fields = types.into_iter().map(|ty| self.convert(ty, &mut by_name)).collect();
        for constraint in self.program[con].context.clone() {
            let ty = self.convert(constraint.ty, &mut by_name);
            if let Some(class) = self.class_of(&constraint) {
                self.must_belong(self.place, class, ty);
            }
        }
        let carried = self.program[con].carried(self.program);
        let carried = carried.into_iter().map(|name| by_name(self, name)).collect();
        ConstructorUse { whole: self.data(data, chosen), fields, carried }
    }

    /// A constructor in a pattern for values of the type that is wanted, if that is known.
    pub(super) fn constructor_match(
        &mut self,
        pattern: PatId,
        con: ConId,
        wanted: Option<Ty>,
    ) -> (Ty, Vec<Ty>) {
        let plain = self.is_plain(con);
        let data = self.program[con].data;
        let parameters = self.program[data].parameters.clone();
        let chosen: Vec<Ty> = parameters.iter().map(|_| self.fresh()).collect();
        let whole = self.data(data, chosen.clone());
        if let Some(wanted) = wanted {
            // That they differ is said by the caller.
            let _ = self.unify(wanted, whole);
        }
        if plain {
            return (whole, self.field_tys(con, &parameters, &chosen));
        }
        let mut classes: HashMap<Name, Classes> = HashMap::new();
        for constraint in self.program[con].context.clone() {
            if let (Some(class), TypeKind::Var(name)) =
                (self.class_of(&constraint), &self.program[constraint.ty].kind)
            {
                classes.entry(*name).or_default().add(class);
            }
        }
        let mut names: HashMap<Name, Ty> = HashMap::new();
        let carried: Vec<TypeVar> = self.program[con]
            .carried(self.program)
            .into_iter()
            .map(|name| {
                let variable = self.variable();
                let classes = classes.get(&name).copied().unwrap_or_default();
                let level = self.level;
                names.insert(name, self.node(Node::Rigid { name, level, classes, variable }));
                variable
            })
            .collect();
        for (name, ty) in parameters.iter().zip(&chosen) {
            match names.get(name).copied() {
                Some(known) => self.assume(known, *ty),
                None => {
                    names.insert(*name, *ty);
                }
            }
        }
        let mut by_name = |checker: &mut Self, name: Name| {
            *names.entry(name).or_insert_with(|| {
                let (level, variable) = (checker.level, checker.variable());
                checker.node(Node::Rigid { name, level, classes: Classes::default(), variable })
            })
        };
        for (place, ty) in self.program[con].decides.clone() {
            let decided = self.convert(ty, &mut by_name);
            self.assume(decided, chosen[place]);
        }
        let types: Vec<TypeId> = self.program[con].fields.iter().map(|field| field.ty).collect();
        let fields = types.into_iter().map(|ty| self.convert(ty, &mut by_name)).collect();
        if !carried.is_empty() {
            self.program.carried.insert(pattern, carried);
        }
        (whole, fields)
    }

    /// Both are the same type until [`Checker::forget`]: the first is what a constructor says, the
    /// second what is matched.
    fn assume(&mut self, said: Ty, subject: Ty) {
        let mut open = vec![(said, subject)];
        while let Some((said, subject)) = open.pop() {
            let (said, subject) = (self.find(said), self.find(subject));
            if said == subject {
                continue;
            }
            let (ours, theirs) = (self.get(said), self.get(subject));
            match (ours, theirs) {
                (Node::Rigid { name, level, classes, variable }, Node::Rigid { classes: more, .. }) => {
                    // The classes of both.
                    let all = classes.join(more);
                    let kept = match all == classes {
                        true => said,
                        false => self.node(Node::Rigid { name, level, classes: all, variable }),
                    };
                    if kept != said {
                        self.set_for_now(said, kept);
                    }
                    self.set_for_now(subject, kept);
                }
                (_, Node::Rigid { .. }) => self.set_for_now(subject, said),
                (Node::Rigid { .. }, _) => self.set_for_now(said, subject),
                (Node::Data(one, ours), Node::Data(other, theirs))
                    if one == other && ours.len() == theirs.len() =>
                {
                    open.extend(ours.into_iter().zip(theirs));
                }
                (Node::Apply(one, ours), Node::Apply(other, theirs)) => {
                    open.extend([(one, other), (ours, theirs)]);
                }
                // A match that cannot be: nothing is known from it.
                (Node::Data(..), Node::Data(..)) => {}
                _ => {
                    let _ = self.unify(subject, said);
                }
            }
        }
    }

    fn set_for_now(&mut self, ty: Ty, known: Ty) {
        let before = std::mem::replace(&mut self.inference.nodes[ty.0 as usize], Node::Assumed(known));
        self.assumptions.push((ty, before));
    }

    /// The match is over that said more of type variables than `mark` assumptions.
    pub(super) fn forget(&mut self, mark: usize) {
        while self.assumptions.len() > mark {
            if let Some((ty, before)) = self.assumptions.pop() {
                self.inference.nodes[ty.0 as usize] = before;
            }
        }
    }
}
