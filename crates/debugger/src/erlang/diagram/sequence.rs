//! The events of a run as a sequence diagram.

use std::collections::{BTreeSet, HashMap};

use diagram::Tone;
use diagram::sequence::{Arrives, ArrowKind, Lane, LaneId, Mark, Row, Sequence, Shape};
use erlang_history::{EventId, EventKind, RunEvent};
use erlang_machine::machine::{Fate, Machine};
use erlang_machine::mailbox::MessageId;
use erlang_machine::process::{PidKey, Process};
use erlang_term::{Atom, Pid, Term, atoms};

use super::choice::EventFilter;
use super::{Happened, tone_of};
use crate::erlang::evidence::FOLDS;
use crate::erlang::protocol::{Replies, meaning};
use erlang_report::processes::ProcessTable;
use erlang_report::text;
use erlang_tree::statement::{Fold, ONE_LINE, is_shown_otherwise};

/// Roughly how many characters of a term are shown beside an arrow; the second limit is for the
/// tooltip.
const BESIDE: usize = 120;
const IN_FULL: usize = 4_000;
/// The name of the lane of timers.
const TIMERS: &str = "timers";

/// The sequence diagram of a run, for `whodunit diagram`, for sessions and for walks:
/// `.text(columns)` and `.svg()` of what is returned show it. `expression` is what the first
/// process evaluates. The numbers in it are those of the log.
pub fn sequence(log: &Happened<'_>, machine: &Machine, expression: &str, choice: &EventFilter) -> Sequence {
    let chosen = choice.choose(log);
    let processes = ProcessTable { machine, expression };
    let names = names(log);
    let (replies, lanes) = (Replies::of(log), HashMap::new());
    let mut drawing = Drawing { log, processes, names, replies, lanes, timers: None, choice };
    let lanes = drawing.lanes(&chosen.events);
    let rows = drawing.rows(&chosen.events);
    Sequence { lanes, rows, remarks: chosen.remarks }
}

/// The names that processes have or had. A process loses its name when it ends, but people know it
/// by it.
pub fn names(log: &Happened<'_>) -> HashMap<Pid, Atom> {
    let named = log.iter().filter_map(|(_, event)| match event.kind {
        EventKind::Register { name, pid } => Some((pid, name)),
        _ => None,
    });
    named.collect()
}

/// What became of a process; of one that others ended, who did it.
pub fn fate_text(log: &Happened<'_>, pid: Pid, row: &session::Process) -> String {
    let exit = log.exit_of(pid).and_then(|exit| log.get(exit)).map(|exit| &exit.kind);
    match exit {
        Some(EventKind::Exit { reason, by: Some(by) }) if row.outcome == session::ProcessOutcome::Killed => {
            let by = log.get(*by).map_or(pid, |cause| cause.process);
            let who = if by == pid { "itself".to_owned() } else { Term::Pid(by).to_string() };
            format!("killed by {who}, {}", brief(reason, BESIDE))
        }
        _ => row.outcome_text(),
    }
}

struct Drawing<'a> {
    log: &'a Happened<'a>,
    processes: ProcessTable<'a>,
    names: HashMap<Pid, Atom>,
    /// What requests of `gen` were answered.
    replies: Replies,
    lanes: HashMap<Pid, LaneId>,
    /// That of timers, if somebody wants to see them.
    timers: Option<LaneId>,
    choice: &'a EventFilter,
}

