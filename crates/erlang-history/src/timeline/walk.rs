//! Going by expressions: a process goes on to the next expression of the user's code, or back to the one before.
//!
//! Expressions lie closer together than steps do. So a process may stand *within* its last entry: that is made, but of what takes no step behind its
//! last reduction, up to the next thing that does, only a part has been done. Nobody else can tell the difference, and so it is no entry of its own.
//! For code compiled with [`erlang_machine::compile::Options::stops`]; code of the library has no places to stand at.

use std::collections::BTreeMap;

use erlang_machine::machine::Machine;
use erlang_machine::observer::{Observer, ObserverKind, StopAt};
use erlang_machine::process::{PidKey, Process};
use erlang_machine::schedule::Choice;
use erlang_machine::world::World;
use erlang_term::Pid;

use super::entry::{Deed, Entry, is_runnable};
use super::forward::{LONG, Moved, Stopped, again};
use super::undo::{RollLog, last_that};
use super::watch::Watch;
use super::{Timeline, choice_of};
use crate::Position;

/// Where processes stand that do so within their last entry, or, if they have none, at their very beginning: the number of the place, from 1, among
/// those in that entry.
pub(super) type Stands = BTreeMap<PidKey, u32>;

/// Entries that are looked through at a time for places to go back to, at first.
const WINDOW: usize = 64;

/// Where a process can go back to.
#[derive(Clone, Copy)]
struct Place {
    /// The position of the entry of the process that it is in; none: before all of them.
    entry: Option<Position>,
    /// 0: before all places.
    number: u32,
}

impl Timeline {
    /// One process goes on to the next expression of the user's code, so many times, as long as it can run.
    pub fn walk(&mut self, pid: Pid, expressions: u64) -> Moved {
        let from = self.here();
        self.settle();
        for _ in 0..expressions {
            if let Err(stopped) = self.go_to_next_expression(pid) {
                return self.moved(from, stopped);
            }
        }
        self.moved(from, Stopped::Done)
    }

    fn go_to_next_expression(&mut self, pid: Pid) -> Result<(), Stopped> {
        loop {
            if self.end.is_some() || !is_runnable(&self.machine, pid) || self.is_servant(pid) {
                return Err(Stopped::Quiet);
            }
            if let Some(stopped) = self.stopped_from_outside() {
                return Err(stopped);
            }
            if self.go_on_without_step(pid) {
                return Ok(());
            }
            // Where would it stand next? Tried on a copy.
            let mut trial = self.machine.clone();
            let mut watch = Watch::standing(1);
            let long = Choice::Run { pid, reductions: LONG };
            trial.apply(long, &mut self.outside.again(self.lines), &mut watch);
            let steps = reductions(&trial, pid).saturating_sub(reductions(&self.machine, pid));
            let share = match is_standing(&trial, pid) {
                true => u32::try_from(steps).unwrap_or(LONG).max(1),
                false => LONG,
            };
            let (before, first) = (self.machine.clone(), self.entries.len());
            let goal = reductions(&self.machine, pid) + steps;
            self.advance(Choice::Run { pid, reductions: share });
            let there = is_standing(&trial, pid)
                && reductions(&self.machine, pid) == goal
                && self.stand_in_last(before, first, pid);
            self.settle();
            if there {
                return Ok(());
            }
        }
    }

    /// To the next place in what takes no step. Whether there was one.
    fn go_on_without_step(&mut self, pid: Pid) -> bool {
        let Some(process) = self.machine.system.get(pid) else { return false };
        if process.state.standing.is_none() && !is_at_beginning(process) {
            return false;
        }
        let mut seen = self.expression(process);
        let queue = self.machine.system.run_queue.clone();
        let mut number = self.stands.get(&pid.into()).copied().unwrap_or(0);
        loop {
            let mut watch = Watch::standing(1);
            let mut world = self.outside.again(self.lines);
            self.machine.apply(Choice::Run { pid, reductions: 0 }, &mut world, &mut watch);
            number += 1;
            let Some(process) = self.machine.system.get(pid).filter(|_| is_standing(&self.machine, pid))
            else {
                self.machine.system.run_queue = queue;
                self.stands.remove(&pid.into());
                return false;
            };
            // The first place of a function is where it begins.
            let here = self.expression(process);
            if std::mem::replace(&mut seen, here) != here || number > 1 {
                break;
            }
        }
        self.machine.system.run_queue = queue;
        self.stands.insert(pid.into(), number);
        true
    }

    /// What a process stands before. (Who is asked to stand has just passed the mark there.)
    fn expression(&self, process: &Process) -> Option<erlang_machine::code::Place> {
        let pc = process.state.pc.saturating_sub(process.state.standing.is_some().into());
        self.machine.program.function(process.state.function).place_at(pc)
    }

