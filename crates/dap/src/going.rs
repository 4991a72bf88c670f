//! Going on and going back: to breakpoints, exceptions, the next expression, the one before, the end, the beginning.

use dapts::{SteppingGranularity, request};
use erlang_machine::Class;
use erlang_machine::code::{FunctionId, Handler, Instr};
use erlang_machine::exception::Exception;
use erlang_machine::machine::{Budget, End, FateKind, Machine};
use erlang_machine::observer::{StopAt, Unobserved};
use erlang_machine::process::Outcome;
use erlang_machine::stack::Depth;
use erlang_machine::world::{ClosedWorld, Stream};
use erlang_term::{Atom, Pid};
use report::processes::Processes;
use report::text;
use serde_json::{Value, json};

use crate::adapter::{Adapter, Answer, Debuggee, frame_in, pid_of, process};
use crate::breakpoints::{At, Breakpoints, Exceptions, Piece, Spot, pieces};
use crate::evaluate::UntilDone;
use crate::frames::{calls, is_own, span_at};
use crate::launch::Launcher;
use crate::message::{Incoming, Refusal};
use crate::tape::{Moment, Went};

/// How far a process is let go on in a copy to see whether it catches an exception.
const FORESIGHT: u64 = 50_000;
/// Breakpoints that were no reason to stop, before the editor is listened to again.
const PATIENCE: usize = 2000;

/// What a run is on its way to, beside breakpoints.
#[derive(Clone, Copy, Debug)]
pub enum Going {
    On,
    /// The first expression of the user's.
    Entry,
    Step(Step),
}

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pid: Pid,
    /// No deeper than this; none: however deep.
    within: Option<Depth>,
    /// Not on this line of this call.
    off: Option<(FunctionId, u32, Depth)>,
}

/// Why the run stands still.
pub struct Stop {
    pub reason: &'static str,
    pub description: Option<String>,
    pub text: Option<String>,
    pub hit: Vec<u64>,
}

impl Stop {
    fn new(reason: &'static str) -> Stop {
        Stop { reason, description: None, text: None, hit: Vec::new() }
    }

    fn saying(reason: &'static str, description: impl Into<String>) -> Stop {
        Stop { description: Some(description.into()), ..Stop::new(reason) }
    }
}

impl Going {
    fn is_reached(&self, pid: Pid, at: &StopAt<'_>) -> bool {
        match self {
            Going::On => false,
            Going::Entry => at.raised.is_none(),
            Going::Step(step) => at.raised.is_none() && step.is_done(pid, at),
        }
    }
}

impl Step {
    fn is_done(&self, pid: Pid, at: &StopAt<'_>) -> bool {
        let same_line = |(id, line, depth): (FunctionId, u32, Depth)| {
            let here = span_at(at.function, at.pc).map_or(0, |span| span.start.line);
            // The same line of another call is somewhere else.
            id == at.id && line == here && depth == at.depth && !at.first
        };
        pid == self.pid
            && self.within.is_none_or(|depth| at.depth <= depth)
            && !self.off.is_some_and(same_line)
    }
}

impl<L: Launcher> Adapter<L> {
    // ---- forward ----

    /// Everything is set: off it goes.
    pub(crate) fn begin(&mut self) {
        let Some(program) = &mut self.program else { return };
        if program.launch.no_debug {
            program.breakpoints = Breakpoints::default();
        }
        if program.going.is_none() && program.tape.now() == Moment::default() {
            program.going = Some(if program.launch.stop_on_entry { Going::Entry } else { Going::On });
        }
    }

    pub(crate) fn go_on(&mut self) -> Answer {
        self.leave(Going::On)?;
        Ok(json!({"allThreadsContinued": true}))
    }

