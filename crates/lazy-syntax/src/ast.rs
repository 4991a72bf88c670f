//! The syntax tree of a program.
//!
//! Everything that a program is made of lives in arenas of one [`Program`] and is named by a typed
//! id: the prelude, the user's files and the goals that are asked share them. The parser fills the
//! tree; the renamer writes into each name what it means ([`Entity`], [`ConId`]), orders local
//! bindings, and lists the free variables of local functions; the type checker writes down types. A
//! program without errors has no [`Entity::Unresolved`] and no constructor that is `None`.

mod types;

use std::collections::HashMap;
use std::ops::{Index, IndexMut};

use num_bigint::BigInt;

use crate::builtin::WellKnown;
use crate::classes::{Class, ClassDeclaration, Instance};
use crate::lexer::Spelling;
use crate::library::Exports;
use crate::scope::Scope;
use crate::source::{FileId, Sources, Span};
use crate::types::Inference;

pub use types::{Constraint, KnownType, Signature, Synonym, Type, TypeEntity, TypeKind};

/// What lives in an arena of the program.
pub trait Stored {
    type Id;
    fn store(self, program: &mut Program) -> Self::Id;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident => $arena:ident: $of:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub struct $id(pub u32);

        impl Index<$id> for Program {
            type Output = $of;
            fn index(&self, id: $id) -> &$of {
                &self.$arena[id.0 as usize]
            }
        }

        impl IndexMut<$id> for Program {
            fn index_mut(&mut self, id: $id) -> &mut $of {
                &mut self.$arena[id.0 as usize]
            }
        }

        impl Stored for $of {
            type Id = $id;
            fn store(self, program: &mut Program) -> $id {
                program.$arena.push(self);
                $id(program.$arena.len() as u32 - 1)
            }
        }
    )*};
}

ids! {
    ExprId => exprs: Expr;
    PatId => pats: Pat;
    /// A type as written.
    TypeId => types: Type;
    DataId => data: DataType;
    ConId => constructors: Constructor;
    /// A function, top-level or local, of the user or of the prelude, by rules or primitive.
    FunctionId => functions: Function;
    /// A variable of a rule: each binding occurrence is one.
    VarId => variables: Variable;
    /// A type as the checker found it.
    KnownTypeId => known_types: KnownType;
}

/// An interned name, without backquotes or parentheses: `map`, `+`, `Just`, `:`. Names of one
/// program only compare with each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Name(pub u32);

/// A type variable of a polymorphic function or value: a number for each in the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TypeVar(pub u32);

/// Entry of the table in [`crate::primitives`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct PrimitiveId(pub u32);

/// What overlapping rules, unmatched calls and unbound names mean (functional-logic §1.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// `mode hs`: the first rule that matches; constants are shared.
    #[default]
    Haskell,
    /// `mode flp`: all rules are alternatives; logic variables; 0-ary functions are evaluated at
    /// each use.
    FunctionalLogic,
}

