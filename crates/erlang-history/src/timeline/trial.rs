//! What happens next, or happened, on a copy of the machine: a process can be asked to stand still in the middle of it.

use erlang_machine::machine::Machine;
use erlang_machine::observer::StopAt;
use erlang_machine::schedule::{Choice, Schedule};
use erlang_machine::system::Counters;
use erlang_machine::world::World;
use erlang_term::Pid;

use super::forward::serve;
use super::undo::RollLog;
use super::watch::Watch;
use super::{Deed, Position, Timeline, choice_of};

/// Asked wherever a process can stand ([`erlang_machine::compile::Options::stops`]): is it to?
pub type Stop<'a> = dyn FnMut(Pid, &StopAt<'_>) -> bool + 'a;

/// What is about to happen.
#[derive(Clone, Copy)]
pub struct Next {
    pub choice: Choice,
    counters: Option<Counters>,
}

impl Timeline {
    /// What was undone happens next, or else what the schedule chooses. None: nothing.
    pub fn next(&self, schedule: &mut dyn Schedule) -> Option<Next> {
        if self.end.is_some() {
            return None;
        }
        match self.future.front() {
            Some(entry) => {
                Some(Next { choice: choice_of(entry), counters: entry.counters.as_deref().copied() })
            }
            None => schedule.next(&self.machine).map(|choice| self.next_by(choice)),
        }
    }

    /// A new choice.
    pub fn next_by(&self, choice: Choice) -> Next {
        let now = self.machine.system.counters();
        Next { choice, counters: self.beyond.map(|beyond| beyond.beyond(&now)) }
    }

    /// It happens.
    pub fn make_next(&mut self, next: Next) {
        match self.future.is_empty() {
            true => {
                self.make(next.choice);
                self.deliver_requests();
            }
            false => self.replay_at(0, u64::MAX),
        }
    }

    /// Undoes what happened at this position, with all that depends on it. It is what happens next then.
    pub fn undo_at(&mut self, position: Position) -> RollLog {
        self.thaw(position);
        match self.index(position) {
            at if at < self.entries.len() => self.undo_entry(at),
            _ => RollLog::default(),
        }
    }

    /// What happened at this position happens again to a machine that is there, or stands in the middle of it. Who stands, if someone was asked to.
    pub fn retry(
        &self,
        position: Position,
        machine: &mut Machine,
        world: &mut dyn World,
        stop: &mut Stop<'_>,
    ) -> Option<Pid> {
        let entry = self.entries_between(position, Position(position.0 + 1)).next()?;
        let next = Next { choice: choice_of(entry), counters: entry.counters.as_deref().copied() };
        let standing = next.attempt(machine, world, stop);
        if let Deed::Deliver { to, .. } = entry.deed
            && self.is_servant(to)
        {
            serve(machine, to, world, &mut Watch::new(None));
        }
        standing
    }
}

impl Next {
    /// Lets it happen to a copy of the present, or go on there. Who stands, if someone was asked to.
    pub fn attempt(&self, machine: &mut Machine, world: &mut dyn World, stop: &mut Stop<'_>) -> Option<Pid> {
        let stands = |machine: &Machine| match self.choice {
            Choice::Run { pid, .. } => {
                machine.system.get(pid).filter(|process| process.state.standing.is_some()).map(|_| pid)
            }
            _ => None,
        };
        if let Some(counters) = &self.counters
            && stands(machine).is_none()
        {
            machine.system.set_counters(counters);
        }
        machine.apply(self.choice, world, &mut Watch::stopping(stop));
        stands(machine)
    }
}
