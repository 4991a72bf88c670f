//! One debugger under every interface: terminal, JSON, editor and browser drive the same
//! [`Dialogue`].
//!
//! Never blocks, opens no file, has no clock.
//!
//! # Files
//!
//! - `dialogue/` is a session that never blocks. `Dialogue::advance(Input)` does at most one slice
//!   of work and returns `Output`s; `look` shows the session and changes nothing. The course of a
//!   session (`course.rs`) is plain sequential code: an `async` function, polled by hand, that
//!   gives control back wherever it needs an answer, a saved file, a line of input or more steps.
//!   `desk.rs` is where it and the interface meet. Asking an oracle program and saving an answer
//!   are outputs that the interface performs.
//! - `language.rs` is what a language brings along, split by time: `Language` (read a program),
//!   `Project` (run it), `Recorded` (its outcome, and the run as something to ask about, to draw,
//!   to walk through); `Tests` and `Tested` are the same for its tests. `LANGUAGES` in `lib.rs`
//!   lists them. `Abilities` says what a language can do: it drives refusals (`Language::refuses`).
//!   `Options` is what all of them are told.
//! - `outcome.rs` is what came of a run: one type, one event `done`, one exit status, one report
//!   for people. `drawable.rs` is what `tree` and `diagram` draw.
//! - `erlang/`, `lazy/` and `trace/` implement it. In each, `evidence` puts the nodes of a tree
//!   into words and claims.
//! - `erlang/tests/` runs the EUnit tests of a project, with the EUnit of the embedded library,
//!   which reports to the world through `World::report`. A failed test fails once more to be asked
//!   about (`again.rs`): the function alone, or with its fixtures. The tree is that of all
//!   processes which took part, and the search begins at the call that the assertion is about
//!   (`symptom.rs`). `lazy/tests.rs` tries properties.
//! - `erlang/project/` finds sources, dependencies and an installed OTP, and is the `Loader` of the
//!   machine. `erlang/project/computer.rs` says what of the computer runs may read.
//!   `erlang/oracles.rs` sets up the judges, `erlang/trust.rs` says which functions are trusted,
//!   `erlang/exception.rs` shows exceptions as the Erlang shell does, `erlang/unit_tests.rs` writes
//!   answers as EUnit tests, `erlang/diagram/` chooses the events of a diagram.
//! - `walk/` is `Walk`, a run that goes both ways. `command` takes the lines of `rewind`, and their
//!   replies are data (`Reply`). `set_out` begins the ways that editors ask for, and breakpoints
//!   are data, too (`travel.rs`). `WalkView` (`view.rs`) is what there is to see: position,
//!   processes, frames with their places in the source, variables and the parts of values,
//!   mailboxes, exceptions, diagrams. Each call does at most one slice of work; what takes longer
//!   goes on, or is cancelled. `Project::walkable`, `Project::resumable` and `Recorded::walkable`
//!   open a walk; a language that cannot returns `None`. `erlang/walk/` implements it over a
//!   session of `erlang-rewind` (`opening.rs`: where a walk comes from; `held.rs`: what there is to
//!   see of it) and holds the text of saved sessions (`saved.rs`); `dialogue/walking.rs` walks
//!   inside a dialogue.
//! - `lazy/sources.rs` finds the files of a lazy program: the modules that it imports, and the
//!   source folders of a cabal or stack project.
//! - `words.rs` and `words/help.rs` hold the texts that every interface shows. `inquiry` and
//!   `whodunit` have a `words.rs` of their own.
//!
//! Files and environment variables come in through the trait `Files` (`files.rs`). The command line
//! implements it for the disk; `Texts` in the same file implements it in memory, for tests.

#![forbid(unsafe_code)]

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

/// Long steps of a run, which can be given up in the middle.
pub use erlang_term::work;

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

pub const ERLANG: erlang::Erlang = erlang::Erlang;

/// Bytes at the beginning of a source that tell its language.
const HEAD: usize = 64;

/// The language of a program, by the names and first bytes of its sources: the first language that
/// owns one of them. Without sources there is only a library: Erlang's.
pub fn language_of(sources: &[PathBuf], files: &dyn Files) -> &'static dyn Language {
    let heads: Vec<Vec<u8>> =
        sources.iter().map(|source| files.head(source, HEAD).unwrap_or_default()).collect();
    let owns = |language: &&dyn Language| {
        sources.iter().zip(&heads).any(|(source, head)| language.owns(source, head, files))
    };
    LANGUAGES.iter().copied().find(owns).unwrap_or(&ERLANG)
}