/// The prelude, the user's files, and the queries that were read so far.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub mode: Mode,
    pub sources: Sources,
    pub names: crate::names::Names,
    pub exprs: Vec<Expr>,
    pub pats: Vec<Pat>,
    pub types: Vec<Type>,
    pub data: Vec<DataType>,
    pub constructors: Vec<Constructor>,
    pub functions: Vec<Function>,
    pub variables: Vec<Variable>,
    pub synonyms: Vec<Synonym>,
    pub pragmas: Vec<Pragma>,
    pub known_types: Vec<KnownType>,
    /// Names whose types have variables with classes: what those stand for in this place, in the
    /// order of [`Program::type_parameters`]. And literals, ranges, negations and `do`: the type of
    /// the number, the elements, the action.
    pub instances: HashMap<ExprId, Vec<KnownTypeId>>,
    /// Expressions that are used for any types: the variables for those that have classes.
    pub abstracted: HashMap<ExprId, Vec<TypeVar>>,
    /// Constructors that are types, too (DataKinds).
    pub(crate) promoted: HashMap<ConId, DataId>,
    /// Patterns of constructors that carry types: what these are called from there on.
    pub carried: HashMap<PatId, Vec<TypeVar>>,
    /// Numbers in patterns whose type is none of the built-in ones.
    pub literal_types: HashMap<PatId, KnownTypeId>,
    /// The type variables with classes of each function and local value that has some. The machine
    /// passes types for them.
    pub type_parameters: HashMap<Entity, Vec<TypeVar>>,
    /// In the order of their numbers.
    pub classes: Vec<ClassDeclaration>,
    pub class_instances: Vec<Instance>,
    pub(crate) instance_of: HashMap<(Class, DataId), usize>,
    /// Top-level functions so that each group needs only itself and those before it.
    pub groups: Vec<Vec<FunctionId>>,
    /// `infixl 6 <+>` and the like; other operators are `infixl 9`.
    pub fixities: HashMap<Name, Fixity>,
    /// The user's files begin here.
    pub first_file: FileId,
    pub(crate) spelling: Spelling,
    /// What the library defines, and what the user's files see.
    pub(crate) library: Scope,
    pub(crate) visible: Scope,
    pub(crate) exports: Exports,
    /// The user's own, in the order in which they were read.
    pub(crate) modules: Vec<crate::modules::OwnModule>,
    pub(crate) inference: Inference,
    pub well_known: WellKnown,
    /// The `default` declaration of the file that is checked.
    pub(crate) defaults: Option<Vec<TypeId>>,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Name,
    pub span: Span,
}

// ------------------------------------------------------------------------------------ declarations

/// `data`, `newtype`, or built in (lists, tuples, `Int` …; those without constructors are
/// primitive).
#[derive(Clone, Debug)]
pub struct DataType {
    pub name: Name,
    pub span: Span,
    pub parameters: Vec<Name>,
    pub constructors: Vec<ConId>,
    pub deriving: Vec<(Name, Span)>,
    /// Its constructor costs nothing: matching it demands nothing.
    pub newtype: bool,
}

#[derive(Clone, Debug)]
pub struct Constructor {
    pub name: Name,
    pub span: Span,
    pub data: DataId,
    /// Place among the constructors of its type: the order of `compare` and of ranges.
    pub index: u32,
    pub fields: Vec<Field>,
    /// Declared with braces: `show` prints it with field names.
    pub record: bool,
    /// Declared between its fields (`Integer :% Integer`): `show` prints it so.
    pub infix: Option<Fixity>,
    pub shown: Shown,
    /// Type variables that are not parameters of the type.
    pub own: Vec<Name>,
    /// `Show a` of `forall a. Show a => Any a`: known again where the constructor is matched.
    pub context: Vec<Constraint>,
    /// Parameters of the type that this constructor decides, by their place (GADTs).
    pub decides: Vec<(usize, TypeId)>,
}

