//! All tables of a run.

use erlang_term::{Atom, Pid, Ref, Term};
use rpds::RedBlackTreeMap;

use super::super::match_spec::MatchSpec;
use super::table::EtsTable;
use crate::process::RefKey;

/// Cheap to clone, as a checkpoint does.
#[derive(Clone, Default)]
pub struct Tables {
    by_id: RedBlackTreeMap<RefKey, EtsTable>,
    names: RedBlackTreeMap<&'static str, RefKey>,
    /// What `match_spec_compile` has made, by its reference.
    compiled: RedBlackTreeMap<RefKey, MatchSpec>,
}

impl Tables {
    pub fn get(&self, id: Ref) -> Option<&EtsTable> {
        self.by_id.get(&id.into())
    }

    pub fn get_mut(&mut self, id: Ref) -> Option<&mut EtsTable> {
        let key = RefKey::from(id);
        // `get_mut` copies on its way down, found or not.
        if self.by_id.contains_key(&key) { self.by_id.get_mut(&key) } else { None }
    }

    pub fn whereis(&self, name: Atom) -> Option<Ref> {
        self.names.get(name.name()).map(|key| (*key).into())
    }

    pub fn add(&mut self, table: EtsTable) {
        if table.named {
            self.names.insert_mut(table.name.name(), table.id.into());
        }
        self.by_id.insert_mut(table.id.into(), table);
    }

    pub fn remove(&mut self, id: Ref) {
        if let Some(table) = self.by_id.get(&id.into()) {
            if table.named {
                self.names.remove_mut(table.name.name());
            }
            self.by_id.remove_mut(&id.into());
        }
    }

    pub fn rename(&mut self, id: Ref, name: Atom) {
        let Some(table) = self.get_mut(id) else { return };
        let old = std::mem::replace(&mut table.name, name);
        if table.named {
            self.names.remove_mut(old.name());
            self.names.insert_mut(name.name(), id.into());
        }
    }

    /// Those that become different when a process ends.
    pub fn left_by(&self, pid: Pid) -> Vec<LeftTable> {
        let left = self.iter().filter(|table| table.owner == pid || table.is_fixed_by(pid));
        left.map(|table| LeftTable {
            id: table.id,
            is_owner: table.owner == pid,
            name: table.named.then_some(table.name),
            heir: table.heir.as_ref().map(|(heir, _)| *heir),
        })
        .collect()
    }

    /// In the order of their creation.
    pub fn iter(&self) -> impl Iterator<Item = &EtsTable> {
        self.by_id.values()
    }

    pub fn add_compiled(&mut self, reference: Ref, spec: MatchSpec) {
        self.compiled.insert_mut(reference.into(), spec);
    }

    pub fn compiled(&self, reference: Ref) -> Option<&MatchSpec> {
        self.compiled.get(&reference.into())
    }

    /// A process ended: its tables go, or to their heirs, each with a message to the heir.
    pub fn owner_exited(&mut self, owner: Pid, alive: impl Fn(Pid) -> bool) -> Vec<(Pid, Term)> {
        let touched: Vec<Ref> = self
            .iter()
            .filter(|table| table.owner == owner || table.is_fixed_by(owner))
            .map(|table| table.id)
            .collect();
        let mut messages = Vec::new();
        for id in touched {
            let Some(table) = self.get_mut(id) else { continue };
            table.unfix_all(owner);
            if table.owner != owner {
                continue;
            }
            match table.heir.clone() {
                Some((heir, data)) if alive(heir) => {
                    table.owner = heir;
                    messages.push((heir, transfer(table, owner, data)));
                }
                _ => self.remove(id),
            }
        }
        messages
    }
}

/// A table that someone who ends has owned, or fixed.
pub struct LeftTable {
    pub id: Ref,
    pub is_owner: bool,
    /// By which it can be found.
    pub name: Option<Atom>,
    pub heir: Option<Pid>,
}

/// What a table is called in Erlang: its name if it is a named one.
pub fn handle(table: &EtsTable) -> Term {
    if table.named { Term::Atom(table.name) } else { Term::Ref(table.id) }
}

/// `{'ETS-TRANSFER', Table, From, Data}`
pub fn transfer(table: &EtsTable, from: Pid, data: Term) -> Term {
    Term::tuple([Term::atom("ETS-TRANSFER"), handle(table), Term::Pid(from), data])
}
