//! Instructions of eight bytes for what most of the time goes into.
//!
//! Each stands at the position of the plain instruction that it is short for, and does the same,
//! or leaves it to that one. So positions, handlers and frames are those of the plain code.
//!
//! **Invariant: what a short instruction names is there.** Slots lie within the frame of its
//! function, constants within its constants, and positions within its code, which never runs beyond
//! its end. All of this is looked at once, when code is loaded; the interpreter does not look
//! again.

use std::cell::Cell;

use super::{Arg, ArgKind, Comparison, Function, Instr, Operator, Pc, Slot};

/// A slot of the current frame.
pub type Short = u8;

/// [`Slot::NOWHERE`].
pub const NOWHERE: Short = Short::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Nothing shorter than the plain instruction.
    Plain,
    Copy {
        dst: Short,
        src: Short,
    },
    Take {
        dst: Short,
        src: Short,
    },
    Constant {
        dst: Short,
        index: u16,
    },
    Jump {
        to: u16,
    },
    Add {
        dst: Short,
        a: Short,
        b: Short,
    },
    Subtract {
        dst: Short,
        a: Short,
        b: Short,
    },
    Multiply {
        dst: Short,
        a: Short,
        b: Short,
    },
    AddSmall {
        dst: Short,
        a: Short,
        n: i32,
    },
    SubtractSmall {
        dst: Short,
        a: Short,
        n: i32,
    },
    Test {
        op: Comparison,
        a: Short,
        b: Short,
        otherwise: u16,
    },
    TestSmall {
        op: Comparison,
        a: Short,
        n: i16,
        otherwise: u16,
    },
    MatchNil {
        src: Short,
        otherwise: u16,
    },
    MatchCons {
        src: Short,
        head: Short,
        tail: Short,
        otherwise: u16,
    },
    TakeCons {
        src: Short,
        head: Short,
        tail: Short,
        otherwise: u16,
    },
    MatchTuple {
        src: Short,
        arity: u16,
        otherwise: u16,
    },
    Element {
        dst: Short,
        src: Short,
        index: u16,
    },
    /// With a constant.
    MatchExact {
        a: Short,
        constant: u16,
        otherwise: u16,
    },
    MatchSmall {
        src: Short,
        n: i32,
        otherwise: u16,
    },
    /// Each of the two is a slot that is read for the last time.
    Cons {
        dst: Short,
        head: Short,
        tail: Short,
    },
    /// The head is read again later.
    ConsCopy {
        dst: Short,
        head: Short,
        tail: Short,
    },
    /// The tail is a constant.
    ConsOnto {
        dst: Short,
        head: Short,
        tail: u16,
    },
    Call {
        first: Short,
        arity: u8,
        function: u32,
    },
    /// A call of the same function.
    CallSelf {
        first: Short,
        arity: u8,
    },
    /// Arguments are where the callee expects them.
    TailCall {
        arity: u8,
        function: u32,
    },
    TailCallSelf {
        arity: u8,
    },
    /// What is returned is read for the last time.
    Return {
        src: Short,
    },
    ReturnConstant {
        index: u16,
    },
}

const _: () = assert!(size_of::<Op>() == 8);

/// The short instructions of a function, as many as it has plain ones.
#[derive(Default, Debug)]
pub struct Ops(Box<[Op]>);

impl Ops {
    /// `own`: the number of the function in its module, if it is one of those that are called by
    /// it. Panics if the code could leave itself: then the compiler is at fault.
    pub fn of(function: &Function, own: Option<u32>) -> Ops {
        check(function);
        let reader = Reader { function, own };
        Ops(function.code.iter().map(|instr| reader.short(instr).unwrap_or(Op::Plain)).collect())
    }

    /// Everything as the plain instructions say, to compare with.
    #[cfg(test)]
    pub fn plain(function: &Function) -> Ops {
        check(function);
        Ops(vec![Op::Plain; function.code.len()].into())
    }

    #[inline(always)]
    pub fn all(&self) -> &[Op] {
        &self.0
    }
}

/// What would lead out of the code, if something does.
pub(crate) fn fault(function: &Function) -> Option<String> {
    let length = function.code.len() as Pc;
    let furthest = Cell::new(0);
    let visit = |to: &mut Pc| furthest.set(furthest.get().max(*to));
    for mut instr in function.code.iter().copied() {
        instr.visit(&|_| {}, &|_| {}, &visit);
    }
    let targets = function.handlers.iter().map(|handler| handler.target).chain([furthest.get()]);
    if targets.max().is_some_and(|to| to >= length) {
        return Some(format!("a jump out of {}", function.name.name()));
    }
    let is_closed = function.code.last().is_some_and(ends);
    (!is_closed).then(|| format!("the code of {} has no end", function.name.name()))
}

fn check(function: &Function) {
    let fault = fault(function);
    assert!(fault.is_none(), "{}", fault.unwrap_or_default());
}

/// Does nothing follow this instruction?
fn ends(instr: &Instr) -> bool {
    matches!(
        instr,
        Instr::Jump { .. }
            | Instr::TailCall { .. }
            | Instr::TailCallRemote { .. }
            | Instr::TailCallFun { .. }
            | Instr::TailApply { .. }
            | Instr::Return { .. }
            | Instr::Fail { .. }
            | Instr::FunctionClause
            | Instr::Reraise { .. }
            | Instr::ReceiveSkip { .. }
    )
}

struct Reader<'f> {
    function: &'f Function,
    own: Option<u32>,
}

