//! What the page needs from the command line that serves it: programs, files, the oracle program.

use debugger::dialogue::{Manner, Saved};
use debugger::language::FunctionSeen;
use debugger::{Dialogue, Problem};
use session::Knowledge;
use session::event::Question;

/// The server of the page. It lives in the thread of the worker.
pub trait Host {
    /// What to show first.
    fn beginning(&self) -> Beginning;

    /// Functions that people may want to call.
    fn functions(&self) -> Vec<FunctionSeen>;

    /// Sessions that were held lately, the last one first.
    fn recent(&self) -> Vec<Recent>;

    /// Reads the program, and begins.
    fn begin(&mut self, what: &Beginning) -> Result<Dialogue, Vec<Problem>>;

    /// Runs an expression as it was run, or in a random order with this seed, to draw it.
    fn run_again(&mut self, expression: &str, seed: Option<u64>) -> Result<Dialogue, Vec<Problem>>;

    /// From now on, this answer of a goal is asked about, or the one that is missing.
    fn choose_answer(&mut self, answer: usize, missing: bool);

    /// How sessions are held, and what is known from earlier ones.
    fn manner(&self) -> (Manner, Knowledge);

    /// Appends to the answers file or the transcript.
    fn save(&mut self, what: Saved, text: &str) -> Result<(), String>;

    /// What the oracle program says.
    fn ask_oracle(&mut self, question: &Question, complaint: Option<&str>) -> Result<String, String>;

    /// The text of a source file that the debugger has named.
    fn source(&self, file: &str) -> Option<String>;

    /// Keeps what was said, as a line: the server can be killed at any time, and goes on from
    /// there.
    fn keep(&mut self, line: &str) -> Result<(), String>;

    /// Forgets all that was kept: the session begins anew.
    fn forget(&mut self) -> Result<(), String>;
}

/// A session that was held lately.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recent {
    /// The command that continues it.
    pub command: String,
    /// Where it was given.
    pub folder: String,
    /// How many things were said in it.
    pub said: usize,
}

/// The subject of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// An expression whose value is wrong.
    Ask(String),
    /// A run to walk through.
    Walk(String),
    /// The tests of the program.
    Test,
}
