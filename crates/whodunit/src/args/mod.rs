//! The command line, as people type it.

mod access;
mod asking;
mod examples;
mod lazy;
mod numbers;
mod pictures;
mod web;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, Args, CommandFactory, Parser, Subcommand, ValueEnum};
use debugger::language::{self, Options};

pub use access::Access;
pub use asking::{Ask, Asking};
use examples::*;
pub use lazy::{FunctionsAs, Lazy, Tracing};
pub use numbers::parse_time;
use numbers::{parse_count, parse_size};
pub use pictures::{Diagram, DiagramKind, Tree, TreeFormat};
pub use web::{InBrowser, Serving, Web};

use crate::memory;
use crate::sources::has_colour;
use crate::style::Color;

#[derive(Parser)]
#[command(
    name = "whodunit",
    version,
    max_term_width = 80,
    about = "Find the code to blame for a wrong result in Erlang, Haskell or Curry"
)]
pub struct Cli {
    /// Use colours: auto, always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        hide_possible_values = true,
        default_value_t
    )]
    pub color: Color,
    #[command(subcommand)]
    pub command: Command,
}

/// Ends the program: a command was not told what to evaluate.
pub fn missing_expression(command: &str) -> ! {
    // The same command line once more, for the words about what is missing.
    let required = |command: clap::Command| command.mut_arg("expression", |it| it.required(true));
    Cli::command().mut_subcommand(command, required).get_matches();
    std::process::exit(2)
}

#[derive(Subcommand)]
pub enum Command {
    /// Find the bug behind a wrong result by answering questions about the calls that led to it
    #[command(after_help = ASK_EXAMPLES)]
    Ask(Ask),
    /// Evaluate an expression deterministically; print its value and the outcome of each process
    #[command(after_help = RUN_EXAMPLES)]
    Run(Run),
    /// Show the computation tree: every call with its arguments and result
    #[command(after_help = TREE_EXAMPLES)]
    Tree(Tree),
    /// Draw the messages between processes, or the tree of processes
    #[command(after_help = DIAGRAM_EXAMPLES)]
    Diagram(Diagram),
    /// Step through a run, forward and backward; undo any action with its consequences only
    #[command(after_help = REWIND_EXAMPLES)]
    Rewind(Rewind),
    /// Run the EUnit tests and Common Test suites of a project, or the properties of a lazy program
    #[command(after_help = TEST_EXAMPLES, mut_arg("sources", |sources| sources.value_name("SOURCES|NAME").help(TEST_SOURCES)))]
    Test(Test),
    /// Test properties of a lazy program on random values; show the smallest counterexample
    #[command(
        after_help = CHECK_EXAMPLES,
        mut_arg("sources", |sources| sources.value_name("FILE|NAME").help(CHECK_SOURCES).required(true)),
        mut_arg("max_steps", |steps| steps.help(format!("Stop a test after this many steps [default: {}]", Check::MAX_STEPS))),
        mut_arg("seed", |seed| seed.help("Seed of the random values")),
        mut_args(for_lazy_programs)
    )]
    Check(Check),
    /// Debug in the browser: questions, source, messages and time on one page
    #[command(after_help = WEB_EXAMPLES)]
    Web(Web),
    /// Let an editor control a run, through the Debug Adapter Protocol on standard input and output
    #[command(after_help = DAP_EXAMPLES)]
    Dap(Dap),
    /// Print completions for a shell
    Completions { shell: clap_complete::Shell },
    /// Print the manual page of whodunit, or of one of its commands
    Man { command: Option<String> },
}

/// Leaves out of the help what only Erlang has.
fn for_lazy_programs(argument: Arg) -> Arg {
    let of_erlang =
        ["include", "define", "otp", "no_otp", "schedule", "overtime", "property", "zoom", "write_tests"];
    let access = ["allow_read", "no_files", "env", "config", "no_cache"];
    let is_of_erlang =
        access.contains(&argument.get_id().as_str()) || of_erlang.contains(&argument.get_id().as_str());
    argument.hide(is_of_erlang)
}

/// What is evaluated, if the language may know it.
#[derive(Args, Clone)]
pub struct Target {
    /// The expression to evaluate [default in lazy programs: main]
    #[arg(short = 'e', long = "eval", value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: Option<String>,

    #[command(flatten)]
    pub project: Project,

    /// Command-line arguments of a Haskell program (`getArgs`)
    #[arg(last = true, value_name = "ARG")]
    pub arguments: Vec<String>,
}

/// What is evaluated.
#[derive(Args, Clone)]
pub struct Common {
    /// The expression to evaluate
    #[arg(short = 'e', long = "eval", value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: String,

    #[command(flatten)]
    pub project: Project,
}

/// Which code runs, and how.
#[derive(Args, Clone)]
pub struct Project {
    /// Files (.erl, .beam, .hs, .curry, .toy, .flp) or folders; rebar.config or src/ makes a folder
    /// a project
    #[arg(value_name = "SOURCES")]
    pub sources: Vec<PathBuf>,

    /// Search this folder for included files
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,

    /// The Erlang/OTP installation to use [default: $ERL_ROOTDIR, or that of `erl` on the PATH]
    #[arg(long, value_name = "DIR")]
    pub otp: Option<PathBuf>,

    /// Use only the built-in library, no installed OTP
    #[arg(long, conflicts_with = "otp")]
    pub no_otp: bool,

    #[command(flatten)]
    pub access: Access,

