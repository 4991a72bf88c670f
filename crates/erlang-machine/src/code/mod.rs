//! Compact code: what a function is compiled to.
//!
//! A function works on a frame of *slots*. Its arguments are the first slots, then come its
//! variables, then temporaries in the discipline of a stack. A call's arguments are the topmost
//! temporaries of the caller; they become the first slots of the callee without being copied, and
//! the result appears where the first of them was. Slots that are not in use may hold anything that
//! needs no counting.

mod compact;
mod instr;

use std::rc::Rc;

use erlang_syntax::ast::{ExprId, Module};
use erlang_syntax::source::FileId;
use erlang_term::{Atom, Term, atoms};

#[cfg(test)]
pub(crate) use compact::fault;
pub use compact::{NOWHERE, Op, Ops};
pub use instr::{Comparison, Instr, Operator, TypeTest};

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

/// An operand: a slot that is read, a slot that is read for the last time (and so emptied), or a
/// constant of the function.
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

/// What an instrumented copy of a function reports of its expressions, with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// An expression is about to be evaluated. What is still open when its function returns was in
    /// the last place.
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
    /// A generator of a comprehension, by its place among the qualifiers, has this element; it is
    /// matched and filtered next.
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
    /// What the pattern of each clause binds beside them. The first entry is the timeout's, and
    /// empty.
    pub clauses: Vec<Vec<(Atom, Slot)>>,
}

/// What in the source an instruction comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodePlace {
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
    /// Before its first call from outside, the function that `-on_load` names runs: this one.
    pub on_load: Option<FunctionId>,
    pub code: Vec<Instr>,
    /// The same in short, once it is loaded.
    pub ops: Ops,
    /// How many slots a frame has.
    pub frame_size: u32,
    pub constants: Vec<Term>,
    pub handlers: Vec<Handler>,
    pub fields: Vec<Field>,
    pub lambdas: Vec<Lambda>,
    /// From this instruction on, the code stands for what is at this place. Ascending.
    pub positions: Vec<(Pc, CodePlace)>,
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
    /// Of the expression of the command line, which OTP would evaluate rather than compile. No file
    /// can have a module of such a name.
    pub fn is_evaluated(&self) -> bool {
        self.module.name().starts_with('-')
    }

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
            ops: Ops::default(),
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
            on_load: None,
            copy_of: None,
        }
    }

    /// What the instruction at `pc` comes from.
    pub fn place_at(&self, pc: Pc) -> Option<CodePlace> {
        let n = self.positions.partition_point(|(start, _)| *start <= pc);
        n.checked_sub(1).map(|n| self.positions[n].1)
    }
}
