//! Colours, where they are wanted: on a terminal, unless NO_COLOR says otherwise.

use std::io::IsTerminal;

#[derive(Clone, Copy)]
pub struct Style {
    on: bool,
}

impl Style {
    pub fn of_standard_output() -> Style {
        Style {
            on: std::io::stdout().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }

    pub fn strong(self, text: &str) -> String {
        self.with("1", text)
    }

    pub fn faint(self, text: &str) -> String {
        self.with("2", text)
    }

    pub fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    pub fn bad(self, text: &str) -> String {
        self.with("1;31", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        match self.on {
            // Line by line: a pager that is thrown in between does not lose the colour.
            true => {
                text.lines().map(|line| format!("\x1b[{code}m{line}\x1b[0m")).collect::<Vec<_>>().join("\n")
            }
            false => text.to_owned(),
        }
    }
}
