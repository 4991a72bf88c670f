//! `side-by-side`: compares whodunit with real `erl` over the corpus, or over random programs.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use side_by_side::Trouble;
use side_by_side::compare::{Comparison, Outcome, Verdict};
use side_by_side::corpus;
use side_by_side::side::{self, Side, Whodunit};

/// Runs the same Erlang in whodunit and in real `erl`, and compares values, exceptions and output.
#[derive(Parser)]
struct Arguments {
    /// What to run.
    what: What,
    /// Only tests whose name or text contains this.
    #[arg(long, default_value = "")]
    filter: String,
    /// The whodunit to test; without it: the one built beside this program.
    #[arg(long)]
    whodunit: Option<PathBuf>,
    /// Compare erl with erl: shows that the tests themselves are deterministic.
    #[arg(long)]
    against_erl: bool,
    /// Also print what erl makes of every test.
    #[arg(long)]
    show: bool,
    /// The OTP whose modules whodunit uses.
    #[arg(long)]
    otp: Option<PathBuf>,
    /// Run whodunit as on a machine without OTP; what needs OTP is left out.
    #[arg(long)]
    no_otp: bool,
    /// The folder of expressions and programs.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/side-by-side"))]
    corpus: PathBuf,
    /// How many comparisons run at the same time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    Expressions,
    Programs,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(Trouble(why)) => {
            eprintln!("side-by-side: {why}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<bool, Trouble> {
    side::erl_release()?;
    let with_otp = !arguments.no_otp;
    let modules = match arguments.what {
        What::Expressions => corpus::topics(&arguments.corpus, with_otp)?,
        What::Programs => corpus::programs(&arguments.corpus, with_otp)?,
    };
    let modules = modules.into_iter().filter_map(|module| module.filtered(&arguments.filter)).collect();
    let comparison = Comparison {
        corpus: arguments.corpus.clone(),
        truth: Side::Erl,
        other: other_side(arguments)?,
        jobs: arguments.jobs,
        group: 16,
    };
    let scratch = std::env::temp_dir().join(format!("side-by-side-{}", std::process::id()));
    let outcomes = comparison.run(modules, &scratch)?;
    if arguments.show {
        for outcome in &outcomes {
            println!("{}\n{}", outcome.title, outcome.expected);
        }
    }
    Ok(report(&outcomes))
}

fn other_side(arguments: &Arguments) -> Result<Side, Trouble> {
    if arguments.against_erl {
        return Ok(Side::Erl);
    }
    let mut flags = Vec::new();
    if let Some(otp) = &arguments.otp {
        flags.extend(["--otp".to_owned(), otp.display().to_string()]);
    }
    if arguments.no_otp {
        flags.push("--no-otp".to_owned());
    }
    let beside = || std::env::current_exe().ok().map(|path| path.with_file_name("whodunit"));
    let program = arguments.whodunit.clone().or_else(beside).unwrap_or_else(|| PathBuf::from("whodunit"));
    if !program.exists() {
        return Err(Trouble(format!(
            "there is no whodunit at {}; build it, or give --whodunit",
            program.display()
        )));
    }
    Ok(Side::Whodunit(Whodunit { program, flags, programs_at_once: 1 }))
}

/// Prints every difference and the closing line; true when all is equal.
fn report(outcomes: &[Outcome]) -> bool {
    let mut failed = 0;
    let mut intended = 0;
    for outcome in outcomes {
        match &outcome.verdict {
            Verdict::Equal => {}
            Verdict::Intended(reason) => {
                intended += 1;
                println!("intended: {}: {reason}", outcome.title);
            }
            Verdict::Different(shown) => {
                failed += 1;
                println!("FAILED {}\n{shown}", outcome.title);
            }
        }
    }
    if intended > 0 {
        println!("{intended} intended differences");
    }
    println!("{} passed, {failed} failed", outcomes.len() - failed);
    failed == 0
}
