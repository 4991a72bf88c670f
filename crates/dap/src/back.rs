//! Going back: to the expression before, the last breakpoint, the beginning of a call; by causes, or along the run.

use dapts::request;
use erlang_history::timeline::RollLog;
use erlang_history::{EventId, EventKind, EventLog};
use erlang_machine::code::{FunctionId, Instr};
use erlang_machine::observer::StopAt;
use erlang_machine::stack::Depth;
use erlang_report::text;
use erlang_term::{Pid, Term};
use serde_json::{Value, json};

use crate::adapter::{Adapter, Answer, Debuggee, frame_in, pid_of, process};
use crate::frames::calls;
use crate::going::{Step, Stop};
use crate::judge::{Judge, is_wanted};
use crate::launch::Launcher;
use crate::message::Incoming;
use crate::tape::{Found, Moment, Search};

/// A way back that is being looked for.
pub struct Back {
    /// Whose past it is about.
    pub pid: Pid,
    wanted: Wanted,
    search: Search,
    /// Why to stop at the last place that was found.
    stop: Option<Stop>,
}

/// Where a way back is to lead.
enum Wanted {
    /// By causes: the expression before.
    Step(Step),
    /// By causes: what a process did before it began another.
    BeforeSpawn { child: Pid },
    /// By causes: the last breakpoint of the process.
    Breakpoint,
    /// Along the run: the beginning of a call.
    Frame { id: FunctionId, depth: Depth, is_here: bool },
}

enum Arrival {
    At { moment: Moment, pid: Pid, by_causes: bool, stop: Stop },
    Beginning,
}

impl<L: Launcher> Adapter<L> {
    /// The run stands where it was: nobody looks back any more.
    pub(crate) fn is_looking_back(&self) -> bool {
        self.program.as_ref().is_some_and(|program| program.back.is_some())
    }

    pub(crate) fn step_back(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::StepBack>()?;
        let pid = pid_of(arguments.thread_id)?;
        let program = self.standing()?;
        let step = Step::from(program.tape.machine(), pid, arguments.granularity)?;
        program.look_back(pid, Wanted::Step(step));
        Ok(Value::Null)
    }

    pub(crate) fn reverse_continue(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::ReverseContinue>()?;
        let pid = pid_of(arguments.thread_id)?;
        let program = self.standing()?;
        process(program.tape.machine(), pid)?;
        program.look_back(pid, Wanted::Breakpoint);
        Ok(Value::Null)
    }

    pub(crate) fn restart_frame(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::RestartFrame>()?;
        let program = self.standing()?;
        let machine = program.tape.machine();
        let (pid, n) = frame_in(machine, arguments.frame_id)?;
        let process = process(machine, pid)?;
        let call = calls(machine, process).nth(n).ok_or("there is no such frame")?;
        if call.function.module == program.expression {
            return Err("this is the whole run: restart it, or another frame".into());
        }
        let (id, depth) = (call.id, call.depth);
        let is_its_beginning = match call.function.code.get(call.stands as usize) {
            Some(Instr::Stop { first }) => *first && n == 0 && process.state.standing.is_some(),
            _ => false,
        };
        program.look_back(pid, Wanted::Frame { id, depth, is_here: is_its_beginning });
        Ok(Value::Null)
    }

    /// Looks a little further back, and goes there if that was it.
    pub(crate) fn advance_back(&mut self) {
        let Some(program) = &mut self.program else { return };
        let Some(arrival) = program.find_back() else { return };
        program.back = None;
        let (moment, pid, by_causes, stop) = match arrival {
            Arrival::At { moment, pid, by_causes, stop } => (moment, pid, by_causes, stop),
            Arrival::Beginning => {
                let Some(main) = program.tape.machine().main().map(|main| main.state.pid) else { return };
                (Moment::default(), main, false, Stop::saying("entry", "the beginning of the run"))
            }
        };
        program.forget_what_was_shown();
        program.at_end = false;
        match by_causes {
            true => {
                let undone = program.tape.undo(moment);
                if let Some(text) = roll_log(program.tape.log(), &undone) {
                    self.connection.event("output", json!({"category": "console", "output": text}));
                }
            }
            false => program.tape.seek(moment),
        }
        program.breakpoints.forget_undone(program.tape.machine());
        self.stopped(pid, stop);
    }
}

impl Debuggee {
    /// Begins to look back for something.
    fn look_back(&mut self, pid: Pid, wanted: Wanted) {
        self.back = Some(Back { pid, wanted, search: self.tape.search(), stop: None });
    }

