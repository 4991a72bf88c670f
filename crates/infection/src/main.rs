//! `infection`: runs random lazy programs with defects, and checks that computation trees from their traces name only the guilty.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use std::fmt::Display;
use std::process::ExitCode;
use std::thread;

use clap::Parser;
use infection::own::Defect;
use infection::{generator, machine, own, trial};

/// Runs random lazy programs with defects, and checks that computation trees from their traces name only the guilty.
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
    /// Instead of traces: random programs in the lazy machine, each with a function that was made wrong, and the trees that it makes itself.
    #[arg(long)]
    own: bool,
    /// As `--own`: random functional-logic programs with a rule that gives a wrong answer, and the trees of such answers.
    #[arg(long, conflicts_with = "own")]
    wrong: bool,
    /// As `--own`: random functional-logic programs with a rule that is gone or too narrow, and the trees of all answers.
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
        if let Some(own::Pair { right, wrong, question, guilty, .. }) = own::pair(arguments.seed, defect) {
            println!("{right}\n{wrong}\n{question}\n{guilty}");
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
    match defect {
        Some(defect) => total(
            &arguments,
            &|seed, tally| own::try_program(seed, defect, tally),
            |tally| tally.tried,
            own::Tally::with,
            own::Tally::is_sound,
        ),
        None => total(
            &arguments,
            &trial::try_program,
            |tally| tally.tried,
            trial::Tally::with,
            trial::Tally::is_sound,
        ),
    }
}

/// Tries as many programs as are wanted, and tells what came of them.
fn total<T: Default + Display + Send>(
    arguments: &Arguments,
    try_program: &(dyn Fn(u64, &mut T) + Sync),
    tried: fn(&T) -> u64,
    with: fn(T, T) -> T,
    is_sound: fn(&T) -> bool,
) -> ExitCode {
    let jobs = arguments.jobs.max(1);
    let work = |worker: u64| {
        let mut tally = T::default();
        let share = arguments.count / jobs + u64::from(worker < arguments.count % jobs);
        let mut seeds = (arguments.seed + worker..).step_by(jobs as usize);
        while tried(&tally) < share
            && let Some(seed) = seeds.next()
        {
            try_program(seed, &mut tally);
        }
        tally
    };
    let tallies: Vec<Option<T>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|worker| scope.spawn(move || work(worker))).collect();
        workers.into_iter().map(|worker| worker.join().ok()).collect()
    });
    let Some(tallies) = tallies.into_iter().collect::<Option<Vec<T>>>() else {
        eprintln!("a worker has died");
        return ExitCode::FAILURE;
    };
    let total = tallies.into_iter().fold(T::default(), with);
    print!("{total}");
    if is_sound(&total) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
