//! Which events of a run are drawn: those of some processes or messages, and of those a window.

use std::collections::BTreeMap;

use diagram::text::number;
use erlang_history::{EventId, EventKind, RunEvent};
use erlang_machine::machine::Machine;
use erlang_machine::process::PidKey;
use erlang_report::Pattern;
use erlang_term::Pid;

use super::{Happened, event, find};
use crate::drawable::DiagramChoice;
use crate::erlang::protocol::FoldedCalls;

pub struct EventFilter {
    /// Only what they take part in; all, if there are none.
    pub processes: Vec<Pid>,
    /// What they take part in is left out, unless someone asks for it.
    pub aside: Vec<Pid>,
    /// Only messages like this.
    pub message: Option<Pattern>,
    /// The event in the middle of the window; without it, the window is at the beginning.
    pub around: Option<EventId>,
    /// How many events are drawn at most.
    pub window: usize,
    /// Also monitors and names.
    pub all: bool,
    /// Timers have a lane.
    pub timers: bool,
    /// The parts of calls of OTP that are left out, if each call is to be one arrow.
    pub calls: Option<FoldedCalls>,
    /// Processes that are drawn in the lanes of their ancestors.
    pub folds: Folds,
    /// Remarks name no options of the command line.
    pub is_page: bool,
}

/// Processes that are drawn in the lanes of others.
#[derive(Default)]
pub struct Folds(BTreeMap<PidKey, Pid>);

impl Folds {
    /// Everyone below these goes into their lanes.
    fn below(folded: &[Pid], machine: &Machine) -> Folds {
        let mut folds = Folds::default();
        if folded.is_empty() {
            return folds;
        }
        // Parents come before their children.
        for fate in machine.fates() {
            let (pid, parent) = (fate.process.state.pid, fate.process.state.parent);
            if let Some(parent) = parent
                && (folded.contains(&parent) || folds.0.contains_key(&PidKey::from(parent)))
            {
                folds.0.insert(pid.into(), folds.lane(parent));
            }
        }
        folds
    }

    /// In whose lane a process is drawn.
    pub fn lane(&self, pid: Pid) -> Pid {
        self.0.get(&PidKey::from(pid)).copied().unwrap_or(pid)
    }

    /// How many processes are drawn in the lane of this one, beside itself.
    pub fn count(&self, pid: Pid) -> usize {
        self.0.values().filter(|lane| **lane == pid).count()
    }

    /// Whether an event is to be seen: what happens inside a lane is not.
    fn shows(&self, event: &RunEvent, counterpart: Option<Pid>) -> bool {
        let by = self.lane(event.process);
        match counterpart {
            Some(other) if self.lane(other) == by => other == event.process && by == other,
            Some(_) => by == event.process || !matches!(event.kind, EventKind::Receive { .. }),
            None => by == event.process,
        }
    }
}

/// How many events a reader can take in.
pub const WINDOW_OF_TEXT: usize = 200;
pub const WINDOW_OF_PICTURE: usize = 1_000;

impl EventFilter {
    /// What someone asked for. An error says what of it does not exist.
    pub fn read(
        wanted: &DiagramChoice,
        log: &Happened<'_>,
        machine: &Machine,
    ) -> Result<EventFilter, String> {
        let find = |names: &[String]| -> Result<Vec<Pid>, String> {
            names.iter().map(|name| find(name, log, machine)).collect()
        };
        let message = wanted.message.as_deref().map(Pattern::read).transpose();
        let folded = find(&wanted.folded)?;
        Ok(EventFilter {
            processes: find(&wanted.processes)?,
            aside: Vec::new(),
            message: message.map_err(|problem| match wanted.is_page {
                true => problem,
                false => format!("--message: {problem}"),
            })?,
            around: event(wanted.around, log)?,
            window: wanted.window.unwrap_or(WINDOW_OF_TEXT),
            all: wanted.all,
            timers: wanted.timers,
            calls: wanted.calls.then(|| FoldedCalls::of(log)),
            folds: Folds::below(&folded, machine),
            is_page: wanted.is_page,
        })
    }
}

/// The events that were chosen, in order.
pub struct Chosen {
    pub events: Vec<EventId>,
    /// What was left out, and how to see it.
    pub remarks: Vec<String>,
}

