//! What a language brings along, split by time: before a run, during it, after it.
//!
//! Another language is one more implementation of these traits, and one more row in
//! [`crate::LANGUAGES`].

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use erlang_oracles::Trusted;
use observation::reading::Method;
use session::Knowledge;
use slices::Later;

use crate::dialogue::{Case, Outside};
use crate::files::Files;
use crate::outcome::RunOutcome;
use crate::walk::Walkable;

/// A language: stateless.
pub trait Language {
    /// As people call its programs: `Erlang`, `a lazy program`, `a trace`.
    fn name(&self) -> &'static str;

    /// Whether a source belongs to this language, by its name and its first bytes.
    fn owns(&self, file: &Path, head: &[u8]) -> bool;

    fn can(&self) -> Abilities;

    /// Reads a program. The error lists everything that is wrong with it.
    fn read(
        &self,
        sources: &[PathBuf],
        options: Rc<Options>,
        files: Rc<dyn Files>,
    ) -> Result<Rc<dyn Project>, Vec<Problem>>;
}

/// How programs are read, run and judged. A language says which of these it does not support.
#[derive(Clone)]
pub struct Options {
    /// `-I`
    pub include: Vec<PathBuf>,
    /// `-D`
    pub define: Vec<String>,
    /// `--otp`
    pub otp: Option<PathBuf>,
    pub no_otp: bool,
    pub schedule: ScheduleName,
    pub seed: u64,
    pub max_steps: u64,
    /// `--for`: how long timers fire after the expression has ended, in virtual time.
    pub overtime: Duration,
    pub max_memory: u64,
    /// Bytes that are in use, as far as the interface counts them.
    pub memory_used: fn() -> u64,
    /// Beyond this many bytes, a recording gives up what a replay can compute again.
    pub comfortable: u64,
    pub trust: Vec<Trusted>,
    /// Another version of the program that answers what it can.
    pub reference: Vec<PathBuf>,
    /// `--property`
    pub property: Vec<String>,
    /// `--properties`
    pub properties: Vec<PathBuf>,
    pub no_properties: bool,
    pub trust_tests: bool,
    /// Which answer of a goal is asked about, from 1.
    pub answer: usize,
    /// How the tree of a trace is made.
    pub method: Method,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            include: Vec::new(),
            define: Vec::new(),
            otp: None,
            no_otp: false,
            schedule: ScheduleName::Fair,
            seed: 0,
            max_steps: u64::MAX,
            overtime: Duration::from_secs(60),
            max_memory: u64::MAX,
            memory_used: || 0,
            comfortable: 2 << 30,
            trust: Vec::new(),
            reference: Vec::new(),
            property: Vec::new(),
            properties: Vec::new(),
            no_properties: false,
            trust_tests: false,
            answer: 1,
            method: Method::Spans,
        }
    }
}

/// Who runs next, and which message arrives first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScheduleName {
    /// Round robin, messages arrive at once: like Erlang on one core.
    Fair,
    /// Any order that Erlang allows, chosen by the seed.
    Random,
}

/// What can be done with programs of a language: it drives help and refusals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    pub run: bool,
    pub walk: bool,
    pub diagram: bool,
    pub test: bool,
    pub zoom: bool,
}

/// A program that has been read, and how it is to be run and judged.
pub trait Project {
    /// Evaluates an expression. It goes on by slices of steps, and ends when the run does, or when
    /// the outside says stop; what was recorded by then is kept.
    fn run(
        self: Rc<Self>,
        expression: String,
        outside: Outside,
    ) -> Later<'static, Result<Rc<dyn Recorded>, Vec<Problem>>>;

    /// The evaluation of an expression as something to walk through. `None`: programs of this
    /// language cannot be walked through ([`Abilities::walk`]).
    fn walkable(self: Rc<Self>, expression: String) -> Option<Box<dyn Walkable>>;
}

/// One recorded run.
pub trait Recorded {
    fn outcome(&self) -> Rc<RunOutcome>;

    /// The run as something to ask about. An error says why there is nothing to ask.
    fn case(self: Rc<Self>, meter: &slices::Meter) -> Result<Case, Vec<Problem>>;

    /// The run as something to walk through, by someone who knows these answers. `None` as in
    /// [`Project::walkable`].
    fn walkable(&self, known: &Knowledge) -> Option<Box<dyn Walkable>>;
}

/// Why something cannot be read, run or asked about: a text for people, already rendered with its
/// source line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem(pub String);
