//! Going back: what is undone, where a breakpoint was hit last, and forward again to what was
//! undone.

use std::cell::RefCell;

use erlang_history::timeline::{self, Point, Refused, RollLog, Timeline};
use erlang_history::{EventId, EventKind, Position};
use erlang_machine::code::FunctionId;
use erlang_machine::stack::Depth;
use erlang_term::{Atom, Pid};

use crate::breakpoints::{Breakpoint, Breakpoints};
use crate::calls::calls;
use crate::command::NamedTarget;
use crate::events;
use crate::forward::WayEnd;
use crate::judge::{Reached, Reason, StopTest, is_wanted};
use crate::names;
use crate::reply::{Steps, Undone};
use crate::search::{Search, SearchState};
use crate::session::{Rewinder, Task};
use crate::state::pid;
use crate::stepping::{Here, Step};

/// How many events of a rollback are shown, of the latest and of the earliest each.
const SHOWN: usize = 1_000;

/// Why nothing was undone, and how to go back nevertheless.
pub fn refused(refused: Refused) -> String {
    match &refused {
        Refused::NotBoundInThisCall(_, variable) => {
            format!("{refused}: `reverse bind {}` goes back to that", variable.name())
        }
        _ => refused.to_string(),
    }
}

/// The roll log as it is shown.
pub fn undone(timeline: &Timeline, log: &RollLog) -> Undone {
    let line = |id: EventId| Some(events::line(timeline.log(), id, timeline.log().get(id)?));
    let left_out = SHOWN..log.events.saturating_sub(SHOWN).max(SHOWN);
    let mut shown: Vec<EventId> = timeline.undone_by(log).take(left_out.start).collect();
    let mut earliest: Vec<EventId> =
        timeline.undone_by(log).rev().take(log.events.saturating_sub(left_out.end)).collect();
    earliest.reverse();
    shown.append(&mut earliest);
    let rolled = log.steps.iter().map(|(who, steps)| Steps { process: pid(*who), steps: *steps });
    Undone {
        undone: shown.into_iter().filter_map(line).collect(),
        left_out: left_out.len(),
        rolled: rolled.collect(),
        moved: false,
        hit: None,
    }
}

/// What the user means, as the timeline knows it.
pub fn target(timeline: &Timeline, target: &NamedTarget) -> Result<timeline::Target, String> {
    Ok(match target {
        NamedTarget::Send(id) => timeline::Target::Send(message(timeline, *id)?),
        NamedTarget::Deliver(id) => timeline::Target::Deliver(message(timeline, *id)?),
        NamedTarget::Receive(id) => timeline::Target::Receive(message(timeline, *id)?),
        NamedTarget::Spawn(process) => {
            let child = names::find_ever(timeline, process)?;
            if timeline.log().spawned_by(child).is_none() {
                return Err(format!(
                    "{} is the first process, so there is no spawn to undo: use `undo start`",
                    pid(child)
                ));
            }
            timeline::Target::Spawn(child)
        }
        NamedTarget::Bind { process, variable } => timeline::Target::Bind {
            pid: names::find_ever(timeline, process)?,
            variable: Atom::new(variable),
        },
        NamedTarget::Steps { process, count } => {
            timeline::Target::Steps { pid: names::find_ever(timeline, process)?, steps: *count }
        }
        NamedTarget::Event(id) => timeline::Target::Event(EventId(*id)),
        NamedTarget::Start => timeline::Target::Start,
    })
}

/// The number of any event of a message means the message.
fn message(timeline: &Timeline, id: u32) -> Result<EventId, String> {
    let Some(event) = timeline.log().get(EventId(id)) else {
        return Err(format!("there is no event {id}: `trace` shows their numbers"));
    };
    match &event.kind {
        EventKind::Send { .. }
        | EventKind::Deliver { .. }
        | EventKind::Receive { .. }
        | EventKind::ExitSignal { .. } => Ok(EventId(id)),
        EventKind::Spawn { child, .. } => {
            Err(format!("event {id} is not a message but a spawn: use `undo spawn {}`", pid(*child)))
        }
        kind => Err(format!(
            "event {id} is not a message but an event of kind {}: use `undo event {id}`",
            events::kind(kind)
        )),
    }
}

