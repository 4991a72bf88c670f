//! The instructions, and what they compute, compare and test.

use std::cmp::Ordering;

use super::{Arg, Failure, ImportId, Pc, Slot};

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
    /// `is_function(F, Arity)` and records are tested by native calls; this one: is it exactly
    /// `true`?
    TestTrue {
        a: Arg,
        otherwise: Pc,
    },
    /// `andalso`, `orelse`, filters: `true` goes on, `false` jumps, anything else fails with the
    /// value.
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
    /// Captures as many values as `Lambda::captured` says.
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
    /// Every clause compares with this value: if it is a reference of this process's own, messages
    /// that were there before it are passed over.
    ReceiveMark {
        src: Slot,
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
    /// A process can be asked to stand here. `first`: its function begins here, once a clause is
    /// chosen.
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
    /// A receive begins to look at the mailbox. `receive` is an index into `Function::receives`,
    /// here and below.
    ReceiveReached {
        receive: u32,
    },
    /// It goes on in this clause (from 1) with the message that was accepted, or after its timeout
    /// (0).
    ReceiveEntered {
        receive: u32,
        clause: u32,
    },
    /// It has this value. (A receive in the last place has that of its function.)
    ReceiveEnded {
        receive: u32,
        value: Slot,
    },
    /// An exception was caught outside of all but this many of the function's receives.
    ReceivesLeft {
        count: u32,
    },
    /// In instrumented copies only: something to say about an expression. `point` is an index into
    /// `Function::points`.
    Report {
        point: u32,
        value: Arg,
    },
}

impl Instr {
    /// Does it call, to go on behind it when the callee returns?
    pub fn is_call(&self) -> bool {
        matches!(
            self,
            Instr::Call { .. }
                | Instr::CallRemote { .. }
                | Instr::CallFun { .. }
                | Instr::Apply { .. }
                | Instr::Native { .. }
        )
    }

    /// Applies the functions to every slot, argument and position of the instruction.
    pub fn visit(&mut self, slot: &impl Fn(&mut Slot), arg: &impl Fn(&mut Arg), pc: &impl Fn(&mut Pc)) {
        match self {
            Instr::Move { dst, src } => {
                slot(dst);
                arg(src);
            }
            Instr::Jump { to } | Instr::ReceiveSkip { to } | Instr::ReceiveWait { to } => pc(to),
            Instr::Compute { dst, a, b, .. } | Instr::Compare { dst, a, b, .. } => {
                slot(dst);
                arg(a);
                arg(b);
            }
            Instr::AddSmall { dst, a, .. } | Instr::SubtractSmall { dst, a, .. } => {
                slot(dst);
                slot(a);
            }
            Instr::TestSmall { a, otherwise, .. } | Instr::MatchSmall { src: a, otherwise, .. } => {
                slot(a);
                pc(otherwise);
            }
            Instr::Test { a, b, otherwise, .. } | Instr::MatchExact { a, b, otherwise } => {
                arg(a);
                arg(b);
                pc(otherwise);
            }
            Instr::TestType { a, otherwise, .. }
            | Instr::TestTrue { a, otherwise }
            | Instr::TestBoolean { a, otherwise, .. } => {
                arg(a);
                pc(otherwise);
            }
            Instr::MatchNil { src, otherwise }
            | Instr::MatchTuple { src, otherwise, .. }
            | Instr::MatchMap { src, otherwise }
            | Instr::BitsEnd { src, otherwise } => {
                slot(src);
                pc(otherwise);
            }
            Instr::MatchCons { src, head, tail, otherwise }
            | Instr::TakeCons { src, head, tail, otherwise } => {
                slot(src);
                slot(head);
                slot(tail);
                pc(otherwise);
            }
            Instr::Element { dst, src, .. } => {
                slot(dst);
                slot(src);
            }
            Instr::MatchKey { src, key, dst, otherwise } => {
                slot(src);
                arg(key);
                slot(dst);
                pc(otherwise);
            }
            Instr::BitsStart { dst, src, otherwise } => {
                slot(dst);
                slot(src);
                pc(otherwise);
            }
            Instr::BitsGet { otherwise, .. } => pc(otherwise),
            Instr::Cons { dst, head, tail } => {
                slot(dst);
                arg(head);
                arg(tail);
            }
            Instr::Tuple { dst, first, .. }
            | Instr::Map { dst, first, .. }
            | Instr::Closure { dst, first, .. }
            | Instr::CatchValue { dst, first } => {
                slot(dst);
                slot(first);
            }
            Instr::MapPut { map, first, .. } | Instr::MapUpdate { map, first, .. } => {
                slot(map);
                slot(first);
            }
            Instr::Bits { dst, .. } => slot(dst),
            Instr::Call { first, .. }
            | Instr::TailCall { first, .. }
            | Instr::CallRemote { first, .. }
            | Instr::TailCallRemote { first, .. }
            | Instr::CallFun { first, .. }
            | Instr::TailCallFun { first, .. }
            | Instr::Apply { first, .. }
            | Instr::TailApply { first, .. }
            | Instr::Native { first, .. }
            | Instr::Reraise { first } => slot(first),
            Instr::Return { src } => arg(src),
            Instr::Fail { value, .. } => arg(value),
            Instr::ReceiveStart { timeout } => arg(timeout),
            Instr::ReceiveMark { src } => slot(src),
            Instr::ReceivePeek { dst, otherwise } => {
                slot(dst);
                pc(otherwise);
            }
            Instr::Bind { slot: s, .. } => slot(s),
            Instr::Report { value, .. } => arg(value),
            Instr::ReceiveEnded { value, .. } => slot(value),
            Instr::FunctionClause
            | Instr::ReceiveAccept
            | Instr::Stop { .. }
            | Instr::EnterClause { .. }
            | Instr::ReceiveReached { .. }
            | Instr::ReceiveEntered { .. }
            | Instr::ReceivesLeft { .. } => {}
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
    /// Does it hold of two values in this order? (Asked of small integers all the time: no
    /// branches.)
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