    pub(crate) fn step(&mut self, request: &Incoming) -> Answer {
        // The arguments of the three requests are alike.
        let arguments = request.arguments::<request::Next>()?;
        let pid = pid_of(arguments.thread_id)?;
        let program = self.standing()?;
        let machine = program.tape.machine();
        let here = calls(machine, process(machine, pid)?).next();
        let depth = here.as_ref().map(|call| call.depth);
        let line = here.and_then(|call| Some((call.id, call.span()?.start.line, call.depth)));
        let off = line.filter(|_| arguments.granularity == Some(SteppingGranularity::Line));
        let going = match (request.command.as_str(), depth) {
            ("next", Some(depth)) => Going::Step(Step { pid, within: Some(depth), off }),
            ("stepOut", Some(depth)) => match depth.above() {
                Some(depth) => Going::Step(Step { pid, within: Some(depth), off: None }),
                // The first call of a process returns to nobody.
                None => Going::On,
            },
            ("stepIn", Some(_)) | (_, None) => Going::Step(Step { pid, within: None, off }),
            _ => Going::On,
        };
        self.leave(going)?;
        Ok(Value::Null)
    }

    fn leave(&mut self, going: Going) -> Result<(), Refusal> {
        let program = self.standing()?;
        program.forget_what_was_shown();
        program.going = Some(going);
        Ok(())
    }

    /// Takes the program a little further.
    pub fn advance(&mut self) {
        let Some(program) = &mut self.program else { return };
        for _ in 0..PATIENCE {
            let Some(going) = program.going else { return };
            let Debuggee { tape, breakpoints, expression, .. } = program;
            let went = tape.forward(&mut |_, pid, at| {
                is_wanted(breakpoints, *expression, at) || {
                    at.function.module != *expression && going.is_reached(pid, at)
                }
            });
            for (stream, bytes) in program.tape.take_output() {
                let category = if stream == Stream::Out { "stdout" } else { "stderr" };
                let output = String::from_utf8_lossy(&bytes).into_owned();
                self.connection.event("output", json!({"category": category, "output": output}));
            }
            match went {
                Went::On => return,
                Went::Ended => return self.ended(),
                Went::Stopped(pid) => {
                    let (stop, logged) = program.reason_to_stop(pid, going);
                    for line in logged {
                        self.connection
                            .event("output", json!({"category": "console", "output": line + "\n"}));
                    }
                    if let Some(stop) = stop {
                        return self.stopped(pid, stop);
                    }
                }
            }
        }
    }

    /// The run stands still.
    fn stopped(&mut self, pid: Pid, stop: Stop) {
        let Some(program) = &mut self.program else { return };
        program.going = None;
        program.current = Some(pid);
        program.forget_what_was_shown();
        let mut body = json!({"reason": stop.reason, "threadId": pid.id(), "allThreadsStopped": true});
        if let Some(description) = stop.description {
            body["description"] = json!(description);
        }
        if let Some(text) = stop.text {
            body["text"] = json!(text);
        }
        if !stop.hit.is_empty() {
            body["hitBreakpointIds"] = json!(stop.hit);
        }
        self.connection.event("stopped", body);
    }

    pub(crate) fn pause(&mut self) {
        let Some(program) = &self.program else { return };
        let machine = program.tape.machine();
        let running = machine.system.run_queue.front().filter(|pid| machine.fate_of(**pid).is_some());
        let pid = running.copied().or(program.current).or_else(|| Some(machine.main()?.state.pid));
        if let Some(pid) = pid {
            self.stopped(pid, Stop::new("pause"));
        }
    }

    // ---- the end ----

