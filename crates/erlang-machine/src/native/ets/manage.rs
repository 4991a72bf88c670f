//! Tables as a whole: made, renamed, fixed, given away, deleted.

use erlang_term::{Pid, Term, atoms};

use super::super::{Outcome, Table as Natives};
use super::table::{EtsTable, Protection, TableKind};
use super::tables::{handle, transfer};
use super::{Access, Context, because, table};
use crate::Raise;
use crate::native::effect::{Change, Effect, Look, On, Touches, TouchesSome};

/// A name is taken by tables that are used by it.
const NEW: Effect = TouchesSome(
    &[Change(On::Fresh), Change(On::Tables), Change(On::TableName(0)), Look(On::Heir(1))],
    |touch, _, arguments| match touch.on() {
        On::TableName(_) => {
            let options = arguments[1].proper_list().unwrap_or_default();
            options.iter().filter_map(Term::as_atom).any(|option| option.name() == "named_table")
        }
        _ => true,
    },
);

pub const TABLE: Natives = &[
    ("new", 2, NEW, new),
    ("delete", 1, Touches(&[Change(On::Table(0)), Change(On::TableName(0)), Change(On::Tables)]), delete),
    (
        "rename",
        2,
        Touches(&[
            Change(On::Table(0)),
            Change(On::TableName(0)),
            Change(On::TableName(1)),
            Change(On::Tables),
        ]),
        rename,
    ),
    ("whereis", 1, Touches(&[Look(On::TableName(0))]), whereis),
    ("all", 0, Touches(&[Look(On::Tables)]), all),
    ("give_away", 3, Touches(&[Change(On::Table(0)), Look(On::Life(1)), Change(On::Signal(1))]), give_away),
    ("setopts", 2, Touches(&[Change(On::Table(0)), Look(On::Heir(1))]), setopts),
    ("safe_fixtable", 2, Touches(&[Change(On::Contents(0))]), safe_fixtable),
    ("delete_all_objects", 1, Touches(&[Change(On::Contents(0))]), delete_all_objects),
    ("internal_delete_all", 2, Touches(&[Change(On::Contents(0))]), internal_delete_all),
];

fn new(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    let options = arguments[1].proper_list().ok_or_else(Raise::badarg)?;
    let mut table = EtsTable::new(context.system.new_ref(), name, context.pid());
    for option in options {
        set_option(context, &mut table, &option).ok_or_else(Raise::badarg)?;
    }
    let tables = &mut context.system.storage.tables;
    if table.named && tables.whereis(name).is_some() {
        return Err(because("already_exists"));
    }
    let handle = handle(&table);
    tables.add(table);
    Ok(handle)
}

fn set_option(context: &Context<'_>, table: &mut EtsTable, option: &Term) -> Option<()> {
    let boolean = |value: &Term| match value {
        Term::Atom(atoms::TRUE) => Some(true),
        Term::Atom(atoms::FALSE) => Some(false),
        _ => None,
    };
    match option {
        Term::Atom(option) => match option.name() {
            "set" => table.kind = TableKind::Set,
            "ordered_set" => table.kind = TableKind::OrderedSet,
            "bag" => table.kind = TableKind::Bag,
            "duplicate_bag" => table.kind = TableKind::DuplicateBag,
            "public" => table.protection = Protection::Public,
            "protected" => table.protection = Protection::Protected,
            "private" => table.protection = Protection::Private,
            "named_table" => table.named = true,
            "compressed" => table.compressed = true,
            _ => return None,
        },
        Term::Tuple(parts) => match &**parts {
            [Term::Atom(key), value] => match key.name() {
                "keypos" => table.key_position = usize::try_from(value.as_int()?).ok().filter(|n| *n > 0)?,
                "read_concurrency" => table.read_concurrency = boolean(value)?,
                "decentralized_counters" => table.decentralized_counters = boolean(value)?,
                "write_concurrency" => {
                    let auto = matches!(value, Term::Atom(auto) if auto.name() == "auto");
                    if !auto {
                        boolean(value)?;
                    }
                    table.write_concurrency = value.clone();
                }
                "heir" => table.heir = heir(context, option)?,
                _ => return None,
            },
            [Term::Atom(key), _, _] if key.name() == "heir" => table.heir = heir(context, option)?,
            _ => return None,
        },
        _ => return None,
    }
    Some(())
}

