//! `let` and `where`.

use lazy_syntax::ast::{Binding, BindingKind, Bindings, Entity};

use crate::core::{Expr, Local};
use crate::lower::Lowerer;
use crate::lower::pattern::Pattern;

impl Lowerer<'_> {
    /// The body within the bindings, group by group.
    pub(super) fn within(&mut self, bindings: &Bindings, body: impl FnOnce(&mut Self) -> Expr) -> Expr {
        let mut layers = Vec::new();
        for group in &bindings.groups {
            let members: Vec<&Binding> = group.members.iter().map(|index| &bindings.all[*index]).collect();
            layers.push(self.group(&members));
        }
        let mut expr = body(self);
        for layer in layers.into_iter().rev() {
            for subject in layer.evaluated.into_iter().rev() {
                let ignored = self.temporary();
                expr = Expr::Strict(ignored, Box::new(Expr::Local(subject)), Box::new(expr));
            }
            if !layer.delayed.is_empty() {
                expr = Expr::Let(layer.delayed, Box::new(expr));
            }
            if !layer.fresh.is_empty() {
                expr = Expr::Fresh(layer.fresh, Box::new(expr));
            }
        }
        expr
    }

    fn group(&mut self, members: &[&Binding]) -> Layer {
        let mut layer = Layer::default();
        for binding in members {
            match &binding.kind {
                BindingKind::Free(variables) => {
                    layer.fresh.extend(variables.iter().map(|variable| Local(variable.0)));
                }
                // A function that mentions another of this group needs what that one captures.
                BindingKind::Function(id) => {
                    let captured = self.captured(&self.source[*id]);
                    self.functions[id.0 as usize].captured = captured;
                }
                BindingKind::Value { .. } | BindingKind::Pattern { .. } => {}
            }
        }
        for binding in members {
            match &binding.kind {
                BindingKind::Function(id) => self.function(*id),
                BindingKind::Value { variable, rhs, .. } => {
                    // With a signature that has classes it is a function of types.
                    let scope = self.type_scope.len();
                    let types = self.open_types(Entity::Variable(*variable));
                    self.type_scope.extend(&types);
                    let value = self.rhs(rhs, None);
                    let value = match self.may_fall(rhs) {
                        true => self.or_complain(value, "guards", binding.span),
                        false => value,
                    };
                    self.type_scope.truncate(scope);
                    let value = match types.is_empty() {
                        true => value,
                        false => Expr::Lambda(None, types, Box::new(value)),
                    };
                    layer.delayed.push((Local(variable.0), value));
                }
                BindingKind::Pattern { pattern, rhs } => {
                    let value = self.rhs(rhs, None);
                    let value = match self.may_fall(rhs) {
                        true => self.or_complain(value, "guards", binding.span),
                        false => value,
                    };
                    let subject = self.temporary();
                    layer.delayed.push((subject, value));
                    let pattern = match self.pattern(*pattern) {
                        Pattern::Bang(inner) => {
                            layer.evaluated.push(subject);
                            *inner
                        }
                        pattern => pattern,
                    };
                    let selected = self.selectors(subject, &pattern, "binding", binding.span);
                    layer.delayed.extend(selected);
                }
                BindingKind::Free(_) => {}
            }
        }
        layer
    }
}

/// One group of bindings.
#[derive(Default)]
struct Layer {
    fresh: Vec<Local>,
    delayed: Vec<(Local, Expr)>,
    /// By `!`: before the body.
    evaluated: Vec<Local>,
}
