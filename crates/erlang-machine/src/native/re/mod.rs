//! `re`: PCRE's regular expressions, on a regex engine for Rust.
//!
//! An expression is parsed as PCRE does it and written anew for the engine. What the engine cannot
//! do is not supported; it never gives another answer.

mod classes;
mod emit;
mod options;
mod parse;
mod search;
mod tree;

use erlang_term::external::{EncodeOptions, decode, encode};
use erlang_term::{Bits, Term, atoms};

use super::arguments::{bytes, count};
use super::iolists::byte_list;
use super::{Outcome, Table};
use crate::Raise;
use crate::native::effect::Pure;
use options::{Capture, CompileOptions, RunOptions, Shape, Wanted};
use parse::Problem;
use search::{Expression, Match, Subject};

pub const TABLE: Table = &[
    ("compile", 1, Pure, |_, a| compile(&a[0], &Term::Nil)),
    ("compile", 2, Pure, |_, a| compile(&a[0], &a[1])),
    ("inspect", 2, Pure, |_, a| inspect(&a[0], &a[1])),
    ("internal_run", 4, Pure, |_, a| run(&a[0], &a[1], &a[2])),
    ("run", 2, Pure, |_, a| run(&a[0], &a[1], &Term::Nil)),
    ("run", 3, Pure, |_, a| run(&a[0], &a[1], &a[2])),
    ("version", 0, Pure, |_, _| Ok(Term::binary(b"8.44 2020-02-12"))),
];

/// `{re_pattern, Groups, Unicode, HasCrLf, Source}`, where OTP has its compiled form in place of
/// the source.
fn compile(source: &Term, list: &Term) -> Outcome {
    let options = CompileOptions::read(list)?;
    let Some(source) = options.text(source)? else { return Ok(error(described("invalid UTF-8 string", 0))) };
    let expression = match Expression::parse(source.clone(), options) {
        Ok(expression) => expression,
        Err(Problem::Error(message, at)) => return Ok(error(described(message, at))),
        Err(Problem::Unsupported(what)) => return Err(unsupported(what)),
    };
    let flag = |is_set: bool| Term::Int(is_set.into());
    let kept = Term::tuple([Term::binary(&source), list.clone()]);
    let compiled = Term::tuple([
        Term::atom("re_pattern"),
        count(expression.groups()),
        flag(options.unicode),
        flag(options.has_crlf()),
        Term::Bits(Bits::from_vec(encode(&kept, EncodeOptions::default()))),
    ]);
    Ok(Term::tuple([Term::Atom(atoms::OK), compiled]))
}

fn unsupported(what: &str) -> Raise {
    Raise::unsupported(format!("re: {what}"))
}

fn error(reason: Term) -> Term {
    Term::tuple([Term::Atom(atoms::ERROR), reason])
}

/// `{Message, Position}`
fn described(message: &str, at: usize) -> Term {
    Term::tuple([Term::string(message), count(at)])
}

/// A compiled expression as it was written: its source, and the options of `compile`.
pub fn written(term: &Term) -> Option<(Term, Term)> {
    let [Term::Atom(tag), Term::Int(_), Term::Int(_), Term::Int(_), kept] = term.as_tuple()? else {
        return None;
    };
    let kept = Some(kept).filter(|_| tag.name() == "re_pattern")?;
    let (kept, _) = decode(&bytes(kept).ok()?).ok()?;
    match kept.as_tuple()? {
        [source, options] => Some((source.clone(), options.clone())),
        _ => None,
    }
}

/// The source and options of a compiled expression; none if it is not one.
fn compiled(term: &Term) -> Option<Result<(Vec<u8>, CompileOptions), Raise>> {
    let [Term::Atom(tag), Term::Int(_), Term::Int(_), Term::Int(_), kept] = term.as_tuple()? else {
        return None;
    };
    if tag.name() != "re_pattern" {
        return None;
    }
    let read = || {
        let (kept, _) = decode(&bytes(kept)?).map_err(|_| Raise::badarg())?;
        match kept.as_tuple() {
            Some([source, options]) => Ok((bytes(source)?.into_owned(), CompileOptions::read(options)?)),
            _ => Err(Raise::badarg()),
        }
    };
    Some(read())
}