    /// The entries that have just been made, again, but the process comes to stand at the first place in its last one. False: there is none.
    fn stand_in_last(&mut self, mut before: Machine, first: usize, pid: Pid) -> bool {
        let made = self.entries.get(first..).unwrap_or_default();
        let Some(last) = made.iter().rposition(|entry| entry.process() == Some(pid)) else { return false };
        let mut world = self.outside.again(self.lines);
        for (n, entry) in made.iter().enumerate() {
            match n == last {
                true => again_to(&mut before, entry, 1, &mut world),
                false => drop(again(&mut before, entry, &mut world)),
            }
        }
        let stands = is_standing(&before, pid);
        if stands {
            before.system.run_queue = std::mem::take(&mut self.machine.system.run_queue);
            self.machine = before;
            self.stands.insert(pid.into(), 1);
        }
        stands
    }

    /// One process goes back, so many expressions of the user's code, and what depends on what is undone goes with it.
    pub fn walk_back(&mut self, pid: Pid, expressions: u64) -> RollLog {
        let mut left = expressions;
        let mut log = RollLog::default();
        // Its death at the hands of others is no place of its own code, but the last thing that happened to it.
        if let Some(killed) = self.killed_in(pid) {
            log = self.undo_entry(killed);
            left -= 1;
        }
        if left == 0 || self.machine.system.get(pid).is_none() {
            return log;
        }
        let Some(place) = self.earlier(pid, left) else {
            return RollLog { interrupted: log == RollLog::default(), ..log };
        };
        self.thaw(place.entry.unwrap_or_default());
        self.cut_behind(pid, place);
        let next = place.entry.map_or(0, |at| self.index(at) + 1);
        let own = self.entries[next..].iter().position(|entry| entry.process() == Some(pid));
        if own.is_none() {
            let queue = std::mem::take(&mut self.machine.system.run_queue);
            self.machine = self.machine_at(self.position());
            self.machine.system.run_queue = queue;
        }
        if let Some(own) = own {
            let undone = self.undo_entry(next + own);
            if undone.interrupted {
                return undone;
            }
            log.undone.extend(undone.undone);
            for (who, steps) in undone.steps {
                match log.steps.iter_mut().find(|(other, _)| *other == who) {
                    Some((_, known)) => *known += steps,
                    None => log.steps.push((who, steps)),
                }
            }
        }
        self.stands.remove(&pid.into());
        if place.number > 0 {
            self.stands.insert(pid.into(), place.number);
        }
        self.rebuild();
        log
    }

    /// The entry in which someone else ended a process.
    fn killed_in(&self, pid: Pid) -> Option<usize> {
        let dead = self.machine.system.get(pid)?.state.outcome.is_some();
        let last = self.entries.iter().rposition(|entry| entry.steps_of(pid) > 0).filter(|_| dead)?;
        self.entries[last].process().is_none().then_some(last)
    }

    /// The place so many before the one where a process is. None: someone wanted the search to stop.
    fn earlier(&self, pid: Pid, places: u64) -> Option<Place> {
        let mut left = places;
        let mut stands = self.stands.get(&pid.into()).copied();
        let (mut to, mut length) = (self.position().0, WINDOW);
        while to > 0 {
            let from = to.saturating_sub(length);
            for (at, count) in self.places(pid, Position(from), Position(to)).into_iter().rev() {
                let before = stands.take().map_or(count, |number| number.saturating_sub(1).min(count));
                if u64::from(before) >= left {
                    return Some(Place { entry: Some(at), number: before + 1 - left as u32 });
                }
                left -= u64::from(before);
            }
            if self.is_interrupted() {
                return None;
            }
            (to, length) = (from, length * 4);
        }
        let before = match stands {
            Some(number) => number - 1,
            None if self.has_begun(pid, self.position()) => self.places_at_beginning(pid),
            None => 0,
        };
        let number = u64::from(before).saturating_sub(left.saturating_sub(1));
        // The first place of all is the beginning.
        Some(Place { entry: None, number: if number > 1 { number as u32 } else { 0 } })
    }

    /// Has a process made an entry before this position?
    fn has_begun(&self, pid: Pid, before: Position) -> bool {
        self.entries_between(Position(0), before).any(|entry| entry.process() == Some(pid))
    }

    /// How many places there are in each of the entries of a process, of those in a part of the run.
    fn places(&self, pid: Pid, from: Position, to: Position) -> Vec<(Position, u32)> {
        let mut own = self.entries_between(from, to).map(|entry| entry.process() == Some(pid));
        let mut counts = Vec::new();
        let mut counter = Counter { pid, places: 0 };
        self.retrace(from, to, &mut counter, |counter, position| {
            let count = std::mem::take(&mut counter.places);
            if own.next() == Some(true) {
                counts.push((Position(position.0 - 1), count));
            }
            self.is_interrupted()
        });
        // What comes before the first step of all is in no entry.
        if let Some((at, count)) = counts.first_mut()
            && !self.has_begun(pid, *at)
        {
            *count = count.saturating_sub(self.places_at_beginning(pid));
        }
        counts
    }

