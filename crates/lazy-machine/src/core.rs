//! The core language: supercombinators whose pattern matching has become trees of switches. What
//! the machine's code is made from.

use std::collections::HashMap;
use std::rc::Rc;

use lazy_syntax::ast::{Fixity, Mode, Shown};
use lazy_syntax::classes::Class;
use lazy_syntax::source::Span;
use num_bigint::BigInt;

use crate::primitive::Primitive;
use crate::types::{ClassTable, Data, Types};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConstructorId(pub u32);

/// A variable of a function and all that was written inside it: lifted functions keep the names of
/// what they capture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Local(pub u32);

/// A rule of a function, from 1 as people count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleNumber(pub u32);

#[derive(Debug)]
pub struct Program {
    pub mode: Mode,
    pub functions: Vec<Function>,
    pub constructors: Vec<Constructor>,
    pub known: Known,
    /// Variables from here on are free for use.
    pub next_local: u32,
    pub types: Types,
    pub data: Vec<Data>,
    pub classes: ClassTable,
    /// Something of it is: functions keep the cost-centre stack of their making.
    pub is_observed: bool,
    /// The methods that primitives are.
    pub primitive_methods: HashMap<Primitive, MethodId>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub u32);

impl TypeId {
    pub const UNKNOWN: TypeId = TypeId(0);
}

/// A type that is known when the function runs: a template and, for its parameters, variables that
/// hold types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeUse {
    pub template: TypeId,
    pub parameters: Vec<Local>,
}

/// A method by its class and place there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MethodId {
    pub class: Class,
    pub index: u16,
}

/// Constructors that the machine itself makes or looks at.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub truth: ConstructorId,
    pub falsehood: ConstructorId,
    pub nil: ConstructorId,
    pub cons: ConstructorId,
    pub unit: ConstructorId,
    pub less: ConstructorId,
    pub equal: ConstructorId,
    pub greater: ConstructorId,
}

#[derive(Clone, Debug)]
pub struct Constructor {
    pub name: String,
    /// With the types that it carries.
    pub arity: usize,
    /// How many of its last parts are types, which nobody is shown.
    pub carried: usize,
    /// The constructors of a type have consecutive numbers; this is the first of them.
    pub first: ConstructorId,
    /// How many there are.
    pub siblings: u32,
    pub fields: Vec<Field>,
    /// Of an infix constructor, for printing.
    pub infix: Option<Fixity>,
    /// Declared with braces.
    pub record: bool,
    /// Matching it demands nothing.
    pub newtype: bool,
    pub shown: Shown,
}

#[derive(Clone, Debug)]
pub struct Field {
    /// If it was declared with braces.
    pub name: Option<String>,
    /// A template over the arguments of the type.
    pub ty: TypeId,
}

impl Constructor {
    /// How many of its parts are values.
    pub fn fields_shown(&self) -> usize {
        self.arity - self.carried
    }
}

/// What a function is, as a value, to those who read about it; and so whom the calls through it
/// belong to (paper 5 §2.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Functions {
    /// Its name and arguments. What is called through it belongs to the code that applies it: an
    /// evaluation dependence tree.
    Names,
    /// A finite map, of what it was applied to. What is called through it belongs to the code that
    /// mentions it: a function dependence tree.
    Maps,
}

/// Whether calls of a function are nodes of the computation tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    Suspect,
    /// By pragma, or of the prelude: what it calls hangs below the nearest suspect caller.
    Trusted,
    /// Made by the machine itself from part of another function: a lambda, a comprehension, a
    /// delayed expression.
    Transparent,
}

#[derive(Clone, Debug)]
pub struct Function {
    /// `f`, and `f.g` for `g` written inside `f`.
    pub name: String,
    pub standing: Standing,
    pub place: Span,
    /// What a local function captures: leading parameters, shown in questions. Filled in by
    /// lifting.
    pub captured: Vec<Local>,
    pub parameters: Vec<Local>,
    /// Of captured variables and parameters those that hold types: nobody is asked about them.
    pub types: Vec<Local>,
    pub body: Expr,
    pub rules: Vec<Rule>,
    /// The function it was written in, and which of its rules.
    pub parent: Option<(FunctionId, RuleNumber)>,
    /// Of a lambda.
    pub written: Option<Rc<Written>>,
    /// `RIGID`: waits for its arguments instead of narrowing them.
    pub rigid: bool,
}

#[derive(Clone, Debug)]
pub struct Rule {
    pub place: Span,
    /// Parameters that occur neither in the conditions nor on the right (functional-logic §4.3):
    /// shown as `_` whatever they became.
    pub unused: Vec<usize>,
}

impl Function {
    pub fn arity(&self) -> usize {
        self.captured.len() + self.parameters.len()
    }

    pub fn all_parameters(&self) -> impl Iterator<Item = Local> + '_ {
        self.captured.iter().chain(&self.parameters).copied()
    }
}