impl Drawing<'_> {
    /// Whether an event sets a timer, or a timer makes it.
    fn is_by_timer(&self, event: &RunEvent) -> bool {
        let is_timer = |kind: &EventKind| matches!(kind, EventKind::Timer { .. } | EventKind::Timeout { .. });
        let cause = event.cause.and_then(|cause| self.log.get(cause));
        let is_sent = matches!(event.kind, EventKind::Send { .. });
        is_timer(&event.kind) || is_sent && cause.is_some_and(|cause| is_timer(&cause.kind))
    }

    fn process(&self, pid: Pid) -> Option<&Process> {
        self.processes.machine.system.get(pid)
    }

    /// A lane for everyone who takes part, in the order of their creation. Processes that serve
    /// all runs, such as those that print and log, have none.
    fn lanes(&mut self, events: &[EventId]) -> Vec<Lane> {
        let taking_part = events.iter().filter_map(|id| self.log.get(*id)).flat_map(|event| {
            let all = [Some(event.process), self.log.counterpart(event)].into_iter().flatten();
            all.map(|pid| PidKey::from(self.choice.folds.lane(pid)))
        });
        let pids: BTreeSet<PidKey> = taking_part.collect();
        let machine = self.processes.machine;
        let fates = pids.into_iter().filter_map(|pid| machine.fate_of(Pid::from(pid)));
        let fates: Vec<Fate> = fates.collect();
        self.lanes = fates.iter().enumerate().map(|(n, fate)| (fate.process.state.pid, LaneId(n))).collect();
        let mut lanes: Vec<Lane> = fates.iter().map(|fate| self.lane(fate, events)).collect();
        let is_by_timer = |id: &EventId| self.log.get(*id).is_some_and(|event| self.is_by_timer(event));
        if self.choice.timers && events.iter().any(is_by_timer) {
            self.timers = Some(LaneId(lanes.len()));
            lanes.push(Lane { name: TIMERS.into(), is_there: true, ..Lane::default() });
        }
        lanes
    }

    fn lane(&self, fate: &Fate, events: &[EventId]) -> Lane {
        let pid = fate.process.state.pid;
        let row = self.processes.row(0, fate);
        let (name, mut details) = match self.names.get(&pid) {
            Some(name) => (text::one_line(&Term::Atom(*name)), vec![row.pid.clone()]),
            None => (row.pid.clone(), Vec::new()),
        };
        details.push(row.first_call.clone());
        match self.choice.folds.count(pid) {
            0 => {}
            1 => details.push("and 1 process below it".into()),
            n => details.push(format!("and {n} processes below it")),
        }
        let begins_here = self.log.spawned_by(pid).is_some_and(|spawn| events.binary_search(&spawn).is_ok());
        let first = events.first().copied().unwrap_or(EventId(0));
        let was_gone = self.log.exit_of(pid).is_some_and(|exit| exit < first);
        let (fate, tone) = (fate_text(self.log, pid, &row), tone_of(row.outcome));
        Lane { name, details, fate, tone, is_there: !begins_here && !was_gone }
    }

    /// A row for each event; one for both where a message arrives at once.
    fn rows(&self, events: &[EventId]) -> Vec<Row> {
        let at_once = |n: usize| {
            let pair = events.get(n).zip(events.get(n + 1));
            let is_delivery = |delivery: &EventId| {
                let event = self.log.get(*delivery);
                event.is_some_and(|event| matches!(event.kind, EventKind::Deliver { .. }))
            };
            pair.is_some_and(|(send, next)| {
                next.0 == send.0 + 1 && is_delivery(next) && self.causes(*send, *next)
            })
        };
        let mut combined: Vec<(EventId, bool)> = Vec::with_capacity(events.len());
        let mut n = 0;
        while let Some(id) = events.get(n) {
            combined.push((*id, at_once(n)));
            n += 1 + usize::from(at_once(n));
        }
        let row_of: HashMap<EventId, usize> =
            combined.iter().enumerate().map(|(n, (id, _))| (*id, n)).collect();
        combined.iter().filter_map(|(id, at_once)| self.row(*id, *at_once, &row_of)).collect()
    }

    fn causes(&self, cause: EventId, event: EventId) -> bool {
        self.log.get(event).is_some_and(|event| event.cause == Some(cause))
    }

    fn row(&self, id: EventId, at_once: bool, row_of: &HashMap<EventId, usize>) -> Option<Row> {
        let event = self.log.get(id)?;
        let (shape, tone) = self.shape(event, at_once, row_of)?;
        let number = if at_once { format!("{}→{}", id.0, id.0 + 1) } else { id.0.to_string() };
        let around = self.choice.around;
        let is_focus = around.is_some_and(|around| around == id || (at_once && around.0 == id.0 + 1));
        let mut text = self.words(event, BESIDE);
        if let Shape::Departure { arrives: Arrives::Later, .. } = shape
            && let EventKind::Send { message, .. } = event.kind
            && let Some(delivery) = self.log.delivery_of(message)
        {
            text.push_str(&format!(" (delivered as {})", delivery.0));
        }
        let whole = format!("{number} {}: {}", self.who(event), self.words(event, IN_FULL));
        let what = self.what(event);
        Some(Row { number, text, whole, what, tone, shape, is_focus, is_unique: false })
    }

    fn shape(
        &self,
        event: &RunEvent,
        at_once: bool,
        row_of: &HashMap<EventId, usize>,
    ) -> Option<(Shape, Tone)> {
        let lane = |pid: &Pid| self.lanes.get(&self.choice.folds.lane(*pid)).copied();
        let timer = self.timers.filter(|_| self.is_by_timer(event));
        let is_sent = matches!(event.kind, EventKind::Send { .. });
        let Some(from) = timer.filter(|_| is_sent).or(lane(&event.process)) else {
            // A message about someone who was never there.
            let to = lane(&self.log.counterpart(event)?)?;
            return Some((Shape::Arrival { to, has_departure: false }, Tone::Tie));
        };
        let arrow = |other: Option<LaneId>, line: ArrowKind| match other {
            Some(to) => Shape::Arrow { from, to, line },
            None => Shape::Away { from },
        };
        let mark = |mark: Mark| Shape::Mark { lane: from, mark };
        let shape = match &event.kind {
            EventKind::Spawn { child, .. } => (arrow(lane(child), ArrowKind::Creation), Tone::Birth),
            EventKind::Send { to, message, .. } => {
                let tone = self.cause_tone(event);
                let arrives = match self.log.delivery_of(*message) {
                    Some(id) => row_of.get(&id).map_or(Arrives::Later, |row| Arrives::InRow(*row)),
                    None => Arrives::Never,
                };
                match lane(to) {
                    Some(to) if at_once || self.is_call(*message) => {
                        (Shape::Arrow { from, to, line: ArrowKind::Message }, tone)
                    }
                    Some(to) => (Shape::Departure { from, to, arrives }, tone),
                    None => (Shape::Away { from }, tone),
                }
            }
            EventKind::Deliver { .. } => {
                let has_departure = event.cause.is_some_and(|send| row_of.contains_key(&send));
                (Shape::Arrival { to: from, has_departure }, Tone::Plain)
            }
            EventKind::Receive { .. } => (mark(Mark::Taken), Tone::Plain),
            EventKind::Timeout { .. } | EventKind::Timer { .. } => match (timer, &event.kind) {
                (Some(timers), EventKind::Timer { .. }) => {
                    (arrow(Some(timers), ArrowKind::Message), Tone::Time)
                }
                (Some(timers), _) => {
                    (Shape::Arrow { from: timers, to: from, line: ArrowKind::Message }, Tone::Time)
                }
                (None, _) => (mark(Mark::Other), Tone::Time),
            },
            EventKind::Exit { by: Some(_), .. } => (mark(Mark::End), Tone::Stopped),
            EventKind::Exit { reason: Term::Atom(atoms::NORMAL), .. } => (mark(Mark::End), Tone::Good),
            EventKind::Exit { .. } => (mark(Mark::End), Tone::Bad),
            EventKind::ExitSignal { to, .. } => (arrow(lane(to), ArrowKind::Message), Tone::Stopped),
            EventKind::Link { with: other } | EventKind::Unlink { with: other } => {
                (arrow(lane(other), ArrowKind::Tie), Tone::Tie)
            }
            EventKind::Monitor { of } => match of.as_ref().and_then(lane) {
                Some(to) => (arrow(Some(to), ArrowKind::Tie), Tone::Tie),
                None => (mark(Mark::Other), Tone::Tie),
            },
            EventKind::Demonitor { of } => (arrow(lane(of), ArrowKind::Tie), Tone::Tie),
            EventKind::Register { .. } | EventKind::Unregister { .. } => (mark(Mark::Other), Tone::Tie),
        };
        Some(shape)
    }

    /// Whether a request is drawn as one arrow with its reply.
    fn is_call(&self, message: MessageId) -> bool {
        self.choice.calls.as_ref().is_some_and(|calls| calls.is_request(message))
    }

    /// Messages that the machine writes look like what they come from.
    fn cause_tone(&self, event: &RunEvent) -> Tone {
        match event.cause.and_then(|cause| self.log.get(cause)).map(|cause| &cause.kind) {
            Some(EventKind::Timer { .. }) => Tone::Time,
            Some(_) => Tone::Tie,
            None => Tone::Plain,
        }
    }

    /// What happened, said beside its line: who and to whom is drawn.
    fn words(&self, event: &RunEvent, characters: usize) -> String {
        let brief = |term: &Term| self.brief(term, characters);
        match &event.kind {
            EventKind::Spawn { child, linked, monitored } => {
                let how = match (linked, monitored) {
                    (false, false) => "spawn",
                    (true, false) => "spawn_link",
                    (false, true) => "spawn_monitor",
                    (true, true) => "spawn_link and monitor",
                };
                let call = self.process(*child).map(|child| self.processes.first_call(child));
                match self.replaced(event.process, *child) {
                    Some(old) => {
                        format!("restart of {}: {how} {}", Term::Pid(old), call.unwrap_or_default())
                    }
                    None => format!("{how} {}", call.unwrap_or_default()),
                }
            }
            EventKind::Send { to, message, content } => {
                let lost = match self.log.delivery_of(*message) {
                    Some(_) => "",
                    None if self.is_gone(*to) => " (lost: no such process)",
                    None => " (never delivered)",
                };
                let by = event.cause.map_or(String::new(), |cause| format!("by {}: ", cause.0));
                let to = if *to == event.process { "to itself: " } else { "" };
                let said = self.said(content, characters);
                let answer = self.replies.to(content).map(|reply| format!(" → {}", brief(reply)));
                format!("{by}{to}{said}{}{lost}", answer.unwrap_or_default())
            }
            EventKind::Deliver { message, .. } => {
                format!("delivery of {}", self.message(*message, characters))
            }
            EventKind::Receive { message } => format!("receive {}", self.message(*message, characters)),
            EventKind::Timeout { milliseconds } => format!("timeout after {milliseconds} ms"),
            EventKind::Timer { milliseconds } => format!("timer of {milliseconds} ms"),
            EventKind::Exit { reason, by: Some(by) } => format!("killed by {}: {}", by.0, brief(reason)),
            EventKind::Exit { reason, by: None } => format!("exit {}", brief(reason)),
            EventKind::ExitSignal { reason, .. } => format!("exit signal {}", brief(reason)),
            EventKind::Link { .. } => "link".into(),
            EventKind::Unlink { .. } => "unlink".into(),
            EventKind::Monitor { of: Some(_) } => "monitor".into(),
            EventKind::Monitor { of: None } => "monitor an unregistered name".into(),
            EventKind::Demonitor { .. } => "demonitor".into(),
            EventKind::Register { name, pid } => {
                format!("register {} as {}", Term::Pid(*pid), Term::Atom(*name))
            }
            EventKind::Unregister { name, .. } => format!("unregister {}", Term::Atom(*name)),
        }
    }

    /// The same without the numbers of events, which another run gives to other events.
    fn what(&self, event: &RunEvent) -> String {
        let content = |message: MessageId| self.log.content_of(message).map(|term| self.brief(term, IN_FULL));
        match &event.kind {
            EventKind::Send { to, content, .. } => {
                format!("send {} to {}", self.brief(content, IN_FULL), Term::Pid(*to))
            }
            EventKind::Deliver { message, .. } => {
                format!("deliver {}", content(*message).unwrap_or_default())
            }
            EventKind::Receive { message } => format!("receive {}", content(*message).unwrap_or_default()),
            EventKind::Exit { reason, .. } => format!("exit {}", self.brief(reason, IN_FULL)),
            _ => self.words(event, IN_FULL),
        }
    }

    /// A message by the number of its sending, and what it says.
    fn message(&self, message: MessageId, characters: usize) -> String {
        let number = self.log.send_of(message).map_or(0, |send| send.0);
        let content = self.log.content_of(message).map(|content| self.said(content, characters));
        format!("{number}: {}", content.unwrap_or_default())
    }

    /// What a message says: in OTP's words, if it is of its protocols.
    fn said(&self, content: &Term, characters: usize) -> String {
        let show = |term: &Term| self.brief(term, characters);
        meaning(content, &show).unwrap_or_else(|| show(content))
    }

    /// A term beside its arrow; records by name and field.
    fn brief(&self, term: &Term, characters: usize) -> String {
        let program = &self.processes.machine.program;
        if !is_shown_otherwise(program, None, std::iter::once(term)) {
            return brief(term, characters);
        }
        let shown = FOLDS.map(|(depth, length, characters)| {
            Fold { depth, length, characters, ..ONE_LINE.for_people(None) }.value(program, term)
        });
        let fits = shown.iter().find(|text| text.chars().count() <= characters);
        fits.or(shown.last()).cloned().unwrap_or_default()
    }

    /// The process that a supervisor started this one in place of: its last child with the same
    /// first call, if it had ended by then.
    fn replaced(&self, parent: Pid, child: Pid) -> Option<Pid> {
        let call = |pid: Pid| self.process(pid).map(|process| self.processes.first_call(process));
        let is_supervisor = |process: &Process| process.state.initial_call.module.name() == "proc_lib";
        self.process(parent).filter(|parent| is_supervisor(parent))?;
        let spawn = self.log.spawned_by(child)?;
        let same = |pid: Pid| (call(pid) == call(child)).then_some(pid);
        let before = self.log.iter().take_while(|(id, _)| *id < spawn);
        let siblings = before.filter_map(|(_, event)| match event.kind {
            EventKind::Spawn { child, .. } if event.process == parent => same(child),
            _ => None,
        });
        let last = siblings.last()?;
        self.log.exit_of(last).filter(|exit| *exit < spawn).map(|_| last)
    }

    fn is_gone(&self, pid: Pid) -> bool {
        self.log.exit_of(pid).is_some() || self.process(pid).is_none()
    }

    /// `<0.80.0> to <0.81.0>`
    fn who(&self, event: &RunEvent) -> String {
        let name = |pid: Pid| match self.names.get(&pid) {
            Some(name) => format!("{} {}", Term::Pid(pid), Term::Atom(*name)),
            None => Term::Pid(pid).to_string(),
        };
        let between = match event.kind {
            EventKind::Deliver { .. } | EventKind::Receive { .. } => "from",
            EventKind::Link { .. } | EventKind::Unlink { .. } => "and",
            EventKind::Monitor { .. } | EventKind::Demonitor { .. } => "of",
            _ => "to",
        };
        match self.log.counterpart(event) {
            Some(other) => format!("{} {between} {}", name(event.process), name(other)),
            None => name(event.process),
        }
    }
}

/// A term beside its arrow, or in full.
fn brief(term: &Term, characters: usize) -> String {
    if characters == BESIDE { text::without_stack(term, characters) } else { text::brief(term, characters) }
}