/// Whose present is worth a look after this was undone.
pub fn concerns(timeline: &Timeline, target: &timeline::Target) -> Option<Pid> {
    let log = timeline.log();
    let of_message =
        |id: EventId,
         find: fn(&erlang_history::EventLog, erlang_machine::mailbox::MessageId) -> Option<EventId>| {
            let message = match log.get(id)?.kind {
                EventKind::Send { message, .. }
                | EventKind::Deliver { message, .. }
                | EventKind::Receive { message } => message,
                _ => return None,
            };
            Some(log.get(find(log, message)?)?.process)
        };
    match target {
        timeline::Target::Send(id) => of_message(*id, |log, message| log.send_of(message)),
        timeline::Target::Deliver(id) => of_message(*id, |log, message| log.delivery_of(message)),
        timeline::Target::Receive(id) => of_message(*id, |log, message| log.receipt_of(message)),
        timeline::Target::Event(id) => Some(log.get(*id)?.process),
        timeline::Target::Spawn(child) => Some(log.get(log.spawned_by(*child)?)?.process),
        timeline::Target::Bind { pid, .. } | timeline::Target::Steps { pid, .. } => Some(*pid),
        timeline::Target::Start => None,
    }
}

/// What is said of a way back that was not gone.
pub const INTERRUPTED: &str = "interrupted: nothing was undone";
const NO_MEMORY: &str = "not enough memory to undo this: nothing was undone (--max-memory)";

/// To undo something is done as a whole, or not at all.
pub fn finished(log: &RollLog) -> Result<(), String> {
    match log {
        RollLog { interrupted: true, .. } => Err(INTERRUPTED.into()),
        RollLog { no_memory: true, .. } => Err(NO_MEMORY.into()),
        _ => Ok(()),
    }
}

/// What a way back leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Past {
    Point(Point),
    /// Right before this event.
    Event(EventId),
    /// The beginning of the run.
    Beginning,
}

/// A way back that is being looked for.
pub struct Back {
    /// Whose past it is about; none: anyone's.
    pid: Option<Pid>,
    wanted: BackTo,
    /// By causes, or along the run.
    by_causes: bool,
    search: Search,
    /// Why to stop at the last place that was found.
    reached: Option<Reached>,
    /// What is looked for in the place of all breakpoints.
    only: Option<Breakpoints>,
    /// The last event that is looked for, if there is one: the position right before it.
    event: Option<(Position, EventId, Reached)>,
}

/// Where a way back is to lead.
#[derive(Clone, Copy)]
enum BackTo {
    /// The expression before.
    Step(Step),
    /// What a process did before it began another.
    BeforeSpawn { child: Pid },
    /// The last breakpoint.
    Breakpoint,
    /// The beginning of a call.
    Frame { id: FunctionId, depth: Depth, is_here: bool },
}

impl Back {
    /// Whose past it is about, if it is about one.
    pub fn whose(&self) -> Option<Pid> {
        self.pid
    }
}

impl Rewinder {
    /// Back along the run to the last hit of this breakpoint, or of any.
    pub(crate) fn begin_reverse(&mut self, until: Option<Breakpoint>) {
        let only = until.map(|until| {
            let mut only = Breakpoints::default();
            only.add(until);
            only
        });
        self.begin_back(None, BackTo::Breakpoint, false, only);
    }

    /// Begins to go back by causes to the expression of a process before the one where it stands.
    pub fn begin_step_back(&mut self, pid: Pid, step: Step) {
        self.begin_back(Some(pid), BackTo::Step(step), true, None);
    }

    /// Begins to go back by causes to the last breakpoint of a process.
    pub fn begin_back_to_breakpoint(&mut self, pid: Pid) {
        self.begin_back(Some(pid), BackTo::Breakpoint, true, None);
    }

