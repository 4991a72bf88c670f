//! `let` and `where`: what they bind comes into scope at once, and is ordered by what it needs.

use std::collections::HashMap;

use super::{Renamer, dependency_groups};
use crate::ast::{BindingKind, Bindings, Entity, Group, Mode, Rhs};
use crate::diagnostics::Diagnostic;
use crate::lexer::Spelling;
use crate::source::Span;

impl Renamer<'_> {
    /// Bindings stay in scope until the caller's mark is closed.
    pub(super) fn bindings(&mut self, bindings: &mut Bindings) {
        let mut owners: HashMap<Entity, usize> = HashMap::new();
        let mut names: Vec<(crate::ast::Name, Span)> = Vec::new();
        for (index, binding) in bindings.all.iter().enumerate() {
            for (entity, span) in self.bound_by(&binding.kind) {
                let name = match entity {
                    Entity::Function(function) => self.program[function].name,
                    Entity::Variable(variable) => self.program[variable].name,
                    Entity::Unresolved => continue,
                };
                if let Some((_, first)) = names.iter().find(|(known, _)| *known == name) {
                    let text = self.program.text(name);
                    let problem = Diagnostic::error(span, format!("`{text}` is defined twice"));
                    self.problems.push(problem.label(*first, "first here"));
                }
                names.push((name, span));
                owners.insert(entity, index);
                self.open(name, entity);
                if let Entity::Function(function) = entity {
                    // Known before its rules are looked at: those beside it may use it.
                    self.program[function].parent = self.around.last().copied();
                }
            }
        }
        let mut needs = Vec::with_capacity(bindings.all.len());
        for binding in &mut bindings.all {
            let start = self.used.len();
            match &mut binding.kind {
                BindingKind::Function(function) => self.function(*function),
                BindingKind::Value { signature, rhs, .. } => {
                    if let Some(signature) = signature {
                        self.signature(&signature.clone());
                    }
                    self.local_rhs(rhs);
                }
                // Its patterns were resolved when their variables were collected.
                BindingKind::Pattern { rhs, .. } => self.local_rhs(rhs),
                BindingKind::Free(_) => {}
            }
            let mut uses: Vec<usize> =
                self.used[start..].iter().filter_map(|entity| owners.get(entity).copied()).collect();
            uses.sort_unstable();
            uses.dedup();
            needs.push(uses);
        }
        bindings.groups = dependency_groups(&needs)
            .into_iter()
            .map(|members| {
                let recursive = members.len() > 1 || needs[members[0]].contains(&members[0]);
                Group { members, recursive }
            })
            .collect();
        self.refuse_cyclic_values(bindings);
    }

    fn bound_by(&mut self, kind: &BindingKind) -> Vec<(Entity, Span)> {
        match kind {
            BindingKind::Function(function) => {
                vec![(Entity::Function(*function), self.program[*function].span)]
            }
            BindingKind::Value { variable, .. } => {
                vec![(Entity::Variable(*variable), self.program[*variable].span)]
            }
            BindingKind::Pattern { pattern, .. } => {
                let mut bound = Vec::new();
                self.pattern(*pattern, &mut bound);
                bound
                    .iter()
                    .map(|variable| (Entity::Variable(*variable), self.program[*variable].span))
                    .collect()
            }
            BindingKind::Free(variables) => variables
                .iter()
                .map(|variable| (Entity::Variable(*variable), self.program[*variable].span))
                .collect(),
        }
    }

    fn local_rhs(&mut self, rhs: &mut Rhs) {
        let mark = self.mark();
        self.rhs(rhs);
        self.close(mark);
    }

    /// A value that contains itself has no meaning as an approximation (functional-logic §1.2).
    fn refuse_cyclic_values(&mut self, bindings: &Bindings) {
        let is_lazy = self.program.mode != Mode::FunctionalLogic || self.program.spelling == Spelling::Curry;
        if is_lazy || self.library {
            return;
        }
        for group in bindings.groups.iter().filter(|group| group.recursive) {
            for member in &group.members {
                let span = match &bindings.all[*member].kind {
                    BindingKind::Value { variable, .. } => self.program[*variable].span,
                    BindingKind::Pattern { pattern, .. } => self.program[*pattern].span,
                    _ => continue,
                };
                let problem = Diagnostic::error(
                    span,
                    "this value depends on itself, which functional-logic programs do not allow",
                );
                self.problems
                    .push(problem.help("make it a function with an argument, or define it at the top"));
                break;
            }
        }
    }

    /// Mode flp: a pattern of a condition binds new variables (functional-logic §1.1, iii).
    pub(super) fn refuse_rebinding(&mut self, bound: &[crate::ast::VarId]) {
        for variable in bound {
            let (name, span) = (self.program[*variable].name, self.program[*variable].span);
            let known = match self.local(name) {
                Some(Entity::Variable(known)) => Some(known),
                _ => self.extra_named(name),
            };
            let Some(known) = known else { continue };
            let text = self.program.text(name);
            let problem = Diagnostic::error(
                span,
                format!("`{text}` is already defined: a condition's pattern binds new variables"),
            )
            .label(self.program[known].span, "it comes from here")
            .help("to compare two values, write `==`");
            self.problems.push(problem);
        }
    }
}
