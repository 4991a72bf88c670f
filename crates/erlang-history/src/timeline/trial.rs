//! What happened, again on a copy of the machine: a process can be asked to stand still in the
//! middle of it.

use erlang_machine::machine::Machine;
use erlang_machine::observer::StopAt;
use erlang_machine::world::World;
use erlang_term::Pid;

use super::forward::serve;
use super::undo::RollLog;
use super::watch::Watch;
use super::{Deed, Position, Timeline, choice_of};

/// Asked wherever a process can stand ([`erlang_machine::compile::Options::stops`]): is it to?
pub type StopFn<'a> = dyn FnMut(Pid, &StopAt<'_>) -> bool + 'a;

impl Timeline {
    /// Undoes what happened at this position, with all that depends on it. It is what happens next
    /// then.
    pub async fn undo_at_by_slices(&mut self, position: Position) -> RollLog {
        if !self.thaw(position).await {
            return RollLog::INTERRUPTED;
        }
        match self.index(position) {
            at if at < self.entries.len() => self.undo_entry(at).await,
            _ => RollLog::default(),
        }
    }

    /// Everything at this position happens again to a machine that is there, or stands in the
    /// middle of it. Who stands, if someone was asked to.
    pub fn retry(
        &self,
        position: Position,
        machine: &mut Machine,
        world: &mut dyn World,
        stop: &mut StopFn<'_>,
    ) -> Option<Pid> {
        let entry = self.entries_between(position, Position(position.0 + 1)).next()?;
        let stands = |machine: &Machine| {
            let process = machine.system.get(entry.process()?)?;
            process.state.standing.as_ref().map(|_| process.state.pid)
        };
        if let Some(counters) = entry.counters()
            && stands(machine).is_none()
        {
            machine.system.set_counters(counters);
        }
        machine.apply(choice_of(entry), world, &mut Watch::stopping(stop));
        let standing = stands(machine);
        if let Deed::Deliver { to, .. } = entry.deed()
            && self.is_servant(to)
        {
            serve(machine, to, world, &mut Watch::new(None));
        }
        standing
    }
}
