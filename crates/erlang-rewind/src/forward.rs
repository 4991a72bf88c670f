//! Going on: as a schedule chooses, until enough steps are made, nothing can go on, or something is hit.

use erlang_history::timeline::{self, Timeline};
use erlang_history::{EventId, Position};
use erlang_machine::machine::{End, Machine};
use erlang_machine::schedule::{Choice, Schedule};
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_term::Pid;

use crate::reply::{Hit, Stopped};
use crate::state::pid;
use crate::stops::{Breakpoint, Probe};

/// How far a way led.
pub struct Way {
    pub stopped: Stopped,
    pub hit: Option<Hit>,
    /// Why the run is over, if it is.
    pub because: Option<String>,
}

impl Way {
    fn new(stopped: Stopped) -> Way {
        Way { stopped, hit: None, because: None }
    }

    /// As far as it was told to, or as far as it could.
    pub fn of(moved: &timeline::Moved) -> Way {
        match &moved.stopped {
            timeline::Stopped::Done | timeline::Stopped::Enough(_) => Way::new(Stopped::Done),
            timeline::Stopped::Quiet => Way::new(Stopped::Quiet),
            timeline::Stopped::Over(end) => Way::over(end),
        }
    }

    fn over(end: &End) -> Way {
        let because = |text: String, stopped| Way { because: Some(text), ..Way::new(stopped) };
        match end {
            End::Quiet => Way::new(Stopped::Quiet),
            End::Halted(status) => because(format!("it halted with status {status}"), Stopped::Halted),
            End::Unsupported(message) => because(message.clone(), Stopped::Unsupported),
            End::Steps => Way::new(Stopped::Budget),
            End::Memory => because("there is no memory left (--max-memory)".into(), Stopped::Budget),
            End::Interrupted => Way::new(Stopped::Interrupted),
        }
    }
}

/// As the schedule chooses, until one of the breakpoints is hit.
pub fn go(
    timeline: &mut Timeline,
    schedule: &mut dyn Schedule,
    steps: u64,
    breakpoints: &[&Breakpoint],
) -> Way {
    let about_code: Vec<&Breakpoint> =
        breakpoints.iter().copied().filter(|one| one.is_about_code()).collect();
    let goal = timeline.steps().saturating_add(steps);
    // What was undone happens again first, and asks no schedule.
    if timeline.has_future() && !about_code.is_empty() {
        let from = timeline.position();
        let way = go_one_way(timeline, &mut Nobody, steps, breakpoints, &[]);
        if let Some(hit) = first_along(timeline, from, &about_code) {
            return Way { hit: Some(hit), ..Way::new(Stopped::Breakpoint) };
        }
        if way.stopped != Stopped::Quiet {
            return way;
        }
    }
    let left = goal.saturating_sub(timeline.steps());
    go_one_way(timeline, schedule, left, breakpoints, &about_code)
}

fn go_one_way(
    timeline: &mut Timeline,
    schedule: &mut dyn Schedule,
    steps: u64,
    breakpoints: &[&Breakpoint],
    about_code: &[&Breakpoint],
) -> Way {
    if breakpoints.is_empty() {
        return Way::of(&timeline.go(schedule, steps));
    }
    let mut careful = Careful { schedule, breakpoints: about_code, near: None, hit: None };
    let mut by_event = None;
    let moved = timeline.run(&mut careful, steps, &mut |timeline, id| {
        by_event = hit_by_event(timeline, id, breakpoints);
        by_event.is_some()
    });
    careful.look(timeline.machine());
    match by_event.or(careful.hit) {
        Some(hit) => Way { hit: Some(hit), ..Way::new(Stopped::Breakpoint) },
        None => Way::of(&moved),
    }
}

/// Has nothing to choose.
pub struct Nobody;

impl Schedule for Nobody {
    fn next(&mut self, _machine: &Machine) -> Option<Choice> {
        None
    }

    fn delivery(&self) -> Delivery {
        Delivery::Chosen
    }
}

