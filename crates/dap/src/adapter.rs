//! The conversation with an editor: each request is done, or refused in words.

use std::path::{Path, PathBuf};

use dapts::request;
use erlang_machine::exception::Exception;
use erlang_machine::machine::Machine;
use erlang_machine::process::Process;
use erlang_term::{Atom, Pid, Term};
use report::processes::Processes;
use report::text;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::breakpoints::{At, Breakpoint, Breakpoints, Code, Exceptions, Wish};
use crate::evaluate::Evaluator;
use crate::frames::{calls, file_name, frame_id, frame_of, utf16_column};
use crate::going::{Going, Stop};
use crate::launch::{Launch, Launcher};
use crate::message::{Connection, Incoming, Refusal};
use crate::tape::Tape;
use crate::variables::{self, Opened, Page, Records, Shelf};

/// The name of a process is cut at about so many characters.
const WIDEST: usize = 80;
/// Messages, links and the like that are listed at once.
const MOST: usize = 1000;

pub type Answer = Result<Value, Refusal>;

/// One debugging session.
pub struct Adapter<L> {
    launcher: L,
    pub(crate) connection: Connection,
    /// Whether the editor counts lines and columns from 0.
    zero_based: (bool, bool),
    pub(crate) program: Option<Debuggee>,
    is_over: bool,
}

/// A program that is being looked at.
pub(crate) struct Debuggee {
    pub tape: Tape,
    pub launch: Launch,
    pub modules: Vec<Atom>,
    /// The module that holds the expression.
    pub expression: Atom,
    pub explain: Box<dyn Fn(&Exception) -> String>,
    pub breakpoints: Breakpoints,
    pub evaluator: Evaluator,
    /// What it is on its way to; none: it stands still.
    pub going: Option<Going>,
    /// Who was stopped last.
    pub current: Option<Pid>,
    shelf: Shelf,
    /// Files that only we can show, by number from 1.
    texts: Vec<(Atom, u32)>,
    /// It has been said how the run ended, and not gone back since.
    pub at_end: bool,
    pub has_terminated: bool,
    /// Where a way back led, until the editor has been told.
    pub arrival: Option<(Pid, Stop)>,
}

impl<L: Launcher> Adapter<L> {
    pub fn new(launcher: L) -> Adapter<L> {
        Adapter {
            launcher,
            connection: Connection::default(),
            zero_based: (false, false),
            program: None,
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
        self.program.as_ref().is_some_and(|program| program.going.is_some())
    }

    /// Does what a message asks for.
    pub fn handle(&mut self, content: &[u8]) {
        match Incoming::parse(content) {
            Ok(None) => {}
            Ok(Some(request)) => self.request(&request),
            Err(unreadable) => self.connection.respond_unreadable(&unreadable),
        }
    }

    fn request(&mut self, request: &Incoming) {
        let answer = self.answer(request);
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
            "configurationDone" => self.begin(),
            "stepBack" | "reverseContinue" | "restartFrame" => self.arrive_back(),
            "pause" => self.pause(),
            "terminate" => self.terminate(),
            "disconnect" => self.is_over = true,
            _ => {}
        }
    }

