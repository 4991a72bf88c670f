//! What there is to see of a program that stands still: its processes, their calls, messages and
//! values.

use dapts::request;
use debugger::walk::view::{FrameId, FrameSeen, Page, ProcessSeen, ScopeKind, ScopeSeen, SeenFile};
use serde_json::{Value, json};

use crate::adapter::{Adapter, Debuggee, RUNNING, RequestResult, pid_of};
use crate::launch::Launcher;
use crate::message::Incoming;
use crate::variables::{variable, wanted};

/// The name of a process is cut at about this many characters.
const WIDEST: usize = 80;

impl<L: Launcher> Adapter<L> {
    /// Processes that have not ended, the first one, and the one that was stopped last.
    pub(crate) fn threads(&mut self) -> RequestResult {
        let Debuggee { walk, current, .. } = self.program()?;
        let view = walk.view().ok_or(RUNNING)?;
        let main = view.main();
        let is_listed = |process: &ProcessSeen| {
            !process.has_ended() || Some(process.id) == main || Some(process.id) == *current
        };
        let thread = |ProcessSeen { id, row, .. }: ProcessSeen| {
            let name = row.name.map(|name| format!(" {name}")).unwrap_or_default();
            let mut shown: String = format!("{}{name} {}", row.pid, row.first_call);
            if let Some((at, _)) = shown.char_indices().nth(WIDEST) {
                shown.truncate(at);
                shown.push('…');
            }
            json!({"id": id.0, "name": shown})
        };
        let threads: Vec<Value> = view.processes().into_iter().filter(is_listed).map(thread).collect();
        Ok(json!({"threads": threads}))
    }

    pub(crate) fn stack_trace(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::StackTrace>()?;
        let offsets = (u32::from(self.zero_based.0), u32::from(self.zero_based.1));
        let who = pid_of(arguments.thread_id)?;
        let first = arguments.start_frame.unwrap_or(0) as usize;
        let most = arguments.levels.filter(|levels| *levels > 0).map_or(usize::MAX, |levels| levels as usize);
        let found = self.view()?.frames(who, first, most)?;
        let frames: Vec<Value> = found.frames.into_iter().map(|frame| stack_frame(frame, offsets)).collect();
        Ok(json!({"stackFrames": frames, "totalFrames": found.all}))
    }

    /// The text of what is in no file of the user's.
    pub(crate) fn source(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::Source>()?;
        let number = arguments.source.and_then(|source| source.source_reference);
        let number = number.unwrap_or(arguments.source_reference);
        let view = self.program()?.walk.view().ok_or(RUNNING)?;
        let text = view.text(number).ok_or("there is no such source")?;
        Ok(json!({"content": text, "mimeType": "text/x-erlang"}))
    }

    pub(crate) fn scopes(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::Scopes>()?;
        let found = self.view()?.scopes(FrameId(arguments.frame_id))?;
        let shown = |ScopeSeen { kind, number, count }| {
            let name = match kind {
                ScopeKind::Variables => "Bindings",
                ScopeKind::Mailbox => "Mailbox",
                ScopeKind::Process => "Process",
            };
            let mut scope = json!({"name": name, "variablesReference": number, "expensive": false});
            if kind == ScopeKind::Variables {
                scope["presentationHint"] = json!("locals");
            }
            if let Some(count) = count {
                scope["indexedVariables"] = json!(count);
            }
            scope
        };
        Ok(json!({"scopes": found.into_iter().map(shown).collect::<Vec<Value>>()}))
    }

    pub(crate) fn variables(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::Variables>()?;
        let page = Page {
            start: arguments.start.unwrap_or(0) as usize,
            count: arguments.count.map(|count| count as usize),
        };
        let found = self.view()?.open(arguments.variables_reference, wanted(arguments.filter), page)?;
        let found: Vec<_> = found.into_iter().map(variable).collect();
        Ok(json!({"variables": found}))
    }

    pub(crate) fn evaluate(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::Evaluate>()?;
        let current = self.standing()?.current;
        let view = self.view()?;
        let frame = match arguments.frame_id {
            Some(frame) => FrameId(frame),
            None => view.innermost(current.ok_or("choose a frame first")?)?,
        };
        let found = view.evaluate(frame, &arguments.expression)?;
        let shown = variable(found.value);
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
            self.connection.event("output", json!({"category": "console", "output": found.printed}));
        }
        Ok(answer)
    }

    pub(crate) fn exception_info(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::ExceptionInfo>()?;
        let raised = self.view()?.exception(pid_of(arguments.thread_id)?);
        let raised = raised.ok_or("this process has not stopped at an exception")?;
        Ok(json!({
            "exceptionId": raised.class,
            "description": raised.explanation,
            "breakMode": if raised.is_wanted { "always" } else { "unhandled" },
            "details": {
                "message": raised.text,
                "typeName": raised.class,
                "stackTrace": raised.trace.join("\n"),
            },
        }))
    }
}

/// A frame as the protocol has it. The offsets are those of lines and columns.
fn stack_frame(frame: FrameSeen, (line_offset, column_offset): (u32, u32)) -> Value {
    let mut shown = json!({"id": frame.id.0, "name": frame.name, "line": 0, "column": 0});
    match (frame.is_call, frame.is_own) {
        (false, _) => shown["presentationHint"] = json!("label"),
        (true, false) => shown["presentationHint"] = json!("subtle"),
        (true, true) => {}
    }
    if !frame.can_restart {
        shown["canRestart"] = json!(false);
    }
    let Some(place) = frame.place else { return shown };
    shown["line"] = json!(place.line.saturating_sub(line_offset));
    shown["column"] = json!(place.column.saturating_sub(column_offset));
    if let Some((line, column)) = place.end {
        shown["endLine"] = json!(line.saturating_sub(line_offset));
        shown["endColumn"] = json!(column.saturating_sub(column_offset));
    }
    shown["source"] = match place.file {
        SeenFile::File { name, path } => json!({"name": name, "path": path}),
        SeenFile::Text { name, number } => {
            json!({"name": name, "sourceReference": number, "presentationHint": "deemphasize"})
        }
        SeenFile::Unknown { name } => json!({"name": name, "presentationHint": "deemphasize"}),
    };
    shown
}
