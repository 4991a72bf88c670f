//! The console of an editor: it takes every command of `rewind`, and expressions; and what a line
//! may go on with.

use dapts::request;
use erlang_rewind::usage::{candidates, full_name};
use erlang_rewind::{Answer as Answered, Reply, Shown};
use erlang_term::Pid;
use serde_json::{Value, json};

use crate::adapter::{Adapter, Answer, Debuggee};
use crate::away::Done;
use crate::going::Stop;
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
    pub(crate) fn command(&mut self, request: &Incoming, line: &str) -> Option<Answer> {
        if let Err(refusal) = self.standing() {
            return Some(Err(refusal));
        }
        let (request, line) = (request.clone(), line.to_owned());
        self.go_away(move |mut program| {
            Box::pin(async move {
                let answered = program.session.perform(&line).await;
                (program, Done::Console(request, answered))
            })
        });
        None
    }

    /// A command is done.
    pub(crate) fn console_answered(&mut self, request: &Incoming, answered: Answered) {
        let answer = self.console_reply(answered);
        self.connection.respond(request, answer);
        self.after_command();
    }

    fn console_reply(&mut self, answered: Answered) -> Answer {
        let reply = match answered {
            Answered::Reply(reply) => reply,
            Answered::Quit(_) => return Err("disconnect the editor to end the session".into()),
            Answered::Ask { .. } => {
                return Err(
                    "questions need a terminal: `save` the session, then `whodunit rewind --load` it".into(),
                );
            }
            Answered::Save { file, reply } => {
                let program = self.program.as_ref().ok_or("no program has been launched yet")?;
                self.launcher.save(&program.launch, &program.session, &file)?;
                reply
            }
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

    pub(crate) fn completions(&mut self, request: &Incoming) -> Answer {
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
        let mut found = candidates(&program.session.process_names(), done, word);
        if let Some(frame) = arguments.frame_id {
            let (pid, n) = program.frame(frame)?;
            let variables = program.session.variables(pid, n).into_iter().map(|(name, _)| name);
            found.extend(variables.filter(|name| name.starts_with(word)));
        }
        let length = word.encode_utf16().count();
        let start = done.encode_utf16().count() + offset as usize;
        let target = |label: String| json!({"label": label, "start": start, "length": length});
        Ok(json!({"targets": found.into_iter().map(target).collect::<Vec<Value>>()}))
    }
}

/// Who stands elsewhere after a command, and why.
fn moved_by(reply: &Reply, program: &Debuggee) -> Option<(Pid, Stop)> {
    let hit = match &reply.shown {
        Shown::Moved(moved) => moved.hit.as_ref(),
        Shown::Undone(undone) => undone.hit.as_ref(),
        _ => return None,
    };
    let who = hit.map(|hit| hit.who).or(program.current);
    let who = who.filter(|who| program.process(*who).is_ok()).or_else(|| program.main())?;
    let stop = match hit {
        Some(hit) => Stop {
            hit: hit.breakpoint.into_iter().collect(),
            ..Stop::saying("breakpoint", format!("the process {}", hit.text))
        },
        None => Stop::saying("goto", format!("after `{}`", reply.command)),
    };
    Some((who, stop))
}
