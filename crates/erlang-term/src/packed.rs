//! A term in one word, half of what it takes otherwise, for those who keep very many of them.
//!
//! The word is a float, or what no float of Erlang's is: its exponent is all ones, as that of an
//! infinity, and the rest is the tag and 48 bits of the other word of the term (known as NaN
//! boxing). Integers and addresses that need more than 48 bits are rare; those terms are put in a
//! box.

use std::mem::{ManuallyDrop, MaybeUninit};
use std::ptr::NonNull;

use crate::{Float, Term};

/// Owns its term. All words are kept inverted, so that none of them is zero and an `Option` takes
/// no more.
pub struct Packed(NonNull<()>);

const _: () = assert!(size_of::<Option<Packed>>() == 8);

/// Bits of the payload.
const WIDTH: u32 = 48;
const PAYLOAD: usize = (1 << WIDTH) - 1;
/// Sign and exponent of a word that is not a float.
const NO_FLOAT: usize = 0xfff << 52;
/// The tag of [`Term::Int`], whose payload has a sign.
const INTEGER: usize = 1;
/// What stands for a tag when the payload is the address of a `Box<Term>`. The tags of terms are
/// smaller.
const BOXED: usize = 15;

impl Packed {
    #[inline]
    pub fn new(term: Term) -> Packed {
        if let Term::Float(float) = term {
            return Packed::from_word(std::ptr::without_provenance_mut(float.get().to_bits() as usize));
        }
        let term = ManuallyDrop::new(term);
        let (tag, payload) = parts(&term);
        let fits = match *term {
            Term::Int(n) => n << (64 - WIDTH) >> (64 - WIDTH) == n,
            _ => payload.addr() & PAYLOAD == payload.addr(),
        };
        if fits {
            return Packed::from_word(payload.map_addr(|payload| no_float(usize::from(tag), payload)));
        }
        Packed::boxed(ManuallyDrop::into_inner(term))
    }

    #[cold]
    fn boxed(term: Term) -> Packed {
        let place: *mut () = Box::into_raw(Box::new(term)).cast();
        assert!(place.addr() & PAYLOAD == place.addr(), "an address of more than {WIDTH} bits");
        Packed::from_word(place.map_addr(|place| no_float(BOXED, place)))
    }

    /// The term, which from now on has one more owner.
    pub fn get(&self) -> Term {
        match self.content() {
            Content::Itself(term) => Term::clone(&term),
            // SAFETY: the box is ours as long as this word is.
            Content::Boxed(place) => unsafe { place.as_ref() }.clone(),
        }
    }

    #[inline]
    fn from_word(word: *mut ()) -> Packed {
        // Only a word of nothing but ones would become zero: there is no such float, and no such
        // tag and address.
        Packed(NonNull::new(word.map_addr(|word| !word)).expect("a word that is not all ones"))
    }

    /// What the word says, without taking it away.
    #[inline]
    fn content(&self) -> Content {
        let word = self.0.as_ptr().map_addr(|word| !word);
        let bits = word.addr();
        if bits & NO_FLOAT != NO_FLOAT {
            return Content::Itself(ManuallyDrop::new(Term::Float(Float::new(f64::from_bits(bits as u64)))));
        }
        let payload = word.map_addr(|bits| bits & PAYLOAD);
        match bits >> WIDTH & 0xf {
            INTEGER => {
                Content::Itself(ManuallyDrop::new(Term::Int((bits << (64 - WIDTH)) as i64 >> (64 - WIDTH))))
            }
            BOXED => Content::Boxed(NonNull::new(payload.cast()).expect("the address of a box")),
            // SAFETY: these are the parts of a term that was forgotten when it was packed.
            tag => Content::Itself(ManuallyDrop::new(unsafe { term(tag as u8, payload) })),
        }
    }
}

enum Content {
    Itself(ManuallyDrop<Term>),
    Boxed(NonNull<Term>),
}