#[derive(Clone, Debug)]
pub enum Expr {
    Local(Local),
    Function(FunctionId),
    Constructor(ConstructorId),
    Literal(Literal),
    Call(Box<Expr>, Vec<Expr>),
    /// With its notation, if it may be shown to people.
    Lambda(Option<Rc<Written>>, Vec<Local>, Box<Expr>),
    /// With all its arguments, and the type it is used at if that matters.
    Primitive(Primitive, Option<TypeUse>, Vec<Expr>),
    /// A type as an argument.
    Type(TypeUse),
    /// The method that the type has.
    Method(MethodId, TypeUse),
    /// Delayed, shared, and each may refer to all.
    Let(Vec<(Local, Expr)>, Box<Expr>),
    /// Evaluates the first expression to head normal form, then goes on.
    Strict(Local, Box<Expr>, Box<Expr>),
    /// Evaluates the variable, and goes on as its head says. Without a default what is not there
    /// fails (flp) or falls (hs).
    Switch(Local, Vec<Arm>, Option<Box<Expr>>),
    /// The rule has been chosen.
    Rule(RuleNumber, Box<Expr>),
    /// The first expression; where that says [`Expr::Fall`], the second.
    Otherwise(Box<Expr>, Box<Expr>),
    Fall,
    /// Alternatives, tried in this order (flp).
    Choice(Vec<Expr>),
    /// No alternative is left (flp).
    Fail,
    /// New logic variables.
    Fresh(Vec<Local>, Box<Expr>),
    /// Strict equality as a condition, solved by unification (functional-logic §3, EQ to BD=).
    Unify(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The first is a pattern that calls functions: the second has to be a value of it, and is not
    /// evaluated where the first is a free variable (flp).
    Match(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A condition that has to be `True`.
    Holds(Box<Expr>, Box<Expr>),
    /// An error value.
    Error(Complaint),
    /// The value, and what is demanded of it is told (`observe`).
    Observe(Observed, Box<Expr>),
}

/// Expressions can be nested as deep as a program is long: they are taken apart piece by piece, not
/// by calls within calls.
impl Drop for Function {
    fn drop(&mut self) {
        std::mem::replace(&mut self.body, Expr::Fail).dismantle();
    }
}

/// Goes through the parts of an expression: by reference, or to change them.
macro_rules! parts {
    ($(#[$doc:meta])* $name:ident, $all:ident, $($mutable:tt)?) => {
        $(#[$doc])*
        pub fn $name<'a>(&'a $($mutable)? self, see: &mut dyn FnMut(&'a $($mutable)? Expr)) {
            match self {
                Expr::Local(_) | Expr::Function(_) | Expr::Constructor(_) | Expr::Literal(_) => {}
                Expr::Type(_) | Expr::Method(..) | Expr::Fall | Expr::Fail | Expr::Error(_) => {}
                Expr::Call(function, arguments) => {
                    see(function);
                    arguments.$all().for_each(see);
                }
                Expr::Lambda(_, _, body)
                | Expr::Rule(_, body)
                | Expr::Fresh(_, body)
                | Expr::Observe(_, body) => see(body),
                Expr::Primitive(_, _, arguments) | Expr::Choice(arguments) => arguments.$all().for_each(see),
                Expr::Let(bindings, body) => {
                    bindings.$all().for_each(|(_, bound)| see(bound));
                    see(body);
                }
                Expr::Strict(_, first, second)
                | Expr::Otherwise(first, second)
                | Expr::Holds(first, second) => {
                    see(first);
                    see(second);
                }
                Expr::Switch(_, arms, default) => {
                    arms.$all().for_each(|arm| see(&$($mutable)? arm.body));
                    default.$all().for_each(|default| see(default));
                }
                Expr::Unify(left, right, body) | Expr::Match(left, right, body) => {
                    [left, right, body].into_iter().for_each(|part| see(part));
                }
            }
        }
    };
}

impl Expr {
    /// Drops it without a stack as deep as it.
    pub fn dismantle(self) {
        let mut pieces = vec![self];
        while let Some(mut piece) = pieces.pop() {
            piece.children(&mut |child| pieces.push(std::mem::replace(child, Expr::Fail)));
        }
    }

    parts! {
        /// The expressions that it is made of.
        parts, iter,
    }

    parts! {
        /// The same, to be changed.
        children, iter_mut, mut
    }
}

/// Under which name a value is observed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observed {
    pub label: String,
    /// It is no λ-abstraction: if its value is a function, the applications of that share work.
    pub is_constant: bool,
}

/// A lambda or a section as it is written, with its free variables set apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub pieces: Vec<Piece>,
    /// Whether it means the same when it is read again, on one line and anywhere.
    pub reads_back: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    Text(String),
    /// With its name.
    Variable(Local, String),
}

#[derive(Clone, Debug)]
pub struct Arm {
    pub head: Head,
    pub fields: Vec<Option<Local>>,
    pub body: Expr,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Head {
    Constructor(ConstructorId),
    /// A function with fewer arguments than it takes (higher-order patterns).
    Partial(FunctionId),
    /// A constructor with fewer fields than it takes (the same).
    Unapplied(ConstructorId),
    Integer(BigInt),
    Char(char),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    Integer(BigInt),
    Char(char),
    Float(f64),
    Text(String),
}

/// What is wrong when evaluation cannot go on, known when the program is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Complaint {
    /// No rule of this function matches.
    NoRule {
        function: String,
        place: Span,
    },
    /// No alternative of a case, lambda or binding matches.
    NoAlternative {
        what: &'static str,
        function: String,
        place: Span,
    },
    /// A record was built without this field.
    MissingField {
        field: String,
        place: Span,
    },
    NoField {
        field: String,
        place: Span,
    },
    /// An instance that does not define it, and the class does not say what it is then.
    NoMethod {
        method: String,
        place: Span,
    },
}

impl Complaint {
    /// What it is about.
    pub fn span(&self) -> Span {
        match self {
            Complaint::NoRule { place, .. }
            | Complaint::NoAlternative { place, .. }
            | Complaint::MissingField { place, .. }
            | Complaint::NoField { place, .. }
            | Complaint::NoMethod { place, .. } => *place,
        }
    }
}
