//! Long computations without pauses, for callers that can wait.

use erlang_machine::machine::{Budget, Machine};
use erlang_machine::observer::ObserverKind;
use erlang_machine::world::World;
use erlang_term::Pid;
use slices::{Meter, finish};

use super::Timeline;
use super::forward::{Advanced, Refused};
use super::point::Point;
use super::saved::{Loaded, NotReadable};
use super::undo::{RollLog, Target};
use crate::{CallPoint, EventId, Position};

impl Timeline {
    pub fn load(
        text: &str,
        machine: Machine,
        world: Box<dyn World>,
        budget: Budget<'static>,
    ) -> Result<Loaded, NotReadable> {
        finish(Timeline::load_by_slices(text, machine, world, budget, Meter::unlimited()))
    }

    pub fn undo(&mut self, target: &Target) -> Result<RollLog, Refused> {
        finish(self.undo_by_slices(target))
    }

    pub fn undo_to(&mut self, to: Point) -> RollLog {
        finish(self.undo_to_by_slices(to))
    }

    pub fn undo_at(&mut self, position: Position) -> RollLog {
        finish(self.undo_at_by_slices(position))
    }

    pub fn back(&mut self, pid: Pid, steps: u64) -> RollLog {
        finish(self.back_by_slices(pid, steps))
    }

    pub fn back_all(&mut self, steps: u64) -> RollLog {
        finish(self.back_all_by_slices(steps))
    }

    pub fn seek(&mut self, position: Position) -> RollLog {
        finish(self.seek_by_slices(position))
    }

    pub fn seek_to(&mut self, to: Point) -> RollLog {
        finish(self.seek_to_by_slices(to))
    }

    pub fn go_to(&mut self, moment: &CallPoint) -> Option<RollLog> {
        finish(self.go_to_by_slices(moment))
    }

    pub fn walk(&mut self, pid: Pid, expressions: u64) -> Advanced {
        finish(self.walk_by_slices(pid, expressions))
    }

    pub fn walk_back(&mut self, pid: Pid, expressions: u64) -> RollLog {
        finish(self.walk_back_by_slices(pid, expressions))
    }

    pub fn step(&mut self, pid: Pid, steps: u64) -> Advanced {
        finish(self.step_by_slices(pid, steps))
    }

    pub fn normalise(&mut self, steps: u64) -> Advanced {
        finish(self.normalise_by_slices(steps))
    }

    pub fn replay(&mut self, target: &Target) -> Result<Advanced, Refused> {
        finish(self.replay_by_slices(target))
    }

    pub fn causes(&self, id: EventId) -> Vec<EventId> {
        finish(self.causes_and_effects(id)).unwrap_or_default().0
    }

    pub fn effects(&self, id: EventId) -> Vec<EventId> {
        finish(self.causes_and_effects(id)).unwrap_or_default().1
    }

    pub fn retrace<O: ObserverKind>(
        &self,
        from: Position,
        to: Position,
        observer: &mut O,
        enough: impl FnMut(&mut O, Position) -> bool,
    ) -> Position {
        finish(self.retrace_by_slices(from, to, observer, enough))
    }
}
