//! What natives keep between calls, beside processes: tables, terms, counters. Cloned with every checkpoint, so it must share structure.

use std::hash::{Hash, Hasher};

use erlang_term::{Map, Pid, Term};

use super::atomics::Arrays;
use super::ets::Tables;

#[derive(Clone, Default)]
pub struct Storage {
    pub tables: Tables,
    /// `persistent_term`
    pub persistent: Map,
    /// Names that `global` knows, and whose they are. Who is dead is no longer known by his.
    pub global_names: Map,
    pub arrays: Arrays,
    /// What `system_flag` has set and `statistics` has told, by key.
    pub flags: Map,
    /// `{Application, Key}` and what `application:set_env` has made of it.
    pub environment: Map,
    /// Microseconds that `now/0` gave last.
    pub last_now: i64,
}

impl Storage {
    /// For comparing states.
    pub fn add_to(&self, hasher: &mut impl Hasher) {
        for table in self.tables.iter() {
            table.add_to(hasher);
        }
        for (array, values) in self.arrays.iter() {
            (array, values.values()).hash(hasher);
        }
        for map in [&self.persistent, &self.global_names, &self.flags, &self.environment] {
            Term::Map(map.clone()).hash(hasher);
        }
    }

    /// A process ended: its tables go, or are given away, with a message to each heir.
    pub fn owner_exited(&mut self, owner: Pid, alive: impl Fn(Pid) -> bool) -> Vec<(Pid, Term)> {
        self.tables.owner_exited(owner, alive)
    }
}
