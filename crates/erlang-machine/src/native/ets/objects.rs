//! Single objects: inserted, looked up, deleted, and keys one after the other.

use erlang_term::Term;

use super::super::{Outcome, Table as Natives};
use super::table::{EtsTable, Key};
use super::{Access, Context, because, end_of_table, read, table};
use crate::Raise;
use crate::native::effect::{Change, Look, On, Touches};

pub const TABLE: Natives = &[
    ("insert", 2, Touches(&[Change(On::Objects { table: 0, objects: 1 })]), insert),
    ("insert_new", 2, Touches(&[Change(On::Objects { table: 0, objects: 1 })]), insert_new),
    ("lookup", 2, Touches(&[Look(On::Key { table: 0, key: 1 })]), lookup),
    ("lookup_element", 3, Touches(&[Look(On::Key { table: 0, key: 1 })]), lookup_element),
    ("lookup_element", 4, Touches(&[Look(On::Key { table: 0, key: 1 })]), lookup_element),
    ("member", 2, Touches(&[Look(On::Key { table: 0, key: 1 })]), member),
    ("delete", 2, Touches(&[Change(On::Key { table: 0, key: 1 })]), delete),
    ("delete_object", 2, Touches(&[Change(On::Objects { table: 0, objects: 1 })]), delete_object),
    ("take", 2, Touches(&[Change(On::Key { table: 0, key: 1 })]), take),
    ("first", 1, Touches(&[Look(On::Contents(0))]), |context, arguments| {
        key_or_end(read(context, &arguments[0])?.first())
    }),
    ("last", 1, Touches(&[Look(On::Contents(0))]), |context, arguments| {
        let table = read(context, &arguments[0])?;
        // Only an ordered set has a last key that is not its first.
        key_or_end(if table.kind == super::table::TableKind::OrderedSet {
            table.last()
        } else {
            table.first()
        })
    }),
    ("next", 2, Touches(&[Look(On::Contents(0))]), next),
    ("prev", 2, Touches(&[Look(On::Contents(0))]), prev),
    ("slot", 2, Touches(&[Look(On::Contents(0))]), slot),
];

/// The objects to insert, one or a list of them, each with its key. A list goes into a bag from its
/// end, as in OTP.
fn with_keys(table: &EtsTable, objects: &Term) -> Result<Vec<(Key, Term)>, Raise> {
    let objects = match objects {
        object @ Term::Tuple(_) => vec![object.clone()],
        list => list.proper_list().ok_or_else(Raise::badarg)?,
    };
    let pair = |object: Term| Ok((table.key_of(&object).ok_or_else(Raise::badarg)?, object));
    let mut pairs: Vec<_> = objects.into_iter().map(pair).collect::<Result<_, Raise>>()?;
    if table.kind == super::table::TableKind::Bag {
        pairs.reverse();
    }
    Ok(pairs)
}

fn insert(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = table(context, &arguments[0], Access::Write)?;
    for (key, object) in with_keys(table, &arguments[1])? {
        table.insert(key, object);
    }
    Ok(Term::bool(true))
}

/// All or nothing.
fn insert_new(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = table(context, &arguments[0], Access::Write)?;
    let objects = with_keys(table, &arguments[1])?;
    if objects.iter().any(|(key, _)| table.contains(key)) {
        return Ok(Term::bool(false));
    }
    for (key, object) in objects {
        table.insert(key, object);
    }
    Ok(Term::bool(true))
}

fn lookup(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = read(context, &arguments[0])?;
    Ok(Term::list(table.lookup(&table.key(&arguments[1])).iter().cloned()))
}

/// With a fourth argument: the value if there is no such object.
fn lookup_element(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = read(context, &arguments[0])?;
    let position = arguments[2].as_int().and_then(|n| usize::try_from(n).ok()?.checked_sub(1));
    let position = position.ok_or_else(Raise::badarg)?;
    let objects = table.lookup(&table.key(&arguments[1]));
    if objects.is_empty() {
        return arguments.get(3).cloned().ok_or_else(|| because("badkey"));
    }
    let element = |object: &Term| object.as_tuple()?.get(position).cloned();
    let elements: Option<Vec<Term>> = objects.iter().map(element).collect();
    let mut elements = elements.ok_or_else(Raise::badarg)?;
    match table.kind.is_bag() {
        true => Ok(Term::list(elements)),
        false => elements.pop().ok_or_else(Raise::badarg),
    }
}

fn member(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = read(context, &arguments[0])?;
    Ok(Term::bool(table.contains(&table.key(&arguments[1]))))
}

fn delete(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = table(context, &arguments[0], Access::Write)?;
    table.delete(&table.key(&arguments[1]));
    Ok(Term::bool(true))
}

fn delete_object(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = table(context, &arguments[0], Access::Write)?;
    let key = table.key_of(&arguments[1]).ok_or_else(Raise::badarg)?;
    table.delete_object(&key, &arguments[1]);
    Ok(Term::bool(true))
}

fn take(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = table(context, &arguments[0], Access::Write)?;
    let key = table.key(&arguments[1]);
    let objects = Term::list(table.lookup(&key).iter().cloned());
    table.delete(&key);
    Ok(objects)
}

fn key_or_end(key: Option<&Key>) -> Outcome {
    Ok(key.map_or_else(end_of_table, |key| key.term.clone()))
}

fn next(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = read(context, &arguments[0])?;
    let key = table.key(&arguments[1]);
    if table.can_stand_on(&key) { key_or_end(table.next(&key)) } else { Err(Raise::badarg()) }
}

/// Only an ordered set is gone through backwards.
fn prev(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = read(context, &arguments[0])?;
    let key = table.key(&arguments[1]);
    match table.kind {
        _ if !table.can_stand_on(&key) => Err(Raise::badarg()),
        super::table::TableKind::OrderedSet => key_or_end(table.previous(&key)),
        _ => key_or_end(table.next(&key)),
    }
}

/// The objects of the n-th key, from 0; one place behind the last is the end.
fn slot(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = read(context, &arguments[0])?;
    let n = arguments[1].as_int().and_then(|n| usize::try_from(n).ok()).ok_or_else(Raise::badarg)?;
    match table.slot(n) {
        Some(objects) => Ok(Term::list(objects.iter().cloned())),
        None if n == 0 || table.slot(n - 1).is_some() => Ok(end_of_table()),
        None => Err(Raise::badarg()),
    }
}
