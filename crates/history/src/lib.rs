//! A run that can be made again: the choices that were made for it, what it learned from the outside, and states to begin from.
//!
//! Knows no questions: what is to be found out in a re-run is the business of the observer that watches it.

mod checkpoints;
mod chunks;
pub mod events;
mod outside;
mod record;

pub use events::{Event, EventId, EventKind, EventLog};
pub use record::{Limits, Watcher};

use erlang_machine::machine::Machine;
use erlang_machine::observer::{ObserverKind, Unobserved};
use erlang_machine::schedule::Choice;

use checkpoints::Checkpoints;
use outside::Outside;

/// A point of a run: so many choices have been made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Position(pub usize);

/// A run so far. `M` is what its watcher needs to go on from a checkpoint.
pub struct History<M> {
    /// The state that the run has come to.
    machine: Machine,
    choices: Vec<Choice>,
    outside: Outside,
    checkpoints: Checkpoints<M>,
}

/// A state of the run to begin from.
pub struct Checkpoint<M> {
    pub position: Position,
    pub mark: M,
    machine: Machine,
    /// How many lines of input had been read.
    lines: usize,
}

impl<M> History<M> {
    /// A run that is about to begin.
    pub fn new(machine: Machine, mark: M) -> History<M> {
        let position = Position(0);
        let beginning = Checkpoint { position, mark, machine: machine.clone(), lines: 0 };
        History {
            machine,
            choices: Vec::new(),
            outside: Outside::default(),
            checkpoints: Checkpoints::new(beginning),
        }
    }

    /// The state that the run has come to.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The end of what has been recorded.
    pub fn end(&self) -> Position {
        Position(self.choices.len())
    }

    /// In the order of the run; the first is its beginning.
    pub fn checkpoints(&self) -> &[Checkpoint<M>] {
        self.checkpoints.all()
    }

    /// The state after so many choices.
    pub fn seek(&self, position: Position) -> Machine {
        let from = self.checkpoints.before(position);
        let count = position.0.saturating_sub(from.position.0);
        let mut left = count;
        self.rerun(from, &mut Unobserved, |_| {
            let over = left == 0;
            left = left.saturating_sub(1);
            over
        })
    }

    /// Goes the same way again from a checkpoint, watched by an observer, until `enough` says so (it is asked before every choice)
    /// or the recorded run is over. What the program prints is heard by nobody.
    pub fn rerun<O: ObserverKind>(
        &self,
        from: &Checkpoint<M>,
        observer: &mut O,
        mut enough: impl FnMut(&mut O) -> bool,
    ) -> Machine {
        let mut machine = from.machine.clone();
        let mut world = self.outside.again(from.lines);
        for choice in &self.choices[from.position.0..] {
            if enough(observer) || machine.apply(*choice, &mut world, observer).is_some() {
                break;
            }
        }
        machine
    }
}
