//! The search for properties in one module: `?FORALL` anywhere, and the functions that are named.

use std::collections::HashSet;

use erlang_machine::compile::variables;
use erlang_machine::program::Mfa;
use erlang_syntax::ast::{ExprId, ExprKind, Function, Module, UnaryOp, VarName};
use erlang_term::Atom;

use super::{Instance, Named, Property, PropertyKind, shown};
use crate::scope;
use crate::stated::{CallSite, Draft, Names, Recorded};

/// The search for properties in one module.
pub struct Search<'a> {
    pub module: &'a Module,
    pub names: Names,
    pub suspects: &'a HashSet<Atom>,
    pub draft: Draft,
    pub found: Vec<Property>,
}

impl Search<'_> {
    /// `proper:forall(Generator, fun(X) -> Property end)`, which is what `?FORALL` stands for.
    pub fn for_all(&mut self) {
        let module = self.module;
        for function in module.functions() {
            let mut instances = Vec::new();
            scope::walk(module, function, &mut |scope, expr, _| {
                if let Some(body) = quantified(module, expr) {
                    let own = variables::occurring(module, quantifier(module, expr).as_slice());
                    instances
                        .extend(self.instances(body, &|name| scope.is_bound(name) || own.contains(&name)));
                }
            });
            let name = Mfa { module: module.name, function: function.name, arity: function.arity };
            self.add(name, false, instances);
        }
    }

    fn add(&mut self, name: Mfa, complete: bool, instances: Vec<Instance>) {
        if !instances.is_empty() {
            let kind = PropertyKind::Stated { draft: self.draft.module.name, instances };
            self.found.push(Property { name, complete, kind });
        }
    }

    pub fn named(&mut self, named: &Named) -> Result<(), String> {
        let name = named.property;
        let module = self.module;
        let mut functions = module.functions();
        let Some(function) = functions.find(|f| (f.name, f.arity) == (name.function, name.arity)) else {
            return Err(format!("there is no function {}, which should be a property", shown(name)));
        };
        if let Some(found) = self.found.iter_mut().find(|property| property.name == name) {
            found.complete |= named.complete;
            return Ok(());
        }
        let relation = |module, function| Property {
            name,
            complete: named.complete,
            kind: PropertyKind::Relation { module, function },
        };
        if let Some(subject) = named.subject {
            self.found.push(relation(Some(subject.module), subject.function));
            return Ok(());
        }
        if let Some(subject) = name.function.name().strip_prefix("prop_")
            && name.arity > 0
            && self.calls_no_suspect(function, Atom::new(subject))
        {
            self.found.push(relation(None, Atom::new(subject)));
            return Ok(());
        }
        if let [clause] = function.clauses.as_slice()
            && clause.guard.is_empty()
        {
            let own = variables::occurring(module, &clause.patterns);
            let instances = self.instances(&clause.body, &|name| own.contains(&name));
            if !instances.is_empty() {
                self.add(name, named.complete, instances);
                return Ok(());
            }
        }
        Err(format!(
            "the property {0} does not name its function: use --property m:f/{1}={0}",
            shown(name),
            name.arity.saturating_sub(1),
        ))
    }

    /// Is the function that a property is called after not called in it? Then it is a relation of
    /// its arguments and its result.
    fn calls_no_suspect(&self, property: &Function, subject: Atom) -> bool {
        let bodies: Vec<ExprId> = property.clauses.iter().flat_map(|clause| clause.body.clone()).collect();
        !self
            .names
            .calls(self.module, &bodies)
            .iter()
            .any(|call| call.mfa.function == subject && self.suspects.contains(&call.mfa.module))
    }

    /// A function for each call in the property that fixes, by its arguments, all variables of the
    /// property.
    fn instances(&mut self, body: &[ExprId], outside: &dyn Fn(VarName) -> bool) -> Vec<Instance> {
        let module = self.module;
        let calls = self.names.calls(module, body);
        let suspects: Vec<CallSite> =
            calls.into_iter().filter(|call| self.suspects.contains(&call.mfa.module)).collect();
        // Properties inside, for all of something else, are part of this one.
        let inner: Vec<ExprId> = body.iter().flat_map(|&expr| module.subexpressions(expr)).collect();
        let inner: Vec<(ExprId, &[ExprId])> =
            inner.into_iter().filter_map(|expr| Some((expr, quantified(module, expr)?))).collect();
        let mut quantified_names = Vec::new();
        let mut needed = variables::occurring(module, body);
        for &(expr, inner_body) in &inner {
            quantified_names.extend(
                quantifier(module, expr)
                    .into_iter()
                    .flat_map(|pattern| variables::occurring(module, &[pattern])),
            );
            needed.extend(variables::occurring(module, inner_body));
        }
        let mut instances = Vec::new();
        for call in &suspects {
            let patterns: Vec<Option<ExprId>> = call
                .arguments
                .iter()
                .map(|&argument| is_pattern(module, argument).then_some(argument))
                .collect();
            let fixed: Vec<VarName> =
                patterns.iter().flatten().flat_map(|&p| variables::occurring(module, &[p])).collect();
            let open =
                |name: &VarName| !fixed.contains(name) && (outside(*name) || quantified_names.contains(name));
            if needed.iter().any(open) {
                continue;
            }
            let same: Vec<CallSite> =
                suspects.iter().filter(|other| other.mfa == call.mfa).cloned().collect();
            let function = self.instance(body, call, &patterns, &same);
            instances.push(Instance { subject: call.mfa, function });
        }
        instances
    }

    /// `instance(Arg1 = Pattern1, …, Recorded) -> Property`, with the recorded outcome for all
    /// calls of the subject.
    fn instance(
        &mut self,
        body: &[ExprId],
        call: &CallSite,
        patterns: &[Option<ExprId>],
        calls: &[CallSite],
    ) -> Atom {
        let draft = &mut self.draft;
        let outcome = Atom::new("Whodunit@CallOutcome");
        let expected: Vec<VarName> =
            (1..=call.arguments.len()).map(|n| Atom::new(&format!("Whodunit@{n}"))).collect();
        let mut head: Vec<ExprId> = Vec::new();
        for (name, pattern) in expected.iter().zip(patterns) {
            let variable = draft.variable(*name);
            head.push(match *pattern {
                Some(pattern) => draft.add(ExprKind::Match { pattern: variable, value: pattern }),
                None => variable,
            });
        }
        head.push(draft.variable(outcome));
        let recorded = Recorded { calls, arguments: Some(&expected), outcome };
        // The quantifiers inside go: what they quantify is fixed.
        let body: Vec<ExprId> = body
            .iter()
            .map(|&expr| {
                let copy = draft.with_outcome(expr, &recorded);
                draft.without_quantifiers(copy);
                copy
            })
            .collect();
        draft.function(head, body)
    }
}

