//! The world of a reversible run: the terminal, which is not always to be heard.

use std::cell::Cell;
use std::rc::Rc;

use erlang_machine::world::{Stream, World};

use super::progress;
use crate::terminal::Terminal;

pub struct Overheard {
    pub terminal: Terminal,
    /// Whether nothing is shown now: the run is made again.
    pub mute: Rc<Cell<bool>>,
}

impl World for Overheard {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        if !self.mute.get() {
            progress::clear();
            self.terminal.output(stream, bytes);
            // Commands and their answers are between what the program prints.
            self.terminal.flush();
        }
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.terminal.input_line()
    }

    fn epoch(&self) -> i64 {
        self.terminal.epoch()
    }

    fn seed(&self) -> u64 {
        self.terminal.seed()
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.terminal.environment(name)
    }
}
