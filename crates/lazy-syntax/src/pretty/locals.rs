//! Local functions as expressions of their own, so that they can be called from outside.

use std::collections::HashSet;

use super::prefix;
use crate::ast::{Entity, ExprKind, Function, FunctionId, KnownType, KnownTypeId, Program};
use crate::source::Span;

/// A local function, lifted: a function of its free variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lifted {
    /// Its free variables, in the order in which it takes them.
    pub free: Vec<String>,
    /// `\\k -> let { go … } in go`, in parentheses.
    pub text: String,
}

impl Program {
    /// `f.g` for a function `g` written inside `f`; `M.f` if questions mean another function by
    /// `f`.
    pub fn full_name(&self, function: &Function) -> String {
        let mut name = self.text(function.name).to_owned();
        let mut outer = function.parent;
        while let Some(id) = outer {
            name = format!("{}.{name}", self.function_name(id));
            outer = self[id].parent;
        }
        let mut outermost = function;
        while let Some(id) = outermost.parent {
            outermost = &self[id];
        }
        let is_meant = |id: &FunctionId| std::ptr::eq(&self[*id], outermost);
        match self.module_of_file(outermost.span.file) {
            Some(module) if !self.visible.values.get(&outermost.name).is_some_and(is_meant) => {
                format!("{module}.{name}")
            }
            _ => name,
        }
    }

    /// The local functions of the user's files with this full name, in the order in which they are
    /// written.
    pub fn locals_named(&self, name: &str) -> Vec<FunctionId> {
        let all = (0..self.functions.len() as u32).map(FunctionId);
        let is_local = |id: &FunctionId| {
            self[*id].parent.is_some()
                && self[*id].span.file >= self.first_file
                && self.full_name(&self[*id]) == name
        };
        let mut found: Vec<FunctionId> = all.filter(is_local).collect();
        found.sort_by_key(|id| (self[*id].span.file, self[*id].span.start.offset));
        found
    }

    /// The names of a local function's free variables.
    pub fn free_names(&self, function: FunctionId) -> Vec<String> {
        self[function].free.iter().map(|variable| self.text(self[*variable].name).to_owned()).collect()
    }

    /// None: it cannot be written so, because names in it hide each other. With `typed`, functions
    /// without signatures get those that the checker found, where they are closed.
    pub fn lifted(&self, function: FunctionId, typed: bool) -> Option<Lifted> {
        let mut needed = vec![function];
        let mut at = 0;
        while let Some(id) = needed.get(at).copied() {
            at += 1;
            for other in self.locals_used_by(id) {
                if !needed.contains(&other) {
                    needed.push(other);
                }
            }
        }
        let free = self.free_names(function);
        let names = needed.iter().map(|id| self.function_name(*id)).chain(free.iter().map(String::as_str));
        let (mut seen, mut is_clear) = (HashSet::new(), true);
        names.for_each(|name| is_clear &= seen.insert(name));
        if !is_clear {
            return None;
        }
        let declarations: Vec<String> = needed.iter().flat_map(|id| self.declared(*id, typed)).collect();
        let name = prefix(self.function_name(function));
        let body = format!("let {{ {} }} in {name}", declarations.join("; "));
        let parameters: Vec<String> = free.iter().map(|name| prefix(name)).collect();
        let text = match parameters.is_empty() {
            true => format!("({body})"),
            false => format!("(\\{} -> {body})", parameters.join(" ")),
        };
        Some(Lifted { free, text })
    }

    fn declared(&self, function: FunctionId, typed: bool) -> Vec<String> {
        let signature = match (&self[function].signature, self[function].ty) {
            (None, Some(ty)) if typed && self.is_closed(ty) => {
                let name = prefix(self.function_name(function));
                Some(format!("{name} :: {}", self.show_known_type(ty)))
            }
            _ => None,
        };
        signature.into_iter().chain(self.show_function(function)).collect()
    }

    fn is_closed(&self, ty: KnownTypeId) -> bool {
        recursion::deep(|| match &self[ty] {
            KnownType::Data(_, parts) => parts.iter().all(|part| self.is_closed(*part)),
            KnownType::Variable(_) | KnownType::Apply(..) | KnownType::Unknown => false,
        })
    }

    /// Local functions that are mentioned in the rules of this one and written outside of them.
    fn locals_used_by(&self, function: FunctionId) -> Vec<FunctionId> {
        let rules = self[function].rules();
        let is_inside = |span: Span| {
            let inside = |outer: Span| {
                outer.file == span.file
                    && outer.start.offset <= span.start.offset
                    && span.end.offset <= outer.end.offset
            };
            rules.iter().any(|rule| inside(rule.span))
        };
        let mut used = Vec::new();
        for expr in self.exprs.iter().filter(|expr| is_inside(expr.span)) {
            if let ExprKind::Var { entity: Entity::Function(id), .. } = expr.kind
                && self[id].parent.is_some()
                && id != function
                && !is_inside(self[id].span)
                && !used.contains(&id)
            {
                used.push(id);
            }
        }
        used
    }
}
