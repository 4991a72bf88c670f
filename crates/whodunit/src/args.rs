//! The command line, as people type it.

use std::path::PathBuf;

use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use erlang_oracles::Trusted;
use inquiry::Strategy;
use observation::reading::Method;

use crate::ask::parse_trusted;

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

impl Cli {
    /// What was typed. `has_trace`: an observation trace is among it, which needs no expression to be evaluated.
    pub fn of_arguments(has_trace: bool) -> Cli {
        let mut command = Cli::command();
        for name in ["ask", "tree"].into_iter().filter(|_| has_trace) {
            command = command.mut_subcommand(name, |command| {
                command.mut_arg("expression", |expression| expression.required(false).default_value(""))
            });
        }
        Cli::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
    }
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
    let of_erlang = ["include", "define", "otp", "no_otp", "schedule", "property", "zoom", "write_tests"];
    let is_of_erlang = of_erlang.contains(&argument.get_id().as_str());
    argument.hide(is_of_erlang)
}

const DAP_EXAMPLES: &str = "\
The editor starts it and says what to run: `sources` and `expression` in its launch configuration. How to set that up
for VS Code, Neovim and Emacs is in docs/editors.md.

  whodunit dap --listen 127.0.0.1:4711      for editors that connect instead

Exit status:
  0  the editor has left
  2  bad usage
  4  the connection broke, or speaks something else";

const RUN_EXAMPLES: &str = "\
Examples:
  whodunit run merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)'
  whodunit run . -e 'my_app:main()'                      a project: rebar.config or src/
  whodunit run tcp.erl -e 'tcp:main()' --schedule random --seed 7
  whodunit run -e 'lists:seq(1, 5)'                      no sources, just the library
  whodunit run queens.hs -e 'queens 6'                   a lazy program: .hs, .curry, .toy, .flp
  whodunit run take.flp -e 'take n (from x) -> ys' --answers-limit 3

Exit status:
  0  the expression has a value; the goal has an answer
  1  the program's own failure: an exception, a deadlock; no answer
  2  bad usage or bad source
  3  a budget (--max-steps, --max-memory) ran out
  4  interrupted";

const TREE_EXAMPLES: &str = "\
Examples:
  whodunit tree merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)'
  whodunit tree . -e 'my_app:main()' --depth 3
  whodunit tree merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)' --svg > tree.svg
  whodunit tree merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)' --json | jq .statement
  whodunit tree take.flp -e 'take n (from x) -> ys' --answer 3         a lazy program: the tree of an answer

A node is a call of a function or fun in SOURCES. Calls that the library makes back into them hang below the
function that called the library; what a function calls in the last place hangs below it.

Exit status:
  0  the tree is shown
  2  bad usage or bad source
  3  a budget (--max-steps, --max-memory) ran out: the tree is shown as far as it came
  4  interrupted: the tree is shown as far as it came";

const DIAGRAM_EXAMPLES: &str = "\
Examples:
  whodunit diagram tcp.erl -e 'tcp:main()'
  whodunit diagram tcp.erl -e 'tcp:main()' --svg -o tcp.svg
  whodunit diagram . -e 'my_app:main()' --process server --message '{request, _, _}'
  whodunit diagram . -e 'my_app:main()' --around 1200 --window 50
  whodunit diagram . -e 'my_app:main()' --kind processes

Time goes down. Events are numbered, and `whodunit ask` takes the same numbers. A message has three: it is sent,
it arrives in the mailbox (12→13 where that is at once), and it is received from there.

Exit status:
  0  the diagram is drawn
  2  bad usage or bad source
  3  a budget (--max-steps, --max-memory) ran out: the run is drawn as far as it came
  4  interrupted: the run is drawn as far as it came";

const REWIND_EXAMPLES: &str = "\
Examples:
  whodunit rewind dining.erl -e 'dining:main()'
  whodunit rewind dining.erl -e 'dining:main()' --script commands.txt
  whodunit rewind --load dining.rewind                  a session that was saved
  printf 'run 600\\ntrace\\n' | whodunit rewind dining.erl -e 'dining:main()' --json

