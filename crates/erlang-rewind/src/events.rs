//! Events as lines of a trace: who did what to whom, with the numbers by which they can be undone.

use erlang_history::{EventId, EventKind, EventLog, RunEvent};
use erlang_machine::mailbox::MessageId;
use erlang_report::{Pattern, text};
use erlang_term::{Pid, Term};
use serde::Serialize;

use crate::state::pid;

/// Roughly how many characters of a term are shown in a line for people.
const BESIDE: usize = 100;

/// One event, in words.
#[derive(Clone, Serialize, Debug)]
pub struct EventLine {
    pub id: u32,
    pub process: String,
    pub kind: &'static str,
    /// The other process that takes part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// A message, in full; the reason of an exit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The number of the sending, for what became of a message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sent: Option<u32>,
    /// What brought it about, beside what its process did before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<u32>,
    /// `sends {hungry,1} to <0.83.0>`, for people.
    #[serde(skip)]
    pub words: String,
}

/// What a message says, of an event that is about one.
pub fn content<'l>(log: &'l EventLog, event: &'l RunEvent) -> Option<&'l Term> {
    match &event.kind {
        EventKind::Send { content, .. } => Some(content),
        EventKind::Deliver { message, .. } | EventKind::Receive { message } => log.content_of(*message),
        _ => None,
    }
}

pub fn kind(kind: &EventKind) -> &'static str {
    match kind {
        EventKind::Spawn { .. } => "spawn",
        EventKind::Send { .. } => "send",
        EventKind::Deliver { .. } => "deliver",
        EventKind::Receive { .. } => "receive",
        EventKind::Timeout { .. } => "timeout",
        EventKind::Timer { .. } => "timer",
        EventKind::Exit { .. } => "exit",
        EventKind::ExitSignal { .. } => "exit_signal",
        EventKind::Link { .. } => "link",
        EventKind::Unlink { .. } => "unlink",
        EventKind::Monitor { .. } => "monitor",
        EventKind::Demonitor { .. } => "demonitor",
        EventKind::Register { .. } => "register",
        EventKind::Unregister { .. } => "unregister",
    }
}

/// What an event says, as a line.
pub fn line(log: &EventLog, id: EventId, event: &RunEvent) -> EventLine {
    let sent = match &event.kind {
        EventKind::Deliver { message, .. } | EventKind::Receive { message } => log.send_of(*message),
        _ => None,
    };
    let value = match &event.kind {
        EventKind::Exit { reason, .. } | EventKind::ExitSignal { reason, .. } => Some(reason.clone()),
        _ => content(log, event).cloned(),
    };
    EventLine {
        id: id.0,
        process: pid(event.process),
        kind: kind(&event.kind),
        other: log.counterpart(event).map(pid),
        value: value.as_ref().map(text::one_line),
        sent: sent.map(|id| id.0),
        cause: event.cause.map(|id| id.0),
        words: words(log, event),
    }
}

/// `sends {hungry,1} to <0.83.0>`
pub fn words(log: &EventLog, event: &RunEvent) -> String {
    let brief = |term: &Term| text::without_stack(term, BESIDE);
    let message = || content(log, event).map(brief).unwrap_or_default();
    let sent = |message: &MessageId| {
        log.send_of(*message).map_or_else(String::new, |send| format!("  (sent as {})", send.0))
    };
    match &event.kind {
        EventKind::Spawn { child, linked, monitored } => {
            let how = match (linked, monitored) {
                (false, false) => "",
                (true, false) => ", linked",
                (false, true) => ", monitored",
                (true, true) => ", linked and monitored",
            };
            format!("spawns {}{how}", pid(*child))
        }
        EventKind::Send { to, content, .. } => {
            let to = if *to == event.process { "itself".to_owned() } else { pid(*to) };
            let by = match event.cause {
                Some(cause) => format!("  (caused by {})", cause.0),
                None => String::new(),
            };
            format!("sends {} to {to}{by}", brief(content))
        }
        EventKind::Deliver { message: id, .. } => format!("is delivered {}{}", message(), sent(id)),
        EventKind::Receive { message: id } => format!("receives {}{}", message(), sent(id)),
        EventKind::Timeout { milliseconds } => format!("times out after {milliseconds} ms"),
        EventKind::Timer { milliseconds } => format!("starts a timer of {milliseconds} ms"),
        EventKind::Exit { reason, by: Some(by) } => format!("is killed by {}: {}", by.0, brief(reason)),
        EventKind::Exit { reason, by: None } => format!("exits: {}", brief(reason)),
        EventKind::ExitSignal { to, reason } => format!("sends exit {} to {}", brief(reason), pid(*to)),
        EventKind::Link { with } => format!("links to {}", pid(*with)),
        EventKind::Unlink { with } => format!("unlinks from {}", pid(*with)),
        EventKind::Monitor { of: Some(of) } => format!("monitors {}", pid(*of)),
        EventKind::Monitor { of: None } => "monitors an unregistered name".into(),
        EventKind::Demonitor { of } => format!("no longer monitors {}", pid(*of)),
        EventKind::Register { name, pid: of } => format!("registers {} as {}", pid(*of), Term::Atom(*name)),
        EventKind::Unregister { name, .. } => format!("unregisters {}", Term::Atom(*name)),
    }
}

/// Which events a trace shows.
pub struct Filter {
    pub processes: Vec<Pid>,
    pub message: Option<Pattern>,
    /// Deliveries, and ties between processes, too.
    pub all: bool,
}

impl Filter {
    pub fn wants(&self, log: &EventLog, event: &RunEvent) -> bool {
        let aside = matches!(
            event.kind,
            EventKind::Deliver { .. }
                | EventKind::Monitor { .. }
                | EventKind::Demonitor { .. }
                | EventKind::Register { .. }
                | EventKind::Unregister { .. }
        );
        let chosen = |pid: Pid| self.processes.contains(&pid);
        let of_process =
            self.processes.is_empty() || chosen(event.process) || log.counterpart(event).is_some_and(chosen);
        let like = |pattern: &Pattern| content(log, event).is_some_and(|content| pattern.matches(content));
        (self.all || !aside) && of_process && self.message.as_ref().is_none_or(like)
    }
}
