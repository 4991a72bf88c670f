//! `erlang`: atoms, numbers and identifiers from text and to text.

use erlang_term::print::{Encoding, write_with};
use erlang_term::{Atom, Pid, Ref, Term, atoms, float, integer};

use super::arguments::{atom, byte, bytes, character, items, system_limit};
use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::Effect::{Opaque, Pure};

pub const TABLE: Table = &[
    ("atom_to_binary", 1, Pure, |_, a| Ok(Term::binary(atom(&a[0])?.name().as_bytes()))),
    ("atom_to_binary", 2, Pure, |_, a| {
        let name = atom(&a[0])?.name();
        match charset(&a[1])? {
            Charset::Utf8 => Ok(Term::binary(name.as_bytes())),
            Charset::Latin1 => Ok(Term::binary(&latin1_bytes(name).ok_or_else(Raise::badarg)?)),
        }
    }),
    ("atom_to_list", 1, Pure, |_, a| Ok(Term::string(atom(&a[0])?.name()))),
    ("binary_to_atom", 1, Pure, |_, a| new_atom(&bytes(&a[0])?, Charset::Utf8)),
    ("binary_to_atom", 2, Pure, |_, a| new_atom(&bytes(&a[0])?, charset(&a[1])?)),
    ("binary_to_existing_atom", 1, Pure, |_, a| existing_atom(decode(&bytes(&a[0])?, Charset::Utf8)?)),
    ("binary_to_existing_atom", 2, Pure, |_, a| existing_atom(decode(&bytes(&a[0])?, charset(&a[1])?)?)),
    ("list_to_atom", 1, Pure, |_, a| make_atom(characters(&a[0])?)),
    ("list_to_existing_atom", 1, Pure, |_, a| existing_atom(characters(&a[0])?)),
    ("binary_to_float", 1, Pure, |_, a| parse_float(&bytes(&a[0])?)),
    ("list_to_float", 1, Pure, |_, a| parse_float(&byte_string(&a[0])?)),
    ("binary_to_integer", 1, Pure, |c, a| parse_integer(c, &bytes(&a[0])?, &Term::Int(10))),
    ("binary_to_integer", 2, Pure, |c, a| parse_integer(c, &bytes(&a[0])?, &a[1])),
    ("list_to_integer", 1, Pure, |c, a| parse_integer(c, &byte_string(&a[0])?, &Term::Int(10))),
    ("list_to_integer", 2, Pure, |c, a| parse_integer(c, &byte_string(&a[0])?, &a[1])),
    ("float_to_binary", 1, Pure, |_, a| Ok(Term::binary(float_text(&a[0], &Term::Nil)?.as_bytes()))),
    ("float_to_binary", 2, Pure, |_, a| Ok(Term::binary(float_text(&a[0], &a[1])?.as_bytes()))),
    ("float_to_list", 1, Pure, |_, a| Ok(Term::string(&float_text(&a[0], &Term::Nil)?))),
    ("float_to_list", 2, Pure, |_, a| Ok(Term::string(&float_text(&a[0], &a[1])?))),
    ("integer_to_binary", 1, Pure, |c, a| {
        Ok(Term::binary(integer_text(c, &a[0], &Term::Int(10))?.as_bytes()))
    }),
    ("integer_to_binary", 2, Pure, |c, a| Ok(Term::binary(integer_text(c, &a[0], &a[1])?.as_bytes()))),
    ("integer_to_list", 1, Pure, |c, a| Ok(Term::string(&integer_text(c, &a[0], &Term::Int(10))?))),
    ("integer_to_list", 2, Pure, |c, a| Ok(Term::string(&integer_text(c, &a[0], &a[1])?))),
    ("pid_to_list", 1, Opaque, |_, a| written(&a[0], matches!(a[0], Term::Pid(_)))),
    ("ref_to_list", 1, Opaque, |_, a| written(&a[0], matches!(a[0], Term::Ref(_)))),
    ("port_to_list", 1, Opaque, |_, a| written(&a[0], matches!(a[0], Term::Port(_)))),
    ("fun_to_list", 1, Opaque, |_, a| written(&a[0], matches!(a[0], Term::Fun(_)))),
    ("list_to_pid", 1, Opaque, |_, a| {
        let [id, serial] = numbers(&byte_string(&a[0])?, "<0.")?;
        Ok(Term::Pid(Pid::new(atoms::NONODE_AT_NOHOST, id, serial)))
    }),
    ("list_to_port", 1, Opaque, |_, a| {
        let [id] = numbers(&byte_string(&a[0])?, "#Port<0.")?;
        Ok(Term::Port(Pid::local(id)))
    }),
    ("list_to_ref", 1, Opaque, |_, a| {
        let [high, middle, low] = numbers(&byte_string(&a[0])?, "#Ref<0.")?;
        Ok(Term::Ref(
            Ref::from_words(atoms::NONODE_AT_NOHOST, [high, middle, low]).ok_or_else(Raise::badarg)?,
        ))
    }),
];

const LONGEST_ATOM: usize = 255;

enum Charset {
    Latin1,
    Utf8,
}

