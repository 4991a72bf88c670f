//! Words: what a variable, a field or a frame holds. A reference into the heap, or a small value
//! itself.

use crate::core::{ConstructorId, FunctionId};

/// 61 bits of payload over a tag of three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Word(pub u64);

/// Where an object lies in the heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Address(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Reference(Address),
    Integer(i64),
    Char(char),
    /// A constructor without arguments.
    Constructor(ConstructorId),
    /// A function that has got no argument yet.
    Function(FunctionId),
    /// A constructor that takes arguments and has got none yet.
    Unapplied(ConstructorId),
    /// Not a value: a number of the machine's own.
    Raw(u64),
}

const REFERENCE: u64 = 0;
const INTEGER: u64 = 1;
const CHAR: u64 = 2;
const CONSTRUCTOR: u64 = 3;
const FUNCTION: u64 = 4;
const UNAPPLIED: u64 = 5;
const RAW: u64 = 6;

impl Word {
    pub const NOTHING: Word = Word(RAW);

    pub const fn reference(address: Address) -> Word {
        Word((address.0 as u64) << 3 | REFERENCE)
    }

    /// None if it needs more than 61 bits.
    pub fn integer(value: i64) -> Option<Word> {
        let shifted = value << 3;
        (shifted >> 3 == value).then_some(Word(shifted as u64 | INTEGER))
    }

    pub const fn char(value: char) -> Word {
        Word((value as u64) << 3 | CHAR)
    }

    pub const fn constructor(id: ConstructorId) -> Word {
        Word((id.0 as u64) << 3 | CONSTRUCTOR)
    }

    pub const fn function(id: FunctionId) -> Word {
        Word((id.0 as u64) << 3 | FUNCTION)
    }

    pub const fn unapplied(id: ConstructorId) -> Word {
        Word((id.0 as u64) << 3 | UNAPPLIED)
    }

    pub const fn raw(value: u64) -> Word {
        Word(value << 3 | RAW)
    }

    pub const fn as_raw(self) -> u64 {
        self.0 >> 3
    }

    #[inline]
    pub fn address(self) -> Option<Address> {
        (self.0 & 7 == REFERENCE).then_some(Address((self.0 >> 3) as u32))
    }

    #[inline]
    pub fn as_integer(self) -> Option<i64> {
        (self.0 & 7 == INTEGER).then_some(self.0 as i64 >> 3)
    }

    pub fn value(self) -> Value {
        let payload = self.0 >> 3;
        match self.0 & 7 {
            REFERENCE => Value::Reference(Address(payload as u32)),
            INTEGER => Value::Integer(self.0 as i64 >> 3),
            // The payload was a char when the word was made.
            CHAR => Value::Char(char::from_u32(payload as u32).unwrap_or(char::REPLACEMENT_CHARACTER)),
            CONSTRUCTOR => Value::Constructor(ConstructorId(payload as u32)),
            FUNCTION => Value::Function(FunctionId(payload as u32)),
            UNAPPLIED => Value::Unapplied(ConstructorId(payload as u32)),
            _ => Value::Raw(payload),
        }
    }
}

/// What an object of the heap is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum ObjectKind {
    /// A constructor with its fields.
    Constructor,
    /// A function with fewer arguments than it takes.
    Partial,
    /// A constructor with fewer fields than it takes.
    PartialConstructor,
    /// A call that is delayed: the call that created it, then the arguments.
    Call,
    /// An application of what is not known yet: the creator, the function, the arguments.
    Apply,
    /// A string literal not yet unfolded: the creator, which literal, from which character on.
    Text,
    /// A logic variable: what waits for it.
    Variable,
    /// Became something else: that, then what was there before.
    Indirection,
    /// Being evaluated.
    BlackHole,
    /// An integer of more than 61 bits: digits, sign in the symbol.
    Big,
    Float,
    /// Evaluation raised an error here.
    Error,
    /// The machine's own: lists of work, suspended conditions.
    Cell,
    /// Only during collection: where the object went.
    Forward,
}

/// The first word of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header(pub u64);

impl Header {
    /// `length` words follow.
    #[inline]
    pub const fn new(kind: ObjectKind, length: usize, symbol: u32) -> Header {
        Header(kind as u64 | (length as u64) << 8 | (symbol as u64) << 32)
    }

    #[inline]
    pub fn kind(self) -> ObjectKind {
        const KINDS: [ObjectKind; 16] = [
            ObjectKind::Constructor,
            ObjectKind::Partial,
            ObjectKind::PartialConstructor,
            ObjectKind::Call,
            ObjectKind::Apply,
            ObjectKind::Text,
            ObjectKind::Variable,
            ObjectKind::Indirection,
            ObjectKind::BlackHole,
            ObjectKind::Big,
            ObjectKind::Float,
            ObjectKind::Error,
            ObjectKind::Cell,
            ObjectKind::Forward,
            ObjectKind::Forward,
            ObjectKind::Forward,
        ];
        KINDS[(self.0 & 15) as usize]
    }

    /// Quicker than to ask for the kind.
    #[inline(always)]
    pub fn is(self, kind: ObjectKind) -> bool {
        self.0 as u8 == kind as u8
    }

    #[inline]
    pub fn length(self) -> usize {
        (self.0 >> 8 & 0xff_ffff) as usize
    }

    #[inline]
    pub fn symbol(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline]
    pub fn with_kind(self, kind: ObjectKind) -> Header {
        Header(self.0 & !0xff | kind as u64)
    }
}
