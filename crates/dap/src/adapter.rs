//! The conversation with an editor: each request is done, or refused in words.

use std::collections::VecDeque;

use dapts::request;
use erlang_rewind::breakpoints::{Breakpoint, Exceptions, Owner};
use erlang_rewind::calls::{Process, calls};
use erlang_rewind::command::Wish;
use erlang_rewind::{Exception, Session};
use erlang_term::{Atom, Pid};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::away::Away;
use crate::console;
use crate::frames::frame_of;
use crate::going::Stop;
use crate::launch::{Launch, Launcher};
use crate::message::{Connection, Incoming, Refusal};
use crate::variables::Shelf;

/// Requests that may wait while something takes long.
const MOST_WAITING: usize = 64;

pub type Answer = Result<Value, Refusal>;

/// One debugging session.
pub struct Adapter<L> {
    pub(crate) launcher: L,
    pub(crate) connection: Connection,
    /// Whether the editor counts lines and columns from 0.
    pub(crate) zero_based: (bool, bool),
    pub(crate) program: Option<Debuggee>,
    /// Something takes long, and has the program meanwhile.
    pub(crate) away: Option<Away>,
    /// What the editor asked for meanwhile.
    waiting: VecDeque<Incoming>,
    is_over: bool,
}

/// A program that is being looked at.
pub(crate) struct Debuggee {
    pub session: Session,
    pub launch: Launch,
    pub explain: Box<dyn Fn(&Exception) -> String>,
    /// Who was stopped last.
    pub current: Option<Pid>,
    pub shelf: Shelf,
    /// Files that only we can show, by number from 1.
    pub texts: Vec<(Atom, u32)>,
    /// It has been said how the run ended, and not gone back since.
    pub at_end: bool,
    pub has_terminated: bool,
    /// Where a command of the console has led.
    pub moved_by: Option<(Pid, Stop)>,
}

impl<L: Launcher> Adapter<L> {
    pub fn new(launcher: L) -> Adapter<L> {
        Adapter {
            launcher,
            connection: Connection::default(),
            zero_based: (false, false),
            program: None,
            away: None,
            waiting: VecDeque::new(),
            is_over: false,
        }
    }

    /// What is to be sent to the editor.
    pub fn take_messages(&mut self) -> Vec<Value> {
        self.connection.take()
    }

    /// The editor has said good-bye.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Is the program running? Then [`Adapter::advance`] takes it further.
    pub fn is_running(&self) -> bool {
        self.away.is_some() || self.program.as_ref().is_some_and(|program| program.session.is_going())
    }

    /// Does what a message asks for.
    pub fn handle(&mut self, content: &[u8]) {
        match Incoming::parse(content) {
            Ok(None) => {}
            Ok(Some(request)) => match self.away.is_some() {
                true => self.meanwhile(request),
                false => self.request(&request),
            },
            Err(unreadable) => self.connection.respond_unreadable(&unreadable),
        }
    }

    /// While something takes long, the editor can end it; all else waits.
    fn meanwhile(&mut self, request: Incoming) {
        let ends = ["pause", "cancel", "terminate", "restart", "disconnect"];
        if let Some(away) = self.away.as_ref().filter(|_| ends.contains(&&*request.command)) {
            away.stop();
        }
        match &*request.command {
            "pause" | "cancel" => self.connection.respond(&request, Ok(Value::Null)),
            "disconnect" => self.request(&request),
            _ if self.waiting.len() == MOST_WAITING => {
                self.connection.respond(&request, Err("the program is running: pause it first".into()));
            }
            _ => self.waiting.push_back(request),
        }
    }

