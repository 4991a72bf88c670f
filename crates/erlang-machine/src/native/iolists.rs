//! `erlang`: iolists, and binaries taken apart and put together.

use std::borrow::Cow;

use erlang_term::bits::Builder;
use erlang_term::{Bits, Term, work};

use super::arguments::{LARGEST_BINARY, binary, bits, byte, count, size, system_limit};
use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;

pub const TABLE: Table = &[
    ("binary_part", 2, Pure, |_, a| match a[1].as_tuple() {
        Some([start, length]) => part(&a[0], start, length),
        _ => Err(Raise::badarg()),
    }),
    ("binary_part", 3, Pure, |_, a| part(&a[0], &a[1], &a[2])),
    ("binary_to_list", 1, Pure, |c, a| {
        let bytes = binary(&a[0])?.to_bytes();
        c.charge(bytes.len());
        Ok(byte_list(&bytes))
    }),
    ("binary_to_list", 3, Pure, |_, a| {
        let bits = bits(&a[0])?;
        let bytes = &bits.to_bytes()[..bits.bit_len() / 8];
        let (start, stop) = (size(&a[1])?, size(&a[2])?);
        let range = start.checked_sub(1).filter(|_| start <= stop).and_then(|start| bytes.get(start..stop));
        Ok(byte_list(range.ok_or_else(Raise::badarg)?))
    }),
    ("bitstring_to_list", 1, Pure, |_, a| {
        let bits = bits(&a[0])?;
        let whole = bits.bit_len() / 8;
        let mut elements: Vec<Term> =
            bits.to_bytes()[..whole].iter().map(|byte| Term::Int((*byte).into())).collect();
        if !bits.is_binary() {
            elements.push(Term::Bits(bits.slice(whole * 8, bits.bit_len() % 8)));
        }
        Ok(Term::list(elements))
    }),
    ("iolist_size", 1, Pure, |c, a| {
        let (mut sum, mut pieces) = (0, 0);
        visit(&a[0], |piece| {
            pieces += 1;
            sum += match piece {
                Piece::Bits(bits) if !bits.is_binary() => return Err(Raise::badarg()),
                Piece::Bits(bits) => bits.byte_len(),
                Piece::Byte(_) => 1,
            };
            Ok(())
        })?;
        c.charge(pieces);
        Ok(count(sum))
    }),
    ("iolist_to_binary", 1, Pure, |c, a| match &a[0] {
        Term::Bits(bits) if bits.is_binary() => Ok(a[0].clone()),
        _ => put_together(c, &a[0]),
    }),
    ("iolist_to_iovec", 1, Pure, |_, a| iovec(&a[0])),
    ("list_to_binary", 1, Pure, |c, a| match &a[0] {
        Term::Nil | Term::Cons(_) => put_together(c, &a[0]),
        _ => Err(Raise::badarg()),
    }),
    ("list_to_bitstring", 1, Pure, |_, a| match &a[0] {
        Term::Nil | Term::Cons(_) => list_to_bitstring(&a[0]),
        _ => Err(Raise::badarg()),
    }),
    ("split_binary", 2, Pure, |_, a| {
        let (bits, at) = (bits(&a[0])?, size(&a[1])?);
        if at > bits.bit_len() / 8 {
            return Err(Raise::badarg());
        }
        let rest = bits.slice(at * 8, bits.bit_len() - at * 8);
        Ok(Term::tuple([Term::Bits(bits.slice(0, at * 8)), Term::Bits(rest)]))
    }),
];

fn put_together(context: &mut Context<'_>, iolist: &Term) -> Outcome {
    let bytes = iodata(iolist)?.into_owned();
    context.charge(bytes.len());
    Ok(Term::Bits(Bits::from_vec(bytes)))
}

pub fn byte_list(bytes: &[u8]) -> Term {
    Term::list(bytes.iter().map(|byte| Term::Int((*byte).into())))
}

/// `length` bytes from `start` on; backwards if `length` is negative.
pub fn part(subject: &Term, start: &Term, length: &Term) -> Outcome {
    let bits = bits(subject)?;
    let (start, end) = range(start, length, bits.bit_len() / 8)?;
    Ok(Term::Bits(bits.slice(start * 8, (end - start) * 8)))
}

