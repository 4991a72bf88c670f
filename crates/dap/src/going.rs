//! Going on and going back: to breakpoints, exceptions, the next expression, the one before, the end, the beginning.

use dapts::{SteppingGranularity, request};
use erlang_machine::Class;
use erlang_machine::code::{FunctionId, Handler, Instr};
use erlang_machine::exception::Exception;
use erlang_machine::machine::{Budget, End, FateKind, Machine};
use erlang_machine::observer::{StopAt, Unobserved};
use erlang_machine::process::{Outcome, Standing};
use erlang_machine::stack::Depth;
use erlang_machine::world::{ClosedWorld, Stream};
use erlang_term::{Atom, Pid, Term};
use history::timeline::RollLog;
use history::{EventId, EventKind, EventLog};
use report::processes::Processes;
use report::text;
use serde_json::{Value, json};

use crate::adapter::{Adapter, Answer, Debuggee, frame_in, pid_of, process};
use crate::breakpoints::{At, Breakpoints, Exceptions, Piece, Stand, pieces};
use crate::evaluate::{UntilDone, let_go};
use crate::frames::{calls, is_own, span_at};
use crate::launch::Launcher;
use crate::message::{Incoming, Refusal};
use crate::tape::{Found, Moment, Search, Went};

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
    fn new(reason: &'static str) -> Stop {
        Stop { reason, description: None, text: None, hit: Vec::new() }
    }

    fn saying(reason: &'static str, description: impl Into<String>) -> Stop {
        Stop { description: Some(description.into()), ..Stop::new(reason) }
    }
}

/// A way back that is being looked for.
pub struct Back {
    /// Whose past it is about.
    pid: Pid,
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
    fn is_done(&self, pid: Pid, at: &StopAt<'_>) -> bool {
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
        let program = self.standing()?;
        let machine = program.tape.machine();
        let here = calls(machine, process(machine, pid)?).next();
        let depth = here.as_ref().map(|call| call.depth);
        let library = here.as_ref().is_some_and(|call| call.function.trusted);
        let line = here.and_then(|call| Some((call.id, call.span()?.start.line, call.depth)));
        let off = line.filter(|_| arguments.granularity == Some(SteppingGranularity::Line));
        let going = match (request.command.as_str(), depth) {
            ("next", Some(depth)) => Going::Step(Step { pid, within: Some(depth), off, library }),
            ("stepOut", Some(depth)) => match depth.above() {
                Some(depth) => Going::Step(Step { pid, within: Some(depth), off: None, library }),
                // The first call of a process returns to nobody.
                None => Going::On,
            },
            ("stepIn", Some(_)) | (_, None) => Going::Step(Step { pid, within: None, off, library }),
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

    /// The run stands where it was: nobody looks back any more.
    pub(crate) fn is_looking_back(&self) -> bool {
        self.program.as_ref().is_some_and(|program| program.back.is_some())
    }

    // ---- back ----

    pub(crate) fn step_back(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::StepBack>()?;
        let pid = pid_of(arguments.thread_id)?;
        let program = self.standing()?;
        let machine = program.tape.machine();
        let here = calls(machine, process(machine, pid)?).next();
        let depth = here.as_ref().map(|call| call.depth);
        let library = here.as_ref().is_some_and(|call| call.function.trusted);
        let line = here.and_then(|call| Some((call.id, call.span()?.start.line, call.depth)));
        let off = line.filter(|_| arguments.granularity == Some(SteppingGranularity::Line));
        program.look_back(pid, Wanted::Step(Step { pid, within: depth, off, library }));
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
    fn advance_back(&mut self) {
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
        let at = StopAt { id: state.function, function, pc, first, depth, raised: None, native: None };
        let reached = is_expression && function.module != *expression && going.is_reached(pid, &at);
        let stop = reached.then(|| match going {
            Going::Entry => Stop::new("entry"),
            _ => Stop::new("step"),
        });
        (stop, logged)
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
        None => match at.native {
            Some((mfa, _)) => breakpoints.has_native(mfa),
            None => at.function.module != expression && breakpoints.has((at.id, at.pc)),
        },
    }
}

/// Whether a process that stands somewhere is to stop there.
struct Judge<'a> {
    machine: &'a Machine,
    pid: Pid,
    evaluator: &'a mut crate::evaluate::Evaluator,
    seed: u64,
    /// Whether the hits of breakpoints are counted: only on the way forward.
    counts: bool,
}

impl Judge<'_> {
    fn stop(&mut self, breakpoints: &mut Breakpoints, logged: &mut Vec<String>) -> Option<Stop> {
        let process = self.machine.system.get(self.pid)?;
        let state = &process.state;
        let standing = state.standing.as_ref()?;
        if let Some(exception) = &standing.raised {
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
        let stand = Stand::of(process);
        let mut stop: Option<Stop> = None;
        for n in breakpoints.at(stand.spot, standing.native) {
            let breakpoint = breakpoints.get(n);
            match breakpoint.wish.condition.as_deref().map(|condition| self.holds(condition)) {
                None | Some(Ok(true)) => {}
                Some(Ok(false)) => continue,
                Some(Err(why)) => {
                    logged.extend(breakpoint.complain(why));
                    continue;
                }
            }
            if !breakpoint.is_due(stand, self.counts) {
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
                    && breakpoints.is_news(Stand::of(process), exception.exit_reason())
            }
        }
    }

    /// Whether the process will die of this exception, though someone seems to catch it: tried on a copy. Others are told the same then as if nobody had
    /// caught it; so it is with a gen_server, which catches what its callbacks raise, says so, and exits.
    fn ends_process(&self, exception: &Exception) -> bool {
        let mut copy = self.machine.clone();
        let_go(&mut copy);
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