    fn ended(&mut self) {
        let Some(program) = &mut self.program else { return };
        let machine = program.tape.machine();
        let Some(main) = machine.main() else { return };
        let pid = main.state.pid;
        let end = program.tape.end().cloned().unwrap_or(End::Quiet);
        let words = Processes { machine, expression: &program.launch.expression };
        // What there is to say, in short and in full, whether to stand still for it, and the status as on the command line.
        let (short, said, stays, status) = match &end {
            End::Halted(status) => (format!("halted with status {status}"), String::new(), false, *status),
            End::Unsupported(message) => (message.clone(), String::new(), true, 2),
            End::Steps => ("stopped by maxSteps".into(), String::new(), true, 3),
            End::Memory | End::Interrupted => ("stopped".into(), String::new(), true, 3),
            End::Quiet => match machine.fate_of(pid).map(|fate| fate.kind) {
                Some(FateKind::Value(value)) => {
                    (format!("value {}", text::brief(&value, 60)), text::value(&value), false, 0)
                }
                Some(FateKind::Blocked(_)) => {
                    ("deadlock".into(), format!("deadlock\n{}", words.stuck().trim_end()), true, 1)
                }
                Some(FateKind::Exception) => match &main.state.outcome {
                    Some(Outcome::Exception(exception)) => {
                        (text::exception(exception), (program.explain)(exception), false, 1)
                    }
                    _ => (String::new(), String::new(), false, 1),
                },
                Some(FateKind::Killed(reason)) => {
                    (format!("killed: {}", text::one_line(&reason)), String::new(), false, 1)
                }
                Some(FateKind::Running(_)) | None => ("nothing can run".into(), String::new(), true, 1),
            },
        };
        let said = if said.is_empty() { short.clone() } else { said };
        // Someone who goes on from the end wants to leave.
        let has_been_said = std::mem::replace(&mut program.at_end, true);
        if !has_been_said {
            self.connection.event("output", json!({"category": "console", "output": said + "\n"}));
        }
        let Some(program) = &mut self.program else { return };
        let stays = !program.launch.no_debug && (stays || program.launch.stop_on_end) && !has_been_said;
        if stays {
            return self.stopped(pid, Stop::saying("pause", format!("the run is over: {short}")));
        }
        program.going = None;
        program.has_terminated = true;
        self.connection.event("exited", json!({"exitCode": status}));
        self.connection.event("terminated", Value::Null);
    }

    pub(crate) fn terminate(&mut self) {
        if let Some(program) = &mut self.program {
            program.going = None;
            if !std::mem::replace(&mut program.has_terminated, true) {
                self.connection.event("terminated", Value::Null);
            }
        }
    }

    // ---- back ----

    pub(crate) fn step_back(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::StepBack>()?;
        let pid = pid_of(arguments.thread_id)?;
        let program = self.standing()?;
        let Debuggee { tape, expression, .. } = &*program;
        let machine = tape.machine();
        let state = &process(machine, pid)?.state;
        let here = calls(machine, process(machine, pid)?).next();
        let depth = here.as_ref().map(|call| call.depth);
        let line = here.and_then(|call| Some((call.id, call.span()?.start.line, call.depth)));
        let off = line.filter(|_| arguments.granularity == Some(SteppingGranularity::Line));
        let step = Step { pid, within: depth, off };
        let before = tape.last_before_now(
            &mut |_, pid, at| {
                at.raised.is_none() && at.function.module != *expression && step.is_done(pid, at)
            },
            &mut |_, _, _| true,
        );
        // Before its first expression a process was spawned: that was a step of another.
        let parent = state.parent;
        let found = before.or_else(|| {
            tape.last_before_now(
                &mut |_, pid, at| {
                    Some(pid) == parent && at.raised.is_none() && at.function.module != *expression
                },
                &mut |machine, _, _| machine.system.get(pid).is_none(),
            )
        });
        program.back_to(found, Stop::new("step"));
        Ok(Value::Null)
    }

    pub(crate) fn reverse_continue(&mut self) -> Answer {
        let program = self.standing()?;
        let Debuggee { tape, breakpoints, evaluator, launch, expression, .. } = &mut *program;
        let mut stop = None;
        // Whether a breakpoint counts is known only there; the last one that does says why.
        let mut asked = std::mem::take(breakpoints);
        let found = {
            let wanted = std::cell::RefCell::new(&mut asked);
            tape.last_before_now(
                &mut |_, _, at| is_wanted(&wanted.borrow(), *expression, at),
                &mut |machine, moment, pid| {
                    let mut judge =
                        Judge { machine, moment, pid, evaluator, seed: launch.seed, counts: false };
                    let found = judge.stop(*wanted.borrow_mut(), &mut Vec::new());
                    let is_one = found.is_some();
                    stop = found.or(stop.take());
                    is_one
                },
            )
        };
        *breakpoints = asked;
        program.back_to(found, stop.unwrap_or_else(|| Stop::new("breakpoint")));
        Ok(Value::Null)
    }

