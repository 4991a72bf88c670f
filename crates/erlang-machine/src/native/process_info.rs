//! `process_info`: what a process is doing, and what it holds.

use erlang_term::{Atom, Pid, Term, atoms};

use super::{Context, Outcome, Table, dictionary, flags, ports};
use crate::Raise;
use crate::exception;
use crate::native::effect::{Effect, Look, On, TouchesSome, Who};
use crate::process::{State, Status};
use crate::program::Program;
use crate::stack::Stack;
use crate::system::System;

/// What a process asks of itself it knows, but for what others do to it.
const INFO: Effect = TouchesSome(
    &[
        Look(On::Life(0)),
        Look(On::Steps(0)),
        Look(On::Mailbox(Who::Arg(0))),
        Look(On::Leader(Who::Arg(0))),
        Look(On::NameOf(0)),
    ],
    |touch, me, arguments| {
        let asks = |wanted: &[&str]| match arguments.get(1) {
            None => true,
            Some(Term::Atom(item)) => wanted.contains(&item.name()),
            Some(list) => {
                let items = list.proper_list().unwrap_or_default();
                items.iter().filter_map(Term::as_atom).any(|item| wanted.contains(&item.name()))
            }
        };
        match touch.on() {
            On::Mailbox(_) => {
                let arriving =
                    ["messages", "message_queue_len", "links", "monitors", "monitored_by", "trap_exit"];
                arguments[0] != Term::Pid(me) || asks(&arriving)
            }
            On::Leader(_) => asks(&["group_leader"]),
            On::NameOf(_) => asks(&["registered_name"]),
            _ => true,
        }
    },
);

pub const TABLE: Table =
    &[("process_info", 1, INFO, process_info), ("process_info", 2, INFO, process_info_items)];

/// What `process_info/1` tells, in this order. A process without a name has no `registered_name`.
const USUAL: &[&str] = &[
    "registered_name",
    "current_function",
    "initial_call",
    "status",
    "message_queue_len",
    "links",
    "dictionary",
    "trap_exit",
    "error_handler",
    "priority",
    "group_leader",
    "total_heap_size",
    "heap_size",
    "stack_size",
    "reductions",
    "garbage_collection",
    "suspending",
];

/// The longest stack trace that OTP gives.
const TRACE_LENGTH: usize = 8;

/// A process as one looks at it.
struct Subject<'a> {
    program: &'a Program,
    system: &'a System,
    state: &'a State,
    stack: &'a Stack,
    running: bool,
    /// Steps in the share that it is using.
    used: u64,
}

/// The process, unless it has exited.
fn subject<'a>(context: &'a Context<'_>, pid: &Term) -> Result<Option<Subject<'a>>, Raise> {
    let Term::Pid(pid) = pid else { return Err(Raise::badarg()) };
    let (program, system) = (context.program, &*context.system);
    if *pid == context.process.pid {
        let (state, stack) = (&*context.process, context.stack);
        return Ok(Some(Subject { program, system, state, stack, running: true, used: context.used }));
    }
    Ok(system.get(*pid).filter(|process| process.state.status != Status::Exited).map(|process| Subject {
        program,
        system,
        state: &process.state,
        stack: &process.stack,
        running: false,
        used: 0,
    }))
}

fn process_info(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let Some(subject) = subject(context, &arguments[0])? else { return Ok(Term::Atom(atoms::UNDEFINED)) };
    let usual = USUAL.iter().filter(|item| **item != "registered_name" || subject.state.name.is_some());
    let items: Option<Vec<Term>> =
        usual.map(|item| Some(Term::tuple([Term::atom(item), subject.item(item)?]))).collect();
    items.map(Term::list).ok_or_else(Raise::badarg)
}

fn process_info_items(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let subject = subject(context, &arguments[0])?;
    let asked = match &arguments[1] {
        Term::Atom(item) => std::slice::from_ref(item).to_vec(),
        list => {
            let items = list.proper_list().ok_or_else(Raise::badarg)?;
            items.iter().map(Term::as_atom).collect::<Option<_>>().ok_or_else(Raise::badarg)?
        }
    };
    if asked.iter().any(|item| !is_item(item.name())) {
        return Err(Raise::badarg());
    }
    let Some(subject) = subject else { return Ok(Term::Atom(atoms::UNDEFINED)) };
    let pair = |item: &Atom| {
        let value = subject
            .item(item.name())
            .ok_or_else(|| Raise::unsupported(format!("erlang:process_info/2 with item {}", item.name())))?;
        Ok(Term::tuple([Term::Atom(*item), value]))
    };
    match &arguments[1] {
        // The one item that is not always in a pair.
        Term::Atom(item) if item.name() == "registered_name" && subject.state.name.is_none() => Ok(Term::Nil),
        Term::Atom(item) => pair(item),
        _ => Ok(Term::list(asked.iter().map(pair).collect::<Result<Vec<_>, Raise>>()?)),
    }
}

fn is_item(name: &str) -> bool {
    USUAL.contains(&name)
        || matches!(
            name,
            "async_dist"
                | "backtrace"
                | "binary"
                | "catchlevel"
                | "current_location"
                | "current_stacktrace"
                | "fullsweep_after"
                | "garbage_collection_info"
                | "last_calls"
                | "max_heap_size"
                | "memory"
                | "message_queue_data"
                | "messages"
                | "min_bin_vheap_size"
                | "min_heap_size"
                | "monitored_by"
                | "monitors"
                | "parent"
                | "sequential_trace_token"
        )
}

