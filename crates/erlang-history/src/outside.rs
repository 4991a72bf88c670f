//! What a run learned from the outside, so that it can be told the same again.

use std::fmt::Write;

use erlang_machine::world::{Stream, World};

#[derive(Clone, Default)]
pub(crate) struct Outside {
    /// The lines of standard input that the run asked for. None: there was no more.
    lines: Vec<Option<Vec<u8>>>,
    /// None: it has not been asked yet.
    moment: Option<Moment>,
}

/// When and how a run began.
#[derive(Clone, Copy)]
struct Moment {
    epoch: i64,
    seed: u64,
}

impl Outside {
    /// How many lines have been asked for.
    pub(crate) fn lines(&self) -> usize {
        self.lines.len()
    }

    /// As lines of text.
    pub(crate) fn write(&self, text: &mut String) {
        if let Some(Moment { epoch, seed }) = self.moment {
            let _ = writeln!(text, "moment {epoch} {seed}");
        }
        for line in &self.lines {
            let _ = writeln!(text, "line {}", line.as_deref().map_or("-".to_owned(), hexadecimal));
        }
    }

    /// One of those lines. None: it is none.
    pub(crate) fn read(&mut self, what: &str, rest: &str) -> Option<()> {
        let some = |text: &str| match text {
            "-" => Some(None),
            text => bytes(text).map(Some),
        };
        match what {
            "moment" => {
                let (epoch, seed) = rest.split_once(' ')?;
                self.moment = Some(Moment { epoch: epoch.parse().ok()?, seed: seed.parse().ok()? });
            }
            "line" => self.lines.push(some(rest)?),
            // Older files have environment variables here, which are the host's now.
            "variable" => {}
            _ => return None,
        }
        Some(())
    }

    /// The world, and everything that it says is written down.
    pub(crate) fn watch<'a>(&'a mut self, world: &'a mut dyn World) -> Watched<'a> {
        self.moment.get_or_insert_with(|| Moment { epoch: world.epoch(), seed: world.seed() });
        Watched { world, outside: self }
    }

    /// The same after this many lines of input. Lines that are already known are read again first.
    pub(crate) fn go_on<'a>(&'a mut self, world: &'a mut dyn World, lines: usize) -> GoneOn<'a> {
        GoneOn { watched: self.watch(world), next: lines }
    }

    /// The record, after this many lines of input.
    pub(crate) fn again(&self, lines: usize) -> Again<'_> {
        Again { outside: self, next: lines }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hexadecimal: &str) -> Option<Vec<u8>> {
    let digits = hexadecimal.as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    digits.len().is_multiple_of(2).then(|| digits.chunks(2).map(byte).collect()).flatten()
}

pub(crate) struct Watched<'a> {
    world: &'a mut dyn World,
    outside: &'a mut Outside,
}

impl World for Watched<'_> {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.world.output(stream, bytes);
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        let line = self.world.input_line();
        self.outside.lines.push(line.clone());
        line
    }

    fn has_line(&self) -> bool {
        self.world.has_line()
    }

    fn epoch(&self) -> i64 {
        self.outside.moment.map_or(0, |moment| moment.epoch)
    }

    fn seed(&self) -> u64 {
        self.outside.moment.map_or(0, |moment| moment.seed)
    }

    fn report(&mut self, term: &erlang_term::Term) {
        self.world.report(term);
    }
}

pub(crate) struct GoneOn<'a> {
    watched: Watched<'a>,
    next: usize,
}

impl World for GoneOn<'_> {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.watched.output(stream, bytes);
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        let known = self.watched.outside.lines.get(self.next).cloned();
        self.next += 1;
        known.unwrap_or_else(|| self.watched.input_line())
    }

    fn has_line(&self) -> bool {
        self.next < self.watched.outside.lines.len() || self.watched.has_line()
    }

    fn epoch(&self) -> i64 {
        self.watched.epoch()
    }

    fn seed(&self) -> u64 {
        self.watched.seed()
    }

    fn report(&mut self, term: &erlang_term::Term) {
        self.watched.report(term);
    }
}

pub(crate) struct Again<'a> {
    outside: &'a Outside,
    next: usize,
}

impl Again<'_> {
    /// How many lines have been read.
    pub(crate) fn lines(&self) -> usize {
        self.next
    }
}

impl World for Again<'_> {
    fn output(&mut self, _stream: Stream, _bytes: &[u8]) {}

    fn input_line(&mut self) -> Option<Vec<u8>> {
        let line = self.outside.lines.get(self.next)?.clone();
        self.next += 1;
        line
    }

    fn epoch(&self) -> i64 {
        self.outside.moment.map_or(0, |moment| moment.epoch)
    }

    fn seed(&self) -> u64 {
        self.outside.moment.map_or(0, |moment| moment.seed)
    }
}

/// What a run was told, told once more.
pub struct Told {
    pub(crate) outside: Outside,
    /// How many lines have been read.
    pub(crate) lines: usize,
}

impl World for Told {
    fn output(&mut self, _stream: Stream, _bytes: &[u8]) {}

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.lines += 1;
        self.outside.again(self.lines - 1).input_line()
    }

    fn epoch(&self) -> i64 {
        self.outside.again(0).epoch()
    }

    fn seed(&self) -> u64 {
        self.outside.again(0).seed()
    }
}