impl Drop for Packed {
    #[inline]
    fn drop(&mut self) {
        match self.content() {
            Content::Itself(term) => drop(ManuallyDrop::into_inner(term)),
            // SAFETY: it was a box when it was packed, and nobody else frees it.
            Content::Boxed(place) => drop(unsafe { Box::from_raw(place.as_ptr()) }),
        }
    }
}

#[inline]
fn no_float(tag: usize, payload: usize) -> usize {
    NO_FLOAT | tag << WIDTH | payload & PAYLOAD
}

/// Tag and payload of a term that is not a float.
#[inline]
fn parts(term: &Term) -> (u8, *mut ()) {
    let place: *const Term = term;
    // SAFETY: `repr(u8)` puts the tag into the first byte, and the one word that variants other
    // than `Nil` have behind it.
    unsafe {
        match *place.cast::<u8>() {
            0 => (0, std::ptr::null_mut()),
            tag => (tag, *place.cast::<*mut ()>().add(1)),
        }
    }
}

/// SAFETY: tag and payload are [`parts`] of a term that has been forgotten; the new one takes its
/// place.
#[inline]
unsafe fn term(tag: u8, payload: *mut ()) -> Term {
    let mut term = MaybeUninit::<Term>::uninit();
    let place = term.as_mut_ptr();
    // SAFETY: see `parts`.
    unsafe {
        place.cast::<u8>().write(tag);
        place.cast::<*mut ()>().add(1).write(payload);
        term.assume_init()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Atom, Bits, Fun, Map, Pid, Ref, atoms};
    use num_bigint::BigInt;

    fn check(term: Term) {
        let packed = Packed::new(term.clone());
        let again = packed.get();
        assert_eq!(again, term);
        drop(packed);
        assert_eq!(again, term, "after the packed one is gone");
        assert_eq!(Packed::new(again).get(), term);
    }

    #[test]
    fn every_kind_of_term_comes_out_as_it_went_in() {
        check(Term::Nil);
        let edges = [0, 1, 42, (1 << 47) - 1, 1 << 47, (1 << 47) + 1, 1 << 48, 1 << 60, i64::MAX];
        edges.into_iter().flat_map(|n| [n, -n, -n - 1]).for_each(|n| check(Term::Int(n)));
        [0.0, 0.1, -1.5, 5e-324, f64::MAX, f64::MIN].into_iter().for_each(|x| check(Term::float(x)));
        assert!(matches!(Packed::new(Term::float(-0.0)).get(), Term::Float(x) if x.get().is_sign_negative()));
        check(Term::atom("x"));
        check(Term::Pid(Pid::local(81)));
        check(Term::Pid(Pid::new(Atom::new("a@b"), u32::MAX, 7)));
        check(Term::Ref(Ref::new(atoms::NONODE_AT_NOHOST, u64::MAX)));
        check(Term::Port(Pid::local(81)));
        check(Term::from_bigint(BigInt::from(1) << 200));
        check(Term::string("a list"));
        check(Term::tuple(vec![Term::Nil, Term::float(2.5)]));
        check(Term::Map(Map::from_iter([(Term::Int(1), Term::Nil)])));
        check(Term::Bits(Bits::from_bytes(b"bytes")));
        let external = Fun::External { module: Atom::new("m"), function: Atom::new("f"), arity: 1 };
        check(Term::Fun(external.into()));
    }

    #[test]
    fn owns_one_handle_of_what_it_holds() {
        let list = Term::string("shared");
        let Term::Cons(cell) = &list else { panic!("a list") };
        let packed: Vec<Packed> = (0..10).map(|_| Packed::new(list.clone())).collect();
        assert!(packed.iter().all(|one| matches!(one.get(), Term::Cons(other) if other.ptr_eq(cell))));
        drop(packed);
        let Term::Cons(cell) = list else { panic!("a list") };
        assert!(cell.is_last());
    }
}
