//! The session: a run that can go both ways, and what a command makes of it. How it goes on is in
//! `going.rs`, what there is to see in `looking.rs`.

mod going;
mod looking;

use erlang_history::timeline::{self, RollLog, Timeline};
use erlang_history::{CallPoint, EventId, Position};
use erlang_machine::exception::Exception;
use erlang_machine::machine::Machine;
use erlang_machine::process::{Process, Status};
use erlang_machine::schedule::Schedule;
use erlang_report::processes::ProcessTable;
use erlang_term::{Atom, Pid, Term};
use slices::Meter;

use crate::backward::{self, Back};
use crate::breakpoints::{Breakpoint, Breakpoints, Exceptions, Owner, UserCode};
use crate::calls::calls;
use crate::command::{self, Command, NamedTarget, ProcessName, Scheduler, Stop, Stride, Wish};
use crate::evaluate::{Evaluator, ExpressionValue};
use crate::forward::{Forward, Way};
use crate::names;
use crate::origin;
use crate::reply::{NotDone, Reply, Shown, ShownBreakpoint, Undone};
use crate::state::{self, Standing, pid};
use crate::usage;

/// Steps of `normalise`, which would not end where a process does not.
const NORMALISED: u64 = 10_000_000;

/// What the front end is to do.
pub enum Directive {
    /// Show it.
    Reply(Reply),
    /// Write the session (its timeline and [`Rewinder::breakpoints`]) to this file, then show the
    /// reply, or why it could not be written
    /// ([`Rewinder::refused`]).
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

pub struct Rewinder {
    pub(crate) timeline: Timeline,
    /// What the first process evaluates.
    expression: String,
    /// The user's modules.
    modules: Vec<Atom>,
    pub(crate) schedules: Schedules,
    pub(crate) breakpoints: Breakpoints,
    pub(crate) evaluator: Evaluator,
    pub(crate) seed: u64,
    /// All steps that the run may make.
    pub(crate) max_steps: u64,
    /// What the run is on its way to.
    pub(crate) task: Option<Task>,
    /// What logging breakpoints have written since someone asked.
    pub(crate) logged: Vec<String>,
}

/// What a session is about, beside the run.
pub struct Setup {
    pub expression: String,
    /// The user's modules.
    pub modules: Vec<Atom>,
    pub schedules: Schedules,
    pub seed: u64,
    pub max_steps: Option<u64>,
}

/// A way that takes time.
pub(crate) enum Task {
    Forward(Forward),
    Back(Box<Back>),
}

/// How the session goes on when it is told to.
pub struct Schedules {
    /// `run`
    pub chosen: Box<dyn Schedule>,
    pub fair: Box<dyn Schedule>,
    pub random: Box<dyn Schedule>,
}

impl Rewinder {
    pub fn new(timeline: Timeline, setup: Setup) -> Rewinder {
        let Setup { expression, modules, schedules, seed, max_steps } = setup;
        Rewinder {
            expression,
            modules,
            schedules,
            breakpoints: Breakpoints::default(),
            evaluator: Evaluator::new(timeline.memory()),
            timeline,
            seed,
            max_steps: max_steps.unwrap_or(u64::MAX),
            task: None,
            logged: Vec::new(),
        }
    }

    /// The breakpoints, as they can be set again.
    pub fn breakpoints(&self) -> Vec<ShownBreakpoint> {
        let shown = |one: &Breakpoint| ShownBreakpoint { n: one.n, text: one.wish.text.clone() };
        self.breakpoints.iter().map(shown).collect()
    }

    /// The same with all that is known of them.
    pub fn all_breakpoints(&self) -> impl Iterator<Item = &Breakpoint> {
        self.breakpoints.iter()
    }

