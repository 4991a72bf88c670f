//! Looking back: the last point of a run at which something held, a part of the past at a time.

use erlang_history::timeline::Point;
use erlang_history::{Position, Timeline};
use erlang_machine::machine::Machine;
use erlang_machine::observer::StopAt;
use erlang_machine::world::ClosedWorld;
use erlang_term::Pid;

/// Entries that are looked through at a time, at first and at most.
const WINDOW: usize = 1 << 9;
const WIDEST: usize = 1 << 14;
/// Places that are looked at closely at a time.
const CLOSELY: usize = 1 << 12;

/// Asked at every place where a process could stand: is it worth a closer look?
pub type Ask<'a> = dyn FnMut(Pid, &StopAt<'_>) -> bool + 'a;
/// Asked of the state there, and who stands: is it what is looked for?
pub type Confirm<'a> = dyn FnMut(&Machine, Pid) -> bool + 'a;

/// A look back, for as long as nobody interrupts it.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// What comes from here on has been looked at.
    pub end: Position,
    window: usize,
}

/// What was found in a part of the past.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchState {
    /// The point, in the entry behind this position.
    At(Point, Position),
    /// Nothing so far.
    NotYet,
    /// There is nothing.
    Nothing,
}

impl Search {
    /// Begins to look back from this position.
    pub fn before(end: Position) -> Search {
        Search { end, window: WINDOW }
    }

    /// Looks through one more part of the past.
    pub fn go_on(
        &mut self,
        timeline: &Timeline,
        seed: u64,
        ask: &mut Ask<'_>,
        confirm: &mut Confirm<'_>,
    ) -> SearchState {
        let mut world = ClosedWorld { seed, ..Default::default() };
        let from = self.end.0.saturating_sub(self.window);
        let mut machine = timeline.machine_at(Position(from));
        let (mut found, mut looked) = (None, 0);
        for entry in from..self.end.0 {
            // Too much for one time: a smaller part first.
            if looked > CLOSELY && self.window > 1 {
                self.window = (self.window / 4).max(1);
                return SearchState::NotYet;
            }
            let mut point = None;
            while let Some(pid) = timeline.retry(Position(entry), &mut machine, &mut world, &mut |pid, at| {
                let here = Point::of(pid, at);
                // Who stands inside its last entry has not been to what comes behind that.
                let is_past = timeline.point(pid).is_some_and(|now| here.is_before(&now));
                point = Some(here);
                is_past && ask(pid, at)
            }) {
                looked += 1;
                if confirm(&machine, pid) {
                    found = point.map(|point| (point, Position(entry)));
                }
            }
        }
        self.end = Position(from);
        if looked < CLOSELY / 4 {
            self.window = (self.window * 2).min(WIDEST);
        }
        match found {
            Some((point, position)) => SearchState::At(point, position),
            None if from == 0 => SearchState::Nothing,
            None => SearchState::NotYet,
        }
    }
}
