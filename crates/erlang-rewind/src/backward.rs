//! Going back: what is undone, where a breakpoint was hit last, and forward again to what was undone.

use erlang_history::timeline::{self, RollLog, Timeline};
use erlang_history::{EventId, EventKind, Position};
use erlang_term::{Atom, Pid};

use crate::command::Target;
use crate::events;
use crate::forward::{Nobody, hit_by_event, tried};
use crate::names;
use crate::reply::{Hit, Steps, Undone};
use crate::session::finished;
use crate::state::pid;
use crate::stops::{Breakpoint, Probe};

/// The roll log as it is shown.
pub fn undone(timeline: &Timeline, log: &RollLog) -> Undone {
    let line = |id: &EventId| Some(events::line(timeline.log(), *id, timeline.log().get(*id)?));
    let rolled = log.steps.iter().map(|(who, steps)| Steps { process: pid(*who), steps: *steps });
    Undone {
        undone: log.undone.iter().filter_map(line).collect(),
        rolled: rolled.collect(),
        moved: false,
        hit: None,
    }
}

/// What the user means, as the timeline knows it.
pub fn target(timeline: &Timeline, target: &Target) -> Result<timeline::Target, String> {
    Ok(match target {
        Target::Send(id) => timeline::Target::Send(message(timeline, *id)?),
        Target::Deliver(id) => timeline::Target::Deliver(message(timeline, *id)?),
        Target::Receive(id) => timeline::Target::Receive(message(timeline, *id)?),
        Target::Spawn(process) => {
            let child = names::find_ever(timeline, process)?;
            if timeline.log().spawned_by(child).is_none() {
                return Err(format!(
                    "{} is the first process, which nobody spawned: `undo start`",
                    pid(child)
                ));
            }
            timeline::Target::Spawn(child)
        }
        Target::Bind { process, variable } => timeline::Target::Bind {
            pid: names::find_ever(timeline, process)?,
            variable: Atom::new(variable),
        },
        Target::Steps { process, count } => {
            timeline::Target::Steps { pid: names::find_ever(timeline, process)?, steps: *count }
        }
        Target::Event(id) => timeline::Target::Event(EventId(*id)),
        Target::Start => timeline::Target::Start,
    })
}

/// The number of any event of a message means the message.
fn message(timeline: &Timeline, id: u32) -> Result<EventId, String> {
    let Some(event) = timeline.log().get(EventId(id)) else {
        return Err(format!("there is no event {id}: `trace` shows their numbers"));
    };
    match &event.kind {
        EventKind::Send { .. }
        | EventKind::Deliver { .. }
        | EventKind::Receive { .. }
        | EventKind::ExitSignal { .. } => Ok(EventId(id)),
        EventKind::Spawn { child, .. } => {
            Err(format!("event {id} is no message but a spawn: `undo spawn {}`", pid(*child)))
        }
        kind => Err(format!(
            "event {id} is no message but an event of kind {}: `undo event {id}`",
            events::kind(kind)
        )),
    }
}

/// Whose present is worth a look after this was undone.
pub fn concerns(timeline: &Timeline, target: &timeline::Target) -> Option<Pid> {
    let log = timeline.log();
    let of_message =
        |id: EventId,
         find: fn(&erlang_history::EventLog, erlang_machine::mailbox::MessageId) -> Option<EventId>| {
            let message = match log.get(id)?.kind {
                EventKind::Send { message, .. }
                | EventKind::Deliver { message, .. }
                | EventKind::Receive { message } => message,
                _ => return None,
            };
            Some(log.get(find(log, message)?)?.process)
        };
    match target {
        timeline::Target::Send(id) => of_message(*id, |log, message| log.send_of(message)),
        timeline::Target::Deliver(id) => of_message(*id, |log, message| log.delivery_of(message)),
        timeline::Target::Receive(id) => of_message(*id, |log, message| log.receipt_of(message)),
        timeline::Target::Event(id) => Some(log.get(*id)?.process),
        timeline::Target::Spawn(child) => Some(log.get(log.spawned_by(*child)?)?.process),
        timeline::Target::Bind { pid, .. } | timeline::Target::Steps { pid, .. } => Some(*pid),
        timeline::Target::Start => None,
    }
}

