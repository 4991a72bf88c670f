//! Which variables an expression uses and does not bind itself.

use std::collections::{BTreeSet, HashMap};

use crate::core::{Expr, Function, FunctionId, Head, Local, MethodId};
use crate::primitive::Primitive;

pub type Locals = BTreeSet<Local>;

/// Every variable is bound in one place, so it is enough to collect what is used and what is bound.
pub fn free(expr: &Expr, functions: &[Function]) -> Locals {
    let mut uses = Uses::new(functions);
    uses.visit(expr);
    &uses.used - &uses.bound
}

/// The functions without parameters that it mentions.
pub fn constants(expr: &Expr, functions: &[Function]) -> BTreeSet<FunctionId> {
    let mut uses = Uses::new(functions);
    uses.visit(expr);
    let without_parameters = |id: &FunctionId| functions[id.0 as usize].arity() == 0;
    uses.mentioned.into_iter().filter(without_parameters).collect()
}

/// What an expression may call.
pub struct Needs {
    pub functions: Vec<FunctionId>,
    pub methods: Vec<MethodId>,
    /// Whether some part of it is observed.
    pub observes: bool,
}

pub fn needs(expr: &Expr, primitive_methods: &HashMap<Primitive, MethodId>) -> Needs {
    let mut uses = Uses::new(&[]);
    uses.visit(expr);
    let primitives = uses.primitives.iter().filter_map(|primitive| primitive_methods.get(primitive));
    let methods = uses.methods.iter().chain(primitives).copied().collect();
    Needs { functions: uses.mentioned.into_iter().collect(), methods, observes: uses.observes }
}

struct Uses<'a> {
    functions: &'a [Function],
    used: Locals,
    bound: Locals,
    mentioned: BTreeSet<FunctionId>,
    methods: Vec<MethodId>,
    primitives: Vec<Primitive>,
    observes: bool,
}

impl<'a> Uses<'a> {
    fn new(functions: &'a [Function]) -> Uses<'a> {
        Uses {
            functions,
            used: Locals::new(),
            bound: Locals::new(),
            mentioned: BTreeSet::new(),
            methods: Vec::new(),
            primitives: Vec::new(),
            observes: false,
        }
    }

    fn visit(&mut self, expr: &Expr) {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.visit_inner(expr));
    }

    fn visit_inner(&mut self, expr: &Expr) {
        match expr {
            Expr::Local(local) => {
                self.used.insert(*local);
            }
            Expr::Function(id) => {
                self.mentioned.insert(*id);
                if let Some(function) = self.functions.get(id.0 as usize) {
                    self.used.extend(&function.captured);
                }
            }
            Expr::Constructor(_) | Expr::Literal(_) | Expr::Fall | Expr::Fail | Expr::Error(_) => {}
            Expr::Call(function, arguments) => {
                self.visit(function);
                arguments.iter().for_each(|argument| self.visit(argument));
            }
            Expr::Lambda(_, parameters, body) => {
                self.bound.extend(parameters);
                self.visit(body);
            }
            Expr::Primitive(primitive, ty, arguments) => {
                self.primitives.push(*primitive);
                self.used.extend(ty.iter().flat_map(|ty| &ty.parameters));
                arguments.iter().for_each(|argument| self.visit(argument));
            }
            Expr::Type(ty) => self.used.extend(&ty.parameters),
            Expr::Method(method, ty) => {
                self.methods.push(*method);
                self.used.extend(&ty.parameters);
            }
            Expr::Choice(arguments) => {
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
                    if let Head::Partial(id) = arm.head {
                        self.mentioned.insert(id);
                    }
                    self.bound.extend(arm.fields.iter().flatten());
                    self.visit(&arm.body);
                }
                if let Some(default) = default {
                    self.visit(default);
                }
            }
            Expr::Rule(_, body) => self.visit(body),
            Expr::Observe(_, body) => {
                self.observes = true;
                self.visit(body);
            }
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
