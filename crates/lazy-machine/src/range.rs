//! Ranges: `[a ..]`, `[a, b .. c]` of integers, characters, constructors without fields, and
//! doubles. Lazy, a few elements at a time.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::core::{ConstructorId, TypeId};
use crate::log::CallId;
use crate::machine::{Flow, Machine};
use crate::native::type_word;
use crate::number::Number;
use crate::primitive::Primitive;
use crate::word::{ObjectKind, Value, Word};

/// Elements that are made at a time: they are evaluated anyway.
const ELEMENTS: usize = 16;

/// What the elements are.
#[derive(Clone, Copy)]
enum Sort {
    Integer,
    Char,
    /// Of the type that begins with this constructor and has this many.
    Constructor(ConstructorId, u32),
}

impl Machine {
    /// The elements from the first on; the second says how far each is from the one before, 1
    /// without it.
    pub(crate) fn range(&mut self, ty: TypeId, from: Word, then: Option<Word>, to: Option<Word>) -> Flow {
        let words = [Some(from), then, to];
        let numbers = words.map(|word| word.and_then(|word| self.number_of(word)));
        if numbers.iter().any(|number| matches!(number, Some(Number::Float(_) | Number::Single(_)))) {
            return self.range_of_doubles(ty, numbers);
        }
        let sort = match (from.value(), self.constructor(from)) {
            (Value::Char(_), _) => Sort::Char,
            (_, Some(id)) => {
                let constructor = &self.code.constructors[id.0 as usize];
                Sort::Constructor(constructor.first, constructor.siblings)
            }
            _ => Sort::Integer,
        };
        let Some(first) = self.ordinal(from) else {
            return self.raise_text("a range of values that cannot be enumerated");
        };
        let step = match then.and_then(|word| self.ordinal(word)) {
            Some(second) => second - &first,
            None => BigInt::from(1),
        };
        let down = step.is_negative();
        let last = match to.and_then(|word| self.ordinal(word)) {
            Some(last) => Some(last),
            None => match (sort, down) {
                (Sort::Integer, _) => None,
                (_, true) => Some(BigInt::zero()),
                (Sort::Char, false) => Some(BigInt::from(0x10_ffff)),
                (Sort::Constructor(_, count), false) => Some(BigInt::from(count - 1)),
            },
        };
        let within = |value: &BigInt| match &last {
            None => true,
            Some(last) if down => value >= last,
            Some(last) => value <= last,
        };
        let mut elements = Vec::new();
        let mut next = first;
        while within(&next) && elements.len() < ELEMENTS {
            let word = self.element(sort, &next);
            elements.push(word);
            next += &step;
        }
        let rest = match within(&next) {
            false => Word::constructor(self.code.known.nil),
            true => {
                let after = &next + &step;
                // Beyond the last there may be no such element: it is counted, not looked at.
                let (next, after) = (self.element(sort, &next), self.element(sort, &after));
                let bounded = match (then, to, sort) {
                    (_, Some(to), _) => Some(to),
                    (None, None, Sort::Integer) | (Some(_), None, Sort::Integer) => None,
                    (_, None, _) => last.as_ref().map(|last| self.element(sort, last)),
                };
                self.later(ty, next, Some(after).filter(|_| then.is_some()), bounded)
            }
        };
        let list = elements.into_iter().rev().fold(rest, |list, element| self.cons(element, list));
        self.give(list)
    }

    /// The rest of a range, delayed.
    fn later(&mut self, ty: TypeId, from: Word, then: Option<Word>, to: Option<Word>) -> Word {
        let primitive = match (then.is_some(), to.is_some()) {
            (false, false) => Primitive::EnumFrom,
            (true, false) => Primitive::EnumFromThen,
            (false, true) => Primitive::EnumFromTo,
            (true, true) => Primitive::EnumFromThenTo,
        };
        let CallId(creator) = self.call;
        let mut words = vec![Word::raw(u64::from(creator)), type_word(ty), from];
        words.extend(then.into_iter().chain(to));
        match self.code.primitive_functions.get(&primitive) {
            Some(function) => Word::reference(self.heap.make(ObjectKind::Call, function.0, &words)),
            None => Word::constructor(self.code.known.nil),
        }
    }

    fn ordinal(&self, word: Word) -> Option<BigInt> {
        match word.value() {
            Value::Char(char) => Some(u32::from(char).into()),
            _ => match self.place_of(word) {
                Some(place) => Some(place.into()),
                None => match self.number_of(word)? {
                    Number::Integer(value) => Some(value),
                    _ => None,
                },
            },
        }
    }

    fn element(&mut self, sort: Sort, ordinal: &BigInt) -> Word {
        match sort {
            Sort::Integer => self.integer(ordinal),
            Sort::Char => {
                let char = ordinal.to_u32().and_then(char::from_u32);
                Word::char(char.unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            Sort::Constructor(first, _) => {
                Word::constructor(ConstructorId(first.0 + ordinal.to_u32().unwrap_or(0)))
            }
        }
    }

    /// As Haskell has it: up to half a step beyond the last.
    fn range_of_doubles(&mut self, ty: TypeId, [from, then, to]: [Option<Number>; 3]) -> Flow {
        let like = from.clone().unwrap_or(Number::Float(0.0));
        let first = from.map_or(0.0, |number| number.float());
        let step = then.map_or(1.0, |number| number.float() - first);
        let last = to.map(|number| number.float() + step / 2.0);
        let within =
            |value: f64| last.is_none_or(|last| if step >= 0.0 { value <= last } else { value >= last });
        let mut elements = Vec::new();
        let mut next = first;
        while within(next) && elements.len() < ELEMENTS {
            let word = self.number(like.like(next));
            elements.push(word);
            next += step;
        }
        let rest = match within(next) {
            false => Word::constructor(self.code.known.nil),
            true => {
                let from = self.number(like.like(next));
                let then = self.number(like.like(next + step));
                let to = last.map(|last| self.number(like.like(last - step / 2.0)));
                self.later(ty, from, Some(then), to)
            }
        };
        let list = elements.into_iter().rev().fold(rest, |list, element| self.cons(element, list));
        self.give(list)
    }
}
