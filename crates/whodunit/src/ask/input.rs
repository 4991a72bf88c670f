//! Where a person's lines come from: a terminal with line editing and history, or a pipe.

use std::io::{BufRead, IsTerminal, Write};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

pub enum Input {
    Terminal(Box<DefaultEditor>),
    /// One answer a line. What was read is shown after its prompt, so that the output reads like a session at a terminal.
    Pipe,
}

pub enum Got {
    Line(String),
    /// Ctrl-C
    Interrupted,
    End,
}

/// Columns and rows to write on where there is no terminal.
const PAGE: (usize, Option<usize>) = (80, None);

impl Input {
    pub fn new() -> Input {
        let both = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        match both.then(DefaultEditor::new) {
            Some(Ok(editor)) => Input::Terminal(Box::new(editor)),
            _ => Input::Pipe,
        }
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    pub fn read(&mut self, prompt: &str) -> Got {
        match self {
            Input::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    let _ = editor.add_history_entry(&line);
                    Got::Line(line)
                }
                Err(ReadlineError::Interrupted) => Got::Interrupted,
                Err(_) => Got::End,
            },
            Input::Pipe => {
                let _ = std::io::stdout().flush();
                let mut line = Vec::new();
                let length = std::io::stdin().lock().read_until(b'\n', &mut line).unwrap_or(0);
                if length == 0 {
                    return Got::End;
                }
                let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                let _ = writeln!(std::io::stdout(), "{prompt}{line}");
                Got::Line(line)
            }
        }
    }

    /// Columns, and rows if there is an end to them.
    pub fn size(&mut self) -> (usize, Option<usize>) {
        match self {
            Input::Terminal(editor) => match editor.dimensions() {
                Some((columns, rows)) => (usize::from(columns).max(20), Some(usize::from(rows).max(5))),
                None => PAGE,
            },
            Input::Pipe => PAGE,
        }
    }
}