impl EventFilter {
    pub fn choose(&self, log: &Happened<'_>) -> Chosen {
        let filtered = |(_, event): &(EventId, &RunEvent)| {
            self.is_wanted(log, event)
                && self.folds.shows(event, log.counterpart(event))
                && !self.calls.as_ref().is_some_and(|calls| calls.hides(event))
        };
        let wanted: Vec<EventId> = log.iter().filter(filtered).map(|(id, _)| id).collect();
        let aside = log.iter().filter(|found| self.is_aside(found.1) && self.concerns(log, found.1)).count();
        let (from, to) = self.window(log, &wanted);
        let events = wanted[from..to].to_vec();
        let mut remarks = Vec::new();
        let is_filtered = !self.processes.is_empty() || self.message.is_some();
        if is_filtered {
            let of = number(log.count() as u32);
            remarks.push(format!("{} of {of} events selected", number(wanted.len() as u32)));
        }
        if let (Some(first), Some(last)) = (events.first(), events.last())
            && events.len() < wanted.len()
        {
            let (before, after) = (number(from as u32), number((wanted.len() - to) as u32));
            let (first, last) = (first.0, last.0);
            remarks.push(format!(
                "events {first} to {last}; {before} earlier and {after} later ones are not shown"
            ));
            let hint = !self.is_page;
            remarks.extend(
                hint.then(|| {
                    "to see others: --around EVENT, --window N, --process P, --message PATTERN".into()
                }),
            );
        }
        let of_library = log.iter().filter(|(_, event)| self.is_of_library(log, event)).count();
        for (count, of) in
            [(of_library, "processes that ran only library code"), (aside, "monitors and names")]
        {
            if count > 0 {
                let what = if count == 1 { "event" } else { "events" };
                let hint = if self.is_page { "" } else { " (--all shows them)" };
                remarks.push(format!("{} {what} of {of} not shown{hint}", number(count as u32)));
            }
        }
        Chosen { events, remarks }
    }

    /// Those around the middle, or the first ones. What is sent and delivered at once stays
    /// together.
    fn window(&self, log: &Happened<'_>, wanted: &[EventId]) -> (usize, usize) {
        let middle = self.around.map_or(0, |around| wanted.partition_point(|id| *id < around));
        let mut from = middle.saturating_sub(self.window / 2).min(wanted.len().saturating_sub(self.window));
        let mut to = (from + self.window).min(wanted.len());
        let belong = |n: usize| {
            n > 0
                && n < wanted.len()
                && log.get(wanted[n]).is_some_and(|event| event.cause == Some(wanted[n - 1]))
        };
        if belong(from) {
            from -= 1;
        }
        if belong(to) {
            to += 1;
        }
        (from, to)
    }

    /// Without the events of these processes, unless someone asked for them.
    pub fn without(self, aside: Vec<Pid>) -> EventFilter {
        if self.all || !self.processes.is_empty() { self } else { EventFilter { aside, ..self } }
    }

    fn is_wanted(&self, log: &Happened<'_>, event: &RunEvent) -> bool {
        (self.all || !self.is_aside(event)) && !self.is_of_library(log, event) && self.concerns(log, event)
    }

    fn is_of_library(&self, log: &Happened<'_>, event: &RunEvent) -> bool {
        let is_aside = |pid: Pid| self.aside.contains(&pid);
        is_aside(event.process) || log.counterpart(event).is_some_and(is_aside)
    }

    /// Events that say little by themselves, and are many.
    fn is_aside(&self, event: &RunEvent) -> bool {
        !self.all
            && matches!(
                event.kind,
                EventKind::Monitor { .. }
                    | EventKind::Demonitor { .. }
                    | EventKind::Register { .. }
                    | EventKind::Unregister { .. }
            )
    }

    /// Is it of these processes and messages?
    fn concerns(&self, log: &Happened<'_>, event: &RunEvent) -> bool {
        let is_chosen = |pid: Pid| self.processes.contains(&pid);
        let of_process = self.processes.is_empty()
            || is_chosen(event.process)
            || log.counterpart(event).is_some_and(is_chosen);
        let of_message = self.message.as_ref().is_none_or(|pattern| {
            let content = match &event.kind {
                EventKind::Send { content, .. } => Some(content),
                EventKind::Deliver { message, .. } | EventKind::Receive { message } => {
                    log.content_of(*message)
                }
                _ => None,
            };
            content.is_some_and(|content| pattern.matches(content))
        });
        of_process && of_message
    }
}
