//! The console of an editor: it takes every command of `rewind`, and expressions; and what a line
//! may go on with.

use dapts::request;
use debugger::Walked;
use debugger::walk::view::{FrameId, PidNumber};
use debugger::walk::{Reply, Shown, candidates, full_name};
use serde_json::{Value, json};

use crate::adapter::{Adapter, Debuggee, Doing, RUNNING, RequestResult};
use crate::going::{SLICE, StopNotice};
use crate::launch::Launcher;
use crate::message::{Incoming, Refusal};

/// Columns of what a command shows.
const COLUMNS: usize = 100;

/// Is a line of the console a command? Else it is an expression.
pub fn is_command(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| full_name(word).is_some())
}

impl<L: Launcher> Adapter<L> {
    /// Does what a command says. None: it is answered when it is done.
    pub(crate) fn command(&mut self, request: &Incoming, line: &str) -> Option<RequestResult> {
        if let Err(refusal) = self.standing() {
            return Some(Err(refusal));
        }
        let program = self.program.as_mut()?;
        self.doing = Some(Doing::Command(request.clone()));
        let walked = program.walk.command(line, SLICE);
        self.walked(walked);
        None
    }

    /// A command is done.
    pub(crate) fn console_answered(&mut self, request: &Incoming, walked: Walked) {
        let answer = self.console_reply(walked);
        self.connection.respond(request, answer);
        self.after_command();
    }

    fn console_reply(&mut self, walked: Walked) -> RequestResult {
        let reply = match walked {
            Walked::Reply(reply) => reply,
            Walked::Quit(_) => return Err("disconnect the editor to end the session".into()),
            Walked::Ask { .. } => {
                return Err(
                    "questions need a terminal: `save` the session, then `whodunit rewind --load` it".into(),
                );
            }
            Walked::Save { file, text, reply } => {
                let program = self.program.as_ref().ok_or("no program has been launched yet")?;
                self.launcher.save(&program.launch, &file, &text)?;
                reply
            }
            Walked::Arrived(_) | Walked::Working { .. } => return Err(RUNNING.into()),
        };
        if !reply.ok {
            return Err(Refusal(reply.message.unwrap_or_default()));
        }
        if let Some(program) = &mut self.program {
            program.moved_by = moved_by(&reply, program);
        }
        Ok(json!({"result": reply.text(COLUMNS), "variablesReference": 0}))
    }

    /// The editor looks again at a run that a command took elsewhere.
    fn after_command(&mut self) {
        let Some(program) = &mut self.program else { return };
        if let Some((pid, stop)) = program.moved_by.take() {
            program.at_end = false;
            self.stopped(pid, stop);
        }
    }

    pub(crate) fn completions(&mut self, request: &Incoming) -> RequestResult {
        let arguments = request.arguments::<request::Completions>()?;
        let offset = u32::from(!self.zero_based.1);
        let column = arguments.column.saturating_sub(offset) as usize;
        let program = self.program()?;
        // Columns are counted in units of UTF-16.
        let mut units = 0;
        let before: String = arguments
            .text
            .chars()
            .take_while(|c| {
                units += c.len_utf16();
                units <= column
            })
            .collect();
        let is_word = |c: char| c.is_alphanumeric() || "_<>.#@".contains(c);
        let start = before.char_indices().rev().take_while(|(_, c)| is_word(*c)).last();
        let at = start.map_or(before.len(), |(at, _)| at);
        let (done, word) = before.split_at(at);
        let mut found = candidates(&program.walk.process_names(), done, word);
        if let Some(frame) = arguments.frame_id {
            let variables = program.walk.view().ok_or(RUNNING)?.variables(FrameId(frame))?;
            found.extend(variables.into_iter().filter(|name| name.starts_with(word)));
        }
        let length = word.encode_utf16().count();
        let start = done.encode_utf16().count() + offset as usize;
        let target = |label: String| json!({"label": label, "start": start, "length": length});
        Ok(json!({"targets": found.into_iter().map(target).collect::<Vec<Value>>()}))
    }
}

/// Who stands elsewhere after a command, and why.
fn moved_by(reply: &Reply, program: &mut Debuggee) -> Option<(PidNumber, StopNotice)> {
    let hit = match &reply.shown {
        Shown::Moved(moved) => moved.hit.as_ref(),
        Shown::Undone(undone) => undone.hit.as_ref(),
        _ => return None,
    };
    let who = hit.map(|hit| PidNumber(hit.who.id())).or(program.current);
    let view = program.walk.view()?;
    let who = who.filter(|who| view.innermost(*who).is_ok()).or_else(|| view.main())?;
    let stop = match hit {
        Some(hit) => StopNotice {
            hit: hit.breakpoint.into_iter().collect(),
            ..StopNotice::saying("breakpoint", format!("the process {}", hit.text))
        },
        None => StopNotice::saying("goto", format!("after `{}`", reply.command)),
    };
    Some((who, stop))
}
