//! The session: a run that can go both ways, and what a command makes of it.

use std::collections::BTreeMap;

use erlang_machine::machine::Fate as MachineFate;
use erlang_machine::mailbox::Message;
use erlang_machine::process::{PidKey, Process, Status};
use erlang_machine::schedule::{Choice, Schedule};
use erlang_machine::signals::SignalKind;
use erlang_term::Pid;
use history::timeline::{RollLog, Timeline};
use history::{Event, EventId, Moment, Position};
use report::processes::Processes;
use report::text;

use crate::backward;
use crate::command::{self, Command, ProcessName, Scheduler, Stop, Stride, Target, WINDOW};
use crate::events::{self, Filter, Line};
use crate::forward::{self, Way};
use crate::names;
use crate::origin;
use crate::reply::{
    Breakpoint as ShownBreakpoint, Fate, Letter, Mailbox, Moved, Possible, Problem, Reply, Shown, Steps,
    Stopped, Undone,
};
use crate::state::{self, Standing, pid};
use crate::stops::{self, Breakpoint};
use crate::usage;

/// Events that `state` shows of what a process did.
const RECENT: usize = 8;
/// Events of one move that are kept for the reply: the last ones.
const KEPT: usize = 1_000;
/// Steps that a run makes if nobody says how many: one that never ends is not what one wants to wait for.
const PATIENCE: u64 = 10_000_000;
/// Steps of `normalise`, which would not end where a process does not.
const NORMALISED: u64 = 10_000_000;

/// What the front end is to do.
pub enum Answer {
    /// Show it.
    Reply(Reply),
    /// Write the session (its timeline and [`Session::breakpoints`]) to this file, then show the reply, or why it could not be written
    /// ([`Session::refused`]).
    Save {
        file: String,
        reply: Reply,
    },
    /// Hold a declarative session on this process, then show the reply.
    Ask {
        process: Pid,
        reply: Reply,
    },
    Quit(Reply),
}

pub struct Session {
    timeline: Timeline,
    /// What the first process evaluates.
    expression: String,
    schedules: Schedules,
    breakpoints: Vec<Breakpoint>,
    /// How many breakpoints there have been.
    numbered: u32,
    /// All steps that the run may make.
    max_steps: u64,
}

/// How the session goes on when it is told to.
pub struct Schedules {
    /// `run`
    pub chosen: Box<dyn Schedule>,
    pub fair: Box<dyn Schedule>,
    pub random: Box<dyn Schedule>,
}

impl Session {
    pub fn new(
        timeline: Timeline,
        expression: String,
        schedules: Schedules,
        max_steps: Option<u64>,
    ) -> Session {
        Session {
            timeline,
            expression,
            schedules,
            breakpoints: Vec::new(),
            numbered: 0,
            max_steps: max_steps.unwrap_or(u64::MAX),
        }
    }

    /// The breakpoints, as they can be set again.
    pub fn breakpoints(&self) -> Vec<ShownBreakpoint> {
        let shown = |one: &Breakpoint| ShownBreakpoint { n: one.n, text: one.text.clone() };
        self.breakpoints.iter().map(shown).collect()
    }

    /// Sets breakpoints as they were in another session of this code.
    pub fn set_again(&mut self, breakpoints: &[ShownBreakpoint]) -> Result<(), String> {
        for ShownBreakpoint { n, text } in breakpoints {
            let line = format!("break {text}");
            let Ok(Some(Command::Break(stop))) = command::parse(&line) else {
                return Err(format!("`{text}` is no breakpoint"));
            };
            self.breakpoints.push(self.breakpoint(*n, &line, stop)?);
            self.numbered = self.numbered.max(*n);
        }
        Ok(())
    }

    /// How its schedules would go on.
    pub fn schedules(&self) -> [String; 3] {
        let Schedules { chosen, fair, random } = &self.schedules;
        [chosen, fair, random].map(|schedule| schedule.save())
    }

