//! The command line, as people type it.

mod access;
mod asking;
mod examples;
mod lazy;
mod numbers;
mod pictures;

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

use crate::memory;
use crate::sources::has_colour;

#[derive(Parser)]
#[command(
    name = "whodunit",
    version,
    about = "Finds the piece of Erlang code that is to blame for a wrong result",
    disable_help_subcommand = true
)]
pub struct Cli {
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
    /// Find the code to blame for a wrong value: evaluate an expression, then answer questions about what it called
    #[command(after_help = ASK_EXAMPLES)]
    Ask(Ask),
    /// Evaluate an expression in a deterministic machine; print its value and what became of each process
    #[command(after_help = RUN_EXAMPLES)]
    Run(Run),
    /// Show the computation tree: which call made which, with arguments and values
    #[command(after_help = TREE_EXAMPLES)]
    Tree(Tree),
    /// Draw what processes did to each other, or who created whom
    #[command(after_help = DIAGRAM_EXAMPLES)]
    Diagram(Diagram),
    /// Walk through a run, forward and back: undo any action with its consequences, and nothing else
    #[command(after_help = REWIND_EXAMPLES)]
    Rewind(Rewind),
    /// Run the EUnit tests of a project in a deterministic machine, or try the properties of a lazy program
    #[command(after_help = TEST_EXAMPLES, mut_arg("sources", |sources| sources.value_name("SOURCES|NAME").help(TEST_SOURCES)))]
    Test(Test),
    /// Try properties of a lazy program on values made for them; show the smallest that makes one false
    #[command(
        after_help = CHECK_EXAMPLES,
        mut_arg("sources", |sources| sources.value_name("FILE|NAME").help(CHECK_SOURCES).required(true)),
        mut_arg("max_steps", |steps| steps.help(format!("Stop a test after this many steps [default: {}]", Check::MAX_STEPS))),
        mut_arg("seed", |seed| seed.help("Chooses the values: the same seed, the same values")),
        mut_args(for_lazy_programs)
    )]
    Check(Check),
    /// Let an editor drive a run, forward and back: the Debug Adapter Protocol on standard input and output
    #[command(after_help = DAP_EXAMPLES)]
    Dap(Dap),
}

/// Leaves out of the help what only Erlang has.
fn for_lazy_programs(argument: Arg) -> Arg {
    let of_erlang =
        ["include", "define", "otp", "no_otp", "schedule", "overtime", "property", "zoom", "write_tests"];
    let access = ["allow_read", "no_files", "env"];
    let is_of_erlang =
        access.contains(&argument.get_id().as_str()) || of_erlang.contains(&argument.get_id().as_str());
    argument.hide(is_of_erlang)
}

/// What is evaluated, if the language may know it.
#[derive(Args, Clone)]
pub struct Target {
    /// The expression to evaluate; of a lazy program `main`, if none is given
    #[arg(short = 'e', long = "eval", value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: Option<String>,

    #[command(flatten)]
    pub project: Project,
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
    /// Files (.erl, .beam; lazy: .hs, .curry, .toy, .flp) or folders; a folder with rebar.config or src/ is read as a project
    #[arg(value_name = "SOURCES")]
    pub sources: Vec<PathBuf>,

    /// Search this folder for included files
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,

    /// The Erlang/OTP installation whose library to use [default: $ERL_ROOTDIR, or that of `erl` on the path]
    #[arg(long, value_name = "DIR")]
    pub otp: Option<PathBuf>,

    /// Use no installed OTP, only the built-in library
    #[arg(long, conflicts_with = "otp")]
    pub no_otp: bool,

    #[command(flatten)]
    pub access: Access,

    /// Stop after this many steps (exit 3)
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,

    /// Stop when the run holds this much memory, for example 1GiB (exit 3)
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub max_memory: Option<u64>,

    /// Who runs next and which message arrives first
    #[arg(long, value_enum, default_value_t = ScheduleName::Fair)]
    pub schedule: ScheduleName,

    /// Seeds the random schedule, and `rand` in the program
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// How long timers fire and processes run after the expression has ended, in virtual time, for
    /// example 2s or 500ms
    /// [default: 60s; of tests, until nothing can run without a timer]
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
            max_memory: self.max_memory,
            most_memory: memory::most(),
            // The run itself may take all of --max-memory. What only serves to look at it afterwards
            // leaves a quarter of that.
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
    /// Round robin, messages arrive at once: like Erlang on one core
    Fair,
    /// Any order that Erlang allows, chosen by the seed
    Random,
}

#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    pub target: Target,

    #[command(flatten)]
    pub tracing: Tracing,

    /// Run twice and compare every event
    #[arg(long)]
    pub verify: bool,

    /// Print one JSON object at the end instead of text
    #[arg(long)]
    pub json: bool,

    /// Say on standard error how many steps, how much processor time and how much memory the run took
    #[arg(long)]
    pub time: bool,

    /// Of a goal of a lazy program: show at most this many answers
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_count)]
    pub answers_limit: usize,

    /// Of a value of a lazy program that goes on and on: show this many parts
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

    /// Go on with a session that was saved; without SOURCES, with those it had
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,

    /// Load it even if the sources have changed
    #[arg(long, requires = "load")]
    pub force: bool,

    /// Read the commands from this file
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Answer in JSON, one object a command
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Dap {
    /// Wait for editors here instead: 127.0.0.1:PORT
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,
}

#[derive(Args)]
pub struct Test {
    #[command(flatten)]
    pub project: Project,

    /// Show the tests that pass, too
    #[arg(short, long)]
    pub verbose: bool,

    /// Find the code to blame for the first test that fails: ask questions, starting from the call that it is about
    #[arg(long)]
    pub ask: bool,

    #[command(flatten)]
    pub asking: Asking,
}

#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    pub project: Project,

    /// How many tests a property has to pass
    #[arg(long, value_name = "N", default_value_t = Check::TESTS, value_parser = parse_count)]
    pub tests: usize,

    /// Find the code to blame for the first property that does not hold: ask questions, starting from what makes it false
    #[arg(long)]
    pub ask: bool,

    #[command(flatten)]
    pub asking: Asking,
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
