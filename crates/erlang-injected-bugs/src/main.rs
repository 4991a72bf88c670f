//! `injected-bugs`: puts bugs into correct programs and checks that only the guilty are named.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::rc::Rc;
use std::{fs, thread};

use clap::Parser;
use erlang_injected_bugs::code::Library;
use erlang_injected_bugs::generator;
use erlang_injected_bugs::processes;
use erlang_injected_bugs::trial::{Tally, try_program};

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
    /// Concurrent programs, debugged across their processes.
    #[arg(long)]
    processes: bool,
    /// Also print the searches that came to no verdict.
    #[arg(long)]
    undecided: bool,
    /// Only programs whose name contains this.
    #[arg(long, default_value = "")]
    filter: String,
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
    match arguments.processes {
        false => match among_workers(&arguments, &corpus, work) {
            Some(tallies) => {
                let total = tallies.into_iter().fold(Tally::default(), Tally::with);
                print!("{total}");
                verdict(total.is_sound())
            }
            None => ExitCode::FAILURE,
        },
        true => match among_workers(&arguments, &corpus, work_on_processes) {
            Some(tallies) => {
                let total = tallies.into_iter().fold(processes::Tally::default(), processes::Tally::with);
                total.undecided().iter().filter(|_| arguments.undecided).for_each(|text| println!("{text}"));
                print!("{total}");
                verdict(total.is_sound())
            }
            None => ExitCode::FAILURE,
        },
    }
}

fn verdict(sound: bool) -> ExitCode {
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A program: its file's name, and its text.
type Source = (String, String);

/// Shares the work out. None: someone has died over it.
fn among_workers<T: Send>(
    arguments: &Arguments,
    corpus: &[Source],
    work: fn(&Arguments, &[Source], u64, u64) -> T,
) -> Option<Vec<T>> {
    let jobs = arguments.jobs.max(1);
    let done: Vec<T> = thread::scope(|scope| {
        let workers: Vec<_> =
            (0..jobs).map(|worker| scope.spawn(move || work(arguments, corpus, worker, jobs))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    if done.len() as u64 != jobs {
        eprintln!("a worker has died");
        return None;
    }
    Some(done)
}

/// Where concurrent programs are beside the others.
const CONCURRENT: &[&str] = &["concurrent", "otp"];

fn corpus(arguments: &Arguments) -> std::io::Result<Vec<Source>> {
    let mut programs = Vec::new();
    for folder in CONCURRENT.iter().filter(|_| arguments.processes) {
        programs.extend(programs_in(&arguments.corpus.join(folder))?);
    }
    programs.extend(programs_in(&arguments.corpus)?);
    programs.retain(|(name, _)| name.contains(&arguments.filter));
    Ok(programs)
}

fn programs_in(folder: &Path) -> std::io::Result<Vec<Source>> {
    let mut programs = Vec::new();
    for entry in fs::read_dir(folder)? {
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
fn work(arguments: &Arguments, corpus: &[Source], worker: u64, jobs: u64) -> Tally {
    let library = Rc::new(Library::new(Vec::new()));
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

/// The folders of the installed OTP's modules that behaviours need.
fn otp() -> Vec<PathBuf> {
    const ASK: &str = "[io:format(\"~ts~n\", [code:lib_dir(A, ebin)]) || A <- [stdlib, kernel]], halt().";
    let answer = Command::new("erl").args(["-noshell", "-eval", ASK]).output();
    let text = answer.map(|answer| String::from_utf8_lossy(&answer.stdout).into_owned()).unwrap_or_default();
    text.lines().map(PathBuf::from).collect()
}

fn work_on_processes(arguments: &Arguments, corpus: &[Source], worker: u64, jobs: u64) -> processes::Tally {
    let library = Rc::new(Library::new(otp()));
    let mut tally = processes::Tally::default();
    let share = arguments.count.div_ceil(jobs);
    for (name, text) in corpus.iter().skip(worker as usize).step_by(jobs as usize) {
        let most = arguments.each.min(share.saturating_sub(tally.debugged) as usize);
        processes::try_program(name, text, most, &library, &mut tally);
    }
    tally
}
