//! What a command shows: one object in JSON; as lines for a person in `page.rs`.

use erlang_term::Pid;
use serde::{Deserialize, Serialize};
use session::Process;

use crate::events::EventLine;
use crate::judge::Reached;
use crate::state::{Standing, State, pid};
use crate::waiting::Waiting;

/// The answer to one command. Its fields are the contract of `rewind --json`, version 1.
#[derive(Serialize, Debug)]
pub struct Reply {
    pub v: u32,
    pub command: String,
    pub ok: bool,
    #[serde(skip)]
    pub problem: Option<NotDone>,
    /// Why it was refused, or something to know beside what is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Entries of the run up to here, and steps of all processes.
    pub position: usize,
    pub steps: u64,
    #[serde(flatten)]
    pub shown: Shown,
}

impl Reply {
    /// To a command that cannot be done while another one is.
    pub fn refused(command: &str, message: String) -> Reply {
        Reply {
            v: 1,
            command: command.to_owned(),
            ok: false,
            problem: Some(NotDone::Refused),
            message: Some(message),
            position: 0,
            steps: 0,
            shown: Shown::Nothing {},
        }
    }
}

/// Why a command was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotDone {
    /// The line is not a command.
    Unreadable,
    /// It cannot be done here.
    Refused,
}

/// Each kind adds its own fields.
#[derive(Serialize, Debug)]
#[serde(untagged)]
pub enum Shown {
    Nothing {},
    Moved(Moved),
    Undone(Undone),
    Processes {
        processes: Vec<Fate>,
    },
    State {
        state: Box<State>,
        mailbox: Mailbox,
        history: Vec<EventLine>,
    },
    Mailbox {
        process: String,
        mailbox: Mailbox,
    },
    History {
        process: String,
        history: Vec<EventLine>,
    },
    Trace {
        trace: Vec<EventLine>,
        left_out: usize,
    },
    Choices {
        choices: Vec<Possible>,
    },
    Breakpoints {
        breakpoints: Vec<ShownBreakpoint>,
    },
    Why {
        event: EventLine,
        causes: Vec<EventLine>,
        effects: Vec<EventLine>,
    },
    Waiting {
        waiting: Box<Waiting>,
    },
    Origin {
        origin: Vec<Origin>,
    },
    Output {
        output: String,
    },
    Saved {
        file: String,
    },
    /// How a declarative session ended: whether it found who is to blame, and how many answers were
    /// given.
    Asked {
        found: bool,
        answers: usize,
    },
    Help {
        help: String,
    },
}

/// What going forward did.
#[derive(Serialize, Debug, Default)]
pub struct Moved {
    /// The events that happened on the way.
    pub events: Vec<EventLine>,
    /// Of each process, how many steps it made. Deliveries are steps of the run, but of no process.
    pub moved: Vec<Steps>,
    #[serde(skip)]
    pub steps: u64,
    /// One process went on by expressions: how many steps of the machine that took does not matter
    /// to a person.
    #[serde(skip)]
    pub walked: bool,
    /// Events before these: of a long way, only the last ones are told.
    #[serde(skip)]
    pub left_out: usize,
    pub stopped: Stopped,
    /// The run was stopped this long (virtual time) after the expression had ended, although
    /// something was left to happen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped_after_ms: Option<u64>,
    /// The breakpoint that was hit, and who hit it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<Hit>,
    /// What breakpoints with a text wrote.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logged: Vec<String>,
    /// What the program printed meanwhile.
    pub output: String,
}

/// Why it went no further.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "lowercase")]
pub enum Stopped {
    /// It went as far as it was told to.
    #[default]
    Done,
    /// Nothing can go on: everyone has ended or waits.
    Quiet,
    Breakpoint,
    /// `halt`
    Halted,
    /// Something that whodunit does not have.
    Unsupported,
    /// `--max-steps`, `--max-memory`
    Budget,
    Interrupted,
}

#[derive(Serialize, Clone, Debug)]
pub struct Steps {
    pub process: String,
    pub steps: u64,
}

#[derive(Serialize, Clone, Debug)]
pub struct Hit {
    /// The number of the breakpoint; none: what `run until` named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breakpoint: Option<u32>,
    pub process: String,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<u32>,
    #[serde(skip)]
    pub who: Pid,
}

impl Hit {
    pub fn of(reached: &Reached) -> Hit {
        Hit {
            breakpoint: reached.hit.first().copied(),
            process: pid(reached.who),
            text: reached.text.clone(),
            event: reached.event.map(|id| id.0),
            who: reached.who,
        }
    }
}

/// The roll log: what was undone, in the order in which it was undone.
#[derive(Serialize, Debug, Default)]
pub struct Undone {
    /// Of very many, the latest and the earliest.
    pub undone: Vec<EventLine>,
    /// How many there were between those.
    #[serde(skip_serializing_if = "is_none")]
    pub left_out: usize,
    /// Of each process, how many steps were undone.
    pub rolled: Vec<Steps>,
    /// The process went back, even if nothing had to be undone for that.
    #[serde(skip)]
    pub moved: bool,
    /// Where a run in reverse stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<Hit>,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

impl Undone {
    /// What was undone, a line each, but for more than this many. None: nothing.
    pub fn in_lines(&self, most: usize) -> Option<String> {
        let line = |line: &EventLine| format!("undone {}: {} {}\n", line.id, line.process, line.words);
        let mut lines: String = self.undone.iter().take(most).map(line).collect();
        let all = self.undone.len() + self.left_out;
        if let Some(more) = all.checked_sub(most).filter(|more| *more > 0) {
            lines.push_str(&format!("… and {more} more\n"));
        }
        (!lines.is_empty()).then_some(lines)
    }
}

/// A process in the table.
#[derive(Serialize, Debug)]
pub struct Fate {
    #[serde(flatten)]
    pub row: Process,
    pub status: Standing,
    /// Of one that is about to exit.
    #[serde(skip)]
    pub outcome: Option<String>,
    pub delivered: usize,
    pub in_flight: usize,
}

#[derive(Serialize, Debug, Clone)]
pub struct Mailbox {
    pub delivered: Vec<Letter>,
    pub in_flight: Vec<Letter>,
}

/// A message, by the number of its sending.
#[derive(Serialize, Debug, Clone)]
pub struct Letter {
    pub id: Option<u32>,
    pub from: Option<String>,
    pub text: String,
}

/// Something that can happen next.
#[derive(Serialize, Debug)]
pub struct Possible {
    pub n: usize,
    pub kind: &'static str,
    pub text: String,
}

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct ShownBreakpoint {
    pub n: u32,
    pub text: String,
}

/// A step on the way of a value back to where it was made.
#[derive(Serialize, Debug)]
pub struct Origin {
    pub process: String,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<u32>,
}
