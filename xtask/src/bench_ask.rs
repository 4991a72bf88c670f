//! `cargo xtask bench ask`: what it costs to look at a run afterwards, beside the run itself. Never part of the checks.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::shell::{self, Outcome};

/// A recorded run at most this many times slower than the same run unwatched.
const AIM_RATIO: f64 = 2.5;
/// The most that the tree of fib(32), 7 million nodes, may take.
const AIM_MEMORY: u64 = 700 << 20;
/// Mergesort of 1,000 atoms, from the start of the program to its tree.
const AIM_START: Duration = Duration::from_millis(100);
/// The most that the tree of 10^8 calls may take, whatever its shape.
const AIM_LARGE: u64 = 1 << 30;
/// The best of so many counts.
const ROUNDS: usize = 3;

const FIB: (&str, &str) = ("benches/erl/bench_fib.erl", "bench_fib:fib(32)");
const LARGE_FIB: (&str, &str) = ("benches/erl/bench_fib.erl", "bench_fib:fib(38)");
const LOOP: (&str, &str) = ("benches/erl/bench_loop.erl", "bench_loop:main()");
const MERGESORT: (&str, &str) = (
    "examples/mergesort-correct",
    "merge:mergesort([list_to_atom([$a | integer_to_list(N * 7919 rem 1000)]) || N <- lists:seq(1, 1000)], \
     fun merge:comp/2)",
);

/// One measured run.
#[derive(Clone, Copy)]
struct Measure {
    time: Duration,
    peak_memory: u64,
    nodes: u64,
    /// From outside: start, read, run, print.
    whole: Duration,
}

pub fn ask() -> Outcome {
    shell::run("cargo", &["build", "--release", "--quiet", "--package", "whodunit"])?;
    let whodunit = shell::target_folder()?.join("release/whodunit").display().to_string();
    let best = |command: &str, (sources, expression): (&str, &str), flags: &[&str], rounds: usize| {
        let mut best: Option<Measure> = None;
        for _ in 0..rounds {
            let next = measure(&whodunit, command, sources, expression, flags)?;
            if best.is_none_or(|best| next.time < best.time) {
                best = Some(next);
            }
        }
        best.ok_or_else(|| "nothing was measured".to_owned())
    };
    println!("processor time, best of {ROUNDS}");

    let plain = best("run", FIB, &[], ROUNDS)?;
    let tree = best("tree", FIB, &["--depth", "0"], ROUNDS)?;
    let ratio = tree.time.as_secs_f64() / plain.time.as_secs_f64();
    say("fib(32), unwatched", &plain, "");
    say("fib(32), its tree", &tree, &format!("{ratio:.1}x, aim {AIM_RATIO}x {}", mark(ratio <= AIM_RATIO)));
    let memory = mark(tree.peak_memory <= AIM_MEMORY);
    println!("{:<40} {:>9} aim {} MiB {memory}", "", "", AIM_MEMORY >> 20);

    let sort = best("tree", MERGESORT, &["--depth", "0"], ROUNDS)?;
    let reached = mark(sort.whole <= AIM_START);
    let whole = sort.whole.as_millis();
    say(
        "mergesort of 1,000 atoms",
        &sort,
        &format!("{whole} ms in all, aim {} ms {reached}", AIM_START.as_millis()),
    );

    for (title, program) in [("10^8 calls, a loop", LOOP), ("1.3 * 10^8 calls, fib(38)", LARGE_FIB)] {
        let plain = best("run", program, &[], 1)?;
        let tree = best("tree", program, &["--depth", "1", "--max-memory", "1GiB"], 1)?;
        let ratio = tree.time.as_secs_f64() / plain.time.as_secs_f64();
        let memory = mark(tree.peak_memory <= AIM_LARGE);
        say(title, &tree, &format!("{ratio:.1}x, aim {} MiB {memory}", AIM_LARGE >> 20));
    }
    Ok(())
}

fn say(title: &str, measure: &Measure, rest: &str) {
    let milliseconds = measure.time.as_secs_f64() * 1000.0;
    let (nodes, memory) = (measure.nodes, measure.peak_memory >> 20);
    println!("{title:<40} {milliseconds:>9.1} ms {memory:>6} MiB {nodes:>10} nodes   {rest}");
}

/// What `--time` says of a command.
fn measure(
    whodunit: &str,
    command: &str,
    sources: &str,
    expression: &str,
    flags: &[&str],
) -> Outcome<Measure> {
    let begin = Instant::now();
    let output = Command::new(whodunit)
        .current_dir(shell::root())
        .args([command, sources, "-e", expression, "--time"])
        .args(flags)
        .output()
        .map_err(|error| format!("cannot start {whodunit}: {error}"))?;
    let whole = begin.elapsed();
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
        (Some(micros), Some(kibibytes)) => Ok(Measure {
            time: Duration::from_micros(micros),
            peak_memory: kibibytes << 10,
            nodes: number(" nodes").unwrap_or(0),
            whole,
        }),
        _ => Err(format!("--time said `{said}` for {expression}")),
    }
}

fn mark(reached: bool) -> &'static str {
    if reached { "reached" } else { "MISSED" }
}
