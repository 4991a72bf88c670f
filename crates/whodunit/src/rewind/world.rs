//! The world of a reversible run: the terminal, and what was read from it, so that a saved session can be told the same again.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use erlang_machine::world::{Stream, World};

use crate::terminal::Terminal;

/// The lines that the program has read.
pub type Read = Rc<RefCell<Vec<Option<String>>>>;

pub struct Overheard {
    pub terminal: Terminal,
    /// What a saved session read, before anything new is read.
    pub before: VecDeque<Option<String>>,
    pub read: Read,
    /// Whether nothing is shown now: it was, when the session was saved.
    pub mute: Rc<Cell<bool>>,
}

impl World for Overheard {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        if !self.mute.get() {
            self.terminal.output(stream, bytes);
            // Commands and their answers are between what the program prints.
            self.terminal.flush();
        }
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        let line = match self.before.pop_front() {
            Some(line) => line,
            None => self.terminal.input_line().map(|line| String::from_utf8_lossy(&line).into_owned()),
        };
        self.read.borrow_mut().push(line.clone());
        line.map(String::into_bytes)
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
