//! Bindings of variables as points to go to; for code compiled with
//! [`erlang_machine::compile::Options::bindings`].

use erlang_machine::code::Function;
use erlang_machine::machine::{End, Machine};
use erlang_machine::observer::{Observer, ObserverKind, StopAt};
use erlang_machine::schedule::Choice;
use erlang_machine::world::ClosedWorld;
use erlang_term::{Atom, Pid, Term};

use super::Timeline;
use super::entry::{Deed, Entry};
use super::forward::Refused;
use super::leave::Work;
use super::moment::share_of;
use super::point::{Point, reductions};
use super::undo::{last_that, watch_again};
use crate::Position;

impl Timeline {
    /// The last point of a process before it last bound a variable of this name. None: it has bound
    /// none up to where it is.
    pub(super) async fn binding(&self, pid: Pid, variable: Atom) -> Result<Option<Point>, Refused> {
        let Some(now) = self.point(pid) else { return Ok(None) };
        let mut binder = Binder::new(pid, variable, Some(now));
        let (mut before, mut last) = (0, None);
        let watch = |binder: &mut Binder, position: Position| {
            if binder.bound > before {
                before = binder.bound;
                last = Some(Position(position.0 - 1));
            }
            self.is_interrupted()
        };
        self.retrace_by_slices(Position(0), self.position(), &mut binder, watch).await;
        if self.is_interrupted() {
            return Err(Refused::Over(End::Interrupted));
        }
        let entry = last.and_then(|at| Some((at, self.entries_between(at, Position(at.0 + 1)).next()?)));
        Ok(entry.map(|(at, entry)| self.binding_in(at, entry, now, variable)))
    }

    /// The last point before the last binding in an entry.
    fn binding_in(&self, at: Position, entry: &Entry, now: Point, variable: Atom) -> Point {
        let (mut before, lines) = self.state_at(at);
        if let Some(counters) = &entry.counters {
            before.system.set_counters(counters);
        }
        let pid = now.pid;
        let binder = |machine: &mut Machine, share: u32| {
            let mut binder = Binder::new(pid, variable, Some(now));
            let choice = Choice::Run { pid, reductions: share };
            machine.apply(choice, &mut self.outside.again(lines), &mut binder);
            binder
        };
        let bound = |share: u32| binder(&mut before.clone(), share).bound;
        let share = share_of(entry);
        let all = bound(share);
        // Steps of the entry that come before the one after which the variable is bound.
        let begun = bound(0) < all;
        let steps = if begun { last_that(share, |share| bound(share) < all) } else { 0 };
        let mut machine = before.clone();
        if begun {
            binder(&mut machine, steps);
        }
        let step = reductions(&machine, pid);
        match binder(&mut machine, 1).before.filter(|(of, _)| *of > step || !begun) {
            Some((step, expression)) => Point { pid, step, expression },
            None if begun => Point { pid, step, expression: Point::ALL },
            None => Point { pid, step: 0, expression: 0 },
        }
    }

    /// Does a process that stands bind a variable of this name before its next reduction?
    pub(super) fn binds_at_once(&self, pid: Pid, variable: Atom) -> bool {
        self.stands.contains_key(&pid.into()) && bindings(&self.machine, 0, pid, variable) > 0
    }

    /// The entry of what was undone in which a process binds a variable of this name for the first
    /// time again, cut so that it does nothing after that.
    pub(super) async fn undone_binding(&mut self, pid: Pid, variable: Atom) -> Option<usize> {
        let mut machine = self.machine.clone();
        let (mut world, mut work) = (self.outside.again(self.lines), Work::default());
        for at in 0..self.future.len() {
            let entry = &self.future[at];
            if let Some(steps) = work.add(entry)
                && self.pause(steps).await
            {
                return None;
            }
            // What was looked for in vain may be there by now.
            if entry.is_in_vain() {
                continue;
            }
            let before = (entry.process() == Some(pid)).then(|| machine.clone());
            let mut binder = Binder::new(pid, variable, None);
            watch_again(&mut machine, entry, &mut world, &mut binder);
            let Some(mut before) = before.filter(|_| binder.bound > 0) else { continue };
            if let Deed::Compute { reductions, .. } = entry.deed {
                if let Some(counters) = &entry.counters {
                    before.system.set_counters(counters);
                }
                let keep = last_that(reductions, |share| bindings(&before, share, pid, variable) == 0) + 1;
                self.split_undone(at, before, keep);
            }
            return Some(at);
        }
        None
    }
}

/// How often a process would bind a variable of this name in its next steps.
fn bindings(machine: &Machine, steps: u32, pid: Pid, variable: Atom) -> u64 {
    let mut binder = Binder::new(pid, variable, None);
    machine.clone().apply(Choice::Run { pid, reductions: steps }, &mut ClosedWorld::default(), &mut binder);
    binder.bound
}

/// Counts how often a process binds a variable of a name.
struct Binder {
    pid: Pid,
    variable: Atom,
    /// What it does from there on has not happened.
    until: Option<Point>,
    is_over: bool,
    bound: u64,
    /// The last place that it passed, and the last before it bound the variable.
    passed: Option<(u64, u32)>,
    before: Option<(u64, u32)>,
}

impl Binder {
    fn new(pid: Pid, variable: Atom, until: Option<Point>) -> Binder {
        Binder { pid, variable, until, is_over: false, bound: 0, passed: None, before: None }
    }
}

impl ObserverKind for Binder {
    const CALLS: bool = true;
    const STOPS: bool = true;
}

impl Observer for Binder {
    fn bind(&mut self, pid: Pid, function: &Function, variable: u32, _value: &Term) {
        let name = function.variables.get(variable as usize).map(|(name, _)| *name);
        if pid == self.pid && name == Some(self.variable) && !self.is_over {
            self.bound += 1;
            self.before = self.passed;
        }
    }

    fn stop(&mut self, pid: Pid, at: StopAt<'_>) -> bool {
        if pid == self.pid {
            let here = Point::of(pid, &at);
            self.is_over |= self.until.is_some_and(|until| !here.is_before(&until));
            self.passed = Some(here.place());
        }
        false
    }
}
