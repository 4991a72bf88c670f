//! Where a person's lines come from: a terminal with line editing and history, or a pipe or file.

use std::cell::RefCell;
use std::io::{BufRead, IsTerminal, Write};
use std::rc::Rc;

use debugger::words::visible;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Config, Editor, Helper};

use crate::interrupt;

/// `H` helps to complete what is typed.
pub enum Input<H: Helper = ()> {
    Terminal(Box<Editor<H, DefaultHistory>>),
    /// One line after the other. What was read is shown after its prompt, so that the output reads
    /// like a session at a terminal.
    Lines(Source),
}

/// Where lines come from that nobody edits. It is shared: the program may read from standard input,
/// too, and one session is held within another.
#[derive(Clone)]
pub enum Source {
    Standard,
    File(Rc<RefCell<dyn BufRead>>),
}

impl Source {
    /// A line without its line break. Bytes that are not text are replaced by a mark.
    pub fn next_line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        let length = match self {
            Source::Standard => std::io::stdin().lock().read_until(b'\n', &mut line),
            Source::File(file) => file.borrow_mut().read_until(b'\n', &mut line),
        };
        (length.unwrap_or(0) > 0).then(|| String::from_utf8_lossy(&line).trim_end().to_owned())
    }
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
    pub fn standard() -> Input {
        Input::with_helper(())
    }
}

impl<H: Helper> Input<H> {
    pub fn with_helper(helper: H) -> Input<H> {
        let both = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let config = Config::builder().completion_type(rustyline::CompletionType::List).build();
        let editor = both.then(|| Editor::with_config(config));
        interrupt::reclaim();
        match editor {
            Some(Ok(mut editor)) => {
                editor.set_helper(Some(helper));
                Input::Terminal(Box::new(editor))
            }
            _ => Input::Lines(Source::Standard),
        }
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    pub fn helper(&mut self) -> Option<&mut H> {
        match self {
            Input::Terminal(editor) => editor.helper_mut(),
            Input::Lines(_) => None,
        }
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
            Input::Lines(lines) => {
                let _ = crate::output::out().flush();
                match lines.next_line() {
                    Some(line) => {
                        let _ = writeln!(crate::output::out(), "{prompt}{}", visible(&line));
                        Got::Line(line)
                    }
                    None => Got::End,
                }
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
            Input::Lines(_) => PAGE,
        }
    }
}
