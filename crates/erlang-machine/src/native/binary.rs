//! `binary`: bytes of binaries, and searching in them.

use aho_corasick::{AhoCorasick, Anchored, Input, MatchKind, StartKind};
use erlang_term::bits::Endian;
use erlang_term::{Bits, Term};
use memchr::memmem;
use num_bigint::BigUint;

use super::arguments::{LARGEST_BINARY, atom, binary, bytes, count, items, size, system_limit};
use super::iolists::{byte_list, iodata, part, range};
use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;

pub const TABLE: Table = &[
    ("at", 2, Pure, |_, a| one_byte(bytes(&a[0])?.get(size(&a[1])?))),
    ("bin_to_list", 1, Pure, |_, a| Ok(byte_list(&bytes(&a[0])?))),
    ("bin_to_list", 2, Pure, |_, a| match a[1].as_tuple() {
        Some([start, length]) => bin_to_list(&a[0], start, length),
        _ => Err(Raise::badarg()),
    }),
    ("bin_to_list", 3, Pure, |_, a| bin_to_list(&a[0], &a[1], &a[2])),
    ("compile_pattern", 1, Pure, |_, a| compile_pattern(&a[0])),
    ("copy", 1, Pure, |c, a| copy(c, &a[0], &Term::Int(1))),
    ("copy", 2, Pure, |c, a| copy(c, &a[0], &a[1])),
    ("decode_unsigned", 1, Pure, |_, a| decode_unsigned(&a[0], Endian::Big)),
    ("decode_unsigned", 2, Pure, |_, a| decode_unsigned(&a[0], endian(&a[1])?)),
    ("encode_hex", 1, Pure, |_, a| {
        let digit = |n: u8| b"0123456789ABCDEF"[usize::from(n)];
        let hex = bytes(&a[0])?.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
        Ok(Term::Bits(Bits::from_vec(hex)))
    }),
    ("encode_unsigned", 1, Pure, |_, a| encode_unsigned(&a[0], Endian::Big)),
    ("encode_unsigned", 2, Pure, |_, a| encode_unsigned(&a[0], endian(&a[1])?)),
    ("first", 1, Pure, |_, a| one_byte(bytes(&a[0])?.first())),
    ("last", 1, Pure, |_, a| one_byte(bytes(&a[0])?.last())),
    ("list_to_bin", 1, Pure, |_, a| match &a[0] {
        Term::Nil | Term::Cons(_) => Ok(Term::Bits(Bits::from_vec(iodata(&a[0])?.into_owned()))),
        _ => Err(Raise::badarg()),
    }),
    ("longest_common_prefix", 1, Pure, |_, a| common(&a[0], |bytes, n| bytes.get(n))),
    ("longest_common_suffix", 1, Pure, |_, a| {
        common(&a[0], |bytes, n| bytes.len().checked_sub(n + 1).and_then(|at| bytes.get(at)))
    }),
    ("match", 2, Pure, |c, a| first_match(c, &a[0], &a[1], &Term::Nil)),
    ("match", 3, Pure, |c, a| first_match(c, &a[0], &a[1], &a[2])),
    ("matches", 2, Pure, |c, a| matches(c, &a[0], &a[1], &Term::Nil)),
    ("matches", 3, Pure, |c, a| matches(c, &a[0], &a[1], &a[2])),
    ("part", 2, Pure, |_, a| match a[1].as_tuple() {
        Some([start, length]) => part(&a[0], start, length),
        _ => Err(Raise::badarg()),
    }),
    ("part", 3, Pure, |_, a| part(&a[0], &a[1], &a[2])),
    ("referenced_byte_size", 1, Pure, |_, a| Ok(count(binary(&a[0])?.byte_len()))),
    ("split", 2, Pure, |c, a| split(c, &a[0], &a[1], &Term::Nil)),
    ("split", 3, Pure, |c, a| split(c, &a[0], &a[1], &a[2])),
];

fn one_byte(byte: Option<&u8>) -> Outcome {
    byte.map(|byte| Term::Int((*byte).into())).ok_or_else(Raise::badarg)
}

fn bin_to_list(subject: &Term, start: &Term, length: &Term) -> Outcome {
    let bytes = bytes(subject)?;
    let (start, end) = range(start, length, bytes.len())?;
    Ok(byte_list(&bytes[start..end]))
}

