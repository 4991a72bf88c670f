//! Going by expressions: a process goes on to the next expression of the user's code, or back to
//! the one before.
//!
//! For code compiled with [`erlang_machine::compile::Options::stops`]; code of the library has no
//! places to stand at.

use std::collections::{BTreeMap, VecDeque};

use erlang_machine::observer::{Observer, ObserverKind, StopAt};
use erlang_machine::process::PidKey;
use erlang_machine::schedule::{Choice, Schedule};
use erlang_term::Pid;

use super::Timeline;
use super::entry::is_runnable;
use super::forward::{AdvanceEnd, Advanced, LONG};
use super::point::{Point, is_at_beginning, is_standing};
use super::trial::StopFn;
use super::undo::RollLog;
use crate::Position;

/// Who stands inside its last entry, or at its very beginning: [`Point::expression`].
pub(super) type Stands = BTreeMap<PidKey, u32>;

/// Entries that are looked through at a time for places to go back to, at first.
const WINDOW: usize = 64;

/// How one choice ended that someone was asked to stand in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Went {
    /// A process stands.
    Stands(Point),
    /// All of it happened.
    On,
    /// Nothing more can happen.
    Over,
}

impl Timeline {
    /// One process runs to the next expression of the user's code, this many times, as long as it
    /// can run.
    pub async fn walk_by_slices(&mut self, pid: Pid, expressions: u64) -> Advanced {
        let from = self.here();
        self.settle();
        for _ in 0..expressions {
            if let Err(stopped) = self.go_to_next_expression(pid).await {
                return self.moved(from, stopped);
            }
        }
        self.moved(from, AdvanceEnd::Done)
    }

