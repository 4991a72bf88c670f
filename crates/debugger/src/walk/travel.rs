//! Where a run stops, and the ways there: as an editor asks for them, without a command line.

use erlang_rewind::reply::Undone;

use super::view::{FrameId, PidNumber};
pub use erlang_rewind::Ending;
pub use erlang_rewind::Pace;
pub use erlang_rewind::breakpoints::Exceptions;

/// A way that [`Walk::set_out`](super::Walk::set_out) begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Journey {
    /// Until something stops it.
    On,
    /// To the first expression of the user's.
    Entry,
    /// To the next expression of a process, or its next line.
    Step { who: PidNumber, pace: Pace, by_line: bool },
    /// Back by causes to the expression before.
    StepBack { who: PidNumber, by_line: bool },
    /// Back by causes to the last breakpoint of a process.
    BackToStop { who: PidNumber },
    /// Back along the run to the beginning of a call.
    BackToFrame(FrameId),
}

impl Journey {
    pub fn is_back(self) -> bool {
        matches!(self, Journey::StepBack { .. } | Journey::BackToStop { .. } | Journey::BackToFrame(_))
    }
}

/// Where a journey ended.
#[derive(Debug)]
pub enum Arrival {
    Stopped(StoppedAt),
    /// Back where something was, with what was undone for that.
    Back {
        at: StoppedAt,
        undone: Undone,
        by_causes: bool,
    },
    /// What was looked for is not in the past: back at the beginning.
    Beginning,
    /// Nothing can go on, or the run may not.
    Over(Ending),
    /// Somebody stopped it. Whose turn it is.
    Paused {
        who: Option<PidNumber>,
    },
}

/// Where a run stands still, and why.
#[derive(Clone, Debug)]
pub struct StoppedAt {
    pub who: PidNumber,
    pub reason: StopReason,
    /// Such as `reaches dining.erl:46`.
    pub text: String,
    /// The numbers of the breakpoints that were hit.
    pub hit: Vec<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopReason {
    Line,
    Function,
    Binding,
    Event,
    /// The journey was a step.
    Step,
    /// The first expression of the user's.
    Entry,
    /// The beginning of a call.
    Call,
    Exception {
        class: &'static str,
        /// What was raised, in short.
        raised: Option<String>,
    },
}

/// Who set breakpoints: those of one owner are replaced together.
pub use erlang_rewind::breakpoints::Owner as StopOwner;

/// A breakpoint that is wanted.
#[derive(Clone, Debug)]
pub struct StopWish {
    pub at: StopPlace,
    /// Only if this expression is true there.
    pub condition: Option<String>,
    /// Only if it has been hit so often: `3`, `>= 10`, `% 5`.
    pub hits: Option<String>,
    /// Write this in the place of stopping, with expressions in braces.
    pub log: Option<String>,
}

#[derive(Clone, Debug)]
pub enum StopPlace {
    Line {
        file: String,
        line: u32,
    },
    /// `m:f/1`, `m:f`, `f/1` or `f`
    Function(String),
}

/// A breakpoint as it was set.
#[derive(Clone, Debug)]
pub struct StopSet {
    pub n: u32,
    /// Whether it can stop anything.
    pub is_set: bool,
    /// Why it cannot, or where else it lies.
    pub message: Option<String>,
    pub line: Option<u32>,
}

/// All breakpoints, for another run of the same program ([`Stops::restore`]).
pub struct SavedStops(pub(crate) erlang_rewind::breakpoints::Breakpoints);

/// Where a run is to stop, beside what commands say.
pub trait Stops {
    /// Reads all code of the user's, so that it can be stopped in before anything is called. An
    /// error says what cannot be read.
    fn prepare(&self) -> Result<(), String>;

    /// Puts these breakpoints in the place of those of this owner.
    fn replace(&mut self, owner: &StopOwner, wishes: Vec<StopWish>) -> Vec<StopSet>;

    /// The exceptions to stop at.
    fn set_exceptions(&mut self, exceptions: Exceptions);

    /// The lines of a file that have something to stop at, from one to another.
    fn lines(&self, file: &str, first: u32, last: u32) -> Vec<u32>;

    /// Nothing is to stop the run.
    fn forget(&mut self);

    /// Takes all breakpoints away, for another run.
    fn take(&mut self) -> SavedStops;

    /// Sets breakpoints of another run of the program, whose code may have changed.
    fn restore(&mut self, saved: SavedStops);

    /// What breakpoints with a text have written since this was asked last.
    fn take_logged(&mut self) -> Vec<String>;
}
