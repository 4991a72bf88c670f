//! Bindings of variables as points to go to; for code compiled with
//! [`erlang_machine::compile::Options::bindings`].

use erlang_machine::code::{Function, FunctionId};
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
    /// The last point of a process before it bound a variable of this name: in the innermost call
    /// under way that has such a variable, or else the last time that it did.
    pub(super) async fn binding(&self, pid: Pid, variable: Atom) -> Result<Point, Refused> {
        let not_bound = Refused::NotBound(pid, variable);
        let Some(now) = self.point(pid) else { return Err(not_bound) };
        let mut binder = Binder::new(pid, variable, Some(now));
        let watch = |binder: &mut Binder, position: Position| {
            (binder.entry, binder.before_entry) = (position, binder.bound);
            self.is_interrupted()
        };
        self.retrace_by_slices(Position(0), self.position(), &mut binder, watch).await;
        if self.is_interrupted() {
            return Err(Refused::Over(End::Interrupted));
        }
        let Some(Binding { entry: at, nth }) = binder.meant() else {
            return Err(match binder.last {
                Some(_) => Refused::NotBoundInThisCall(pid, variable),
                None => not_bound,
            });
        };
        let entry = self.entries_between(at, Position(at.0 + 1)).next().ok_or(not_bound)?;
        Ok(self.binding_in(at, entry, now, variable, nth))
    }

    /// The last point before a binding in an entry, by its number there.
    fn binding_in(&self, at: Position, entry: &Entry, now: Point, variable: Atom, nth: u64) -> Point {
        let (mut before, lines) = self.state_at(at);
        if let Some(counters) = entry.counters() {
            before.system.set_counters(counters);
        }
        let pid = now.pid;
        let binder = |machine: &mut Machine, share: u32, nth: u64| {
            let mut binder = Binder { nth: Some(nth), ..Binder::new(pid, variable, Some(now)) };
            let choice = Choice::Run { pid, reductions: share };
            machine.apply(choice, &mut self.outside.again(lines), &mut binder);
            binder
        };
        let bound = |share: u32| binder(&mut before.clone(), share, nth).bound;
        // Steps of the entry that come before the one after which the variable is bound.
        let begun = bound(0) < nth;
        let steps = if begun { last_that(share_of(entry), |share| bound(share) < nth) } else { 0 };
        let (mut machine, mut left) = (before.clone(), nth);
        if begun {
            left -= binder(&mut machine, steps, nth).bound;
        }
        let step = reductions(&machine, pid);
        match binder(&mut machine, 1, left).before.filter(|(of, _)| *of > step || !begun) {
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
            // A message that was missing may be there by now.
            if entry.is_in_vain() {
                continue;
            }
            let before = (entry.process() == Some(pid)).then(|| machine.clone());
            let mut binder = Binder::new(pid, variable, None);
            watch_again(&mut machine, entry, &mut world, &mut binder);
            let Some(mut before) = before.filter(|_| binder.bound > 0) else { continue };
            if let Deed::Compute { reductions, .. } = entry.deed() {
                if let Some(counters) = entry.counters() {
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

/// Counts how often a process binds a variable of a name, and knows the calls under way.
struct Binder {
    pid: Pid,
    variable: Atom,
    /// What it does from there on has not happened.
    until: Option<Point>,
    is_over: bool,
    bound: u64,
    /// The entry that is being made, and how often it was bound before that.
    entry: Position,
    before_entry: u64,
    /// The calls under way, the innermost last.
    calls: Vec<Call>,
    last: Option<Binding>,
    /// The last place that it passed, and the last before it bound the variable, or before the
    /// wanted binding of several.
    passed: Option<(u64, u32)>,
    before: Option<(u64, u32)>,
    nth: Option<u64>,
}

struct Call {
    /// Whether its code has a variable of this name.
    has: bool,
    bound: Option<Binding>,
}

/// A binding by its number among those of an entry.
#[derive(Clone, Copy)]
struct Binding {
    entry: Position,
    nth: u64,
}

impl Binder {
    fn new(pid: Pid, variable: Atom, until: Option<Point>) -> Binder {
        Binder {
            pid,
            variable,
            until,
            is_over: false,
            bound: 0,
            entry: Position(0),
            before_entry: 0,
            calls: Vec::new(),
            last: None,
            passed: None,
            before: None,
            nth: None,
        }
    }

    /// The binding that someone means who names the variable here.
    fn meant(&self) -> Option<Binding> {
        match self.calls.iter().rfind(|call| call.has) {
            Some(call) => call.bound,
            None => self.last,
        }
    }

    fn hears(&self, pid: Pid) -> bool {
        pid == self.pid && !self.is_over
    }
}

impl ObserverKind for Binder {
    const CALLS: bool = true;
    const STOPS: bool = true;
}

impl Observer for Binder {
    fn call(&mut self, pid: Pid, _: FunctionId, function: &Function, _: &[Term], tail: bool) {
        if self.hears(pid) {
            if tail {
                self.calls.pop();
            }
            // What a fun has captured is bound elsewhere.
            let has = function.variables.iter().any(|(name, _)| *name == self.variable)
                && !function.captured.contains(&self.variable);
            self.calls.push(Call { has, bound: None });
        }
    }

    fn returned(&mut self, pid: Pid, _value: &Term) {
        if self.hears(pid) {
            self.calls.pop();
        }
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        if self.hears(pid) && !caught {
            self.calls.pop();
        }
    }

    fn hibernated(&mut self, pid: Pid) {
        if self.hears(pid) {
            self.calls.clear();
        }
    }

    fn bind(&mut self, pid: Pid, function: &Function, variable: u32, _value: &Term) {
        let name = function.variables.get(variable as usize).map(|(name, _)| *name);
        if self.hears(pid) && name == Some(self.variable) {
            self.bound += 1;
            let binding = Binding { entry: self.entry, nth: self.bound - self.before_entry };
            self.last = Some(binding);
            if let Some(call) = self.calls.last_mut() {
                call.bound = self.last;
            }
            if self.nth.is_none_or(|nth| nth == self.bound) {
                self.before = self.passed;
            }
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
