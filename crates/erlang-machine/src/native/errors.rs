//! `erlang`: raising exceptions.
//!
//! These functions do not show in the stack trace: the function that called them does. They say so
//! by giving the arguments to show for it, or `none` for its arity only.

use erlang_syntax::ast::ExprKind;
use erlang_term::{Atom, Term, atoms};

use super::arguments::items;
use super::{Context, Outcome, Table};
use crate::code::Function;
use crate::native::effect::Pure;
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
    let (module, name) = (function.module.name(), function.name.name());
    match function.trusted {
        true => Raise::unsupported(format!("{module}:{name}/{}", function.arity)),
        false if has_nifs(function) => {
            Raise::unsupported(format!("the NIF {module}:{name}/{}", function.arity))
        }
        false => raise,
    }
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
