//! Bugs in what servers keep and say: a reply or a cast that is forgotten, another field or key.

use erlang_syntax::ast::{Expr, ExprId, ExprKind, Module};
use erlang_syntax::source::Span;
use erlang_term::Atom;

use crate::mutation::Scene;
use crate::sites::sites;

type Change<'c> = &'c mut dyn FnMut(&'static str, Span, String);

impl Scene<'_> {
    pub(crate) fn keeping(&self, expr: &Expr, change: Change<'_>) {
        if let Some(key) = key(self.module, expr) {
            self.other_key(key, change);
        }
        match &expr.kind {
            ExprKind::Tuple(elements) => {
                if let [tag, _, state] = elements[..]
                    && is_atom(self.module, tag, "reply")
                    && let Some(state) = self.text(state)
                {
                    change("dropped reply", expr.span, format!("{{noreply, {state}}}"));
                }
            }
            ExprKind::RemoteCall { function, .. } if is_forgettable(self.module, *function) => {
                change("forgotten cast", expr.span, "ok".to_owned());
            }
            ExprKind::MapUpdate { fields, .. } => {
                fields.iter().for_each(|field| self.other_key(field.key, change));
            }
            ExprKind::RecordUpdate { fields, .. } => {
                for field in fields {
                    let Some(name) = field.name else { continue };
                    for other in self.keys.iter().filter(|other| **other != name) {
                        if let Some(value) = self.text(field.value) {
                            change("wrong field", field.span, format!("{} = {value}", other.name()));
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn other_key(&self, key: ExprId, change: Change<'_>) {
        let ExprKind::Atom(name) = self.module[key].kind else { return };
        for other in self.keys.iter().filter(|other| **other != name) {
            change("wrong key", self.module[key].span, other.name().to_owned());
        }
    }
}

/// The atoms by which the functions of a module find what they keep: keys and fields.
pub(crate) fn keys(module: &Module) -> Vec<Atom> {
    let mut found = Vec::new();
    let mut add = |atom: Atom| {
        if !found.contains(&atom) {
            found.push(atom);
        }
    };
    for clause in module.functions().flat_map(|function| &function.clauses) {
        for site in sites(module, clause) {
            let expr = &module[site.expr];
            let mut atom = |key: ExprId| {
                if let ExprKind::Atom(atom) = module[key].kind {
                    add(atom);
                }
            };
            key(module, expr).into_iter().for_each(&mut atom);
            match &expr.kind {
                ExprKind::MapUpdate { fields, .. } => fields.iter().for_each(|field| atom(field.key)),
                ExprKind::RecordUpdate { fields, .. } => {
                    fields.iter().filter_map(|field| field.name).for_each(&mut add);
                }
                _ => {}
            }
        }
    }
    found
}

/// The key that a call reads or writes.
fn key(module: &Module, expr: &Expr) -> Option<ExprId> {
    let name = |id: ExprId| match module[id].kind {
        ExprKind::Atom(atom) => atom.name(),
        _ => "",
    };
    match &expr.kind {
        ExprKind::Call { callee, arguments } => match (name(*callee), &arguments[..]) {
            ("get" | "erase", [key]) | ("put", [key, _]) => Some(*key),
            _ => None,
        },
        ExprKind::RemoteCall { module: of, function, arguments } => {
            match (name(*of), name(*function), &arguments[..]) {
                ("persistent_term", "get", [key, ..]) | ("persistent_term", "put", [key, _]) => Some(*key),
                ("ets", "lookup" | "update_counter" | "delete", [_, key, ..]) => Some(*key),
                ("ets", "insert", [_, object]) => match &module[*object].kind {
                    ExprKind::Tuple(elements) => elements.first().copied(),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_atom(module: &Module, expr: ExprId, name: &str) -> bool {
    matches!(module[expr].kind, ExprKind::Atom(atom) if atom.name() == name)
}

fn is_forgettable(module: &Module, function: ExprId) -> bool {
    const NAMES: [&str; 4] = ["cast", "notify", "sync_notify", "reply"];
    NAMES.iter().any(|name| is_atom(module, function, name))
}
