//! Changing elements of an object in place: `update_counter`, `update_element`.

use std::cmp::Ordering;

use erlang_term::{Term, Tuple, arithmetic, order};

use super::super::{Outcome, Table as Natives};
use super::table::EtsTable;
use super::{Access, Context, because, table};
use crate::Raise;
use crate::native::effect::{Change, On, Touches};

pub const TABLE: Natives = &[
    ("update_counter", 3, Touches(&[Change(On::Key { table: 0, key: 1 })]), |context, arguments| {
        update_counter(context, arguments, None)
    }),
    ("update_counter", 4, Touches(&[Change(On::Key { table: 0, key: 1 })]), |context, arguments| {
        update_counter(context, arguments, Some(&arguments[3]))
    }),
    ("update_element", 3, Touches(&[Change(On::Key { table: 0, key: 1 })]), update_element),
];

/// `{Position, Increment}` or `{Position, Increment, Threshold, SetValue}`
struct Operation {
    /// From 1.
    position: usize,
    increment: Term,
    limit: Option<(Term, Term)>,
}

fn position(term: &Term) -> Result<usize, Raise> {
    term.as_int().and_then(|n| usize::try_from(n).ok()).filter(|n| *n > 0).ok_or_else(Raise::badarg)
}

impl Operation {
    fn read(term: &Term) -> Result<Operation, Raise> {
        let (at, increment, limit) = match term.as_tuple() {
            Some([at, increment]) => (at, increment, None),
            Some([at, increment, threshold, value]) => {
                (at, increment, Some((threshold.clone(), value.clone())))
            }
            _ => return Err(Raise::badarg()),
        };
        let integers = limit.iter().all(|(t, v)| t.is_integer() && v.is_integer());
        if !increment.is_integer() || !integers {
            return Err(Raise::badarg());
        }
        Ok(Operation { position: position(at)?, increment: increment.clone(), limit })
    }

    fn apply(&self, elements: &mut [Term], key_position: usize) -> Outcome {
        if self.position == key_position {
            return Err(because("keypos"));
        }
        let element = elements.get_mut(self.position - 1).ok_or_else(|| because("position"))?;
        if !element.is_integer() {
            return Err(Raise::badarg());
        }
        let mut value = arithmetic::add(element, &self.increment).map_err(|_| Raise::badarg())?;
        if let Some((threshold, reset)) = &self.limit {
            let beyond = match order::compare(&self.increment, &Term::Int(0)) {
                Ordering::Less => Ordering::Less,
                _ => Ordering::Greater,
            };
            if order::compare(&value, threshold) == beyond {
                value = reset.clone();
            }
        }
        *element = value.clone();
        Ok(value)
    }
}

/// The table, checked for being of a kind with one object a key.
fn keyed<'a>(
    context: &'a mut Context<'_>,
    name: &Term,
    cause: Option<&str>,
) -> Result<&'a mut EtsTable, Raise> {
    let table = table(context, name, Access::Write)?;
    match (table.kind.is_bag(), cause) {
        (false, _) => Ok(table),
        (true, Some(cause)) => Err(because(cause)),
        (true, None) => Err(Raise::badarg()),
    }
}

fn update_counter(context: &mut Context<'_>, arguments: &[Term], default: Option<&Term>) -> Outcome {
    let table = keyed(context, &arguments[0], Some("table_type"))?;
    let (key, key_position) = (table.key(&arguments[1]), table.key_position);
    let mut object: Tuple = match (table.lookup(&key), default) {
        ([Term::Tuple(object), ..], _) => object.clone(),
        (_, Some(Term::Tuple(object))) => {
            let mut object = object.clone();
            let place = object.make_mut().get_mut(key_position - 1).ok_or_else(Raise::badarg)?;
            *place = arguments[1].clone();
            object
        }
        (_, Some(_)) => return Err(Raise::badarg()),
        (_, None) => return Err(because("badkey")),
    };
    let single = |increment: &Term| Operation {
        position: key_position + 1,
        increment: increment.clone(),
        limit: None,
    };
    let (operations, many) = match &arguments[2] {
        increment if increment.is_integer() => (vec![single(increment)], false),
        operation @ Term::Tuple(_) => (vec![Operation::read(operation)?], false),
        list => {
            let list = list.proper_list().ok_or_else(Raise::badarg)?;
            (list.iter().map(Operation::read).collect::<Result<_, _>>()?, true)
        }
    };
    let mut values = Vec::with_capacity(operations.len());
    for operation in operations {
        values.push(operation.apply(object.make_mut(), key_position)?);
    }
    table.insert(key, Term::Tuple(object));
    if many { Ok(Term::list(values)) } else { values.pop().ok_or_else(Raise::badarg) }
}

/// `{Position, Value}` or a list of them.
fn update_element(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let table = keyed(context, &arguments[0], None)?;
    let changes = match &arguments[2] {
        change @ Term::Tuple(_) => vec![change.clone()],
        list => list.proper_list().ok_or_else(Raise::badarg)?,
    };
    let key = table.key(&arguments[1]);
    let [Term::Tuple(object)] = table.lookup(&key) else { return Ok(Term::bool(false)) };
    let mut object = object.clone();
    for change in &changes {
        let Some([at, value]) = change.as_tuple() else { return Err(Raise::badarg()) };
        let at = position(at)?;
        if at == table.key_position {
            return Err(because("keypos"));
        }
        *object.make_mut().get_mut(at - 1).ok_or_else(Raise::badarg)? = value.clone();
    }
    table.insert(key, Term::Tuple(object));
    Ok(Term::bool(true))
}
