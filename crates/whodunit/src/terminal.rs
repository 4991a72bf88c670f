//! The real world, as far as a run may see it: it prints and reads lines. Time and chance stay the machine's own.

use std::io::{BufRead, BufWriter, IsTerminal, Stderr, Stdout, Write};

use erlang_machine::world::{ClosedWorld, Stream, World};

/// Standard input and output, and what went through them.
pub struct Terminal {
    out: BufWriter<Stdout>,
    error: Stderr,
    /// Whether what the program prints is shown, or only kept.
    shown: bool,
    /// What the program printed, if it is to be kept.
    kept: Option<Vec<u8>>,
    /// Lines read so far; a second run reads them again.
    lines: Vec<Vec<u8>>,
    seed: u64,
    progress: bool,
}

impl Terminal {
    pub fn new(seed: u64, shown: bool, keep: bool) -> Terminal {
        Terminal {
            out: BufWriter::new(std::io::stdout()),
            error: std::io::stderr(),
            shown,
            kept: keep.then(Vec::new),
            lines: Vec::new(),
            seed,
            progress: false,
        }
    }

    /// The same world again, for a second run: it reads what this one has read, and prints nothing.
    pub fn again(&self) -> Replayed {
        Replayed {
            lines: self.lines.clone().into_iter(),
            world: ClosedWorld { out: Vec::new(), seed: self.seed },
        }
    }

    pub fn kept(&self) -> String {
        String::from_utf8_lossy(self.kept.as_deref().unwrap_or_default()).into_owned()
    }

    /// Shows what was printed so far. A reader who went away (a closed pipe) is no reason to stop.
    pub fn flush(&mut self) {
        let _ = self.out.flush();
    }

    /// A line about how far the run is, replaced by the next one; only for someone who sits at a terminal.
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
}

impl World for Terminal {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        if let Some(kept) = &mut self.kept {
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

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.flush();
        let mut line = Vec::new();
        let length = std::io::stdin().lock().read_until(b'\n', &mut line).unwrap_or(0);
        if length == 0 {
            return None;
        }
        self.lines.push(line.clone());
        Some(line)
    }

    fn epoch(&self) -> i64 {
        // A run sees the same dates whenever it is made.
        ClosedWorld::default().epoch()
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn environment(&self, _name: &str) -> Option<String> {
        None
    }
}

/// A world that was recorded.
pub struct Replayed {
    lines: std::vec::IntoIter<Vec<u8>>,
    world: ClosedWorld,
}

impl Replayed {
    pub fn printed(&self) -> String {
        String::from_utf8_lossy(&self.world.out).into_owned()
    }
}

impl World for Replayed {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.world.output(stream, bytes);
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.lines.next()
    }

    fn epoch(&self) -> i64 {
        self.world.epoch()
    }

    fn seed(&self) -> u64 {
        self.world.seed()
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.world.environment(name)
    }
}
