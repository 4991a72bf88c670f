//! The conversation with an editor: each request is done, or refused in words.

use std::collections::VecDeque;

use dapts::request;
use debugger::Walk;
use debugger::walk::travel::{Exceptions, Journey, StopOwner, StopPlace, StopSet, StopWish, Stops};
use debugger::walk::view::{PidNumber, WalkView};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::console;
use crate::going::StopNotice;
use crate::launch::{Launch, Launcher};
use crate::message::{Connection, Incoming, Refusal};
use crate::printed::Printed;

/// Requests that may wait while something takes long.
const MOST_WAITING: usize = 64;

/// Why something cannot be done now.
pub(crate) const RUNNING: &str = "the program is running: pause it first";

pub type RequestResult = Result<Value, Refusal>;

/// One debugging session.
pub struct Adapter<L> {
    pub(crate) launcher: L,
    pub(crate) connection: Connection,
    /// Whether the editor counts lines and columns from 0.
    pub(crate) zero_based: (bool, bool),
    pub(crate) program: Option<Debuggee>,
    /// What the program is being taken further for.
    pub(crate) doing: Option<Doing>,
    /// What the editor asked for meanwhile.
    waiting: VecDeque<Incoming>,
    is_over: bool,
}

/// What takes long.
pub(crate) enum Doing {
    /// A command of the console, which is answered when it is done.
    Command(Incoming),
    Journey(Journey),
}

/// A program that is being looked at.
pub(crate) struct Debuggee {
    pub walk: Box<dyn Walk>,
    pub launch: Launch,
    pub printed: Printed,
    /// Who was stopped last.
    pub current: Option<PidNumber>,
    /// It has set out.
    pub has_begun: bool,
    /// It has been said how the run ended, and not gone back since.
    pub at_end: bool,
    pub has_terminated: bool,
    /// Where a command of the console has led.
    pub moved_by: Option<(PidNumber, StopNotice)>,
}

impl<L: Launcher> Adapter<L> {
    pub fn new(launcher: L) -> Adapter<L> {
        Adapter {
            launcher,
            connection: Connection::default(),
            zero_based: (false, false),
            program: None,
            doing: None,
            waiting: VecDeque::new(),
            is_over: false,
        }
    }

    /// Messages to send to the editor.
    pub fn take_messages(&mut self) -> Vec<Value> {
        self.connection.take()
    }

    /// The editor has said good-bye.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Is the program running? Then [`Adapter::advance`] takes it further.
    pub fn is_running(&self) -> bool {
        self.doing.is_some()
    }

    /// Is something being done with it that nobody can watch?
    fn is_away(&mut self) -> bool {
        self.doing.is_some() && self.program.as_mut().is_some_and(|program| program.walk.view().is_none())
    }

    /// Does what a message asks for.
    pub fn handle(&mut self, content: &[u8]) {
        match Incoming::parse(content) {
            Ok(None) => {}
            Ok(Some(request)) => match self.is_away() {
                true => self.meanwhile(request),
                false => self.request(&request),
            },
            Err(unreadable) => self.connection.respond_unreadable(&unreadable),
        }
    }

    /// While something takes long, the editor can end it; all else waits.
    fn meanwhile(&mut self, request: Incoming) {
        let ends = ["pause", "cancel", "terminate", "restart"].contains(&&*request.command);
        match &*request.command {
            "pause" | "cancel" => self.connection.respond(&request, Ok(Value::Null)),
            "disconnect" => self.request(&request),
            _ if self.waiting.len() == MOST_WAITING => self.connection.respond(&request, Err(RUNNING.into())),
            _ => self.waiting.push_back(request),
        }
        if ends {
            self.stop();
        }
    }

    /// What the editor asked for while something took long.
    pub(crate) fn answer_waiting(&mut self) {
        while !self.is_away()
            && let Some(request) = self.waiting.pop_front()
        {
            self.request(&request);
        }
    }

    fn request(&mut self, request: &Incoming) {
        let Some(answer) = self.answer(request) else { return };
        let done = answer.is_ok();
        self.connection.respond(request, answer);
        if done {
            self.afterwards(&request.command);
        }
    }

    /// What comes after the response, in the order that the protocol wants.
    fn afterwards(&mut self, command: &str) {
        match command {
            "launch" => self.connection.event("initialized", Value::Null),
            "configurationDone" | "restart" => self.begin(),
            "pause" => self.stop(),
            // Only a look back can be given up: all else has been answered when it is asked for.
            "cancel" if self.is_looking_back() => self.stop(),
            "terminate" => self.terminate(),
            "disconnect" => self.is_over = true,
            _ => {}
        }
    }

    /// The run stands where it was: nobody looks back any more.
    fn is_looking_back(&self) -> bool {
        matches!(self.doing, Some(Doing::Journey(journey)) if journey.is_back())
    }

