//! Going to a moment of one process: right before a call, right behind a return, or where an
//! exception is raised.

use erlang_machine::code::{Function, FunctionId};
use erlang_machine::exception::Exception;
use erlang_machine::machine::Machine;
use erlang_machine::observer::{Observer, ObserverKind, StopAt, Unobserved};
use erlang_machine::schedule::Choice;
use erlang_term::{Pid, Term};

use super::Timeline;
use super::entry::{Deed, Entry};
use super::leave::Work;
use super::point::{Point, reductions};
use super::undo::{RollLog, last_that, watch_again};
use crate::Position;
use crate::moment::{CallEdge, CallPoint, Ticks};

/// Where a moment is.
struct FoundMoment {
    /// The entry of the process that it is in, from the state that it begins with.
    entry: Position,
    before: Machine,
    /// After this many reductions of the entry.
    behind: u32,
    /// This many ticks after the beginning of the entry.
    tick: u32,
}

impl Timeline {
    /// Goes back along the present linearisation to a moment of it. None: there is no such moment,
    /// and nothing has changed.
    pub async fn go_to_by_slices(&mut self, moment: &CallPoint) -> Option<RollLog> {
        let FoundMoment { entry, before, behind, tick } = self.find(moment).await?;
        let pid = moment.pid;
        if moment.kind == CallEdge::Call {
            return Some(self.go_into(pid, entry, behind.saturating_sub(1)).await);
        }
        let Passing { last, next, .. } = self.places_around(before, pid, behind, tick);
        // Who has returned stands before the next expression; an exception is raised by the last
        // one.
        let place = if moment.kind == CallEdge::Raise { last } else { next };
        Some(match place {
            Some((step, expression)) => self.seek_to_by_slices(Point { pid, step, expression }).await,
            None if moment.kind == CallEdge::Raise => {
                self.go_into(pid, entry, behind.saturating_sub(1)).await
            }
            None => self.go_into(pid, entry, behind).await,
        })
    }

    async fn find(&self, moment: &CallPoint) -> Option<FoundMoment> {
        let pid = moment.pid;
        let begun = |machine: &Machine| {
            machine.system.get(pid).is_some_and(|process| process.state.reductions <= moment.steps)
        };
        let checkpoints = self.checkpoints.all();
        let from = checkpoints.iter().rev().find(|checkpoint| begun(&checkpoint.machine));
        let from = from.unwrap_or(&checkpoints[0]);
        let (mut machine, position) = (from.machine.clone(), from.position);
        let mut world = self.outside.again(from.lines);
        // Ticks that are left; before the steps that the moment counts from, none is counted.
        let mut left = None;
        let mut work = Work::default();
        for (entry, at) in self.entries_between(position, self.position()).zip(position.0..) {
            if let Some(steps) = work.add(entry)
                && self.pause(steps).await
            {
                return None;
            }
            if entry.process() != Some(pid) {
                watch_again(&mut machine, entry, &mut world, &mut Unobserved);
                continue;
            }
            let before = machine.clone();
            let made = reductions(&before, pid);
            let mut ticks = Ticks::of(pid);
            watch_again(&mut machine, entry, &mut world, &mut ticks);
            let passed = match left {
                Some(left) => Some((left, 0)),
                None if made == moment.steps => Some((moment.tick, 0)),
                // The steps end within the entry: what is told up to there does not count.
                None if made + u64::from(entry.steps()) > moment.steps => {
                    let share = u32::try_from(moment.steps - made).unwrap_or(u32::MAX);
                    Some((moment.tick, self.ticks(&before, entry, share)))
                }
                None => None,
            };
            let Some((wanted, skipped)) = passed else { continue };
            let told = ticks.count - skipped;
            if told < wanted {
                left = Some(wanted - told);
                continue;
            }
            let tick = skipped + wanted;
            let all = share_of(entry);
            let behind = last_that(all, |share| self.ticks(&before, entry, share) < tick);
            let behind = if behind == 0 && self.ticks(&before, entry, 0) >= tick { 0 } else { behind + 1 };
            return Some(FoundMoment { entry: Position(at), before, behind: behind.min(all), tick });
        }
        None
    }

    /// What is told of a process in the first steps of an entry.
    fn ticks(&self, before: &Machine, entry: &Entry, share: u32) -> u32 {
        let Some(pid) = entry.process() else { return 0 };
        let (mut machine, mut ticks) = (before.clone(), Ticks::of(pid));
        if let Some(counters) = entry.counters() {
            machine.system.set_counters(counters);
        }
        machine.apply(
            Choice::Run { pid, reductions: share },
            &mut self.outside.again(self.lines),
            &mut ticks,
        );
        ticks.count
    }

    /// To the point after this many reductions of an entry.
    async fn go_into(&mut self, pid: Pid, entry: Position, share: u32) -> RollLog {
        if !self.thaw(entry).await {
            return RollLog::INTERRUPTED;
        }
        let at = self.index(entry);
        match self.entries[at].deed() {
            Deed::Compute { reductions, .. } if share > 0 && share < reductions => {
                self.split(at, share.into());
                self.seek_by_slices(Position(entry.0 + 1)).await
            }
            _ if share == 0 => self.seek_by_slices(entry).await,
            _ => {
                let log = self.seek_by_slices(Position(entry.0 + 1)).await;
                self.stands.remove(&pid.into());
                log
            }
        }
    }

    /// The last expression that the process passes in these reductions before this tick, and the
    /// first one after it.
    fn places_around(&self, mut before: Machine, pid: Pid, share: u32, tick: u32) -> Passing {
        let mut passing = Passing { ticks: Ticks::of(pid), until: tick, last: None, next: None };
        let choice = Choice::Run { pid, reductions: share };
        before.apply(choice, &mut self.outside.again(self.lines), &mut passing);
        passing
    }
}

/// Reductions that an entry of a process takes, with looks that find no match.
pub(super) fn share_of(entry: &Entry) -> u32 {
    match entry.deed() {
        Deed::Compute { reductions, .. } => reductions,
        _ => entry.steps() + u32::from(entry.is_blocked()),
    }
}

/// Expressions on both sides of a tick.
struct Passing {
    ticks: Ticks,
    until: u32,
    last: Option<(u64, u32)>,
    next: Option<(u64, u32)>,
}

impl ObserverKind for Passing {
    const CALLS: bool = true;
    const STOPS: bool = true;
}

impl Observer for Passing {
    fn call(&mut self, pid: Pid, _id: FunctionId, _function: &Function, _arguments: &[Term], _tail: bool) {
        self.ticks.tick(pid);
    }

    fn returned(&mut self, pid: Pid, _value: &Term) {
        self.ticks.tick(pid);
    }

    fn raised(&mut self, pid: Pid, _exception: &Exception) {
        self.ticks.tick(pid);
    }

    fn unwound(&mut self, pid: Pid, _caught: bool) {
        self.ticks.tick(pid);
    }

    fn stop(&mut self, pid: Pid, at: StopAt<'_>) -> bool {
        if pid == self.ticks.pid && at.is_own_expression() {
            let here = Some((at.steps, at.number));
            match self.ticks.count < self.until {
                true => self.last = here,
                false => self.next = self.next.or(here),
            }
        }
        false
    }
}
