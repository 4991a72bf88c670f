//! What can be completed at the prompt: commands, then processes.

use debugger::walk::candidates;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper, Result};

/// What a word may become.
#[derive(Default)]
pub struct Completion {
    /// Pids and registered names of this moment.
    pub processes: Vec<String>,
}

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let typed = &line[..position];
        let start = typed.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let found = candidates(&self.processes, &typed[..start], &typed[start..]);
        let pair = |word: String| Pair { display: word.clone(), replacement: format!("{word} ") };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for Completion {
    type Hint = String;
}
impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}
