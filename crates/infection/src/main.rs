//! `infection`: runs random lazy programs with defects, and checks that computation trees from their traces name only the guilty.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use std::process::ExitCode;
use std::thread;

use clap::Parser;
use infection::trial::{Tally, try_program};
use infection::{generator, machine};

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
    /// Shows the program and the trace of the seed, and nothing else.
    #[arg(long)]
    show: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.show {
        let program = generator::program(arguments.seed);
        println!("{program:#?}");
        if let Ok(trace) = machine::run(&program) {
            print!("{}", trace.to_text());
        }
        return ExitCode::SUCCESS;
    }
    let jobs = arguments.jobs.max(1);
    let work = |worker: u64| {
        let mut tally = Tally::default();
        let share = arguments.count / jobs + u64::from(worker < arguments.count % jobs);
        let mut seeds = (arguments.seed + worker..).step_by(jobs as usize);
        while tally.tried < share
            && let Some(seed) = seeds.next()
        {
            try_program(seed, &mut tally);
        }
        tally
    };
    let tallies: Vec<Option<Tally>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|worker| scope.spawn(move || work(worker))).collect();
        workers.into_iter().map(|worker| worker.join().ok()).collect()
    });
    let Some(tallies) = tallies.into_iter().collect::<Option<Vec<Tally>>>() else {
        eprintln!("a worker has died");
        return ExitCode::FAILURE;
    };
    let total = tallies.into_iter().fold(Tally::default(), Tally::with);
    print!("{total}");
    if total.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