    pub(crate) fn restart_frame(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::RestartFrame>()?;
        let program = self.standing()?;
        let machine = program.tape.machine();
        let (pid, n) = frame_in(machine, arguments.frame_id)?;
        let process = process(machine, pid)?;
        let call = calls(machine, process).nth(n).ok_or("there is no such frame")?;
        if !is_own(&machine.program, call.id) || call.function.module == program.expression {
            return Err("a run stops in your own code only: restart a frame of it".into());
        }
        let (id, depth) = (call.id, call.depth);
        let is_its_beginning = match call.function.code.get(call.stands as usize) {
            Some(Instr::Stop { first }) => *first && n == 0 && process.state.standing.is_some(),
            _ => false,
        };
        let found = match is_its_beginning {
            true => Some((program.tape.now(), pid)),
            false => program.tape.last_before_now(
                &mut |_, who, at| who == pid && at.first && at.id == id && at.depth == depth,
                &mut |_, _, _| true,
            ),
        };
        program.back_to(found, Stop::new("restart"));
        Ok(Value::Null)
    }

    /// The way back was gone when the request was done; what is left is to say so.
    pub(crate) fn arrive_back(&mut self) {
        let Some(program) = &mut self.program else { return };
        if let Some((pid, stop)) = program.arrival.take() {
            self.stopped(pid, stop);
        }
    }
}

impl Debuggee {
    /// Goes back to a moment, or else to the beginning.
    fn back_to(&mut self, found: Option<(Moment, Pid)>, stop: Stop) {
        self.forget_what_was_shown();
        self.at_end = false;
        let (moment, arrival) = match found {
            Some((moment, pid)) => (moment, Some((pid, stop))),
            None => {
                let main = self.tape.machine().main().map(|main| main.state.pid);
                let stop = Stop::saying("entry", "the beginning of the run");
                (Moment::default(), main.map(|main| (main, stop)))
            }
        };
        self.tape.seek(moment);
        self.arrival = arrival;
    }

    /// Why to stop here, if there is a reason; and what logging breakpoints have to say.
    fn reason_to_stop(&mut self, pid: Pid, going: Going) -> (Option<Stop>, Vec<String>) {
        let Debuggee { tape, breakpoints, evaluator, launch, expression, .. } = self;
        let (machine, moment) = (tape.machine(), tape.now());
        let mut logged = Vec::new();
        let mut judge = Judge { machine, moment, pid, evaluator, seed: launch.seed, counts: true };
        if let Some(stop) = judge.stop(breakpoints, &mut logged) {
            return (Some(stop), logged);
        }
        let Some(process) = machine.system.get(pid) else { return (None, logged) };
        let state = &process.state;
        let is_exception = state.standing.as_ref().is_some_and(|standing| standing.raised.is_some());
        let function = machine.program.function(state.function);
        let pc = state.pc.saturating_sub(1);
        let first = matches!(function.code.get(pc as usize), Some(Instr::Stop { first: true }));
        let depth = process.stack.depth();
        let at = StopAt { id: state.function, function, pc, first, depth, raised: None };
        let reached = !is_exception && function.module != *expression && going.is_reached(pid, &at);
        let stop = reached.then(|| match going {
            Going::Entry => Stop::new("entry"),
            _ => Stop::new("step"),
        });
        (stop, logged)
    }
}

/// Exits that nobody needs to hear about: a process that is done, or is told to stop.
fn is_quiet(exception: &Exception) -> bool {
    let reason = match exception.reason.as_tuple() {
        Some([tag, _]) => tag,
        _ => &exception.reason,
    };
    let is_tuple = exception.reason.as_tuple().is_some();
    let name = reason.as_atom().map(|atom| atom.name());
    exception.class == Class::Exit && (name == Some("shutdown") || name == Some("normal") && !is_tuple)
}

/// Is this a place that some breakpoint is about?
fn is_wanted(breakpoints: &Breakpoints, expression: Atom, at: &StopAt<'_>) -> bool {
    match at.raised {
        Some(exception) => {
            let exceptions = breakpoints.exceptions;
            exceptions.uncaught || exceptions.wants_all(exception.class)
        }
        None => at.function.module != expression && breakpoints.has((at.id, at.pc)),
    }
}

/// Whether a process that stands somewhere is to stop there.
struct Judge<'a> {
    machine: &'a Machine,
    moment: Moment,
    pid: Pid,
    evaluator: &'a mut crate::evaluate::Evaluator,
    seed: u64,
    /// Whether the hits of breakpoints are counted: only on the way forward.
    counts: bool,
}

