//! Programs in kernel form (functional-logic §1.1): rules `f t1..tn -> r <== C`, and nothing else.

use lazy_syntax::ast;

use crate::lift::Lifter;
use crate::primitive::Primitive;
use crate::term::{FunctionId, TermId, Terms};

/// What a condition, a goal and the nodes of a proof say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// `e -> t`: t approximates a value of e.
    Approximates(TermId, TermId),
    /// `e == e'`: both have one and the same total value.
    Equal(TermId, TermId),
}

impl Statement {
    pub fn sides(self) -> (TermId, TermId) {
        match self {
            Statement::Approximates(left, right) | Statement::Equal(left, right) => (left, right),
        }
    }

    /// The same kind of statement about other terms.
    pub fn map(self, mut term: impl FnMut(TermId) -> TermId) -> Statement {
        match self {
            Statement::Approximates(left, right) => Statement::Approximates(term(left), term(right)),
            Statement::Equal(left, right) => Statement::Equal(term(left), term(right)),
        }
    }
}

/// Its variables are those of [`Kernel::terms`] that occur in it: no two rules share one.
#[derive(Clone, Debug)]
pub struct Rule {
    pub patterns: Vec<TermId>,
    pub body: TermId,
    pub conditions: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub arity: usize,
    /// Its facts are asked about; of others only what they called is.
    pub suspect: bool,
    pub definition: Definition,
}

#[derive(Clone, Debug)]
pub enum Definition {
    Rules(Vec<Rule>),
    Primitive(Primitive),
}

impl Function {
    pub fn rules(&self) -> &[Rule] {
        match &self.definition {
            Definition::Rules(rules) => rules,
            Definition::Primitive(_) => &[],
        }
    }

    pub fn primitive(&self) -> Option<Primitive> {
        match self.definition {
            Definition::Rules(_) => None,
            Definition::Primitive(primitive) => Some(primitive),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Kernel<'p> {
    pub source: &'p ast::Program,
    pub terms: Terms,
    pub functions: Vec<Function>,
}

/// A goal: a condition, and the variables whose values are the answer. The value of an expression
/// has no name, and stands first.
#[derive(Clone, Debug)]
pub struct Goal {
    pub conditions: Vec<Statement>,
    pub variables: Vec<(String, TermId)>,
}

/// What has no kernel form here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

impl<'p> Kernel<'p> {
    /// As much of the program as the goal can reach. `program` has been read without errors, in
    /// mode flp.
    pub fn new(program: &'p ast::Program, query: &ast::Query) -> Result<(Kernel<'p>, Goal), Unsupported> {
        Lifter::new(program).query(query)
    }

    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    pub fn named(&self, name: &str) -> Option<FunctionId> {
        self.functions.iter().position(|function| function.name == name).map(|at| FunctionId(at as u32))
    }
}
