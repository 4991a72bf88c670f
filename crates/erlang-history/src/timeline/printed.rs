//! What a run prints: each entry keeps its part, with the order in which it was printed for the
//! first time.

use erlang_machine::machine::Machine;
use erlang_machine::schedule::Choice;
use erlang_machine::world::{Stream, World};
use erlang_term::{Pid, Term};

use super::Timeline;
use super::entry::Entry;
use crate::Position;

/// What an entry prints.
#[derive(Clone, Debug)]
pub(crate) struct Printed {
    /// How many entries had ever printed something before.
    pub(crate) order: u64,
    pub(crate) bytes: Vec<u8>,
}

impl Timeline {
    /// What the entries of the present have printed, in the order in which it was printed first:
    /// what depends on something comes after it, so that the run could have printed just this.
    pub fn output(&self) -> Vec<u8> {
        self.printed_by(self.entries.iter())
    }

    /// The part of it that the entries from this position on have printed.
    pub fn output_since(&self, position: Position) -> Vec<u8> {
        // Nothing is printed in a stretch.
        self.printed_by(self.entries[self.index(position.min(self.position()))..].iter())
    }

    fn printed_by<'a>(&self, entries: impl Iterator<Item = &'a Entry>) -> Vec<u8> {
        let mut parts: Vec<&Printed> = entries.filter_map(|entry| entry.printed()).collect();
        parts.sort_by_key(|part| part.order);
        parts.into_iter().flat_map(|part| part.bytes.iter().copied()).collect()
    }

    /// What the last entry has just printed.
    pub(super) fn keep_printed(&mut self, bytes: Vec<u8>) {
        if let Some(last) = self.entries.last_mut().filter(|_| !bytes.is_empty()) {
            last.set_printed(Printed { order: self.prints, bytes });
            self.prints += 1;
        }
    }

    /// What a process prints in the first steps of an entry, and in the rest.
    pub(super) fn cut_printed(
        &self,
        entry: &Entry,
        before: &Machine,
        pid: Pid,
        share: u32,
    ) -> [Option<Box<Printed>>; 2] {
        let Some(printed) = entry.printed() else { return [None, None] };
        let (mut machine, mut bytes, mut lines) = (before.clone(), Vec::new(), 0);
        let inner = self.outside.again(self.lines);
        let mut world = Printing { inner, output: &mut bytes, lines: &mut lines };
        let choice = Choice::Run { pid, reductions: share };
        machine.apply(choice, &mut world, &mut erlang_machine::observer::Unobserved);
        let (first, rest) = printed.bytes.split_at(bytes.len().min(printed.bytes.len()));
        [first, rest].map(|bytes| {
            let part = || Box::new(Printed { order: printed.order, bytes: bytes.to_vec() });
            (!bytes.is_empty()).then(part)
        })
    }
}

/// A world whose output is kept, and whose lines are counted.
pub(super) struct Printing<'a, W> {
    pub(super) inner: W,
    pub(super) output: &'a mut Vec<u8>,
    pub(super) lines: &'a mut usize,
}

/// The same, but what is printed has been kept before.
pub(super) struct Lines<'a, W> {
    pub(super) inner: W,
    pub(super) lines: &'a mut usize,
}

macro_rules! asks_the_inner_world {
    () => {
        fn input_line(&mut self) -> Option<Vec<u8>> {
            *self.lines += 1;
            self.inner.input_line()
        }

        fn epoch(&self) -> i64 {
            self.inner.epoch()
        }

        fn seed(&self) -> u64 {
            self.inner.seed()
        }

        fn report(&mut self, term: &Term) {
            self.inner.report(term);
        }
    };
}

impl<W: World> World for Printing<'_, W> {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.output.extend_from_slice(bytes);
        self.inner.output(stream, bytes);
    }

    asks_the_inner_world!();
}

impl<W: World> World for Lines<'_, W> {
    fn output(&mut self, _stream: Stream, _bytes: &[u8]) {}

    asks_the_inner_world!();
}