impl Judge<'_> {
    fn stop(&mut self, breakpoints: &mut Breakpoints, logged: &mut Vec<String>) -> Option<Stop> {
        let state = &self.machine.system.get(self.pid)?.state;
        if let Some(exception) = state.standing.as_ref()?.raised.as_ref() {
            let wanted = self.is_exception_wanted(breakpoints, exception);
            return wanted.then(|| Stop {
                text: Some(format!(
                    "{}:{}",
                    exception.class.atom().name(),
                    text::brief(&exception.reason, 200)
                )),
                ..Stop::saying("exception", format!("Paused on {}", exception.class.atom().name()))
            });
        }
        let spot: Spot = (state.function, state.pc.saturating_sub(1));
        let mut stop: Option<Stop> = None;
        for n in breakpoints.at(spot) {
            let breakpoint = breakpoints.get(n);
            match breakpoint.wish.condition.as_deref().map(|condition| self.holds(condition)) {
                None | Some(Ok(true)) => {}
                Some(Ok(false)) => continue,
                Some(Err(why)) => {
                    logged.extend(breakpoint.complain(why));
                    continue;
                }
            }
            if !breakpoint.is_due(self.moment, self.counts) {
                continue;
            }
            if let Some(message) = &breakpoint.wish.log {
                logged.push(self.message(message));
                continue;
            }
            let reason = match breakpoint.wish.at {
                At::Line { .. } => "breakpoint",
                At::Function(_) => "function breakpoint",
            };
            let stop = stop.get_or_insert_with(|| Stop::new(reason));
            stop.hit.push(breakpoint.id);
        }
        stop
    }

    fn holds(&mut self, condition: &str) -> Result<bool, String> {
        let found = self.evaluator.evaluate(self.machine, self.pid, 0, self.seed, condition)?;
        match found.value.as_atom().map(|atom| atom.name()) {
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            _ => Err(format!("{} is neither true nor false", text::brief(&found.value, 60))),
        }
    }

    fn message(&mut self, message: &str) -> String {
        let mut line = String::new();
        for piece in pieces(message) {
            match piece {
                Piece::Text(text) => line.push_str(text),
                Piece::Expression(expression) => {
                    let found = self.evaluator.evaluate(self.machine, self.pid, 0, self.seed, expression);
                    line.push_str(&found.map_or_else(|why| why, |found| text::one_line(&found.value)));
                }
            }
        }
        line
    }

    /// All exceptions of a class, but for those that the library catches for itself; or those that end the process.
    fn is_exception_wanted(&self, breakpoints: &mut Breakpoints, exception: &Exception) -> bool {
        let Some(process) = self.machine.system.get(self.pid) else { return false };
        let catches =
            |handler: &Handler, pc: u32| handler.slot.is_some() && (handler.start..handler.end).contains(&pc);
        let catcher = calls(self.machine, process)
            .find(|call| call.function.handlers.iter().any(|handler| catches(handler, call.stands)));
        let Exceptions { uncaught, .. } = breakpoints.exceptions;
        let all = breakpoints.exceptions.wants_all(exception.class);
        match catcher {
            Some(catcher) if all && is_own(&self.machine.program, catcher.id) => true,
            None if all => true,
            catcher => {
                uncaught
                    && !is_quiet(exception)
                    && (catcher.is_none() || self.ends_process(exception))
                    && breakpoints.is_news(self.moment, self.pid, exception.exit_reason())
            }
        }
    }

    /// Whether the process will die of this exception, though someone seems to catch it: tried on a copy. Others are told the same then as if nobody had
    /// caught it; so it is with a gen_server, which catches what its callbacks raise, says so, and exits.
    fn ends_process(&self, exception: &Exception) -> bool {
        let mut copy = self.machine.clone();
        let mut world = ClosedWorld { seed: self.seed, ..Default::default() };
        let max_steps = copy.system.steps.saturating_add(FORESIGHT);
        let budget = Budget { max_steps, ..Budget::UNLIMITED };
        copy.run(&mut UntilDone { pid: self.pid }, &mut world, &mut Unobserved, &budget);
        let state = copy.system.get(self.pid).map(|process| &process.state);
        state.is_some_and(|state| {
            matches!(state.outcome, Some(Outcome::Exception(_)))
                && state.exit_reason() == exception.exit_reason()
        })
    }
}