    /// Begins to go back along the run to the beginning of a call that is under way.
    pub fn begin_restart_of_call(&mut self, pid: Pid, frame: usize) -> Result<(), String> {
        let machine = self.machine();
        let process = machine.system.get(pid).ok_or("there is no such process")?;
        let call = calls(machine, process).nth(frame).ok_or("there is no such frame")?;
        if call.function.module == self.expression_module() {
            return Err("this frame is the whole run: restart the run, or another frame".into());
        }
        let (id, depth) = (call.id, call.depth);
        let is_here = frame == 0 && Here::of(machine, process).is_some_and(|here| here.begins(id, depth));
        self.begin_back(Some(pid), BackTo::Frame { id, depth, is_here }, false, None);
        Ok(())
    }

    /// Is it looking for something in the past?
    pub fn is_looking_back(&self) -> bool {
        matches!(self.task, Some(Task::Back(_)))
    }

    fn begin_back(&mut self, pid: Option<Pid>, wanted: BackTo, by_causes: bool, only: Option<Breakpoints>) {
        let search = Search::before(self.timeline.position());
        let mut back = Back { pid, wanted, by_causes, search, reached: None, only, event: None };
        if matches!(wanted, BackTo::Breakpoint) {
            back.event = self.last_event(&mut back);
        }
        self.task = Some(Task::Back(Box::new(back)));
    }

    /// Goes to what was found, by causes or along the run: what is undone for that, latest first.
    pub async fn arrive(&mut self, to: Past, by_causes: bool) -> Result<Undone, String> {
        let timeline = &mut self.timeline;
        let log = match (to, by_causes) {
            (Past::Point(point), true) => timeline.undo_to_by_slices(point).await,
            (Past::Point(point), false) => timeline.seek_to_by_slices(point).await,
            (Past::Event(event), true) => {
                let undone = timeline.undo_by_slices(&timeline::Target::Event(event)).await;
                undone.map_err(|refused| refused.to_string())?
            }
            (Past::Event(event), false) => match timeline.position_of(event) {
                Some(position) => timeline.seek_by_slices(position).await,
                None => RollLog::default(),
            },
            (Past::Beginning, _) => match timeline.machine().main().map(|main| main.state.pid) {
                Some(pid) => timeline.seek_to_by_slices(Point { pid, step: 0, expression: 0 }).await,
                None => RollLog::default(),
            },
        };
        self.undone(&log)
    }

    /// The last event of the present that one of the breakpoints is about.
    fn last_event(&mut self, back: &mut Back) -> Option<(Position, EventId, Reached)> {
        let Rewinder { timeline, breakpoints, evaluator, seed, .. } = self;
        let breakpoints = back.only.as_mut().unwrap_or(breakpoints);
        if !breakpoints.are_about_events() {
            return None;
        }
        let timeline = &*timeline;
        let own = |pid: Pid| back.pid.is_none_or(|own| own == pid);
        let all = timeline.events().rev().filter(|(_, event)| own(event.process));
        for (id, event) in all.take_while(|_| !timeline.is_interrupted()) {
            if breakpoints.hit_by(timeline.log(), id, event).is_empty() {
                continue;
            }
            let position = timeline.position_of(id)?;
            let machine = timeline.machine_at(Position(position.0 + 1));
            let (machine, pid) = (&machine, event.process);
            let mut judge = StopTest { machine, pid, evaluator, seed: *seed, counts: false, given: &[] };
            if let Some(reached) = judge.event(breakpoints, timeline.log(), id, event, &mut Vec::new()) {
                return Some((position, id, reached));
            }
        }
        None
    }

