//! `cargo xtask bench processes`: what it costs to ask about a run of many processes, and to draw
//! it. Never part of the checks.

use std::time::Duration;

use crate::bench_ask::{Recorded, aim, milliseconds, record};
use crate::opening;
use crate::shell::{self, Outcome};

/// From the start of the program to the first question, beside the unwatched run.
const AIM_RATIO: f64 = 5.0;
/// A picture of 2,000 events, once there is a run to draw.
const AIM_PICTURE: Duration = Duration::from_millis(500);
/// The best of this many counts.
const ROUNDS: usize = 3;

const MILLION: [&str; 2] = ["benches/erl/bench_messages.erl", "bench_messages:main(1000, 1000)"];
/// A run in which everyone takes part in the window that is drawn.
const FIFTY: [&str; 2] = ["benches/erl/bench_messages.erl", "bench_messages:main(49, 100)"];
const PICTURE: [&str; 5] = ["--svg", "--window", "2000", "--output", "/dev/null"];

pub fn processes() -> Outcome {
    shell::run("cargo", &["build", "--release", "--quiet", "--package", "whodunit"])?;
    let whodunit = shell::target_folder()?.join("release/whodunit").display().to_string();
    println!("10^6 messages among 1,000 processes; processor time, best of {ROUNDS}\n");
    let best = |command: &str, program: [&str; 2], flags: &[&str]| -> Outcome<Recorded> {
        let mut best = record(&whodunit, command, program, flags)?;
        for _ in 1..ROUNDS {
            let next = record(&whodunit, command, program, flags)?;
            best.drawn = best.drawn.min(next.drawn);
            best.processor = best.processor.min(next.processor);
        }
        Ok(best)
    };
    let plain = best("run", MILLION, &[])?;
    let say = |title: &str, processor: Duration, peak_memory: u64, rest: &str| {
        let ratio = processor.as_secs_f64() / plain.processor.as_secs_f64();
        let (time, memory) = (milliseconds(processor), peak_memory >> 20);
        println!("{title:<24} {time:>8.0} ms {ratio:>6.2}x {memory:>6} MiB   {rest}");
        ratio
    };
    say("unwatched", plain.processor, plain.peak_memory, "");
    let log = best("diagram", MILLION, &PICTURE)?;
    let beyond = |peak: u64, parts: u64| peak.saturating_sub(plain.peak_memory) / parts.max(1);
    let bytes = beyond(log.peak_memory, log.events);
    say("its events", log.processor, log.peak_memory, &format!("{bytes} bytes for each of {}", log.events));
    let tree = best("tree", MILLION, &["--depth", "0"])?;
    say("its tree", tree.processor, tree.peak_memory, &format!("{} nodes", tree.nodes));

    let mut first = opening::measure(&whodunit, &["ask", MILLION[0], "-e", MILLION[1]])?;
    for _ in 1..ROUNDS {
        let next = opening::measure(&whodunit, &["ask", MILLION[0], "-e", MILLION[1]])?;
        first.processor = first.processor.min(next.processor);
        first.slowest_turn = first.slowest_turn.min(next.slowest_turn);
    }
    let (bytes, turn) = (beyond(first.peak_memory, first.suspects), milliseconds(first.slowest_turn));
    let rest =
        format!("{bytes} bytes for each of {} nodes, then at most {turn:.0} ms a question", first.suspects);
    let ratio = say("to its first question", first.processor, first.peak_memory, &rest);
    println!("{:<24} {}", "", aim(format!("{AIM_RATIO}x"), ratio <= AIM_RATIO));

    let drawn = best("diagram", FIFTY, &PICTURE)?.drawn;
    let reached = aim(format!("{} ms", AIM_PICTURE.as_millis()), drawn <= AIM_PICTURE);
    println!("\na picture of 2,000 events of 50 processes: {:.1} ms ({reached})", milliseconds(drawn));
    Ok(())
}
