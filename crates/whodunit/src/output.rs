//! Standard output. An error of it reaches the exit status; a reader who went away does not matter.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

use crate::status::BAD_SOURCE;

/// What went wrong first.
static FAILED: OnceLock<String> = OnceLock::new();

/// As `std`'s, but an error is kept for the exit status and does not panic.
macro_rules! println {
    ($($text:tt)*) => {
        drop(std::io::Write::write_fmt(&mut $crate::output::out(), format_args!("{}\n", format_args!($($text)*))))
    };
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
