//! One debugger under every interface: terminal, JSON, editor and browser drive the same
//! [`Dialogue`].
//!
//! Never blocks, opens no file, has no clock.

pub mod dialogue;
pub mod drawable;
pub mod erlang;
pub mod files;
pub mod language;
pub mod lazy;
pub mod outcome;
pub mod trace;
pub mod walk;
pub mod words;

pub use dialogue::{Dialogue, Input, Output};
pub use drawable::Drawable;
pub use language::{Language, Problem, Project, Recorded};
pub use outcome::{OutcomeKind, RunOutcome};
pub use walk::{Walk, Walkable, Walked};

use std::path::PathBuf;

use files::Files;

/// Every language, in the order in which they are asked whether a source is theirs. Erlang comes
/// last, because it also owns folders.
pub const LANGUAGES: &[&dyn Language] = &[&trace::Trace, &lazy::LazyLanguage, &ERLANG];

const ERLANG: erlang::Erlang = erlang::Erlang;

/// Bytes at the beginning of a source that tell its language.
const HEAD: usize = 64;

/// The language of a program, by the names and first bytes of its sources: the first language that
/// owns one of them. Without sources there is only a library: Erlang's.
pub fn language_of(sources: &[PathBuf], files: &dyn Files) -> &'static dyn Language {
    let heads: Vec<Vec<u8>> =
        sources.iter().map(|source| files.head(source, HEAD).unwrap_or_default()).collect();
    if sources.iter().any(|source| lazy::sources::is_project(files, source)) {
        return &lazy::LazyLanguage;
    }
    let owns = |language: &&dyn Language| {
        sources.iter().zip(&heads).any(|(source, head)| language.owns(source, head))
    };
    LANGUAGES.iter().copied().find(owns).unwrap_or(&ERLANG)
}
