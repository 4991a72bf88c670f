//! Where a process is: the one position model of going back, of replay and of editors.
//!
//! An entry is made as soon as its action has happened. Between two reductions a process passes
//! places at which it can be asked to stand ([`StopAt`]); nobody else can tell how many it has
//! passed, so that who stands at one of them stands *inside* its last entry, which is made.

use erlang_machine::machine::Machine;
use erlang_machine::observer::{LAST_STOP, StopAt};
use erlang_machine::process::{PidKey, Process};
use erlang_machine::schedule::Choice;
use erlang_term::Pid;

use super::entry::{Deed, Entry};
use super::forward::again;
use super::undo::RollLog;
use super::walk::Stands;
use super::watch::Watch;
use super::{Timeline, choice_of};
use crate::Position;

/// A point in the life of one process. Of two points of the same process, the smaller one comes
/// first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    pub pid: Pid,
    /// Reductions that it has made.
    pub step: u64,
    /// Which of the places since the last one it stands at, from 1. 0: before the first one, where
    /// a process begins.
    pub expression: u32,
}

impl Point {
    /// Behind all places since the last reduction, as a process is that was not asked to stand.
    pub const ALL: u32 = LAST_STOP - 1;
    /// Before the call of a native function, which is the next reduction.
    pub const CALL: u32 = LAST_STOP;

    /// Where a process is asked to stand.
    pub fn of(pid: Pid, at: &StopAt<'_>) -> Point {
        Point { pid, step: at.steps, expression: at.number }
    }

    /// Does it come before another point of the same process?
    pub fn is_before(&self, other: &Point) -> bool {
        self.place() < other.place()
    }

    pub(super) fn place(&self) -> (u64, u32) {
        (self.step, self.expression)
    }
}

impl Timeline {
    /// Where a process is. None: there is no such process.
    pub fn point(&self, pid: Pid) -> Option<Point> {
        self.point_of(pid.into(), &self.stands)
    }

    pub(super) fn point_of(&self, key: PidKey, stands: &Stands) -> Option<Point> {
        let pid = Pid::from(key);
        let process = self.machine.system.get(pid)?;
        let expression = match stands.get(&key) {
            Some(number) => *number,
            None if is_at_beginning(process) && process.state.pc == 0 => 0,
            None => Point::ALL,
        };
        Some(Point { pid, step: process.state.reductions, expression })
    }

    /// Takes a process back to an earlier point. What it did since then is undone with all that
    /// depends on it, and nothing else. A point that lies in the middle of an action is taken to
    /// mean the one before the action.
    pub async fn undo_to_by_slices(&mut self, to: Point) -> RollLog {
        let Some(now) = self.point(to.pid).filter(|now| to.is_before(now)) else {
            return RollLog::default();
        };
        let log = match self.first_beyond(to).await {
            Err(hindered) => hindered,
            Ok(Some(at)) => self.undo_entry(at).await,
            Ok(None) => {
                self.stood.entry(to.pid.into()).or_insert(now);
                RollLog::default()
            }
        };
        if log.is_done() {
            self.stand_at(to);
        }
        log
    }

    /// Goes back along the present linearisation to a point of a process: what happened later is
    /// undone in all processes.
    pub async fn seek_to_by_slices(&mut self, to: Point) -> RollLog {
        let Some(now) = self.point(to.pid).filter(|now| !now.is_before(&to)) else {
            return RollLog::default();
        };
        let beyond = match self.first_beyond(to).await {
            Ok(beyond) => beyond,
            Err(hindered) => return hindered,
        };
        self.stood.entry(to.pid.into()).or_insert(now);
        let last = match beyond {
            Some(at) => self.entries[..at].iter().rposition(|entry| entry.process() == Some(to.pid)),
            None => self.last_of(to.pid),
        };
        let position = match last {
            Some(last) => Position(self.position_at(last).0 + 1),
            None => self.beginning_of(to.pid),
        };
        let log = self.seek_by_slices(position).await;
        if log.is_done() {
            self.stand_at(to);
        }
        log
    }

    /// The first entry that a process made behind a point; one is cut in two if need be.
    async fn first_beyond(&mut self, to: Point) -> Result<Option<usize>, RollLog> {
        let (mut end, mut first, mut at) = (reductions(&self.machine, to.pid), None, self.entries.len());
        loop {
            let length = self.entries.len();
            // Its death at the hands of others takes no reduction.
            let is_its = |entry: &Entry| entry.process() == Some(to.pid) || entry.steps_of(to.pid) > 0;
            let found = self.find_last(at, |one| one.has(to.pid), is_its).await?;
            // Stretches that became entries lie before what was found.
            first = first.map(|first| first + (self.entries.len() - length));
            let Some(found) = found else { return Ok(first) };
            at = found;
            let entry = &self.entries[at];
            if entry.process() == Some(to.pid) {
                let begin = end.saturating_sub(entry.steps().into());
                if begin < to.step {
                    return Ok(match entry.deed() {
                        _ if end <= to.step => first,
                        Deed::Compute { .. } => Some(self.split(at, to.step - begin)),
                        _ => Some(at),
                    });
                }
                end = begin;
            }
            first = Some(at);
        }
    }

