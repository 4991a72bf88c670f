//! `injected-bugs`: puts bugs into correct programs and checks that only the guilty are named.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::{fs, thread};

use clap::Parser;
use injected_bugs::code::Library;
use injected_bugs::generator;
use injected_bugs::trial::{Tally, try_program};

/// Puts bugs into correct programs, debugs them with the correct version as reference, and checks that only the guilty are named.
#[derive(Parser)]
struct Arguments {
    /// How many programs with a bug.
    #[arg(long, default_value_t = 20_000)]
    count: u64,
    /// The seed of the first random program.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// At most so many bugs in one program.
    #[arg(long, default_value_t = 25)]
    each: usize,
    /// Programs to begin with, beside random ones.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/side-by-side/programs"))]
    corpus: PathBuf,
    /// How many are debugged at the same time.
    #[arg(long, default_value_t = 2)]
    jobs: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let corpus = match corpus(&arguments) {
        Ok(corpus) => corpus,
        Err(error) => {
            eprintln!("cannot read {}: {error}", arguments.corpus.display());
            return ExitCode::from(2);
        }
    };
    let jobs = arguments.jobs.max(1);
    let tally = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs)
            .map(|worker| {
                let (arguments, corpus) = (&arguments, &corpus);
                scope.spawn(move || work(arguments, corpus, worker, jobs))
            })
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect::<Vec<Tally>>()
    });
    if tally.len() as u64 != jobs {
        eprintln!("a worker has died");
        return ExitCode::FAILURE;
    }
    let total = tally.into_iter().fold(Tally::default(), Tally::with);
    print!("{total}");
    if total.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn corpus(arguments: &Arguments) -> std::io::Result<Vec<(String, String)>> {
    let mut programs = Vec::new();
    for entry in fs::read_dir(&arguments.corpus)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "erl") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            programs.push((name, fs::read_to_string(&path)?));
        }
    }
    programs.sort();
    Ok(programs)
}

/// Every `jobs`-th program is this worker's.
fn work(arguments: &Arguments, corpus: &[(String, String)], worker: u64, jobs: u64) -> Tally {
    let library = Rc::new(Library::default());
    let mut tally = Tally::default();
    let share = arguments.count.div_ceil(jobs);
    let written = corpus.iter().skip(worker as usize).step_by(jobs as usize).cloned();
    let random = (arguments.seed + worker..).step_by(jobs as usize).map(|seed| {
        let name = format!("random_{seed}");
        let text = generator::program(&name, seed);
        (format!("{name}.erl"), text)
    });
    for (name, text) in written.chain(random) {
        if tally.debugged >= share {
            break;
        }
        let most = arguments.each.min((share - tally.debugged) as usize);
        try_program(&name, &text, most, &library, &mut tally);
    }
    tally
}