impl Subject<'_> {
    /// A process that it is tied to: the port that it is behind, if it is.
    fn named(&self, pid: Pid) -> Term {
        match self.system.get(pid) {
            Some(process) if ports::is_port(&process.state) => Term::Port(pid),
            _ => Term::Pid(pid),
        }
    }

    fn item(&self, item: &str) -> Option<Term> {
        let state = self.state;
        Some(match item {
            "registered_name" => state.name.map_or(Term::Nil, Term::Atom),
            "current_function" => match self.trace().first() {
                Some(entry) => Term::tuple(&entry.as_tuple()?[..3]),
                None => Term::Atom(atoms::UNDEFINED),
            },
            "current_location" => self.trace().first().cloned().unwrap_or(Term::Atom(atoms::UNDEFINED)),
            "current_stacktrace" if self.hibernates() => Term::Nil,
            "current_stacktrace" => Term::list(self.trace()),
            "initial_call" => {
                let call = &state.initial_call;
                let arity = if call.fun.is_some() { 2 } else { call.arguments.len() as i64 };
                Term::tuple([Term::Atom(call.module), Term::Atom(call.function), Term::Int(arity)])
            }
            "status" => Term::atom(match state.status {
                _ if self.running => "running",
                Status::Runnable => "runnable",
                Status::Waiting => "waiting",
                Status::Suspended => "suspended",
                Status::Exited => "exiting",
            }),
            "message_queue_len" => Term::Int(state.mailbox.len() as i64),
            "messages" => {
                Term::list(state.mailbox.iter().map(|message| message.content.clone()).collect::<Vec<_>>())
            }
            "links" => Term::list(state.links.keys().map(|pid| self.named((*pid).into()))),
            "monitors" => Term::list(state.monitoring.values().map(|monitored| {
                let object = match monitored.name {
                    Some(name) => Term::tuple([Term::Atom(name), Term::Atom(atoms::NONODE_AT_NOHOST)]),
                    None => self.named(monitored.pid),
                };
                Term::tuple([Term::Atom(atoms::PROCESS), object])
            })),
            "monitored_by" => Term::list(state.monitored_by.values().map(|watcher| Term::Pid(watcher.pid))),
            "dictionary" => dictionary::pairs(&state.dictionary),
            "group_leader" => Term::Pid(state.group_leader),
            "parent" => state.parent.map_or(Term::Atom(atoms::UNDEFINED), Term::Pid),
            "reductions" => Term::Int((state.reductions + self.used) as i64),
            "suspending" => Term::list(state.suspending.iter().map(|(pid, count)| {
                Term::tuple([Term::Pid((*pid).into()), Term::Int(i64::from(*count)), Term::Int(0)])
            })),
            "trap_exit" | "error_handler" | "priority" | "message_queue_data" | "max_heap_size"
            | "min_heap_size" | "min_bin_vheap_size" | "fullsweep_after" | "async_dist" => {
                flags::current(state, item)
            }
            "garbage_collection" => self.garbage_collection(),
            "garbage_collection_info" | "binary" => Term::Nil,
            "last_calls" => Term::bool(false),
            "sequential_trace_token" => Term::Nil,
            "catchlevel" => Term::Int(0),
            "stack_size" => Term::Int(self.stack_words()),
            "heap_size" | "total_heap_size" => flags::current(state, "min_heap_size"),
            "memory" => Term::Int(8 * (self.stack_words() + 233) + 800),
            _ => return None,
        })
    }

    /// Slots of all frames. Terms are shared among processes, so no process has a heap of its own
    /// to measure.
    fn stack_words(&self) -> i64 {
        let callers = self.stack.callers().map(|frame| self.program.function(frame.function).frame_size);
        callers.map(i64::from).sum()
    }

    fn garbage_collection(&self) -> Term {
        let items = ["max_heap_size", "min_bin_vheap_size", "min_heap_size", "fullsweep_after"];
        let kept = items.iter().map(|item| (*item, flags::current(self.state, item)));
        let all: Vec<_> = kept.chain([("minor_gcs", Term::Int(0))]).collect();
        Term::list(all.into_iter().map(|(item, value)| Term::tuple([Term::atom(item), value])))
    }

    /// Is there no stack, and a message to wait for?
    fn hibernates(&self) -> bool {
        self.state.start.is_some() && self.state.status == Status::Waiting
    }

    /// The innermost functions, `{M, F, A, Location}` each.
    fn trace(&self) -> Vec<Term> {
        if self.hibernates() {
            let name = Atom::new("hibernate");
            return vec![exception::trace_entry(atoms::ERLANG, name, Term::Int(3), Term::Nil)];
        }
        if self.state.start.is_some() {
            let call = &self.state.initial_call;
            let arity = Term::Int(call.arguments.len() as i64);
            return vec![exception::trace_entry(call.module, call.function, arity, Term::Nil)];
        }
        let here = (self.state.function, self.state.pc);
        // A caller goes on behind its call; the call itself is what the trace names.
        let callers = self.stack.callers().map(|frame| (frame.function, frame.pc.saturating_sub(1)));
        let places = std::iter::once(here).chain(callers).take(TRACE_LENGTH);
        places.map(|(function, pc)| self.program.trace_entry(function, pc)).collect()
    }
}
