//! A session in a closed world in which someone listens to what the program prints.

use std::cell::RefCell;
use std::rc::Rc;

use erlang_history::Timeline;
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::world::{ClosedWorld, Stream, World};

use crate::session::{Session, Setup};

/// What the program has printed since someone asked.
pub(crate) type Printed = Rc<RefCell<Vec<(Stream, Vec<u8>)>>>;

impl Session {
    /// Of a machine that is about to begin. What its program prints is for
    /// [`Session::listener`], and there is nothing for it to read.
    pub fn heard(machine: Machine, setup: Setup, budget: Budget<'static>) -> Session {
        let printed = Printed::default();
        let closed = ClosedWorld { seed: setup.seed, ..Default::default() };
        let world = Heard { closed, printed: printed.clone() };
        let timeline = Timeline::new(machine, Box::new(world), budget);
        let mut session = Session::new(timeline, setup);
        session.printed = printed;
        session
    }

    /// For someone who listens while a command is being done.
    pub fn listener(&self) -> Listener {
        Listener(self.printed.clone())
    }
}

/// Hears what a program prints.
#[derive(Clone)]
pub struct Listener(Printed);

impl Listener {
    /// What was printed since this was asked last, and whether as an error: what is made again is
    /// not printed again.
    pub fn take(&self) -> Vec<(bool, String)> {
        let printed = self.0.take().into_iter();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        printed.map(|(stream, bytes)| (stream != Stream::Out, text(bytes))).collect()
    }
}

struct Heard {
    closed: ClosedWorld,
    printed: Printed,
}

impl World for Heard {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.printed.borrow_mut().push((stream, bytes.to_vec()));
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.closed.input_line()
    }

    fn epoch(&self) -> i64 {
        self.closed.epoch()
    }

    fn seed(&self) -> u64 {
        self.closed.seed()
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.closed.environment(name)
    }
}
