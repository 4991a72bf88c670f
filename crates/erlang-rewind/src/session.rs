//! The session: a run that can go both ways, and what a command makes of it. How it goes on is in `going.rs`, what there is to see in `looking.rs`.

mod going;
mod looking;

use erlang_history::timeline::{RollLog, Timeline};
use erlang_history::{EventId, Moment, Position};
use erlang_machine::process::{Process, Status};
use erlang_machine::schedule::Schedule;
use erlang_report::processes::Processes;
use erlang_term::Pid;

use crate::backward;
use crate::command::{self, Command, ProcessName, Scheduler, Stop, Stride, Target};
use crate::forward::Way;
use crate::names;
use crate::origin;
use crate::reply::{Breakpoint as ShownBreakpoint, Problem, Reply, Shown, Undone};
use crate::state::{self, Standing, pid};
use crate::stops::{self, Breakpoint};
use crate::usage;

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
        self.timeline.go_to(moment).is_some_and(|log| log.is_done())
    }

    /// Back along the run. Whether it got there.
    pub fn seek(&mut self, position: Position) -> bool {
        self.timeline.seek(position).is_done()
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
                Shown::Output { output: String::from_utf8_lossy(&self.timeline.output()).into_owned() }
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
}

/// To undo something is done as a whole, or not at all.
pub(crate) fn finished(log: &RollLog) -> Result<(), String> {
    match log {
        RollLog { interrupted: true, .. } => Err("interrupted: nothing was undone".into()),
        RollLog { no_memory: true, .. } => {
            Err("there is not enough memory to undo so much: nothing was undone (--max-memory)".into())
        }
        _ => Ok(()),
    }
}

fn first_line(source: &Option<String>) -> String {
    let line = source.as_deref().unwrap_or_default().lines().next().unwrap_or_default();
    if line.chars().count() > 50 { line.chars().take(49).chain(['…']).collect() } else { line.to_owned() }
}
