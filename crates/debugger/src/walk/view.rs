//! What there is to see of a run that stands somewhere, as data: processes, calls, variables,
//! values, messages, diagrams.
//!
//! Nothing here is laid out for people, and nothing changes the run.

use session::Process;

use crate::drawable::Diagrams;
pub use erlang_rewind::events::EventLine;
pub use erlang_rewind::reply::{Mailbox, Possible};
pub use erlang_rewind::state::Standing;
pub use erlang_rewind::values::{Page, PartsWanted};

/// The number in a pid: that of `<0.82.0>` is 82.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PidNumber(pub u32);

/// A call under way. The same call has the same name as long as it has not returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameId(pub u64);

/// What can be seen of a walk.
pub trait WalkView {
    /// Steps of all processes so far, and entries of the run's log. A command has the same numbers
    /// in its reply.
    fn position(&self) -> WalkPosition;

    /// All processes, in order of creation.
    fn processes(&self) -> Vec<ProcessSeen>;

    /// The process that evaluates the expression.
    fn main(&self) -> Option<PidNumber>;

    /// The calls under way in a process, innermost first, from this one on. A process that has
    /// ended or not begun has one frame, which says so.
    fn frames(&mut self, who: PidNumber, first: usize, most: usize) -> Result<FramesSeen, String>;

    /// The text of a file that only the debugger has ([`SeenFile::Text`]).
    fn text(&self, number: u32) -> Option<String>;

    /// What can be opened in a frame: its variables, the mailbox of its process, the process.
    fn scopes(&mut self, frame: FrameId) -> Result<Vec<ScopeSeen>, String>;

    /// The names of the variables of a frame.
    fn variables(&self, frame: FrameId) -> Result<Vec<String>, String>;

    /// What is in something that can be opened, by its number.
    fn open(&mut self, number: u32, wanted: PartsWanted, page: Page) -> Result<Vec<ValueSeen>, String>;

    /// The value of an expression in a frame. It is evaluated in a copy of the run.
    fn evaluate(&mut self, frame: FrameId, expression: &str) -> Result<Evaluated, String>;

    /// The innermost frame of a process.
    fn innermost(&self, who: PidNumber) -> Result<FrameId, String>;

    /// The exception that a process has stopped at.
    fn exception(&self, who: PidNumber) -> Option<RaisedHere>;

    /// Messages that have arrived at a process, and those that are on their way to it.
    fn mailbox(&self, who: PidNumber) -> Result<Mailbox, String>;

    /// The events that happened, in the order of the run, then those that were undone and can be
    /// made again: at most this many of each, the ones next to the present.
    fn events(&self, most: usize) -> EventsSeen;

    /// The numbers of all these events, in the same order.
    fn event_ids(&self) -> Vec<u32>;

    /// What can happen next: `take N` chooses the N-th.
    fn choices(&self) -> Vec<Possible>;

    /// Where the run is to stop.
    fn breakpoints(&self) -> Vec<BreakpointSeen>;

    /// Numbers of the events that led to an event, and of those that it led to.
    fn past_and_future(&self, event: u32) -> Result<(Vec<u32>, Vec<u32>), String>;

    /// What the processes have done to each other so far, without what was undone.
    fn diagrams(&self) -> Box<dyn Diagrams + '_>;
}

/// Where a walk is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WalkPosition {
    pub entries: usize,
    pub steps: u64,
}

/// The events next to the present.
#[derive(Debug)]
pub struct EventsSeen {
    /// In the order of the run.
    pub happened: Vec<EventLine>,
    /// How many happened in all.
    pub all_happened: usize,
    /// In the order in which they are made again.
    pub undone: Vec<EventLine>,
    pub all_undone: usize,
}

/// A breakpoint, as `breaks` lists it.
#[derive(Debug)]
pub struct BreakpointSeen {
    pub n: u32,
    pub text: String,
    /// Of a breakpoint on a line: the file as it was named, and the line.
    pub line: Option<(String, u32)>,
}

#[derive(Debug)]
pub struct ProcessSeen {
    pub id: PidNumber,
    /// As in every table of processes.
    pub row: Process,
    pub status: Standing,
    /// Messages in its mailbox.
    pub delivered: usize,
}

impl ProcessSeen {
    pub fn has_ended(&self) -> bool {
        matches!(self.status, Standing::Value | Standing::Exception | Standing::Killed)
    }
}

#[derive(Debug)]
pub struct FramesSeen {
    pub frames: Vec<FrameSeen>,
    /// How many there are, beside those that were not asked for.
    pub all: usize,
}

#[derive(Debug)]
pub struct FrameSeen {
    pub id: FrameId,
    pub name: String,
    /// A call under way. Else the name says what became of the process, or what it is about to do.
    pub is_call: bool,
    /// Code of the user's.
    pub is_own: bool,
    /// Whether the run can go back to its beginning.
    pub can_restart: bool,
    pub place: Option<SourceSpan>,
}

/// A part of a file. Columns count in units of UTF-16, as editors and browsers do, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceSpan {
    pub file: SeenFile,
    pub line: u32,
    pub column: u32,
    /// Just past the last character, if that is known.
    pub end: Option<(u32, u32)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeenFile {
    /// A file of the user's.
    File { name: String, path: String },
    /// The debugger has its text ([`WalkView::text`]).
    Text { name: String, number: u32 },
    /// There is no text of it.
    Unknown { name: String },
}

/// Something with values in it.
#[derive(Debug)]
pub struct ScopeSeen {
    pub kind: ScopeKind,
    /// For [`WalkView::open`], until the run moves.
    pub number: u32,
    /// How many values are in it, if that is known.
    pub count: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    Variables,
    Mailbox,
    /// Name, links, dictionary and the like.
    Process,
}

/// A value in one line, and what is in it.
#[derive(Debug)]
pub struct ValueSeen {
    pub name: String,
    pub text: String,
    /// `tuple`, `#person{}`; `None` of a group of parts.
    pub kind: Option<String>,
    /// How many parts have names, and how many do not.
    pub named: usize,
    pub indexed: usize,
    /// For [`WalkView::open`], until the run moves. `None`: nothing is in it.
    pub number: Option<u32>,
}

#[derive(Debug)]
pub struct Evaluated {
    pub value: ValueSeen,
    /// What it would have printed.
    pub printed: String,
}

/// An exception that is about to leave the place where a process stands.
#[derive(Debug)]
pub struct RaisedHere {
    /// `error`, `exit`, `throw`
    pub class: &'static str,
    pub text: String,
    /// As the Erlang shell would explain it.
    pub explanation: String,
    /// The entries of its stack trace, each on one line.
    pub trace: Vec<String>,
    /// The run stops at every exception of this class, even if it is caught.
    pub is_wanted: bool,
}
