//! What natives keep between calls, beside processes: tables, terms, counters. Cloned with every
//! checkpoint, so it must share structure.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use erlang_term::{Atom, Map, Pid, Ref, Term};
use rpds::RedBlackTreeMap;
use sha2::digest::DynDigest;

use super::applications;
use super::atomics::Arrays;
use super::ets::{EtsTable, Protection, Tables};
use super::files::FileSystem;
use crate::process::RefKey;
use crate::versions::LoadedCode;

#[derive(Clone, Default)]
pub struct Storage {
    pub tables: Tables,
    /// `persistent_term`
    pub persistent: Map,
    /// Names that `global` knows, and whose they are. Who is dead is no longer known by his.
    pub global_names: Map,
    pub arrays: Arrays,
    /// Hashes under way, by their references.
    pub hashes: RedBlackTreeMap<RefKey, Rc<dyn DynDigest>>,
    /// What `system_flag` has set and `statistics` has told, by key.
    pub flags: Map,
    pub files: FileSystem,
    /// Code that the run has loaded.
    pub code: LoadedCode,
    /// Environment variables that the run set, to their values, or removed (`false`).
    pub variables: Map,
    /// Microseconds that `now/0` gave last.
    pub last_now: i64,
}

impl Storage {
    /// At the beginning of a run.
    pub fn new() -> Storage {
        let mut storage = Storage::default();
        storage.tables.add(applications::fresh_table());
        storage
    }

    /// The configuration of module `logger`, which any process may change.
    pub fn add_logger_table(&mut self, owner: Pid) {
        // Nothing else has this reference: that of a run's first one comes after it.
        let mut table = EtsTable::new(Ref::local(1), Atom::new("logger"), owner);
        (table.named, table.protection) = (true, Protection::Public);
        self.tables.add(table);
    }

    /// For comparing states.
    pub fn add_to(&self, hasher: &mut impl Hasher) {
        for table in self.tables.iter() {
            table.add_to(hasher);
        }
        for (array, values) in self.arrays.iter() {
            (array, values.values()).hash(hasher);
        }
        for (reference, digest) in self.hashes.iter() {
            (reference, digest.box_clone().finalize()).hash(hasher);
        }
        self.files.add_to(hasher);
        self.code.add_to(hasher);
        let maps = [&self.persistent, &self.global_names, &self.flags, &self.variables];
        for map in maps {
            Term::Map(map.clone()).hash(hasher);
        }
    }

    /// A process ended: its tables go, or are given away, with a message to each heir.
    pub fn owner_exited(&mut self, owner: Pid, alive: impl Fn(Pid) -> bool) -> Vec<(Pid, Term)> {
        self.files.owner_exited(owner);
        self.tables.owner_exited(owner, alive)
    }
}
