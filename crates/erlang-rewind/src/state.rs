//! What there is to see of one process at the present: where it is, its variables, its stack, its
//! ties.

use erlang_machine::code::FunctionId;
use erlang_machine::exception::Exception;
use erlang_machine::machine::Machine;
use erlang_machine::process::{Process, ProcessEnd, Start, Status};
use erlang_machine::program::Program;
use erlang_report::text;
use erlang_term::{Pid, Term};
use serde::Serialize;

use crate::calls::{Call, calls, is_own};
use crate::source::{self, SourcePlace};

/// Callers that are shown of a deep stack.
const DEEPEST: usize = 40;

#[derive(Clone, Serialize, Debug)]
pub struct State {
    pub process: String,
    pub name: Option<String>,
    pub first_call: String,
    pub status: Standing,
    /// The value, the exception, or the reason of an exit of a process that has ended, or is about
    /// to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Steps so far.
    pub steps: u64,
    /// Where it stands, and who called that; innermost first.
    pub stack: Vec<Frame>,
    /// Callers beyond those.
    #[serde(skip_serializing_if = "is_zero")]
    pub deeper: usize,
    pub links: Vec<String>,
    /// Whom it watches, and who watches it.
    pub monitors: Vec<String>,
    pub monitored_by: Vec<String>,
    pub traps_exits: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dictionary: Vec<Binding>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// It can go on.
    Runnable,
    /// It has its value or exception; all that is left to do for it is to exit.
    Exiting,
    /// In a receive that no message matches.
    Waiting,
    Suspended,
    Value,
    Exception,
    Killed,
}

/// A call under way.
#[derive(Clone, Serialize, Debug)]
pub struct Frame {
    /// `dining:waiter/2`
    pub function: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<SourcePlace>,
    pub bindings: Vec<Binding>,
    /// Variables that have a value, but that the rest of the function does not mention.
    #[serde(skip_serializing_if = "is_zero")]
    pub irrelevant: usize,
    /// Code of the library.
    pub trusted: bool,
    /// None: the call is yet to be made.
    #[serde(skip)]
    pub id: Option<FunctionId>,
}

#[derive(Clone, Serialize, Debug)]
pub struct Binding {
    pub name: String,
    pub value: String,
    #[serde(skip)]
    pub term: Term,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// A pid as text.
pub fn pid(pid: Pid) -> String {
    Term::Pid(pid).to_string()
}

/// `all`: all variables that have a value, not only those that still matter.
pub fn state(machine: &Machine, process: &Process, first_call: String, all: bool) -> State {
    let state = &process.state;
    let (status, outcome) = standing(process);
    let calls = stack(machine, process, all);
    let deeper = calls.len().saturating_sub(DEEPEST);
    let pids = |pids: &mut dyn Iterator<Item = Pid>| pids.map(pid).collect();
    let entry = |(key, value): (&Term, &Term)| Binding {
        name: text::one_line(key),
        value: text::one_line(value),
        term: value.clone(),
    };
    State {
        process: pid(state.pid),
        name: state.name.map(|name| text::one_line(&Term::Atom(name))),
        first_call,
        status,
        outcome,
        steps: state.reductions,
        stack: calls.into_iter().take(DEEPEST).collect(),
        deeper,
        links: pids(&mut state.links.keys().map(|key| Pid::from(*key))),
        monitors: pids(&mut state.monitoring.values().map(|monitored| monitored.pid)),
        monitored_by: pids(&mut state.monitored_by.values().map(|watcher| watcher.pid)),
        traps_exits: state.trap_exit,
        dictionary: state.dictionary.iter().map(entry).collect(),
    }
}

pub fn standing(process: &Process) -> (Standing, Option<String>) {
    let state = &process.state;
    match &state.outcome {
        Some(ProcessEnd::Value(value)) => (Standing::Value, Some(text::one_line(value))),
        Some(ProcessEnd::Exception(exception)) => (Standing::Exception, Some(exception_text(exception))),
        Some(ProcessEnd::Killed(reason)) => (Standing::Killed, Some(text::one_line(reason))),
        None => match state.status {
            Status::Waiting => (Standing::Waiting, None),
            Status::Suspended => (Standing::Suspended, None),
            Status::Runnable | Status::Exited => match &state.ending {
                Some(ProcessEnd::Value(value)) => {
                    (Standing::Exiting, Some(format!("its value is {}", text::one_line(value))))
                }
                Some(ProcessEnd::Exception(exception)) => {
                    (Standing::Exiting, Some(format!("its exception is {}", exception_text(exception))))
                }
                Some(ProcessEnd::Killed(_)) | None => (Standing::Runnable, None),
            },
        },
    }
}

fn exception_text(exception: &Exception) -> String {
    text::exception(exception)
}

/// The calls under way, innermost first; none of a process that has ended, or is about to.
pub fn stack(machine: &Machine, process: &Process, all: bool) -> Vec<Frame> {
    let state = &process.state;
    if state.outcome.is_some() || state.ending.is_some() {
        return Vec::new();
    }
    match &state.start {
        Some(start) => vec![about_to(start)],
        None => calls(machine, process).map(|call| frame(&machine.program, &call, all)).collect(),
    }
}

/// A process that has not made its first call yet, or hibernates.
fn about_to(start: &Start) -> Frame {
    let arguments = |arguments: &[Term]| arguments.iter().map(text::one_line).collect::<Vec<_>>().join(", ");
    let function = match start {
        Start::Call(mfa, list) => {
            format!("{}:{}({})", Term::Atom(mfa.module), Term::Atom(mfa.function), arguments(list))
        }
        Start::Fun(fun, list) => format!("{}({})", text::one_line(fun), arguments(list)),
    };
    Frame { function, place: None, bindings: Vec::new(), irrelevant: 0, trusted: true, id: None }
}

fn frame(program: &Program, call: &Call<'_>, all: bool) -> Frame {
    let mentioned = if all { None } else { source::mentioned_from(call.function, call.stands) };
    let binding = |name: String, term: Term| Binding { name, value: text::one_line(&term), term };
    let mut bindings = Vec::new();
    let mut irrelevant = 0;
    for (name, term) in call.variables() {
        match mentioned.as_ref().is_some_and(|mentioned| !mentioned.contains(&name)) {
            true => irrelevant += 1,
            false => bindings.push(binding(name.name().to_owned(), term)),
        }
    }
    // What no pattern has met yet.
    let arguments = call.arguments().unwrap_or_default().iter().zip(1..);
    bindings.extend(arguments.map(|(term, n)| binding(format!("argument {n}"), term.clone())));
    Frame {
        function: call.full_name(),
        place: source::place(call.function, call.stands),
        bindings,
        irrelevant,
        trusted: !is_own(program, call.id),
        id: Some(call.id),
    }
}

/// What a process is beside its calls and its messages.
pub fn about(process: &Process) -> Vec<(String, Term)> {
    let state = &process.state;
    let pids = |pids: &mut dyn Iterator<Item = Pid>| Term::list(pids.map(Term::Pid).collect::<Vec<_>>());
    let status = match (&state.outcome, state.status) {
        (Some(_), _) => "exited",
        (None, Status::Waiting) => "waiting",
        (None, Status::Suspended) => "suspended",
        (None, _) => "running",
    };
    let mut about = vec![("pid".to_owned(), Term::Pid(state.pid)), ("status".to_owned(), Term::atom(status))];
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
    about
}
