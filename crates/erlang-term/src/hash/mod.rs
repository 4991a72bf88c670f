//! Erlang's own hashes, `phash2` and the older `phash`: the same number for the same term on every
//! machine.

mod phash;
mod phash2;

use num_bigint::{BigInt, Sign};

use crate::{Atom, Term};

/// `erlang:phash2/1`: 27 bits.
pub fn phash2(term: &Term) -> u32 {
    phash2::hash(term) & ((1 << 27) - 1)
}

/// `erlang:phash2/2`: a number below `range`, which is from 1 to 2^32.
pub fn phash2_range(term: &Term, range: u64) -> u32 {
    (u64::from(phash2::hash(term)) % range.max(1)) as u32
}

/// `erlang:phash/2`: a number from 1 to `range`, which is from 1 to 2^32.
pub fn phash(term: &Term, range: u64) -> u64 {
    1 + u64::from(phash::hash(term)) % range.max(1)
}

fn is_negative(n: &BigInt) -> bool {
    n.sign() == Sign::Minus
}

/// The head of a list if it is a byte, and the tail.
fn leading_byte(list: &Term) -> Option<(u8, &Term)> {
    match list {
        Term::Cons(cell) => match cell.head {
            Term::Int(n) => Some((u8::try_from(n).ok()?, &cell.tail)),
            _ => None,
        },
        _ => None,
    }
}

/// The hash of an atom's text, by P. J. Weinberger. Characters of Latin-1 count as one byte, others
/// as their UTF-8.
fn atom_hash(atom: Atom) -> u32 {
    let mut hash = 0u32;
    let mut add = |byte: u8| {
        hash = (hash << 4).wrapping_add(byte.into());
        let top = hash & 0xf000_0000;
        hash ^= top >> 24;
        hash ^= top;
    };
    for c in atom.name().chars() {
        match u8::try_from(c) {
            Ok(byte) => add(byte),
            Err(_) => c.encode_utf8(&mut [0; 4]).bytes().for_each(&mut add),
        }
    }
    hash
}
