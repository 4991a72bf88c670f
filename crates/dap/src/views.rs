//! What there is to see of a program that stands still: its processes, their calls, messages and values.

use dapts::request;
use erlang_machine::machine::Machine;
use erlang_machine::process::{Process, Status};
use erlang_report::processes::Processes;
use erlang_report::text;
use erlang_term::{Pid, Term};
use serde_json::{Value, json};

use crate::adapter::{Adapter, Answer, Debuggee, frame_in, pid_of, process};
use crate::frames::{calls, file_name, frame_id, utf16_column};
use crate::launch::Launcher;
use crate::message::{Incoming, Refusal};
use crate::variables::{self, Opened, Page, Records, Shelf};

/// The name of a process is cut at about so many characters.
const WIDEST: usize = 80;
/// Messages, links and the like that are listed at once.
const MOST: usize = 1000;

impl<L: Launcher> Adapter<L> {
    /// Processes that have not ended, the first one, and the one that was stopped last.
    pub(crate) fn threads(&mut self) -> Answer {
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

    pub(crate) fn stack_trace(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::StackTrace>()?;
        let (line_offset, column_offset) = (u32::from(self.zero_based.0), u32::from(self.zero_based.1));
        let program = self.standing()?;
        let pid = pid_of(arguments.thread_id)?;
        let Debuggee { tape, modules, texts, launch, expression, .. } = program;
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
            }
            if call.function.module == *expression {
                frame["canRestart"] = json!(false);
            }
            let source = &call.function.source;
            if let Some(span) = call.span()
                && let Some(file) = source.sources.files.get(span.file.0 as usize)
            {
                let column = |pos| utf16_column(source, span.file, pos).saturating_sub(column_offset);
                frame["line"] = json!(span.start.line.saturating_sub(line_offset));
                frame["column"] = json!(column(span.start));
                if span.end > span.start {
                    frame["endLine"] = json!(span.end.line.saturating_sub(line_offset));
                    frame["endColumn"] = json!(column(span.end));
                }
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
    pub(crate) fn source(&mut self, request: &Incoming) -> Answer {
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

    pub(crate) fn scopes(&mut self, request: &Incoming) -> Answer {
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

    pub(crate) fn variables(&mut self, request: &Incoming) -> Answer {
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

    pub(crate) fn evaluate(&mut self, request: &Incoming) -> Answer {
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

    pub(crate) fn exception_info(&mut self, request: &Incoming) -> Answer {
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
                "stackTrace": one_line_each(&exception.trace),
            },
        }))
    }
}

/// The entries of a stack trace: where lines break must not depend on how long the names of files are.
fn one_line_each(trace: &Term) -> String {
    let (entries, _) = trace.list_parts();
    let lines: Vec<String> = entries.iter().map(text::one_line).collect();
    lines.join("\n")
}

/// What a process is beside its calls and its messages.
fn about(machine: &Machine, pid: Pid) -> Result<Vec<(String, Term)>, Refusal> {
    let state = &process(machine, pid)?.state;
    let pids = |pids: &mut dyn Iterator<Item = Pid>| Term::list(pids.map(Term::Pid).collect::<Vec<_>>());
    let status = match (&state.outcome, state.status) {
        (Some(_), _) => "exited",
        (None, Status::Waiting) => "waiting",
        (None, Status::Suspended) => "suspended",
        (None, _) => "running",
    };
    let mut about = vec![("pid".to_owned(), Term::Pid(pid)), ("status".to_owned(), Term::atom(status))];
    about.extend(state.name.map(|name| ("name".to_owned(), Term::Atom(name))));
    about.extend(state.parent.map(|parent| ("parent".to_owned(), Term::Pid(parent))));
    let fields = [
        ("links", pids(&mut state.links.keys().map(|key| Pid::from(*key)))),
        ("monitors", pids(&mut state.monitoring.values().map(|monitored| monitored.pid))),
        ("monitored by", pids(&mut state.monitored_by.values().map(|watcher| watcher.pid))),
        ("trap_exit", Term::bool(state.trap_exit)),
        ("dictionary", Term::Map(state.dictionary.clone())),
        ("reductions", Term::Int(state.reductions as i64)),
    ];
    about.extend(fields.map(|(name, value)| (name.to_owned(), value)));
    if state.outcome.is_some() {
        about.push(("exit reason".to_owned(), state.exit_reason()));
    }
    Ok(about)
}
