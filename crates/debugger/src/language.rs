//! What a language brings along, split by time: before a run, during it, after it.
//!
//! Another language is one more implementation of these traits, and one more row in
//! [`crate::LANGUAGES`].

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

pub use erlang_oracles::Trusted;
pub use observation::reading::Method;
use session::Knowledge;
use slices::Later;

use crate::dialogue::{Case, Outside};
use crate::drawable::{Diagrams, Drawable};
use crate::erlang::project::Access;
use crate::files::Files;
use crate::outcome::RunOutcome;
use crate::walk::{SavedWalk, Walkable};

/// A language: stateless.
pub trait Language {
    /// As people call its programs: `Erlang`, `a lazy program`, `a trace`.
    fn name(&self) -> &'static str;

    /// Whether a source belongs to this language, by its name and its first bytes; a folder, by
    /// its content.
    fn owns(&self, source: &Path, head: &[u8], files: &dyn Files) -> bool;

    fn can(&self) -> Abilities;

    /// What is evaluated if nobody says what. `None`: somebody must.
    fn default_expression(&self) -> Option<&'static str>;

    /// Reads a program. The error lists everything that is wrong with it.
    fn read(
        &self,
        sources: &[PathBuf],
        options: Rc<Options>,
        files: Rc<dyn Files>,
    ) -> Result<Rc<dyn Project>, Vec<Problem>>;

    /// Reads a program with its tests. The words are paths, and names of tests.
    fn tests(
        &self,
        words: &[PathBuf],
        how: TestOptions,
        options: Rc<Options>,
        files: Rc<dyn Files>,
    ) -> Result<Rc<dyn Tests>, Vec<Problem>>;
}

impl dyn Language {
    /// Why a command of the command line cannot be used with programs of this language.
    pub fn refuses(&self, command: &str) -> Option<String> {
        let commands = self.can().commands();
        if commands.contains(&command) {
            return None;
        }
        let quoted: Vec<String> = commands.iter().map(|name| format!("`{name}`")).collect();
        let (last, others) = quoted.split_last()?;
        let (name, others) = (self.name(), others.join(", "));
        Some(format!("not supported: `{command}` for {name}; {others} and {last} are supported"))
    }
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
    /// What runs of Erlang programs may see of the computer.
    pub access: Access,
    pub schedule: ScheduleName,
    pub seed: u64,
    pub max_steps: Option<u64>,
    /// `--for`: how long timers fire after the expression has ended, in virtual time.
    pub overtime: Option<Duration>,
    pub max_memory: Option<u64>,
    /// What the computer has: a walk that would take more is refused.
    pub most_memory: u64,
    /// Beyond this many bytes, a recording gives up what a replay can compute again.
    pub comfortable: u64,
    /// Bytes that are in use, as far as the interface counts them.
    pub memory_used: fn() -> u64,
    pub trust: Vec<Trusted>,
    /// Another version of the program that answers what it can.
    pub reference: Vec<PathBuf>,
    /// `--property`
    pub property: Vec<String>,
    /// `--properties`
    pub properties: Vec<PathBuf>,
    pub no_properties: bool,
    /// `--no-specs`, `--no-tests`: these do not judge.
    pub no_specs: bool,
    pub no_tests: bool,
    pub trust_tests: bool,
    /// Which answer of a goal is asked about, from 1.
    pub answer: usize,
    /// Not an answer of the goal is wrong, but one is missing.
    pub missing: bool,
    /// How functions as values are shown in statements.
    pub functions: Option<FunctionsAs>,
    /// Values of these data types are not shown.
    pub hide: Vec<String>,
    /// Of a value that goes on and on, `run` shows this many parts.
    pub parts: usize,
    /// Of a goal, `run` shows at most this many answers.
    pub answers_limit: usize,
    /// An observation trace is written.
    pub tracing: Option<Tracing>,
    /// How the tree of a trace is made.
    pub method: Method,
    /// Problems are shown in colours.
    pub colour: bool,
}

