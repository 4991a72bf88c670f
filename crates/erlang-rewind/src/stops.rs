//! Where a run stops: what an event or a piece of code must be like for it.

use std::collections::BTreeSet;

use erlang_history::{Event, EventId, EventKind, EventLog};
use erlang_machine::code::{Function, FunctionId};
use erlang_machine::exception::Exception;
use erlang_machine::native;
use erlang_machine::observer::{Observer, ObserverKind, StopAt};
use erlang_machine::program::{Mfa, Program};
use erlang_report::text;
use erlang_syntax::source::FileId;
use erlang_term::{Atom, Pid, Term};

use crate::command::Stop;
use crate::events;
use crate::reply::Hit;
use crate::state::pid;

/// A stop that the user wants to keep.
pub struct Breakpoint {
    pub n: u32,
    /// As it was typed.
    pub text: String,
    pub stop: Stop,
    /// For [`Stop::Exit`] with a process: who was meant.
    pub process: Option<Pid>,
}

impl Breakpoint {
    /// Does this event do it?
    pub fn is_hit_by(&self, log: &EventLog, id: EventId, event: &Event) -> bool {
        let like = |pattern: &erlang_report::Pattern| {
            events::content(log, event).is_some_and(|content| pattern.matches(content))
        };
        match (&self.stop, &event.kind) {
            (Stop::Send(pattern), EventKind::Send { .. })
            | (Stop::Deliver(pattern), EventKind::Deliver { .. })
            | (Stop::Receive(pattern), EventKind::Receive { .. }) => like(pattern),
            (Stop::Exit(_), EventKind::Exit { .. }) => self.process.is_none_or(|pid| pid == event.process),
            (Stop::Spawn, EventKind::Spawn { .. }) => true,
            (Stop::Event(wanted), _) => *wanted == id.0,
            _ => false,
        }
    }

    /// Is it about what code does, of which no event tells?
    pub fn is_about_code(&self) -> bool {
        matches!(self.stop, Stop::Call { .. } | Stop::Line { .. } | Stop::Bind { .. } | Stop::Exception)
    }
}

/// Why a stop can never be hit, if the code says so: a misspelt name is found out at once, not by waiting.
pub fn complaint(program: &Program, stop: &Stop) -> Option<String> {
    match stop {
        Stop::Call { module, function, arity } => {
            let code = program.module(Atom::new(module));
            let is_users = code.as_ref().is_some_and(|code| !code.trusted);
            let natives = native::of_module(module).filter(|_| !is_users);
            let defined = code.iter().flat_map(|code| code.source.functions());
            let all: Vec<(&str, u32)> = defined.map(|f| (f.name.name(), f.arity)).chain(natives).collect();
            if all.is_empty() {
                return Some(format!("there is no module {module}"));
            }
            let known: BTreeSet<u32> =
                all.iter().filter(|(name, _)| name == function).map(|(_, arity)| *arity).collect();
            if known.is_empty() {
                let near = erlang_syntax::closest(function, all.iter().map(|(name, _)| *name));
                let hint = near.map_or_else(String::new, |near| format!(": did you mean {module}:{near}?"));
                return Some(format!("there is no function {module}:{function}{hint}"));
            }
            let other = arity.filter(|arity| !known.contains(arity))?;
            let known: Vec<String> = known.iter().map(|n| format!("{module}:{function}/{n}")).collect();
            Some(format!("there is no {module}:{function}/{other}, but {}", known.join(", ")))
        }
        Stop::Line { file, .. } if !file.contains('/') => {
            let module = file.strip_suffix(".erl").unwrap_or(file);
            let found = program.module(Atom::new(module));
            match found {
                None if file.contains('.') => None,
                None => Some(format!("there is no module {module}")),
                Some(code) if code.trusted => Some(format!(
                    "{module} belongs to the library: a run stops at lines of your own code, but at any function ({module}:F/A)"
                )),
                Some(_) => None,
            }
        }
        _ => None,
    }
}

