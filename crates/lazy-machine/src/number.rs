//! Numbers: integers of any size, small ones in a word, and doubles.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::code::{NumberId, Pc, SaveId, Slot};
use crate::core::{Literal, TypeId};
use crate::equate::Test;
use crate::frames::FrameKind;
use crate::machine::{Flow, Machine};
use crate::native::type_id;
use crate::primitive::Primitive;
use crate::word::{Header, ObjectKind, Value, Word};

/// The symbol of a fraction of single precision.
const SINGLE: u32 = 1;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Number {
    Integer(BigInt),
    Float(f64),
    Single(f32),
}

impl Number {
    pub(crate) fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Integer(one), Number::Integer(other)) => Some(one.cmp(other)),
            _ => self.float().partial_cmp(&other.float()),
        }
    }

    /// A fraction of the same kind.
    pub(crate) fn like(&self, value: f64) -> Number {
        match self {
            Number::Single(_) => Number::Single(value as f32),
            _ => Number::Float(value),
        }
    }

    pub(crate) fn float(&self) -> f64 {
        match self {
            Number::Float(float) => *float,
            Number::Single(float) => f64::from(*float),
            Number::Integer(integer) => integer.to_f64().unwrap_or(f64::NAN),
        }
    }
}

impl Machine {
    pub(crate) fn number_of(&self, word: Word) -> Option<Number> {
        match word.value() {
            Value::Integer(value) => Some(Number::Integer(value.into())),
            Value::Reference(address) => {
                let header = self.heap.header(address);
                match header.kind() {
                    ObjectKind::Float => {
                        let value = f64::from_bits(self.heap.word(address, 0).0);
                        Some(match header.symbol() {
                            SINGLE => Number::Single(value as f32),
                            _ => Number::Float(value),
                        })
                    }
                    ObjectKind::Big => {
                        let mut digits = Vec::with_capacity(header.length() * 2);
                        for index in 0..header.length() {
                            let digit = self.heap.word(address, index).0;
                            digits.extend([digit as u32, (digit >> 32) as u32]);
                        }
                        let sign = if header.symbol() == 0 { Sign::Plus } else { Sign::Minus };
                        Some(Number::Integer(BigInt::from_slice(sign, &digits)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub(crate) fn integer(&mut self, value: &BigInt) -> Word {
        if let Some(word) = value.to_i64().and_then(Word::integer) {
            return word;
        }
        let digits = value.magnitude().to_u64_digits();
        let negative = u32::from(value.is_negative());
        let address = self.heap.allocate(Header::new(ObjectKind::Big, digits.len(), negative));
        for (index, digit) in digits.into_iter().enumerate() {
            self.heap.set_word(address, index, Word(digit));
        }
        Word::reference(address)
    }

    pub(crate) fn float(&mut self, value: f64) -> Word {
        Word::reference(self.heap.make(ObjectKind::Float, 0, &[Word(value.to_bits())]))
    }

    pub(crate) fn number(&mut self, number: Number) -> Word {
        match number {
            Number::Integer(value) => self.integer(&value),
            Number::Float(value) => self.float(value),
            Number::Single(value) => {
                let bits = f64::from(value).to_bits();
                Word::reference(self.heap.make(ObjectKind::Float, SINGLE, &[Word(bits)]))
            }
        }
    }

    pub(crate) fn literal(&mut self, number: NumberId) -> Word {
        match self.code.clone().numbers[number.0 as usize] {
            Literal::Integer(ref value) => self.integer(value),
            Literal::Float(value) => self.float(value),
            Literal::Char(char) => Word::char(char),
            Literal::Text(_) => Word::NOTHING,
        }
    }

    pub(crate) fn is_number(&self, word: Word, number: NumberId) -> bool {
        match (&self.code.numbers[number.0 as usize], self.number_of(word)) {
            (Literal::Integer(wanted), Some(Number::Integer(value))) => *wanted == value,
            (Literal::Float(wanted), Some(value)) => *wanted == value.float(),
            _ => false,
        }
    }

    pub(crate) fn same_number(&self, one: Word, other: Word) -> bool {
        match (self.number_of(one), self.number_of(other)) {
            (Some(one), Some(other)) => one.compare(&other) == Some(Ordering::Equal),
            _ => false,
        }
    }

    /// The fast path for small integers and characters.
    #[inline]
    pub(crate) fn quick(&self, operation: Primitive, left: Word, right: Word) -> Option<Word> {
        if let (Some(one), Some(other)) = (left.as_integer(), right.as_integer()) {
            return match operation {
                Primitive::Add => Word::integer(one + other),
                Primitive::Subtract => Word::integer(one - other),
                Primitive::Multiply => one.checked_mul(other).and_then(Word::integer),
                Primitive::Div if other != 0 => Word::integer(Integer::div_floor(&one, &other)),
                Primitive::Mod if other != 0 => Word::integer(Integer::mod_floor(&one, &other)),
                _ => Test::of(operation).map(|test| self.verdict(test, one.cmp(&other))),
            };
        }
        match (left.value(), right.value()) {
            (Value::Char(one), Value::Char(other)) => {
                Test::of(operation).map(|test| self.verdict(test, one.cmp(&other)))
            }
            (Value::Constructor(one), Value::Constructor(other)) => {
                Test::of(operation).map(|test| self.verdict(test, one.cmp(&other)))
            }
            _ => None,
        }
    }

    /// An operation on two values in head normal form; `next` is behind the instruction.
    pub(crate) fn binary(
        &mut self,
        operation: Primitive,
        into: Slot,
        left: Word,
        right: Word,
        save: SaveId,
        next: Pc,
    ) -> Flow {
        let (left, right) = (self.heap.resolve(left), self.heap.resolve(right));
        if let Some(word) = self.quick(operation, left, right) {
            self.slots[into.0 as usize] = word;
            return Ok(next);
        }
        let ty = match self.code.arithmetic_types.get(&save) {
            Some(ty) => type_id(self.operand(*ty)),
            None => TypeId::UNKNOWN,
        };
        if ty != TypeId::UNKNOWN
            && let Some(method) = self.instance_for(operation, ty)
        {
            self.push_save(FrameKind::Case, save);
            self.scratch.clear();
            self.scratch.extend([left, right]);
            return self.enter_method(method, ty);
        }
        if let Some(test) = Test::of(operation) {
            self.push_save(FrameKind::Case, save);
            return self.compare(test, left, right);
        }
        if let Some(variable) = self.variable(left).or_else(|| self.variable(right)) {
            self.push_again(save, Pc(next.0 - 1));
            return self.suspend(variable);
        }
        let (Some(left), Some(right)) = (self.number_of(left), self.number_of(right)) else {
            return self.raise_text("arithmetic on a value that is not a number");
        };
        self.charge(work(operation, &left, &right));
        match arithmetic(operation, left, right) {
            Ok(number) => {
                let word = self.within(ty, number);
                self.slots[into.0 as usize] = word;
                Ok(next)
            }
            Err(text) => self.raise_text(text),
        }
    }
}

/// An integer has at most this many bits: what is larger has no place in the heap, and nobody the
/// time to wait for it.
const MOST_BITS: u64 = 1 << 28;

/// How many calls an operation on large integers takes as long as, more or less.
fn work(operation: Primitive, left: &Number, right: &Number) -> u64 {
    const A_CALL: u64 = 256;
    match (left, right) {
        (Number::Integer(a), Number::Integer(b)) => {
            let (a, b) = (a.bits() / 64, b.bits() / 64);
            match operation {
                Primitive::Add | Primitive::Subtract => a.max(b) / A_CALL,
                _ => a.saturating_mul(b).max(a) / A_CALL,
            }
        }
        _ => 0,
    }
}

/// The result of an operation on two numbers, or an error.
pub(crate) fn arithmetic(operation: Primitive, left: Number, right: Number) -> Result<Number, &'static str> {
    if let (Number::Integer(a), Number::Integer(b)) = (&left, &right)
        && a.bits() + b.bits() > MOST_BITS
    {
        return Err("not supported: an integer with this many digits");
    }
    use Primitive::{
        Add, And, Div, Divide, Mod, Multiply, Or, Power, Quot, Rem, ShiftLeft, ShiftRight, Subtract, Xor,
    };
    match (operation, left, right) {
        (Add, Number::Integer(a), Number::Integer(b)) => Ok(Number::Integer(a + b)),
        (Subtract, Number::Integer(a), Number::Integer(b)) => Ok(Number::Integer(a - b)),
        (Multiply, Number::Integer(a), Number::Integer(b)) => Ok(Number::Integer(a * b)),
        (Div | Mod | Quot | Rem, Number::Integer(_), Number::Integer(b)) if b.is_zero() => {
            Err("divide by zero")
        }
        (Div, Number::Integer(a), Number::Integer(b)) => Ok(Number::Integer(a.div_floor(&b))),
        (Mod, Number::Integer(a), Number::Integer(b)) => Ok(Number::Integer(a.mod_floor(&b))),
        (Quot, Number::Integer(a), Number::Integer(b)) => Ok(Number::Integer(a / b)),
        (Rem, Number::Integer(a), Number::Integer(b)) => Ok(Number::Integer(a % b)),
        (And, Number::Integer(a), Number::Integer(b)) => Ok(Number::Integer(a & b)),
        (Or, Number::Integer(a), Number::Integer(b)) => Ok(Number::Integer(a | b)),
        (Xor, Number::Integer(a), Number::Integer(b)) => Ok(Number::Integer(a ^ b)),
        (ShiftLeft, Number::Integer(a), Number::Integer(b)) => shift(&a, b.to_i64()),
        (ShiftRight, Number::Integer(a), Number::Integer(b)) => shift(&a, b.to_i64().map(|by| -by)),
        (Add, a, b) => Ok(a.like(a.float() + b.float())),
        (Subtract, a, b) => Ok(a.like(a.float() - b.float())),
        (Multiply, a, b) => Ok(a.like(a.float() * b.float())),
        (Divide, a, b) => Ok(a.like(a.float() / b.float())),
        (Power, a, b) => Ok(a.like(a.float().powf(b.float()))),
        _ => Err("an operation on integers got a double"),
    }
}

/// Bits to the left; to the right if negative.
fn shift(value: &BigInt, by: Option<i64>) -> Result<Number, &'static str> {
    const MOST: i64 = 1 << 26;
    if value.bits() + MOST as u64 > MOST_BITS {
        return Err("not supported: an integer with this many digits");
    }
    match by {
        Some(by @ 0..MOST) => Ok(Number::Integer(value << by)),
        Some(by) if (-MOST..0).contains(&by) => Ok(Number::Integer(value >> -by)),
        _ => Err("a shift by too many bits"),
    }
}