    /// Looks through a part of the past. None: nothing has been found yet.
    pub(crate) fn look_back(&mut self, back: &mut Back) -> Option<WayEnd> {
        if self.timeline().is_interrupted() {
            return Some(WayEnd::Interrupted);
        }
        let expression = self.expression_module();
        let Rewinder { timeline, breakpoints, evaluator, seed, .. } = self;
        let (timeline, seed) = (&*timeline, *seed);
        let Back { pid, wanted, search, reached, only, event, by_causes } = back;
        let own = |who: Pid| pid.is_none_or(|pid| pid == who);
        let found = match wanted {
            BackTo::Step(step) => search.go_on(
                timeline,
                seed,
                &mut |who, at| Here::in_code(at, expression).is_some_and(|here| step.is_done(who, &here)),
                &mut |_, _| true,
            ),
            BackTo::BeforeSpawn { child } => search.go_on(
                timeline,
                seed,
                &mut |who, at| own(who) && Here::in_code(at, expression).is_some_and(|here| here.is_own()),
                &mut |machine, _| machine.system.get(*child).is_none(),
            ),
            BackTo::Frame { is_here: true, .. } => match pid.and_then(|pid| timeline.point(pid)) {
                Some(point) => SearchState::At(point, timeline.position()),
                None => SearchState::Nothing,
            },
            BackTo::Frame { id, depth, .. } => search.go_on(
                timeline,
                seed,
                &mut |who, at| own(who) && Here::at(at).is_some_and(|here| here.begins(*id, *depth)),
                &mut |_, _| true,
            ),
            BackTo::Breakpoint => {
                let breakpoints = only.as_mut().unwrap_or(breakpoints);
                let exceptions = breakpoints.exceptions();
                match breakpoints.are_about_code() {
                    false => SearchState::Nothing,
                    true => {
                        // Whether a breakpoint counts is known only there; the last one that does
                        // says why.
                        let (shared, given) = (RefCell::new(breakpoints), RefCell::new(Vec::new()));
                        search.go_on(
                            timeline,
                            seed,
                            &mut |who, at| {
                                let is_one =
                                    own(who) && is_wanted(&shared.borrow(), exceptions, expression, at);
                                if let Some((_, arguments)) = at.native.filter(|_| is_one) {
                                    given.replace(arguments.to_vec());
                                }
                                is_one
                            },
                            &mut |machine, pid| {
                                let given = &*given.borrow();
                                let mut judge =
                                    StopTest { machine, pid, evaluator, seed, counts: false, given };
                                let found = judge.stop(*shared.borrow_mut(), &mut Vec::new());
                                let is_one = found.is_some();
                                *reached = found.or(reached.take());
                                is_one
                            },
                        )
                    }
                }
            }
        };
        let by_causes = *by_causes;
        // What has been looked at of the code so far lies behind the event.
        let is_event = |position: &Position| match found {
            SearchState::At(_, at) => at < *position,
            SearchState::NotYet => search.end <= *position,
            SearchState::Nothing => true,
        };
        if let Some((_, id, reached)) = event.take_if(|(position, ..)| is_event(position)) {
            return Some(WayEnd::Back { reached, to: Past::Event(id), by_causes });
        }
        match found {
            SearchState::NotYet => None,
            SearchState::At(point, _) => {
                let reason = match wanted {
                    BackTo::Frame { .. } => Reason::Call,
                    BackTo::Breakpoint => Reason::Line,
                    BackTo::Step(_) | BackTo::BeforeSpawn { .. } => Reason::Step,
                };
                let reached = reached.take().unwrap_or_else(|| Reached::new(point.pid, reason));
                Some(WayEnd::Back { reached, to: Past::Point(point), by_causes })
            }
            SearchState::Nothing => {
                // Before its first expression a process was spawned: that was a step of another.
                let spawned = |child: Pid| {
                    let event = timeline.log().spawned_by(child)?;
                    let (parent, position) = (timeline.event(event)?.process, timeline.position_of(event)?);
                    Some((child, parent, Position(position.0 + 1)))
                };
                match (&wanted, pid.and_then(spawned)) {
                    (BackTo::Step(_), Some((child, parent, behind))) => {
                        let before = Search::before(behind);
                        (*pid, *search, *wanted) = (Some(parent), before, BackTo::BeforeSpawn { child });
                        None
                    }
                    _ => Some(WayEnd::NotFound),
                }
            }
        }
    }
}
