//! Reductions a second, with the log of calls and without: `cargo bench --package lazy-machine`.
//! `-- reverse 1` runs one program once, for a profiler.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use std::time::Duration;

use lazy_machine::log::Log;
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::{Compiled, compile};
use lazy_syntax::{Options, load};

/// As many calls have their values kept as in a session.
const WINDOW: u32 = 1 << 16;
const ROUNDS: usize = 5;

/// The program, what is asked, the aim in millions of logged reductions a second, and how many
/// reductions the literature counts; the machine also calls what it lifted.
const PROGRAMS: [(&str, &str, &str, Option<f64>); 4] = [
    ("reverse.hs", include_str!("../../../benches/lazy/reverse.hs"), "len (rev (upTo 1 2000))", Some(20.0)),
    ("fib.hs", include_str!("../../../benches/lazy/fib.hs"), "fib 27", None),
    ("queens.hs", include_str!("../../../benches/lazy/queens.hs"), "length (queens 8)", None),
    ("psort.flp", include_str!("../../../benches/lazy/psort.flp"), "psort (down 16)", None),
];

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let (chosen, rounds) = (words.next(), words.next().and_then(|word| word.parse().ok()).unwrap_or(ROUNDS));
    println!("{:<12} {:>12} {:>14} {:>14} {:>8}   aim", "", "reductions", "without log", "with log", "MiB");
    for (name, text, question, aim) in PROGRAMS {
        if chosen.as_ref().is_some_and(|chosen| !name.starts_with(chosen.as_str())) {
            continue;
        }
        let compiled = compiled(name, text, question);
        let (plain, steps, _) = best(&compiled, None, rounds);
        let (logged, _, bytes) = best(&compiled, Some(WINDOW), rounds);
        let rate = |time: Duration| steps as f64 / time.as_secs_f64() / 1e6;
        let aim = match aim {
            Some(aim) => format!("{aim} M/s {}", if rate(logged) >= aim { "reached" } else { "MISSED" }),
            None => String::new(),
        };
        println!(
            "{name:<12} {steps:>12} {:>10.1} M/s {:>10.1} M/s {:>8}   {aim}",
            rate(plain),
            rate(logged),
            bytes >> 20
        );
    }
}

fn compiled(name: &str, text: &str, question: &str) -> Compiled {
    let (mut program, problems) = load(&[(name, text)], Options::for_file(name).expect("a lazy program"));
    assert!(!problems.iter().any(|problem| problem.is_error()), "{problems:?}");
    let query = program.query(question).0.expect("a question");
    compile(&program, &query).expect("supported")
}

/// What the kernel says this process has run, where it says so: on a busy machine the clock on the
/// wall says little.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0))
}

/// The shortest time, the calls, and the bytes that the machine held at the end.
fn best(compiled: &Compiled, window: Option<u32>, rounds: usize) -> (Duration, u64, u64) {
    let mut best = Duration::MAX;
    let (mut steps, mut bytes) = (0, 0);
    for _ in 0..rounds {
        let mut machine = Machine::new(compiled.code.clone(), compiled.main, 100_000, None);
        if let Some(window) = window {
            machine = machine.log_to(Log::of_short_runs(window));
        }
        let start = processor_time();
        let end = machine.run(&Budget::UNLIMITED);
        best = best.min(processor_time() - start);
        assert_eq!(end, Stop::Done);
        (steps, bytes) = (machine.steps(), machine.bytes());
    }
    (best, steps, bytes)
}
