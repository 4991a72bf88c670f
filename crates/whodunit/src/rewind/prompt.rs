//! What can be completed at the prompt: commands, then processes.

use erlang_rewind::usage::{COMMANDS, full_name};
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

impl Completion {
    fn candidates(&self, before: &str, word: &str) -> Vec<String> {
        let mut words = before.split_whitespace();
        let Some(command) = words.next() else {
            return matching(COMMANDS.iter().map(|usage| usage.name()), word);
        };
        let Some(name) = full_name(command) else { return Vec::new() };
        let arguments = words.count();
        let kinds = match name {
            "undo" if arguments == 0 => {
                &["send", "deliver", "receive", "spawn", "bind", "event", "steps", "start"][..]
            }
            "replay" if arguments == 0 => &["send", "deliver", "receive", "spawn", "bind", "event", "steps"],
            "break" if arguments == 0 => {
                &["send", "deliver", "receive", "spawn", "exception", "exit", "bind"]
            }
            "run" if arguments == 0 => &["until"],
            "help" => return matching(COMMANDS.iter().map(|usage| usage.name()), word),
            "state" | "history" if arguments > 0 => &["all"],
            "step" | "back" if arguments > 0 => &["into"],
            "trace" => &["like", "all"],
            _ => &[],
        };
        let processes = self.processes.iter().map(String::as_str);
        matching(kinds.iter().copied().chain(processes), word)
    }
}

fn matching<'a>(words: impl Iterator<Item = &'a str>, start: &str) -> Vec<String> {
    words.filter(|word| word.starts_with(start)).map(str::to_owned).collect()
}

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let typed = &line[..position];
        let start = typed.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let found = self.candidates(&typed[..start], &typed[start..]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        let completion =
            Completion { processes: vec!["<0.82.0>".into(), "<0.83.0>".into(), "waiter".into()] };
        let check = |line: &str, expected: &[&str]| {
            let start = line.rfind(' ').map_or(0, |at| at + 1);
            assert_eq!(completion.candidates(&line[..start], &line[start..]), expected, "{line}");
        };
        check("no", &["normalise"]);
        check("st", &["step", "state"]);
        check("step w", &["waiter"]);
        check("s <0.83", &["<0.83.0>"]);
        check("undo s", &["send", "spawn", "steps", "start"]);
        check("undo bind w", &["waiter"]);
        check("run u", &["until"]);
        check("state waiter a", &["all"]);
        check("nonsense w", &[]);
    }
}
