//! `cargo xtask bench run`: whodunit beside `erl`, on the same programs, in the same minute. Never
//! part of the checks: a busy machine would fail them.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::ratios;
use crate::requirements;
use crate::shell::{self, Outcome};

/// What to measure: the module under `benches/erl` and what it does.
const PROGRAMS: &[(&str, &str)] = &[
    ("bench_fib", "fib(32)"),
    ("bench_reverse", "naive reverse of 2,000, ten times"),
    ("bench_mergesort", "mergesort of 100,000"),
    ("bench_ring", "ring of 100 processes, 100,000 hops"),
    ("bench_maps", "map of 50,000 keys"),
    ("bench_binaries", "binary of 2,000,000 bytes"),
    ("bench_gen_server", "50,000 gen_server calls"),
];

/// At most this many times slower than OTP's JIT.
const AIM_RATIO: f64 = 12.0;
/// From the start of the program to the first result of a small module.
const AIM_START: Duration = Duration::from_millis(30);
/// Memory that a loop by tail calls may take beyond that of a program that does nothing.
const AIM_GROWTH: u64 = 4 << 20;
/// The best of this many counts.
const ROUNDS: usize = 5;
/// `erl` counts whole milliseconds, so it does the same a few times over.
const TURNS: u32 = 5;

/// One measured run.
#[derive(Clone, Copy)]
struct Measure {
    time: Duration,
    peak_memory: u64,
}

pub fn run() -> Outcome {
    requirements::install_missing()?;
    shell::run("cargo", &["build", "--release", "--quiet", "--package", "whodunit"])?;
    let compiled = shell::target_folder()?.join("bench-erl");
    std::fs::create_dir_all(&compiled).map_err(|error| format!("{}: {error}", compiled.display()))?;
    let bench = Bench {
        whodunit: shell::target_folder()?.join("release/whodunit").display().to_string(),
        compiled: compiled.display().to_string(),
    };
    for source in shell::files(&shell::root().join("benches/erl"), "erl")? {
        shell::run("erlc", &["-o", &bench.compiled, &source.to_string_lossy()])?;
    }

    println!("processor time, best of {ROUNDS}; {}", shell::output("erl", &["-noshell", "-eval", VERSION])?);
    println!("{:<38} {:>10} {:>12} {:>8}   aim", "", "erl", "whodunit", "ratio");
    let mut measured = Vec::new();
    for (module, title) in PROGRAMS {
        let erl = best(|| bench.erl(module))?;
        let ours = best(|| bench.whodunit(module))?;
        let ratio = ours.time.as_secs_f64() / erl.time.as_secs_f64();
        measured.push((*module, ratio));
        println!(
            "{title:<38} {:>7.1} ms {:>9.1} ms {ratio:>7.1}x   {AIM_RATIO}x {}",
            milliseconds(erl.time),
            milliseconds(ours.time),
            mark(ratio <= AIM_RATIO)
        );
    }

    let start = best(|| bench.start())?;
    println!(
        "{:<38} {:>10} {:>9.1} ms {:>8}   {} ms {}",
        "start to first result",
        "",
        milliseconds(start.time),
        "",
        AIM_START.as_millis(),
        mark(start.time <= AIM_START)
    );
    let nothing = bench.whodunit("bench_hello")?;
    let erl = bench.erl("bench_loop")?;
    let ours = bench.whodunit("bench_loop")?;
    let growth = ours.peak_memory.saturating_sub(nothing.peak_memory);
    println!(
        "{:<38} {:>7.1} ms {:>9.1} ms {:>7.1}x",
        "loop of 10^8 tail calls",
        milliseconds(erl.time),
        milliseconds(ours.time),
        ours.time.as_secs_f64() / erl.time.as_secs_f64()
    );
    println!(
        "{:<38} {:>6.1} MiB {:>8.1} MiB {:>8}   {} MiB more than nothing's {:.1} MiB {}",
        "  its peak memory",
        mebibytes(erl.peak_memory),
        mebibytes(ours.peak_memory),
        "",
        AIM_GROWTH >> 20,
        mebibytes(nothing.peak_memory),
        mark(growth <= AIM_GROWTH)
    );
    ratios::compare(&measured)
}

struct Bench {
    whodunit: String,
    /// Where erlc put the `.beam` files.
    compiled: String,
}

const VERSION: &str =
    r#"io:format("OTP ~s, ~s", [erlang:system_info(otp_release), erlang:system_info(emu_flavor)]), halt()."#;

impl Bench {
    /// `erl` on one core, as whodunit is: the processor time that the call takes inside.
    fn erl(&self, module: &str) -> Outcome<Measure> {
        let program = format!(
            "{{A, _}} = statistics(runtime), [{module}:main() || _ <- lists:seq(1, {TURNS})], {{B, _}} = statistics(runtime), \
             {{ok, F}} = file:open(\"/proc/self/status\", [read, raw]), {{ok, S}} = file:read(F, 100000), \
             {{match, [M]}} = re:run(S, \"VmHWM:\\\\s*(\\\\d+)\", [{{capture, all_but_first, list}}]), \
             io:format(\"~b ~s\", [B - A, M]), halt()."
        );
        let printed =
            shell::output("erl", &["-noshell", "+S", "1:1", "-pa", &self.compiled, "-eval", &program])?;
        let numbers: Option<Vec<u64>> = printed.split_whitespace().map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some([milliseconds, kibibytes]) => Ok(Measure {
                time: Duration::from_millis((*milliseconds).max(1)) / TURNS,
                peak_memory: kibibytes << 10,
            }),
            _ => Err(format!("erl printed `{printed}` for {module}")),
        }
    }

    /// The processor time that the run takes inside, without start and loading of the sources, as
    /// `--time` says.
    fn whodunit(&self, module: &str) -> Outcome<Measure> {
        let output = self.command(module, &["--time"])?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let numbers = said.lines().rev().find_map(|line| {
            let rest = line.strip_prefix("time: ")?;
            let mut numbers =
                rest.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse::<u64>().ok());
            Some((numbers.next()?, numbers.next()?, numbers.next()?))
        });
        match numbers {
            Some((_steps, micros, kibibytes)) => {
                Ok(Measure { time: Duration::from_micros(micros), peak_memory: kibibytes << 10 })
            }
            None => Err(format!("whodunit --time said `{said}` for {module}")),
        }
    }

    /// The whole program, from outside: start, read, compile, run, print.
    fn start(&self) -> Outcome<Measure> {
        let begin = Instant::now();
        self.command("bench_hello", &[])?;
        Ok(Measure { time: begin.elapsed(), peak_memory: 0 })
    }

    fn command(&self, module: &str, flags: &[&str]) -> Outcome<std::process::Output> {
        let output = Command::new(&self.whodunit)
            .current_dir(shell::root())
            .args(["run", &format!("benches/erl/{module}.erl"), "-e", &format!("{module}:main()")])
            .args(flags)
            .output()
            .map_err(|error| format!("cannot start {}: {error}", self.whodunit))?;
        if output.status.success() {
            return Ok(output);
        }
        Err(format!("{module}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
    }
}

fn best(measure: impl Fn() -> Outcome<Measure>) -> Outcome<Measure> {
    let mut best = measure()?;
    for _ in 1..ROUNDS {
        let next = measure()?;
        if next.time < best.time {
            best = next;
        }
    }
    Ok(best)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

fn mark(reached: bool) -> &'static str {
    if reached { "reached" } else { "MISSED" }
}
