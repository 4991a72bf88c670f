//! Which process a user means: by its pid, its number in the order of creation, a name that it has
//! or had, or the function that it began with.

use erlang_history::EventKind;
use erlang_history::timeline::Timeline;
use erlang_machine::machine::{Fate, Machine};
use erlang_term::{Pid, Term};

use crate::command::ProcessName;
use crate::state::pid;

/// Pids that a complaint lists.
const LISTED: usize = 20;

pub fn find(timeline: &Timeline, name: &ProcessName) -> Result<Pid, String> {
    let text = name.0.as_str();
    let machine = timeline.machine();
    if let Some(n) = text.strip_prefix('#') {
        let nth = n.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).and_then(|n| machine.fates().nth(n));
        let all = machine.fates().count();
        return nth.map(|fate| fate.process.state.pid).ok_or_else(|| match all {
            1 => format!("there is no process {text} at this point; there is only #1"),
            all => format!("there is no process {text} at this point; there are #1 to #{all}"),
        });
    }
    let found = match number(text) {
        Some(number) => Some(Pid::local(number)),
        None => match named(timeline, text.trim_matches('\'')) {
            Some(pid) => Some(pid),
            None => called(machine, text.trim_matches('\''))?,
        },
    };
    found.filter(|pid| machine.fate_of(*pid).is_some()).ok_or_else(|| {
        format!("there is no process {text} at this point; the processes are {}", listed(machine))
    })
}

/// The same, of one that may be undone.
pub fn find_ever(timeline: &Timeline, name: &ProcessName) -> Result<Pid, String> {
    let undone = number(&name.0).map(Pid::local).filter(|pid| timeline.log().spawned_by(*pid).is_some());
    undone.map_or_else(|| find(timeline, name), Ok)
}

/// `<0.83.0>`, `0.83.0`, `83`
fn number(text: &str) -> Option<u32> {
    let bare = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')).unwrap_or(text);
    let bare = bare.strip_prefix("0.").and_then(|rest| rest.strip_suffix(".0")).unwrap_or(bare);
    bare.parse().ok()
}

/// Who has the name, or else who had it last: a process that ends loses its name, but people know
/// it by it.
fn named(timeline: &Timeline, name: &str) -> Option<Pid> {
    let processes = timeline.machine().system.processes();
    let mut now = processes.filter(|process| process.state.name.is_some_and(|own| own.name() == name));
    if let Some(process) = now.next() {
        return Some(process.state.pid);
    }
    let mut had = timeline.events().filter_map(|(_, event)| match event.kind {
        EventKind::Register { name: given, pid } if given.name() == name => Some(pid),
        _ => None,
    });
    had.next_back()
}

/// The one that began with a call of a function of this name.
fn called(machine: &Machine, name: &str) -> Result<Option<Pid>, String> {
    let began = |fate: &Fate<'_>| fate.process.state.initial_call.function.name() == name;
    let all: Vec<Pid> = machine.fates().filter(began).map(|fate| fate.process.state.pid).collect();
    match &all[..] {
        [] => Ok(None),
        [one] => Ok(Some(*one)),
        several => {
            let shown: Vec<String> = several.iter().take(LISTED).map(|one| pid(*one)).collect();
            Err(format!("several processes started with {name}: {}", shown.join(", ")))
        }
    }
}

fn listed(machine: &Machine) -> String {
    let one = |process: &erlang_machine::process::Process| match process.state.name {
        Some(name) => format!("{} ({})", pid(process.state.pid), Term::Atom(name)),
        None => pid(process.state.pid),
    };
    let mut shown: Vec<String> = machine.fates().take(LISTED).map(|fate| one(fate.process)).collect();
    let more = machine.fates().count().saturating_sub(LISTED);
    if more > 0 {
        shown.push(format!("and {more} more"));
    }
    shown.join(", ")
}
