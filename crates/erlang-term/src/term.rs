//! The term itself.

use std::rc::Rc;

use num_bigint::BigInt;

use crate::{Atom, Bits, Fun, Map, Tuple, atoms};

/// Any Erlang value: 16 bytes, cheap to clone, never cyclic.
#[derive(Default)]
pub enum Term {
    #[default]
    Nil,
    Int(i64),
    /// An integer outside the range of `i64`, always: use [`Term::from_bigint`].
    Big(Rc<BigInt>),
    /// Finite, always: arithmetic that would leave the range raises `badarith`.
    Float(f64),
    Atom(Atom),
    Cons(Rc<Cons>),
    Tuple(Tuple),
    Map(Map),
    Bits(Bits),
    Fun(Rc<Fun>),
    Pid(Pid),
    Ref(Ref),
}

/// One cell of a list. Its fields are read through [`Term`]; the tail of an improper list is any term.
pub struct Cons {
    pub head: Term,
    pub tail: Term,
}

/// A process identifier. `<0.id.serial>` on the local node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Pid {
    pub node: Atom,
    pub id: u32,
    pub serial: u32,
}

/// A reference, unique within a run. Packed, so that a [`Term`] stays at 16 bytes: copy `id` out before borrowing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(C, packed(4))]
pub struct Ref {
    pub node: Atom,
    pub id: u64,
}

impl Pid {
    pub fn local(id: u32) -> Pid {
        Pid { node: atoms::NONODE_AT_NOHOST, id, serial: 0 }
    }
}

impl Ref {
    pub fn local(id: u64) -> Ref {
        Ref { node: atoms::NONODE_AT_NOHOST, id }
    }

    /// The three numbers that OTP prints, the most significant first. Its lowest word has 18 bits.
    pub fn words(self) -> [u32; 3] {
        let id = self.id;
        [(id >> 50) as u32, (id >> 18) as u32, (id & 0x3_ffff) as u32]
    }

    /// The reference that has these [`words`](Ref::words), if they fit.
    pub fn from_words(node: Atom, [high, middle, low]: [u32; 3]) -> Option<Ref> {
        let fits = high < 1 << 14 && low < 1 << 18;
        fits.then(|| Ref { node, id: u64::from(high) << 50 | u64::from(middle) << 18 | u64::from(low) })
    }
}

impl Clone for Term {
    /// Counts one more owner, then copies the sixteen bytes as they are: rebuilding the value variant by variant, as a derived
    /// `clone` does, writes it in pieces that the processor cannot read back at once.
    #[inline(always)]
    fn clone(&self) -> Term {
        match self {
            Term::Nil | Term::Int(_) | Term::Float(_) | Term::Atom(_) | Term::Pid(_) | Term::Ref(_) => {}
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

    pub fn cons(head: Term, tail: Term) -> Term {
        Term::Cons(Rc::new(Cons { head, tail }))
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

    /// The elements and the tail: `Term::Nil` for a proper list, for anything else than a list itself.
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
}
