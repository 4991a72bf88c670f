//! `side-by-side`: compares whodunit with real `erl` over the corpus, or over random programs.

#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use erlang_side_by_side::Trouble;
use erlang_side_by_side::compare::{Compared, Comparison, Verdict};
use erlang_side_by_side::side::{self, Side, Whodunit};
use erlang_side_by_side::{corpus, random};

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
    /// The seed of the first random program.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many random programs.
    #[arg(long, default_value_t = 10_000)]
    count: u64,
    /// How many comparisons run at the same time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// How many random programs share one start of either side.
const BATCH: usize = 250;
/// How many of the random programs that differ are cut down: it takes a while.
const SHRUNK: usize = 3;

/// How often real Erlang, which runs by the clock, is asked again about a test that differs.
const SECOND_OPINIONS: usize = 5;

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The expressions of the corpus.
    Expressions,
    /// The programs of the corpus.
    Programs,
    /// Programs made from seeds; one that differs is cut down and shown.
    Random,
    /// The same, about the scope of variables alone.
    Scoping,
    /// Shows that differences are found: erl against erl, with the programs changed a little on one
    /// side.
    SelfTest,
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
    let scratch = std::env::temp_dir().join(format!("side-by-side-{}", std::process::id()));
    let result = run_in(arguments, &scratch);
    // Nobody needs the generated sources any more; if they cannot be removed, the system will.
    let _ = std::fs::remove_dir_all(&scratch);
    result
}

fn run_in(arguments: &Arguments, scratch: &Path) -> Result<bool, Trouble> {
    let with_otp = !arguments.no_otp;
    let modules = match arguments.what {
        What::Expressions => corpus::topics(&arguments.corpus, with_otp)?,
        What::Programs => corpus::programs(&arguments.corpus, with_otp)?,
        What::Random => return random_programs(arguments, random::Subject::Language, scratch),
        What::Scoping => return random_programs(arguments, random::Subject::Scoping, scratch),
        What::SelfTest => return self_test(arguments, scratch),
    };
    let modules = modules.into_iter().filter_map(|module| module.filtered(&arguments.filter)).collect();
    let comparison = Comparison { group: 16, ..comparison(arguments, other_side(arguments, 1)?) };
    let outcomes = comparison.run(modules, scratch)?;
    show(arguments, &outcomes);
    Ok(report(&outcomes))
}

fn show(arguments: &Arguments, outcomes: &[Compared]) {
    for outcome in outcomes.iter().filter(|_| arguments.show) {
        println!("{}\n{}", outcome.title, outcome.expected);
    }
}

fn comparison(arguments: &Arguments, other: Side) -> Comparison {
    // Erl against erl is to show what varies.
    let second_opinions = if matches!(other, Side::Whodunit(_)) { SECOND_OPINIONS } else { 0 };
    Comparison {
        second_opinions,
        corpus: arguments.corpus.clone(),
        truth: Side::Erl,
        other,
        jobs: arguments.jobs,
        group: BATCH,
    }
}

fn random_programs(arguments: &Arguments, subject: random::Subject, scratch: &Path) -> Result<bool, Trouble> {
    let comparison = comparison(arguments, other_side(arguments, BATCH)?);
    let outcomes = random::run(&comparison, subject, arguments.seed, arguments.count, scratch)?;
    show(arguments, &outcomes);
    let comparison = Comparison { second_opinions: 0, ..comparison };
    for seed in outcomes.iter().filter_map(random::seed_of).take(SHRUNK) {
        if let Some(shrunk) = random::shrink(&comparison, subject, seed, scratch)? {
            println!(
                "A small program that differs (from seed {seed}):\n\n{}\n{}",
                shrunk.source, shrunk.difference
            );
        }
    }
    Ok(report(&outcomes))
}

/// Of programs that were changed, some do the same as before; most do not.
fn self_test(arguments: &Arguments, scratch: &Path) -> Result<bool, Trouble> {
    let comparison = |other| comparison(arguments, other);
    let count = arguments.count.min(100);
    let subject = random::Subject::Language;
    let unchanged = random::run(&comparison(Side::Erl), subject, arguments.seed, count, scratch)?;
    let changed = random::run(&comparison(Side::MutatedErl), subject, arguments.seed, count, scratch)?;
    let different = |outcomes: &[Compared]| outcomes.iter().filter_map(random::seed_of).count() as u64;
    let noticed = different(&changed);
    println!("{noticed} of {count} changed programs were noticed");
    let fine = noticed * 2 >= count && different(&unchanged) == 0;
    println!("{} passed, {} failed", u8::from(fine), u8::from(!fine));
    Ok(fine)
}

fn other_side(arguments: &Arguments, programs_at_once: usize) -> Result<Side, Trouble> {
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
    let whodunit = Whodunit { program, flags, programs_at_once };
    whodunit.probe(&arguments.corpus)?;
    Ok(Side::Whodunit(whodunit))
}

/// Prints every difference and the closing line; true when all is equal.
fn report(outcomes: &[Compared]) -> bool {
    let mut failed = 0;
    let mut intended = 0;
    for outcome in outcomes {
        match &outcome.verdict {
            Verdict::Equal => {}
            Verdict::Intended(reason) => {
                intended += 1;
                println!("intended: {}: {reason}", outcome.title);
            }
            Verdict::Varies => println!("varies in erl itself: {}", outcome.title),
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
