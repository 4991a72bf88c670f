//! Compact code: what a function is compiled to.
//!
//! A function works on a frame of *slots*. Its arguments are the first slots, then come its variables, then temporaries in the
//! discipline of a stack. A call's arguments are the topmost temporaries of the caller; they become the first slots of the
//! callee without being copied, and the result appears where the first of them was. Slots that are not in use may hold anything
//! that needs no counting.

use std::cmp::Ordering;
use std::rc::Rc;

use erlang_syntax::ast::{ExprId, Module};
use erlang_syntax::source::FileId;
use erlang_term::{Atom, Term, atoms};

/// A slot of the current frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Slot(pub u32);

impl Slot {
    /// A result that nobody needs.
    pub const NOWHERE: Slot = Slot(u32::MAX);
}

/// Position in the code of a function.
pub type Pc = u32;

/// A function of the program, whatever its module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub u32);

/// An entry in the program's table of remote calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImportId(pub u32);

/// An operand: a slot that is read, a slot that is read for the last time (and so emptied), or a constant of the function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Arg(u32);

pub enum ArgKind {
    Read(Slot),
    Take(Slot),
    Constant(u32),
}

impl Arg {
    pub fn read(slot: Slot) -> Arg {
        Arg(slot.0 << 2)
    }

    pub fn take(slot: Slot) -> Arg {
        Arg(slot.0 << 2 | 1)
    }

    pub fn constant(index: u32) -> Arg {
        Arg(index << 2 | 2)
    }

    #[inline(always)]
    pub fn kind(self) -> ArgKind {
        let index = self.0 >> 2;
        match self.0 & 3 {
            0 => ArgKind::Read(Slot(index)),
            1 => ArgKind::Take(Slot(index)),
            _ => ArgKind::Constant(index),
        }
    }

    pub fn slot(self) -> Option<Slot> {
        match self.kind() {
            ArgKind::Read(slot) | ArgKind::Take(slot) => Some(slot),
            ArgKind::Constant(_) => None,
        }
    }
}

impl std::fmt::Debug for Arg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind() {
            ArgKind::Read(slot) => write!(f, "s{}", slot.0),
            ArgKind::Take(slot) => write!(f, "s{}!", slot.0),
            ArgKind::Constant(n) => write!(f, "c{n}"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    Equal,
    NotEqual,
    LessOrEqual,
    Less,
    GreaterOrEqual,
    Greater,
    ExactlyEqual,
    NotExactlyEqual,
}

impl Comparison {
    /// Does it hold of two values in this order? (Asked of small integers all the time: no branches.)
    #[inline(always)]
    pub fn holds_of(self, order: Ordering) -> bool {
        const LESS: u8 = 1;
        const EQUAL: u8 = 2;
        const GREATER: u8 = 4;
        /// By the number of the comparison.
        const HOLDS: [u8; 8] =
            [EQUAL, LESS | GREATER, LESS | EQUAL, LESS, GREATER | EQUAL, GREATER, EQUAL, LESS | GREATER];
        HOLDS[self as usize] >> (order as i8 + 1) & 1 == 1
    }
}

/// Operators that compute, each the native function of the same name in module `erlang`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Div,
    Rem,
    Band,
    Bor,
    Bxor,
    Bsl,
    Bsr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeTest {
    Atom,
    Binary,
    Bitstring,
    Boolean,
    Float,
    Function,
    Integer,
    List,
    Map,
    Number,
    Pid,
    Port,
    Reference,
    Tuple,
}

/// One instruction. `otherwise` is where to go on if a test fails.
#[derive(Clone, Copy, Debug)]
pub enum Instr {
    Move {
        dst: Slot,
        src: Arg,
    },
    Jump {
        to: Pc,
    },

