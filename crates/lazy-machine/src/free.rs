//! Which variables an expression uses and does not bind itself.

mod mentions;

use std::collections::{BTreeSet, HashMap};

use crate::core::{Expr, Function, FunctionId, Head, Local, MethodId};
use crate::primitive::Primitive;

pub use mentions::Mentions;

pub type Locals = BTreeSet<Local>;

/// Every variable is bound in one place, so it is enough to collect what is used and what is bound.
pub fn free(expr: &Expr, functions: &[Function]) -> Locals {
    let mut uses = Uses::new(functions);
    uses.visit(expr);
    &uses.used - &uses.bound
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
        mentions_of(expr, &mut |mention| match mention {
            Mention::Use(local) => {
                self.used.insert(local);
            }
            Mention::Binding(local) => {
                self.bound.insert(local);
            }
            Mention::Function(id) => {
                self.mentioned.insert(id);
            }
            Mention::Captured(id) => {
                let function = self.functions.get(id.0 as usize);
                self.used.extend(function.into_iter().flat_map(|function| &function.captured));
            }
            Mention::Method(method) => self.methods.push(method),
            Mention::Primitive(primitive) => self.primitives.push(primitive),
            Mention::Observation => self.observes = true,
        });
        recursion::deep(|| expr.parts(&mut |part| self.visit(part)));
    }
}

/// What an expression mentions itself, apart from its parts.
enum Mention {
    Use(Local),
    /// Of a variable, for some of its parts.
    Binding(Local),
    Function(FunctionId),
    /// It needs what the function captures.
    Captured(FunctionId),
    Method(MethodId),
    Primitive(Primitive),
    Observation,
}

fn mentions_of(expr: &Expr, see: &mut dyn FnMut(Mention)) {
    match expr {
        Expr::Local(local) => see(Mention::Use(*local)),
        Expr::Function(id) => {
            see(Mention::Function(*id));
            see(Mention::Captured(*id));
        }
        Expr::Primitive(primitive, ty, _) => {
            see(Mention::Primitive(*primitive));
            let parameters = ty.iter().flat_map(|ty| &ty.parameters);
            parameters.for_each(|local| see(Mention::Use(*local)));
        }
        Expr::Type(ty) => ty.parameters.iter().for_each(|local| see(Mention::Use(*local))),
        Expr::Method(method, ty) => {
            see(Mention::Method(*method));
            ty.parameters.iter().for_each(|local| see(Mention::Use(*local)));
        }
        Expr::Lambda(_, locals, _) | Expr::Fresh(locals, _) => {
            locals.iter().for_each(|local| see(Mention::Binding(*local)));
        }
        Expr::Let(bindings, _) => bindings.iter().for_each(|(local, _)| see(Mention::Binding(*local))),
        Expr::Strict(local, ..) => see(Mention::Binding(*local)),
        Expr::Switch(subject, arms, _) => {
            see(Mention::Use(*subject));
            for arm in arms {
                if let Head::Partial(id) = arm.head {
                    see(Mention::Function(id));
                }
                arm.fields.iter().flatten().for_each(|local| see(Mention::Binding(*local)));
            }
        }
        Expr::Observe(..) => see(Mention::Observation),
        Expr::Constructor(_) | Expr::Literal(_) | Expr::Call(..) | Expr::Rule(..) | Expr::Otherwise(..) => {}
        Expr::Choice(_) | Expr::Unify(..) | Expr::Match(..) | Expr::Holds(..) => {}
        Expr::Fall | Expr::Fail | Expr::Error(_) => {}
    }
}