impl Draft {
    /// Makes each `?FORALL` in a copy its property.
    fn without_quantifiers(&mut self, expr: ExprId) {
        for id in self.module.subexpressions(expr) {
            if let Some(body) = quantified(&self.module, id).map(<[ExprId]>::to_vec) {
                self.module.exprs[id.0 as usize].kind = ExprKind::Begin(body);
            }
        }
    }
}

/// The property of `M:forall(Generator, fun(X) -> Property end)`.
fn quantified(module: &Module, expr: ExprId) -> Option<&[ExprId]> {
    let fun = quantifying_fun(module, expr)?;
    let ExprKind::Fun { clauses, .. } = &module[fun].kind else { return None };
    match clauses.as_slice() {
        [clause] if clause.guard.is_empty() && clause.patterns.len() == 1 => Some(&clause.body),
        _ => None,
    }
}

/// The pattern of what is quantified.
fn quantifier(module: &Module, expr: ExprId) -> Option<ExprId> {
    let ExprKind::Fun { clauses, .. } = &module[quantifying_fun(module, expr)?].kind else { return None };
    clauses.first()?.patterns.first().copied()
}

fn quantifying_fun(module: &Module, expr: ExprId) -> Option<ExprId> {
    let ExprKind::RemoteCall { module: definer, function, arguments } = &module[expr].kind else {
        return None;
    };
    let is = |id: ExprId, name: &str| matches!(module[id].kind, ExprKind::Atom(atom) if atom.name() == name);
    match arguments.as_slice() {
        &[_, fun] if is(*definer, "proper") && is(*function, "forall") => Some(fun),
        _ => None,
    }
}

/// Can an argument stand in the head of a clause, and does it mean the same there?
fn is_pattern(module: &Module, expr: ExprId) -> bool {
    module.subexpressions(expr).into_iter().all(|part| match &module[part].kind {
        kind if kind.is_pattern_too() => true,
        ExprKind::Unary { op: UnaryOp::Minus, operand } => {
            matches!(module[*operand].kind, ExprKind::Integer(_) | ExprKind::Float(_))
        }
        _ => false,
    })
}