    // Operators and tests
    Compute {
        op: Operator,
        dst: Slot,
        a: Arg,
        b: Arg,
    },
    /// [`Operator::Add`] with an integer known in advance.
    AddSmall {
        dst: Slot,
        a: Slot,
        n: i32,
    },
    SubtractSmall {
        dst: Slot,
        a: Slot,
        n: i32,
    },
    /// The comparison as a value.
    Compare {
        op: Comparison,
        dst: Slot,
        a: Arg,
        b: Arg,
    },
    Test {
        op: Comparison,
        a: Arg,
        b: Arg,
        otherwise: Pc,
    },
    /// The same with an integer known in advance.
    TestSmall {
        op: Comparison,
        a: Slot,
        n: i32,
        otherwise: Pc,
    },
    TestType {
        test: TypeTest,
        a: Arg,
        otherwise: Pc,
    },
    /// `is_function(F, Arity)` and records are tested by native calls; this one: is it exactly `true`?
    TestTrue {
        a: Arg,
        otherwise: Pc,
    },
    /// `andalso`, `orelse`, filters: `true` goes on, `false` jumps, anything else fails with the value.
    TestBoolean {
        a: Arg,
        failure: Failure,
        otherwise: Pc,
    },

    // Patterns
    MatchNil {
        src: Slot,
        otherwise: Pc,
    },
    /// `head` and `tail` may equal `src`.
    MatchCons {
        src: Slot,
        head: Slot,
        tail: Slot,
        otherwise: Pc,
    },
    /// The same where `src` is not needed any more, should it match.
    TakeCons {
        src: Slot,
        head: Slot,
        tail: Slot,
        otherwise: Pc,
    },
    /// Is it a tuple of this arity?
    MatchTuple {
        src: Slot,
        arity: u32,
        otherwise: Pc,
    },
    /// Element (from 0) of what is known to be a tuple.
    Element {
        dst: Slot,
        src: Slot,
        index: u32,
    },
    /// Exact equality.
    MatchExact {
        a: Arg,
        b: Arg,
        otherwise: Pc,
    },
    /// The same with an integer known in advance.
    MatchSmall {
        src: Slot,
        n: i32,
        otherwise: Pc,
    },
    MatchMap {
        src: Slot,
        otherwise: Pc,
    },
    MatchKey {
        src: Slot,
        key: Arg,
        dst: Slot,
        otherwise: Pc,
    },
    /// Makes `dst` a bitstring that the following fields are read from.
    BitsStart {
        dst: Slot,
        src: Slot,
        otherwise: Pc,
    },
    /// Reads one field, described by `Function::fields`.
    BitsGet {
        field: u32,
        otherwise: Pc,
    },
    /// Is everything read?
    BitsEnd {
        src: Slot,
        otherwise: Pc,
    },

    // Construction. `first` is the first of consecutive slots, which are emptied.
    Cons {
        dst: Slot,
        head: Arg,
        tail: Arg,
    },
    Tuple {
        dst: Slot,
        first: Slot,
        count: u32,
    },
    /// `count` pairs of key and value.
    Map {
        dst: Slot,
        first: Slot,
        count: u32,
    },
    /// Changes the map in `map` by `count` pairs: `=>`.
    MapPut {
        map: Slot,
        first: Slot,
        count: u32,
    },
    /// The same for `:=`.
    MapUpdate {
        map: Slot,
        first: Slot,
        count: u32,
    },
    /// Captures as many values as [`Lambda::captured`] says.
    Closure {
        dst: Slot,
        lambda: u32,
        first: Slot,
    },
    /// Fields described by `Function::fields` from `fields` on, `count` of them.
    Bits {
        dst: Slot,
        fields: u32,
        count: u32,
    },

    // Calls. Arguments in `first` and following; the result goes to `first`.
    Call {
        function: u32,
        first: Slot,
        arity: u32,
    },
    TailCall {
        function: u32,
        first: Slot,
        arity: u32,
    },
    CallRemote {
        import: ImportId,
        first: Slot,
        arity: u32,
    },
    TailCallRemote {
        import: ImportId,
        first: Slot,
        arity: u32,
    },
    /// The fun is in the slot after the arguments.
    CallFun {
        first: Slot,
        arity: u32,
    },
    TailCallFun {
        first: Slot,
        arity: u32,
    },
    /// Module and function are in the two slots after the arguments.
    Apply {
        first: Slot,
        arity: u32,
    },
    TailApply {
        first: Slot,
        arity: u32,
    },
    /// A native function known at compile time, called without a frame.
    Native {
        import: ImportId,
        first: Slot,
        arity: u32,
    },
    Return {
        src: Arg,
    },

