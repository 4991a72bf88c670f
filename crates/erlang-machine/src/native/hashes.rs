//! `erlang`: hashes of terms.

use erlang_term::{Term, hash};

use super::Table;
use super::arguments::size;
use crate::Raise;
use crate::native::effect::Pure;

pub const TABLE: Table = &[
    ("phash", 2, Pure, |_, a| Ok(Term::Int(hash::phash(&a[0], range(&a[1])?) as i64))),
    ("phash2", 1, Pure, |_, a| Ok(Term::Int(hash::phash2(&a[0]).into()))),
    ("phash2", 2, Pure, |_, a| Ok(Term::Int(hash::phash2_range(&a[0], range(&a[1])?).into()))),
];

/// From 1 to 2^32.
fn range(term: &Term) -> Result<u64, Raise> {
    match size(term)? as u64 {
        range @ 1..=0x1_0000_0000 => Ok(range),
        _ => Err(Raise::badarg()),
    }
}
