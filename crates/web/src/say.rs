//! What the page says to the session.

use serde::{Deserialize, Serialize};
use session::Answer;

/// A command of the page, with the revision that it was decided on.
#[derive(Clone, Deserialize, Debug)]
pub struct Said {
    pub rev: u64,
    pub say: Say,
}

/// What can be said. The names of fields are the contract between page and server, and of the
/// journal that a session goes on from.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize, Debug)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Say {
    /// An answer as in `ask --json`.
    Answer { answer: Answer },
    /// The symptom is wrong, whatever others think of it.
    Insist,
    /// Ask about this expression instead.
    Elsewhere { expression: String },
    /// A line for the program, without its end.
    Line { text: String },
    /// The program's input is over.
    EndOfInput,
    /// Ends the work that is going on, and keeps what was found. `steps`: how far it was.
    Stop {
        #[serde(default)]
        steps: u64,
    },
    /// A command of `rewind`.
    Walk { line: String },
    /// Walks from the beginning or the end of a node, or of what is asked about.
    Visit {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<u32>,
        #[serde(default)]
        end: bool,
    },
    /// Asks about the test with this index among those that failed.
    Test { n: usize },
    /// From the start page: asks about an expression.
    Begin { expression: String },
    /// From the start page: asks about a call.
    Call { function: String, arguments: Vec<String> },
    /// Of a goal: asks about its `n`-th answer, or why one is missing.
    Goal {
        n: usize,
        #[serde(default)]
        missing: bool,
    },
    /// Ends with what is known.
    GiveUp,
    /// Begins anew, with the sources as they are now.
    Restart,
}
