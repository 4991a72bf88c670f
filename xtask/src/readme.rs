//! The commands in the documents do what the documents show: every `console` block is run, with
//! the answers that are shown in it, and its output is compared.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::shell::{self, Outcome};

/// The documents whose commands are replayed.
const DOCUMENTS: &[&str] = &["README.md", "docs/erlang.md"];

pub fn check() -> Outcome {
    DOCUMENTS.iter().try_for_each(|name| check_document(name))
}

fn check_document(name: &str) -> Outcome {
    let text = fs::read_to_string(shell::root().join(name)).map_err(|error| format!("{name}: {error}"))?;
    let sessions = sessions(&text);
    if sessions.is_empty() {
        return Err(format!("{name} shows no command"));
    }
    for (command, expected) in sessions {
        println!("$ {command}");
        let fail = |error| format!("cannot run sh: {error}");
        let mut child = Command::new("sh")
            .args(["-c", &command])
            .current_dir(shell::root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(fail)?;
        if let Some(mut input) = child.stdin.take() {
            // A command that reads nothing may be gone already.
            let _ = input.write_all(answers(&expected).as_bytes());
        }
        let output = child.wait_with_output().map_err(fail)?;
        let printed = String::from_utf8_lossy(&output.stdout);
        if printed.trim_end() != expected.trim_end() {
            let said = String::from_utf8_lossy(&output.stderr);
            println!("{name} shows:\n{expected}\nit printed:\n{printed}\nand on standard error:\n{said}");
            return Err(format!("{name} is not true about `{command}`"));
        }
    }
    Ok(())
}

/// What a person types at the prompts that are shown: the last word of `Correct? n`.
fn answers(expected: &str) -> String {
    let prompts = [
        "Correct? ",
        "All correct? ",
        "Narrow it down ",
        "Where did it go wrong? ",
        "First incorrect line? ",
    ];
    let lines = expected.lines().filter(|line| prompts.iter().any(|prompt| line.starts_with(prompt)));
    lines.filter_map(|line| line.split(' ').next_back()).map(|answer| format!("{answer}\n")).collect()
}

/// Each command (`$ …`) of the `console` blocks, with the lines below it.
fn sessions(text: &str) -> Vec<(String, String)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed() {
        let shown = "Question 1\n  m:f(1) = 2\nCorrect? [?] help n\n\nCorrect? y\nBug found in f\nNarrow it down to an expression? n\n";
        assert_eq!(answers(shown), "n\ny\nn\n");
    }

    #[test]
    fn commands_and_what_they_print() {
        let text = "a\n```console\n$ one\n1\n\n1\n$ two\n```\n$ no\n```erlang\n$ no\n```\n```console\n$ three\n3\n```\n";
        let expected = [("one", "1\n\n1\n"), ("two", ""), ("three", "3\n")];
        let expected: Vec<(String, String)> =
            expected.iter().map(|(command, output)| ((*command).into(), (*output).into())).collect();
        assert_eq!(sessions(text), expected);
    }
}