Commands, one a line:
  run 600                          go on for 600 steps; `run` alone: until nothing can go on
  run until send {hungry, _, _}    until such a message is sent
  trace                            what the processes did to each other, numbered
  undo receive 23                  undo that, and what could not have happened without it
  state <0.83.0> all               where a process is, and all its variables
  step waiter 3                    a process goes on, three expressions of your code
  ask waiter                       who is to blame for what this process did? (--json: the events of `ask --json`
                                   follow, answers are read from where commands are, and one object ends it)
  save FILE                        the run, what was undone, breakpoints and answers
  help                             all commands

Exit status:
  0  the session was ended
  2  bad usage or bad source, or a file that cannot be loaded
  of a script (--script, --json, or standard input that is no terminal), by the first command that was not done:
  2  a line that is no command
  4  a command that was refused";

const TEST_SOURCES: &str = "Folders and files (default: the folder it is called in), then names of tests: module, module:test, or test; or files of lazy programs, then names of properties";

const TEST_EXAMPLES: &str = "\
Examples:
  whodunit test                                 the project in this folder: src/, test/, apps/*/
  whodunit test . calc_tests                    the tests of one module
  whodunit test . calc:add_test                 one test
  whodunit test test/calc_tests.erl             the tests of one file
  whodunit test --ask                           from the first failure to the code to blame
  whodunit test --json                          one JSON object a test, one at the end
  whodunit test sort.hs                         the properties of a lazy program, prop_…: see `whodunit check --help`

Exit status:
  0  all tests passed
  1  a test failed or was cancelled
  2  bad usage or bad source, or a test needs something that whodunit does not have
  3  a budget (--max-steps, --max-memory) ran out
  4  interrupted";

const CHECK_SOURCES: &str =
    "Files of a lazy program (.hs), then names of properties (default: all functions prop_… and spec_…)";

const CHECK_EXAMPLES: &str = "\
Examples:
  whodunit check sort.hs prop_sorted              one property
  whodunit check sort.hs                          all of them: functions whose names begin with prop_ or spec_
  whodunit check sort.hs prop_sorted --ask        from what makes it false to the code to blame
  whodunit check sort.hs prop_sorted --tests 1000 --seed 7
  whodunit check sort.hs --json                   one JSON object a property, one at the end

A property is a function to Bool that is True of all arguments. `condition ==> claim` of Test.QuickCheck leaves out those that
do not meet the condition. What makes it false is made as small as it can be, and shown as an expression.

Exit status:
  0  all hold in their tests; with --ask, the code to blame was found
  1  one does not hold, or too few values meet its conditions
  2  bad usage or bad source, no such property, or one whose arguments cannot be made
  3  too many tests of one ran out of their budget (--max-steps, --max-memory)
  4  interrupted; with --ask, undecided";

/// What every command that evaluates an expression takes.
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
}

/// What is said of lazy programs only.
#[derive(Args, Clone)]
pub struct Lazy {
    /// Of a goal of a lazy program: its N-th answer, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_count)]
    pub answer: usize,

    /// What functions as values are in statements about a functional program, and the tree that goes with it
    #[arg(long, value_name = "HOW", value_enum)]
    pub functions: Option<FunctionsAs>,

    /// Values of these data types of a lazy program are shown as `<?>`, which says that they were evaluated
    #[arg(long, value_name = "TYPE,…", value_delimiter = ',')]
    pub hide: Vec<String>,

    /// Of a goal of a lazy program: not an answer is wrong, but one is missing; its search space must be finite
    #[arg(long, conflicts_with = "answer")]
    pub missing: bool,
}

impl Default for Lazy {
    fn default() -> Lazy {
        Lazy { answer: 1, functions: None, hide: Vec::new(), missing: false }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FunctionsAs {
    /// What they were applied to, and the results; what is called through one hangs below whoever mentions it (the default)
    Maps,
    /// What they are called; what is called through one hangs below whoever applies it (functional-logic programs: always)
    Names,
}

/// What of a lazy program is observed.
#[derive(Args, Clone)]
pub struct Tracing {
    /// Of a lazy program: write an observation trace of what it observes itself (`observe "f" f`), and of what --observe names
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Functions to observe, with --trace: f,g, or `_` for all
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "trace")]
    pub observe: Vec<String>,
}

#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    pub common: Common,

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

fn parse_count(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| "not a number from 1 on".into())
}

#[derive(Args)]
pub struct Tree {
    #[command(flatten)]
    pub common: Common,

    #[command(flatten)]
    pub lazy: Lazy,

    /// Show only calls that are at most this deep below the first
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,

    /// Show long chains of calls of one function in full
    #[arg(long)]
    pub unfolded: bool,

    /// How the tree of an observation trace is made: from spans, exactly, or from cost-centre stacks, which do not tell all calls apart
    #[arg(long = "tree", value_name = "spans|stacks", default_value = "spans")]
    pub method: Method,

    /// Lines of text (the default)
    #[arg(long, group = "format")]
    pub text: bool,

    /// A graph in the language of Graphviz
    #[arg(long, group = "format")]
    pub dot: bool,

    /// A picture
    #[arg(long, group = "format")]
    pub svg: bool,

    /// One JSON object a call, callers first
    #[arg(long, group = "format")]
    pub json: bool,

    /// Say on standard error how many steps, how much processor time and how much memory the run took
    #[arg(long)]
    pub time: bool,
}

#[derive(Args)]
pub struct Diagram {
    #[command(flatten)]
    pub common: Common,

    /// What to draw
    #[arg(long, value_enum, default_value_t = DiagramKind::Sequence)]
    pub kind: DiagramKind,

    /// Only what this process takes part in: a pid, its number, or a registered name; may be given several times
    #[arg(long, value_name = "P")]
    pub process: Vec<String>,

    /// Only messages like this: a term in which _ and variables stand for anything
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub message: Option<String>,

    /// The events before and after this one
    #[arg(long, value_name = "EVENT")]
    pub around: Option<u32>,

    /// At most so many events [default: 200 as text, 1000 as a picture]
    #[arg(long, value_name = "N")]
    pub window: Option<usize>,

    /// Also monitors and names; in the tree of processes, all of those that are alike
    #[arg(long)]
    pub all: bool,

    /// Lines of text (the default)
    #[arg(long, group = "drawn_as")]
    pub text: bool,

    /// A picture
    #[arg(long, group = "drawn_as")]
    pub svg: bool,

    /// Columns of the text [default: those of the terminal, or 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(40..))]
    pub width: Option<u16>,

    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Say on standard error how many steps, how much processor time and how much memory the run took
    #[arg(long)]
    pub time: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DiagramKind {
    /// A lane a process, an arrow a message
    Sequence,
    /// Who created whom
    Processes,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TreeFormat {
    Text,
    Dot,
    Svg,
    Json,
}

impl Tree {
    pub fn format(&self) -> TreeFormat {
        match (self.dot, self.svg, self.json) {
            (true, _, _) => TreeFormat::Dot,
            (_, true, _) => TreeFormat::Svg,
            (_, _, true) => TreeFormat::Json,
            _ => TreeFormat::Text,
        }
    }
}

const ASK_EXAMPLES: &str = "\
Examples:
  whodunit ask merge.erl -e 'merge:mergesort([b,a], fun merge:comp/2)'
  whodunit ask . -e 'my_app:main()' --trust my_lists --zoom
  whodunit ask src -e 'm:f(3)' --reference ../last-release/src        often needs no answer at all
  whodunit ask m.erl -e 'm:f(3)' --answers answers.jsonl              stop and go on later
  whodunit ask queens.hs -e 'queens 4'                                a lazy program: .hs, .curry, .toy, .flp
  whodunit ask take.flp -e 'take n (from x) -> ys' --answer 3         the third answer of a goal is wrong

Exit status:
  0  the code to blame was found
  2  bad usage or bad source
  3  a budget (--max-steps, --max-memory) ran out
  4  undecided, or ended before a verdict";

#[derive(Args)]
pub struct Ask {
    #[command(flatten)]
    pub common: Common,

    #[command(flatten)]
    pub lazy: Lazy,

    #[command(flatten)]
    pub tracing: Tracing,

    #[command(flatten)]
    pub asking: Asking,

    /// How the tree of an observation trace is made: from spans, exactly, or from cost-centre stacks, which do not tell all calls apart
    #[arg(long = "tree", value_name = "spans|stacks", default_value = "spans")]
    pub method: Method,
}

/// How a session goes.
#[derive(Args, Clone)]
pub struct Asking {
    /// How the next question is chosen: divide-query, top-down, heaviest-first, single-step,
    /// subterm, process-directed, all-children or brute-force
    #[arg(long, value_name = "NAME", default_value = "divide-query")]
    pub strategy: Strategy,

    /// Modules and functions that are right: m, m:f/1, …
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_trusted)]
    pub trust: Vec<Trusted>,

    /// Another version of the program, files or folders, that answers what it can
    #[arg(long, value_name = "SOURCES")]
    pub reference: Vec<PathBuf>,

    /// Properties that judge calls: m:p/2, m:f/1=m:p/2 for calls of one function, with ! behind one that says all there is to say
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub property: Vec<String>,

    /// Files of a lazy program that hold properties of it: prop_f… says something of f, all spec_f… say all there is to say
    #[arg(long, value_name = "FILES")]
    pub properties: Vec<PathBuf>,

    /// Do not try the properties of a lazy program
    #[arg(long, conflicts_with = "properties")]
    pub no_properties: bool,

    /// Of a lazy program: what properties say is also right if they held in all tests, of values made for them
    #[arg(long)]
    pub trust_tests: bool,

    /// Answers given earlier; new ones are added as they are given
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,

    /// A program that is asked before you are, by JSON lines on its standard input
    #[arg(long, value_name = "CMD")]
    pub oracle: Option<String>,

    /// Seconds that the oracle has for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = parse_seconds)]
    pub oracle_timeout: f64,

    /// Talk in JSON, one object a line
    #[arg(long)]
    pub json: bool,

    /// Go on inside the function that is found, to the expression to blame
    #[arg(long)]
    pub zoom: bool,

    /// Ask nobody: stop at what can be told without you
    #[arg(long)]
    pub no_human: bool,

    /// Write the session as Markdown
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,

    /// Write the answers as EUnit tests: a module (.erl), or a file to include in the module under test (.hrl)
    #[arg(long, value_name = "FILE")]
    pub write_tests: Option<PathBuf>,
}

impl Default for Asking {
    fn default() -> Asking {
        Asking {
            strategy: Strategy::DivideQuery,
            trust: Vec::new(),
            reference: Vec::new(),
            property: Vec::new(),
            properties: Vec::new(),
            no_properties: false,
            trust_tests: false,
            answers: None,
            oracle: None,
            oracle_timeout: 30.0,
            json: false,
            zoom: false,
            no_human: false,
            transcript: None,
            write_tests: None,
        }
    }
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    // A year is as good as for ever, and fits into every clock.
    (seconds > 0.0 && seconds < 3.2e7).then_some(seconds).ok_or_else(|| "not a number of seconds".into())
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScheduleName {
    /// Round robin, messages arrive at once: like Erlang on one core
    Fair,
    /// Any order that Erlang allows, chosen by the seed
    Random,
}

/// `1GiB`, `512MB`, `64k`, `4096`: powers of 1024 with `i`, of 1000 with `B` alone; a bare letter is a power of 1024.
fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return Err("not a size: give a number with k, M or G, for example 512MiB".into()),
    };
    let number: u64 =
        number.parse().map_err(|_| "not a size: give a number with k, M or G, for example 512MiB")?;
    number.checked_mul(factor).ok_or_else(|| "more memory than there can be".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes() {
        let check = |text: &str, expected: Option<u64>| assert_eq!(parse_size(text).ok(), expected, "{text}");
        check("4096", Some(4096));
        check("64k", Some(64 << 10));
        check("1GiB", Some(1 << 30));
        check("2 MiB", Some(2 << 20));
        check("5MB", Some(5_000_000));
        check("", None);
        check("GiB", None);
        check("1.5GiB", None);
        check("1 parsec", None);
        check("99999999999TiB", None);
    }
}