    /// Sets breakpoints as they were in another session of this code.
    pub fn set_again(&mut self, breakpoints: &[ShownBreakpoint]) -> Result<(), String> {
        for ShownBreakpoint { n, text } in breakpoints {
            let Ok(Some(Command::Break(wish))) = command::parse(&format!("break {text}")) else {
                return Err(format!("`{text}` is not a breakpoint"));
            };
            let breakpoint = self.breakpoint(*n, wish)?;
            self.breakpoints.add(breakpoint);
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
        restored.then_some(()).ok_or_else(|| "the state of the schedule cannot be read".to_owned())
    }

    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The present state.
    pub fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    /// The user's modules.
    pub fn modules(&self) -> &[Atom] {
        &self.modules
    }

    /// What the first process evaluates.
    pub fn expression(&self) -> &str {
        &self.expression
    }

    /// The module that this is in: nobody wants to stop there.
    pub fn expression_module(&self) -> Atom {
        self.machine().main().map_or(Atom::new(""), |main| main.state.initial_call.module)
    }

    /// Back along the run to what a process did. Whether that could be found.
    pub async fn go_to(&mut self, moment: &CallPoint) -> bool {
        self.timeline.go_to_by_slices(moment).await.is_some_and(|log| log.is_done())
    }

    /// Back along the run. Whether it got there.
    pub async fn seek(&mut self, position: Position) -> bool {
        self.timeline.seek_by_slices(position).await.is_done()
    }

    /// The variables of a frame of a process.
    pub fn variables(&self, pid: Pid, frame: usize) -> Vec<(String, Term)> {
        let machine = self.machine();
        let call = machine.system.get(pid).and_then(|process| calls(machine, process).nth(frame));
        call.map(|call| call.named_values()).unwrap_or_default()
    }

    /// The exception that is about to leave the place where a process stands.
    pub fn raised(&self, pid: Pid) -> Option<&Exception> {
        self.machine().system.get(pid)?.state.standing.as_ref()?.raised.as_ref()
    }

    /// The names that the processes can be called by: pids, numbers, registered names.
    pub fn process_names(&self) -> Vec<String> {
        let fates = self.machine().fates().zip(1..);
        let names = fates.flat_map(|(fate, n): (_, usize)| {
            let state = &fate.process.state;
            [Some(pid(state.pid)), Some(format!("#{n}")), state.name.map(|name| Term::Atom(name).to_string())]
        });
        names.flatten().collect()
    }

    /// Has nothing happened yet?
    pub fn is_at_beginning(&self) -> bool {
        let main = self.machine().main().and_then(|main| self.timeline.point(main.state.pid));
        self.timeline.position() == Position(0) && main.is_none_or(|main| main.expression == 0)
    }

    /// Takes over the breakpoints of another session, maybe of other code.
    pub fn inherit(&mut self, breakpoints: Breakpoints) {
        let code = UserCode { program: &self.timeline.machine().program, modules: &self.modules };
        self.breakpoints = breakpoints.renewed(&code);
    }

    /// Gives its breakpoints away.
    pub fn take_breakpoints(&mut self) -> Breakpoints {
        std::mem::take(&mut self.breakpoints)
    }

    /// Who goes on to something does so no more. Whose turn it would have been.
    pub fn stand_still(&mut self) -> Option<Pid> {
        let machine = self.timeline.machine();
        let running = machine.system.run_queue.front().copied();
        let running = running.filter(|pid| machine.fate_of(*pid).is_some());
        match self.task.take() {
            Some(Task::Back(back)) => back.whose(),
            _ => running,
        }
    }

    /// The value of an expression in a frame of a process; frames are counted from the innermost.
    pub fn evaluate(&mut self, pid: Pid, frame: usize, text: &str) -> Result<ExpressionValue, String> {
        let text = text.trim().trim_end_matches('.');
        self.evaluator.evaluate(self.timeline.machine(), pid, frame, self.seed, text)
    }

    /// Executes a line and blocks until it is done.
    pub fn execute(&mut self, line: &str) -> Directive {
        slices::finish(self.perform(line))
    }

    /// Executes a line. It pauses when the steps of [`Rewinder::meter`] are spent. To cancel it,
    /// stop the meter and keep polling: the session is only consistent at the end.
    pub async fn perform(&mut self, line: &str) -> Directive {
        let line = line.trim();
        self.meter().stop(false);
        let command = match command::parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return Directive::Reply(self.reply(line, Shown::Nothing {}, None)),
            Err(message) => {
                let refused = self.refused(line, message);
                return Directive::Reply(Reply { problem: Some(NotDone::Unreadable), ..refused });
            }
        };
        match self.obey(line, command).await {
            Ok(answer) => answer,
            Err(message) => Directive::Reply(self.refused(line, message)),
        }
    }

    /// The steps that may be made before the caller gets control back.
    pub fn meter(&self) -> &Meter {
        self.timeline.meter()
    }

    pub fn follow(&mut self, meter: Meter) {
        self.timeline.follow(meter);
    }

    pub fn refused(&self, line: &str, message: String) -> Reply {
        let problem = Some(NotDone::Refused);
        Reply { ok: false, problem, ..self.reply(line, Shown::Nothing {}, Some(message)) }
    }

    fn reply(&self, line: &str, shown: Shown, message: Option<String>) -> Reply {
        Reply {
            v: 1,
            command: line.to_owned(),
            ok: true,
            problem: None,
            message,
            position: self.timeline().position().0,
            steps: self.timeline().steps(),
            shown,
        }
    }