    /// How many places a process passes before its first step.
    fn places_at_beginning(&self, pid: Pid) -> u32 {
        let mut machine = self.machine_at(self.beginning_of(pid));
        let mut watch = Watch::standing(0);
        if machine.system.get(pid).is_some_and(is_at_beginning) {
            let all = Choice::Run { pid, reductions: 0 };
            machine.apply(all, &mut self.outside.again(self.lines), &mut watch);
        }
        watch.passed
    }

    /// How many entries led to the beginning of a process.
    fn beginning_of(&self, pid: Pid) -> Position {
        let spawn = self.log.spawned_by(pid).and_then(|event| self.position_of(event));
        spawn.map_or(Position(0), |position| Position(position.0 + 1))
    }

    /// Cuts an entry in two, if need be, so that a place lies behind the last step of the first part.
    fn cut_behind(&mut self, pid: Pid, place: Place) {
        let Some(position) = place.entry else { return };
        let at = self.index(position);
        let Deed::Compute { reductions, .. } = self.entries[at].deed else { return };
        let machine = self.machine_at(position);
        let passes = |share: u32| {
            let (mut trial, mut watch) = (machine.clone(), Watch::standing(0));
            let mut world = self.outside.again(self.lines);
            finish_beginning(&mut trial, pid, &mut world);
            trial.apply(Choice::Run { pid, reductions: share }, &mut world, &mut watch);
            watch.passed >= place.number
        };
        let keep = last_that(reductions, |share| !passes(share)) + 1;
        if keep < reductions {
            self.split(at, keep.into());
        }
    }

    /// Goes along the present linearisation to a place in an entry of a process.
    pub(super) fn stand_at(&mut self, pid: Pid, entry: Position, number: u32) -> RollLog {
        self.thaw(entry);
        self.cut_behind(pid, Place { entry: Some(entry), number });
        let log = self.seek(Position(entry.0 + 1));
        if !log.interrupted {
            self.stands.insert(pid.into(), number);
            self.rebuild();
        }
        log
    }

    /// The present again, with everyone at the place where they stand.
    pub(super) fn rebuild(&mut self) {
        let own = |pid: &PidKey| {
            let index = self.entries.iter().rposition(|entry| entry.process() == Some((*pid).into()));
            index.map(|index| self.position_at(index))
        };
        let stands: Vec<(Pid, Option<Position>, u32)> =
            self.stands.iter().map(|(pid, number)| ((*pid).into(), own(pid), *number)).collect();
        let first = stands.iter().map(|(pid, last, _)| last.unwrap_or_else(|| self.beginning_of(*pid))).min();
        let Some(from) = first else { return };
        let (mut machine, lines) = self.state_at(from);
        let mut world = self.outside.again(lines);
        let mut entries = self.entries_between(from, self.position());
        for at in from.0..=self.position().0 {
            let at = Position(at);
            for (pid, last, number) in &stands {
                if last.is_none() && self.beginning_of(*pid) == at {
                    let all = Choice::Run { pid: *pid, reductions: 0 };
                    machine.apply(all, &mut world, &mut Watch::standing(*number));
                }
            }
            let Some(entry) = entries.next() else { break };
            match stands.iter().find(|(_, last, _)| *last == Some(at)) {
                Some((_, _, number)) => again_to(&mut machine, entry, *number, &mut world),
                None => drop(again(&mut machine, entry, &mut world)),
            }
        }
        drop(entries);
        machine.system.run_queue = std::mem::take(&mut self.machine.system.run_queue);
        self.machine = machine;
    }
}

/// An entry of a process again, up to the place of this number in it.
fn again_to(machine: &mut Machine, entry: &Entry, number: u32, world: &mut dyn World) {
    if let Some(counters) = &entry.counters {
        machine.system.set_counters(counters);
    }
    if let Some(pid) = entry.process() {
        finish_beginning(machine, pid, world);
    }
    machine.apply(choice_of(entry), world, &mut Watch::standing(number));
}

/// A process that has made no step yet does what comes before the first. Whether it had not.
pub(super) fn finish_beginning(machine: &mut Machine, pid: Pid, world: &mut dyn World) -> bool {
    let begins = machine.system.get(pid).is_some_and(is_at_beginning);
    if begins {
        machine.apply(Choice::Run { pid, reductions: 0 }, world, &mut Watch::new(None));
    }
    begins
}

fn is_at_beginning(process: &Process) -> bool {
    process.state.reductions == 0 && process.state.start.is_none()
}

fn is_standing(machine: &Machine, pid: Pid) -> bool {
    machine.system.get(pid).is_some_and(|process| process.state.standing.is_some())
}

pub(super) fn reductions(machine: &Machine, pid: Pid) -> u64 {
    machine.system.get(pid).map_or(0, |process| process.state.reductions)
}

/// Counts the places that a process passes.
struct Counter {
    pid: Pid,
    places: u32,
}

impl ObserverKind for Counter {
    const CALLS: bool = false;
    const STOPS: bool = true;
}

impl Observer for Counter {
    fn stop(&mut self, pid: Pid, at: StopAt<'_>) -> bool {
        self.places += u32::from(pid == self.pid && at.is_expression());
        false
    }
}