    /// The last entry of a process.
    pub(super) fn last_of(&mut self, pid: Pid) -> Option<usize> {
        self.last_that_is(self.entries.len(), |one| one.has(pid), |entry| entry.process() == Some(pid))
    }

    /// Stops a process that has made this many reductions where the point says, if there is such a
    /// place.
    pub(super) fn stand_at(&mut self, to: Point) {
        let Some(process) = self.machine.system.get(to.pid).filter(|one| one.state.outcome.is_none()) else {
            return;
        };
        if process.state.reductions != to.step {
            return;
        }
        if to.expression == Point::ALL {
            return self.finish_standing(to.pid);
        }
        self.stands.remove(&to.pid.into());
        let last = self.last_of(to.pid);
        let from = last.map_or_else(|| self.beginning_of(to.pid), |last| self.position_at(last));
        let (mut machine, lines) = self.state_at(from);
        let mut world = self.outside.again(lines);
        let mut stop = |pid: Pid, at: &StopAt<'_>| Point::of(pid, at) == to;
        let run = |reductions| Choice::Run { pid: to.pid, reductions };
        match last.map(|last| &self.entries[last]) {
            Some(entry) => again_to(&mut machine, entry, &mut world, &mut stop),
            None if to.expression > 0 => {
                machine.apply(run(0), &mut world, &mut Watch::standing(&mut stop));
            }
            None => {}
        }
        if to.expression == Point::CALL && !is_standing(&machine, to.pid) {
            machine.apply(run(1), &mut world, &mut Watch::standing(&mut stop));
        }
        let begins = last.is_none() && to.expression == 0;
        if (is_standing(&machine, to.pid) || begins)
            && let (Some(process), Some(stands)) =
                (self.machine.system.get_mut(to.pid), machine.system.get(to.pid))
        {
            go_on_as(process, stands);
        }
        if is_standing(&self.machine, to.pid) {
            self.stands.insert(to.pid.into(), to.expression);
        }
    }

    /// Who stands passes all places up to the next reduction.
    pub(super) fn finish_standing(&mut self, pid: Pid) {
        if self.stands.remove(&pid.into()).is_none() {
            return;
        }
        let queue = self.machine.system.run_queue.clone();
        let mut world = self.outside.again(self.lines);
        self.machine.apply(Choice::Run { pid, reductions: 0 }, &mut world, &mut Watch::new(None));
        self.machine.system.run_queue = queue;
    }

    /// Those who stand in the middle of an entry do so in another state in which they have made the
    /// same steps.
    pub(super) fn stand_as_in(&mut self, other: &Machine) {
        for pid in self.stands.keys().copied().map(Pid::from) {
            if let (Some(process), Some(stands)) = (self.machine.system.get_mut(pid), other.system.get(pid)) {
                go_on_as(process, stands);
            }
        }
    }

    /// All stand that stood when what they did was undone, as far as they have done all of it
    /// again.
    pub(super) fn stand_as_before(&mut self) {
        let reached = |(key, point): (&PidKey, &Point)| {
            let pid = Pid::from(*key);
            let is_over = !self.future.iter().any(|entry| entry.process() == Some(pid));
            (is_over && reductions(&self.machine, pid) == point.step).then_some(*point)
        };
        let reached: Vec<Point> = self.stood.iter().filter_map(reached).collect();
        for point in reached {
            self.stood.remove(&point.pid.into());
            self.stand_at(point);
        }
    }

    /// How many entries led to the beginning of a process.
    pub(super) fn beginning_of(&self, pid: Pid) -> Position {
        let spawn = self.log.spawned_by(pid).and_then(|event| self.position_of(event));
        spawn.map_or(Position(0), |position| Position(position.0 + 1))
    }
}

/// An entry of a process again, up to where it is to stand.
fn again_to(
    machine: &mut Machine,
    entry: &Entry,
    world: &mut dyn erlang_machine::world::World,
    stop: &mut super::trial::StopFn<'_>,
) {
    if entry.process().is_none() {
        return drop(again(machine, entry, world));
    }
    if let Some(counters) = entry.counters() {
        machine.system.set_counters(counters);
    }
    machine.apply(choice_of(entry), world, &mut Watch::standing(stop));
}

/// A process goes on from where another copy of it is. What others did to it stays.
pub(super) fn go_on_as(process: &mut Process, other: &Process) {
    process.stack = other.stack.clone();
    let (state, other) = (&mut process.state, &other.state);
    (state.function, state.pc, state.wait) = (other.function, other.pc, other.wait);
    (state.start, state.ending) = (other.start.clone(), other.ending.clone());
    (state.standing, state.yielded) = (other.standing.clone(), other.yielded);
}

pub(super) fn is_at_beginning(process: &Process) -> bool {
    process.state.reductions == 0 && process.state.start.is_none()
}

pub(super) fn is_standing(machine: &Machine, pid: Pid) -> bool {
    machine.system.get(pid).is_some_and(|process| process.state.standing.is_some())
}

pub(super) fn reductions(machine: &Machine, pid: Pid) -> u64 {
    machine.system.get(pid).map_or(0, |process| process.state.reductions)
}
