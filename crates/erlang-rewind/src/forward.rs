//! Going on: as a schedule chooses, until enough steps are made, nothing can go on, or something is
//! reached.

use erlang_history::EventId;
use erlang_history::timeline::{self, Timeline};
use erlang_machine::machine::{End, Machine};
use erlang_machine::schedule::{Choice, Schedule};
use erlang_machine::system::Delivery;
use erlang_term::{Pid, Term};

use crate::backward::Past;
use crate::breakpoints::Breakpoints;
use crate::command::Scheduler;
use crate::judge::{Reached, Reason, StopTest, is_wanted};
use crate::reply::{Hit, Stopped};
use crate::session::{Rewinder, Schedules, Task};
use crate::stepping::{Going, Here};

/// Breakpoints that were no reason to stop, before someone else is listened to.
const PATIENCE: usize = 2000;

/// How far a way led.
pub struct Way {
    pub stopped: Stopped,
    pub hit: Option<Hit>,
    /// Why the run is over, if it is.
    pub because: Option<String>,
}

impl Way {
    pub fn new(stopped: Stopped) -> Way {
        Way { stopped, hit: None, because: None }
    }

    /// As far as it was told to, or as far as it could.
    pub fn of(moved: &timeline::Advanced) -> Way {
        match &moved.stopped {
            timeline::AdvanceEnd::Done | timeline::AdvanceEnd::Enough(_) => Way::new(Stopped::Done),
            timeline::AdvanceEnd::Quiet => Way::new(Stopped::Quiet),
            timeline::AdvanceEnd::Over(end) => Way::over(end),
        }
    }

    pub fn over(end: &End) -> Way {
        let because = |text: String, stopped| Way { because: Some(text), ..Way::new(stopped) };
        match end {
            End::Quiet => Way::new(Stopped::Quiet),
            End::Halted(status) => because(format!("it halted with status {status}"), Stopped::Halted),
            End::Unsupported(message) => because(message.clone(), Stopped::Unsupported),
            End::Steps => Way::new(Stopped::Budget),
            End::Memory => because("out of memory (--max-memory)".into(), Stopped::Budget),
            End::Interrupted | End::Endless => Way::new(Stopped::Interrupted),
        }
    }
}

/// A way forward.
#[derive(Clone, Copy)]
pub struct Forward {
    pub with: Scheduler,
    pub going: Going,
    /// All steps that the run may have made then.
    pub goal: u64,
}

/// Where a way led.
pub enum WayEnd {
    /// Forward.
    Reached(Reached),
    /// The run is over, or has made all the steps that it was to make.
    Over(End),
    /// Back, to what was found: nobody has gone there yet ([`Rewinder::arrive`]).
    Back { reached: Reached, to: Past, by_causes: bool },
    /// There is no such thing in the past.
    NotFound,
    /// Someone wanted a look back to end.
    Interrupted,
}

/// How a part of a way forward ended.
enum Went {
    /// It goes on. These events happened that breakpoints are about, and this process stands at
    /// what was asked for, maybe before a native function that
    /// is given this.
    On { events: Vec<EventId>, stands: Option<(Pid, Vec<Term>)> },
    /// The run is over, or someone wants it to stop.
    Over(End),
}

fn is_hit(breakpoints: &Breakpoints, timeline: &Timeline, id: EventId) -> bool {
    let event = timeline.log().get(id);
    event.is_some_and(|event| !breakpoints.hit_by(timeline.log(), id, event).is_empty())
}

/// Lets a process do no more than this many steps at a time.
struct Sparing<'a> {
    schedule: &'a mut dyn Schedule,
    left: u64,
}

impl Schedule for Sparing<'_> {
    fn next(&mut self, machine: &Machine) -> Option<Choice> {
        let mut choice = self.schedule.next(machine)?;
        if let Choice::Run { reductions, .. } = &mut choice {
            *reductions = (*reductions).min(u32::try_from(self.left).unwrap_or(u32::MAX));
        }
        Some(choice)
    }

    fn delivery(&self) -> Delivery {
        self.schedule.delivery()
    }
}

impl Schedules {
    pub fn get(&mut self, which: Scheduler) -> &mut dyn Schedule {
        match which {
            Scheduler::Chosen => &mut *self.chosen,
            Scheduler::Fair => &mut *self.fair,
            Scheduler::Random => &mut *self.random,
        }
    }
}

impl Rewinder {
    /// The run goes on to something, and [`Rewinder::advance`] takes it there.
    pub fn go(&mut self, going: Going) {
        self.task = Some(Task::Forward(Forward { with: Scheduler::Chosen, going, goal: self.max_steps }));
    }

    /// Is it on its way somewhere?
    pub fn is_going(&self) -> bool {
        self.task.is_some()
    }

    /// What logging breakpoints have written since this was asked last.
    pub fn take_logged(&mut self) -> Vec<String> {
        std::mem::take(&mut self.logged)
    }