    async fn go_to_next_expression(&mut self, pid: Pid) -> Result<(), AdvanceEnd> {
        // Who has not begun is shown at the first place of its function already.
        let begins = |process: &&_| is_at_beginning(process) && !is_standing(&self.machine, pid);
        let process = self.machine.system.get(pid).filter(begins);
        let seen = process.and_then(|process| {
            self.machine.program.function(process.state.function).place_at(process.state.pc)
        });
        let mut next = |who: Pid, at: &StopAt<'_>| {
            let is_seen = (at.steps, at.number) == (0, 1) && seen == at.function.place_at(at.pc);
            who == pid && at.is_own_expression() && !(seen.is_some() && is_seen)
        };
        loop {
            if self.end.is_some() || !is_runnable(&self.machine, pid) || self.is_servant(pid) {
                return Err(AdvanceEnd::Quiet);
            }
            if let Some(stopped) = self.stopped_from_outside() {
                return Err(stopped);
            }
            let choice = Choice::Run { pid, reductions: LONG };
            let before = self.steps;
            let stands = match self.recorded(choice) {
                Some(at) => self.replay_to(at, &mut next),
                None => self.make_to(choice, &mut next),
            };
            self.settle();
            self.pause(self.steps.saturating_sub(before) + 1).await;
            if stands {
                return Ok(());
            }
        }
    }

    /// What was undone happens again, or else what the schedule chooses: one choice, in which a
    /// process can be asked to stand. The rest of the choice then comes first the next time.
    pub fn forward(&mut self, schedule: &mut dyn Schedule, stop: &mut StopFn<'_>) -> Went {
        if self.end.is_some() {
            return Went::Over;
        }
        if !self.future.is_empty() {
            let pid = self.future[0].process();
            let stands = self.replay_to(0, stop);
            return self.went(pid.filter(|_| stands));
        }
        let rest = self.rest.take().filter(|rest| self.is_possible(*rest));
        let Some(choice) = rest.or_else(|| schedule.next(&self.machine)) else { return Went::Over };
        let Choice::Run { pid, reductions } = choice else {
            self.make(choice);
            self.deliver_requests();
            return Went::On;
        };
        let before = self.machine.system.steps;
        let stands = self.make_to(choice, stop);
        let used = u32::try_from(self.machine.system.steps - before).unwrap_or(u32::MAX);
        if stands && reductions > used {
            self.rest = Some(Choice::Run { pid, reductions: reductions - used });
        }
        self.deliver_requests();
        self.went(Some(pid).filter(|_| stands))
    }

    fn went(&self, stands: Option<Pid>) -> Went {
        stands.and_then(|pid| self.point(pid)).map_or(Went::On, Went::Stands)
    }

    fn is_possible(&self, choice: Choice) -> bool {
        self.choices().iter().any(|possible| match (choice, *possible) {
            (Choice::Run { pid, .. }, Choice::Run { pid: other, .. }) => pid == other,
            (choice, other) => choice == other,
        })
    }

    /// One process goes back, this many expressions of the user's code, and what depends on what is
    /// undone goes with it.
    pub async fn walk_back_by_slices(&mut self, pid: Pid, expressions: u64) -> RollLog {
        let mut left = expressions;
        let mut log = RollLog::default();
        // If others killed it, its death belongs to no place in its code, but it is the last thing
        // that happened to it.
        match self.killed_in(pid).await {
            Ok(Some(killed)) => {
                log = self.undo_entry(killed).await;
                left -= 1;
            }
            Ok(None) => {}
            Err(hindered) => return hindered,
        }
        if left == 0 || !log.is_done() || self.machine.system.get(pid).is_none() {
            return log;
        }
        let Some(to) = self.earlier(pid, left).await else {
            return RollLog { interrupted: log == RollLog::default(), ..log };
        };
        let undone = self.undo_to_by_slices(to).await;
        if !undone.is_done() {
            return undone;
        }
        log.events += undone.events;
        log.entries += undone.entries;
        for (who, steps) in undone.steps {
            match log.steps.iter_mut().find(|(other, _)| *other == who) {
                Some((_, known)) => *known += steps,
                None => log.steps.push((who, steps)),
            }
        }
        log
    }

    /// The entry in which someone else ended a process.
    async fn killed_in(&mut self, pid: Pid) -> Result<Option<usize>, RollLog> {
        if self.machine.system.get(pid).is_none_or(|process| process.state.outcome.is_none()) {
            return Ok(None);
        }
        let all = self.entries.len();
        let last = self.find_last(all, |one| one.has(pid), |entry| entry.steps_of(pid) > 0).await?;
        Ok(last.filter(|last| self.entries[*last].process().is_none()))
    }

    /// The expression this many before the one where a process is. None: the search was cancelled.
    async fn earlier(&self, pid: Pid, expressions: u64) -> Option<Point> {
        let now = self.point(pid)?;
        let mut passed = Passed { now, last: VecDeque::new(), most: expressions };
        let (mut to, mut length) = (self.position().0, WINDOW);
        let beginning = Point { pid, step: 0, expression: 0 };
        while to > 0 {
            let from = to.saturating_sub(length);
            let enough = |_: &mut Passed, _| self.is_interrupted();
            self.retrace_by_slices(Position(from), Position(to), &mut passed, enough).await;
            if self.is_interrupted() {
                return None;
            }
            let found = passed.last.len() as u64;
            match passed.last.front() {
                // The first place of all is the beginning.
                Some((0, 1)) => return Some(beginning),
                Some((step, expression)) if found == passed.most => {
                    return Some(Point { pid, step: *step, expression: *expression });
                }
                _ => {}
            }
            passed.most -= found;
            passed.last.clear();
            (to, length) = (from, length * 4);
        }
        // Before its first step, all that it has passed are places of its first call.
        let before = u64::from(now.expression).saturating_sub(passed.most);
        Some(match u32::try_from(before) {
            Ok(expression) if now.step == 0 && now.expression < Point::ALL && expression > 1 => {
                Point { pid, step: 0, expression }
            }
            _ => beginning,
        })
    }
}

/// The last expressions that a process passed before the point where it is.
struct Passed {
    now: Point,
    last: VecDeque<(u64, u32)>,
    most: u64,
}

impl ObserverKind for Passed {
    const CALLS: bool = false;
    const STOPS: bool = true;
}

impl Observer for Passed {
    fn stop(&mut self, pid: Pid, at: StopAt<'_>) -> bool {
        let place = (at.steps, at.number);
        if pid == self.now.pid && at.is_own_expression() && place < self.now.place() {
            if self.last.len() as u64 == self.most {
                self.last.pop_front();
            }
            self.last.push_back(place);
        }
        false
    }
}
