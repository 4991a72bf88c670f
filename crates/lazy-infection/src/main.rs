//! `infection`: runs random lazy programs with defects, and checks that computation trees from
//! their traces name only the guilty.

#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use std::process::ExitCode;

use clap::Parser;
use lazy_calculus::jobs;
use lazy_infection::pair::{self, Defect};
use lazy_infection::{generator, machine, own, trial};

/// Seeds that a worker takes at once.
const TOGETHER: u64 = 192;

/// Runs random lazy programs with defects, and checks that computation trees from their traces name
/// only the guilty.
#[derive(Parser)]
struct Arguments {
    /// How many programs that say something.
    #[arg(long, default_value_t = 100_000)]
    count: u64,
    /// The seed of the first.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many are tried at the same time.
    #[arg(long, default_value_t = 2)]
    jobs: u64,
    /// Instead of traces: random programs in the lazy machine, each with a function that was made
    /// wrong, and the trees that it makes itself.
    #[arg(long)]
    own: bool,
    /// As `--own`: random functional-logic programs with a rule that gives a wrong answer, and the
    /// trees of such answers.
    #[arg(long, conflicts_with = "own")]
    wrong: bool,
    /// As `--own`: random functional-logic programs with a rule that is gone or too narrow, and the
    /// trees of all answers.
    #[arg(long, conflicts_with_all = ["own", "wrong"])]
    missing: bool,
    /// Shows the program and the trace of the seed, and nothing else.
    #[arg(long)]
    show: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let defect = match (arguments.own, arguments.wrong, arguments.missing) {
        (true, ..) => Some(Defect::Value),
        (_, true, _) => Some(Defect::WrongAnswer),
        (_, _, true) => Some(Defect::MissingAnswer),
        _ => None,
    };
    if let (true, Some(defect)) = (arguments.show, defect) {
        if let Some(pair) = pair::pair(arguments.seed, defect) {
            let pair::Pair { right, wrong, question, guilty, .. } = &pair;
            println!("{right}\n{wrong}\n{question}\n{guilty}");
            if let Some(trace) = own::trace_of(&pair).filter(|_| defect == Defect::Value) {
                print!("{}", trace.to_text());
            }
        }
        return ExitCode::SUCCESS;
    }
    if arguments.show {
        let program = generator::program(arguments.seed);
        println!("{program:#?}");
        if let Ok(trace) = machine::run(&program) {
            print!("{}", trace.to_text());
        }
        return ExitCode::SUCCESS;
    }
    let jobs = arguments.jobs.max(1);
    match defect {
        Some(defect) => {
            let work = |worker| {
                work(
                    &arguments,
                    worker,
                    |tally: &own::OwnTally| tally.tried,
                    |seeds, tally| {
                        own::try_programs(&seeds, defect, tally);
                    },
                )
            };
            jobs::total(jobs, &work, own::OwnTally::with, own::OwnTally::is_sound)
        }
        None => {
            let work = |worker| {
                work(
                    &arguments,
                    worker,
                    |tally: &trial::Tally| tally.tried,
                    |seeds, tally| {
                        seeds.into_iter().for_each(|seed| trial::try_program(seed, tally));
                    },
                )
            };
            jobs::total(jobs, &work, trial::Tally::with, trial::Tally::is_sound)
        }
    }
}

/// What comes of the share of one worker: as many programs that say something, or a few more.
fn work<T: Default>(
    arguments: &Arguments,
    worker: u64,
    tried: fn(&T) -> u64,
    try_programs: impl Fn(Vec<u64>, &mut T),
) -> T {
    let jobs = arguments.jobs.max(1);
    let share = arguments.count / jobs + u64::from(worker < arguments.count % jobs);
    let mut tally = T::default();
    let mut seeds = (arguments.seed + worker..).step_by(jobs as usize);
    while tried(&tally) < share {
        let left = share - tried(&tally);
        let together: Vec<u64> = seeds.by_ref().take(left.min(TOGETHER) as usize).collect();
        if together.is_empty() {
            break;
        }
        try_programs(together, &mut tally);
    }
    tally
}