    /// They go on as those of another session would.
    pub fn restore_schedules(&mut self, [chosen, fair, random]: &[String; 3]) -> Result<(), String> {
        let schedules = &mut self.schedules;
        let restored = schedules.chosen.restore(chosen)
            && schedules.fair.restore(fair)
            && schedules.random.restore(random);
        restored.then_some(()).ok_or_else(|| "how the schedule goes on cannot be read".to_owned())
    }

    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Back along the run to what a process did. Whether that could be found.
    pub fn go_to(&mut self, moment: &Moment) -> bool {
        self.timeline.go_to(moment).is_some_and(|log| !log.interrupted)
    }

    /// Back along the run. Whether it got there.
    pub fn seek(&mut self, position: Position) -> bool {
        !self.timeline.seek(position).interrupted
    }

    /// What a line does.
    pub fn execute(&mut self, line: &str) -> Answer {
        let line = line.trim();
        let command = match command::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return Answer::Reply(self.reply(line, Shown::Nothing {}, None)),
            Err(message) => {
                let refused = self.refused(line, message);
                return Answer::Reply(Reply { problem: Some(Problem::Unreadable), ..refused });
            }
        };
        match self.obey(line, command) {
            Ok(answer) => answer,
            Err(message) => Answer::Reply(self.refused(line, message)),
        }
    }

    pub fn refused(&self, line: &str, message: String) -> Reply {
        let problem = Some(Problem::Refused);
        Reply { ok: false, problem, ..self.reply(line, Shown::Nothing {}, Some(message)) }
    }

    fn reply(&self, line: &str, shown: Shown, message: Option<String>) -> Reply {
        Reply {
            v: 1,
            command: line.to_owned(),
            ok: true,
            problem: None,
            message,
            position: self.timeline.position().0,
            steps: self.timeline.steps(),
            shown,
        }
    }

    fn obey(&mut self, line: &str, command: Command) -> Result<Answer, String> {
        let mut message = None;
        let shown = match command {
            Command::Step { process, count, stride } => {
                let pid = self.find(&process)?;
                self.step(pid, count, stride, &mut message)?
            }
            Command::Back { process, count, stride } => {
                let who = self.find(&process)?;
                let before = self.whereabouts(Some(who));
                let log = match stride {
                    Stride::Expression => self.timeline.walk_back(who, count),
                    Stride::Into => self.timeline.back(who, count),
                };
                finished(&log)?;
                message = self.whereabouts(Some(who));
                let undone = backward::undone(&self.timeline, &log);
                // Expressions lie closer together than what there is to undo.
                Shown::Undone(Undone { moved: before != message, ..undone })
            }
            Command::BackAll(count) => {
                let also = self.find(&ProcessName(count.to_string()));
                let log = self.timeline.back_all(count);
                finished(&log)?;
                // Elsewhere a number is enough to name a process.
                if let Ok(also) = also {
                    message = Some(format!(
                        "these were {count} steps of the run; of the process: `back {}`",
                        pid(also)
                    ));
                }
                Shown::Undone(backward::undone(&self.timeline, &log))
            }
            Command::Undo(target) => {
                let target = backward::target(&self.timeline, &target)?;
                let log = self.timeline.undo(&target).map_err(|refused| refused.to_string())?;
                finished(&log)?;
                message = self.whereabouts(backward::concerns(&self.timeline, &target));
                Shown::Undone(backward::undone(&self.timeline, &log))
            }
            Command::Replay(target) => {
                let target = backward::target(&self.timeline, &target.unwrap_or(Target::Start))?;
                self.moving(&mut message, |session| {
                    let moved = session.timeline.replay(&target).map_err(|refused| refused.to_string())?;
                    Ok(Way::of(&moved))
                })?
            }
            Command::Reverse(stop) => {
                let until = stop.map(|stop| self.breakpoint(0, line, stop)).transpose()?;
                let breakpoints: Vec<&Breakpoint> = match &until {
                    Some(until) => vec![until],
                    None => self.breakpoints.iter().collect(),
                };
                if breakpoints.is_empty() {
                    return Err(
                        "no breakpoints to run back to: `reverse send {hungry, _, _}`, or `help break`"
                            .into(),
                    );
                }
                let undone = backward::reverse(&mut self.timeline, &breakpoints)?;
                message = self.whereabouts(undone.hit.as_ref().map(|hit| hit.who));
                Shown::Undone(undone)
            }
            Command::Watch { process, variable } => {
                let who = self.find(&process)?;
                Shown::Origin { origin: origin::origin(&self.timeline, who, &variable)? }
            }
            Command::Run { with, count } => self.run(with, count, None, &mut message)?,
            Command::RunUntil(stop) => {
                let stop = self.breakpoint(0, line, stop)?;
                self.run(Scheduler::Chosen, None, Some(stop), &mut message)?
            }
            Command::Normalise => {
                self.moving(&mut message, |session| Ok(Way::of(&session.timeline.normalise(NORMALISED))))?
            }
            Command::Processes => Shown::Processes { processes: self.processes() },
            Command::State { process, all } => self.state(&process, all)?,
            Command::Mailbox(process) => {
                let process = self.find(&process)?;
                Shown::Mailbox { process: pid(process), mailbox: self.mailbox(process) }
            }
            Command::History { process, all } => {
                let process = self.find(&process)?;
                Shown::History { process: pid(process), history: self.history(process, all) }
            }
            Command::Trace { processes, message, all } => self.trace(&processes, message, all)?,
            Command::Choices => Shown::Choices { choices: self.options() },
            Command::Take(n) => self.take(n, &mut message)?,
            Command::Break(stop) => {
                let breakpoint = self.breakpoint(self.numbered + 1, line, stop)?;
                self.numbered += 1;
                self.breakpoints.push(breakpoint);
                self.shown_breakpoints()
            }
            Command::Breaks => self.shown_breakpoints(),
            Command::Delete(n) => {
                let Some(at) = self.breakpoints.iter().position(|one| one.n == n) else {
                    return Err(format!("there is no breakpoint {n}: `breaks` lists them"));
                };
                self.breakpoints.remove(at);
                self.shown_breakpoints()
            }
            Command::Why(id) => self.why(EventId(id))?,
            Command::Output => {
                Shown::Output { output: String::from_utf8_lossy(self.timeline.output()).into_owned() }
            }
            Command::Save(file) => {
                let reply = self.reply(line, Shown::Saved { file: file.clone() }, None);
                return Ok(Answer::Save { file, reply });
            }
            Command::Ask(process) => {
                let process = self.find(&process)?;
                let reply = self.reply(line, Shown::Nothing {}, None);
                return Ok(Answer::Ask { process, reply });
            }
            Command::Help(about) => Shown::Help { help: usage::help(about.as_deref())? },
            Command::Quit => return Ok(Answer::Quit(self.reply(line, Shown::Nothing {}, None))),
        };
        Ok(Answer::Reply(self.reply(line, shown, message)))
    }

    fn find(&self, name: &ProcessName) -> Result<Pid, String> {
        names::find(&self.timeline, name)
    }

    fn process(&self, pid: Pid) -> Result<&Process, String> {
        let found = self.timeline.machine().system.get(pid);
        found.ok_or_else(|| format!("there is no process {} at this point", state::pid(pid)))
    }

    /// Where a process stands now, in a line.
    fn whereabouts(&self, who: Option<Pid>) -> Option<String> {
        let machine = self.timeline.machine();
        let process = machine.system.get(who?)?;
        if let (Standing::Exiting, Some(outcome)) = state::standing(process) {
            return Some(format!("{} is about to exit: {outcome}", pid(who?)));
        }
        let frame = state::stack(machine, process, true).into_iter().next()?;
        let place = frame.place?;
        let does = if process.state.status == Status::Waiting { "waits" } else { "stands" };
        let before = format!("{} {does} at {} in {}: ", pid(who?), place.short(), frame.function);
        Some(before + &first_line(&place.source))
    }

    /// What became of a process that has ended.
    fn ended(&self, who: Pid) -> Option<String> {
        let machine = self.timeline.machine();
        let fate = machine.fate_of(who)?;
        let row = Processes { machine, expression: &self.expression }.row(1, &fate);
        Some(format!("{} has ended: {}", pid(who), row.outcome_text()))
    }

    // ---- forward

    fn step(
        &mut self,
        who: Pid,
        count: u64,
        stride: Stride,
        message: &mut Option<String>,
    ) -> Result<Shown, String> {
        let (standing, outcome) = state::standing(self.process(who)?);
        match standing {
            Standing::Runnable | Standing::Exiting => {}
            Standing::Waiting => {
                let letters = self.mailbox(who).in_flight.len();
                let hint = match letters {
                    0 => "nothing is on its way to it".to_owned(),
                    n => format!("{} on the way to it: `choices` lists what can be delivered", count_of(n)),
                };
                return Err(format!("{} waits in a receive; {hint}", pid(who)));
            }
            Standing::Suspended => return Err(format!("{} is suspended", pid(who))),
            _ => return Err(format!("{} has ended: {}", pid(who), outcome.unwrap_or_default())),
        }
        let mut shown = self.moving(message, |session| {
            Ok(Way::of(&match stride {
                Stride::Expression => session.timeline.walk(who, count),
                Stride::Into => session.timeline.step(who, count),
            }))
        })?;
        // Why it stands there is said already if it could not go as far as it was told to.
        if message.is_none() {
            *message = self.whereabouts(Some(who)).or_else(|| self.ended(who));
        }
        if let Shown::Moved(moved) = &mut shown {
            moved.walked = stride == Stride::Expression;
        }
        Ok(shown)
    }

    fn run(
        &mut self,
        with: Scheduler,
        count: Option<u64>,
        until: Option<Breakpoint>,
        message: &mut Option<String>,
    ) -> Result<Shown, String> {
        self.moving(message, |session| {
            let schedule = match with {
                Scheduler::Chosen => &mut session.schedules.chosen,
                Scheduler::Fair => &mut session.schedules.fair,
                Scheduler::Random => &mut session.schedules.random,
            };
            let breakpoints: Vec<&Breakpoint> = session.breakpoints.iter().chain(&until).collect();
            let left = session.max_steps.saturating_sub(session.timeline.steps());
            let most = count.unwrap_or(PATIENCE);
            let mut way = forward::go(&mut session.timeline, &mut **schedule, most.min(left), &breakpoints);
            if way.stopped == Stopped::Done && left <= most {
                way.stopped = Stopped::Budget;
            } else if way.stopped == Stopped::Done && count.is_none() {
                way.because = Some("it goes on and on: `run` lets it go further".to_owned());
            }
            Ok(way)
        })
    }

    fn take(&mut self, n: usize, message: &mut Option<String>) -> Result<Shown, String> {
        let choices = self.timeline.choices();
        let Some(choice) = n.checked_sub(1).and_then(|n| choices.get(n)).copied() else {
            return Err(match choices.len() {
                0 => "nothing can happen any more".to_owned(),
                last => format!("there is no choice {n}: `choices` lists 1 to {last}"),
            });
        };
        self.moving(message, |session| {
            let moved = session.timeline.take(choice).map_err(|refused| refused.to_string())?;
            Ok(Way::of(&moved))
        })
    }

    /// What a way forward did, by comparing what was before with what is now.
    fn moving(
        &mut self,
        message: &mut Option<String>,
        go: impl FnOnce(&mut Session) -> Result<Way, String>,
    ) -> Result<Shown, String> {
        let (before, from, steps) = (self.reductions(), self.timeline.position(), self.timeline.steps());
        let printed = self.timeline.output().len();
        let way = go(self)?;
        *message = way.because;
        let mut new: Vec<(EventId, &Event)> = self.timeline.events_since(from).rev().take(KEPT).collect();
        new.reverse();
        let left_out = self.timeline.events_since(from).count() - new.len();
        let output = self.timeline.output().get(printed..).unwrap_or_default();
        Ok(Shown::Moved(Moved {
            events: new.into_iter().map(|(id, event)| events::line(self.timeline.log(), id, event)).collect(),
            moved: self.steps_since(&before),
            steps: self.timeline.steps().saturating_sub(steps),
            walked: false,
            left_out,
            stopped: way.stopped,
            hit: way.hit,
            output: String::from_utf8_lossy(output).into_owned(),
        }))
    }

    fn reductions(&self) -> BTreeMap<PidKey, u64> {
        let fates = self.timeline.machine().fates();
        fates.map(|fate| (fate.process.state.pid.into(), fate.process.state.reductions)).collect()
    }

    fn steps_since(&self, before: &BTreeMap<PidKey, u64>) -> Vec<Steps> {
        let now = self.reductions().into_iter();
        let steps = now.map(|(key, now)| (key, now - before.get(&key).copied().unwrap_or(0).min(now)));
        steps
            .filter(|(_, steps)| *steps > 0)
            .map(|(key, steps)| Steps { process: pid(key.into()), steps })
            .collect()
    }

    // ---- breakpoints

    fn breakpoint(&self, n: u32, line: &str, stop: Stop) -> Result<Breakpoint, String> {
        let process = match &stop {
            Stop::Exit(Some(name)) => Some(self.find(name)?),
            _ => None,
        };
        match stops::complaint(&self.timeline.machine().program, &stop) {
            Some(message) => Err(message),
            None => {
                let text = line.split_once(' ').map_or(line, |(_, rest)| rest.trim()).to_owned();
                Ok(Breakpoint { n, text, stop, process })
            }
        }
    }

    fn shown_breakpoints(&self) -> Shown {
        Shown::Breakpoints { breakpoints: self.breakpoints() }
    }

    // ---- looking

    fn processes(&self) -> Vec<Fate> {
        let machine = self.timeline.machine();
        let rows = Processes { machine, expression: &self.expression };
        let fate = |(n, fate): (usize, MachineFate<'_>)| Fate {
            row: rows.row(n + 1, &fate),
            status: state::standing(fate.process).0,
            outcome: state::standing(fate.process).1,
            delivered: fate.process.state.mailbox.len(),
            in_flight: self.mailbox(fate.process.state.pid).in_flight.len(),
        };
        machine.fates().enumerate().map(fate).collect()
    }

    fn state(&self, process: &ProcessName, all: bool) -> Result<Shown, String> {
        let who = self.find(process)?;
        let process = self.process(who)?;
        let machine = self.timeline.machine();
        let first_call = Processes { machine, expression: &self.expression }.first_call(process);
        let history: Vec<Line> = self.history(who, false);
        Ok(Shown::State {
            state: Box::new(state::state(machine, process, first_call, all)),
            mailbox: self.mailbox(who),
            history: history.into_iter().take(RECENT).collect(),
        })
    }

    /// What has arrived at a process, and what is on its way to it.
    fn mailbox(&self, who: Pid) -> Mailbox {
        let system = &self.timeline.machine().system;
        let letter = |message: &Message| {
            let sent = self.timeline.log().send_of(message.id);
            let from = sent.and_then(|id| self.timeline.event(id)).map(|event| pid(event.process));
            Letter { id: sent.map(|id| id.0), from, text: text::one_line(&message.content) }
        };
        let delivered = system.get(who).map(|process| process.state.mailbox.iter().map(letter).collect());
        let channels = system.in_flight.iter().filter(|((_, to), _)| Pid::from(*to) == who);
        let signals = channels.flat_map(|(_, queue)| queue);
        let in_flight = signals.map(|signal| match &signal.kind {
            SignalKind::Message(message) | SignalKind::AliasMessage(message, _) => letter(message),
            other => Letter { id: None, from: Some(pid(signal.from)), text: signal_words(other).to_owned() },
        });
        Mailbox { delivered: delivered.unwrap_or_default(), in_flight: in_flight.collect() }
    }

    /// Latest first.
    fn history(&self, who: Pid, all: bool) -> Vec<Line> {
        let filter = Filter { processes: Vec::new(), message: None, all };
        let own = self.timeline.events().filter(|(_, event)| event.process == who);
        let wanted = own.filter(|(_, event)| filter.wants(self.timeline.log(), event));
        let mut lines: Vec<Line> =
            wanted.map(|(id, event)| events::line(self.timeline.log(), id, event)).collect();
        lines.reverse();
        lines
    }

    fn trace(
        &self,
        processes: &[ProcessName],
        message: Option<report::Pattern>,
        all: bool,
    ) -> Result<Shown, String> {
        let processes = processes.iter().map(|name| self.find(name)).collect::<Result<_, _>>()?;
        let filter = Filter { processes, message, all };
        let wanted: Vec<(EventId, &Event)> =
            self.timeline.events().filter(|(_, event)| filter.wants(self.timeline.log(), event)).collect();
        let left_out = if all { 0 } else { wanted.len().saturating_sub(WINDOW) };
        let shown =
            wanted[left_out..].iter().map(|(id, event)| events::line(self.timeline.log(), *id, event));
        Ok(Shown::Trace { trace: shown.collect(), left_out })
    }

    fn options(&self) -> Vec<Possible> {
        let choices = self.timeline.choices();
        let option = |(n, choice): (usize, &Choice)| {
            let (kind, text) = self.choice_words(choice);
            Possible { n: n + 1, kind, text }
        };
        choices.iter().enumerate().map(option).collect()
    }

    fn choice_words(&self, choice: &Choice) -> (&'static str, String) {
        let system = &self.timeline.machine().system;
        match choice {
            Choice::Run { pid: who, .. } => {
                let machine = self.timeline.machine();
                let frames = system.get(*who).map(|process| state::stack(machine, process, true));
                let frame = frames.and_then(|frames| frames.into_iter().next());
                let at = frame.map_or_else(String::new, |frame| match frame.place {
                    Some(place) => {
                        format!(" in {} at {}: {}", frame.function, place.short(), first_line(&place.source))
                    }
                    None => format!(" in {}", frame.function),
                });
                ("run", format!("{} goes on{at}", pid(*who)))
            }
            Choice::Deliver { from, to } => {
                let channel = (PidKey::from(*from), PidKey::from(*to));
                let signal = system.in_flight.get(&channel).and_then(|queue| queue.front());
                let what = match signal.map(|signal| &signal.kind) {
                    Some(SignalKind::Message(message) | SignalKind::AliasMessage(message, _)) => {
                        let number = self
                            .timeline
                            .log()
                            .send_of(message.id)
                            .map_or_else(String::new, |id| format!("{}: ", id.0));
                        format!("{number}{}", text::brief(&message.content, 60))
                    }
                    Some(other) => signal_words(other).to_owned(),
                    None => "a signal".to_owned(),
                };
                ("deliver", format!("{} is delivered {what} from {}", pid(*to), pid(*from)))
            }
            Choice::Fire { .. } => ("fire", "a timer fires".to_owned()),
        }
    }

    fn why(&self, id: EventId) -> Result<Shown, String> {
        let line = |id: EventId| {
            self.timeline.log().get(id).map(|event| events::line(self.timeline.log(), id, event))
        };
        let Some(event) = line(id) else {
            return Err(format!("there is no event {}: `trace` shows their numbers", id.0));
        };
        let lines = |ids: Vec<EventId>| ids.into_iter().filter_map(line).collect();
        Ok(Shown::Why {
            event,
            causes: lines(self.timeline.causes(id)),
            effects: lines(self.timeline.effects(id)),
        })
    }
}

