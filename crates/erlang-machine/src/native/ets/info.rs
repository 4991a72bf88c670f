//! What a table is: `info/1,2`.

use erlang_term::{Term, atoms};

use super::super::time::timestamp_at;
use super::super::{Outcome, Table as Natives};
use super::table::EtsTable;
use super::{Context, id};
use crate::Raise;
use crate::native::effect::{Look, On, Touches};

pub const TABLE: Natives = &[
    ("info", 1, Touches(&[Look(On::Table(0))]), info),
    ("info", 2, Touches(&[Look(On::Table(0))]), info_item),
];

/// What `info/1` tells, in this order.
const USUAL: &[&str] = &[
    "id",
    "decentralized_counters",
    "read_concurrency",
    "write_concurrency",
    "compressed",
    "memory",
    "owner",
    "heir",
    "name",
    "size",
    "node",
    "named_table",
    "type",
    "keypos",
    "protection",
];

/// Anyone may ask; a table that is not there is `undefined`.
fn find<'a>(context: &'a Context<'_>, name: &Term) -> Result<Option<&'a EtsTable>, Raise> {
    match id(context, name) {
        Ok(id) => Ok(context.system.storage.tables.get(id)),
        Err(_) if matches!(name, Term::Atom(_)) => Ok(None),
        Err(raise) => Err(raise),
    }
}

fn info(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let Some(table) = find(context, &arguments[0])? else { return Ok(Term::Atom(atoms::UNDEFINED)) };
    let pair = |name: &&str| Some(Term::tuple([Term::atom(name), item(context, table, name)?]));
    let items: Option<Vec<Term>> = USUAL.iter().map(pair).collect();
    items.map(Term::list).ok_or_else(Raise::badarg)
}

fn info_item(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = find(context, &arguments[0])?;
    let name = arguments[1].as_atom().ok_or_else(Raise::badarg)?;
    match table {
        Some(table) => item(context, table, name.name()).ok_or_else(Raise::badarg),
        None => Ok(Term::Atom(atoms::UNDEFINED)),
    }
}

fn item(context: &Context<'_>, table: &EtsTable, name: &str) -> Option<Term> {
    Some(match name {
        "id" => Term::Ref(table.id),
        "name" => Term::Atom(table.name),
        "named_table" => Term::bool(table.named),
        "type" => Term::atom(table.kind.name()),
        "protection" => Term::atom(table.protection.name()),
        "keypos" => Term::Int(table.key_position as i64),
        "size" => Term::Int(table.size() as i64),
        // Words, by a rule of thumb: objects are shared with everyone who holds them.
        "memory" => Term::Int(139 + 16 * table.size() as i64),
        "owner" => Term::Pid(table.owner),
        "heir" => table.heir.as_ref().map_or(Term::atom("none"), |(pid, _)| Term::Pid(*pid)),
        "node" => Term::Atom(atoms::NONODE_AT_NOHOST),
        "compressed" => Term::bool(table.compressed),
        "read_concurrency" => Term::bool(table.read_concurrency),
        "write_concurrency" => table.write_concurrency.clone(),
        "decentralized_counters" => Term::bool(table.decentralized_counters),
        "fixed" => Term::bool(table.fixation.is_some()),
        "safe_fixed" => fixation(table, |since| timestamp_at(context, since)),
        "safe_fixed_monotonic_time" => {
            fixation(table, |since| Term::Int(super::super::time::MONOTONIC_START + since.0 as i64))
        }
        "stats" => Term::bool(false),
        "binary" => Term::Nil,
        _ => return None,
    })
}

/// `{Since, [{Pid, Count}]}`, or `false`.
fn fixation(table: &EtsTable, since: impl Fn(crate::timers::Instant) -> Term) -> Term {
    let Some(fixation) = &table.fixation else { return Term::bool(false) };
    let holder = |(pid, count): (&crate::process::PidKey, &u32)| {
        Term::tuple([Term::Pid((*pid).into()), Term::Int(i64::from(*count))])
    };
    Term::tuple([since(fixation.since), Term::list(fixation.holders.iter().map(holder))])
}
