//! The term itself.

use std::rc::Rc;

use num_bigint::BigInt;

use crate::{Atom, Bits, ConsCell, Float, Fun, Map, Pid, Ref, Tuple};

/// Any Erlang value: 16 bytes, cheap to clone, never cyclic.
///
/// Every variant is a tag of one byte and one word that is an integer or a pointer. The compiler
/// then keeps a term in two registers and moves it part by part. (A copy of all 16 bytes at once
/// would have the processor wait for parts that were just written one by one.)
#[derive(Default)]
#[repr(u8)]
pub enum Term {
    #[default]
    Nil,
    Int(i64),
    Float(Float),
    Atom(Atom),
    Pid(Pid),
    Ref(Ref),
    /// A port: the process that is behind it.
    Port(Pid),
    // From here on something is counted; see `Term::is_immediate`.
    /// An integer outside the range of `i64`, always: use [`Term::from_bigint`].
    Big(Rc<BigInt>),
    Cons(ConsCell),
    Tuple(Tuple),
    Map(Map),
    Bits(Bits),
    Fun(Rc<Fun>),
}

impl Clone for Term {
    /// Counts one more owner, then copies the term as it is.
    #[inline(always)]
    fn clone(&self) -> Term {
        match self {
            Term::Nil
            | Term::Int(_)
            | Term::Float(_)
            | Term::Atom(_)
            | Term::Pid(_)
            | Term::Ref(_)
            | Term::Port(_) => {}
            Term::Big(n) => std::mem::forget(n.clone()),
            Term::Cons(cell) => std::mem::forget(cell.clone()),
            Term::Tuple(tuple) => std::mem::forget(tuple.clone()),
            Term::Map(map) => std::mem::forget(map.clone()),
            Term::Bits(bits) => std::mem::forget(bits.clone()),
            Term::Fun(fun) => std::mem::forget(fun.clone()),
        }
        // SAFETY: the count of whatever is behind the term has just been raised for this copy.
        unsafe { std::ptr::read(self) }
    }
}

impl Term {
    pub fn atom(name: &str) -> Term {
        Term::Atom(Atom::new(name))
    }

    pub fn bool(b: bool) -> Term {
        Term::Atom(Atom::from_bool(b))
    }

    /// `x` is finite: arithmetic that would leave the range raises `badarith`.
    pub fn float(x: f64) -> Term {
        Term::Float(Float::new(x))
    }

    /// Whether the whole value is in the term itself, so that nothing happens when it is copied or
    /// dropped.
    #[inline(always)]
    pub fn is_immediate(&self) -> bool {
        matches!(
            self,
            Term::Nil
                | Term::Int(_)
                | Term::Float(_)
                | Term::Atom(_)
                | Term::Pid(_)
                | Term::Ref(_)
                | Term::Port(_)
        )
    }

    /// Puts a value in the place of this one.
    #[inline(always)]
    pub fn put(&mut self, value: Term) {
        if !self.is_immediate() {
            *self = Term::Nil;
        }
        // What is left needs no drop: to say so keeps the way that most values take short.
        std::mem::forget(std::mem::replace(self, value));
    }

    #[inline(always)]
    pub fn cons(head: Term, tail: Term) -> Term {
        Term::Cons(ConsCell::new(head, tail))
    }

    pub fn tuple(elements: impl Into<Tuple>) -> Term {
        Term::Tuple(elements.into())
    }

    pub fn from_bigint(n: BigInt) -> Term {
        match i64::try_from(&n) {
            Ok(small) => Term::Int(small),
            Err(_) => Term::Big(Rc::new(n)),
        }
    }

    pub fn list(elements: impl IntoIterator<Item = Term, IntoIter: DoubleEndedIterator>) -> Term {
        Term::list_with_tail(elements, Term::Nil)
    }

    pub fn list_with_tail(
        elements: impl IntoIterator<Item = Term, IntoIter: DoubleEndedIterator>,
        tail: Term,
    ) -> Term {
        elements.into_iter().rev().fold(tail, |tail, head| Term::cons(head, tail))
    }

    /// A string is the list of its code points.
    pub fn string(text: &str) -> Term {
        Term::list(text.chars().map(|c| Term::Int(c as i64)).collect::<Vec<_>>())
    }

    pub fn binary(bytes: &[u8]) -> Term {
        Term::Bits(Bits::from_bytes(bytes))
    }

    pub fn as_atom(&self) -> Option<Atom> {
        match self {
            Term::Atom(a) => Some(*a),
            _ => None,
        }
    }

    pub fn as_int(&self) -> Option<i64> {
        match self {
            Term::Int(n) => Some(*n),
            _ => None,
        }
    }

    pub fn as_tuple(&self) -> Option<&[Term]> {
        match self {
            Term::Tuple(t) => Some(t),
            _ => None,
        }
    }

    pub fn is_integer(&self) -> bool {
        matches!(self, Term::Int(_) | Term::Big(_))
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Term::Int(_) | Term::Big(_) | Term::Float(_))
    }

    /// The elements and the tail: `Term::Nil` for a proper list, for anything else than a list
    /// itself.
    pub fn list_parts(&self) -> (Vec<Term>, Term) {
        let (mut elements, mut rest) = (Vec::new(), self);
        while let Term::Cons(cell) = rest {
            elements.push(cell.head.clone());
            rest = &cell.tail;
        }
        (elements, rest.clone())
    }

    /// The elements of a proper list.
    pub fn proper_list(&self) -> Option<Vec<Term>> {
        match self.list_parts() {
            (elements, Term::Nil) => Some(elements),
            _ => None,
        }
    }

    /// The text of a string: a list of characters, or a binary in UTF-8.
    pub fn text(&self) -> Option<String> {
        let character = |c: &Term| char::from_u32(u32::try_from(c.as_int()?).ok()?);
        match self {
            Term::Bits(bits) => String::from_utf8(bits.to_bytes().to_vec()).ok(),
            list => list.proper_list()?.iter().map(character).collect(),
        }
    }
}
