//! The syntax tree of a module.
//!
//! Expressions, patterns and guards are one type, as in Erlang's own abstract format, and live in
//! one arena per module: an [`ExprId`] names an expression for as long as the module lives
//! (questions and traces refer to it), and a million levels of nesting are dropped as easily as
//! one.

use std::ops::Index;

use erlang_term::{Atom, atoms};
use num_bigint::BigInt;

use crate::source::{Pos, Sources, Span};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ExprId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// A variable's name, interned like an atom: `X`, `_Rest`. The anonymous `_` is
/// [`ExprKind::Wildcard`].
pub type VarName = Atom;

/// A parsed module, after preprocessing. The default is one without a name and without anything in
/// it.
#[derive(Clone, Debug)]
pub struct Module {
    pub name: Atom,
    pub sources: Sources,
    pub forms: Vec<Form>,
    pub exprs: Vec<Expr>,
    pub types: Vec<Type>,
}

impl Default for Module {
    fn default() -> Module {
        Module {
            name: atoms::EMPTY,
            sources: Sources::default(),
            forms: Vec::new(),
            exprs: Vec::new(),
            types: Vec::new(),
        }
    }
}

impl Index<ExprId> for Module {
    type Output = Expr;
    fn index(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }
}

impl Index<TypeId> for Module {
    type Output = Type;
    fn index(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }
}

#[derive(Clone, Debug)]
pub struct Form {
    pub span: Span,
    pub kind: FormKind,
}