    // Exceptions
    /// `{badmatch, V}` and its like; `if_clause` (no value).
    Fail {
        kind: Failure,
        value: Arg,
    },
    FunctionClause,
    /// Class, reason and trace are in `first` and the two slots after: raise it again as it was.
    Reraise {
        first: Slot,
    },
    /// The value of `catch E` from the three slots of a caught exception.
    CatchValue {
        dst: Slot,
        first: Slot,
    },

    // Receive
    /// Evaluates the timeout (checked here) and starts scanning the mailbox.
    ReceiveStart {
        timeout: Arg,
    },
    ReceivePeek {
        dst: Slot,
        otherwise: Pc,
    },
    ReceiveAccept,
    ReceiveSkip {
        to: Pc,
    },
    /// Waits for a message (then goes to `to`) or the timeout (then falls through).
    ReceiveWait {
        to: Pc,
    },

    // For observers only; absent from code compiled without them.
    /// A process can be asked to stand here. `first`: its function begins here, once a clause is chosen.
    Stop {
        first: bool,
    },
    Bind {
        variable: u32,
        slot: Slot,
    },
    EnterClause {
        clause: u32,
    },
    /// A receive begins to look at the mailbox. `receive` is an index into [`Function::receives`], here and below.
    ReceiveReached {
        receive: u32,
    },
    /// It goes on in this clause (from 1) with the message that was accepted, or after its timeout (0).
    ReceiveEntered {
        receive: u32,
        clause: u32,
    },
    /// It has this value. (A receive in the last place has that of its function.)
    ReceiveEnded {
        receive: u32,
        value: Slot,
    },
    /// An exception was caught outside of all but so many of the function's receives.
    ReceivesLeft {
        count: u32,
    },
    /// In instrumented copies only: something to say about an expression. `point` is an index into [`Function::points`].
    Report {
        point: u32,
        value: Arg,
    },
}

/// What an instrumented copy of a function reports of its expressions, with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// An expression is about to be evaluated. What is still open when its function returns was in the last place.
    Begin(ExprId),
    /// It has this value.
    Value(ExprId),
    /// Clauses are tried on this value.
    Select(Choosing),
    /// The patterns of this clause (from 1) match; its guard is next.
    Guard {
        clause: u32,
    },
    /// A pattern does not match, or the guard does not hold.
    Refused {
        clause: u32,
    },
    Entered {
        clause: u32,
    },
    /// A receive gave up waiting.
    TimedOut(ExprId),
    /// An exception that left the body of this `try` or `catch`; the value is its reason.
    Caught(ExprId),
    /// A generator of a comprehension, by its place among the qualifiers, has this element; it is matched and filtered next.
    Element {
        comprehension: ExprId,
        generator: u32,
    },
    /// Done with the element of this generator.
    ElementEnd {
        comprehension: ExprId,
        generator: u32,
    },
    /// What was taken for an element is none: the generator has no more.
    SourceEnd {
        comprehension: ExprId,
        generator: u32,
    },
}

/// Whose clauses are tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choosing {
    /// The function's own.
    Function,
    /// Of `case` or `if`.
    Case(ExprId),
    Receive(ExprId),
    /// `try … of`
    Of(ExprId),
    Catch(ExprId),
    /// `maybe … else`
    Else(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    Badmatch,
    CaseClause,
    IfClause,
    TryClause,
    ElseClause,
    BadGenerator,
    BadFilter,
    Badrecord,
    Badarg,
}

/// A field of a bitstring, in a pattern or an expression.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub kind: FieldKind,
    pub signed: bool,
    pub little: bool,
    /// Bits, for `size` counted in units.
    pub unit: u32,
    /// None: all that is left (patterns), the whole value (expressions), or a utf type.
    pub size: Option<Arg>,
    /// What is written, or where what is read goes (`None`: nowhere).
    pub value: FieldValue,
    /// The bitstring being read.
    pub source: Slot,
}