    /// None: it is answered later.
    fn answer(&mut self, request: &Incoming) -> Option<RequestResult> {
        if request.command == "evaluate" && request.arguments["context"] == "repl" {
            let line = request.arguments["expression"].as_str().unwrap_or_default();
            if console::is_command(line) {
                return self.command(request, line);
            }
        }
        Some(self.answer_now(request))
    }

    fn answer_now(&mut self, request: &Incoming) -> RequestResult {
        match request.command.as_str() {
            "initialize" => self.initialize(request),
            "launch" => self.launch(request),
            "attach" => Err(
                "whodunit runs programs in its own machine and cannot attach to a running one: use launch"
                    .into(),
            ),
            "setBreakpoints" => self.set_breakpoints(request),
            "setFunctionBreakpoints" => self.set_function_breakpoints(request),
            "setExceptionBreakpoints" => self.set_exception_breakpoints(request),
            "breakpointLocations" => self.breakpoint_locations(request),
            "configurationDone" => self.program().map(|_| Value::Null),
            "threads" => self.threads(),
            "stackTrace" => self.stack_trace(request),
            "source" => self.source(request),
            "scopes" => self.scopes(request),
            "variables" => self.variables(request),
            "evaluate" => self.evaluate(request),
            "completions" => self.completions(request),
            "restart" => self.restart(request),
            "exceptionInfo" => self.exception_info(request),
            "continue" => self.go_on(),
            "next" | "stepIn" | "stepOut" => self.step(request),
            "stepBack" => self.step_back(request),
            "reverseContinue" => self.reverse_continue(request),
            "restartFrame" => self.restart_frame(request),
            "pause" => match self.is_running() {
                true => Ok(Value::Null),
                false => Err("the program is already stopped".into()),
            },
            "terminate" | "disconnect" | "cancel" => Ok(Value::Null),
            "setVariable" | "setExpression" => {
                Err("values cannot be changed, because the run must stay reproducible".into())
            }
            "goto" | "gotoTargets" => {
                Err("a run cannot jump to code that it did not reach: step back, or restart a frame".into())
            }
            other => Err(format!("unknown request `{other}`").into()),
        }
    }

    fn initialize(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::Initialize>()?;
        let from_zero = |starts_at_1: Option<bool>| starts_at_1 == Some(false);
        self.zero_based = (from_zero(arguments.lines_start_at1), from_zero(arguments.columns_start_at1));
        let filters = Exceptions::FILTERS.map(|(filter, label, description, default)| {
            json!({"filter": filter, "label": label, "description": description, "default": default})
        });
        Ok(json!({
            "supportsConfigurationDoneRequest": true,
            "supportsFunctionBreakpoints": true,
            "supportsConditionalBreakpoints": true,
            "supportsHitConditionalBreakpoints": true,
            "supportsLogPoints": true,
            "supportsBreakpointLocationsRequest": true,
            "supportsEvaluateForHovers": true,
            "supportsStepBack": true,
            "supportsRestartFrame": true,
            "supportsRestartRequest": true,
            "supportsCompletionsRequest": true,
            "supportsGotoTargetsRequest": false,
            "supportsSetVariable": false,
            "supportsSteppingGranularity": true,
            "supportsDelayedStackTraceLoading": true,
            "supportsExceptionInfoRequest": true,
            "supportsTerminateRequest": true,
            "supportsCancelRequest": true,
            "exceptionBreakpointFilters": filters,
        }))
    }

    fn launch(&mut self, request: &Incoming) -> RequestResult {
        if self.program.is_some() {
            return Err("a program has already been launched".into());
        }
        let given = match &request.arguments {
            Value::Object(_) => request.arguments.clone(),
            _ => return Err("nothing to launch: set `sources` and `expression`".into()),
        };
        let launch = Launch::deserialize(given).map_err(|error| {
            Refusal(format!(
                "cannot read the arguments of `launch`: {error}; it takes `sources` and `expression`"
            ))
        })?;
        let mut program = self.read(launch)?;
        let uncaught = !program.launch.no_debug;
        program.stops()?.set_exceptions(Exceptions { uncaught, ..Exceptions::default() });
        self.program = Some(program);
        Ok(Value::Null)
    }

    fn read(&mut self, launch: Launch) -> Result<Debuggee, Refusal> {
        let printed = Printed::default();
        let walk = self.launcher.launch(&launch, Box::new(printed.clone()))?;
        let mut program = Debuggee {
            walk,
            launch,
            printed,
            current: None,
            has_begun: false,
            at_end: false,
            has_terminated: false,
            moved_by: None,
        };
        // Breakpoints are set before anything has been called.
        program.stops()?.prepare()?;
        Ok(program)
    }

    /// The program is read again, and begins again with the same breakpoints. If it cannot be read,
    /// the run stays as it is.
    fn restart(&mut self, request: &Incoming) -> RequestResult {
        let program = self.program()?;
        let launch = match &request.arguments["arguments"] {
            given @ Value::Object(_) => Launch::deserialize(given)
                .map_err(|error| Refusal(format!("cannot read the arguments of `restart`: {error}")))?,
            _ => program.launch.clone(),
        };
        let mut fresh = self.read(launch)?;
        let stops = self.program()?.stops()?.take();
        fresh.stops()?.restore(stops);
        self.doing = None;
        self.program = Some(fresh);
        Ok(Value::Null)
    }