#[derive(Clone, Debug)]
pub enum FormKind {
    Module(Atom),
    Export(Vec<FunctionName>),
    ExportType(Vec<FunctionName>),
    Import {
        module: Atom,
        functions: Vec<FunctionName>,
    },
    /// `-compile(Options)`; options as a literal expression.
    Compile(ExprId),
    /// `-file("name", Line)`, already taken into account by the spans after it.
    File {
        name: String,
        line: u32,
    },
    Record(RecordDefinition),
    Spec(Spec),
    Callback(Spec),
    /// `-type`, `-opaque` (and `-nominal` of OTP 28)
    TypeDefinition {
        keyword: Atom,
        name: Atom,
        parameters: Vec<VarName>,
        body: TypeId,
    },
    OptionalCallbacks(Vec<FunctionName>),
    /// `-behaviour(…)`, `-vsn(…)`, `-author(…)`, …: the value as a literal expression.
    Attribute {
        name: Atom,
        value: ExprId,
    },
    Function(Function),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FunctionName {
    pub name: Atom,
    pub arity: u32,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct RecordDefinition {
    pub name: Atom,
    pub fields: Vec<RecordFieldDefinition>,
}

#[derive(Clone, Debug)]
pub struct RecordFieldDefinition {
    pub span: Span,
    pub name: Atom,
    pub default: Option<ExprId>,
    pub ty: Option<TypeId>,
}

#[derive(Clone, Debug)]
pub struct Spec {
    /// `-spec m:f(…)` names a module.
    pub module: Option<Atom>,
    pub name: Atom,
    pub arity: u32,
    /// Overloaded specs have several.
    pub clauses: Vec<SpecClause>,
}

#[derive(Clone, Debug)]
pub struct SpecClause {
    pub span: Span,
    pub arguments: Vec<TypeId>,
    pub result: TypeId,
    /// `when X :: t()`, `when is_subtype(X, t())`
    pub constraints: Vec<(VarName, TypeId)>,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Atom,
    pub arity: u32,
    pub name_span: Span,
    pub clauses: Vec<Clause>,
}

/// A clause of a function, fun, case, receive, `of`, `else` or if. Its `span` runs from its first
/// pattern (or name) to the end of its body.
#[derive(Clone, Debug)]
pub struct Clause {
    pub span: Span,
    /// As many as the function has arguments; one for case, receive, `of` and `else`; none for if.
    pub patterns: Vec<ExprId>,
    pub guard: Guard,
    pub body: Vec<ExprId>,
}

/// Alternatives (`;`) of conjunctions (`,`). No guard: empty.
pub type Guard = Vec<Vec<ExprId>>;

/// `catch Class:Reason:Stack when Guard -> Body`
#[derive(Clone, Debug)]
pub struct CatchClause {
    pub span: Span,
    /// An atom or a variable; left out in the source means `throw`.
    pub class: Option<ExprId>,
    pub reason: ExprId,
    /// A variable or `_`.
    pub stacktrace: Option<ExprId>,
    pub guard: Guard,
    pub body: Vec<ExprId>,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub span: Span,
    /// The place that OTP names in stack traces: the operator of a binary operation, the `#` of an
    /// update or a field access, otherwise the start of the span.
    pub anchor: Pos,
    pub kind: ExprKind,
}

impl Expr {
    /// An expression that is anchored where it starts.
    pub fn new(span: Span, kind: ExprKind) -> Expr {
        Expr { span, anchor: span.start, kind }
    }
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Integer(BigInt),
    /// `$a`
    Char(u32),
    Float(f64),
    Atom(Atom),
    /// Code points; adjacent strings are already joined, sigils without `~b` already turned into
    /// this or a binary.
    String(Vec<u32>),
    Variable(VarName),
    Wildcard,
    Tuple(Vec<ExprId>),
    /// `[E1, …, En | Tail]`; `[]` has no elements and no tail. A tail implies at least one element.
    List {
        elements: Vec<ExprId>,
        tail: Option<ExprId>,
    },
    Map(Vec<MapField>),
    MapUpdate {
        map: ExprId,
        fields: Vec<MapField>,
    },
    Record {
        name: Atom,
        fields: Vec<RecordField>,
    },
    RecordUpdate {
        record: ExprId,
        name: Atom,
        fields: Vec<RecordField>,
    },
    /// `R#name.field`
    RecordAccess {
        record: ExprId,
        name: Atom,
        field: Atom,
    },
    /// `#name.field`
    RecordIndex {
        name: Atom,
        field: Atom,
    },
    Bitstring(Vec<Segment>),
    /// `P1 = P2` in a pattern, `P = E` in an expression.
    Match {
        pattern: ExprId,
        value: ExprId,
    },
    /// `P ?= E` inside maybe.
    MaybeMatch {
        pattern: ExprId,
        value: ExprId,
    },
    Unary {
        op: UnaryOp,
        operand: ExprId,
    },
    /// Long chains lean left or right as in Erlang; `andalso` and `orelse` are here too.
    Binary {
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    },
    /// `f(…)`, `F(…)`, `(E)(…)`: an atom callee is a local, imported or auto-imported function.
    Call {
        callee: ExprId,
        arguments: Vec<ExprId>,
    },
    /// `m:f(…)`, either part any expression.
    RemoteCall {
        module: ExprId,
        function: ExprId,
        arguments: Vec<ExprId>,
    },
    /// `fun f/1`
    FunLocal {
        name: Atom,
        arity: u32,
    },
    /// `fun M:F/A`, each an atom, integer or variable
    FunRemote {
        module: ExprId,
        function: ExprId,
        arity: ExprId,
    },
    /// `fun (…) -> … end`, `fun Name(…) -> … end`
    Fun {
        name: Option<VarName>,
        clauses: Vec<Clause>,
    },
    Case {
        argument: ExprId,
        clauses: Vec<Clause>,
    },
    If {
        clauses: Vec<Clause>,
    },
    Receive {
        clauses: Vec<Clause>,
        after: Option<After>,
    },
    Try {
        body: Vec<ExprId>,
        of: Vec<Clause>,
        catch: Vec<CatchClause>,
        after: Vec<ExprId>,
    },
    Catch(ExprId),
    Begin(Vec<ExprId>),
    Maybe {
        body: Vec<ExprId>,
        else_clauses: Vec<Clause>,
    },
    ListComprehension {
        template: ExprId,
        qualifiers: Vec<Qualifier>,
    },
    BinaryComprehension {
        template: ExprId,
        qualifiers: Vec<Qualifier>,
    },
    /// `#{K => V || …}`
    MapComprehension {
        key: ExprId,
        value: ExprId,
        qualifiers: Vec<Qualifier>,
    },
    /// Where an error was found; the module is not run.
    Error,
}

#[derive(Clone, Debug)]
pub struct After {
    pub timeout: ExprId,
    pub body: Vec<ExprId>,
}

#[derive(Clone, Debug)]
pub struct MapField {
    pub span: Span,
    /// `:=` rather than `=>`
    pub exact: bool,
    pub key: ExprId,
    pub value: ExprId,
}

#[derive(Clone, Debug)]
pub struct RecordField {
    pub span: Span,
    /// `_ = Value` sets all fields not named.
    pub name: Option<Atom>,
    pub value: ExprId,
}

/// `Value:Size/Type`. A part that the source leaves out is `None`; [`Segment`] says nothing of
/// defaults.
#[derive(Clone, Debug)]
pub struct Segment {
    pub span: Span,
    pub value: ExprId,
    pub size: Option<ExprId>,
    pub ty: Option<SegmentType>,
    pub signed: Option<bool>,
    pub endian: Option<Endian>,
    pub unit: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SegmentType {
    Integer,
    Float,
    /// `binary`, `bytes`
    Binary,
    /// `bitstring`, `bits`
    Bitstring,
    Utf8,
    Utf16,
    Utf32,
    /// No type at all: an error, unless a parse transform replaces it.
    Unknown(Atom),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endian {
    Big,
    Little,
    Native,
}

#[derive(Clone, Debug)]
pub enum Qualifier {
    /// `P <- E`, `P <:- E` (strict, OTP 28)
    ListGenerator {
        span: Span,
        pattern: ExprId,
        source: ExprId,
        strict: bool,
    },
    /// `<<P>> <= E`, `<<P>> <:= E`; `pattern` is a [`ExprKind::Bitstring`].
    BinaryGenerator {
        span: Span,
        pattern: ExprId,
        source: ExprId,
        strict: bool,
    },
    /// `K := V <- E`, `K := V <:- E`
    MapGenerator {
        span: Span,
        key: ExprId,
        value: ExprId,
        source: ExprId,
        strict: bool,
    },
    /// `P1 <- E1 && P2 <- E2` (OTP 28)
    Zip {
        span: Span,
        generators: Vec<Qualifier>,
    },
    Filter(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    Bnot,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Multiply,
    Divide,
    Div,
    Rem,
    Band,
    And,
    Add,
    Subtract,
    Bor,
    Bxor,
    Bsl,
    Bsr,
    Or,
    Xor,
    /// `++`
    Append,
    /// `--`
    ListSubtract,
    /// `==`
    Equal,
    /// `/=`
    NotEqual,
    /// `=<`
    LessOrEqual,
    Less,
    GreaterOrEqual,
    Greater,
    /// `=:=`
    ExactlyEqual,
    /// `=/=`
    NotExactlyEqual,
    AndAlso,
    OrElse,
    /// `!`
    Send,
}

#[derive(Clone, Debug)]
pub struct Type {
    pub span: Span,
    pub kind: TypeKind,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `X :: T`
    Annotated {
        name: VarName,
        ty: TypeId,
    },
    Variable(VarName),
    Wildcard,
    Atom(Atom),
    Integer(BigInt),
    Char(u32),
    /// `1..10`; the bounds are [`TypeKind::Integer`], [`TypeKind::Char`] or operators over them.
    Range {
        low: TypeId,
        high: TypeId,
    },
    Unary {
        op: UnaryOp,
        operand: TypeId,
    },
    Binary {
        op: BinaryOp,
        left: TypeId,
        right: TypeId,
    },
    Nil,
    /// `[T]`
    List(TypeId),
    /// `[T, ...]`
    NonemptyList(TypeId),
    /// `tuple()` is a [`TypeKind::Call`]
    Tuple(Vec<TypeId>),
    /// `map()` is a [`TypeKind::Call`]. `(key, value, mandatory)`; mandatory is `:=`.
    Map(Vec<(TypeId, TypeId, bool)>),
    Record {
        name: Atom,
        fields: Vec<(Atom, TypeId)>,
    },
    /// `<<_:M, _:_*N>>`
    Bitstring {
        base: Option<TypeId>,
        unit: Option<TypeId>,
    },
    /// `fun()`
    AnyFun,
    /// `fun((A, B) -> R)`; `None` for `(...)`
    Fun {
        arguments: Option<Vec<TypeId>>,
        result: TypeId,
    },
    Union(Vec<TypeId>),
    /// `name(T1, …)`, `m:name(…)`: built-in or user-defined
    Call {
        module: Option<Atom>,
        name: Atom,
        arguments: Vec<TypeId>,
    },
    Error,
}

impl Module {
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.forms.iter().filter_map(|form| match &form.kind {
            FormKind::Function(function) => Some(function),
            _ => None,
        })
    }

    /// Where OTP says that an expression begins (`erl_parse:first_anno/1`): the first of the
    /// anchors of it and its leading operands. Unlike the start of the span, it is never that of a
    /// parenthesis.
    pub fn first_anchor(&self, id: ExprId) -> Pos {
        let mut expr = &self[id];
        let mut first = expr.anchor;
        // Nothing of an expression stands before its span.
        while expr.span.start < first
            && let Some(leading) = expr.kind.leading_operand()
        {
            expr = &self[leading];
            first = first.min(expr.anchor);
        }
        first
    }
}

impl ExprKind {
    /// A literal, a variable, a tuple or a list: it may stand in patterns and guards as it stands
    /// elsewhere.
    pub fn is_pattern_too(&self) -> bool {
        matches!(
            self,
            ExprKind::Integer(_)
                | ExprKind::Char(_)
                | ExprKind::Float(_)
                | ExprKind::Atom(_)
                | ExprKind::String(_)
                | ExprKind::Variable(_)
                | ExprKind::Tuple(_)
                | ExprKind::List { .. }
        )
    }

    /// The first operand of an expression that does not begin with a word or bracket of its own.
    pub fn leading_operand(&self) -> Option<ExprId> {
        match *self {
            ExprKind::Binary { left: first, .. }
            | ExprKind::Match { pattern: first, .. }
            | ExprKind::MaybeMatch { pattern: first, .. }
            | ExprKind::MapUpdate { map: first, .. }
            | ExprKind::RecordUpdate { record: first, .. }
            | ExprKind::RecordAccess { record: first, .. }
            | ExprKind::Call { callee: first, .. }
            | ExprKind::RemoteCall { module: first, .. } => Some(first),
            _ => None,
        }
    }
}

impl UnaryOp {
    pub fn name(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Minus => "-",
            UnaryOp::Not => "not",
            UnaryOp::Bnot => "bnot",
        }
    }
}

impl BinaryOp {
    pub fn name(self) -> &'static str {
        match self {
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Div => "div",
            BinaryOp::Rem => "rem",
            BinaryOp::Band => "band",
            BinaryOp::And => "and",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Bor => "bor",
            BinaryOp::Bxor => "bxor",
            BinaryOp::Bsl => "bsl",
            BinaryOp::Bsr => "bsr",
            BinaryOp::Or => "or",
            BinaryOp::Xor => "xor",
            BinaryOp::Append => "++",
            BinaryOp::ListSubtract => "--",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "/=",
            BinaryOp::LessOrEqual => "=<",
            BinaryOp::Less => "<",
            BinaryOp::GreaterOrEqual => ">=",
            BinaryOp::Greater => ">",
            BinaryOp::ExactlyEqual => "=:=",
            BinaryOp::NotExactlyEqual => "=/=",
            BinaryOp::AndAlso => "andalso",
            BinaryOp::OrElse => "orelse",
            BinaryOp::Send => "!",
        }
    }
}
