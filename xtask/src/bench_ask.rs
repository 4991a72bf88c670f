//! `cargo xtask bench ask`: what it costs to look at a run afterwards, beside the run itself. Never
//! part of the checks.

use std::process::Command;
use std::time::Duration;

use crate::shell::{self, Outcome};
use crate::{opening, project};

/// A recorded run at most this many times slower than the same run unwatched.
const AIM_RATIO: f64 = 2.5;
/// The most that the tree of fib(32), 7 million nodes, may take.
const AIM_MEMORY: u64 = 700 << 20;
/// Mergesort of 1,000 atoms, from the start of the program to the first question.
const AIM_START: Duration = Duration::from_millis(100);
/// The most that a session about 10^8 calls may take, whatever the shape of its tree.
const AIM_LARGE: u64 = 1 << 30;
/// `whodunit test --ask`, from its start to the first question, in a project of this many modules.
const AIM_TEST: Duration = Duration::from_secs(3);
const MODULES: usize = 100;
/// The best of this many counts.
const ROUNDS: usize = 5;

const FIB: [&str; 2] = ["benches/erl/bench_fib.erl", "bench_fib:fib(32)"];
const LARGE_FIB: [&str; 2] = ["benches/erl/bench_fib.erl", "bench_fib:fib(38)"];
const LOOP: [&str; 2] = ["benches/erl/bench_loop.erl", "bench_loop:main()"];
const MERGESORT: [&str; 2] = [
    "examples/mergesort-correct",
    "merge:mergesort([list_to_atom([$a | integer_to_list(N * 7919 rem 1000)]) || N <- lists:seq(1, 1000)], \
     fun merge:comp/2)",
];

pub fn ask() -> Outcome {
    shell::run("cargo", &["build", "--release", "--quiet", "--package", "whodunit"])?;
    let whodunit = shell::target_folder()?.join("release/whodunit").display().to_string();
    println!("best of {ROUNDS}; cpu is processor time, wall is from the start of the program\n");
    tree(&whodunit)?;
    first_question(&whodunit, "mergesort of 1,000 atoms", &ask_about(MERGESORT), ROUNDS, |opening| {
        aim(format!("{} ms", AIM_START.as_millis()), opening.wall <= AIM_START)
    })?;
    let folder = shell::target_folder()?.join("bench-project");
    project::write(&folder, MODULES)?;
    let tests = ["test", &folder.to_string_lossy(), "--ask"];
    first_question(&whodunit, "a failing test among 100 modules", &tests, ROUNDS, |opening| {
        aim(format!("{} ms", AIM_TEST.as_millis()), opening.wall <= AIM_TEST)
    })?;
    for (title, program) in [("10^8 calls, a loop", LOOP), ("1.3 * 10^8 calls, fib(38)", LARGE_FIB)] {
        let mut args = ask_about(program);
        args.extend(["--max-memory", "1GiB"]);
        first_question(&whodunit, title, &args, 1, |opening| {
            aim(format!("{} MiB", AIM_LARGE >> 20), opening.peak_memory <= AIM_LARGE)
        })?;
    }
    println!();
    shell::run("cargo", &["bench", "--quiet", "--package", "inquiry", "--bench", "ask"])
}

fn ask_about([sources, expression]: [&str; 2]) -> Vec<&str> {
    vec!["ask", sources, "-e", expression]
}

fn tree(whodunit: &str) -> Outcome {
    let best = |command: &str, flags: &[&str]| -> Outcome<Recorded> {
        let mut best = record(whodunit, command, FIB, flags)?;
        for _ in 1..ROUNDS {
            let next = record(whodunit, command, FIB, flags)?;
            if next.processor < best.processor {
                best = next;
            }
        }
        Ok(best)
    };
    let plain = best("run", &[])?;
    let tree = best("tree", &["--depth", "0"])?;
    let ratio = tree.processor.as_secs_f64() / plain.processor.as_secs_f64();
    println!("fib(32), unwatched: cpu {:.0} ms", milliseconds(plain.processor));
    println!(
        "fib(32), its tree:  cpu {:.0} ms, {ratio:.2}x ({})",
        milliseconds(tree.processor),
        aim(format!("{AIM_RATIO}x"), ratio <= AIM_RATIO)
    );
    println!(
        "    {} nodes in {} MiB ({})\n",
        tree.nodes,
        tree.peak_memory >> 20,
        aim(format!("{} MiB", AIM_MEMORY >> 20), tree.peak_memory <= AIM_MEMORY)
    );
    Ok(())
}

/// The times are the best of all rounds, each by itself.
fn first_question(
    whodunit: &str,
    title: &str,
    args: &[&str],
    rounds: usize,
    aim: impl Fn(&opening::Opening) -> String,
) -> Outcome {
    let mut best = opening::measure(whodunit, args)?;
    for _ in 1..rounds {
        let next = opening::measure(whodunit, args)?;
        best.wall = best.wall.min(next.wall);
        best.processor = best.processor.min(next.processor);
        best.slowest_turn = best.slowest_turn.min(next.slowest_turn);
    }
    println!(
        "{title}, first question: wall {:.0} ms, cpu {:.0} ms, {} MiB; then at most {:.1} ms a question ({})",
        milliseconds(best.wall),
        milliseconds(best.processor),
        best.peak_memory >> 20,
        milliseconds(best.slowest_turn),
        aim(&best)
    );
    Ok(())
}

pub fn aim(what: String, reached: bool) -> String {
    format!("aim {what}: {}", if reached { "reached" } else { "MISSED" })
}

pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// What `--time` says of a command.
pub struct Recorded {
    pub processor: Duration,
    pub peak_memory: u64,
    /// What it made of the run.
    pub nodes: u64,
    pub events: u64,
    /// What it took to draw, if anything was drawn.
    pub drawn: Duration,
}

pub fn record(
    whodunit: &str,
    command: &str,
    [sources, expression]: [&str; 2],
    flags: &[&str],
) -> Outcome<Recorded> {
    let output = Command::new(whodunit)
        .current_dir(shell::root())
        .args([command, sources, "-e", expression, "--time"])
        .args(flags)
        .output()
        .map_err(|error| format!("cannot start {whodunit}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(format!("{command} {expression}: {}\n{said}", output.status));
    }
    let line = said.lines().rev().find_map(|line| line.strip_prefix("time: "));
    let number = |unit: &str| {
        let text = line?.split(", ").find(|part| part.contains(unit))?;
        text.split(' ').find_map(|word| word.parse::<u64>().ok())
    };
    match (number(" us"), number(" KiB")) {
        (Some(micros), Some(kibibytes)) => Ok(Recorded {
            processor: Duration::from_micros(micros),
            peak_memory: kibibytes << 10,
            nodes: number(" nodes").unwrap_or(0),
            events: number(" events").unwrap_or(0),
            drawn: Duration::from_micros(number(" us to draw").unwrap_or(0)),
        }),
        _ => Err(format!("--time said `{said}` for {expression}")),
    }
}
