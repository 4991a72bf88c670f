//! What a run learned from the outside, so that it can be told the same again.

use std::cell::RefCell;
use std::collections::BTreeMap;

use erlang_machine::world::{Stream, World};

#[derive(Clone, Default)]
pub(crate) struct Outside {
    /// The lines of standard input that the run asked for. None: there was no more.
    lines: Vec<Option<Vec<u8>>>,
    /// The environment variables that it asked for.
    environment: RefCell<BTreeMap<String, Option<String>>>,
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

    /// The world, and everything that it says is written down.
    pub(crate) fn watch<'a>(&'a mut self, world: &'a mut dyn World) -> Watched<'a> {
        self.moment.get_or_insert_with(|| Moment { epoch: world.epoch(), seed: world.seed() });
        Watched { world, outside: self }
    }

    /// The same after so many lines have been read: first those are read again that are known.
    pub(crate) fn go_on<'a>(&'a mut self, world: &'a mut dyn World, lines: usize) -> GoneOn<'a> {
        GoneOn { watched: self.watch(world), next: lines }
    }

    /// What was written down, after so many lines have been read.
    pub(crate) fn again(&self, lines: usize) -> Again<'_> {
        Again { outside: self, next: lines }
    }
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

    fn epoch(&self) -> i64 {
        self.outside.moment.map_or(0, |moment| moment.epoch)
    }

    fn seed(&self) -> u64 {
        self.outside.moment.map_or(0, |moment| moment.seed)
    }

    fn environment(&self, name: &str) -> Option<String> {
        let mut known = self.outside.environment.borrow_mut();
        known.entry(name.to_owned()).or_insert_with(|| self.world.environment(name)).clone()
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

    fn epoch(&self) -> i64 {
        self.watched.epoch()
    }

    fn seed(&self) -> u64 {
        self.watched.seed()
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.watched.environment(name)
    }

    fn report(&mut self, term: &erlang_term::Term) {
        self.watched.report(term);
    }
}

pub(crate) struct Again<'a> {
    outside: &'a Outside,
    next: usize,
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

    fn environment(&self, name: &str) -> Option<String> {
        self.outside.environment.borrow().get(name).cloned().flatten()
    }
}
