//! Standard output. An error of it reaches the exit status; a reader who went away does not matter.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

use debugger::words::visible;

use crate::status::BAD_SOURCE;
use crate::style::has_colour;

/// What went wrong first.
static FAILED: OnceLock<String> = OnceLock::new();

/// As `std`'s, but for people ([`for_people`]), and an error is kept for the exit status and does
/// not panic.
macro_rules! println {
    ($($text:tt)*) => { $crate::output::say(&format!($($text)*)) };
}

/// The same on standard error, whose own errors nobody can be told of.
macro_rules! eprintln {
    ($($text:tt)*) => { $crate::output::warn(&format!($($text)*)) };
}

/// A line for people on standard output.
pub fn say(line: &str) {
    let _ = writeln!(out(), "{}", shown(line));
}

/// A line for people on standard error.
pub fn warn(line: &str) {
    static COLOURED: OnceLock<bool> = OnceLock::new();
    let coloured = COLOURED.get_or_init(|| has_colour(&io::stderr()));
    let _ = writeln!(io::stderr(), "{}", for_people(line, *coloured));
}

/// Text for people on standard output.
pub fn shown(text: &str) -> Cow<'_, str> {
    static COLOURED: OnceLock<bool> = OnceLock::new();
    for_people(text, *COLOURED.get_or_init(|| has_colour(&io::stdout())))
}

/// Text that whodunit says. It quotes sources, names of files and values: of their control
/// characters only colours reach the terminal, if there are any, since whodunit's own are among
/// them.
fn for_people(text: &str, coloured: bool) -> Cow<'_, str> {
    let mut pieces = text.split('\x1b');
    let first = pieces.next().map(visible).unwrap_or_default();
    let mut shown = first;
    for piece in pieces {
        let shown = shown.to_mut();
        match colour_length(piece).filter(|_| coloured) {
            Some(length) => {
                shown.push('\x1b');
                shown.push_str(&piece[..length]);
                shown.push_str(&visible(&piece[length..]));
            }
            None => {
                shown.push_str(&visible("\x1b"));
                shown.push_str(&visible(piece));
            }
        }
    }
    shown
}

/// The length of a sequence that sets a colour, bold, faint or underlined text, or ends them.
fn colour_length(text: &str) -> Option<usize> {
    let (codes, _) = text.strip_prefix('[')?.split_once('m')?;
    let mut numbers = codes.split(';').map(|code| if code.is_empty() { Some(0) } else { code.parse().ok() });
    while let Some(number) = numbers.next() {
        match number? {
            0_u8 | 1 | 2 | 4 | 22 | 24 | 30..=37 | 39 | 90..=97 => {}
            38 if numbers.next()? == Some(5) => drop(numbers.next()??),
            _ => return None,
        }
    }
    Some(codes.len() + 2)
}

/// Standard output, for callers that may ignore its errors.
pub fn out() -> Out {
    Out
}

#[derive(Clone, Copy)]
pub struct Out;

impl Out {
    pub fn is_terminal(self) -> bool {
        io::stdout().is_terminal()
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        noted(io::stdout().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        noted(io::stdout().flush())
    }
}

fn noted<T>(result: io::Result<T>) -> io::Result<T> {
    if let Err(error) = &result
        && error.kind() != io::ErrorKind::BrokenPipe
        && error.kind() != io::ErrorKind::Interrupted
    {
        FAILED.get_or_init(|| error.to_string());
    }
    result
}

/// Prints what the parser of the command line has to say.
pub fn show_usage(text: &clap::Error) -> ExitCode {
    let _ = noted(text.print());
    ExitCode::from(u8::try_from(text.exit_code()).unwrap_or(BAD_SOURCE))
}

/// The exit status of a command that ends with this one.
pub fn status(status: ExitCode) -> ExitCode {
    let _ = out().flush();
    match FAILED.get() {
        None => status,
        Some(error) => {
            let _ = writeln!(io::stderr(), "error: cannot write standard output: {error}");
            ExitCode::from(BAD_SOURCE)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_reach_the_terminal() {
        let check = |text, expected| assert_eq!(for_people(text, true), expected, "{text:?}");
        check("plain\n\ttext", "plain\n\ttext");
        check(
            "\x1b[1;31mbad\x1b[0m and \x1b[38;5;9mred\x1b[m",
            "\x1b[1;31mbad\x1b[0m and \x1b[38;5;9mred\x1b[m",
        );
        check("\x1b[2Jgone\x07", "␛[2Jgone␇");
        check("\x1b]0;title\x07 \x1b[8mhidden\x1b[", "␛]0;title␇ ␛[8mhidden␛[");
        check("a\rb\x1b", "a␍b␛");
        assert_eq!(for_people("\x1b[31mred", false), "␛[31mred");
    }
}
