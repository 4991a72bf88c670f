//! `unicode`: characters from any nesting of lists and binaries, in any encoding, to lists and
//! binaries.

use erlang_term::bits::{Builder, Endian, is_code_point};
use erlang_term::{Bits, Term, atoms, work};

use super::arguments::{bool, count, function_clause};
use super::{Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;

pub const TABLE: Table = &[
    ("bin_is_7bit", 1, Pure, |_, a| {
        bool(matches!(&a[0], Term::Bits(bits) if bits.is_binary() && bits.to_bytes().is_ascii()))
    }),
    ("bom_to_encoding", 1, Pure, |_, a| bom_to_encoding(&a[0])),
    ("characters_to_binary", 1, Pure, |_, a| to_binary(&a[0], Encoding::Utf8, Encoding::Utf8)),
    ("characters_to_binary", 2, Pure, |_, a| to_binary(&a[0], encoding(&a[1])?, Encoding::Utf8)),
    ("characters_to_binary", 3, Pure, |_, a| to_binary(&a[0], encoding(&a[1])?, encoding(&a[2])?)),
    ("characters_to_list", 1, Pure, |_, a| to_list(&a[0], Encoding::Utf8)),
    ("characters_to_list", 2, Pure, |_, a| to_list(&a[0], encoding(&a[1])?)),
    ("encoding_to_bom", 1, Pure, |_, a| encoding_to_bom(&a[0])),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Latin1,
    Utf8,
    Utf16(Endian),
    Utf32(Endian),
}

fn encoding(term: &Term) -> Result<Encoding, Raise> {
    let (name, endian) = match (term, term.as_tuple()) {
        (Term::Atom(name), _) => (name, "big"),
        (_, Some([Term::Atom(name), Term::Atom(endian)])) => match name.name() {
            "utf16" | "utf32" => (name, endian.name()),
            _ => return Err(Raise::badarg()),
        },
        _ => return Err(Raise::badarg()),
    };
    let endian = match endian {
        "big" => Endian::Big,
        "little" => Endian::Little,
        _ => return Err(Raise::badarg()),
    };
    match name.name() {
        "latin1" => Ok(Encoding::Latin1),
        "unicode" | "utf8" => Ok(Encoding::Utf8),
        "utf16" => Ok(Encoding::Utf16(endian)),
        "utf32" => Ok(Encoding::Utf32(endian)),
        _ => Err(Raise::badarg()),
    }
}

/// The byte order marks, with longer ones before those that they begin with.
const BYTE_ORDER_MARKS: [(&[u8], &str, Option<&str>); 5] = [
    (&[0xef, 0xbb, 0xbf], "utf8", None),
    (&[0, 0, 0xfe, 0xff], "utf32", Some("big")),
    (&[0xff, 0xfe, 0, 0], "utf32", Some("little")),
    (&[0xfe, 0xff], "utf16", Some("big")),
    (&[0xff, 0xfe], "utf16", Some("little")),
];

fn bom_to_encoding(term: &Term) -> Outcome {
    let Term::Bits(bits) = term else { return Err(function_clause()) };
    if !bits.is_binary() {
        return Err(function_clause());
    }
    let bytes = bits.to_bytes();
    let found = BYTE_ORDER_MARKS.iter().find(|(mark, ..)| bytes.starts_with(mark));
    Ok(match found {
        Some((mark, name, Some(endian))) => {
            Term::tuple([Term::tuple([Term::atom(name), Term::atom(endian)]), count(mark.len())])
        }
        Some((mark, name, None)) => Term::tuple([Term::atom(name), count(mark.len())]),
        None => Term::tuple([Term::atom("latin1"), Term::Int(0)]),
    })
}

fn encoding_to_bom(term: &Term) -> Outcome {
    let mark: &[u8] = match encoding(term).map_err(|_| function_clause())? {
        Encoding::Latin1 => &[],
        Encoding::Utf8 => &[0xef, 0xbb, 0xbf],
        Encoding::Utf16(Endian::Big) => &[0xfe, 0xff],
        Encoding::Utf16(Endian::Little) => &[0xff, 0xfe],
        Encoding::Utf32(Endian::Big) => &[0, 0, 0xfe, 0xff],
        Encoding::Utf32(Endian::Little) => &[0xff, 0xfe, 0, 0],
    };
    Ok(Term::binary(mark))
}

fn to_list(data: &Term, from: Encoding) -> Outcome {
    let mut characters = Vec::new();
    let end = convert(data, from, Encoding::Utf8, |c| {
        characters.push(Term::Int(c.into()));
        true
    })?;
    Ok(outcome(Term::list(characters), end))
}

fn to_binary(data: &Term, from: Encoding, to: Encoding) -> Outcome {
    if let Term::Bits(bits) = data
        && bits.is_binary()
        && from == to
        && (from == Encoding::Latin1
            || from == Encoding::Utf8 && std::str::from_utf8(&bits.to_bytes()).is_ok())
    {
        return Ok(data.clone());
    }
    let mut builder = Builder::new();
    let end = convert(data, from, to, |c| {
        let c = Term::Int(c.into());
        match to {
            Encoding::Latin1 => match c {
                Term::Int(byte @ 0..=255) => {
                    builder.push_bytes(&[byte as u8]);
                    true
                }
                _ => false,
            },
            Encoding::Utf8 => builder.push_utf8(&c).is_ok(),
            Encoding::Utf16(endian) => builder.push_utf16(&c, endian).is_ok(),
            Encoding::Utf32(endian) => builder.push_utf32(&c, endian).is_ok(),
        }
    })?;
    Ok(outcome(Term::Bits(builder.finish()), end))
}

/// The text in UTF-8; none if it cannot be converted.
pub fn to_utf8(data: &Term) -> Result<Option<Vec<u8>>, Raise> {
    match to_binary(data, Encoding::Utf8, Encoding::Utf8)? {
        Term::Bits(bits) => Ok(Some(bits.to_bytes().into_owned())),
        _ => Ok(None),
    }
}

fn outcome(converted: Term, end: End) -> Term {
    match end {
        End::Complete => converted,
        End::Error(rest) => Term::tuple([Term::Atom(atoms::ERROR), converted, rest]),
        End::Incomplete(rest) => Term::tuple([Term::atom("incomplete"), converted, rest]),
    }
}

/// How a conversion ends, with what was not converted.
enum End {
    Complete,
    Error(Term),
    Incomplete(Term),
}

/// OTP converts between the common encodings in its runtime system and between the others in its
/// library; the two disagree about the form of what is left after an error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Runtime,
    Library,
}

