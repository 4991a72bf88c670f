//! The core language: lazy, with sharing, in which arguments are variables (paper 5 §2.1.2, Fig.
//! 50).

use std::rc::Rc;

/// A variable; each binding of a program has its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Con {
    False,
    True,
    Nil,
    Cons,
    Pair,
}

impl Con {
    pub fn name(self) -> &'static str {
        match self {
            Con::False => "False",
            Con::True => "True",
            Con::Nil => "[]",
            Con::Cons => ":",
            Con::Pair => "(,)",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Primitive {
    And,
    Xor,
}

pub type Expr = Rc<Expression>;

#[derive(Debug)]
pub enum Expression {
    Lam(Var, Expr),
    Con(Con, Vec<Var>),
    App(Expr, Var),
    Let(Vec<(Var, Expr)>, Expr),
    Case(Expr, Vec<Alternative>),
    Var(Var),
    /// The constant of this number is mentioned.
    Use(usize, Var),
    Primitive(Primitive, Var, Var),
    /// Marks all that comes of it as wrong: a defect.
    Infect(Expr),
}

#[derive(Debug)]
pub struct Alternative {
    pub con: Con,
    pub fields: Vec<Var>,
    pub body: Expr,
}

/// Top-level bindings, and what is evaluated.
#[derive(Debug)]
pub struct Program {
    pub bindings: Vec<Binding>,
    pub main: Expr,
}

#[derive(Debug)]
pub struct Binding {
    pub name: String,
    pub var: Var,
    pub body: Expr,
    pub annotation: Annotation,
    pub is_defective: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Annotation {
    Unobserved,
    /// A λ-abstraction.
    Function,
    /// Anything else.
    Constant,
}