/// Goes back to right behind the first hit since a position, if there is one.
fn first_along(timeline: &mut Timeline, from: Position, about_code: &[&Breakpoint]) -> Option<Hit> {
    let mut probe = Probe::new(about_code);
    let end = timeline.position();
    let found =
        timeline.retrace(from, end, &mut probe, |probe, _| probe.hits > 0 || timeline.is_interrupted());
    let hit = probe.first?;
    timeline.seek(Position(found.0 - 1));
    let (within, _, _) = first_hit(timeline.machine(), hit.who, u32::MAX, about_code)?;
    timeline.run(&mut Nobody, within.into(), &mut |_, _| false);
    Some(hit)
}

pub fn hit_by_event(timeline: &Timeline, id: EventId, breakpoints: &[&Breakpoint]) -> Option<Hit> {
    let event = timeline.log().get(id)?;
    let breakpoint = breakpoints.iter().find(|one| one.is_hit_by(timeline.log(), id, event))?;
    Some(Hit {
        breakpoint: (breakpoint.n > 0).then_some(breakpoint.n),
        process: pid(event.process),
        text: crate::events::words(timeline.log(), event),
        event: Some(id.0),
        who: event.process,
    })
}

/// A schedule that cuts a turn short where a process does what some breakpoint is about, and then has no more to choose.
struct Careful<'a> {
    schedule: &'a mut dyn Schedule,
    /// Those about code.
    breakpoints: &'a [&'a Breakpoint],
    /// What the turn at hand leads to, if it gets as far as so many reductions of its process. A turn also ends with a concurrent action.
    near: Option<(Pid, u64, Hit)>,
    hit: Option<Hit>,
}

impl Careful<'_> {
    /// Has the turn come to the hit?
    fn look(&mut self, machine: &Machine) {
        if let Some((pid, reductions, hit)) = self.near.take()
            && reductions_of(machine, pid) >= reductions
        {
            self.hit = Some(hit);
        }
    }
}

impl Schedule for Careful<'_> {
    fn next(&mut self, machine: &Machine) -> Option<Choice> {
        self.look(machine);
        if self.hit.is_some() {
            return None;
        }
        let mut choice = self.schedule.next(machine)?;
        if let Choice::Run { pid, reductions } = &mut choice
            && !self.breakpoints.is_empty()
            && let Some((first, goal, hit)) = first_hit(machine, *pid, *reductions, self.breakpoints)
        {
            *reductions = first;
            self.near = Some((*pid, goal, hit));
        }
        Some(choice)
    }

    fn delivery(&self) -> Delivery {
        self.schedule.delivery()
    }
}

fn reductions_of(machine: &Machine, pid: Pid) -> u64 {
    machine.system.get(pid).map_or(0, |process| process.state.reductions)
}

/// After how many reductions a process will first have done what one of the breakpoints is about, and how many it will have made by then in its
/// life. Tried on copies of the machine: what has happened after so many reductions has happened after more, which is what halving needs.
fn first_hit(
    machine: &Machine,
    pid: Pid,
    reductions: u32,
    breakpoints: &[&Breakpoint],
) -> Option<(u32, u64, Hit)> {
    let mut found = probe(machine, pid, reductions, breakpoints)?;
    let (mut without, mut with) = (0, reductions);
    while with - without > 1 {
        let middle = without + (with - without) / 2;
        match probe(machine, pid, middle, breakpoints) {
            Some(earlier) => (with, found) = (middle, earlier),
            None => without = middle,
        }
    }
    let (goal, hit) = found;
    Some((with, goal, hit))
}

fn probe(machine: &Machine, who: Pid, reductions: u32, breakpoints: &[&Breakpoint]) -> Option<(u64, Hit)> {
    let (probe, copy) = tried(machine, who, reductions, breakpoints);
    Some((reductions_of(&copy, who), probe.first?))
}

/// What a process would do, tried on a copy that nobody misses.
pub fn tried<'b>(
    machine: &Machine,
    who: Pid,
    reductions: u32,
    breakpoints: &'b [&'b Breakpoint],
) -> (Probe<'b>, Machine) {
    let mut copy = machine.clone();
    let mut probe = Probe::new(breakpoints);
    copy.apply(Choice::Run { pid: who, reductions }, &mut ClosedWorld::default(), &mut probe);
    (probe, copy)
}
