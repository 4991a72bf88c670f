//! `process_flag`: settings of a process. Only `trap_exit` changes what the machine does; the
//! others are kept and reported.

use erlang_term::{Atom, Map, Term};

use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::{Change, Effect, Look, On, Touches, TouchesSome, Who};
use crate::process::State;

/// What becomes of signals depends on one flag only.
const FLAG: Effect =
    TouchesSome(&[Change(On::ProcessFlag(0)), Change(On::Mailbox(Who::Me))], |touch, _, arguments| {
        let traps = matches!(arguments[0], Term::Atom(flag) if flag.name() == "trap_exit");
        traps || touch.on() == On::ProcessFlag(0)
    });

pub const TABLE: Table = &[
    ("process_flag", 2, FLAG, process_flag),
    ("process_flag", 3, Touches(&[Change(On::Steps(0)), Look(On::Life(0))]), process_flag_of),
];

fn process_flag(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let [Term::Atom(flag), value] = arguments else {
        return Err(Raise::badarg().because(Atom::new("badopt")));
    };
    let known = matches!(
        flag.name(),
        "trap_exit"
            | "error_handler"
            | "sensitive"
            | "monitor_nodes"
            | "async_dist"
            | "fullsweep_after"
            | "min_heap_size"
            | "min_bin_vheap_size"
            | "max_heap_size"
            | "priority"
            | "message_queue_data"
            | "save_calls"
            | "scheduler"
    );
    if !known {
        return Err(Raise::badarg().because(Atom::new("badopt")));
    }
    let value = checked(*flag, value).ok_or_else(Raise::badarg)?;
    let state = &mut *context.process;
    if flag.name() == "trap_exit" {
        let old = std::mem::replace(&mut state.trap_exit, value == Term::bool(true));
        return Ok(Term::bool(old));
    }
    let old = current(state, flag.name());
    state.flags.insert(Term::Atom(*flag), value);
    Ok(old)
}

/// Only `save_calls` may be set for another process.
fn process_flag_of(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let Term::Pid(pid) = arguments[0] else {
        return Err(Raise::badarg().because(Atom::new("badtype")));
    };
    let (Some(flag), value) = (arguments[1].as_atom(), &arguments[2]) else { return Err(Raise::badarg()) };
    if flag.name() != "save_calls" {
        return Err(Raise::badarg());
    }
    let value = checked(flag, value).ok_or_else(Raise::badarg)?;
    let state = if pid == context.pid() {
        &mut *context.process
    } else if context.system.is_alive(pid, context.process) {
        &mut context.system.get_mut(pid).ok_or_else(Raise::badarg)?.state
    } else {
        return Err(Raise::badarg());
    };
    let old = current(state, flag.name());
    state.flags.insert(Term::Atom(flag), value);
    Ok(old)
}

/// What a flag is, set or not.
pub fn current(state: &State, flag: &str) -> Term {
    if let Some(value) = state.flags.get(&Term::atom(flag)) {
        return value.clone();
    }
    match flag {
        "trap_exit" => Term::bool(state.trap_exit),
        "priority" => Term::atom("normal"),
        "error_handler" => Term::atom("error_handler"),
        "message_queue_data" => Term::atom("on_heap"),
        "fullsweep_after" => Term::Int(65535),
        "min_heap_size" => Term::Int(233),
        "min_bin_vheap_size" => Term::Int(46422),
        "max_heap_size" => no_heap_limit(),
        "save_calls" | "scheduler" => Term::Int(0),
        _ => Term::bool(false),
    }
}

/// The value as it is kept, if the flag can have it.
pub fn checked(flag: Atom, value: &Term) -> Option<Term> {
    let name = |value: &Term| value.as_atom().map(Atom::name);
    let kept = match flag.name() {
        "trap_exit" | "sensitive" | "async_dist" | "monitor_nodes" => {
            matches!(name(value), Some("true" | "false"))
        }
        "error_handler" => name(value).is_some(),
        "priority" => matches!(name(value), Some("low" | "normal" | "high" | "max")),
        "message_queue_data" => matches!(name(value), Some("on_heap" | "off_heap")),
        "fullsweep_after" | "scheduler" => value.as_int()? >= 0,
        "save_calls" => (0..=10_000).contains(&value.as_int()?),
        "min_heap_size" => return heap_size(value.as_int()?, 233, 376),
        "min_bin_vheap_size" => return heap_size(value.as_int()?, 46422, 75113),
        "max_heap_size" => return max_heap_size(value),
        _ => false,
    };
    kept.then(|| value.clone())
}

/// Heaps grow along a Fibonacci-like series: the first size that is large enough.
fn heap_size(wanted: i64, mut size: i64, mut next: i64) -> Option<Term> {
    if wanted < 0 {
        return None;
    }
    while size < wanted {
        (size, next) = (next, size.checked_add(next)?.checked_add(1)?);
    }
    Some(Term::Int(size))
}

pub fn no_heap_limit() -> Term {
    heap_limit(Term::Int(0), Term::bool(true), Term::bool(true))
}

fn heap_limit(size: Term, kill: Term, error_logger: Term) -> Term {
    let pairs = [("size", size), ("kill", kill), ("error_logger", error_logger)];
    Term::Map(Map::from_pairs(pairs.map(|(key, value)| (Term::atom(key), value))))
}

/// A size in words, or a map with it. A limit must leave room for the smallest heap; 0 means no
/// limit.
fn max_heap_size(value: &Term) -> Option<Term> {
    let (size, kill, log) = match value {
        Term::Int(_) => (value.clone(), Term::bool(true), Term::bool(true)),
        Term::Map(map) => {
            let get = |key| map.get(&Term::atom(key)).cloned();
            let or_true = |key| get(key).unwrap_or(Term::bool(true));
            (get("size")?, or_true("kill"), or_true("error_logger"))
        }
        _ => return None,
    };
    let boolean = |t: &Term| matches!(t.as_atom().map(Atom::name), Some("true" | "false"));
    let words = size.as_int()?;
    let fits = words == 0 || words >= 233;
    (fits && boolean(&kill) && boolean(&log)).then(|| heap_limit(size, kill, log))
}
