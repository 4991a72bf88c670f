//! `goal-calculus`: random functional-logic programs, run by the machine and solved by GSC: the
//! answers must be the same.

#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use std::process::ExitCode;

use clap::Parser;
use lazy_calculus::generator::generate;
use lazy_calculus::jobs;
use lazy_calculus::trial::{Tally, try_program};

/// Runs random functional-logic programs in the machine and in the calculus GSC, and compares their
/// answers.
#[derive(Parser)]
struct Arguments {
    /// How many programs.
    #[arg(long, default_value_t = 5_000)]
    count: u64,
    /// The seed of the first.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many are tried at the same time.
    #[arg(long, default_value_t = 2)]
    jobs: u64,
    /// Shows the program of the seed, and nothing else.
    #[arg(long)]
    show: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.show {
        let generated = generate(arguments.seed);
        println!("{}goal: {}", generated.program, generated.goal);
        return ExitCode::SUCCESS;
    }
    let jobs = arguments.jobs.max(1);
    let work = |worker: u64| {
        let mut tally = Tally::default();
        let seeds = arguments.seed..arguments.seed + arguments.count;
        for seed in seeds.skip(worker as usize).step_by(jobs as usize) {
            try_program(seed, &mut tally);
        }
        tally
    };
    jobs::total(jobs, &work, Tally::with, Tally::is_sound)
}
