//! The commands in the documents do what the documents show.
//!
//! Every `console` block is run, with the answers that are shown in it, and its output compared.
//! Other commands that a document mentions are checked by their name, options and files.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::shell::{self, Outcome, read, shown};
use crate::{checks, picture, prose};

/// The documents whose commands are replayed.
fn documents() -> Outcome<Vec<PathBuf>> {
    let root = shell::root();
    let mut files =
        vec![root.join("README.md"), root.join("CONTRIBUTING.md"), root.join("examples/README.md")];
    files.extend(shell::files(&root.join("docs"), "md")?);
    Ok(files)
}

pub fn check() -> Outcome {
    let mut help = Help::default();
    for file in documents()? {
        let text = read(&file)?;
        for (command, expected) in sessions(&text) {
            println!("$ {command}");
            let (printed, said) = replay(&command, &expected)?;
            if printed.trim_end() != expected.trim_end() {
                let name = shown(&file);
                println!("{name} shows:\n{expected}\nit printed:\n{printed}\nand on standard error:\n{said}");
                return Err(format!("{name} is not true about `{command}`; `cargo xtask docs` updates it"));
            }
        }
        for command in mentioned(&text) {
            help.check(&command).map_err(|reason| format!("{}: `{command}`: {reason}", shown(&file)))?;
        }
    }
    picture::check()
}

/// Writes what the commands print now into the documents, and draws the picture.
pub fn update() -> Outcome {
    for file in documents()? {
        let mut text = read(&file)?;
        for (command, expected) in sessions(&text) {
            let (printed, _) = replay(&command, &expected)?;
            let before = format!("$ {command}\n{expected}");
            let after = format!("$ {command}\n{}\n", printed.trim_end());
            text = text.replacen(&before, after.trim_start_matches('\n'), 1);
        }
        fs::write(&file, text).map_err(|error| format!("{}: {error}", shown(&file)))?;
    }
    picture::draw()
}

/// Runs a command with the answers that are shown: standard output, and standard error.
fn replay(command: &str, expected: &str) -> Outcome<(String, String)> {
    let fail = |error| format!("cannot run sh: {error}");
    let mut child = Command::new("sh")
        .args(["-c", command])
        .current_dir(shell::root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(fail)?;
    if let Some(mut input) = child.stdin.take() {
        // A command that reads nothing may be gone already.
        let _ = input.write_all(answers(expected).as_bytes());
    }
    let output = child.wait_with_output().map_err(fail)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((text(&output.stdout), text(&output.stderr)))
}

/// What a person types at the prompts that are shown: `n` in `Correct? [y/n] n`.
fn answers(expected: &str) -> String {
    expected.lines().filter_map(answer).map(|answer| format!("{answer}\n")).collect()
}

/// The answer on the line of a prompt: what follows its question mark and the choices in brackets.
fn answer(line: &str) -> Option<&str> {
    let (question, rest) = line.split_once("? ")?;
    let answer = match rest.starts_with('[') {
        true => rest.split_once("] ").map_or(rest, |(_, answer)| answer),
        false => rest,
    };
    // The choices may be without brackets around them: `[y]es [n]o [?] help n`.
    let is_prompt = question.starts_with(char::is_uppercase) && !answer.is_empty();
    is_prompt.then(|| answer.split(' ').next_back().unwrap_or(answer))
}

/// Each command (`$ …`) of the `console` blocks, with the lines below it.
pub fn sessions(text: &str) -> Vec<(String, String)> {
    let mut sessions: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match (line.strip_prefix("$ "), sessions.last_mut()) {
                (Some(command), _) => sessions.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => {
                    output.push_str(line);
                    output.push('\n');
                }
                (None, None) => {}
            },
        }
    }
    sessions
}

/// Commands of this project outside `console` blocks: in backquotes, or on indented lines.
fn mentioned(text: &str) -> Vec<String> {
    let mut found = prose::inline_code(text);
    found.extend(text.lines().filter_map(|line| line.strip_prefix("    ")).map(str::to_owned));
    let begins = ["whodunit ", "cargo run --release -- ", "cargo xtask "];
    found.retain(|command| begins.iter().any(|begin| command.starts_with(begin)));
    found
}

/// What `whodunit COMMAND --help` prints, by command.
#[derive(Default)]
struct Help(BTreeMap<String, String>);

impl Help {
    fn check(&mut self, command: &str) -> Outcome {
        let words: Vec<&str> = command.split_whitespace().collect();
        let rest = match words.as_slice() {
            ["cargo", "xtask", "test", chosen @ ..] => {
                let unknown = chosen.iter().find(|word| **word != "quick" && !checks::has(word));
                return unknown.map_or(Ok(()), |word| Err(format!("no check is called {word}")));
            }
            ["cargo", "xtask", ..] => return Ok(()),
            ["cargo", "run", "--release", "--", rest @ ..] | ["whodunit", rest @ ..] => rest,
            _ => return Ok(()),
        };
        let Some((name, arguments)) = rest.split_first() else { return Ok(()) };
        if name.starts_with('-') || name.chars().any(char::is_uppercase) {
            return Ok(());
        }
        let help = self.of(name)?.to_owned();
        for word in arguments {
            if let Some(option) = word.strip_prefix("--") {
                let option = option.split(['=', '|']).next().unwrap_or_default();
                if !help.contains(&format!("--{option}")) {
                    return Err(format!("`whodunit {name}` has no option --{option}"));
                }
            } else if is_file(word) && !shell::root().join(word).exists() {
                return Err(format!("there is no file {word}"));
            }
        }
        Ok(())
    }

    fn of(&mut self, name: &str) -> Outcome<&str> {
        if !self.0.contains_key(name) {
            let run = ["run", "--quiet", "--release", "--package", "whodunit", "--", name, "--help"];
            self.0.insert(name.to_owned(), shell::output("cargo", &run)?);
        }
        Ok(&self.0[name])
    }
}

/// Whether a word of a command line is the path of a file here, and not a placeholder.
fn is_file(word: &str) -> bool {
    word.starts_with("examples/") || word.starts_with("tests/") || word.starts_with("docs/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed() {
        let shown = "Question 1\n  m:f(1) = 2\nCorrect? [?] help n\n\nCorrect? y\nBug found in f\nNarrow it down to an expression? n\n";
        assert_eq!(answers(shown), "n\ny\nn\n");
        assert_eq!(answers("Were all inputs correct? [y, or the number of a wrong line: 1–2] y\n"), "y\n");
        assert_eq!(answers("  is it? x\nwhat? y\n"), "");
    }

    #[test]
    fn commands_and_what_they_print() {
        let text = "a\n```console\n$ one\n1\n\n1\n$ two\n```\n$ no\n```erlang\n$ no\n```\n```console\n$ three\n3\n```\n";
        let expected = [("one", "1\n\n1\n"), ("two", ""), ("three", "3\n")];
        let expected: Vec<(String, String)> =
            expected.iter().map(|(command, output)| ((*command).into(), (*output).into())).collect();
        assert_eq!(sessions(text), expected);
    }

    #[test]
    fn mentioned_commands() {
        let text =
            "Use `whodunit run --json` or\n\n    cargo xtask test\n\n```console\n$ whodunit no\n```\n`ls`\n";
        assert_eq!(mentioned(text), ["whodunit run --json", "cargo xtask test"]);
    }
}
