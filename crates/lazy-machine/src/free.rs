//! Which variables an expression uses and does not bind itself.

use std::collections::BTreeSet;

use crate::core::{Expr, Function, FunctionId, Local};

pub type Locals = BTreeSet<Local>;

/// Every variable is bound in one place, so it is enough to collect what is used and what is bound.
pub fn free(expr: &Expr, functions: &[Function]) -> Locals {
    let mut uses = Uses { functions, used: Locals::new(), bound: Locals::new(), constants: BTreeSet::new() };
    uses.visit(expr);
    &uses.used - &uses.bound
}

/// The functions without parameters that it mentions.
pub fn constants(expr: &Expr, functions: &[Function]) -> BTreeSet<FunctionId> {
    let mut uses = Uses { functions, used: Locals::new(), bound: Locals::new(), constants: BTreeSet::new() };
    uses.visit(expr);
    uses.constants
}

struct Uses<'a> {
    functions: &'a [Function],
    used: Locals,
    bound: Locals,
    constants: BTreeSet<FunctionId>,
}

impl Uses<'_> {
    fn visit(&mut self, expr: &Expr) {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.visit_inner(expr));
    }

    fn visit_inner(&mut self, expr: &Expr) {
        match expr {
            Expr::Local(local) => {
                self.used.insert(*local);
            }
            Expr::Function(id) => {
                let function = &self.functions[id.0 as usize];
                self.used.extend(&function.captured);
                if function.arity() == 0 {
                    self.constants.insert(*id);
                }
            }
            Expr::Constructor(_) | Expr::Literal(_) | Expr::Fall | Expr::Fail | Expr::Error(_) => {}
            Expr::Call(function, arguments) => {
                self.visit(function);
                arguments.iter().for_each(|argument| self.visit(argument));
            }
            Expr::Lambda(parameters, body) => {
                self.bound.extend(parameters);
                self.visit(body);
            }
            Expr::Primitive(_, _, arguments) | Expr::Choice(arguments) => {
                arguments.iter().for_each(|argument| self.visit(argument));
            }
            Expr::Let(bindings, body) => {
                for (local, bound) in bindings {
                    self.bound.insert(*local);
                    self.visit(bound);
                }
                self.visit(body);
            }
            Expr::Strict(local, first, body) => {
                self.bound.insert(*local);
                self.visit(first);
                self.visit(body);
            }
            Expr::Switch(subject, arms, default) => {
                self.used.insert(*subject);
                for arm in arms {
                    self.bound.extend(arm.fields.iter().flatten());
                    self.visit(&arm.body);
                }
                if let Some(default) = default {
                    self.visit(default);
                }
            }
            Expr::Rule(_, body) => self.visit(body),
            Expr::Otherwise(first, second) | Expr::Holds(first, second) => {
                self.visit(first);
                self.visit(second);
            }
            Expr::Fresh(locals, body) => {
                self.bound.extend(locals);
                self.visit(body);
            }
            Expr::Unify(left, right, body) => {
                self.visit(left);
                self.visit(right);
                self.visit(body);
            }
        }
    }
}