    async fn obey(&mut self, line: &str, command: Command) -> Result<Directive, String> {
        let mut message = None;
        let shown = match command {
            Command::Step { process, count, stride } => {
                let pid = self.find(&process)?;
                self.step(pid, count, stride, &mut message).await?
            }
            Command::Back { process, count, stride } => {
                let who = self.find(&process)?;
                let before = self.whereabouts(Some(who));
                let log = match stride {
                    Stride::Expression => self.timeline.walk_back_by_slices(who, count).await,
                    Stride::Into => self.timeline.back_by_slices(who, count).await,
                };
                let undone = self.undone(&log)?;
                message = self.whereabouts(Some(who));
                // Expressions lie closer together than what there is to undo.
                Shown::Undone(Undone { moved: before != message, ..undone })
            }
            Command::BackAll(count) => {
                let also = self.find(&ProcessName(count.to_string()));
                let log = self.timeline.back_all_by_slices(count).await;
                let undone = self.undone(&log)?;
                // Elsewhere a number is enough to name a process.
                if let Ok(also) = also {
                    message = Some(format!(
                        "that undid {count} steps of the whole run; for one process use `back {}`",
                        pid(also)
                    ));
                }
                Shown::Undone(undone)
            }
            Command::Undo(target) => {
                let target = backward::target(self.timeline(), &target)?;
                let log = self.timeline.undo_by_slices(&target).await;
                let undone = self.undone(&log.map_err(backward::refused)?)?;
                message = self.whereabouts(backward::concerns(self.timeline(), &target));
                Shown::Undone(undone)
            }
            Command::Go(id) => self.go_to_event(EventId(id), &mut message).await?,
            Command::Replay(target) => {
                let target = backward::target(self.timeline(), &target.unwrap_or(NamedTarget::Start))?;
                let before = self.before();
                let moved = self.timeline.replay_by_slices(&target).await;
                let way = Way::of(&moved.map_err(|refused| refused.to_string())?);
                let mut shown = self.moved(before, way, &mut message);
                if let Shown::Moved(moved) = &mut shown {
                    // Of several processes, nobody asked about one.
                    let who = match (&target, &moved.moved[..]) {
                        (timeline::Target::Bind { pid, .. }, _) => Some(*pid),
                        (_, [one]) => self.find(&ProcessName(one.process.clone())).ok(),
                        _ => None,
                    };
                    // A binding may be less than a step away.
                    moved.walked = moved.steps == 0;
                    message = message.or_else(|| self.whereabouts(who));
                }
                shown
            }
            Command::Reverse(wish) => {
                let until = wish.map(|wish| self.breakpoint(0, wish)).transpose()?;
                if until.is_none() && self.breakpoints.is_empty() {
                    return Err(
                        "no breakpoints to run back to: try `reverse send {hungry, _, _}`, or see `help break`"
                            .into(),
                    );
                }
                let before = self.before();
                self.begin_reverse(until);
                let progress = self.go_there().await;
                self.arrived(progress, before, None, &mut message).await?
            }
            Command::Watch { process, variable } => {
                let who = self.find(&process)?;
                Shown::Origin { origin: origin::origin(self.timeline(), who, &variable).await? }
            }
            Command::Run { with, count } => self.run(with, count, &mut message).await?,
            Command::RunUntil(wish) => {
                let until = self.breakpoint(0, wish)?;
                self.breakpoints.add(until);
                let shown = self.run(Scheduler::Chosen, None, &mut message).await;
                self.breakpoints.delete(0);
                shown?
            }
            Command::Normalise => {
                let before = self.before();
                let way = Way::of(&self.timeline.normalise_by_slices(NORMALISED).await);
                self.moved(before, way, &mut message)
            }
            Command::Processes => Shown::Processes { processes: self.processes() },
            Command::State { process, all } => self.state(&process, all).await?,
            Command::Mailbox(process) => {
                let process = self.find(&process)?;
                Shown::Mailbox { process: pid(process), mailbox: self.mailbox(process) }
            }
            Command::History { process, all } => {
                let process = self.find(&process)?;
                Shown::History {
                    process: pid(process),
                    history: self.history(process, all, usize::MAX).await?,
                }
            }
            Command::Trace { processes, message, all } => self.trace(&processes, message, all).await?,
            Command::Choices => Shown::Choices { choices: self.options() },
            Command::Take(n) => self.take(n, &mut message)?,
            Command::Break(wish) => {
                let breakpoint = self.breakpoint(self.breakpoints.next(), wish)?;
                message = breakpoint.moved();
                self.breakpoints.add(breakpoint);
                self.shown_breakpoints()
            }
            Command::Breaks => self.shown_breakpoints(),
            Command::Delete(n) => {
                if n == 0 || !self.breakpoints.delete(n) {
                    return Err(format!("there is no breakpoint {n} (`breaks` lists them)"));
                }
                self.shown_breakpoints()
            }
            Command::Why(id) => self.why(EventId(id)).await?,
            Command::WhyWaiting(process) => self.why_waiting(&process)?,
            Command::Output => {
                Shown::Output { output: String::from_utf8_lossy(&self.timeline.output()).into_owned() }
            }
            Command::Save(file) => {
                let reply = self.reply(line, Shown::Saved { file: file.clone() }, None);
                return Ok(Directive::Save { file, reply });
            }
            Command::Ask(process) => {
                let process = self.find(&process)?;
                let reply = self.reply(line, Shown::Nothing {}, None);
                return Ok(Directive::Ask { process, reply });
            }
            Command::Help(about) => Shown::Help { help: usage::help(about.as_deref())? },
            Command::Quit => return Ok(Directive::Quit(self.reply(line, Shown::Nothing {}, None))),
        };
        Ok(Directive::Reply(self.reply(line, shown, message)))
    }