fn copy(context: &mut Context<'_>, subject: &Term, times: &Term) -> Outcome {
    let (bytes, times) = (bytes(subject)?, size(times)?);
    match bytes.len().checked_mul(times) {
        Some(length) if length <= LARGEST_BINARY => {
            context.charge_bytes(length);
            Ok(Term::Bits(Bits::from_vec(bytes.repeat(times))))
        }
        _ => Err(system_limit()),
    }
}

fn endian(term: &Term) -> Result<Endian, Raise> {
    match atom(term)?.name() {
        "big" => Ok(Endian::Big),
        "little" => Ok(Endian::Little),
        _ => Err(Raise::badarg()),
    }
}

fn decode_unsigned(term: &Term, endian: Endian) -> Outcome {
    let bytes = bytes(term)?;
    Ok(Term::from_bigint(match endian {
        Endian::Big => BigUint::from_bytes_be(&bytes).into(),
        Endian::Little => BigUint::from_bytes_le(&bytes).into(),
    }))
}

fn encode_unsigned(term: &Term, endian: Endian) -> Outcome {
    let number = match term {
        Term::Int(n) => BigUint::try_from(*n).ok(),
        Term::Big(n) => n.to_biguint(),
        _ => None,
    };
    let number = number.ok_or_else(Raise::badarg)?;
    Ok(Term::Bits(Bits::from_vec(match endian {
        Endian::Big => number.to_bytes_be(),
        Endian::Little => number.to_bytes_le(),
    })))
}

/// How many bytes the binaries have in common, counted from one of their ends.
fn common(list: &Term, nth: fn(&[u8], usize) -> Option<&u8>) -> Outcome {
    let mut items = items(list);
    let all = items.by_ref().map(bytes).collect::<Result<Vec<_>, _>>()?;
    let (Some((first, others)), true) = (all.split_first(), items.ends_well()) else {
        return Err(Raise::badarg());
    };
    let same = |n: &usize| others.iter().all(|other| nth(other, *n) == nth(first, *n));
    Ok(count((0..first.len()).take_while(same).count()))
}

/// What to look for: one text, or several at once.
enum Pattern {
    One(Vec<u8>),
    Many(AhoCorasick),
}

/// A compiled pattern is opaque to programs; here it holds the texts themselves.
fn compile_pattern(term: &Term) -> Outcome {
    let tag = if texts(term)?.len() == 1 { "bm" } else { "ac" };
    Ok(Term::tuple([Term::atom(tag), term.clone()]))
}

/// The texts of a pattern: at least one, and none empty.
fn texts(term: &Term) -> Result<Vec<Vec<u8>>, Raise> {
    let mut items = items(term);
    let texts = match term {
        Term::Bits(_) => vec![bytes(term)?.into_owned()],
        _ => items.by_ref().map(|text| Ok(bytes(text)?.into_owned())).collect::<Result<_, Raise>>()?,
    };
    let is_list = matches!(term, Term::Bits(_)) || items.ends_well();
    if !is_list || texts.is_empty() || texts.iter().any(Vec::is_empty) {
        return Err(Raise::badarg());
    }
    Ok(texts)
}

fn pattern(term: &Term) -> Result<Pattern, Raise> {
    let source = match term.as_tuple() {
        Some([Term::Atom(tag), source]) if matches!(tag.name(), "bm" | "ac") => source,
        _ => term,
    };
    let mut texts = texts(source)?;
    if texts.len() == 1 {
        return Ok(Pattern::One(texts.swap_remove(0)));
    }
    let automaton = AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .start_kind(StartKind::Unanchored)
        .build(&texts);
    automaton.map(Pattern::Many).map_err(|_| system_limit())
}

impl Pattern {
    /// The leftmost match, and the longest of those: where it begins and ends.
    fn find(&self, text: &[u8], from: usize, to: usize) -> Option<(usize, usize)> {
        match self {
            Pattern::One(sought) => {
                memmem::find(&text[from..to], sought).map(|at| (from + at, from + at + sought.len()))
            }
            Pattern::Many(automaton) => {
                let input = Input::new(text).range(from..to).anchored(Anchored::No);
                automaton.find(input).map(|found| (found.start(), found.end()))
            }
        }
    }