/// How a value is shown to people.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Shown {
    #[default]
    AsWritten,
    /// By another name.
    Called(&'static str),
    /// As its only field.
    Bare,
    /// Part of a search tree of the library, as the list of its entries: what stands before the
    /// list, and how many of the fields after the first are an entry; the last two are trees. One
    /// without fields has no entries.
    Tree { before: &'static str, entry: usize },
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Option<Name>,
    /// `!Int`: evaluated when the constructor is applied.
    pub strict: bool,
    pub ty: TypeId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixity {
    pub associativity: Associativity,
    /// 0 to 9.
    pub precedence: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Associativity {
    Left,
    Right,
    None,
}

/// `{-# TRUST f, g #-}`, `{-# SUSPECT _ #-}`, `{-# RIGID f #-}`, `{-# SPEC f … #-}`. Other pragmas
/// are comments.
#[derive(Clone, Debug)]
pub struct Pragma {
    pub span: Span,
    pub kind: PragmaKind,
    /// Empty for `_`: all of the file.
    pub functions: Vec<FunctionId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PragmaKind {
    Trust,
    Suspect,
    Rigid,
    Spec,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Name,
    /// Its name in its first rule.
    pub span: Span,
    /// How many patterns each rule has. 0: a constant (hs) or a nullary function (flp).
    pub arity: u32,
    pub body: FunctionBody,
    pub origin: Origin,
    pub signature: Option<Signature>,
    /// Local functions: the function whose rule they are written in.
    pub parent: Option<FunctionId>,
    /// Local functions: the variables of the enclosing rules that it uses, directly or through
    /// other local functions, in the order in which they are bound. Lifted, they become leading
    /// arguments (functional-logic §1.2), and questions show them.
    pub free: Vec<VarId>,
    /// Functions at the top, of a program without errors.
    pub ty: Option<KnownTypeId>,
}

#[derive(Clone, Debug)]
pub enum FunctionBody {
    Rules(Vec<Rule>),
    Primitive(PrimitiveId),
    /// What a class declares, by its place there: instances define it.
    Method(Class, usize),
}

impl Function {
    /// None for primitives and methods.
    pub fn rules(&self) -> &[Rule] {
        match &self.body {
            FunctionBody::Rules(rules) => rules,
            FunctionBody::Primitive(_) | FunctionBody::Method(..) => &[],
        }
    }
}

/// Who wrote a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    User,
    Prelude,
    /// A field name used as a function: rules made from the `data` declaration.
    Selector,
    /// The right-hand side of a top-level pattern binding `(a, b) = e`; `a` and `b` are functions
    /// that select from it.
    PatternBinding,
}

/// `f t1..tn rhs`, with the whole rule's span, `where` included.
#[derive(Clone, Debug)]
pub struct Rule {
    pub span: Span,
    pub patterns: Vec<PatId>,
    pub rhs: Rhs,
    /// Mode flp: variables that are bound nowhere, of this rule and of all that is local to it
    /// (functional-logic §1.1), and those declared `free` at its outermost `where`. Always empty
    /// for rules of local functions.
    pub extra: Vec<VarId>,
}

/// What stands on the right of a rule or of a case alternative. The `where` bindings precede the
/// guards.
#[derive(Clone, Debug)]
pub struct Rhs {
    pub span: Span,
    pub alternatives: Vec<Guarded>,
    pub wheres: Bindings,
}

/// `= e` (no qualifiers), `| q1, q2 = e`, or `= e <== q1, q2`.
#[derive(Clone, Debug)]
pub struct Guarded {
    pub span: Span,
    pub qualifiers: Vec<Qualifier>,
    pub body: ExprId,
}

/// The declarations of a `let` or `where`.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    /// As written.
    pub all: Vec<Binding>,
    /// Indices into `all`: groups that need only themselves and earlier groups. A group of one that
    /// uses itself is [`Group::recursive`].
    pub groups: Vec<Group>,
}

#[derive(Clone, Debug)]
pub struct Group {
    pub members: Vec<usize>,
    pub recursive: bool,
}

#[derive(Clone, Debug)]
pub struct Binding {
    pub span: Span,
    pub kind: BindingKind,
}

#[derive(Clone, Debug)]
pub enum BindingKind {
    /// With at least one parameter.
    Function(FunctionId),
    /// `x = e`: a shared value.
    Value { variable: VarId, signature: Option<Signature>, rhs: Rhs },
    /// `(x, y) = e`: lazy in mode hs and flp alike. `!x = e` is strict: evaluated before the body.
    Pattern { pattern: PatId, rhs: Rhs },
    /// Mode flp: `x, y free`.
    Free(Vec<VarId>),
}

/// Part of a guard, a condition, a comprehension, or a goal.
#[derive(Clone, Debug)]
pub struct Qualifier {
    pub span: Span,
    pub kind: QualifierKind,
}

#[derive(Clone, Debug)]
pub enum QualifierKind {
    /// `e -> p`, or `p <- e` in a guard: an approximation statement.
    Approximates {
        expr: ExprId,
        pattern: PatId,
    },
    /// `p <- e` in a comprehension: each element of a list.
    Generator {
        pattern: PatId,
        list: ExprId,
    },
    /// Mode flp, in a guard, condition or goal: strict equality (joinability), `==` or `=:=`.
    Equal {
        left: ExprId,
        right: ExprId,
    },
    /// A Boolean.
    Holds(ExprId),
    Let(Bindings),
}

// ------------------------------------------------------------------------------------- expressions

#[derive(Clone, Debug)]
pub struct Expr {
    /// Includes parentheses around it.
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Clone, Debug)]
pub enum Literal {
    Integer(BigInt),
    /// Has a point or an exponent.
    Float(f64),
    Char(char),
    /// A list of characters.
    String(String),
}

/// What a name in an expression means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entity {
    /// Before renaming, or unbound (which is an error).
    Unresolved,
    Variable(VarId),
    Function(FunctionId),
}