    /// What a way back has undone, as a whole or not at all.
    pub(crate) fn undone(&mut self, log: &RollLog) -> Result<Undone, String> {
        backward::finished(log)?;
        self.forget_undone();
        Ok(backward::undone(self.timeline(), log))
    }

    /// What is undone has not happened.
    pub(crate) fn forget_undone(&mut self) {
        let timeline = &self.timeline;
        self.breakpoints.forget_undone(timeline.machine(), |event| timeline.is_present(event));
    }

    fn find(&self, name: &ProcessName) -> Result<Pid, String> {
        names::find(self.timeline(), name)
    }

    fn process(&self, pid: Pid) -> Result<&Process, String> {
        let found = self.machine().system.get(pid);
        found.ok_or_else(|| format!("there is no process {} at this point", state::pid(pid)))
    }

    /// Where a process stands now, in a line.
    fn whereabouts(&self, who: Option<Pid>) -> Option<String> {
        let machine = self.machine();
        let process = machine.system.get(who?)?;
        if let (Standing::Exiting, Some(outcome)) = state::standing(process) {
            return Some(format!("{} is about to exit: {outcome}", pid(who?)));
        }
        let frame = state::stack(machine, process, true).into_iter().next()?;
        let place = frame.place?;
        let does = if process.state.status == Status::Waiting { "is waiting" } else { "is" };
        let before = format!("{} {does} at {} in {}: ", pid(who?), place.short(), frame.function);
        Some(before + &first_line(&place.source))
    }

    /// What became of a process that has ended.
    fn ended(&self, who: Pid) -> Option<String> {
        let machine = self.machine();
        let fate = machine.fate_of(who)?;
        let row = ProcessTable { machine, expression: &self.expression }.row(1, &fate);
        Some(format!("{} has exited: {}", pid(who), row.outcome_text()))
    }

    // ---- breakpoints

    /// What the user's code has to stop at.
    pub fn code(&self) -> UserCode<'_> {
        UserCode { program: &self.timeline.machine().program, modules: &self.modules }
    }

    fn breakpoint(&self, n: u32, wish: Wish) -> Result<Breakpoint, String> {
        let process = match &wish.stop {
            Stop::Exit(Some(name)) => Some(self.find(name)?),
            _ => None,
        };
        let breakpoint = Breakpoint::new(n, Owner::Prompt, wish, process, &self.code());
        match &breakpoint.spots {
            Err(why) => Err(why.clone()),
            Ok(_) => Ok(breakpoint),
        }
    }

    /// Puts these in the place of those that an editor set before. The new ones, in order.
    pub fn replace_breakpoints(&mut self, owner: &Owner, wishes: Vec<Wish>) -> Vec<&Breakpoint> {
        let code = UserCode { program: &self.timeline.machine().program, modules: &self.modules };
        self.breakpoints.replace(owner, wishes, &code)
    }

    /// The exceptions that an editor wants to stop at.
    pub fn set_exceptions(&mut self, exceptions: Exceptions) {
        self.breakpoints.exceptions = exceptions;
    }

    pub fn exceptions(&self) -> Exceptions {
        self.breakpoints.exceptions()
    }

    /// Nothing is to stop the run.
    pub fn forget_breakpoints(&mut self) {
        self.breakpoints = Breakpoints::default();
    }

    fn shown_breakpoints(&self) -> Shown {
        Shown::Breakpoints { breakpoints: self.breakpoints() }
    }
}

fn first_line(source: &Option<String>) -> String {
    let line = source.as_deref().unwrap_or_default().lines().next().unwrap_or_default();
    if line.chars().count() > 50 { line.chars().take(49).chain(['…']).collect() } else { line.to_owned() }
}