/// Watches code run to find whether, and how often, one of the breakpoints is hit.
pub struct Probe<'a> {
    pub breakpoints: &'a [&'a Breakpoint],
    pub hits: usize,
    /// The first hit, and the last.
    pub first: Option<Hit>,
    pub last: Option<Hit>,
}

impl<'a> Probe<'a> {
    pub fn new(breakpoints: &'a [&'a Breakpoint]) -> Probe<'a> {
        Probe { breakpoints, hits: 0, first: None, last: None }
    }

    fn note(&mut self, who: Pid, test: impl Fn(&Stop) -> bool, what: impl FnOnce() -> String) {
        let Some(breakpoint) = self.breakpoints.iter().find(|breakpoint| test(&breakpoint.stop)) else {
            return;
        };
        let number = Some(breakpoint.n).filter(|n| *n > 0);
        let hit = Hit { breakpoint: number, process: pid(who), text: what(), event: None, who };
        self.hits += 1;
        self.first.get_or_insert_with(|| hit.clone());
        self.last = Some(hit);
    }

    fn note_call(&mut self, pid: Pid, called: Mfa, arguments: &[Term]) {
        let is_called = |stop: &Stop| match stop {
            Stop::Call { module, function, arity } => {
                called.module.name() == module
                    && called.function.name() == function
                    && arity.is_none_or(|arity| arity == called.arity)
            }
            _ => false,
        };
        self.note(pid, is_called, || {
            let arguments: Vec<String> = arguments.iter().map(|term| text::brief(term, 40)).collect();
            let name = format!("{}:{}", Term::Atom(called.module), Term::Atom(called.function));
            format!("calls {name}({})", arguments.join(", "))
        });
    }
}

/// Is the function in the file (or module) that a user calls so?
fn is_in(function: &Function, file: FileId, name: &str) -> bool {
    let file = function.source.sources.name(file);
    function.module.name() == name || file == name || file.ends_with(&format!("/{name}"))
}

/// `dining:waiter/2`
fn name(function: &Function) -> String {
    format!("{}:{}/{}", Term::Atom(function.module), Term::Atom(function.name), function.arity)
}

impl Observer for Probe<'_> {
    fn call(&mut self, pid: Pid, _id: FunctionId, function: &Function, arguments: &[Term], _tail: bool) {
        let Function { module, name, arity, .. } = *function;
        self.note_call(pid, Mfa { module, function: name, arity }, arguments);
    }

    /// Nobody is to stand still: it is enough to know who comes by.
    fn stop(&mut self, pid: Pid, at: StopAt<'_>) -> bool {
        if let Some((mfa, arguments)) = at.native {
            self.note_call(pid, mfa, arguments);
        }
        let place = at.function.place_at(at.pc).filter(|_| at.is_expression());
        if let Some(place) = place {
            let is_here = |stop: &Stop| match stop {
                Stop::Line { file, line } => *line == place.line && is_in(at.function, place.file, file),
                _ => false,
            };
            self.note(pid, is_here, || {
                let file = at.function.source.sources.name(place.file);
                format!("comes to {}", text::place(file, place.line))
            });
        }
        false
    }

    fn bind(&mut self, pid: Pid, function: &Function, variable: u32, value: &Term) {
        let Some((bound, _)) = function.variables.get(variable as usize) else { return };
        let is_bound = |stop: &Stop| match stop {
            Stop::Bind { variable, value: wanted } => {
                bound.name() == variable && wanted.as_ref().is_none_or(|pattern| pattern.matches(value))
            }
            _ => false,
        };
        self.note(pid, is_bound, || {
            format!("binds {} = {} in {}", bound.name(), text::brief(value, 60), name(function))
        });
    }

    fn raised(&mut self, pid: Pid, exception: &Exception) {
        let is_exception = |stop: &Stop| matches!(stop, Stop::Exception);
        self.note(pid, is_exception, || format!("raises {}", text::brief(&exception.reason, 60)));
    }
}

impl ObserverKind for Probe<'_> {
    const CALLS: bool = true;
    const STOPS: bool = true;
    const NATIVES: bool = true;
}
