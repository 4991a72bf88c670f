//! `injected-bugs`: puts bugs into correct programs and checks that only the guilty are named.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::rc::Rc;
use std::{fs, thread};

use clap::Parser;
use erlang_injected_bugs::code::Library;
use erlang_injected_bugs::experiment;
use erlang_injected_bugs::gaps::Gaps;
use erlang_injected_bugs::generator;
use erlang_injected_bugs::otp::Family;
use erlang_injected_bugs::processes;
use erlang_injected_bugs::sources;
use erlang_injected_bugs::trial::{Tally, try_program};
use session::event::ClaimKind;

/// Puts bugs into correct programs, debugs them with the correct version as reference, and checks
/// that only the guilty are named.
#[derive(Parser, Clone)]
struct Arguments {
    /// How many programs with a bug.
    #[arg(long, default_value_t = 20_000)]
    count: u64,
    /// The seed of the first random program.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// At most this many bugs in one program.
    #[arg(long, default_value_t = 25)]
    each: usize,
    /// Programs to begin with, beside random ones.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/side-by-side/programs"))]
    corpus: PathBuf,
    /// Concurrent programs, debugged across their processes.
    #[arg(long)]
    processes: bool,
    /// Random programs with OTP, debugged by truthful people.
    #[arg(long)]
    otp: bool,
    /// Compare the gaps with those that are known, and try fresh programs.
    #[arg(long)]
    check: bool,
    /// Write down the gaps that are found.
    #[arg(long)]
    write: bool,
    /// Print the shortest programs whose bug was not found.
    #[arg(long)]
    show: bool,
    /// Break statements on purpose: leave out claims of this kind (`read`, `received`, `state`, …).
    #[arg(long)]
    hide_input: Option<String>,
    /// Only programs of these families, by name.
    #[arg(long, value_delimiter = ',')]
    families: Vec<String>,
    /// Also print the searches that ended without a verdict.
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
    if arguments.otp {
        return otp_programs(&arguments);
    }
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
                let total = tallies
                    .into_iter()
                    .fold(processes::ProcessTally::default(), processes::ProcessTally::with);
                total.undecided().iter().filter(|_| arguments.undecided).for_each(|text| println!("{text}"));
                print!("{total}");
                verdict(total.is_sound())
            }
            None => ExitCode::FAILURE,
        },
    }
}

/// Random programs with OTP: the gaps must be those that are known. Other programs, of seeds that
/// belong to the sources of the project, must not show new ones.
fn otp_programs(arguments: &Arguments) -> ExitCode {
    if let Some(name) = arguments.hide_input.as_deref().filter(|name| hidden(name).is_none()) {
        let known = HIDDEN.map(|kind| kind.input_name()).join(", ");
        return failed(&format!("no such kind of input: {name} (there are {known})"));
    }
    let found = match otp_trial(arguments) {
        Some(total) => total,
        None => return ExitCode::FAILURE,
    };
    let gaps = Gaps::of(&found);
    let file = Path::new(KNOWN_GAPS);
    if arguments.write {
        return match fs::write(file, gaps.text()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failed(&format!("cannot write {KNOWN_GAPS}: {error}")),
        };
    }
    if !arguments.check {
        return verdict(found.unfit.is_empty());
    }
    let known = match fs::read_to_string(file)
        .map_err(|error| error.to_string())
        .and_then(|text| Gaps::read(&text))
    {
        Ok(known) => known,
        Err(error) => return failed(&format!("{KNOWN_GAPS}: {error}")),
    };
    let mut differences = known.differences(&gaps);
    let seed = match sources::hash(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))) {
        Ok(seed) => seed,
        Err(error) => return failed(&format!("cannot read the sources: {error}")),
    };
    println!("\nfresh programs, from seed {seed}");
    let fresh = Arguments { seed, count: arguments.count / 5, ..arguments.clone() };
    match otp_trial(&fresh) {
        Some(found) => differences.extend(known.unknown(&Gaps::of(&found))),
        None => return ExitCode::FAILURE,
    }
    for kind in HIDDEN {
        let name = kind.input_name();
        println!("\nwithout claims of kind {name}");
        let hide_input = Some(name.to_owned());
        let broken = Arguments { count: arguments.count.min(BROKEN), hide_input, ..arguments.clone() };
        match otp_trial(&broken) {
            Some(found) if found.innocents() > 0 => {}
            Some(_) => differences.push(format!("nobody noticed that statements have no {name}")),
            None => return ExitCode::FAILURE,
        }
    }
    differences.iter().for_each(|line| println!("{line}"));
    verdict(found.unfit.is_empty() && differences.is_empty())
}

/// Inputs that are left out one after the other: each time, someone innocent must be blamed.
const HIDDEN: [ClaimKind; 5] =
    [ClaimKind::State, ClaimKind::Consumed, ClaimKind::Received, ClaimKind::Missing, ClaimKind::Read];

/// As many bugs show it.
const BROKEN: u64 = 660;

fn hidden(name: &str) -> Option<ClaimKind> {
    HIDDEN.into_iter().find(|kind| kind.input_name() == name)
}

const KNOWN_GAPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/known-gaps.txt");

fn failed(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::FAILURE
}

fn otp_trial(arguments: &Arguments) -> Option<experiment::OtpTally> {
    let tallies = among_workers(arguments, &[], work_on_otp)?;
    let total = tallies.into_iter().fold(experiment::OtpTally::default(), experiment::OtpTally::with);
    for miss in
        total.misses().iter().filter(|miss| arguments.show && (miss.is_innocent || arguments.undecided))
    {
        let what = if miss.is_innocent { "INNOCENT" } else { "undecided" };
        println!("==== {} {what}\n{}", miss.seeker.name(), miss.text);
    }
    total.unfit.iter().for_each(|text| println!("{text}"));
    print!("{total}");
    Some(total)
}

/// Every `jobs`-th seed is this worker's, and a program of each family belongs to it.
fn work_on_otp(arguments: &Arguments, _: &[Source], worker: u64, jobs: u64) -> experiment::OtpTally {
    let library = Rc::new(Library::new(otp()));
    let mut tally = experiment::OtpTally::default();
    let wanted = |family: &Family| {
        arguments.families.is_empty() || arguments.families.iter().any(|name| *name == family.name())
    };
    let families: Vec<Family> = Family::ALL.into_iter().filter(wanted).collect();
    let hidden = arguments.hide_input.as_deref().and_then(hidden);
    let trial = experiment::Trial { each: arguments.each, hidden, reference: hidden.is_none() };
    let seeds = arguments.count.div_ceil((arguments.each * families.len()).max(1) as u64);
    for seed in (worker..seeds).step_by(jobs as usize) {
        for family in &families {
            experiment::try_seed(*family, arguments.seed + seed, trial, &library, &mut tally);
        }
    }
    tally
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

fn work_on_processes(
    arguments: &Arguments,
    corpus: &[Source],
    worker: u64,
    jobs: u64,
) -> processes::ProcessTally {
    let library = Rc::new(Library::new(otp()));
    let mut tally = processes::ProcessTally::default();
    let share = arguments.count.div_ceil(jobs);
    for (name, text) in corpus.iter().skip(worker as usize).step_by(jobs as usize) {
        let most = arguments.each.min(share.saturating_sub(tally.debugged) as usize);
        processes::try_program(name, text, most, &library, &mut tally);
    }
    tally
}
