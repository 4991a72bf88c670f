//! Short terms in half a word, for those who keep very many of them: integers of 30 bits, atoms and
//! `[]`.

use crate::{Atom, Term};

/// Such a term, as a number whose two lowest bits differ. Numbers in which they are equal are free
/// for other uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Short(u32);

/// Bits that say of what kind it is.
const WIDTH: u32 = 2;
const KINDS: u32 = (1 << WIDTH) - 1;
const INTEGER: u32 = 0b01;
const ATOM: u32 = 0b10;
/// There are not as many atoms.
const NIL: u32 = u32::MAX >> WIDTH;

impl Short {
    /// None: the term is not as short.
    #[inline(always)]
    pub fn of(term: &Term) -> Option<Short> {
        match *term {
            Term::Int(n) => {
                let word = (n as u32) << WIDTH;
                (i64::from(word as i32 >> WIDTH) == n).then_some(Short(word | INTEGER))
            }
            Term::Atom(atom) if atom.index() < NIL => Some(Short(atom.index() << WIDTH | ATOM)),
            Term::Nil => Some(Short(NIL << WIDTH | ATOM)),
            _ => None,
        }
    }

    /// None: the number says something else.
    #[inline]
    pub fn from_number(number: u32) -> Option<Short> {
        matches!(number & KINDS, INTEGER | ATOM).then_some(Short(number))
    }

    #[inline]
    pub fn number(self) -> u32 {
        self.0
    }

    pub fn get(self) -> Term {
        match (self.0 & KINDS, self.0 >> WIDTH) {
            (INTEGER, _) => Term::Int((self.0 as i32 >> WIDTH).into()),
            (_, NIL) => Term::Nil,
            (_, index) => Term::Atom(Atom::from_index(index)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(term: Term, is_short: bool) {
        let short = Short::of(&term);
        assert_eq!(short.is_some(), is_short, "{term}");
        if let Some(short) = short {
            assert_eq!(Short::from_number(short.number()), Some(short), "{term}");
            assert_eq!(short.get(), term);
        }
    }

    #[test]
    fn comes_out_as_it_went_in() {
        let limit = 1 << 29;
        [0, 1, -1, 42, limit - 1, -limit].into_iter().for_each(|n| check(Term::Int(n), true));
        [limit, -limit - 1, 1 << 32, 1 << 62, i64::MIN, i64::MAX]
            .into_iter()
            .for_each(|n| check(Term::Int(n), false));
        ["", "ok", "short_terms_have_this_atom"].into_iter().for_each(|name| check(Term::atom(name), true));
        check(Term::Nil, true);
        check(Term::float(0.0), false);
        check(Term::string("list"), false);
    }

    #[test]
    fn other_numbers_are_free() {
        let check = |number| assert_eq!(Short::from_number(number), None, "{number}");
        [0, 0b11, 0b100, 0b111, u32::MAX, u32::MAX - 3].into_iter().for_each(check);
    }
}
