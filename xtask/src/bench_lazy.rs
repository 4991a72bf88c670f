//! `cargo xtask bench lazy`: lazy programs in whodunit beside the same in GHC's interpreter, and
//! what it costs to observe and to look at them. Never part of the checks.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::bench_ask::{aim, milliseconds, record};
use crate::shell::{self, Outcome};

/// The best of this many counts.
const ROUNDS: usize = 3;
/// The most that a tree of 10^8 events may take.
const AIM_MEMORY: u64 = 2 << 30;
const EVENTS: &str = "100000000";
/// Bytes that an event may take in the file.
const AIM_BYTES: f64 = 24.0;
const QUEENS: &str = "benches/lazy/queens.hs";

pub fn lazy() -> Outcome {
    shell::run("cargo", &["build", "--release", "--quiet", "--package", "whodunit"])?;
    let whodunit = shell::target_folder()?.join("release/whodunit").display().to_string();
    println!("millions of reductions a second, processor time, best of 5");
    shell::run("cargo", &["bench", "--quiet", "--package", "lazy-machine", "--bench", "reductions"])?;
    println!(
        "\n{:<12} {:>12} {:>12} {:>8}   processor time, best of {ROUNDS}",
        "", "runghc", "whodunit", "ratio"
    );
    for program in ["reverse", "fib", "queens"] {
        beside(&whodunit, program)?;
    }
    println!();
    traced(&whodunit)?;
    println!(
        "\na trace of {EVENTS} events (aim: its tree within {} MiB, the file not counted):",
        AIM_MEMORY >> 20
    );
    shell::run("cargo", &["bench", "--quiet", "--package", "observation", "--bench", "trace", "--", EVENTS])?;
    Ok(())
}

/// GHC's interpreter on the same file, without its start; it keeps no log.
fn beside(whodunit: &str, program: &str) -> Outcome {
    if !shell::is_installed("runghc") {
        println!("{program:<12} runghc is not installed");
        return Ok(());
    }
    let file = format!("benches/lazy/{program}.hs");
    let peer = |expression: &str| -> Outcome<Duration> {
        best(|| {
            processor_time(Command::new("ghc").args(["-e", expression, &file]).current_dir(shell::root()))
        })
    };
    let theirs = peer("main")?.saturating_sub(peer("return ()")?);
    let ours = best(|| Ok(record(whodunit, "run", [&file, "main"], &[])?.processor))?;
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64().max(1e-3);
    let (theirs, ours) = (milliseconds(theirs), milliseconds(ours));
    println!("{program:<12} {theirs:>9.0} ms {ours:>9.0} ms {ratio:>7.2}x");
    Ok(())
}

/// All solutions of eight queens, observed to the end: where Hoed runs out of memory.
fn traced(whodunit: &str) -> Outcome {
    let file = shell::target_folder()?.join("queens.trace");
    let path = file.display().to_string();
    let plain = record(whodunit, "run", [QUEENS, "main"], &[])?;
    let traced = record(whodunit, "run", [QUEENS, "main"], &["--trace", &path, "--observe", "_"])?;
    let bytes = std::fs::metadata(&file).map_err(|error| format!("{path}: {error}"))?.len();
    let (events, seconds) = (traced.events as f64, traced.processor.as_secs_f64());
    let each = bytes as f64 / events;
    println!(
        "queens 8, all observed: {} events, {:.1} million/s, {each:.2} bytes each ({}), {:.1}x the run, {} MiB",
        traced.events,
        events / seconds / 1e6,
        aim(format!("{AIM_BYTES} bytes"), each <= AIM_BYTES),
        seconds / plain.processor.as_secs_f64(),
        traced.peak_memory >> 20
    );
    let tree = tree(whodunit, &file);
    let _ = std::fs::remove_file(&file);
    let (time, nodes) = tree?;
    println!("    its tree from spans: {:.0} ms, {nodes} lines at depth 1", milliseconds(time));
    Ok(())
}

fn tree(whodunit: &str, file: &Path) -> Outcome<(Duration, usize)> {
    let mut command = Command::new(whodunit);
    command.arg("tree").arg(file).args(["--depth", "1"]).current_dir(shell::root());
    let before = children_time();
    let output = command.output().map_err(|error| format!("cannot start {whodunit}: {error}"))?;
    match output.status.success() {
        true => {
            let time = children_time().saturating_sub(before);
            Ok((time, String::from_utf8_lossy(&output.stdout).lines().count()))
        }
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn best(measure: impl Fn() -> Outcome<Duration>) -> Outcome<Duration> {
    let mut best = measure()?;
    for _ in 1..ROUNDS {
        best = best.min(measure()?);
    }
    Ok(best)
}

fn processor_time(command: &mut Command) -> Outcome<Duration> {
    let before = children_time();
    let output = command.output().map_err(|error| format!("cannot start ghc: {error}"))?;
    match output.status.success() {
        true => Ok(children_time().saturating_sub(before)),
        false => Err(format!("ghc: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// The processor time of programs that were started and have ended, as the kernel counts it: in
/// hundredths of a second.
fn children_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<u64> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .skip(13)
        .take(2)
        .filter_map(|field| field.parse().ok())
        .collect();
    Duration::from_millis(fields.iter().sum::<u64>() * 10)
}
