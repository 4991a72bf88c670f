//! What came of a run: one type, one set of words and one exit status, for every language, command
//! and interface.

use serde::Serialize;
use session::event::VERSION;
use session::{Process, processes};

use crate::dialogue::Stream;
use crate::words;

/// What came of a run: the same for every language, command and interface.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    pub kind: OutcomeKind,
    /// The value on one line, as it reads back.
    pub value: Option<String>,
    /// The exception on one line, or what is not supported.
    pub exception: Option<String>,
    /// The value or the exception, laid out for people.
    pub text: String,
    /// Whether `text` shows where an exception came from, which questions about it do not.
    pub has_stack: bool,
    /// What explains it, for people: who waits for what in a deadlock, the code that failed.
    pub explanation: Option<String>,
    /// Worth knowing, for people.
    pub notes: Vec<String>,
    /// Of a goal: which of its answers this is, from 1.
    pub goal_answer: Option<usize>,
    /// The answers of a goal.
    pub answers: Option<Vec<GoalAnswer>>,
    pub steps: u64,
    /// Bytes in use when it ended.
    pub memory: u64,
    /// Events of the observation trace that was written.
    pub trace_events: Option<u32>,
    /// How a second run of the same program compared, if there was one.
    pub verification: Option<Verification>,
    /// The run was stopped this long after the expression had ended, although something was left to
    /// happen.
    pub stopped_after_ms: Option<u64>,
    /// How many processes run in an endless circle, if the run was stopped in one.
    pub running: usize,
    /// In order of creation.
    pub processes: Vec<Process>,
}

/// Whether two runs of the same were the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification {
    pub is_same: bool,
    /// For people.
    pub text: String,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutcomeKind {
    Value,
    Exception,
    /// Nothing can run, and the expression has no value.
    Deadlock,
    /// `--max-steps`
    Steps,
    /// `--max-memory`
    Memory,
    Interrupted,
    /// Every process is in a state in which it has been before: it would never end.
    Livelock,
    /// The program ended the run with this status.
    Halted(i32),
    Unsupported,
    /// A goal has no (further) answer.
    NoAnswer,
    /// It depends on a logic variable that nothing binds.
    Floundered,
}

impl OutcomeKind {
    /// As `run --json` has it.
    pub fn name(self) -> &'static str {
        match self {
            OutcomeKind::Value => "value",
            OutcomeKind::Exception => "exception",
            OutcomeKind::Deadlock => "deadlock",
            OutcomeKind::Steps | OutcomeKind::Memory => "budget",
            OutcomeKind::Interrupted => "interrupted",
            OutcomeKind::Livelock => "livelock",
            OutcomeKind::Halted(_) => "halted",
            OutcomeKind::Unsupported => "unsupported",
            OutcomeKind::NoAnswer => "no-answer",
            OutcomeKind::Floundered => "floundered",
        }
    }

    /// The exit status of `run`.
    pub fn status(self) -> u8 {
        match self {
            OutcomeKind::Value => 0,
            OutcomeKind::Exception | OutcomeKind::Deadlock | OutcomeKind::Livelock => 1,
            OutcomeKind::NoAnswer | OutcomeKind::Floundered => 1,
            OutcomeKind::Unsupported => 2,
            OutcomeKind::Steps | OutcomeKind::Memory => 3,
            OutcomeKind::Interrupted => 4,
            OutcomeKind::Halted(status) => status as u8,
        }
    }
}

/// One answer of a goal.
#[derive(Clone, Serialize, Debug)]
pub struct GoalAnswer {
    /// From 1.
    pub n: usize,
    /// The whole answer with a remark, for people.
    #[serde(skip)]
    pub text: String,
    /// The whole answer.
    #[serde(skip)]
    pub whole: String,
    pub value: Option<String>,
    pub bindings: Vec<GoalBinding>,
    pub constraints: Vec<String>,
    pub floundered: bool,
}

/// What a variable of a goal stands for.
#[derive(Clone, Serialize, Debug)]
pub struct GoalBinding {
    pub name: String,
    pub value: String,
}

/// `run --json`, version 1.
#[derive(Serialize)]
struct Done<'a> {
    v: u32,
    event: &'static str,
    outcome: &'static str,
    value: &'a Option<String>,
    exception: &'a Option<String>,
    output: &'a str,
    /// What the program wrote to standard error, where that is kept apart.
    #[serde(skip_serializing_if = "str::is_empty")]
    error_output: &'a str,
    steps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_after_ms: Option<u64>,
    processes: &'a [Process],
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: &'a Option<Vec<GoalAnswer>>,
}

impl RunOutcome {
    /// Nothing came of it yet.
    pub fn new(kind: OutcomeKind) -> RunOutcome {
        RunOutcome {
            kind,
            value: None,
            exception: None,
            text: String::new(),
            has_stack: false,
            explanation: None,
            notes: Vec::new(),
            goal_answer: None,
            answers: None,
            steps: 0,
            memory: 0,
            trace_events: None,
            verification: None,
            stopped_after_ms: None,
            running: 0,
            processes: Vec::new(),
        }
    }

    /// On one line, without what kind of outcome it is.
    pub fn one_line(&self) -> &str {
        self.value.as_ref().or(self.exception.as_ref()).map_or("", String::as_str)
    }

    /// Why the run was stopped, if it did not end by itself.
    pub fn stopped(&self) -> Option<String> {
        let steps = self.steps;
        match self.kind {
            OutcomeKind::Steps => Some(format!("stopped after {steps} steps (--max-steps)")),
            OutcomeKind::Memory => {
                Some(format!("stopped at {} MiB of memory (--max-memory)", self.memory >> 20))
            }
            OutcomeKind::Interrupted => Some(format!("interrupted after {steps} steps")),
            OutcomeKind::Livelock => Some(words::endless(self.running)),
            _ => None,
        }
    }

    /// What people are told at the end of a run, in this order, in lines of this width.
    pub fn report(&self, width: usize) -> Vec<(Stream, String)> {
        let result = Some(&self.text).filter(|text| !text.is_empty()).into_iter().chain(&self.explanation);
        let mut said: Vec<(Stream, String)> = result.map(|text| (Stream::Out, text.clone())).collect();
        let stopped = self.stopped();
        said.extend(stopped.iter().chain(&self.notes).map(|note| (Stream::Error, note.clone())));
        let rows = self.processes.len();
        if rows > 0 && (stopped.is_some() || rows > 1 && !matches!(self.kind, OutcomeKind::Halted(_))) {
            let table = processes::table(&self.processes, processes::MOST, width);
            said.push((Stream::Out, format!("\n{}", table.trim_end())));
        }
        said
    }

    /// The event `done` as one line, with what the program printed.
    pub fn to_json(&self, output: &str, error_output: &str) -> String {
        let done = Done {
            v: VERSION,
            event: "done",
            outcome: self.kind.name(),
            value: &self.value,
            exception: &self.exception,
            output,
            error_output,
            steps: self.steps,
            stopped_after_ms: self.stopped_after_ms,
            processes: &self.processes,
            answers: &self.answers,
        };
        // Only maps with strange keys and failing `Serialize`s can fail, and there are none.
        serde_json::to_string(&done).unwrap_or_default()
    }
}