    fn answer(&mut self, request: &Incoming) -> Answer {
        match request.command.as_str() {
            "initialize" => self.initialize(request),
            "launch" => self.launch(request),
            "attach" => {
                Err("whodunit runs programs in a machine of its own and cannot attach: use launch".into())
            }
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
            "exceptionInfo" => self.exception_info(request),
            "continue" => self.go_on(),
            "next" | "stepIn" | "stepOut" => self.step(request),
            "stepBack" => self.step_back(request),
            "reverseContinue" => self.reverse_continue(),
            "restartFrame" => self.restart_frame(request),
            "pause" => match self.is_running() {
                true => Ok(Value::Null),
                false => Err("the program stands still already".into()),
            },
            "terminate" | "disconnect" => Ok(Value::Null),
            "setVariable" | "setExpression" => {
                Err("values cannot be changed: the run would not be the one that the program made".into())
            }
            "goto" | "gotoTargets" => {
                Err("a run cannot jump to where the program did not go: step back, or restart a frame".into())
            }
            other => Err(format!("whodunit does not know the request `{other}`").into()),
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
            "supportsGotoTargetsRequest": false,
            "supportsSetVariable": false,
            "supportsSteppingGranularity": true,
            "supportsDelayedStackTraceLoading": true,
            "supportsExceptionInfoRequest": true,
            "supportsTerminateRequest": true,
            "exceptionBreakpointFilters": filters,
        }))
    }

    fn launch(&mut self, request: &Incoming) -> Answer {
        if self.program.is_some() {
            return Err("a program has been launched already".into());
        }
        let given = match &request.arguments {
            Value::Object(_) => request.arguments.clone(),
            _ => return Err("what to launch is missing: `sources` and `expression`".into()),
        };
        let launch = Launch::deserialize(given).map_err(|error| {
            Refusal(format!(
                "the arguments of `launch` cannot be read: {error}; it takes `sources` and `expression`"
            ))
        })?;
        let launched = self.launcher.launch(&launch)?;
        let mut breakpoints = Breakpoints::default();
        breakpoints.exceptions.uncaught = !launch.no_debug;
        self.program = Some(Debuggee {
            tape: Tape::new(launched.machine, launched.schedule, launched.seed, launched.max_steps),
            launch,
            modules: launched.modules,
            expression: launched.expression,
            explain: launched.explain,
            breakpoints,
            evaluator: Evaluator::default(),
            going: None,
            current: None,
            shelf: Shelf::default(),
            texts: Vec::new(),
            at_end: false,
            has_terminated: false,
            arrival: None,
        });
        Ok(Value::Null)
    }

    pub(crate) fn program(&mut self) -> Result<&mut Debuggee, Refusal> {
        self.program.as_mut().ok_or_else(|| "no program has been launched yet".into())
    }

    /// The program, if it stands still.
    pub(crate) fn standing(&mut self) -> Result<&mut Debuggee, Refusal> {
        let program = self.program()?;
        match (program.going.is_some(), program.has_terminated) {
            (true, _) => Err("the program is running: pause it first".into()),
            (_, true) => Err("the run is over".into()),
            _ => Ok(program),
        }
    }

    // ---- breakpoints ----

    fn set_breakpoints(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::SetBreakpoints>()?;
        let path = arguments.source.path.ok_or("breakpoints need the path of their file")?;
        let path = PathBuf::from(path);
        let offset = u32::from(self.zero_based.0);
        let lines = arguments.lines.unwrap_or_default();
        let wishes = match arguments.breakpoints {
            Some(breakpoints) => breakpoints
                .into_iter()
                .map(|wanted| Wish {
                    at: At::Line { path: path.clone(), line: wanted.line.saturating_add(offset) },
                    condition: wanted.condition.filter(|text| !text.trim().is_empty()),
                    hit_condition: wanted.hit_condition.filter(|text| !text.trim().is_empty()),
                    log: wanted.log_message,
                })
                .collect(),
            None => lines
                .into_iter()
                .map(|line| {
                    let line = u32::try_from(line).unwrap_or(u32::MAX).saturating_add(offset);
                    Wish {
                        at: At::Line { path: path.clone(), line },
                        condition: None,
                        hit_condition: None,
                        log: None,
                    }
                })
                .collect(),
        };
        self.replace_breakpoints(Some(&path), wishes)
    }

    fn set_function_breakpoints(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::SetFunctionBreakpoints>()?;
        let wish = |wanted: dapts::FunctionBreakpoint| Wish {
            at: At::Function(wanted.name),
            condition: wanted.condition.filter(|text| !text.trim().is_empty()),
            hit_condition: wanted.hit_condition.filter(|text| !text.trim().is_empty()),
            log: None,
        };
        self.replace_breakpoints(None, arguments.breakpoints.into_iter().map(wish).collect())
    }

    fn replace_breakpoints(&mut self, of: Option<&Path>, wishes: Vec<Wish>) -> Answer {
        let offset = u32::from(self.zero_based.0);
        let Debuggee { tape, modules, breakpoints, .. } = self.program()?;
        let code = Code { program: &tape.machine().program, modules };
        let shown = |breakpoint: &Breakpoint| {
            let mut shown = json!({"id": breakpoint.id, "verified": breakpoint.spots.is_ok()});
            if let Err(why) = &breakpoint.spots {
                shown["message"] = json!(why);
            }
            if let Some(line) = breakpoint.line {
                shown["line"] = json!(line - offset);
            }
            shown
        };
        let set: Vec<Value> = breakpoints.replace(of, wishes, &code).into_iter().map(shown).collect();
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
        self.program()?.breakpoints.exceptions = exceptions;
        Ok(json!({"breakpoints": set}))
    }

    fn breakpoint_locations(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::BreakpointLocations>()?;
        let path = arguments.source.path.ok_or("a file has a path")?;
        let offset = u32::from(self.zero_based.0);
        let from = arguments.line.saturating_add(offset);
        let to = arguments.end_line.map_or(from, |line| line.saturating_add(offset));
        let Debuggee { tape, modules, .. } = self.program()?;
        let lines = Code { program: &tape.machine().program, modules }.lines(Path::new(&path), from, to);
        let shown: Vec<Value> = lines.into_iter().map(|line| json!({"line": line - offset})).collect();
        Ok(json!({"breakpoints": shown}))
    }

    // ---- what there is to see ----

    /// Processes that have not ended, the first one, and the one that was stopped last.
    fn threads(&mut self) -> Answer {
        let program = self.program()?;
        let machine = program.tape.machine();
        let main = machine.main().map(|process| process.state.pid);
        let words = Processes { machine, expression: &program.launch.expression };
        let is_listed = |process: &Process| {
            let pid = Some(process.state.pid);
            process.state.outcome.is_none() || pid == main || pid == program.current
        };
        let listed = machine.fates().filter(|fate| is_listed(fate.process));
        let threads: Vec<Value> = listed
            .map(|fate| {
                let row = words.row(0, &fate);
                let name = row.name.map(|name| format!(" {name}")).unwrap_or_default();
                let mut shown: String = format!("{}{name} {}", row.pid, row.first_call);
                if let Some((at, _)) = shown.char_indices().nth(WIDEST) {
                    shown.truncate(at);
                    shown.push('…');
                }
                json!({"id": fate.process.state.pid.id(), "name": shown})
            })
            .collect();
        Ok(json!({"threads": threads}))
    }

    fn stack_trace(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::StackTrace>()?;
        let (line_offset, column_offset) = (u32::from(self.zero_based.0), u32::from(self.zero_based.1));
        let program = self.standing()?;
        let pid = pid_of(arguments.thread_id)?;
        let Debuggee { tape, modules, texts, launch, .. } = program;
        let machine = tape.machine();
        let process = process(machine, pid)?;
        let all = calls(machine, process).count();
        let start = arguments.start_frame.unwrap_or(0) as usize;
        let levels =
            arguments.levels.filter(|levels| *levels > 0).map_or(usize::MAX, |levels| levels as usize);
        let mut frames = Vec::new();
        for (n, call) in calls(machine, process).enumerate().skip(start).take(levels) {
            let own = modules.contains(&call.function.module);
            let mut frame =
                json!({"id": frame_id(pid, all - n), "name": call.name(), "line": 0, "column": 0});
            if !own {
                frame["presentationHint"] = json!("subtle");
                frame["canRestart"] = json!(false);
            }
            if let Some(span) = call.span() {
                let source = &call.function.source;
                let column = |pos| utf16_column(source, span.file, pos) - column_offset;
                frame["line"] = json!(span.start.line - line_offset);
                frame["column"] = json!(column(span.start));
                if span.end > span.start {
                    frame["endLine"] = json!(span.end.line - line_offset);
                    frame["endColumn"] = json!(column(span.end));
                }
                let file = &source.sources.files[span.file.0 as usize];
                let name = file_name(&file.name);
                frame["source"] = match (own, &file.text) {
                    (true, _) => json!({"name": name, "path": file.name}),
                    (false, Some(_)) => {
                        let wanted = (call.function.module, span.file.0);
                        let known = texts.iter().position(|known| *known == wanted);
                        let n = known.unwrap_or_else(|| {
                            texts.push(wanted);
                            texts.len() - 1
                        });
                        json!({"name": name, "sourceReference": n + 1, "presentationHint": "deemphasize"})
                    }
                    (false, None) => json!({"name": name, "presentationHint": "deemphasize"}),
                };
            }
            frames.push(frame);
        }
        // A process that has ended, or has not begun, has no calls; it is something all the same.
        if all == 0 {
            let words = Processes { machine, expression: &launch.expression };
            let label = match machine.fate_of(pid) {
                Some(fate) if process.state.outcome.is_some() => words.row(0, &fate).outcome_text(),
                _ => format!("about to call {}", words.first_call(process)),
            };
            frames.push(json!({"id": frame_id(pid, 0), "name": label, "line": 0, "column": 0,
                "presentationHint": "label", "canRestart": false}));
        }
        Ok(json!({"stackFrames": frames, "totalFrames": all.max(1)}))
    }

    /// The text of what is in no file of the user's.
    fn source(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::Source>()?;
        let program = self.program()?;
        let number = arguments.source.and_then(|source| source.source_reference);
        let number = number.unwrap_or(arguments.source_reference);
        let known = (number as usize).checked_sub(1).and_then(|n| program.texts.get(n));
        let (module, file) = known.ok_or("there is no such source")?;
        let module = program.tape.machine().program.module(*module).ok_or("there is no such source")?;
        let file = module.source.sources.files.get(*file as usize);
        let text = file.and_then(|file| file.text.as_deref()).ok_or("its text is not known")?;
        Ok(json!({"content": text, "mimeType": "text/x-erlang"}))
    }

    fn scopes(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::Scopes>()?;
        let program = self.standing()?;
        let (pid, _) = program.frame(arguments.frame_id)?;
        let state = &process(program.tape.machine(), pid)?.state;
        let messages = state.mailbox.len();
        let mut scope = |name: &str, hint: Option<&str>, thing: Opened| {
            let mut scope =
                json!({"name": name, "variablesReference": program.shelf.put(thing), "expensive": false});
            if let Some(hint) = hint {
                scope["presentationHint"] = json!(hint);
            }
            scope
        };
        let bindings = scope("Bindings", Some("locals"), Opened::Bindings(arguments.frame_id));
        let mut mailbox = scope("Mailbox", None, Opened::Mailbox(pid));
        mailbox["indexedVariables"] = json!(messages);
        let process = scope("Process", None, Opened::Process(pid));
        Ok(json!({"scopes": [bindings, mailbox, process]}))
    }

    fn variables(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::Variables>()?;
        let program = self.standing()?;
        let page = Page {
            start: arguments.start.unwrap_or(0) as usize,
            count: arguments.count.map(|count| count as usize),
        };
        let thing = program.shelf.get(arguments.variables_reference).cloned();
        let thing = thing.ok_or("that was shown before the program went on: it can be opened no more")?;
        let Debuggee { tape, modules, shelf, .. } = program;
        let machine = tape.machine();
        let records = Records { program: &machine.program, modules: modules.clone() };
        let shown = |named: Vec<(String, Term)>, shelf: &mut Shelf, records: &Records<'_>| {
            let shown =
                named.into_iter().map(|(name, term)| variables::variable(name, &term, shelf, records));
            shown.collect::<Vec<_>>()
        };
        let found = match thing {
            Opened::Bindings(frame) => {
                let (pid, n) = frame_in(machine, frame)?;
                let call = calls(machine, process(machine, pid)?).nth(n).ok_or("there is no such frame")?;
                let mut modules = modules.clone();
                modules.insert(0, call.function.module);
                let records = Records { program: &machine.program, modules };
                let variables =
                    call.variables().into_iter().map(|(name, term)| (name.name().to_owned(), term));
                let arguments = call.arguments().unwrap_or_default().iter().cloned();
                let arguments = arguments.zip(1..).map(|(term, n)| (format!("argument {n}"), term));
                shown(variables.chain(arguments).collect(), shelf, &records)
            }
            Opened::Mailbox(pid) => {
                let mailbox = &process(machine, pid)?.state.mailbox;
                let count = page.count.filter(|count| *count > 0).unwrap_or(MOST);
                let messages = mailbox.iter().zip(1..).skip(page.start).take(count);
                let messages =
                    messages.map(|(message, n): (_, usize)| (n.to_string(), message.content.clone()));
                shown(messages.collect(), shelf, &records)
            }
            Opened::Process(pid) => shown(about(machine, pid)?, shelf, &records),
            Opened::Term(term) => variables::parts(&term, arguments.filter, page, shelf, &records),
            Opened::Parts { of, start, count } => variables::some_parts(&of, (start, count), shelf, &records),
        };
        Ok(json!({"variables": found}))
    }

    fn evaluate(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::Evaluate>()?;
        let program = self.standing()?;
        let (pid, n) = match arguments.frame_id {
            Some(frame) => program.frame(frame)?,
            None => (program.current.ok_or("choose a frame first")?, 0),
        };
        let text = arguments.expression.trim().trim_end_matches('.');
        let Debuggee { tape, modules, evaluator, shelf, launch, .. } = program;
        let machine = tape.machine();
        let found = evaluator.evaluate(machine, pid, n, launch.seed, text)?;
        let records = Records { program: &machine.program, modules: modules.clone() };
        let shown = variables::variable(String::new(), &found.value, shelf, &records);
        let mut answer = json!({"result": shown.value, "variablesReference": shown.variables_reference});
        let fields =
            [("namedVariables", shown.named_variables), ("indexedVariables", shown.indexed_variables)];
        for (name, number) in fields {
            if let Some(number) = number {
                answer[name] = json!(number);
            }
        }
        if let Some(ty) = shown.ty {
            answer["type"] = json!(ty);
        }
        if !found.printed.is_empty() {
            let printed = String::from_utf8_lossy(&found.printed).into_owned();
            self.connection.event("output", json!({"category": "console", "output": printed}));
        }
        Ok(answer)
    }

    fn exception_info(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::ExceptionInfo>()?;
        let program = self.standing()?;
        let all = program.breakpoints.exceptions;
        let state = &process(program.tape.machine(), pid_of(arguments.thread_id)?)?.state;
        let raised = state.standing.as_ref().and_then(|standing| standing.raised.as_ref());
        let exception = raised.ok_or("this process stands at no exception")?;
        let mode = if all.wants_all(exception.class) { "always" } else { "unhandled" };
        Ok(json!({
            "exceptionId": exception.class.atom().name(),
            "description": (program.explain)(exception),
            "breakMode": mode,
            "details": {
                "message": text::exception(exception),
                "typeName": exception.class.atom().name(),
                "stackTrace": text::value(&exception.trace),
            },
        }))
    }
}