fn charset(term: &Term) -> Result<Charset, Raise> {
    match atom(term)?.name() {
        "latin1" => Ok(Charset::Latin1),
        "utf8" | "unicode" => Ok(Charset::Utf8),
        _ => Err(Raise::badarg()),
    }
}

fn decode(bytes: &[u8], charset: Charset) -> Result<String, Raise> {
    match charset {
        Charset::Latin1 => Ok(bytes.iter().map(|byte| char::from(*byte)).collect()),
        Charset::Utf8 => String::from_utf8(bytes.to_vec()).map_err(|_| Raise::badarg()),
    }
}

fn latin1_bytes(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect()
}

fn make_atom(name: String) -> Outcome {
    if name.chars().count() > LONGEST_ATOM { Err(system_limit()) } else { Ok(Term::atom(&name)) }
}

/// What is too long is so, whatever comes after it.
fn new_atom(bytes: &[u8], charset: Charset) -> Outcome {
    let whole = match charset {
        Charset::Latin1 => bytes,
        Charset::Utf8 => std::str::from_utf8(bytes).map_or_else(|e| &bytes[..e.valid_up_to()], str::as_bytes),
    };
    let start = decode(whole, Charset::Utf8).unwrap_or_default();
    if start.chars().count() > LONGEST_ATOM {
        return Err(system_limit());
    }
    make_atom(decode(bytes, charset)?)
}

fn existing_atom(name: String) -> Outcome {
    Atom::existing(&name).map(Term::Atom).ok_or_else(Raise::badarg)
}

/// The characters of a string.
fn characters(term: &Term) -> Result<String, Raise> {
    let mut items = items(term);
    let text = items.by_ref().map(character).collect::<Option<String>>();
    text.filter(|_| items.ends_well()).ok_or_else(Raise::badarg)
}

fn byte_string(term: &Term) -> Result<Vec<u8>, Raise> {
    let mut items = items(term);
    let text = items.by_ref().map(byte).collect::<Option<Vec<u8>>>();
    text.filter(|_| items.ends_well()).ok_or_else(Raise::badarg)
}

fn parse_float(text: &[u8]) -> Outcome {
    float::parse(text).map(Term::float).ok_or_else(Raise::badarg)
}

fn base(term: &Term) -> Result<u32, Raise> {
    term.as_int().filter(|base| (2..=36).contains(base)).map(|base| base as u32).ok_or_else(Raise::badarg)
}

fn parse_integer(context: &mut Context<'_>, text: &[u8], in_base: &Term) -> Outcome {
    context.charge(square_of_digits(text.len()));
    integer::parse(text, base(in_base)?).ok_or_else(Raise::badarg)
}

fn integer_text(context: &mut Context<'_>, term: &Term, in_base: &Term) -> Result<String, Raise> {
    let text = integer::to_text(term, base(in_base)?).ok_or_else(Raise::badarg)?;
    context.charge(square_of_digits(text.len()));
    Ok(text)
}

/// Each digit of a large integer costs a pass over the words that are there already: about eighteen
/// decimal digits fill a word.
fn square_of_digits(digits: usize) -> usize {
    let words = digits / 18;
    words.saturating_mul(words)
}

/// The last of the options that choose a form wins.
fn float_text(term: &Term, options: &Term) -> Result<String, Raise> {
    enum Form {
        Scientific(i64),
        Decimals(i64),
        Short,
    }
    let Term::Float(x) = term else { return Err(Raise::badarg()) };
    let x = x.get();
    let (mut form, mut compact) = (Form::Scientific(20), false);
    let mut items = items(options);
    for option in items.by_ref() {
        match option {
            Term::Atom(name) if name.name() == "compact" => compact = true,
            Term::Atom(name) if name.name() == "short" => form = Form::Short,
            _ => match option.as_tuple() {
                Some([Term::Atom(name), Term::Int(n)]) if name.name() == "decimals" => {
                    form = Form::Decimals(*n)
                }
                Some([Term::Atom(name), Term::Int(n)]) if name.name() == "scientific" => {
                    form = Form::Scientific(*n)
                }
                _ => return Err(Raise::badarg()),
            },
        }
    }
    if !items.ends_well() {
        return Err(Raise::badarg());
    }
    let text = match form {
        Form::Short => Some(float::short(x)),
        // As C's `printf` takes a negative precision.
        Form::Scientific(digits) => float::scientific(x, usize::try_from(digits).unwrap_or(6)),
        Form::Decimals(n) => usize::try_from(n).ok().and_then(|n| float::decimals(x, n, compact)),
    };
    text.ok_or_else(Raise::badarg)
}

fn written(term: &Term, is_right: bool) -> Outcome {
    if is_right { Ok(Term::string(&write_with(term, Encoding::Unicode, None))) } else { Err(Raise::badarg()) }
}

/// The numbers with dots between them and a `>` at the end, after what comes first.
fn numbers<const N: usize>(text: &[u8], before: &str) -> Result<[u32; N], Raise> {
    let parse = || {
        let text = std::str::from_utf8(text).ok()?.strip_prefix(before)?.strip_suffix('>')?;
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let numbers = text.split('.').map(|part| part.parse().ok().filter(|_| digits(part)));
        numbers.collect::<Option<Vec<u32>>>()?.try_into().ok()
    };
    parse().ok_or_else(Raise::badarg)
}
