//! `ets`: tables of tuples that all processes share.

mod counter;
mod info;
mod manage;
mod objects;
mod select;
mod table;
mod tables;
#[cfg(test)]
mod tests;

use erlang_term::{Atom, Pid, Ref, Term};

use super::Context;
use crate::Raise;

pub use counter::TABLE as COUNTER_TABLE;
pub use info::TABLE as INFO_TABLE;
pub use manage::TABLE as MANAGE_TABLE;
pub use objects::TABLE as OBJECTS_TABLE;
pub use select::{ERLANG_TABLE, TABLE as SELECT_TABLE};
pub use table::{EtsTable, Protection};
pub use tables::Tables;

const END_OF_TABLE: &str = "$end_of_table";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
    /// Only the owner may do it.
    Own,
    /// Anyone may, whatever the protection.
    Any,
}

fn because(cause: &str) -> Raise {
    Raise::badarg().because(Atom::new(cause))
}

/// Which table a term names, by reference or by name.
fn id(context: &Context<'_>, table: &Term) -> Result<Ref, Raise> {
    match table {
        Term::Ref(id) => Ok(*id),
        Term::Atom(name) => context.system.storage.tables.whereis(*name).ok_or_else(|| because("id")),
        _ => Err(because("type")),
    }
}

/// The table, if it is there and the calling process may use it so.
fn table<'a>(context: &'a mut Context<'_>, name: &Term, access: Access) -> Result<&'a mut EtsTable, Raise> {
    let (id, me) = (id(context, name)?, context.pid());
    let table = context.system.storage.tables.get_mut(id).ok_or_else(|| because("id"))?;
    let allowed = table.owner == me
        || match access {
            Access::Read => table.protection != Protection::Private,
            Access::Write => table.protection == Protection::Public,
            Access::Own => false,
            Access::Any => true,
        };
    if allowed { Ok(table) } else { Err(because("access")) }
}

/// The same for looking only.
fn read<'a>(context: &'a Context<'_>, name: &Term) -> Result<&'a EtsTable, Raise> {
    let id = id(context, name)?;
    let table = context.system.storage.tables.get(id).ok_or_else(|| because("id"))?;
    let allowed = table.protection != Protection::Private || table.owner == context.pid();
    if allowed { Ok(table) } else { Err(because("access")) }
}

/// What one needs to know of a table to say who else may use it.
pub struct TableView {
    pub id: Ref,
    pub owner: Pid,
    /// By which it can be found.
    pub name: Option<Atom>,
    pub is_private: bool,
    /// Where in an object its key is, from 1.
    pub key_position: usize,
    pub keys: KeyKind,
}

/// Which keys are one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    Same,
    /// Those that are `==`.
    Equal,
}

impl TableView {
    pub fn find(context: &Context<'_>, name: &Term) -> Option<TableView> {
        let table = context.system.storage.tables.get(id(context, name).ok()?)?;
        Some(TableView {
            id: table.id,
            owner: table.owner,
            name: table.named.then_some(table.name),
            is_private: table.protection == Protection::Private,
            key_position: table.key_position,
            keys: if table.kind == table::TableKind::OrderedSet { KeyKind::Equal } else { KeyKind::Same },
        })
    }
}

fn end_of_table() -> Term {
    Term::atom(END_OF_TABLE)
}
