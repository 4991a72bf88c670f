//! What became of each process, and why a run is stuck.

use erlang_machine::process::{InitialCall, Outcome as Ended, Process, Status};
use erlang_machine::program::Program;
use erlang_machine::system::System;
use erlang_term::{Pid, Term};

use super::table::{Outcome, Row};
use super::text;

/// A receive longer than this many lines is cut.
const LONGEST_RECEIVE: usize = 12;

/// Looks at the processes of a run that has stopped.
pub struct Processes<'a> {
    pub program: &'a Program,
    pub system: &'a System,
    /// The process that evaluates the expression, and the expression: its first call.
    pub main: Pid,
    pub expression: &'a str,
    /// Processes that the machine itself brings along.
    pub hidden: &'a dyn Fn(Pid) -> bool,
}

impl Processes<'_> {
    fn visible(&self) -> impl Iterator<Item = &Process> {
        self.system.processes().filter(|process| !(self.hidden)(process.state.pid))
    }

    /// One row for each, in the order of creation.
    pub fn rows(&self) -> Vec<Row> {
        self.visible()
            .enumerate()
            .map(|(index, process)| {
                let (outcome, text) = self.outcome(process);
                Row {
                    n: index + 1,
                    pid: text::one_line(&Term::Pid(process.state.pid)),
                    name: process.state.name.map(|name| text::one_line(&Term::Atom(name))),
                    first_call: self.first_call(process),
                    outcome,
                    text,
                }
            })
            .collect()
    }

    fn outcome(&self, process: &Process) -> (Outcome, String) {
        match &process.state.outcome {
            Some(Ended::Value(value)) => (Outcome::Value, text::one_line(value)),
            Some(Ended::Exception(exception)) => {
                let class = exception.class.atom().name();
                (Outcome::Exception, format!("{class}:{}", text::one_line(&exception.reason)))
            }
            Some(Ended::Killed(reason)) => (Outcome::Killed, text::one_line(reason)),
            None => {
                let place = match self.place(process) {
                    Some((file, line)) => format!(" at {}", text::place(file, line)),
                    None => String::new(),
                };
                match process.state.status {
                    Status::Waiting => (Outcome::Blocked, format!("receive{place}")),
                    Status::Suspended => (Outcome::Blocked, format!("suspension{place}")),
                    Status::Runnable | Status::Exited => (Outcome::Running, place.trim_start().to_owned()),
                }
            }
        }
    }

    fn first_call(&self, process: &Process) -> String {
        if process.state.pid == self.main {
            return self.expression.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        // What proc_lib notes for a gen_server and its kin says more than the call of proc_lib itself.
        let noted = process.state.dictionary.get(&Term::atom("$initial_call"));
        if let Some([Term::Atom(module), Term::Atom(function), Term::Int(arity)]) =
            noted.and_then(Term::as_tuple)
        {
            return format!("{}:{}/{arity}", Term::Atom(*module), Term::Atom(*function));
        }
        call(&process.state.initial_call)
    }

    /// Where a process goes on: file and line.
    fn place(&self, process: &Process) -> Option<(&str, u32)> {
        let function = self.program.function(process.state.function);
        let place = function.place_at(process.state.pc)?;
        (place.line > 0).then(|| (function.source.sources.name(place.file), place.line))
    }

    /// Each blocked process: where it waits, for what, and what it holds that no clause matches.
    pub fn stuck(&self) -> String {
        let mut lines = Vec::new();
        for process in self.visible().filter(|process| process.state.status == Status::Waiting) {
            let pid = Term::Pid(process.state.pid);
            let at = self.place(process).map(|(file, line)| format!(" at {file}:{line}")).unwrap_or_default();
            lines.push(format!("{pid} {} waits in a receive{at}", self.first_call(process)));
            lines.extend(self.receive(process).unwrap_or_default());
            let mailbox = &process.state.mailbox;
            if mailbox.is_empty() {
                lines.push("    its mailbox is empty".into());
            } else {
                lines.push("    its mailbox holds, unmatched:".into());
                lines.extend(
                    mailbox.iter().map(|message| format!("      {}", text::one_line(&message.content))),
                );
            }
        }
        lines.into_iter().map(|line| line + "\n").collect()
    }

    /// The lines of the receive that a process waits in.
    fn receive(&self, process: &Process) -> Option<Vec<String>> {
        let function = self.program.function(process.state.function);
        let span = function.source[function.place_at(process.state.pc)?.expr?].span;
        let text = function.source.sources.text(span)?;
        // The text begins in the middle of its first line.
        let indent = " ".repeat(span.start.column.saturating_sub(1) as usize);
        let whole = format!("{indent}{text}");
        let first_line = span.start.line as usize;
        let last_line = first_line + whole.lines().count();
        let width = last_line.to_string().len();
        let numbered = whole.lines().enumerate().map(|(n, line)| {
            let number = first_line + n;
            format!("    {number:width$} | {}", line.trim_end())
        });
        let mut lines: Vec<String> = numbered.collect();
        if lines.len() > LONGEST_RECEIVE {
            lines.truncate(LONGEST_RECEIVE);
            lines.push(format!("    {:width$} | …", ""));
        }
        Some(lines)
    }
}

/// `m:f(1, two)`; a fun is named after the function that made it.
fn call(call: &InitialCall) -> String {
    if call.fun.is_some()
        && let Some(maker) =
            call.function.name().strip_prefix('-').and_then(|name| name.split("-fun-").next())
    {
        return format!("fun in {}:{maker}", Term::Atom(call.module));
    }
    let arguments: Vec<String> = call.arguments.iter().map(text::one_line).collect();
    format!("{}:{}({})", Term::Atom(call.module), Term::Atom(call.function), arguments.join(", "))
}
