//! Which version of a module a call reaches, where a run loads code while it runs.
//!
//! All versions are in the [`crate::program::Program`], which states of a run share. Which of them
//! is the current one belongs to the state: a state from before the load calls the version from
//! before.

use std::hash::{Hash, Hasher};

use erlang_term::{Atom, Term};
use rpds::RedBlackTreeMap;

/// A version of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Version {
    /// The one that the loader finds.
    First,
    /// The one that the run loaded, by its number in the program.
    Loaded(u32),
}

/// What there is of a module.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Versions {
    /// None: deleted. The next call loads the first version again, if there is one.
    pub current: Option<Version>,
    /// What processes may still run until it is purged.
    pub old: Option<Version>,
    /// The file that the current version was said to come from.
    pub file: Option<Term>,
}

impl Default for Versions {
    fn default() -> Versions {
        Versions { current: Some(Version::First), old: None, file: None }
    }
}

/// The modules of which code was loaded, deleted or purged, and those whose folder was made sticky
/// or was freed.
#[derive(Clone, Default)]
pub struct LoadedCode {
    modules: RedBlackTreeMap<&'static str, Versions>,
    sticky: RedBlackTreeMap<&'static str, bool>,
}

impl LoadedCode {
    pub fn of(&self, module: Atom) -> Versions {
        self.modules.get(module.name()).cloned().unwrap_or_default()
    }

    pub fn current(&self, module: Atom) -> Option<Version> {
        self.modules.get(module.name()).map_or(Some(Version::First), |versions| versions.current)
    }

    /// The current version becomes the old one.
    pub fn load(&mut self, module: Atom, version: Version, file: Option<Term>) {
        let before = self.of(module);
        let old = before.current.or(before.old);
        self.set(module, Versions { current: Some(version), old, file });
    }

    pub fn delete(&mut self, module: Atom) {
        let before = self.of(module);
        self.set(module, Versions { current: None, old: before.current.or(before.old), file: None });
    }

    pub fn purge(&mut self, module: Atom) {
        self.set(module, Versions { old: None, ..self.of(module) });
    }

    fn set(&mut self, module: Atom, versions: Versions) {
        self.modules.insert_mut(module.name(), versions);
    }

    /// Whether the module was made sticky or was freed, if either.
    pub fn stickiness(&self, module: Atom) -> Option<bool> {
        self.sticky.get(module.name()).copied()
    }

    pub fn set_sticky(&mut self, module: Atom, is_sticky: bool) {
        self.sticky.insert_mut(module.name(), is_sticky);
    }

    /// Modules whose current version the run loaded, in the order of their names.
    pub fn loaded(&self) -> impl Iterator<Item = (&'static str, &Versions)> {
        let is_loaded = |versions: &Versions| matches!(versions.current, Some(Version::Loaded(_)));
        self.modules.iter().map(|(name, versions)| (*name, versions)).filter(move |(_, v)| is_loaded(v))
    }

    /// For comparing states.
    pub fn add_to(&self, hasher: &mut impl Hasher) {
        for (name, versions) in self.modules.iter() {
            (name, versions).hash(hasher);
        }
        for sticky in self.sticky.iter() {
            sticky.hash(hasher);
        }
    }
}
