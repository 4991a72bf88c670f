//! What there is to see of a program that stands still: its processes, their calls, messages and
//! values.

use dapts::request;
use erlang_report::processes::Processes;
use erlang_report::text;
use erlang_rewind::breakpoints::file_name;
use erlang_rewind::calls::{Process, calls};
use erlang_rewind::state::about;
use erlang_rewind::values::{self, Page, Records};
use erlang_term::Term;
use serde_json::{Value, json};

use crate::adapter::{Adapter, Answer, Debuggee, pid_of};
use crate::frames::{frame_id, utf16_column};
use crate::launch::Launcher;
use crate::message::Incoming;
use crate::variables::{Opened, wanted};

/// The name of a process is cut at about so many characters.
const WIDEST: usize = 80;
/// Messages, links and the like that are listed at once.
const MOST: usize = 1000;

impl<L: Launcher> Adapter<L> {
    /// Processes that have not ended, the first one, and the one that was stopped last.
    pub(crate) fn threads(&mut self) -> Answer {
        let program = self.program()?;
        let machine = program.session.machine();
        let main = program.main();
        let words = Processes { machine, expression: program.session.expression() };
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
        let Debuggee { session, texts, .. } = program;
        let machine = session.machine();
        let fate = machine.fate_of(pid).ok_or("there is no such process")?;
        let process = fate.process;
        let all = calls(machine, process).count();
        let start = arguments.start_frame.unwrap_or(0) as usize;
        let levels =
            arguments.levels.filter(|levels| *levels > 0).map_or(usize::MAX, |levels| levels as usize);
        let mut frames = Vec::new();
        for (n, call) in calls(machine, process).enumerate().skip(start).take(levels) {
            let own = session.modules().contains(&call.function.module);
            let mut frame =
                json!({"id": frame_id(pid, all - n), "name": call.name(), "line": 0, "column": 0});
            if !own {
                frame["presentationHint"] = json!("subtle");
            }
            if call.function.module == session.expression_module() {
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
            let words = Processes { machine, expression: session.expression() };
            let label = match process.state.outcome.is_some() {
                true => words.row(0, &fate).outcome_text(),
                false => format!("about to call {}", words.first_call(process)),
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
        let module = program.session.machine().program.module(*module).ok_or("there is no such source")?;
        let file = module.source.sources.files.get(*file as usize);
        let text = file.and_then(|file| file.text.as_deref()).ok_or("its text is not available")?;
        Ok(json!({"content": text, "mimeType": "text/x-erlang"}))
    }

    pub(crate) fn scopes(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::Scopes>()?;
        let program = self.standing()?;
        let (pid, _) = program.frame(arguments.frame_id)?;
        let messages = program.process(pid)?.state.mailbox.len();
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
        let thing =
            thing.ok_or("the program has moved on since this was shown: it can no longer be opened")?;
        let machine = program.session.machine();
        let mut records = Records { program: &machine.program, modules: program.session.modules().to_vec() };
        let found = match thing {
            Opened::Bindings(frame) => {
                let (pid, n) = program.frame(frame)?;
                let call = calls(machine, program.process(pid)?).nth(n).ok_or("there is no such frame")?;
                records.modules.insert(0, call.function.module);
                values::values(call.named_values(), &records)
            }
            Opened::Mailbox(pid) => {
                let mailbox = &program.process(pid)?.state.mailbox;
                let count = page.count.filter(|count| *count > 0).unwrap_or(MOST);
                let messages = mailbox.iter().zip(1..).skip(page.start).take(count);
                let messages =
                    messages.map(|(message, n): (_, usize)| (n.to_string(), message.content.clone()));
                values::values(messages.collect(), &records)
            }
            Opened::Process(pid) => values::values(about(program.process(pid)?), &records),
            Opened::Term(term) => values::parts(&term, wanted(arguments.filter), page, &records),
            Opened::Parts(term, group) => values::parts_of_group(&term, group, &records),
        };
        let found: Vec<_> = found.into_iter().map(|value| program.shelf.show(value)).collect();
        Ok(json!({"variables": found}))
    }

    pub(crate) fn evaluate(&mut self, request: &Incoming) -> Answer {
        let arguments = request.arguments::<request::Evaluate>()?;
        let program = self.standing()?;
        let (pid, n) = match arguments.frame_id {
            Some(frame) => program.frame(frame)?,
            None => (program.current.ok_or("choose a frame first")?, 0),
        };
        let found = program.session.evaluate(pid, n, &arguments.expression)?;
        let machine = program.session.machine();
        let records = Records { program: &machine.program, modules: program.session.modules().to_vec() };
        let shown = program.shelf.show(values::value(String::new(), &found.value, &records));
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
        let all = program.session.exceptions();
        let raised = program.session.raised(pid_of(arguments.thread_id)?);
        let exception = raised.ok_or("this process has not stopped at an exception")?;
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

/// The entries of a stack trace: where lines break must not depend on how long the names of files
/// are.
fn one_line_each(trace: &Term) -> String {
    let (entries, _) = trace.list_parts();
    let lines: Vec<String> = entries.iter().map(text::one_line).collect();
    lines.join("\n")
}
