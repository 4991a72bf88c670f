//! What became of each process, and why a run is stuck.

use erlang_machine::code::CodePlace;
use erlang_machine::machine::{Fate, FateKind, Machine};
use erlang_machine::process::{InitialCall, Process, ProcessEnd};
use erlang_term::{Atom, Fun, Pid, Term};

use session::ProcessOutcome;

use crate::calls::{self, CallUnderWay};
use crate::text;

/// A receive longer than this many lines is cut.
const LONGEST_RECEIVE: usize = 12;

/// Looks at the processes of a run that has stopped.
pub struct ProcessTable<'a> {
    pub machine: &'a Machine,
    /// What the first process evaluates: its first call.
    pub expression: &'a str,
}

impl ProcessTable<'_> {
    /// One row for each, in the order of creation.
    pub fn rows(&self) -> Vec<session::Process> {
        self.machine.fates().zip(1..).map(|(fate, n)| self.row(n, &fate)).collect()
    }

    /// The one that was created as the `n`-th.
    pub fn row(&self, n: u32, fate: &Fate<'_>) -> session::Process {
        let state = &fate.process.state;
        let (outcome, text) = self.outcome(fate);
        session::Process {
            n,
            pid: text::one_line(&Term::Pid(state.pid)),
            name: state.name.map(|name| text::one_line(&Term::Atom(name))),
            first_call: self.first_call(fate.process),
            outcome,
            text,
            library: false,
        }
    }

    fn outcome(&self, fate: &Fate<'_>) -> (ProcessOutcome, String) {
        match &fate.kind {
            FateKind::Value(value) => (ProcessOutcome::Value, text::one_line(value)),
            FateKind::Exception => match &fate.process.state.outcome {
                Some(ProcessEnd::Exception(exception)) => {
                    (ProcessOutcome::Exception, text::exception(exception))
                }
                _ => (ProcessOutcome::Exception, String::new()),
            },
            FateKind::Killed(reason) => (ProcessOutcome::Killed, text::one_line(reason)),
            FateKind::Blocked(place) => match calls::under_way(self.machine, fate.process) {
                Some(call) => (ProcessOutcome::Blocked, self.waits_for(&call)),
                None => (
                    ProcessOutcome::Blocked,
                    format!("receive{}", self.at(fate.process, *place, text::place)),
                ),
            },
            FateKind::Sleeping(place) => {
                let at = self.at(fate.process, *place, text::place);
                let text = format!("{at}, waiting for a timer");
                (ProcessOutcome::Running, text.trim_start_matches([',', ' ']).to_owned())
            }
            FateKind::Running(place) => {
                (ProcessOutcome::Running, self.at(fate.process, *place, text::place).trim_start().to_owned())
            }
        }
    }

    /// `call total of <0.83.0> (cart), in shop:total/0 at shop.erl:7`
    fn waits_for(&self, call: &CallUnderWay) -> String {
        let CallUnderWay { to, request, made_in } = call;
        let place = made_in.as_ref().map_or(String::new(), |place| format!(", in {place}"));
        format!("call {} to {}{place}", text::one_line(request), self.name(*to))
    }

    fn name(&self, pid: Pid) -> String {
        let name = self.machine.fate_of(pid).and_then(|fate| fate.process.state.name);
        match name {
            Some(name) => format!("{} ({})", Term::Pid(pid), Term::Atom(name)),
            None => Term::Pid(pid).to_string(),
        }
    }

    /// ` at file:line`, or nothing.
    fn at(&self, process: &Process, place: Option<CodePlace>, show: impl Fn(&str, u32) -> String) -> String {
        let sources = &self.machine.program.function(process.state.function).source.sources;
        match place {
            Some(CodePlace { file, line, .. }) if line > 0 => {
                format!(" at {}", show(sources.name(file), line))
            }
            _ => String::new(),
        }
    }

    pub fn first_call(&self, process: &Process) -> String {
        if self.machine.main().is_some_and(|main| main.state.pid == process.state.pid) {
            return self.expression.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        call(&process.state.initial_call)
    }

    /// Each blocked process: where it waits, for what, and what it holds that no clause matches.
    pub fn stuck(&self) -> String {
        let mut lines = Vec::new();
        let mut shown = Vec::new();
        for Fate { process, kind } in self.machine.fates() {
            let FateKind::Blocked(place) = kind else { continue };
            let pid = Term::Pid(process.state.pid);
            if let Some(call) = calls::under_way(self.machine, process) {
                let pid = self.name(process.state.pid);
                lines.push(format!("{pid} waits for the reply to {}", self.waits_for(&call)));
                continue;
            }
            let at = self.at(process, place, |file, line| format!("{file}:{line}"));
            lines.push(format!("{pid} {} is blocked in a receive{at}", self.first_call(process)));
            if shown.contains(&at) {
                lines.push("    (the receive shown above)".into());
            } else {
                lines.extend(self.receive(process, place).unwrap_or_default());
                shown.push(at);
            }
            let mailbox = &process.state.mailbox;
            if mailbox.is_empty() {
                lines.push("    its mailbox is empty".into());
            } else {
                lines.push("    its mailbox holds unmatched messages:".into());
                lines.extend(
                    mailbox.iter().map(|message| format!("      {}", text::one_line(&message.content))),
                );
            }
        }
        if let Some(cycle) = calls::cycle(self.machine) {
            let names: Vec<String> = cycle.iter().chain(cycle.first()).map(|pid| self.name(*pid)).collect();
            lines.push(format!("They wait for each other: {}", names.join(" -> ")));
        }
        lines.into_iter().map(|line| line + "\n").collect()
    }

    /// The lines of the receive that a process waits in.
    fn receive(&self, process: &Process, place: Option<CodePlace>) -> Option<Vec<String>> {
        let function = self.machine.program.function(process.state.function);
        let span = function.source[place?.expr?].span;
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
    if let Some(Term::Fun(fun)) = &call.fun
        && let Fun::Closure(closure) = &**fun
        && let Some(maker) =
            closure.function.name().strip_prefix('-').and_then(|name| name.split("-fun-").next())
    {
        return format!("fun in {}:{maker}", Term::Atom(closure.module));
    }
    if call.module.name() == "proc_lib"
        && let Some(inner) = behind_proc_lib(&call.arguments)
    {
        return inner;
    }
    let name = match &call.fun {
        Some(fun) => text::one_line(fun),
        None => format!("{}:{}", Term::Atom(call.module), Term::Atom(call.function)),
    };
    format!("{name}({})", arguments(&call.arguments))
}

/// Whether a process began as a supervisor of OTP.
pub fn is_supervisor(process: &Process) -> bool {
    let InitialCall { module, arguments, .. } = &*process.state.initial_call;
    let [_, _, Term::Atom(starter), _, list] = &arguments[..] else { return false };
    let list = list.proper_list().filter(|_| (module.name(), starter.name()) == ("proc_lib", "gen"));
    list.is_some_and(
        |list| matches!(&list[..], [.., Term::Atom(callback), _, _] if callback.name() == "supervisor"),
    )
}

/// A gen_server and its kin begin in `proc_lib:init_p(Parent, Ancestors, M, F, Arguments)`, with
/// the callback module among the arguments: `counter:init([])` says more.
fn behind_proc_lib(first: &[Term]) -> Option<String> {
    let [_, _, Term::Atom(module), Term::Atom(function), list] = first else { return None };
    let list = list.proper_list()?;
    if (module.name(), function.name()) == ("gen", "init_it")
        && let [.., Term::Atom(callback), argument, _options] = &*list
    {
        return Some(match argument.as_tuple() {
            Some([_, Term::Atom(inner), argument]) if callback.name() == "supervisor" => {
                init(*inner, argument)
            }
            _ => init(*callback, argument),
        });
    }
    Some(format!("{}:{}({})", Term::Atom(*module), Term::Atom(*function), arguments(&list)))
}

fn init(callback: Atom, argument: &Term) -> String {
    format!("{}:init({})", Term::Atom(callback), text::one_line(argument))
}

fn arguments(list: &[Term]) -> String {
    list.iter().map(text::one_line).collect::<Vec<_>>().join(", ")
}
