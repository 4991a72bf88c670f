//! `erlang`: funs as data.

use std::rc::Rc;

use erlang_term::{Atom, Fun, Term};

use super::arguments::{atom, size};
use super::{Outcome, Table};
use crate::Raise;
use crate::native::effect::Effect::{Itself, Pure};

pub const TABLE: Table = &[
    ("fun_info", 1, Itself, |_, a| {
        let fun = fun(&a[0])?;
        let items: &[&str] = match fun {
            Fun::External { .. } => &["module", "name", "arity", "env", "type"],
            Fun::Closure(_) => &[
                "pid",
                "module",
                "new_index",
                "new_uniq",
                "index",
                "uniq",
                "name",
                "arity",
                "env",
                "type",
                "refc",
            ],
        };
        Ok(Term::list(items.iter().filter_map(|item| info(fun, item)).collect::<Vec<_>>()))
    }),
    ("fun_info", 2, Itself, |_, a| info(fun(&a[0])?, atom(&a[1])?.name()).ok_or_else(Raise::badarg)),
    ("fun_info_mfa", 1, Pure, |_, a| {
        let fun = fun(&a[0])?;
        let function = match fun {
            Fun::External { function, .. } => *function,
            Fun::Closure(closure) => closure.function,
        };
        Ok(Term::tuple([Term::Atom(fun.module()), Term::Atom(function), Term::Int(fun.arity().into())]))
    }),
    ("make_fun", 3, Pure, |_, a| make_fun(&a[0], &a[1], &a[2])),
];

const MOST_ARGUMENTS: usize = 255;

fn fun(term: &Term) -> Result<&Fun, Raise> {
    match term {
        Term::Fun(fun) => Ok(fun),
        _ => Err(Raise::badarg()),
    }
}

fn make_fun(module: &Term, function: &Term, arity: &Term) -> Outcome {
    let (module, function, arity) = (atom(module)?, atom(function)?, size(arity)?);
    if arity > MOST_ARGUMENTS {
        return Err(Raise::badarg());
    }
    Ok(Term::Fun(Rc::new(Fun::External { module, function, arity: arity as u32 })))
}

/// `{Item, Value}`
fn info(fun: &Fun, item: &str) -> Option<Term> {
    let number = |n: u32| Term::Int(n.into());
    let value = match (item, fun) {
        ("module", _) => Term::Atom(fun.module()),
        ("arity", _) => number(fun.arity()),
        ("type", Fun::External { .. }) => Term::atom("external"),
        ("type", Fun::Closure(_)) => Term::atom("local"),
        ("name", Fun::External { function, .. }) => Term::Atom(*function),
        ("name", Fun::Closure(closure)) => Term::Atom(closure.function),
        ("env", Fun::External { .. }) => Term::Nil,
        ("env", Fun::Closure(closure)) => Term::list(closure.environment.iter().cloned()),
        ("pid" | "index" | "uniq" | "new_index" | "new_uniq" | "refc", Fun::External { .. }) => {
            Term::atom("undefined")
        }
        // OTP counts who holds it. Here, that is nobody's business: one, beside the module itself.
        ("refc", Fun::Closure(_)) => number(2),
        ("pid", Fun::Closure(closure)) => Term::Pid(closure.creator),
        ("index" | "new_index", Fun::Closure(closure)) => number(closure.index),
        ("uniq", Fun::Closure(closure)) => number(closure.uniq),
        ("new_uniq", Fun::Closure(closure)) => {
            let mut bytes = [0; 16];
            bytes[12..].copy_from_slice(&closure.uniq.to_be_bytes());
            Term::binary(&bytes)
        }
        _ => return None,
    };
    Some(Term::tuple([Term::Atom(Atom::new(item)), value]))
}