    /// Goes on with what is being done for about this many steps. None: it takes longer.
    pub fn advance(&mut self, steps: u64) -> Option<WayEnd> {
        match self.task.take()? {
            Task::Forward(forward) => {
                let progress = self.forward(forward, steps);
                self.task = progress.is_none().then_some(Task::Forward(forward));
                progress
            }
            Task::Back(mut back) => {
                let progress = self.look_back(&mut back);
                self.task = progress.is_none().then_some(Task::Back(back));
                progress
            }
        }
    }

    fn forward(&mut self, Forward { with, going, goal }: Forward, steps: u64) -> Option<WayEnd> {
        let until = goal.min(self.timeline.steps().saturating_add(steps.max(1)));
        let is_fast = matches!(going, Going::On) && !self.breakpoints.are_about_code();
        for _ in 0..PATIENCE {
            if self.timeline.steps() >= goal {
                return Some(WayEnd::Over(End::Steps));
            }
            if self.timeline.steps() >= until {
                return None;
            }
            let went =
                if is_fast { self.hurry(with, until, goal - until) } else { self.choice(with, going, until) };
            let reasons = match went {
                Went::Over(end) => return Some(WayEnd::Over(end)),
                Went::On { events, stands } => {
                    let by_events: Vec<Reached> =
                        events.into_iter().filter_map(|id| self.reason_by_event(id)).collect();
                    let there = stands.and_then(|(pid, given)| self.reason_to_stop(pid, &given, going));
                    by_events.into_iter().chain(there)
                }
            };
            let together = reasons.reduce(|mut first, other| {
                first.hit.extend(other.hit);
                first
            });
            if let Some(reached) = together {
                return Some(WayEnd::Reached(reached));
            }
        }
        None
    }

    /// Nobody is to stand anywhere: fast, where no event is looked at either.
    fn hurry(&mut self, with: Scheduler, until: u64, ahead: u64) -> Went {
        let Rewinder { timeline, schedules, breakpoints, .. } = self;
        let (schedule, left) = (schedules.get(with), until - timeline.steps());
        let moved = match breakpoints.are_about_events() {
            true => timeline.run(schedule, left, &mut |timeline, id| is_hit(breakpoints, timeline, id)),
            false => timeline.go_with_more_ahead(schedule, left, ahead),
        };
        match moved.stopped {
            timeline::AdvanceEnd::Done => Went::On { events: Vec::new(), stands: None },
            timeline::AdvanceEnd::Enough(event) => Went::On { events: vec![event], stands: None },
            timeline::AdvanceEnd::Quiet => Went::Over(End::Quiet),
            timeline::AdvanceEnd::Over(end) => Went::Over(end),
        }
    }

    /// One choice, in which a process may stop.
    fn choice(&mut self, with: Scheduler, going: Going, until: u64) -> Went {
        let expression = self.expression_module();
        let Rewinder { timeline, schedules, breakpoints, .. } = self;
        if timeline.is_interrupted() {
            return Went::Over(End::Interrupted);
        }
        let exceptions = breakpoints.exceptions();
        let (from, left) = (timeline.position(), until - timeline.steps());
        let mut schedule = Sparing { schedule: schedules.get(with), left };
        let mut given = Vec::new();
        let went = timeline.forward(&mut schedule, &mut |pid, at| {
            let is_wanted = is_wanted(breakpoints, exceptions, expression, at);
            given = at.native.filter(|_| is_wanted).map(|(_, given)| given.to_vec()).unwrap_or_default();
            is_wanted || Here::in_code(at, expression).is_some_and(|here| going.is_reached(pid, &here))
        });
        let events = match breakpoints.are_about_events() {
            true => timeline.events_since(from).map(|(id, _)| id).collect(),
            false => Vec::new(),
        };
        let events = events.into_iter().filter(|id| is_hit(breakpoints, timeline, *id)).collect();
        match went {
            timeline::Went::On => Went::On { events, stands: None },
            timeline::Went::Stands(point) => Went::On { events, stands: Some((point.pid, given)) },
            timeline::Went::Over => Went::Over(timeline.end().cloned().unwrap_or(End::Quiet)),
        }
    }

    /// Why to stop where a process stands, if there is a reason.
    fn reason_to_stop(&mut self, pid: Pid, given: &[Term], going: Going) -> Option<Reached> {
        let expression = self.expression_module();
        let Rewinder { timeline, breakpoints, evaluator, logged, seed, .. } = self;
        let machine = timeline.machine();
        let mut judge = StopTest { machine, pid, evaluator, seed: *seed, counts: true, given };
        if let Some(reached) = judge.stop(breakpoints, logged) {
            return Some(reached);
        }
        let here = Here::of(machine, machine.system.get(pid)?)?;
        let reason = if matches!(going, Going::Entry) { Reason::Entry } else { Reason::Step };
        let there = here.is_code(expression) && going.is_reached(pid, &here);
        there.then(|| Reached::new(pid, reason))
    }

    fn reason_by_event(&mut self, id: EventId) -> Option<Reached> {
        let Rewinder { timeline, breakpoints, evaluator, logged, seed, .. } = self;
        let event = timeline.log().get(id)?;
        let (machine, pid) = (timeline.machine(), event.process);
        let mut judge = StopTest { machine, pid, evaluator, seed: *seed, counts: true, given: &[] };
        judge.event(breakpoints, timeline.log(), id, event, logged)
    }
}