    /// Looks through a part of the past. None: nothing has been found yet.
    fn find_back(&mut self) -> Option<Arrival> {
        let Debuggee { tape, breakpoints, evaluator, launch, expression, back, .. } = self;
        let Back { pid, wanted, search, stop } = back.as_mut()?;
        let pid = *pid;
        let is_code = |at: &StopAt<'_>| at.is_expression() && at.function.module != *expression;
        let found = match wanted {
            Wanted::Step(step) => {
                let step = *step;
                tape.look_back(
                    search,
                    &mut |_, who, at| is_code(at) && step.is_done(who, at),
                    &mut |_, _, _| true,
                )
            }
            Wanted::BeforeSpawn { child } => {
                let child = *child;
                tape.look_back(
                    search,
                    &mut |_, who, at| who == pid && is_code(at) && !at.function.trusted,
                    &mut |machine, _, _| machine.system.get(child).is_none(),
                )
            }
            Wanted::Frame { is_here: true, .. } => Found::At(tape.now(), pid),
            Wanted::Frame { id, depth, .. } => tape.look_back(
                search,
                &mut |_, who, at| who == pid && at.first && at.id == *id && at.depth == *depth,
                &mut |_, _, _| true,
            ),
            Wanted::Breakpoint => {
                // Whether a breakpoint counts is known only there; the last one that does says why.
                let mut asked = std::mem::take(breakpoints);
                let shared = std::cell::RefCell::new(&mut asked);
                let found = tape.look_back(
                    search,
                    &mut |_, who, at| who == pid && is_wanted(&shared.borrow(), *expression, at),
                    &mut |machine, _, pid| {
                        let seed = launch.seed;
                        let mut judge = Judge { machine, pid, evaluator, seed, counts: false };
                        let found = judge.stop(*shared.borrow_mut(), &mut Vec::new());
                        let is_one = found.is_some();
                        *stop = found.or(stop.take());
                        is_one
                    },
                );
                *breakpoints = asked;
                found
            }
        };
        let reason = match wanted {
            Wanted::Step(_) | Wanted::BeforeSpawn { .. } => "step",
            Wanted::Breakpoint => "breakpoint",
            Wanted::Frame { .. } => "restart",
        };
        match found {
            Found::NotYet => None,
            Found::At(moment, pid) => {
                let by_causes = !matches!(wanted, Wanted::Frame { .. });
                let stop = stop.take().unwrap_or_else(|| Stop::new(reason));
                Some(Arrival::At { moment, pid, by_causes, stop })
            }
            Found::Nothing => {
                // Before its first expression a process was spawned: that was a step of another.
                let parent = tape.machine().system.get(pid).and_then(|process| process.state.parent);
                match (&*wanted, parent, tape.search_before_spawn(pid)) {
                    (Wanted::Step(_), Some(parent), Some(search)) => {
                        let wanted = Wanted::BeforeSpawn { child: pid };
                        *back = Some(Back { pid: parent, wanted, search, stop: None });
                        None
                    }
                    _ => Some(Arrival::Beginning),
                }
            }
        }
    }
}

/// What was undone, in the order in which it was: latest first.
fn roll_log(log: &EventLog, undone: &RollLog) -> Option<String> {
    const SHOWN: usize = 20;
    let line = |id: &EventId| {
        let event = log.get(*id)?;
        let other = log.counterpart(event).map(|pid| format!(" {}", Term::Pid(pid))).unwrap_or_default();
        let what = match &event.kind {
            EventKind::Spawn { .. } => "spawn of",
            EventKind::Send { .. } => "send to",
            EventKind::Deliver { .. } => "delivery from",
            EventKind::Receive { .. } => "receipt from",
            EventKind::Timeout { .. } => "timeout",
            EventKind::Timer { .. } => "timer",
            EventKind::Exit { .. } => "exit",
            EventKind::ExitSignal { .. } => "exit signal to",
            EventKind::Link { .. } => "link to",
            EventKind::Unlink { .. } => "unlink of",
            EventKind::Monitor { .. } => "monitor of",
            EventKind::Demonitor { .. } => "demonitor of",
            EventKind::Register { .. } => "registration of",
            EventKind::Unregister { .. } => "unregistration of",
        };
        let content = match &event.kind {
            EventKind::Send { content, .. } => format!(": {}", text::brief(content, 60)),
            _ => String::new(),
        };
        Some(format!("undone {}: {} {what}{other}{content}\n", id.0, Term::Pid(event.process)))
    };
    let mut lines: String = undone.undone.iter().take(SHOWN).filter_map(line).collect();
    if let Some(more) = undone.undone.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        lines.push_str(&format!("… and {more} more\n"));
    }
    (!lines.is_empty()).then_some(lines)
}
