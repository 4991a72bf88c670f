//! `erlang`: raising exceptions.
//!
//! These functions do not show in the stack trace: the function that called them does. They say so
//! by giving the arguments to show for it, or `none` for its arity only.

use erlang_syntax::ast::{ExprKind, FormKind};
use erlang_term::{Atom, Term, atoms};

use super::arguments::items;
use super::known::is_written_in_otp;
use super::{Context, Outcome, Table};
use crate::code::Function;
use crate::native::effect::Pure;
use crate::program::Mfa;
use crate::{Class, Raise};

pub const TABLE: Table = &[
    ("error", 1, Pure, |_, a| Err(in_caller(Raise::error(a[0].clone())))),
    ("error", 2, Pure, |_, a| Err(error_with(&a[0], &a[1]))),
    ("error", 3, Pure, |_, a| {
        let info = items(&a[2]).find_map(|option| match option.as_tuple() {
            Some([Term::Atom(atoms::ERROR_INFO), info @ Term::Map(_)]) => Some(info.clone()),
            _ => None,
        });
        Err(Raise { cause: info, ..error_with(&a[0], &a[1]) })
    }),
    ("exit", 1, Pure, |context, a| Err(in_place_of_nif(context, in_caller(Raise::exit(a[0].clone()))))),
    ("throw", 1, Pure, |_, a| Err(in_caller(Raise::throw(a[0].clone())))),
    ("nif_error", 1, Pure, |context, a| Err(nif_error(context, Raise::error(a[0].clone())))),
    ("nif_error", 2, Pure, |context, a| Err(nif_error(context, Raise::error(a[0].clone())))),
    // The library is not loaded, but its module is. A call of a NIF then reaches the Erlang code in
    // its place, which says that it is not supported.
    ("load_nif", 2, Pure, |_, a| match a[0].text() {
        Some(_) => Ok(Term::Atom(atoms::OK)),
        None => Err(Raise::badarg()),
    }),
    ("raise", 3, Pure, |_, a| raise(&a[0], &a[1], &a[2])),
];

/// The body of a function that ought to be a NIF. Those of OTP, and of a module that loads a
/// library of them, are not supported.
fn nif_error(context: &Context<'_>, raise: Raise) -> Raise {
    let function = context.program.function(context.process.function);
    let (name, arity) = in_line(function, &raise.reason).unwrap_or((function.name, function.arity));
    let mfa = Mfa { module: function.module, function: name, arity };
    let shown = format!("{}:{}/{arity}", mfa.module.name(), name.name());
    match function.trusted {
        true if is_written_in_otp(function.module) => Raise::unsupported(shown),
        true => Raise::unsupported(format!("the NIF {shown}")),
        false if has_nifs(function) => Raise::unsupported(format!("the NIF {shown}")),
        false => raise,
    }
}

/// Many a module has one function that says which NIF is missing: by its line, as in
/// `{not_loaded, [{module, ?MODULE}, {line, ?LINE}]}`. That is the function that stands there.
fn in_line(function: &Function, reason: &Term) -> Option<(Atom, u32)> {
    let line = stated_line(reason)?;
    let functions = function.source.forms.iter().filter_map(|form| match &form.kind {
        FormKind::Function(function) => Some((form.span.start.line, function.name, function.arity)),
        _ => None,
    });
    let before = functions.filter(|(start, ..)| i64::from(*start) <= line);
    before.max_by_key(|(start, ..)| *start).map(|(_, name, arity)| (name, arity))
}

/// The number after the atom `line`, in a tuple or among the pairs of a list.
fn stated_line(reason: &Term) -> Option<i64> {
    let parts = reason.as_tuple()?;
    let is_line = |term: &Term| term.as_atom().is_some_and(|atom| atom.name() == "line");
    let beside = parts.windows(2).find(|pair| is_line(&pair[0])).and_then(|pair| pair[1].as_int());
    beside.or_else(|| {
        let pairs = parts.iter().filter_map(Term::proper_list).flatten();
        pairs
            .filter_map(|pair| match pair.as_tuple()? {
                [key, line] if is_line(key) => line.as_int(),
                _ => None,
            })
            .next()
    })
}

/// Does the module load a library of NIFs?
fn has_nifs(function: &Function) -> bool {
    let load_nif = Atom::new("load_nif");
    function.source.exprs.iter().any(|expr| matches!(expr.kind, ExprKind::Atom(name) if name == load_nif))
}

/// What people write in the place of `nif_error/1`: `exit(nif_library_not_loaded)`.
fn in_place_of_nif(context: &Context<'_>, raise: Raise) -> Raise {
    let reason = match raise.reason.as_tuple() {
        Some([first, ..]) => first.as_atom(),
        _ => raise.reason.as_atom(),
    };
    let function = context.program.function(context.process.function);
    match reason.is_some_and(|reason| reason.name().contains("nif")) && has_nifs(function) {
        true => nif_error(context, raise),
        false => raise,
    }
}

fn in_caller(raise: Raise) -> Raise {
    Raise { arguments: Some(Term::Atom(atoms::NONE)), ..raise }
}

fn error_with(reason: &Term, arguments: &Term) -> Raise {
    match arguments {
        Term::Nil | Term::Cons(_) => {
            Raise { arguments: Some(arguments.clone()), ..Raise::error(reason.clone()) }
        }
        _ => in_caller(Raise::error(reason.clone())),
    }
}

/// What is not a class or a stack trace is returned as `badarg`, not raised.
fn raise(class: &Term, reason: &Term, trace: &Term) -> Outcome {
    let class = match class {
        Term::Atom(atoms::ERROR) => Class::Error,
        Term::Atom(atoms::EXIT) => Class::Exit,
        Term::Atom(atoms::THROW) => Class::Throw,
        _ => return Ok(Term::Atom(atoms::BADARG)),
    };
    let mut items = items(trace);
    let entries: Option<Vec<Term>> = items.by_ref().map(trace_entry).collect();
    match entries {
        Some(entries) if items.ends_well() => {
            Err(Raise { class, trace: Some(Term::list(entries)), ..Raise::error(reason.clone()) })
        }
        _ => Ok(Term::Atom(atoms::BADARG)),
    }
}

/// An entry of a stack trace, with a location even if it came without.
fn trace_entry(entry: &Term) -> Option<Term> {
    let parts = entry.as_tuple()?;
    match parts {
        [Term::Fun(_), _] | [Term::Atom(_), Term::Atom(_), _] => {
            Some(Term::tuple(parts.iter().cloned().chain([Term::Nil]).collect::<Vec<_>>()))
        }
        [Term::Fun(_), _, location] | [Term::Atom(_), Term::Atom(_), _, location] => {
            matches!(location, Term::Nil | Term::Cons(_)).then(|| entry.clone())
        }
        _ => None,
    }
}
