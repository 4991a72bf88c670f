//! Colours: on a terminal, unless `--color`, NO_COLOR or TERM=dumb say otherwise.

use std::io::IsTerminal;
use std::sync::OnceLock;

use diagram::Tone;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb
    #[default]
    Auto,
    Always,
    Never,
}

/// The choice of `--color`, for the whole program.
static CHOSEN: OnceLock<Color> = OnceLock::new();

pub fn choose(color: Color) {
    CHOSEN.get_or_init(|| color);
}

/// Whether a stream shows colours.
pub fn has_colour(stream: &impl IsTerminal) -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let dumb = set("TERM").is_none_or(|term| term == "dumb");
    wanted(CHOSEN.get().copied().unwrap_or_default(), stream.is_terminal(), set("NO_COLOR").is_some(), dumb)
}

fn wanted(chosen: Color, is_terminal: bool, no_color: bool, dumb: bool) -> bool {
    match chosen {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => is_terminal && !no_color && !dumb,
    }
}

#[derive(Clone, Copy)]
pub struct Style {
    on: bool,
}

impl Style {
    pub fn of_standard_output() -> Style {
        Style { on: has_colour(&std::io::stdout()) }
    }

    pub fn plain() -> Style {
        Style { on: false }
    }

    /// A line of a diagram.
    pub fn toned(self, tone: Tone, text: &str) -> String {
        match tone {
            _ if text.is_empty() => String::new(),
            Tone::Plain | Tone::Busy => text.to_owned(),
            Tone::Good => self.good(text),
            Tone::Bad | Tone::Stopped => self.bad(text),
            Tone::Birth => self.with("36", text),
            Tone::Tie => self.with("35", text),
            Tone::Time | Tone::Waiting => self.with("33", text),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn when_there_are_colours() {
        let check = |chosen, is_terminal, no_color, dumb, expected| {
            assert_eq!(wanted(chosen, is_terminal, no_color, dumb), expected, "{chosen:?}");
        };
        check(Color::Auto, true, false, false, true);
        check(Color::Auto, false, false, false, false);
        check(Color::Auto, true, true, false, false);
        check(Color::Auto, true, false, true, false);
        check(Color::Always, false, true, true, true);
        check(Color::Never, true, false, false, false);
    }
}