impl Debuggee {
    /// The process and, from its innermost call, the number of the frame.
    fn frame(&self, id: u64) -> Result<(Pid, usize), Refusal> {
        frame_in(self.tape.machine(), id)
    }

    /// What was shown can be opened only as long as the run stands where it was.
    pub fn forget_what_was_shown(&mut self) {
        self.shelf.clear();
    }
}

pub(crate) fn frame_in(machine: &Machine, id: u64) -> Result<(Pid, usize), Refusal> {
    let (pid, below) = frame_of(id);
    let all = calls(machine, process(machine, pid)?).count();
    match all.checked_sub(below) {
        Some(n) => Ok((pid, n)),
        None => Err("that call is over: there is no such frame any more".into()),
    }
}

pub(crate) fn pid_of(thread: u64) -> Result<Pid, Refusal> {
    Ok(Pid::local(u32::try_from(thread).map_err(|_| "there is no such process")?))
}

pub(crate) fn process(machine: &Machine, pid: Pid) -> Result<&Process, Refusal> {
    machine.fate_of(pid).map(|fate| fate.process).ok_or_else(|| "there is no such process".into())
}

/// What a process is beside its calls and its messages.
fn about(machine: &Machine, pid: Pid) -> Result<Vec<(String, Term)>, Refusal> {
    let state = &process(machine, pid)?.state;
    let pids = |pids: &mut dyn Iterator<Item = Pid>| Term::list(pids.map(Term::Pid).collect::<Vec<_>>());
    let status = match (&state.outcome, state.status) {
        (Some(_), _) => "exited",
        (None, erlang_machine::process::Status::Waiting) => "waiting",
        (None, erlang_machine::process::Status::Suspended) => "suspended",
        (None, _) => "running",
    };
    let mut about = vec![("pid".to_owned(), Term::Pid(pid)), ("status".to_owned(), Term::atom(status))];
    about.extend(state.name.map(|name| ("name".to_owned(), Term::Atom(name))));
    // What it has used of the share that it stands in.
    let used = state
        .standing
        .as_ref()
        .map_or(0, |standing| u64::from(standing.share - standing.left) + standing.owed);
    about.extend(state.parent.map(|parent| ("parent".to_owned(), Term::Pid(parent))));
    let fields = [
        ("links", pids(&mut state.links.keys().map(|key| Pid::from(*key)))),
        ("monitors", pids(&mut state.monitoring.values().map(|monitored| monitored.pid))),
        ("monitored by", pids(&mut state.monitored_by.values().map(|watcher| watcher.pid))),
        ("trap_exit", Term::bool(state.trap_exit)),
        ("dictionary", Term::Map(state.dictionary.clone())),
        ("reductions", Term::Int((state.reductions + used) as i64)),
    ];
    about.extend(fields.map(|(name, value)| (name.to_owned(), value)));
    if state.outcome.is_some() {
        about.push(("exit reason".to_owned(), state.exit_reason()));
    }
    Ok(about)
}