/// A constructor as written, and which it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConRef {
    pub name: Name,
    pub span: Span,
    pub con: Option<ConId>,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Var {
        name: Name,
        entity: Entity,
    },
    Con(ConRef),
    Literal(Literal),
    /// `f a b`: all arguments at once; `function` is not an application itself unless it stands in
    /// parentheses.
    Apply {
        function: ExprId,
        arguments: Vec<ExprId>,
    },
    /// `a + b`, ``a `mod` b``, `x : xs`: `operator` is a `Var` or a `Con`.
    Operator {
        operator: ExprId,
        left: ExprId,
        right: ExprId,
    },
    /// `-e`
    Negate(ExprId),
    /// `(e +)`
    LeftSection {
        operand: ExprId,
        operator: ExprId,
    },
    /// `(+ e)`
    RightSection {
        operator: ExprId,
        operand: ExprId,
    },
    Lambda {
        patterns: Vec<PatId>,
        body: ExprId,
    },
    Let {
        bindings: Bindings,
        body: ExprId,
    },
    If {
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    Case {
        subject: ExprId,
        alternatives: Vec<Alternative>,
    },
    /// Of any monad.
    Do(Vec<Statement>),
    /// Two or more, or none: `()`.
    Tuple(Vec<ExprId>),
    List(Vec<ExprId>),
    /// `[from ..]`, `[from, then .. to]` …
    Range {
        from: ExprId,
        then: Option<ExprId>,
        to: Option<ExprId>,
    },
    Comprehension {
        body: ExprId,
        qualifiers: Vec<Qualifier>,
    },
    /// `Stack { focus = 1 }`: fields left out are errors when demanded.
    Construct {
        con: ConRef,
        fields: Vec<FieldValue>,
    },
    /// `s { focus = 1 }`
    Update {
        record: ExprId,
        fields: Vec<FieldValue>,
    },
    /// `e :: t`
    Typed {
        expr: ExprId,
        signature: Signature,
    },
}

#[derive(Clone, Debug)]
pub struct Alternative {
    pub span: Span,
    pub pattern: PatId,
    pub rhs: Rhs,
}

#[derive(Clone, Debug)]
pub struct FieldValue {
    pub span: Span,
    pub field: Name,
    pub value: ExprId,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub span: Span,
    pub kind: StatementKind,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Bind { pattern: PatId, action: ExprId },
    Action(ExprId),
    Let(Bindings),
}

// ---------------------------------------------------------------------------------------- patterns

#[derive(Clone, Debug)]
pub struct Pat {
    pub span: Span,
    pub kind: PatKind,
}