    pub(crate) fn program(&mut self) -> Result<&mut Debuggee, Refusal> {
        self.program.as_mut().ok_or_else(|| "no program has been launched yet".into())
    }

    /// The program, if it stands still.
    pub(crate) fn standing(&mut self) -> Result<&mut Debuggee, Refusal> {
        let is_running = self.is_running();
        let program = self.program()?;
        match (is_running, program.has_terminated) {
            (true, _) => Err(RUNNING.into()),
            (_, true) => Err("the run is over".into()),
            _ => Ok(program),
        }
    }

    /// What there is to see of a program that stands still.
    pub(crate) fn view(&mut self) -> Result<&mut dyn WalkView, Refusal> {
        self.standing()?.walk.view().ok_or_else(|| RUNNING.into())
    }

    // ---- breakpoints ----

    fn set_breakpoints(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::SetBreakpoints>()?;
        let file = arguments.source.path.ok_or("a breakpoint needs the path of its file")?;
        let offset = u32::from(self.zero_based.0);
        let lines = arguments.lines.unwrap_or_default();
        let plain = lines.into_iter().map(|line| (u32::try_from(line).unwrap_or(u32::MAX), None, None, None));
        let wanted = match arguments.breakpoints {
            Some(given) => given
                .into_iter()
                .map(|one| (one.line, one.condition, one.hit_condition, one.log_message))
                .collect::<Vec<_>>(),
            None => plain.collect(),
        };
        let wish = |(line, condition, hits, log): (u32, _, _, _)| {
            let at = StopPlace::Line { file: file.clone(), line: line.saturating_add(offset) };
            StopWish { at, condition, hits, log }
        };
        let wishes = wanted.into_iter().map(wish).collect();
        self.replace_breakpoints(&StopOwner::File(file.clone()), wishes)
    }

    fn set_function_breakpoints(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::SetFunctionBreakpoints>()?;
        let wish = |wanted: dapts::FunctionBreakpoint| StopWish {
            at: StopPlace::Function(wanted.name),
            condition: wanted.condition,
            hits: wanted.hit_condition,
            log: None,
        };
        let wishes = arguments.breakpoints.into_iter().map(wish).collect();
        self.replace_breakpoints(&StopOwner::Functions, wishes)
    }

    fn replace_breakpoints(&mut self, owner: &StopOwner, wishes: Vec<StopWish>) -> RequestResult {
        let offset = u32::from(self.zero_based.0);
        let shown = |StopSet { n, is_set, message, line }| {
            let mut shown = json!({"id": n, "verified": is_set});
            if let Some(message) = message {
                shown["message"] = json!(message);
            }
            if let Some(line) = line {
                shown["line"] = json!(u32::saturating_sub(line, offset));
            }
            shown
        };
        let set = self.program()?.stops()?.replace(owner, wishes);
        let set: Vec<Value> = set.into_iter().map(shown).collect();
        Ok(json!({"breakpoints": set}))
    }

    fn set_exception_breakpoints(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::SetExceptionBreakpoints>()?;
        let mut exceptions = Exceptions::default();
        let options = arguments.filter_options.unwrap_or_default().into_iter().map(|option| option.filter_id);
        let mut set = Vec::new();
        for filter in arguments.filters.into_iter().chain(options) {
            set.push(match exceptions.switch_on(&filter) {
                Ok(()) => json!({"verified": true}),
                Err(why) => json!({"verified": false, "message": why}),
            });
        }
        self.program()?.stops()?.set_exceptions(exceptions);
        Ok(json!({"breakpoints": set}))
    }

    fn breakpoint_locations(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::BreakpointLocations>()?;
        let path = arguments.source.path.ok_or("the path of the file is missing")?;
        let offset = u32::from(self.zero_based.0);
        let from = arguments.line.saturating_add(offset);
        let to = arguments.end_line.map_or(from, |line| line.saturating_add(offset));
        let lines = self.program()?.stops()?.lines(&path, from, to);
        let shown: Vec<Value> =
            lines.into_iter().map(|line| json!({"line": line.saturating_sub(offset)})).collect();
        Ok(json!({"breakpoints": shown}))
    }
}

impl Debuggee {
    pub fn stops(&mut self) -> Result<&mut dyn Stops, Refusal> {
        self.walk.stops().ok_or_else(|| RUNNING.into())
    }

    /// The process that evaluates the expression.
    pub fn main(&mut self) -> Option<PidNumber> {
        self.walk.view()?.main()
    }
}

pub(crate) fn pid_of(thread: u64) -> Result<PidNumber, Refusal> {
    Ok(PidNumber(u32::try_from(thread).map_err(|_| "there is no such process")?))
}
