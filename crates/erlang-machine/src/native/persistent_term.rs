//! `persistent_term`: terms that all processes share by key.

use erlang_term::{Map, Term, atoms};

use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::{Change, Look, On, Touches};
use crate::program::ON_LOAD_KEY;

pub const TABLE: Table = &[
    ("get", 0, Touches(&[Look(On::Persistents)]), all),
    ("get", 1, Touches(&[Look(On::Persistent(0))]), |context, arguments| {
        find(context, &arguments[0]).ok_or_else(Raise::badarg)
    }),
    ("get", 2, Touches(&[Look(On::Persistent(0))]), |context, arguments| {
        Ok(find(context, &arguments[0]).unwrap_or_else(|| arguments[1].clone()))
    }),
    ("put", 2, Touches(&[Change(On::Persistent(0))]), put),
    ("erase", 1, Touches(&[Change(On::Persistent(0))]), erase),
    ("info", 0, Touches(&[Look(On::Persistents)]), info),
];

fn find(context: &Context<'_>, key: &Term) -> Option<Term> {
    context.system.storage.persistent.get(key).cloned()
}

fn all(context: &mut Context<'_>, _: &[Term]) -> Outcome {
    // What `whodunit_on_load` keeps is not the program's.
    let is_own =
        |key: &Term| !key.as_tuple().is_some_and(|parts| parts.first() == Some(&Term::atom(ON_LOAD_KEY)));
    let pairs = context.system.storage.persistent.iter().filter(|(key, _)| is_own(key));
    Ok(Term::list(pairs.map(|(key, value)| Term::tuple([key.clone(), value.clone()]))))
}

fn put(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    context.system.storage.persistent.insert(arguments[0].clone(), arguments[1].clone());
    Ok(Term::Atom(atoms::OK))
}

fn erase(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    Ok(Term::bool(context.system.storage.persistent.remove(&arguments[0]).is_some()))
}

fn info(context: &mut Context<'_>, _: &[Term]) -> Outcome {
    let count = context.system.storage.persistent.len() as i64;
    let pairs = [("count", count), ("memory", 1024 + 64 * count)];
    Ok(Term::Map(Map::from_pairs(pairs.map(|(key, value)| (Term::atom(key), Term::Int(value))))))
}