#[derive(Clone, Debug)]
pub enum PatKind {
    Wildcard,
    Var(VarId),
    /// Integers may be negative.
    Literal(Literal),
    /// `Just x`, `x : xs`: as many as the constructor has fields; in mode flp also fewer
    /// (functional-logic §1.1).
    Con {
        con: ConRef,
        arguments: Vec<PatId>,
    },
    /// `Stack { focus = x }`: fields left out match anything.
    Record {
        con: ConRef,
        fields: Vec<FieldPattern>,
    },
    /// Two or more, or none: `()`.
    Tuple(Vec<PatId>),
    List(Vec<PatId>),
    /// `x@p`
    As {
        variable: VarId,
        pattern: PatId,
    },
    /// `!p`
    Bang(PatId),
    /// `~p`
    Lazy(PatId),
    /// Mode flp: a partial application as a value: `f p1..pm` with fewer than `f` takes, or `fun
    /// f`.
    Function {
        name: Name,
        span: Span,
        entity: Entity,
        arguments: Vec<PatId>,
    },
    /// `(p :: t)`
    Typed {
        pattern: PatId,
        signature: Signature,
    },
    /// Mode hs: `(f -> p)`, a view pattern: what `f` makes of the value matches `p`.
    View {
        function: ExprId,
        pattern: PatId,
    },
    /// Curry: `(xs ++ [x])`, a functional pattern: any value of `expr`, whose `variables` are free.
    /// A variable that stands again elsewhere in the patterns has a name of its own there, and the
    /// two of `repeated` are equal.
    Called {
        expr: ExprId,
        variables: Vec<VarId>,
        repeated: Vec<(VarId, VarId)>,
    },
}

#[derive(Clone, Debug)]
pub struct FieldPattern {
    pub span: Span,
    pub field: Name,
    pub pattern: PatId,
}

// ----------------------------------------------------------------------------------------- queries

/// What `-e` asks: an expression to evaluate, or a goal to solve.
#[derive(Clone, Debug)]
pub struct Query {
    pub span: Span,
    pub kind: QueryKind,
    /// Mode flp: its logic variables, in order of appearance, those that its patterns bind included
    /// (`user-demanded`, functional-logic §3).
    pub free: Vec<VarId>,
    /// The types of `free`.
    pub types: Vec<KnownTypeId>,
    /// The type of an expression.
    pub ty: Option<KnownTypeId>,
    /// Mode flp: an action, and no answer is wanted but what it does. In mode hs every action is
    /// performed.
    pub is_performed: bool,
}

#[derive(Clone, Debug)]
pub enum QueryKind {
    Expression(ExprId),
    /// Mode flp: a condition `e -> p, e == e', …`
    Goal(Vec<Qualifier>),
}

impl Program {
    /// Puts one more into its arena.
    pub fn add<T: Stored>(&mut self, it: T) -> T::Id {
        it.store(self)
    }

    pub fn text(&self, name: Name) -> &str {
        self.names.text(name)
    }

    /// Whether this is Curry, in which the alternatives of `case` are tried in their order.
    pub fn is_curry(&self) -> bool {
        self.spelling == Spelling::Curry
    }

    /// A function at the top that the user's files see by this name: their own, or one of the
    /// library.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        self.visible.values.get(&self.names.get(name)?).copied()
    }

    /// A function of the library, whatever the user's files call by this name: what ranges,
    /// comprehensions and `do` stand for.
    pub fn library_function(&self, name: &str) -> Option<FunctionId> {
        self.library.values.get(&self.names.get(name)?).copied()
    }

    /// The name of a constructor as the user's files write it: TOY has truth values in lower case.
    pub fn spelled(&self, constructor: Name) -> &str {
        match (self.spelling, self.text(constructor)) {
            (Spelling::Toy, "True") => "true",
            (Spelling::Toy, "False") => "false",
            (_, text) => text,
        }
    }

    pub fn function_name(&self, function: FunctionId) -> &str {
        self.text(self[function].name)
    }
}