    /// Matches that do not overlap, from left to right.
    fn find_all(&self, text: &[u8], from: usize, to: usize) -> Vec<(usize, usize)> {
        let finder = match self {
            Pattern::One(sought) => Some(memmem::Finder::new(sought)),
            Pattern::Many(_) => None,
        };
        let (mut found, mut at) = (Vec::new(), from);
        let next = |at: usize| match (&finder, self) {
            (Some(finder), Pattern::One(sought)) => {
                finder.find(&text[at..to]).map(|n| (at + n, at + n + sought.len()))
            }
            _ => self.find(text, at, to),
        };
        while let Some((start, end)) = next(at) {
            found.push((start, end));
            at = end;
        }
        found
    }
}

/// The options of the functions that search.
#[derive(Default)]
struct Options<'a> {
    scope: Option<(&'a Term, &'a Term)>,
    global: bool,
    trim: bool,
    trim_all: bool,
}

fn options<'a>(list: &'a Term, splitting: bool) -> Result<Options<'a>, Raise> {
    let (mut options, mut items) = (Options::default(), items(list));
    for option in items.by_ref() {
        match (option, option.as_tuple()) {
            (Term::Atom(name), _) if splitting => match name.name() {
                "global" => options.global = true,
                "trim" => options.trim = true,
                "trim_all" => options.trim_all = true,
                _ => return Err(Raise::badarg()),
            },
            (_, Some([Term::Atom(name), scope])) if name.name() == "scope" => match scope.as_tuple() {
                Some([start, length]) => options.scope = Some((start, length)),
                _ => return Err(Raise::badarg()),
            },
            _ => return Err(Raise::badarg()),
        }
    }
    if items.ends_well() { Ok(options) } else { Err(Raise::badarg()) }
}

impl Options<'_> {
    fn range(&self, whole: usize) -> Result<(usize, usize), Raise> {
        self.scope.map_or(Ok((0, whole)), |(start, length)| range(start, length, whole))
    }
}

fn place((start, end): (usize, usize)) -> Term {
    Term::tuple([count(start), count(end - start)])
}

fn first_match(context: &mut Context<'_>, subject: &Term, sought: &Term, list: &Term) -> Outcome {
    let (text, pattern, options) = (bytes(subject)?, pattern(sought)?, options(list, false)?);
    let (from, to) = options.range(text.len())?;
    let found = pattern.find(&text, from, to);
    context.charge_bytes(found.map_or(to, |(start, _)| start) - from);
    Ok(found.map_or_else(|| Term::atom("nomatch"), place))
}

fn matches(context: &mut Context<'_>, subject: &Term, sought: &Term, list: &Term) -> Outcome {
    let (text, pattern, options) = (bytes(subject)?, pattern(sought)?, options(list, false)?);
    let (from, to) = options.range(text.len())?;
    context.charge_bytes(to - from);
    Ok(Term::list(pattern.find_all(&text, from, to).into_iter().map(place)))
}

fn split(context: &mut Context<'_>, subject: &Term, sought: &Term, list: &Term) -> Outcome {
    let whole = binary(subject)?;
    let (text, pattern, options) = (whole.to_bytes(), pattern(sought)?, options(list, true)?);
    let (from, to) = options.range(text.len())?;
    let found = match options.global {
        true => pattern.find_all(&text, from, to),
        false => pattern.find(&text, from, to).into_iter().collect(),
    };
    let looked_at = found.last().filter(|_| !options.global).map_or(to, |(start, _)| *start) - from;
    context.charge_bytes(looked_at);
    let ends = found.iter().map(|(start, _)| *start).chain([text.len()]);
    let starts = [0].into_iter().chain(found.iter().map(|(_, end)| *end));
    let mut parts: Vec<(usize, usize)> = starts.zip(ends).collect();
    if options.trim_all {
        parts.retain(|(start, end)| start < end);
    }
    while options.trim && parts.pop_if(|(start, end)| start == end).is_some() {}
    let part = |(start, end): (usize, usize)| Term::Bits(whole.slice(start * 8, (end - start) * 8));
    Ok(Term::list(parts.into_iter().map(part)))
}