/// Gives each character to `sink`, until one is refused or does not make sense.
fn convert(
    data: &Term,
    from: Encoding,
    to: Encoding,
    mut sink: impl FnMut(u32) -> bool,
) -> Result<End, Raise> {
    let manner = match (from, to) {
        (Encoding::Latin1 | Encoding::Utf8, Encoding::Utf8) => Manner::Runtime,
        _ => Manner::Library,
    };
    if manner == Manner::Runtime {
        check_types(data)?;
    }
    let (mut current, mut outer): (&Term, Vec<&Term>) = (data, Vec::new());
    // The beginning of a character whose other bytes are to come.
    let mut pending: Vec<u8> = Vec::new();
    loop {
        work::spend(1);
        let (element, tail) = match current {
            Term::Nil => match outer.pop() {
                Some(next) => {
                    current = next;
                    continue;
                }
                None => break,
            },
            Term::Cons(cell) => (&cell.head, Some(&cell.tail)),
            Term::Bits(_) => (current, None),
            _ => return Err(Raise::badarg()),
        };
        let rest = match element {
            Term::Bits(bits) if bits.is_binary() => {
                let bytes = bits.to_bytes();
                convert_bytes(&bytes, from, manner, &mut pending, &mut sink, current, tail)
            }
            Term::Cons(_) | Term::Nil => {
                outer.extend(tail);
                current = element;
                continue;
            }
            Term::Int(_) | Term::Big(_) if !pending.is_empty() => Some(match manner {
                Manner::Runtime => Unconverted::Beside(Term::binary(&pending), current.clone()),
                Manner::Library => Unconverted::Here(Term::cons(Term::binary(&pending), current.clone())),
            }),
            Term::Int(_) | Term::Big(_) => {
                let most = if from == Encoding::Latin1 { 0xff } else { 0x10_ffff };
                let c = element.as_int().unwrap_or(-1);
                let taken = c <= most && is_code_point(c) && sink(c as u32);
                (!taken).then(|| match (manner, tail) {
                    (Manner::Library, Some(tail)) => {
                        Unconverted::Here(Term::cons(Term::list([element.clone()]), tail.clone()))
                    }
                    _ => Unconverted::Here(current.clone()),
                })
            }
            _ => return Err(Raise::badarg()),
        };
        if let Some(rest) = rest {
            let nested =
                |inner: Term| outer.iter().rfold(inner, |inner, tail| Term::cons(inner, (*tail).clone()));
            return Ok(End::Error(match rest {
                Unconverted::Here(rest) => nested(rest),
                Unconverted::Beside(pending, rest) => Term::list([pending, nested(rest)]),
            }));
        }
        current = tail.unwrap_or(&Term::Nil);
    }
    Ok(match pending.as_slice() {
        [] => End::Complete,
        [_, others @ ..] if from == Encoding::Utf8 && !others.iter().all(|byte| is_continuation(*byte)) => {
            End::Error(Term::binary(&pending))
        }
        _ => End::Incomplete(Term::binary(&pending)),
    })
}

/// Where a conversion stopped.
enum Unconverted {
    /// What is left of the innermost list.
    Here(Term),
    /// The beginning of a character, apart from everything that follows it.
    Beside(Term, Term),
}

