//! The real world, as far as a run may see it: it prints and reads lines. Time and chance stay the
//! machine's own.

use std::io::{BufRead, BufWriter, IsTerminal, Stderr, Write};

use crate::output::Out;

use debugger::dialogue::Stream;

/// The width of the terminal, if standard output is one.
pub fn columns() -> Option<usize> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    let (columns, _) = rustyline::DefaultEditor::new().ok()?.dimensions()?;
    Some(usize::from(columns).max(40))
}

/// Standard input and output, and what went through them.
pub struct Terminal {
    out: BufWriter<Out>,
    error: Stderr,
    /// Whether what the program prints is shown, or only kept.
    shown: bool,
    /// What the program printed to its two streams, if it is to be kept.
    kept: Option<(Vec<u8>, Vec<u8>)>,
    progress: bool,
}

impl Terminal {
    pub fn new(shown: bool, keep: bool) -> Terminal {
        Terminal {
            out: BufWriter::new(crate::output::out()),
            error: std::io::stderr(),
            shown,
            kept: keep.then(Default::default),
            progress: false,
        }
    }

    /// What the program printed to standard output, and to standard error.
    pub fn kept(&self) -> (String, String) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        self.kept.as_ref().map(|(out, error)| (text(out), text(error))).unwrap_or_default()
    }

    /// Shows what was printed so far. A closed pipe does not stop the program.
    pub fn flush(&mut self) {
        let _ = self.out.flush();
    }

    /// A line about how far the run is, replaced by the next one; only for someone who sits at a
    /// terminal.
    pub fn show_progress(&mut self, line: &str) {
        if self.error.is_terminal() {
            self.flush();
            self.progress = true;
            let _ = write!(self.error, "\r\x1b[2K{line}");
        }
    }

    pub fn clear_progress(&mut self) {
        if std::mem::take(&mut self.progress) {
            let _ = write!(self.error, "\r\x1b[2K");
        }
    }

    /// Shows or keeps what the program printed.
    pub fn print(&mut self, stream: Stream, bytes: &[u8]) {
        if let Some((out, error)) = &mut self.kept {
            let kept = if stream == Stream::Out { out } else { error };
            kept.extend_from_slice(bytes);
        }
        if self.shown {
            self.clear_progress();
            let _ = match stream {
                Stream::Out => self.out.write_all(bytes),
                Stream::Error => self.out.flush().and_then(|()| self.error.write_all(bytes)),
            };
        }
    }

    /// A line of standard input, with its end. None: there is no more.
    pub fn input_line(&mut self) -> Option<Vec<u8>> {
        self.flush();
        let mut line = Vec::new();
        let length = std::io::stdin().lock().read_until(b'\n', &mut line).unwrap_or(0);
        (length > 0).then_some(line)
    }
}
