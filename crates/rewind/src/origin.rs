//! Where a value came from: back through the messages that carried it, to the process that made it.

use erlang_machine::code::Function;
use erlang_machine::observer::{Observer, ObserverKind};
use erlang_term::{Pid, Term};
use history::timeline::Timeline;
use history::{EventId, EventKind, Position};
use report::text;

use crate::events;
use crate::reply::Origin;
use crate::state::{self, pid};

/// About so many characters of a value are shown.
const SHOWN: usize = 60;

/// The way of the value that a variable has in the innermost call that knows it.
pub fn origin(timeline: &Timeline, who: Pid, variable: &str) -> Result<Vec<Origin>, String> {
    let machine = timeline.machine();
    let process = machine.system.get(who).ok_or_else(|| format!("there is no process {}", pid(who)))?;
    let frames = state::stack(machine, process, true);
    let known = frames.iter().find_map(|frame| {
        let binding = frame.bindings.iter().rev().find(|binding| binding.name == variable)?;
        Some((frame, binding))
    });
    let Some((frame, binding)) = known else {
        return Err(format!(
            "{} has no variable {variable} at this point: `state {} all` lists them",
            pid(who),
            pid(who)
        ));
    };
    let value = &binding.term;
    let mut way = vec![Origin {
        process: pid(who),
        text: format!("{variable} = {} in {}", text::brief(value, SHOWN), frame.function),
        place: frame.place.as_ref().map(|place| place.short()),
        event: None,
    }];
    let (mut who, mut before) = (who, None);
    while let Some((next, event)) = carried(timeline, who, value, before, &mut way) {
        (who, before) = (next, Some(event));
    }
    way.push(made(timeline, who, value, before));
    Ok(way)
}

/// The latest message (before an event) that brought the value to a process, or the spawn that gave it: who sent it, and in which event.
fn carried(
    timeline: &Timeline,
    who: Pid,
    value: &Term,
    before: Option<EventId>,
    way: &mut Vec<Origin>,
) -> Option<(Pid, EventId)> {
    let log = timeline.log();
    let mut earlier =
        timeline.events().rev().skip_while(|(id, _)| before.is_some_and(|before| *id != before));
    let receipt = earlier.find(|(_, event)| {
        event.process == who
            && matches!(event.kind, EventKind::Receive { .. })
            && events::content(log, event).is_some_and(|content| contains(content, value))
    });
    if let Some((id, event)) = receipt {
        let EventKind::Receive { message } = event.kind else { return None };
        let send = log.send_of(message)?;
        let sending = log.get(send)?;
        let line = |id: EventId, event: &history::Event, place| Origin {
            process: pid(event.process),
            text: events::words(log, event),
            place,
            event: Some(id.0),
        };
        way.push(line(id, event, place(timeline, id, who)));
        way.push(line(send, sending, place(timeline, send, sending.process)));
        return Some((sending.process, send));
    }
    let process = timeline.machine().system.get(who)?;
    let call = &process.state.initial_call;
    let given = call.arguments.iter().chain(&call.fun).any(|argument| contains(argument, value));
    let spawn = log.spawned_by(who).filter(|_| given)?;
    let parent = log.get(spawn)?.process;
    way.push(Origin {
        process: pid(parent),
        text: format!("spawns {} with it", pid(who)),
        place: place(timeline, spawn, parent),
        event: Some(spawn.0),
    });
    Some((parent, spawn))
}

/// Where in its code a process was when an event was about to happen.
fn place(timeline: &Timeline, event: EventId, who: Pid) -> Option<String> {
    let machine = timeline.machine_at(timeline.position_of(event)?);
    let process = machine.system.get(who)?;
    let frames = state::stack(&machine, process, true);
    let own = frames.iter().find(|frame| !frame.trusted)?;
    own.place.as_ref().map(|place| place.short())
}

/// The first variable of the process that held the value: nobody else gave it the value.
fn made(timeline: &Timeline, who: Pid, value: &Term, before: Option<EventId>) -> Origin {
    let to = before.and_then(|event| timeline.position_of(event)).unwrap_or(timeline.position());
    let mut finder = Finder { who, value, found: None };
    let end = timeline.retrace(Position(0), to, &mut finder, |finder, _| finder.found.is_some());
    let place = finder.found.as_ref().and_then(|_| {
        let machine = timeline.machine_at(end);
        let process = machine.system.get(who)?;
        let frames = state::stack(&machine, process, true);
        Some(frames.iter().find(|frame| !frame.trusted)?.place.as_ref()?.short())
    });
    let text = match finder.found {
        Some(first) => format!("made it: first in {first}"),
        None => "made it".to_owned(),
    };
    Origin { process: pid(who), text, place, event: None }
}

struct Finder<'v> {
    who: Pid,
    value: &'v Term,
    found: Option<String>,
}

impl ObserverKind for Finder<'_> {
    const CALLS: bool = true;
}

impl Observer for Finder<'_> {
    fn bind(&mut self, pid: Pid, function: &Function, variable: u32, value: &Term) {
        if pid == self.who
            && self.found.is_none()
            && let Some((name, _)) = function.variables.get(variable as usize)
            && contains(value, self.value)
        {
            let of =
                format!("{}:{}/{}", Term::Atom(function.module), Term::Atom(function.name), function.arity);
            self.found = Some(format!("{} of {of}", name.name()));
        }
    }
}

/// Is the value a part of the term, or all of it?
fn contains(term: &Term, value: &Term) -> bool {
    let mut left = vec![term];
    while let Some(term) = left.pop() {
        if term == value {
            return true;
        }
        match term {
            Term::Cons(cell) => left.extend([&cell.tail, &cell.head]),
            Term::Tuple(elements) => left.extend(elements.iter()),
            Term::Map(map) => map.iter().for_each(|(key, value)| left.extend([key, value])),
            Term::Fun(fun) => {
                if let erlang_term::Fun::Closure(closure) = &**fun {
                    left.extend(&closure.environment);
                }
            }
            _ => {}
        }
    }
    false
}