/// To undo something is done as a whole, or not at all.
fn finished(log: &RollLog) -> Result<(), String> {
    match log.interrupted {
        true => Err("interrupted: nothing was undone".into()),
        false => Ok(()),
    }
}

/// Signals that are no messages, while they are on their way.
fn signal_words(kind: &SignalKind) -> &'static str {
    match kind {
        SignalKind::Message(_) | SignalKind::AliasMessage(..) => "a message",
        SignalKind::Exit { .. } => "an exit signal",
        SignalKind::LinkExit { .. } => "the exit of a linked process",
        SignalKind::Link => "a link",
        SignalKind::Unlink => "the end of a link",
        SignalKind::Monitor { .. } => "a monitor",
        SignalKind::Demonitor(_) => "the end of a monitor",
        SignalKind::Down { .. } => "the end of a monitored process",
        SignalKind::GroupLeader(_) => "a new group leader",
    }
}

fn count_of(n: usize) -> String {
    if n == 1 { "1 message is".to_owned() } else { format!("{n} messages are") }
}

fn first_line(source: &Option<String>) -> String {
    let line = source.as_deref().unwrap_or_default().lines().next().unwrap_or_default();
    if line.chars().count() > 50 { line.chars().take(49).chain(['…']).collect() } else { line.to_owned() }
}