/// What is said of a way back that was not gone.
const INTERRUPTED: &str = "interrupted: nothing was undone";

/// Back along the run to right before the last hit of one of the breakpoints. If none was hit, nothing has changed.
pub fn reverse(timeline: &mut Timeline, breakpoints: &[&Breakpoint]) -> Result<Undone, String> {
    let about_code: Vec<&Breakpoint> =
        breakpoints.iter().copied().filter(|one| one.is_about_code()).collect();
    let by_event = last_event(timeline, breakpoints);
    let by_code = if about_code.is_empty() { None } else { last_entry(timeline, &about_code) };
    if timeline.is_interrupted() {
        return Err(INTERRUPTED.into());
    }
    let (position, hit, inside) = match (by_event, by_code) {
        (Some((at, hit)), Some((later, _))) if at >= later => (at, hit, false),
        (_, Some((at, hit))) => (at, hit, true),
        (Some((at, hit)), None) => (at, hit, false),
        (None, None) => return Err("that has not happened up to here".into()),
    };
    let share = inside.then(|| steps_before(timeline, position, hit.who, &about_code)).flatten().unwrap_or(0);
    let mut log = timeline.seek(position);
    finished(&log)?;
    if share > 0 {
        timeline.run(&mut Nobody, share.into(), &mut |_, _| false);
        if let Some((_, steps)) = log.steps.iter_mut().find(|(who, _)| *who == hit.who) {
            *steps = steps.saturating_sub(share.into());
        }
    }
    Ok(Undone { hit: Some(hit), ..undone(timeline, &log) })
}

fn last_event(timeline: &Timeline, breakpoints: &[&Breakpoint]) -> Option<(Position, Hit)> {
    let found = timeline
        .events()
        .rev()
        .take_while(|_| !timeline.is_interrupted())
        .find_map(|(id, _)| hit_by_event(timeline, id, breakpoints).map(|hit| (id, hit)));
    let (id, hit) = found?;
    Some((timeline.position_of(id)?, hit))
}

/// The last entry in which code did what a breakpoint is about: the position before it.
fn last_entry(timeline: &Timeline, about_code: &[&Breakpoint]) -> Option<(Position, Hit)> {
    // Recent hits are likely: look further back only if there are none.
    let (mut to, mut length) = (timeline.position().0, 1024);
    while to > 0 {
        let from = to.saturating_sub(length);
        let (mut probe, mut seen, mut found) = (Probe::new(about_code), 0, None);
        timeline.retrace(Position(from), Position(to), &mut probe, |probe, position| {
            if probe.hits > seen {
                seen = probe.hits;
                found = probe.last.clone().map(|hit| (Position(position.0 - 1), hit));
            }
            timeline.is_interrupted()
        });
        if found.is_some() || timeline.is_interrupted() {
            return found;
        }
        (to, length) = (from, length * 4);
    }
    None
}

/// How many reductions of the entry at this position come before its last hit.
fn steps_before(
    timeline: &Timeline,
    position: Position,
    who: Pid,
    about_code: &[&Breakpoint],
) -> Option<u32> {
    let machine = timeline.machine_at(position);
    let after = timeline.machine_at(Position(position.0 + 1));
    let made = |machine: &erlang_machine::machine::Machine| Some(machine.system.get(who)?.state.reductions);
    let all = u32::try_from(made(&after)?.saturating_sub(made(&machine)?)).ok()?;
    let hits = |share: u32| tried(&machine, who, share, about_code).0.hits;
    let most = hits(all);
    let (mut without, mut with) = (0, all);
    while with - without > 1 {
        let middle = without + (with - without) / 2;
        match hits(middle) >= most {
            true => with = middle,
            false => without = middle,
        }
    }
    Some(with.saturating_sub(1))
}
