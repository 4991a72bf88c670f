//! One debugger under every interface: terminal, JSON, editor and browser drive the same
//! [`Dialogue`].
//!
//! Never blocks, opens no file, has no clock.

pub mod dialogue;
pub mod erlang;
pub mod files;
pub mod language;
pub mod lazy;
pub mod outcome;
pub mod trace;
pub mod walk;
pub mod words;

pub use dialogue::{Dialogue, Input, Output};
pub use language::{Language, Problem, Project, Recorded};
pub use outcome::{OutcomeKind, RunOutcome};
pub use walk::{Walk, Walkable, Walked};

use std::path::Path;

/// Every language, in the order in which they are asked whether a source is theirs. Erlang comes
/// last, because it also owns folders.
pub const LANGUAGES: &[&dyn Language] = &[&trace::Trace, &lazy::LazyLanguage, &erlang::Erlang];

/// The language of a source, by its name and its first bytes.
pub fn language_of(source: &Path, head: &[u8]) -> Option<&'static dyn Language> {
    LANGUAGES.iter().copied().find(|language| language.owns(source, head))
}