/// Converts one binary; `tail` is what follows it in its list, and `here` both together. What is
/// unconverted if it cannot be finished.
fn convert_bytes(
    bytes: &[u8],
    from: Encoding,
    manner: Manner,
    pending: &mut Vec<u8>,
    sink: &mut impl FnMut(u32) -> bool,
    here: &Term,
    tail: Option<&Term>,
) -> Option<Unconverted> {
    let mut at = 0;
    if !pending.is_empty() {
        let begun = pending.len();
        let mut taken = None;
        for byte in bytes {
            pending.push(*byte);
            at += 1;
            match decode(pending, from, Manner::Library) {
                Step::Incomplete => {}
                Step::Character(c, _) => {
                    taken = Some(sink(c));
                    break;
                }
                Step::Invalid => {
                    taken = Some(false);
                    break;
                }
            }
        }
        match (taken, manner) {
            // The runtime system waits for all bytes of a character before it looks at them.
            (Some(false), Manner::Runtime) if begun + bytes.len() < utf8_length(pending[0]).unwrap_or(1) => {
                pending.truncate(begun);
                pending.extend_from_slice(bytes);
                return None;
            }
            (Some(false), Manner::Runtime) => {
                return Some(Unconverted::Beside(Term::binary(&pending[..begun]), here.clone()));
            }
            (Some(false), Manner::Library) => {
                let after = Term::cons(Term::binary(&bytes[at..]), tail.cloned().unwrap_or_default());
                return Some(Unconverted::Here(Term::cons(Term::binary(pending), after)));
            }
            (None, _) => return None,
            (Some(true), _) => pending.clear(),
        }
    }
    while at < bytes.len() {
        match decode(&bytes[at..], from, manner) {
            Step::Character(c, length) if sink(c) => at += length,
            Step::Incomplete => {
                pending.extend_from_slice(&bytes[at..]);
                return None;
            }
            _ => {
                let rest = Term::Bits(Bits::from_bytes(&bytes[at..]));
                return Some(Unconverted::Here(match tail {
                    Some(tail) => Term::cons(rest, tail.clone()),
                    None => rest,
                }));
            }
        }
    }
    None
}

/// Anything but integers and binaries in lists is `badarg`, wherever it stands.
fn check_types(data: &Term) -> Result<(), Raise> {
    let (mut current, mut outer) = (data, Vec::new());
    loop {
        work::spend(1);
        match current {
            Term::Cons(cell) => {
                current = &cell.tail;
                match &cell.head {
                    Term::Int(_) | Term::Big(_) => {}
                    Term::Bits(bits) if bits.is_binary() => {}
                    inner @ (Term::Cons(_) | Term::Nil) => outer.push(std::mem::replace(&mut current, inner)),
                    _ => return Err(Raise::badarg()),
                }
                continue;
            }
            Term::Nil => {}
            Term::Bits(bits) if bits.is_binary() => {}
            _ => return Err(Raise::badarg()),
        }
        match outer.pop() {
            Some(next) => current = next,
            None => return Ok(()),
        }
    }
}

/// What some bytes begin with.
enum Step {
    /// A character, and how many bytes it takes.
    Character(u32, usize),
    Incomplete,
    Invalid,
}

fn decode(bytes: &[u8], from: Encoding, manner: Manner) -> Step {
    let unit = |at: usize, size: usize, endian: Endian| {
        let bytes = bytes.get(at..at + size)?.iter();
        let add = |sum: u32, byte: &u8| sum << 8 | u32::from(*byte);
        Some(match endian {
            Endian::Big => bytes.fold(0, add),
            Endian::Little => bytes.rev().fold(0, add),
        })
    };
    match from {
        Encoding::Latin1 => Step::Character(bytes[0].into(), 1),
        Encoding::Utf8 => decode_utf8(bytes, manner),
        Encoding::Utf16(endian) => match (unit(0, 2, endian), unit(2, 2, endian)) {
            (Some(high @ 0xd800..=0xdbff), Some(low @ 0xdc00..=0xdfff)) => {
                Step::Character(0x1_0000 + ((high & 0x3ff) << 10 | low & 0x3ff), 4)
            }
            (None, _) | (Some(0xd800..=0xdbff), None) => Step::Incomplete,
            (Some(0xd800..=0xdfff), _) => Step::Invalid,
            (Some(c), _) => Step::Character(c, 2),
        },
        Encoding::Utf32(endian) => match unit(0, 4, endian) {
            Some(c) if is_code_point(c.into()) => Step::Character(c, 4),
            Some(_) => Step::Invalid,
            None => Step::Incomplete,
        },
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// How many bytes a character takes, going by its first.
fn utf8_length(first: u8) -> Option<usize> {
    match first {
        0..=0x7f => Some(1),
        0xc0..=0xdf => Some(2),
        0xe0..=0xef => Some(3),
        0xf0..=0xf7 => Some(4),
        _ => None,
    }
}

fn decode_utf8(bytes: &[u8], manner: Manner) -> Step {
    let Some(length) = utf8_length(bytes[0]) else { return Step::Invalid };
    let there = bytes.len().min(length);
    let continues = bytes[1..there].iter().all(|byte| is_continuation(*byte));
    if there < length {
        return if continues || manner == Manner::Runtime { Step::Incomplete } else { Step::Invalid };
    }
    match std::str::from_utf8(&bytes[..length]).ok().and_then(|text| text.chars().next()) {
        Some(c) => Step::Character(c.into(), length),
        None => Step::Invalid,
    }
}