fn inspect(term: &Term, item: &Term) -> Outcome {
    let (source, options) = compiled(term).ok_or_else(Raise::badarg)??;
    match item {
        Term::Atom(name) if name.name() == "namelist" => {}
        _ => return Err(Raise::badarg()),
    }
    let expression = Expression::parse(source, options).map_err(|_| Raise::badarg())?;
    let names = expression.sorted_names().into_iter().map(|name| Term::binary(name.as_bytes()));
    Ok(Term::tuple([Term::atom("namelist"), Term::list(names.collect::<Vec<_>>())]))
}

fn run(subject: &Term, expression: &Term, options: &Term) -> Outcome {
    let given = compiled(expression).transpose()?;
    let (compile_options, options) = RunOptions::read(options, given.as_ref().map(|(_, options)| *options))?;
    let compile_error = |message: &str, at: usize| match options.report_errors {
        true => Ok(error(Term::tuple([Term::atom("compile"), described(message, at)]))),
        false => Err(Raise::badarg()),
    };
    let source = match given {
        Some((source, _)) => source,
        None => match compile_options.text(expression)? {
            Some(source) => source,
            None => return compile_error("invalid UTF-8 string", 0),
        },
    };
    let expression = match Expression::parse(source, compile_options) {
        Ok(expression) => expression,
        Err(Problem::Error(message, at)) => return compile_error(message, at),
        Err(Problem::Unsupported(what)) => return Err(unsupported(what)),
    };
    let Some(text) = compile_options.text(subject)? else { return Err(Raise::badarg()) };
    let subject = Subject::new(text, compile_options.unicode);
    let start = subject.position(options.offset).ok_or_else(|| match options.offset > subject.len() {
        true => Raise::error(Term::atom("internal_error")),
        false => Raise::badarg(),
    })?;
    let matches = match options.global {
        true => expression.find_all(&subject, start, &options)?,
        false => expression.find(&subject, start, &options)?.into_iter().collect(),
    };
    if matches.is_empty() {
        return Ok(Term::atom("nomatch"));
    }
    let captured: Option<Vec<Term>> =
        matches.iter().map(|found| captured(found, &expression, &subject, &options)).collect();
    Ok(match captured {
        None => Term::atom("match"),
        Some(mut captured) => {
            let all = if options.global { Term::list(captured) } else { captured.remove(0) };
            Term::tuple([Term::atom("match"), all])
        }
    })
}

/// What the options want of a match; none if nothing.
fn captured(found: &Match, expression: &Expression, subject: &Subject, options: &RunOptions) -> Option<Term> {
    // Groups after the last one that took part do not show.
    let last = found.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    let group = |n: usize| found.get(n).copied().flatten();
    let wanted: Vec<Option<(usize, usize)>> = match &options.capture {
        Capture::None => return None,
        Capture::All => found[..last].to_vec(),
        Capture::AllButFirst => found[1.min(last)..last].to_vec(),
        Capture::First => vec![group(0)],
        Capture::AllNames => {
            let names = expression.sorted_names();
            if names.is_empty() {
                return None;
            }
            names.iter().map(|name| expression.named(name).find_map(group)).collect()
        }
        Capture::These(these) if these.is_empty() => return None,
        Capture::These(these) => these
            .iter()
            .map(|wanted| match wanted {
                Wanted::Number(n) => group(*n),
                Wanted::Name(name) => expression.named(name).find_map(group),
            })
            .collect(),
    };
    Some(Term::list(wanted.into_iter().map(|place| shown(place, subject, options.shape)).collect::<Vec<_>>()))
}

fn shown(place: Option<(usize, usize)>, subject: &Subject, shape: Shape) -> Term {
    let text = place.map_or(&[][..], |(start, end)| subject.bytes(start, end));
    match (shape, place) {
        (Shape::Index, None) => Term::tuple([Term::Int(-1), Term::Int(0)]),
        (Shape::Index, Some((start, end))) => {
            let (start, end) = (subject.offset(start), subject.offset(end));
            // `\K` may begin a match after its end.
            Term::tuple([count(start), Term::Int(end as i64 - start as i64)])
        }
        (Shape::Binary, _) => Term::binary(text),
        (Shape::List, _) if subject.is_unicode() => Term::string(&String::from_utf8_lossy(text)),
        (Shape::List, _) => byte_list(text),
    }
}
