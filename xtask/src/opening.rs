//! How a session begins, seen from outside: `whodunit … --json` is started, and talked to for a
//! while.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::shell::{self, Outcome};

/// The most questions that are waited for.
const QUESTIONS: usize = 20;

pub struct Opening {
    /// From the start of the program to its first question: by the clock, and on the processor.
    pub wall: Duration,
    pub processor: Duration,
    /// The most that the program held until then.
    pub peak_memory: u64,
    /// How many nodes that question is about.
    pub suspects: u64,
    /// The longest time from an answer to the next question.
    pub slowest_turn: Duration,
}

/// Starts `whodunit` with these arguments and answers "don't know" to a few questions.
pub fn measure(whodunit: &str, args: &[&str]) -> Outcome<Opening> {
    let begin = Instant::now();
    let mut child = Command::new(whodunit)
        .current_dir(shell::root())
        .args(args)
        .arg("--json")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start {whodunit}: {error}"))?;
    let opening = talk(&mut child, begin).map_err(|error| format!("{}: {error}", args.join(" ")));
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().map_err(|error| error.to_string())?;
    opening
}

fn talk(child: &mut Child, begin: Instant) -> Outcome<Opening> {
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("it has no input or no output".to_owned());
    };
    let mut lines = BufReader::new(output).lines();
    let Some(suspects) = next_question(&mut lines, &mut input)? else {
        return Err("it asked nothing".to_owned());
    };
    let wall = begin.elapsed();
    let mut opening = Opening {
        wall,
        processor: processor_time(child.id())?,
        peak_memory: peak_memory(child.id())?,
        suspects,
        slowest_turn: Duration::ZERO,
    };
    for _ in 0..QUESTIONS {
        let asked = Instant::now();
        let answered = say(&mut input, "{\"answer\":\"unknown\"}");
        if answered.is_err() || next_question(&mut lines, &mut input)?.is_none() {
            break;
        }
        opening.slowest_turn = opening.slowest_turn.max(asked.elapsed());
    }
    Ok(opening)
}

fn say(input: &mut ChildStdin, answer: &str) -> std::io::Result<()> {
    writeln!(input, "{answer}")?;
    input.flush()
}

/// Reads on to the next question, if there is one: how many suspects there are. A session that
/// wants to know where to look looks everywhere.
fn next_question(lines: &mut Lines<BufReader<ChildStdout>>, input: &mut ChildStdin) -> Outcome<Option<u64>> {
    for line in lines {
        let line = line.map_err(|error| error.to_string())?;
        let event: serde_json::Value = serde_json::from_str(&line).map_err(|_| line.clone())?;
        match event["event"].as_str() {
            Some("question") => return Ok(event["suspects"].as_u64().or(Some(0))),
            Some("verdict") => return Ok(None),
            Some("start") => {
                say(input, "{\"answer\":\"whole\"}").map_err(|error| error.to_string())?;
            }
            _ => {}
        }
    }
    Ok(None)
}

/// The kernel counts the nanoseconds that a thread had a processor; all of whodunit's work is in
/// one thread.
fn processor_time(process: u32) -> Outcome<Duration> {
    let counts = read(process, "schedstat")?;
    let nanoseconds = counts.split(' ').next().and_then(|count| count.parse().ok());
    nanoseconds.map(Duration::from_nanos).ok_or_else(|| format!("schedstat says `{counts}`"))
}

fn peak_memory(process: u32) -> Outcome<u64> {
    let status = read(process, "status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|text| text.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kibibytes.map(|kibibytes| kibibytes << 10).ok_or_else(|| "status names no VmHWM".to_owned())
}

fn read(process: u32, file: &str) -> Outcome<String> {
    let path = format!("/proc/{process}/{file}");
    std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))
}