impl Options {
    /// Makes no difference to a run that has no limit.
    pub fn max_memory(&self) -> u64 {
        self.max_memory.unwrap_or(u64::MAX)
    }
}

/// Bytes that a recording may keep if nobody says how many: values beyond that are recomputed by
/// replaying the run.
pub const COMFORTABLE: u64 = 2 << 30;

/// What functions as values are in statements about a functional program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionsAs {
    /// What they were applied to, and the results.
    Maps,
    /// Their names.
    Names,
}

/// Which observation trace a run writes.
#[derive(Clone, Debug)]
pub struct Tracing {
    pub file: PathBuf,
    /// Functions to observe; `_` for all.
    pub observe: Vec<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            include: Vec::new(),
            define: Vec::new(),
            otp: None,
            no_otp: false,
            access: Access::default(),
            schedule: ScheduleName::Fair,
            seed: 0,
            max_steps: None,
            overtime: None,
            max_memory: None,
            most_memory: u64::MAX,
            comfortable: COMFORTABLE,
            memory_used: || 0,
            trust: Vec::new(),
            reference: Vec::new(),
            property: Vec::new(),
            properties: Vec::new(),
            no_properties: false,
            no_specs: false,
            no_tests: false,
            trust_tests: false,
            answer: 1,
            missing: false,
            functions: None,
            hide: Vec::new(),
            parts: 200,
            answers_limit: 100,
            tracing: None,
            method: Method::Spans,
            colour: false,
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
    /// Properties can be tried on generated values.
    pub check: bool,
    pub zoom: bool,
    /// Answers can be written as unit tests.
    pub write_tests: bool,
}

impl Abilities {
    /// The commands of the command line that need them. Every language has `ask` and `tree`.
    pub fn commands(self) -> Vec<&'static str> {
        let all = [
            ("run", self.run),
            ("ask", true),
            ("tree", true),
            ("check", self.check),
            ("test", self.test),
            ("diagram", self.diagram),
            ("rewind", self.walk),
            ("dap", self.walk),
        ];
        all.into_iter().filter(|(_, can)| *can).map(|(name, _)| name).collect()
    }
}

/// Why one evaluates an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// For its outcome alone. `verify`: a second run is compared with the first, event by event.
    Outcome { verify: bool },
    /// To draw its tree.
    Draw,
    /// To draw what its processes do to each other.
    Diagram,
    /// To ask about it.
    Ask,
    /// To ask about it instead of something else: what it says is known to be wrong.
    AskInstead,
}

/// Something that is made by slices of steps, or the problems that stand in its way.
pub type Awaited<T> = Later<'static, Result<T, Vec<Problem>>>;

/// A program that has been read, and how it is to be run and judged.
pub trait Project {
    /// Evaluates an expression. It goes on by slices of steps, and ends when the run does, or when
    /// the outside says stop; what was recorded by then is kept.
    fn run(
        self: Rc<Self>,
        expression: String,
        purpose: Purpose,
        outside: Outside,
    ) -> Awaited<Rc<dyn Recorded>>;

    /// The evaluation of an expression as something to walk through. `None`: programs of this
    /// language cannot be walked through ([`Abilities::walk`]).
    fn walkable(self: Rc<Self>, expression: String) -> Option<Box<dyn Walkable>>;

    /// Functions that can be called from outside, for people who have no expression yet.
    fn functions(&self) -> Vec<FunctionSeen>;

    /// A saved walk, to be continued. `force`: although the code has changed, as far as the run is
    /// the same. `None` as above.
    fn resumable(self: Rc<Self>, saved: SavedWalk, force: bool) -> Option<Box<dyn Walkable>>;
}

/// A function of a program that can be called from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionSeen {
    /// `merge:mergesort`
    pub name: String,
    /// The names of its arguments in its first clause, or else `_`.
    pub arguments: Vec<String>,
    /// Where it is, as `merge.erl`.
    pub file: String,
}

/// One run.
pub trait Recorded {
    fn outcome(&self) -> Rc<RunOutcome>;

