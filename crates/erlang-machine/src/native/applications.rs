//! The table in which OTP's application controller keeps what is loaded, and the settings in it.
//! Kernel and stdlib are in it from the beginning.

use std::sync::LazyLock;

use erlang_term::{Atom, Pid, Ref, Term, atoms, external};

use super::ets::{EtsTable, Protection};
use super::{Context, Outcome, Table};
use crate::native::effect::{Change, Look, On, Touches};
use crate::servants::{APPLICATION_CONTROLLER, KERNEL_SUPERVISOR};
use crate::system::System;

/// The controller is only asked where more than one setting is concerned, or more than the table.
pub const TABLE: Table = &[
    ("get_env", 2, Touches(&[Look(On::Setting { application: 0, key: 1 })]), |context, arguments| {
        Ok(match setting(context.system, &arguments[0], &arguments[1]) {
            Some(value) => Term::tuple([Term::Atom(atoms::OK), value]),
            None => Term::Atom(atoms::UNDEFINED),
        })
    }),
    ("get_env", 3, Touches(&[Look(On::Setting { application: 0, key: 1 })]), |context, arguments| {
        let found = setting(context.system, &arguments[0], &arguments[1]);
        Ok(found.unwrap_or_else(|| arguments[2].clone()))
    }),
    ("get_all_env", 1, Touches(&[Look(On::Settings)]), |context, arguments| {
        Ok(settings_of(context.system, &arguments[0]))
    }),
    ("set_env", 3, Touches(&[Change(On::Setting { application: 0, key: 1 })]), set_env),
    ("unset_env", 2, Touches(&[Change(On::Setting { application: 0, key: 1 })]), unset_env),
];

/// The name of the table.
pub const NAME: &str = "ac_tab";

/// Nothing else has this reference: that of a run's first one comes after it.
fn id() -> Ref {
    Ref::local(0)
}

/// A line an application: its objects in the external format, in hexadecimal digits. Written by
/// `tests/natives/applications.escript`.
static STARTED: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    let line = |line: &str| line.as_bytes().chunks(2).filter_map(byte).collect();
    include_str!("applications.txt").lines().map(line).collect()
});

thread_local! {
    /// The table at the beginning of every run: its copies share what they do not change.
    static FRESH: EtsTable = {
        let mut table = EtsTable::new(id(), Atom::new(NAME), Pid::local(APPLICATION_CONTROLLER));
        (table.named, table.protection, table.read_concurrency) = (true, Protection::Public, true);
        for bytes in STARTED.iter() {
            let objects = external::decode(bytes).ok().and_then(|(term, _)| term.proper_list());
            for object in objects.unwrap_or_default() {
                if let Some(key) = table.key_of(&object) {
                    table.insert(key, object);
                }
            }
        }
        let master = Term::tuple([Term::atom("application_master"), Term::atom("kernel")]);
        let row = Term::tuple([master.clone(), Term::Pid(Pid::local(KERNEL_SUPERVISOR))]);
        table.insert(table.key(&master), row);
        table
    };
}

/// The table of a run that begins.
pub fn fresh_table() -> EtsTable {
    FRESH.with(EtsTable::clone)
}

/// `{env, Application, Key}`
pub fn key(application: &Term, key: &Term) -> Term {
    Term::tuple([Term::atom("env"), application.clone(), key.clone()])
}

pub fn setting(system: &System, application: &Term, name: &Term) -> Option<Term> {
    let table = system.storage.tables.get(id())?;
    let found = table.lookup(&table.key(&key(application, name))).first()?;
    found.as_tuple()?.get(1).cloned()
}

/// `[{Key, Value}]`
fn settings_of(system: &System, whose: &Term) -> Term {
    let Some(table) = system.storage.tables.get(id()) else { return Term::Nil };
    let objects = table.snapshot();
    let pair = |object: &Term| match object.as_tuple()? {
        [key, value] => match key.as_tuple()? {
            [kind, application, name] if application == whose && *kind == Term::atom("env") => {
                Some(Term::tuple([name.clone(), value.clone()]))
            }
            _ => None,
        },
        _ => None,
    };
    let pairs = objects.values().flat_map(|bucket| bucket.objects()).filter_map(pair);
    Term::list(pairs.collect::<Vec<_>>())
}

fn set_env(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    if let Some(table) = context.system.storage.tables.get_mut(id()) {
        let term = key(&arguments[0], &arguments[1]);
        table.insert(table.key(&term), Term::tuple([term, arguments[2].clone()]));
    }
    Ok(Term::Atom(atoms::OK))
}

fn unset_env(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    if let Some(table) = context.system.storage.tables.get_mut(id()) {
        table.delete(&table.key(&key(&arguments[0], &arguments[1])));
    }
    Ok(Term::Atom(atoms::OK))
}