#[derive(Clone, Copy, Debug)]
pub enum FieldValue {
    Write(Arg),
    Read(Slot),
    Skip,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKind {
    Integer,
    Float,
    Bits,
    Utf8,
    Utf16,
    Utf32,
}

/// What a range of code does when something in it raises.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    pub start: Pc,
    pub end: Pc,
    pub target: Pc,
    /// Where class, reason and trace go. None: a guard, which just fails.
    pub slot: Option<Slot>,
}

/// A fun expression: which function it lifts to, and how many values it captures.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// Within the module.
    pub function: u32,
    pub arity: u32,
    pub captured: u32,
    pub index: u32,
}

/// A receive expression, for observers.
#[derive(Clone, Debug)]
pub struct Receive {
    pub expr: ExprId,
    /// How many receives of the function there are around it.
    pub depth: u32,
    /// The variables that are bound when it begins, by name.
    pub variables: Vec<(Atom, Slot)>,
    /// What the pattern of each clause binds beside them. The first entry is the timeout's, and empty.
    pub clauses: Vec<Vec<(Atom, Slot)>>,
}

/// What in the source an instruction comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: FileId,
    pub line: u32,
    /// None: the head of a function.
    pub expr: Option<ExprId>,
}

pub struct Function {
    pub module: Atom,
    pub name: Atom,
    /// With captured values.
    pub arity: u32,
    /// The module's functions are numbered from here on; [`Instr::Call`] counts from it.
    pub first_of_module: u32,
    /// Fingerprint of the module, as funs show it.
    pub uniq: u32,
    /// Its author wants it to be part of its callers: stack traces name them instead.
    pub inlined: bool,
    /// Of a trusted module.
    pub trusted: bool,
    pub code: Vec<Instr>,
    /// How many slots a frame has.
    pub frame_size: u32,
    pub constants: Vec<Term>,
    pub handlers: Vec<Handler>,
    pub fields: Vec<Field>,
    pub lambdas: Vec<Lambda>,
    /// From this instruction on, the code stands for what is at this place. Ascending.
    pub positions: Vec<(Pc, Place)>,
    /// Named variables, for observers.
    pub variables: Vec<(Atom, Slot)>,
    pub source: Rc<Module>,
    /// The fun or comprehension this function was lifted from.
    pub origin: Option<ExprId>,
    /// What a fun captures, in the order of the values: its last arguments.
    pub captured: Vec<Atom>,
    /// Receives, if they are reported.
    pub receives: Vec<Receive>,
    /// An instrumented copy: what it reports, and of which function it is a copy.
    pub points: Vec<Point>,
    pub copy_of: Option<FunctionId>,
}

impl Function {
    /// A function that only returns: what processes start from.
    pub fn outermost() -> Function {
        let source = Module {
            name: atoms::EMPTY,
            sources: Default::default(),
            forms: Vec::new(),
            exprs: Vec::new(),
            types: Vec::new(),
        };
        Function {
            module: atoms::EMPTY,
            name: atoms::EMPTY,
            arity: 0,
            first_of_module: 0,
            uniq: 0,
            inlined: false,
            trusted: false,
            code: vec![Instr::Return { src: Arg::take(Slot(0)) }],
            frame_size: 1,
            constants: Vec::new(),
            handlers: Vec::new(),
            fields: Vec::new(),
            lambdas: Vec::new(),
            positions: Vec::new(),
            variables: Vec::new(),
            source: Rc::new(source),
            origin: None,
            captured: Vec::new(),
            receives: Vec::new(),
            points: Vec::new(),
            copy_of: None,
        }
    }

    /// What the instruction at `pc` comes from.
    pub fn place_at(&self, pc: Pc) -> Option<Place> {
        let n = self.positions.partition_point(|(start, _)| *start <= pc);
        n.checked_sub(1).map(|n| self.positions[n].1)
    }
}
