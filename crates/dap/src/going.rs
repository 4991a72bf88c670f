//! Going on: to breakpoints, exceptions, the next expression, the end. How to go back is in `back.rs`.

use dapts::{SteppingGranularity, request};
use erlang_machine::code::{FunctionId, Instr};
use erlang_machine::machine::{End, FateKind, Machine};
use erlang_machine::observer::StopAt;
use erlang_machine::process::{Outcome, Standing};
use erlang_machine::stack::Depth;
use erlang_machine::world::Stream;
use erlang_report::processes::Processes;
use erlang_report::text;
use erlang_term::Pid;
use serde_json::{Value, json};

use crate::adapter::{Adapter, Answer, Debuggee, pid_of, process};
use crate::breakpoints::Breakpoints;
use crate::frames::{calls, span_at};
use crate::judge::{Judge, is_wanted};
use crate::launch::Launcher;
use crate::message::{Incoming, Refusal};
use crate::tape::{Moment, Went};

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
    /// It began in code of the library, which is of interest then.
    library: bool,
}

/// Why the run stands still.
pub struct Stop {
    pub reason: &'static str,
    pub description: Option<String>,
    pub text: Option<String>,
    pub hit: Vec<u64>,
}

impl Stop {
    pub fn new(reason: &'static str) -> Stop {
        Stop { reason, description: None, text: None, hit: Vec::new() }
    }

    pub fn saying(reason: &'static str, description: impl Into<String>) -> Stop {
        Stop { description: Some(description.into()), ..Stop::new(reason) }
    }
}

impl Going {
    fn is_reached(&self, pid: Pid, at: &StopAt<'_>) -> bool {
        match self {
            Going::On => false,
            Going::Entry => at.is_expression() && !at.function.trusted,
            Going::Step(step) => at.is_expression() && step.is_done(pid, at),
        }
    }
}

impl Step {
    /// From where a process stands, to what its current call does next.
    pub fn from(machine: &Machine, pid: Pid, by: Option<SteppingGranularity>) -> Result<Step, Refusal> {
        let here = calls(machine, process(machine, pid)?).next();
        let within = here.as_ref().map(|call| call.depth);
        let library = here.as_ref().is_some_and(|call| call.function.trusted);
        let line = here.and_then(|call| Some((call.id, call.span()?.start.line, call.depth)));
        let off = line.filter(|_| by == Some(SteppingGranularity::Line));
        Ok(Step { pid, within, off, library })
    }

    pub fn is_done(&self, pid: Pid, at: &StopAt<'_>) -> bool {
        let same_line = |(id, line, depth): (FunctionId, u32, Depth)| {
            let here = span_at(at.function, at.pc).map_or(0, |span| span.start.line);
            // The same line of another call is somewhere else.
            id == at.id && line == here && depth == at.depth && !at.first
        };
        pid == self.pid
            && (self.library || !at.function.trusted)
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
        let step = Step::from(self.standing()?.tape.machine(), pid, arguments.granularity)?;
        let going = match (request.command.as_str(), step.within) {
            ("next", Some(_)) => Going::Step(step),
            ("stepOut", Some(depth)) => match depth.above() {
                Some(depth) => Going::Step(Step { within: Some(depth), off: None, ..step }),
                // The first call of a process returns to nobody.
                None => Going::On,
            },
            ("stepIn", Some(_)) | (_, None) => Going::Step(Step { within: None, ..step }),
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
        if self.is_looking_back() {
            return self.advance_back();
        }
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
    pub fn stopped(&mut self, pid: Pid, stop: Stop) {
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
        let Some(program) = &mut self.program else { return };
        let looked_back = program.back.take();
        let machine = program.tape.machine();
        if let Some(back) = looked_back {
            return self.stopped(back.pid, Stop::new("pause"));
        }
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
                Some(FateKind::Running(_) | FateKind::Sleeping(_)) | None => {
                    ("nothing can run".into(), String::new(), true, 1)
                }
            },
        };
        let mut said = if said.is_empty() { short.clone() } else { said };
        if let (End::Quiet, Some(cut_off)) = (&end, machine.cut_off()) {
            said = format!("{said}\n{}", text::cut_off(&cut_off, "`for` in the launch configuration"));
        }
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
}

impl Debuggee {
    /// Why to stop here, if there is a reason; and what logging breakpoints have to say.
    fn reason_to_stop(&mut self, pid: Pid, going: Going) -> (Option<Stop>, Vec<String>) {
        let Debuggee { tape, breakpoints, evaluator, launch, expression, .. } = self;
        let machine = tape.machine();
        let mut logged = Vec::new();
        let mut judge = Judge { machine, pid, evaluator, seed: launch.seed, counts: true };
        if let Some(stop) = judge.stop(breakpoints, &mut logged) {
            return (Some(stop), logged);
        }
        let Some(process) = machine.system.get(pid) else { return (None, logged) };
        let state = &process.state;
        let is_expression = |standing: &Standing| standing.raised.is_none() && standing.native.is_none();
        let is_expression = state.standing.as_deref().is_none_or(is_expression);
        let function = machine.program.function(state.function);
        let pc = state.pc.saturating_sub(1);
        let first = matches!(function.code.get(pc as usize), Some(Instr::Stop { first: true }));
        let depth = process.stack.depth();
        let number = state.standing.as_ref().map_or(0, |standing| standing.number);
        let (id, steps) = (state.function, state.reductions);
        let at = StopAt { id, function, pc, first, depth, steps, number, raised: None, native: None };
        let reached = is_expression && function.module != *expression && going.is_reached(pid, &at);
        let stop = reached.then(|| match going {
            Going::Entry => Stop::new("entry"),
            _ => Stop::new("step"),
        });
        (stop, logged)
    }
}
