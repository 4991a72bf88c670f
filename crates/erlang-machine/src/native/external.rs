//! `erlang`: terms as bytes and back.

use erlang_term::external::{DecodeError, DecodeOptions, EncodeOptions, decode_with, encode};
use erlang_term::{Bits, Term};

use super::arguments::{bytes, count, items};
use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;

pub const TABLE: Table = &[
    ("binary_to_term", 1, Pure, |c, a| binary_to_term(c, &a[0], &Term::Nil)),
    ("binary_to_term", 2, Pure, |c, a| binary_to_term(c, &a[0], &a[1])),
    ("external_size", 1, Pure, |c, a| Ok(count(written(c, &a[0], EncodeOptions::default()).len()))),
    ("external_size", 2, Pure, |c, a| {
        let options = encode_options(&a[1])?;
        if options.compressed.is_some() {
            return Err(Raise::badarg());
        }
        Ok(count(written(c, &a[0], options).len()))
    }),
    ("term_to_binary", 1, Pure, |c, a| Ok(encoded(c, &a[0], EncodeOptions::default()))),
    ("term_to_binary", 2, Pure, |c, a| Ok(encoded(c, &a[0], encode_options(&a[1])?))),
    ("term_to_iovec", 1, Pure, |c, a| Ok(Term::list([encoded(c, &a[0], EncodeOptions::default())]))),
    ("term_to_iovec", 2, Pure, |c, a| Ok(Term::list([encoded(c, &a[0], encode_options(&a[1])?)]))),
];

/// What `compressed` without a level means, as for zlib.
const USUAL_LEVEL: u32 = 6;

fn encoded(context: &mut Context<'_>, term: &Term, options: EncodeOptions) -> Term {
    Term::Bits(Bits::from_vec(written(context, term, options)))
}

fn written(context: &mut Context<'_>, term: &Term, options: EncodeOptions) -> Vec<u8> {
    let bytes = encode(term, options);
    context.charge_bytes(bytes.len());
    bytes
}

fn encode_options(list: &Term) -> Result<EncodeOptions, Raise> {
    let mut options = EncodeOptions::default();
    let mut items = items(list);
    for option in items.by_ref() {
        match (option, option.as_tuple()) {
            (Term::Atom(name), _) if name.name() == "compressed" => options.compressed = Some(USUAL_LEVEL),
            (Term::Atom(name), _) if name.name() == "deterministic" => {}
            (_, Some([Term::Atom(name), Term::Int(level @ 0..=9)])) if name.name() == "compressed" => {
                options.compressed = Some(*level as u32)
            }
            (_, Some([Term::Atom(name), Term::Int(version @ 0..=2)])) if name.name() == "minor_version" => {
                options.minor_version = *version as u8
            }
            _ => return Err(Raise::badarg()),
        }
    }
    if items.ends_well() { Ok(options) } else { Err(Raise::badarg()) }
}

fn binary_to_term(context: &mut Context<'_>, binary: &Term, list: &Term) -> Outcome {
    let (mut options, mut used) = (DecodeOptions::default(), false);
    let mut items = items(list);
    for option in items.by_ref() {
        match option {
            Term::Atom(name) if name.name() == "safe" => options.safe = true,
            Term::Atom(name) if name.name() == "used" => used = true,
            _ => return Err(Raise::badarg()),
        }
    }
    if !items.ends_well() {
        return Err(Raise::badarg());
    }
    let bytes = bytes(binary)?;
    context.charge_bytes(bytes.len());
    match decode_with(&bytes, options) {
        Ok((term, length)) if used => Ok(Term::tuple([term, count(length)])),
        Ok((term, _)) => Ok(term),
        Err(DecodeError::Unsupported(what)) => {
            Err(Raise::unsupported(format!("erlang:binary_to_term of {what}")))
        }
        Err(_) => Err(Raise::badarg()),
    }
}