/// `{heir, none}` or `{heir, Pid, Data}`; one that has ended inherits nothing.
fn heir(context: &Context<'_>, option: &Term) -> Option<Option<(Pid, Term)>> {
    match option.as_tuple()? {
        [_, Term::Atom(none)] if none.name() == "none" => Some(None),
        [_, Term::Pid(pid), data] => {
            let alive = context.system.is_alive(*pid, context.process);
            Some(alive.then(|| (*pid, data.clone())))
        }
        _ => None,
    }
}

fn delete(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let id = table(context, &arguments[0], Access::Write)?.id;
    context.system.storage.tables.remove(id);
    Ok(Term::bool(true))
}

fn rename(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = arguments[1].as_atom().ok_or_else(Raise::badarg)?;
    let renamed = table(context, &arguments[0], Access::Write)?;
    let (id, named) = (renamed.id, renamed.named);
    let tables = &mut context.system.storage.tables;
    if named && tables.whereis(name).is_some_and(|other| other != id) {
        return Err(because("already_exists"));
    }
    tables.rename(id, name);
    Ok(if named { Term::Atom(name) } else { Term::Ref(id) })
}

fn whereis(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let name = arguments[0].as_atom().ok_or_else(Raise::badarg)?;
    Ok(context.system.storage.tables.whereis(name).map_or(Term::Atom(atoms::UNDEFINED), Term::Ref))
}

fn all(context: &mut Context<'_>, _: &[Term]) -> Outcome {
    Ok(Term::list(context.system.storage.tables.iter().map(handle).collect::<Vec<_>>()))
}

fn give_away(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let me = context.pid();
    let given = table(context, &arguments[0], Access::Own)?.id;
    let Term::Pid(to) = arguments[1] else { return Err(Raise::badarg()) };
    if to == me {
        return Err(because("owner"));
    }
    if !context.system.is_alive(to, context.process) {
        return Err(Raise::badarg());
    }
    let given = context.system.storage.tables.get_mut(given).ok_or_else(|| because("id"))?;
    given.owner = to;
    let message = transfer(given, me, arguments[2].clone());
    context.scene().send(to, message);
    Ok(Term::bool(true))
}

fn setopts(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let options = match &arguments[1] {
        option @ Term::Tuple(_) => vec![option.clone()],
        list => list.proper_list().ok_or_else(Raise::badarg)?,
    };
    let mut changed = table(context, &arguments[0], Access::Own)?.clone();
    for option in options {
        let done = match option.as_tuple() {
            Some([Term::Atom(key), Term::Atom(level)]) if key.name() == "protection" => match level.name() {
                "public" | "protected" | "private" => set_option(context, &mut changed, &Term::Atom(*level)),
                _ => None,
            },
            Some([Term::Atom(key), ..]) if key.name() == "heir" => set_option(context, &mut changed, &option),
            _ => None,
        };
        done.ok_or_else(Raise::badarg)?;
    }
    *table(context, &arguments[0], Access::Own)? = changed;
    Ok(Term::bool(true))
}

fn safe_fixtable(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let (me, now) = (context.pid(), context.now());
    let fixed = table(context, &arguments[0], Access::Read)?;
    match &arguments[1] {
        Term::Atom(atoms::TRUE) => fixed.fix(me, now),
        Term::Atom(atoms::FALSE) => fixed.unfix(me),
        _ => return Err(Raise::badarg()),
    }
    Ok(Term::bool(true))
}

fn delete_all_objects(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    table(context, &arguments[0], Access::Write)?.clear();
    Ok(Term::bool(true))
}

/// What OTP's own `ets` module calls for it: how many there were.
fn internal_delete_all(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let cleared = table(context, &arguments[0], Access::Write)?;
    let count = cleared.size();
    cleared.clear();
    Ok(Term::Int(count as i64))
}