    /// Stop after this many steps (exit 3)
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,

    /// Stop when the run uses this much memory, for example 1GiB (exit 3) [default: half of the
    /// computer's memory]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub max_memory: Option<u64>,

    /// How to choose which process runs next and which message arrives first
    #[arg(long, value_enum, default_value_t = ScheduleName::Fair)]
    pub schedule: ScheduleName,

    /// Seed of the random schedule, and of `rand` in the program
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// How long processes and timers run on after the expression has finished, in virtual time,
    /// such as 2s or 500ms [default: 60s; for tests, until only timers are left]
    #[arg(long = "for", value_name = "TIME", value_parser = parse_time)]
    pub overtime: Option<Duration>,
}

impl Project {
    /// For `debugger`: all that is not about asking.
    pub fn options(&self) -> Options {
        Options {
            include: self.include.clone(),
            define: self.define.clone(),
            otp: self.otp.clone(),
            no_otp: self.no_otp,
            access: self.access.of_erlang(),
            schedule: match self.schedule {
                ScheduleName::Fair => language::ScheduleName::Fair,
                ScheduleName::Random => language::ScheduleName::Random,
            },
            seed: self.seed,
            max_steps: self.max_steps,
            max_memory: self.max_memory.or_else(memory::default),
            most_memory: memory::most(),
            // The run itself may take all of --max-memory. What only serves to look at it
            // afterwards leaves a quarter of that.
            comfortable: self.max_memory.map_or(language::COMFORTABLE, |bytes| bytes / 4 * 3),
            memory_used: memory::in_use,
            overtime: self.overtime,
            colour: has_colour(),
            ..Options::default()
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScheduleName {
    /// Round robin, with messages delivered at once, like Erlang on one core
    Fair,
    /// Any order that Erlang allows, given by the seed
    Random,
}

#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    pub target: Target,

    #[command(flatten)]
    pub tracing: Tracing,

    /// Run twice and compare all events
    #[arg(long)]
    pub verify: bool,

    /// Print one JSON object at the end instead of text
    #[arg(long)]
    pub json: bool,

    /// Print the steps, CPU time and memory of the run to standard error
    #[arg(long)]
    pub time: bool,

    /// Lazy goals: show at most this many answers
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_count)]
    pub answers_limit: usize,

    /// Lazy values: show at most this many parts of an endless value
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = parse_count)]
    pub parts: usize,
}

#[derive(Args, Clone)]
pub struct Rewind {
    /// The expression to evaluate
    #[arg(
        short = 'e',
        long = "eval",
        value_name = "EXPR",
        allow_hyphen_values = true,
        required_unless_present = "load",
        conflicts_with = "load"
    )]
    pub expression: Option<String>,

    #[command(flatten)]
    pub project: Project,

    /// Continue a saved session; without SOURCES, with the sources it was saved with
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,

    /// Load the session even if the sources have changed
    #[arg(long, requires = "load")]
    pub force: bool,

    /// Read commands from this file
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Reply in JSON, one object per command
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub browser: InBrowser,
}

#[derive(Args)]
pub struct Dap {
    /// Wait for editors to connect to this address instead: 127.0.0.1:PORT
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,
}

#[derive(Args)]
pub struct Test {
    #[command(flatten)]
    pub project: Project,

    /// Also show the tests that pass
    #[arg(short, long)]
    pub verbose: bool,

    /// Run each EUnit test in a process of its own, so that one that does not end cancels no others
    #[arg(long)]
    pub keep_going: bool,

    /// Find the bug behind the first failing test, starting from the call that it checks
    #[arg(long)]
    pub ask: bool,

    /// Run only tests whose `module:function` contains this text
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,

    /// Run only the tests that failed in the last run
    #[arg(long)]
    pub failed: bool,

    /// Run all tests under N random schedules, and name those that fail under some of them
    #[arg(long, value_name = "N", conflicts_with = "ask", value_parser = clap::value_parser!(u64).range(1..))]
    pub seeds: Option<u64>,

    /// Also show the N slowest tests
    #[arg(long, value_name = "N")]
    pub slowest: Option<usize>,

    /// Write the results to this file, as XML in the form of JUnit
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,

    /// What to print besides the report
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<TestFormat>,

    #[command(flatten)]
    pub asking: Asking,

    #[command(flatten)]
    pub browser: InBrowser,
}

impl Test {
    /// An option that was given and means nothing to properties of lazy programs.
    pub fn for_erlang(&self) -> Option<&'static str> {
        let given = [
            ("--filter", self.filter.is_some()),
            ("--failed", self.failed),
            ("--seeds", self.seeds.is_some()),
            ("--slowest", self.slowest.is_some()),
            ("--junit", self.junit.is_some()),
            ("--format", self.format.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TestFormat {
    /// A line for each failure that GitHub shows beside the code
    Github,
}

#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    pub project: Project,

    /// How many tests each property must pass
    #[arg(long, value_name = "N", default_value_t = Check::TESTS, value_parser = parse_count)]
    pub tests: usize,

    /// Find the bug behind the first failing property, starting from its counterexample
    #[arg(long)]
    pub ask: bool,

    #[command(flatten)]
    pub asking: Asking,

    #[command(flatten)]
    pub browser: InBrowser,
}

impl Check {
    pub const TESTS: usize = 100;
    /// Of one test.
    pub const MAX_STEPS: u64 = 1_000_000;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }
}