    /// What the editor asked for while something took long.
    pub(crate) fn answer_waiting(&mut self) {
        while self.away.is_none()
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
            "pause" => self.pause(),
            // Only a look back can be given up: all else has been answered when it is asked for.
            "cancel" if self.is_looking_back() => self.pause(),
            "terminate" => self.terminate(),
            "disconnect" => self.is_over = true,
            _ => {}
        }
    }

    /// The run stands where it was: nobody looks back any more.
    fn is_looking_back(&self) -> bool {
        self.program.as_ref().is_some_and(|program| program.session.is_looking_back())
    }

    /// None: it is answered later.
    fn answer(&mut self, request: &Incoming) -> Option<Answer> {
        if request.command == "evaluate" && request.arguments["context"] == "repl" {
            let line = request.arguments["expression"].as_str().unwrap_or_default();
            if console::is_command(line) {
                return self.command(request, line);
            }
        }
        Some(self.answer_now(request))
    }

    fn answer_now(&mut self, request: &Incoming) -> Answer {
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

    fn initialize(&mut self, request: &Incoming) -> Answer {
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

    fn launch(&mut self, request: &Incoming) -> Answer {
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
        program.session.set_exceptions(Exceptions { uncaught, ..Exceptions::default() });
        self.program = Some(program);
        Ok(Value::Null)
    }

    fn read(&mut self, launch: Launch) -> Result<Debuggee, Refusal> {
        let launched = self.launcher.launch(&launch)?;
        Ok(Debuggee {
            session: launched.session,
            launch,
            explain: launched.explain,
            current: None,
            shelf: Shelf::default(),
            texts: Vec::new(),
            at_end: false,
            has_terminated: false,
            moved_by: None,
        })
    }

    /// The program is read again, and begins again with the same breakpoints. If it cannot be read,
    /// the run stays as it is.
    fn restart(&mut self, request: &Incoming) -> Answer {
        let program = self.program()?;
        let launch = match &request.arguments["arguments"] {
            given @ Value::Object(_) => Launch::deserialize(given)
                .map_err(|error| Refusal(format!("cannot read the arguments of `restart`: {error}")))?,
            _ => program.launch.clone(),
        };
        let mut fresh = self.read(launch)?;
        if let Some(old) = self.program.take() {
            fresh.session.inherit(old.session);
        }
        self.program = Some(fresh);
        Ok(Value::Null)
    }

    pub(crate) fn program(&mut self) -> Result<&mut Debuggee, Refusal> {
        self.program.as_mut().ok_or_else(|| "no program has been launched yet".into())
    }

    /// The program, if it stands still.
    pub(crate) fn standing(&mut self) -> Result<&mut Debuggee, Refusal> {
        let program = self.program()?;
        match (program.session.is_going(), program.has_terminated) {
            (true, _) => Err("the program is running: pause it first".into()),
            (_, true) => Err("the run is over".into()),
            _ => Ok(program),
        }
    }

    // ---- breakpoints ----

    fn set_breakpoints(&mut self, request: &Incoming) -> Answer {
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
            Wish::at_line(&file, line.saturating_add(offset)).only(condition, hits, log)
        };
        let wishes = wanted.into_iter().map(wish).collect();
        self.replace_breakpoints(&Owner::File(file.clone()), wishes)
    }

    fn set_function_breakpoints(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::SetFunctionBreakpoints>()?;
        let wish = |wanted: dapts::FunctionBreakpoint| {
            Wish::at_function(&wanted.name).only(wanted.condition, wanted.hit_condition, None)
        };
        let wishes = arguments.breakpoints.into_iter().map(wish).collect();
        self.replace_breakpoints(&Owner::Functions, wishes)
    }

    fn replace_breakpoints(&mut self, owner: &Owner, wishes: Vec<Wish>) -> Answer {
        let offset = u32::from(self.zero_based.0);
        let shown = |breakpoint: &Breakpoint| {
            let mut shown = json!({"id": breakpoint.n, "verified": breakpoint.spots.is_ok()});
            if let Some(why) = breakpoint.spots.as_ref().err().cloned().or_else(|| breakpoint.moved()) {
                shown["message"] = json!(why);
            }
            if let Some(line) = breakpoint.line {
                shown["line"] = json!(line.saturating_sub(offset));
            }
            shown
        };
        let set = self.program()?.session.replace_breakpoints(owner, wishes);
        let set: Vec<Value> = set.into_iter().map(shown).collect();
        Ok(json!({"breakpoints": set}))
    }

    fn set_exception_breakpoints(&mut self, request: &Incoming) -> Answer {
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
        self.program()?.session.set_exceptions(exceptions);
        Ok(json!({"breakpoints": set}))
    }

    fn breakpoint_locations(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::BreakpointLocations>()?;
        let path = arguments.source.path.ok_or("the path of the file is missing")?;
        let offset = u32::from(self.zero_based.0);
        let from = arguments.line.saturating_add(offset);
        let to = arguments.end_line.map_or(from, |line| line.saturating_add(offset));
        let lines = self.program()?.session.code().lines(&path, from, to);
        let shown: Vec<Value> =
            lines.into_iter().map(|line| json!({"line": line.saturating_sub(offset)})).collect();
        Ok(json!({"breakpoints": shown}))
    }
}

impl Debuggee {
    /// The process and, from its innermost call, the number of the frame.
    pub fn frame(&self, id: u64) -> Result<(Pid, usize), Refusal> {
        let (pid, below) = frame_of(id);
        let all = calls(self.session.machine(), self.process(pid)?).count();
        match all.checked_sub(below) {
            Some(n) => Ok((pid, n)),
            None => Err("that call has returned: the frame no longer exists".into()),
        }
    }

    pub fn process(&self, pid: Pid) -> Result<&Process, Refusal> {
        let fate = self.session.machine().fate_of(pid);
        fate.map(|fate| fate.process).ok_or_else(|| "there is no such process".into())
    }

    /// The process that evaluates the expression.
    pub fn main(&self) -> Option<Pid> {
        self.session.machine().main().map(|main| main.state.pid)
    }

    /// What was shown can be opened only as long as the run stands where it was.
    pub fn forget_what_was_shown(&mut self) {
        self.shelf.clear();
    }
}

pub(crate) fn pid_of(thread: u64) -> Result<Pid, Refusal> {
    Ok(Pid::local(u32::try_from(thread).map_err(|_| "there is no such process")?))
}
