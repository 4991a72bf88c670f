//! Runs the same Erlang in whodunit and in real `erl` and compares: values, exceptions with their
//! stack traces, and output.
//!
//! The corpus (`tests/side-by-side` at the top of the repository) holds expressions by topic and
//! small programs; [`random`] makes programs of its own. Both sides run the same driver, written in
//! Erlang, which prints a section of text for each test; a test passes when its two sections are
//! equal.

#![forbid(unsafe_code)]
// It starts programs, writes their sources, waits for them, and prints: all that a test of the
// outside has to do.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

pub mod compare;
pub mod corpus;
mod masks;
pub mod process;
pub mod random;
pub mod sections;
pub mod side;

/// Why the comparison itself could not be made, in plain words.
#[derive(Debug)]
pub struct Trouble(pub String);

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Trouble {
    /// For file operations: what was being done, to which path, and what the system said.
    pub fn with_path(doing: &str, path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Trouble {
        move |error| Trouble(format!("cannot {doing} {}: {error}", path.display()))
    }
}
