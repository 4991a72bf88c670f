//! Worlds that are less closed than [`erlang_machine::world::ClosedWorld`].

use erlang_machine::world::{Stream, World};

/// A world with a few lines of input: `line 1`, `line 2`, …
#[derive(Default)]
pub struct Lines {
    pub seed: u64,
    /// How many lines there are.
    pub lines: u32,
    /// How many of them have been asked for.
    pub read: u32,
}

impl World for Lines {
    fn output(&mut self, _: Stream, _: &[u8]) {}

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.read += 1;
        (self.read <= self.lines).then(|| format!("line {}\n", self.read).into_bytes())
    }

    fn seed(&self) -> u64 {
        self.seed
    }
}