    /// The run as something to ask about, if it was recorded. An error says why there is nothing to
    /// ask.
    fn case(self: Rc<Self>, outside: &Outside) -> Result<Case, Vec<Problem>>;

    /// The computation tree of the run, if it was recorded.
    fn tree(self: Rc<Self>) -> Result<Box<dyn Drawable>, Vec<Problem>>;

    /// What its processes did to each other. `None`: it was not run for that
    /// ([`Purpose::Diagram`]), or the language has no processes ([`Abilities::diagram`]).
    fn diagrams(&self) -> Option<Box<dyn Diagrams + '_>>;

    /// The run as something to walk through, by someone who knows these answers. `None` as in
    /// [`Project::walkable`].
    fn walkable(&self, known: &Knowledge) -> Option<Box<dyn Walkable>>;
}

/// How tests are run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestOptions {
    /// Passing tests are reported, too.
    pub verbose: bool,
    /// Each test of EUnit has a process of its own: the others run even if it does not end.
    pub keep_going: bool,
    /// A report is printed for people. Each test is told of as JSON, too.
    pub for_people: bool,
    /// How many tests a property has to pass.
    pub count: usize,
    /// Only tests whose `module:function` contains it.
    pub filter: Option<String>,
}

/// The tests of a program, read and ready to run.
pub trait Tests {
    /// Runs all of them, by slices of steps.
    fn run(self: Rc<Self>, outside: Outside) -> Awaited<Rc<dyn Tested>>;
}

/// Tests that have run.
pub trait Tested {
    fn summary(&self) -> &TestSummary;

    /// Makes a failed test fail once more, as something to ask about; and the program, for other
    /// expressions. `failed` is its index in the summary.
    fn case(self: Rc<Self>, failed: usize, outside: Outside) -> Awaited<FailedTest>;
}

/// A failed test as something to ask about.
pub struct FailedTest {
    pub case: Case,
    /// Its program, for other expressions.
    pub project: Rc<dyn Project>,
    /// The run in which it failed once more, for walks.
    pub recorded: Option<Rc<dyn Recorded>>,
}

/// The verdict on all tests together.
#[derive(Clone, Debug)]
pub struct TestSummary {
    /// The exit status.
    pub status: u8,
    /// The event `done`.
    pub json: String,
    /// Remarks for people.
    pub text: Option<String>,
    /// The names of those that failed.
    pub failed: Vec<String>,
    /// All of them ended.
    pub is_complete: bool,
}

/// Why something cannot be read, run or asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// For people, already rendered with its source line.
    pub text: String,
    pub kind: ProblemKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemKind {
    /// The source, an option, or something that is not supported.
    Source,
    /// The outcome of the program cannot be asked about. It is an outcome, not an error.
    Outcome,
    /// A limit of steps or memory was reached.
    Budget,
    /// Somebody stopped it.
    Stopped,
}

impl ProblemKind {
    /// The exit status of a command that it ends.
    pub fn status(self) -> u8 {
        match self {
            ProblemKind::Outcome => 1,
            ProblemKind::Source => 2,
            ProblemKind::Budget => 3,
            ProblemKind::Stopped => 4,
        }
    }
}

impl Problem {
    /// The first of many problems of the sources, rendered, and how many more there are: nobody
    /// reads thousands, and each takes time to show.
    pub fn first_of<T>(problems: &[T], render: impl Fn(&T) -> String) -> Vec<Problem> {
        const MOST: usize = 100;
        let mut shown: Vec<Problem> =
            problems.iter().take(MOST).map(|problem| Problem::source(render(problem))).collect();
        if let more @ 1.. = problems.len() - shown.len() {
            shown.push(Problem::source(crate::words::more_problems(more)));
        }
        shown
    }

    /// Something is wrong with the source or the options; the text is complete.
    pub fn source(text: String) -> Problem {
        Problem { text, kind: ProblemKind::Source }
    }

    /// The same for a message without its `error: `.
    pub fn error(message: impl std::fmt::Display) -> Vec<Problem> {
        vec![Problem::source(format!("error: {message}"))]
    }
}