/// Where a part begins and ends, if it lies within `whole`.
pub fn range(start: &Term, length: &Term, whole: usize) -> Result<(usize, usize), Raise> {
    let (Some(start), Some(length)) = (start.as_int(), length.as_int()) else { return Err(Raise::badarg()) };
    let end = start.checked_add(length).ok_or_else(Raise::badarg)?;
    let (low, high) = (start.min(end), start.max(end));
    if low < 0 || high > whole as i64 {
        return Err(Raise::badarg());
    }
    Ok((low as usize, high as usize))
}

/// What iolists are made of.
pub enum Piece<'a> {
    Byte(u8),
    Bits(&'a Bits),
}

/// Visits the bytes and bitstrings of an iolist in their order.
pub fn visit<'a>(
    iolist: &'a Term,
    mut visitor: impl FnMut(Piece<'a>) -> Result<(), Raise>,
) -> Result<(), Raise> {
    if let Term::Bits(bits) = iolist {
        return visitor(Piece::Bits(bits));
    }
    let (mut rest, mut outer) = (iolist, Vec::new());
    loop {
        work::spend(1);
        match rest {
            Term::Cons(cell) => {
                rest = &cell.tail;
                match &cell.head {
                    Term::Bits(bits) => visitor(Piece::Bits(bits))?,
                    inner @ (Term::Cons(_) | Term::Nil) => outer.push(std::mem::replace(&mut rest, inner)),
                    other => visitor(Piece::Byte(byte(other).ok_or_else(Raise::badarg)?))?,
                }
            }
            Term::Nil => match outer.pop() {
                Some(next) => rest = next,
                None => return Ok(()),
            },
            Term::Bits(bits) => {
                visitor(Piece::Bits(bits))?;
                rest = &Term::Nil;
            }
            _ => return Err(Raise::badarg()),
        }
    }
}

/// The bytes of an iolist or binary.
pub fn iodata(term: &Term) -> Result<Cow<'_, [u8]>, Raise> {
    if let Term::Bits(bits) = term
        && bits.is_binary()
    {
        return Ok(bits.to_bytes());
    }
    let mut bytes = Vec::new();
    visit(term, |piece| {
        match piece {
            Piece::Byte(byte) => bytes.push(byte),
            Piece::Bits(bits) if bits.is_binary() => {
                if bits.byte_len() > LARGEST_BINARY - bytes.len() {
                    return Err(system_limit());
                }
                bytes.extend_from_slice(&bits.to_bytes());
            }
            Piece::Bits(_) => return Err(Raise::badarg()),
        }
        Ok(())
    })?;
    Ok(Cow::Owned(bytes))
}

fn list_to_bitstring(term: &Term) -> Outcome {
    let mut builder = Builder::new();
    visit(term, |piece| {
        match piece {
            Piece::Byte(byte) => builder.push_bytes(&[byte]),
            Piece::Bits(bits) if bits.bit_len() / 8 > LARGEST_BINARY - builder.bit_len() / 8 => {
                return Err(system_limit());
            }
            Piece::Bits(bits) => builder.push_bits(bits),
        }
        Ok(())
    })?;
    Ok(Term::Bits(builder.finish()))
}

/// Binaries from this size on stay as they are; what is smaller is copied together, as in OTP.
const STANDS_ALONE: usize = 256;

fn iovec(term: &Term) -> Outcome {
    let (mut vector, mut small) = (Vec::new(), Vec::new());
    visit(term, |piece| {
        match piece {
            Piece::Byte(byte) => small.push(byte),
            Piece::Bits(bits) if !bits.is_binary() => return Err(Raise::badarg()),
            Piece::Bits(bits) if bits.byte_len() < STANDS_ALONE => small.extend_from_slice(&bits.to_bytes()),
            Piece::Bits(bits) => {
                if !small.is_empty() {
                    vector.push(Term::Bits(Bits::from_vec(std::mem::take(&mut small))));
                }
                vector.push(Term::Bits(bits.clone()));
            }
        }
        Ok(())
    })?;
    if !small.is_empty() {
        vector.push(Term::Bits(Bits::from_vec(small)));
    }
    Ok(Term::list(vector))
}