impl Reader<'_> {
    /// None: there is no short one, or not for these operands.
    fn short(&self, instr: &Instr) -> Option<Op> {
        Some(match *instr {
            Instr::Move { dst, src } => {
                let dst = self.slot(dst)?;
                match src.kind() {
                    ArgKind::Read(src) => Op::Copy { dst, src: self.slot(src)? },
                    ArgKind::Take(src) => Op::Take { dst, src: self.slot(src)? },
                    ArgKind::Constant(index) => Op::Constant { dst, index: self.constant(index)? },
                }
            }
            Instr::Jump { to } => Op::Jump { to: pc(to)? },
            Instr::Compute { op, dst, a, b } => {
                let (dst, a, b) = (self.slot(dst)?, self.arg(a)?, self.arg(b)?);
                match op {
                    Operator::Add => Op::Add { dst, a, b },
                    Operator::Subtract => Op::Subtract { dst, a, b },
                    Operator::Multiply => Op::Multiply { dst, a, b },
                    _ => return None,
                }
            }
            Instr::AddSmall { dst, a, n } => Op::AddSmall { dst: self.slot(dst)?, a: self.slot(a)?, n },
            Instr::SubtractSmall { dst, a, n } => {
                Op::SubtractSmall { dst: self.slot(dst)?, a: self.slot(a)?, n }
            }
            Instr::Test { op, a, b, otherwise } => {
                Op::Test { op, a: self.arg(a)?, b: self.arg(b)?, otherwise: pc(otherwise)? }
            }
            Instr::TestSmall { op, a, n, otherwise } => {
                Op::TestSmall { op, a: self.slot(a)?, n: i16::try_from(n).ok()?, otherwise: pc(otherwise)? }
            }
            Instr::MatchNil { src, otherwise } => {
                Op::MatchNil { src: self.slot(src)?, otherwise: pc(otherwise)? }
            }
            Instr::MatchCons { src, head, tail, otherwise } => Op::MatchCons {
                src: self.slot(src)?,
                head: self.place(head)?,
                tail: self.place(tail)?,
                otherwise: pc(otherwise)?,
            },
            Instr::TakeCons { src, head, tail, otherwise } => Op::TakeCons {
                src: self.slot(src)?,
                head: self.place(head)?,
                tail: self.place(tail)?,
                otherwise: pc(otherwise)?,
            },
            Instr::MatchTuple { src, arity, otherwise } => Op::MatchTuple {
                src: self.slot(src)?,
                arity: u16::try_from(arity).ok()?,
                otherwise: pc(otherwise)?,
            },
            Instr::Element { dst, src, index } => {
                Op::Element { dst: self.slot(dst)?, src: self.slot(src)?, index: u16::try_from(index).ok()? }
            }
            Instr::MatchExact { a, b, otherwise } => match b.kind() {
                ArgKind::Constant(index) => Op::MatchExact {
                    a: self.arg(a)?,
                    constant: self.constant(index)?,
                    otherwise: pc(otherwise)?,
                },
                _ => return None,
            },
            Instr::MatchSmall { src, n, otherwise } => {
                Op::MatchSmall { src: self.slot(src)?, n, otherwise: pc(otherwise)? }
            }
            Instr::Cons { dst, head, tail } => {
                let dst = self.slot(dst)?;
                match (head.kind(), tail.kind()) {
                    (ArgKind::Take(head), ArgKind::Take(tail)) => {
                        Op::Cons { dst, head: self.slot(head)?, tail: self.slot(tail)? }
                    }
                    (ArgKind::Read(head), ArgKind::Take(tail)) => {
                        Op::ConsCopy { dst, head: self.slot(head)?, tail: self.slot(tail)? }
                    }
                    (ArgKind::Take(head), ArgKind::Constant(tail)) => {
                        Op::ConsOnto { dst, head: self.slot(head)?, tail: self.constant(tail)? }
                    }
                    _ => return None,
                }
            }
            Instr::Call { function, first, arity } => {
                let (first, arity) = self.call(first, arity)?;
                match self.own == Some(function) {
                    true => Op::CallSelf { first, arity },
                    false => Op::Call { first, arity, function },
                }
            }
            Instr::TailCall { function, first: first @ Slot(0), arity } => {
                let (_, arity) = self.call(first, arity)?;
                match self.own == Some(function) {
                    true => Op::TailCallSelf { arity },
                    false => Op::TailCall { arity, function },
                }
            }
            Instr::Return { src } => match src.kind() {
                ArgKind::Take(src) => Op::Return { src: self.slot(src)? },
                ArgKind::Constant(index) => Op::ReturnConstant { index: self.constant(index)? },
                ArgKind::Read(_) => return None,
            },
            _ => return None,
        })
    }

    fn slot(&self, slot: Slot) -> Option<Short> {
        let short = Short::try_from(slot.0).ok()?;
        (slot.0 < self.function.frame_size && short != NOWHERE).then_some(short)
    }

    fn place(&self, slot: Slot) -> Option<Short> {
        if slot == Slot::NOWHERE { Some(NOWHERE) } else { self.slot(slot) }
    }

    /// A slot that is looked at.
    fn arg(&self, arg: Arg) -> Option<Short> {
        self.slot(arg.slot()?)
    }

    fn constant(&self, index: u32) -> Option<u16> {
        let short = u16::try_from(index).ok()?;
        ((index as usize) < self.function.constants.len()).then_some(short)
    }

    /// Where arguments begin, and how many there are. They lie within the frame, too.
    fn call(&self, first: Slot, arity: u32) -> Option<(Short, u8)> {
        let all = first.0.checked_add(arity)?;
        (all <= self.function.frame_size).then_some(())?;
        Some((Short::try_from(first.0).ok()?, u8::try_from(arity).ok()?))
    }
}

fn pc(to: Pc) -> Option<u16> {
    u16::try_from(to).ok()
}
