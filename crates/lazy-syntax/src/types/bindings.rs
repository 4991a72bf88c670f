//! Definitions: groups of functions that need each other, rules, `let` and `where`.

use super::report::Why;
use super::term::{Node, Ty};
use super::{Checker, Scheme, SchemeVariable};
use crate::ast::{
    Binding, BindingKind, Bindings, Entity, FunctionBody, FunctionId, Name, Qualifier, QualifierKind, Rhs,
    Rule, TypeVar, VarId,
};
use crate::source::Span;

impl Checker<'_> {
    /// Functions that need each other: those without signatures first, together; then the others,
    /// each against its signature.
    pub(super) fn group(&mut self, group: &[FunctionId]) {
        let (declared, inferred): (Vec<FunctionId>, Vec<FunctionId>) =
            group.iter().partition(|function| self.program[**function].signature.is_some());
        self.infer_functions(&inferred);
        for function in declared {
            self.check_function(function);
        }
    }

    fn infer_functions(&mut self, functions: &[FunctionId]) {
        if functions.is_empty() {
            return;
        }
        self.level += 1;
        let types: Vec<Ty> = functions.iter().map(|_| self.fresh()).collect();
        self.open.extend(functions.iter().copied().zip(types.iter().copied()));
        for (function, ty) in functions.iter().zip(&types) {
            self.rules(*function, *ty);
        }
        self.level -= 1;
        let mut variables = Vec::new();
        // The monomorphism restriction: a constant is computed once, for one type.
        let keep_classes = functions.iter().all(|function| self.program[*function].arity > 0);
        match keep_classes {
            true => self.share_deferred(),
            false => self.hold_deferred(),
        }
        let relations = self.relations_of(&types, keep_classes);
        for ty in types.iter().chain(relations.iter().flat_map(|relation| &relation.others)) {
            self.generalise(*ty, keep_classes, &mut variables);
        }
        for function in functions {
            self.open.remove(function);
        }
        self.close_recursive_uses(functions, &variables);
        for (function, ty) in functions.iter().zip(types) {
            let (variables, relations) = (variables.clone(), relations.clone());
            self.declare_function(*function, Scheme { variables, ty, relations });
        }
    }

    /// Inside of their group functions are used for the group's own type variables.
    fn close_recursive_uses(&mut self, functions: &[FunctionId], variables: &[SchemeVariable]) {
        let of_classes = variables.iter().filter(|variable| !variable.classes.is_empty());
        let own: Vec<TypeVar> = of_classes.map(|variable| variable.variable).collect();
        for (expr, function) in std::mem::take(&mut self.recursive_uses) {
            if !functions.contains(&function) {
                self.recursive_uses.push((expr, function));
            } else if !own.is_empty() {
                let types = own.iter().map(|variable| self.node(Node::Generic(*variable))).collect();
                self.uses.push((expr, types));
            }
        }
    }

    fn check_function(&mut self, function: FunctionId) {
        let Some(signature) = self.program[function].signature.clone() else { return };
        if !self.inference.functions.contains_key(&function) {
            let scheme = self.scheme(&signature);
            self.declare_function(function, scheme);
        }
        self.level += 1;
        let scope = self.scoped.len();
        let scheme = self.inference.functions[&function].clone();
        let wanted = self.rigid_in_scope(&scheme, &signature.scoped);
        self.rules(function, wanted);
        self.scoped.truncate(scope);
        self.level -= 1;
    }

    /// The signature's type for any types in place of its variables.
    pub(super) fn rigid(&mut self, scheme: &Scheme) -> Ty {
        self.rigid_in_scope(scheme, &[])
    }

    /// As [`Checker::rigid`]; these variables mean the same in the definition.
    fn rigid_in_scope(&mut self, scheme: &Scheme, names: &[Name]) -> Ty {
        let level = self.level;
        let other = self.program.names.intern("a");
        let chosen: Vec<(TypeVar, Ty)> = scheme
            .variables
            .iter()
            .map(|one| {
                let (name, classes, variable) = (one.name.unwrap_or(other), one.classes, one.variable);
                (variable, self.node(Node::Rigid { name, level, classes, variable }))
            })
            .collect();
        for (one, (_, ty)) in scheme.variables.iter().zip(&chosen) {
            self.scoped.extend(one.name.filter(|name| names.contains(name)).map(|name| (name, *ty)));
        }
        for relation in &scheme.relations {
            let given = self.substitute_relation(relation, &chosen);
            self.given.push(given);
        }
        self.substitute(scheme.ty, &chosen)
    }

    /// All rules of a function have this type.
    fn rules(&mut self, function: FunctionId, ty: Ty) {
        let rules = match &mut self.program[function].body {
            FunctionBody::Rules(rules) => std::mem::take(rules),
            FunctionBody::Primitive(_) | FunctionBody::Method(..) => return,
        };
        let signature = self.program[function].signature.as_ref().map(|signature| signature.span);
        for (index, rule) in rules.iter().enumerate() {
            self.rule(rule, ty, index, signature);
        }
        self.program[function].body = FunctionBody::Rules(rules);
    }

    fn rule(&mut self, rule: &Rule, ty: Ty, index: usize, signature: Option<Span>) {
        let why = match signature {
            Some(span) => Why::Signature(span),
            None => Why::Rule,
        };
        for variable in &rule.extra {
            self.bind_variable(*variable);
        }
        let mark = self.assumptions.len();
        let mut rest = ty;
        for pattern in &rule.patterns {
            let span = self.program[*pattern].span;
            match self.as_function(rest) {
                Some((from, to)) => {
                    let found = self.pattern_as(*pattern, from);
                    self.must_be(span, found, from, why);
                    rest = to;
                }
                None => {
                    let found = self.pattern(*pattern);
                    let to = self.fresh();
                    let function = self.function_ty(found, to);
                    self.must_be(span, function, rest, why);
                    rest = to;
                }
            }
        }
        let why = if index == 0 && signature.is_none() { Why::Alternative } else { why };
        self.rhs(&rule.rhs, rest, why);
        self.forget(mark);
    }

    /// Every body has this type.
    pub(super) fn rhs(&mut self, rhs: &Rhs, wanted: Ty, why: Why) {
        self.bindings(&rhs.wheres);
        for alternative in &rhs.alternatives {
            for qualifier in &alternative.qualifiers {
                self.qualifier(qualifier);
            }
            let found = self.expr_as(alternative.body, wanted);
            let span = self.program[alternative.body].span;
            self.must_be(span, found, wanted, why);
        }
    }

    pub(super) fn qualifier(&mut self, qualifier: &Qualifier) {
        match &qualifier.kind {
            QualifierKind::Holds(expr) => {
                let found = self.expr(*expr);
                let bool = self.bool_ty();
                let span = self.program[*expr].span;
                self.must_be(span, found, bool, Why::Guard);
            }
            QualifierKind::Equal { left, right } => {
                let (wanted, found) = (self.expr(*left), self.expr(*right));
                let span = self.program[*right].span;
                self.must_be(span, found, wanted, Why::Equation);
            }
            QualifierKind::Approximates { expr, pattern } => {
                let found = self.expr(*expr);
                let wanted = self.pattern_as(*pattern, found);
                let span = self.program[*expr].span;
                self.must_be(span, found, wanted, Why::Pattern);
            }
            QualifierKind::Generator { pattern, list } => {
                let found = self.expr(*list);
                let element = self.pattern(*pattern);
                let wanted = self.list_ty(element);
                let span = self.program[*list].span;
                self.must_be(span, found, wanted, Why::Pattern);
            }
            QualifierKind::Let(bindings) => self.bindings(bindings),
        }
    }

    pub(super) fn bindings(&mut self, bindings: &Bindings) {
        for group in &bindings.groups {
            let members: Vec<&Binding> = group.members.iter().map(|member| &bindings.all[*member]).collect();
            self.local_group(&members);
        }
    }

    fn local_group(&mut self, members: &[&Binding]) {
        let functions: Vec<FunctionId> = members
            .iter()
            .filter_map(|binding| match binding.kind {
                BindingKind::Function(function) => Some(function),
                _ => None,
            })
            .collect();
        if functions.len() == members.len() {
            // Signatures first: the functions of the group use them.
            for function in &functions {
                if let Some(signature) = self.program[*function].signature.clone() {
                    let scheme = self.scheme(&signature);
                    self.declare_function(*function, scheme);
                }
            }
            self.group(&functions);
            return;
        }
        self.level += 1;
        let mut plain: Vec<(VarId, Ty)> = Vec::new();
        for function in &functions {
            match self.program[*function].signature.clone() {
                Some(signature) => {
                    let scheme = self.scheme(&signature);
                    self.declare_function(*function, scheme);
                }
                None => {
                    let ty = self.fresh();
                    self.open.insert(*function, ty);
                }
            }
        }
        for binding in members {
            match &binding.kind {
                BindingKind::Value { variable, signature: Some(signature), .. } => {
                    let scheme = self.scheme(signature);
                    self.note_parameters(Entity::Variable(*variable), &scheme);
                    self.variables.insert(*variable, scheme);
                }
                BindingKind::Value { variable, signature: None, .. } => {
                    let ty = self.bind_variable(*variable);
                    plain.push((*variable, ty));
                }
                BindingKind::Free(variables) => {
                    // A logic variable has one type in all its places.
                    self.level -= 1;
                    for variable in variables {
                        self.bind_variable(*variable);
                    }
                    self.level += 1;
                }
                BindingKind::Function(_) | BindingKind::Pattern { .. } => {}
            }
        }
        for binding in members {
            match &binding.kind {
                BindingKind::Function(function) => {
                    if let Some(ty) = self.open.get(function).copied() {
                        self.rules(*function, ty);
                    }
                }
                BindingKind::Value { variable, signature, rhs } => match signature {
                    Some(signature) => {
                        let scope = self.scoped.len();
                        let scheme = self.variables[variable].clone();
                        let wanted = self.rigid_in_scope(&scheme, &signature.scoped);
                        self.rhs(rhs, wanted, Why::Signature(signature.span));
                        self.scoped.truncate(scope);
                    }
                    None => {
                        let wanted = self.bind_variable(*variable);
                        self.rhs(rhs, wanted, Why::Alternative);
                    }
                },
                BindingKind::Pattern { pattern, rhs } => {
                    // Its variables are not generalised: they live outside of this definition.
                    self.level -= 1;
                    let wanted = self.pattern(*pattern);
                    self.level += 1;
                    self.rhs(rhs, wanted, Why::Pattern);
                }
                BindingKind::Free(_) => {}
            }
        }
        self.level -= 1;
        self.relations_of(&[], false);
        self.hold_deferred();
        let mut variables: Vec<SchemeVariable> = Vec::new();
        for (_, ty) in &plain {
            self.generalise(*ty, false, &mut variables);
        }
        let open: Vec<(FunctionId, Ty)> =
            functions.iter().filter_map(|function| Some((*function, self.open.remove(function)?))).collect();
        for (_, ty) in &open {
            self.generalise(*ty, false, &mut variables);
        }
        for (variable, ty) in plain {
            self.variables
                .insert(variable, Scheme { variables: variables.clone(), ty, relations: Vec::new() });
        }
        self.close_recursive_uses(&functions, &variables);
        for (function, ty) in open {
            self.declare_function(
                function,
                Scheme { variables: variables.clone(), ty, relations: Vec::new() },
            );
        }
        for function in functions {
            if self.program[function].signature.is_some() {
                self.check_function(function);
            }
        }
    }
}
