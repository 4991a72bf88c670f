//! Reading the arguments of native functions: what is not as it should be is `badarg`, unless the
//! function says otherwise.

use std::borrow::Cow;

use erlang_term::arithmetic::ArithmeticError;
use erlang_term::{Atom, Bits, Map, Term, Tuple, atoms};

use super::Outcome;
use crate::Raise;

/// The most elements that a native function makes a list of: what OTP could hold in memory,
/// roughly. Beyond it is `system_limit`, so that a slip in a program does not take the machine down
/// with it.
pub const LONGEST_LIST: usize = 1 << 27;

/// The most bytes that a native function makes a binary of.
pub const LARGEST_BINARY: usize = 1 << 32;

/// OTP's largest tuple.
pub const LARGEST_TUPLE: usize = (1 << 24) - 1;

pub fn system_limit() -> Raise {
    Raise::error(Term::Atom(atoms::SYSTEM_LIMIT))
}

/// `{Tag, Value}` as a reason: `{badmap, 1}`.
pub fn bad(tag: Atom, value: &Term) -> Raise {
    Raise::error(Term::tuple([Term::Atom(tag), value.clone()]))
}

/// No clause of the function takes these arguments.
pub fn function_clause() -> Raise {
    Raise::error(Term::Atom(atoms::FUNCTION_CLAUSE))
}

pub fn bool(value: bool) -> Outcome {
    Ok(Term::bool(value))
}

/// A size or count as a term.
pub fn count(value: usize) -> Term {
    Term::Int(value as i64)
}

/// The value of an operator, or what it raises.
pub fn computed(answer: Result<Term, ArithmeticError>) -> Outcome {
    answer.map_err(|error| match error {
        ArithmeticError::Badarith => Raise::badarith(),
        ArithmeticError::SystemLimit => system_limit(),
    })
}

pub fn atom(term: &Term) -> Result<Atom, Raise> {
    term.as_atom().ok_or_else(Raise::badarg)
}

pub fn tuple(term: &Term) -> Result<&Tuple, Raise> {
    match term {
        Term::Tuple(tuple) => Ok(tuple),
        _ => Err(Raise::badarg()),
    }
}

/// A non-negative integer that fits.
pub fn size(term: &Term) -> Result<usize, Raise> {
    term.as_int().and_then(|n| usize::try_from(n).ok()).ok_or_else(Raise::badarg)
}

pub fn map(term: &Term) -> Result<&Map, Raise> {
    match term {
        Term::Map(map) => Ok(map),
        _ => Err(bad(atoms::BADMAP, term)),
    }
}

pub fn bits(term: &Term) -> Result<&Bits, Raise> {
    match term {
        Term::Bits(bits) => Ok(bits),
        _ => Err(Raise::badarg()),
    }
}

/// A bitstring of whole bytes.
pub fn binary(term: &Term) -> Result<&Bits, Raise> {
    match term {
        Term::Bits(bits) if bits.is_binary() => Ok(bits),
        _ => Err(Raise::badarg()),
    }
}

pub fn bytes(term: &Term) -> Result<Cow<'_, [u8]>, Raise> {
    Ok(binary(term)?.to_bytes())
}

/// The elements of a proper list.
pub fn list(term: &Term) -> Result<Vec<Term>, Raise> {
    term.proper_list().ok_or_else(Raise::badarg)
}

pub fn character(term: &Term) -> Option<char> {
    term.as_int().and_then(|n| u32::try_from(n).ok()).and_then(char::from_u32)
}

pub fn byte(term: &Term) -> Option<u8> {
    term.as_int().and_then(|n| u8::try_from(n).ok())
}

/// Walks down a list, proper or not.
pub fn items(term: &Term) -> Items<'_> {
    Items { rest: term }
}

pub struct Items<'a> {
    /// What has not been visited: in the end, the tail.
    pub rest: &'a Term,
}

impl Items<'_> {
    /// Whether the list ends here, and properly.
    pub fn ends_well(&self) -> bool {
        matches!(self.rest, Term::Nil)
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = &'a Term;

    #[inline]
    fn next(&mut self) -> Option<&'a Term> {
        match self.rest {
            Term::Cons(cell) => {
                self.rest = &cell.tail;
                Some(&cell.head)
            }
            _ => None,
        }
    }
}

/// The length of a proper list.
pub fn length(term: &Term) -> Option<usize> {
    let mut items = items(term);
    let length = items.by_ref().count();
    items.ends_well().then_some(length)
}
