//! What is left when whodunit is killed: answers, and no programs that it had started.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn whodunit(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whodunit"));
    command.args(arguments).current_dir(ROOT).env_remove("ERL_ROOTDIR");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// A folder of this test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kills-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A question and the answer that it gets: always the same one to the same question.
type Said = (String, Value);

/// Someone who points at members of groups and at claims, but always in the same way.
fn answer_to(question: &Value, seed: u64) -> Said {
    let claims = question["claims"].as_array().expect("claims");
    let text = format!("{} {}", question["statement"], question["claims"]);
    let hash = text.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let claim = &claims[(hash >> 32) as usize % claims.len()];
    let is_inputs = question["kind"] == "inputs";
    let answer = match (hash >> 16) % 2 {
        0 if !is_inputs => match claim["items"].as_array().and_then(|items| items.first()) {
            Some(item) => json!({"answer": "wrong", "claim": claim["id"], "item": item["id"]}),
            None => json!({"answer": "wrong", "claim": claim["id"]}),
        },
        _ => json!({"answer": "right"}),
    };
    (text, answer)
}

/// A session with this answers file, killed after this many answers. All that was asked, and
/// whether it reached its end.
fn session(arguments: &[&str], answers: &Path, seed: u64, most: usize) -> (Vec<Said>, bool) {
    let mut command = whodunit(&["ask", "--json", "--answers"]);
    let mut child = command.arg(answers).args(arguments).spawn().expect("whodunit");
    let mut input = child.stdin.take().expect("a pipe");
    let mut said: Vec<Said> = Vec::new();
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
        let event: Value = serde_json::from_str(&line.expect("text")).expect("JSON");
        let answer = match event["event"].as_str() {
            Some("start") => json!({"answer": "whole"}),
            Some("question") => {
                if said.len() == most {
                    child.kill().expect("to kill it");
                    break;
                }
                said.push(answer_to(&event, seed));
                said[said.len() - 1].1.clone()
            }
            // What cannot be pointed at is right.
            Some("error") => {
                let last = said.last_mut().expect("a question");
                last.1 = json!({"answer": "right"});
                last.1.clone()
            }
            Some("verdict") => break,
            _ => continue,
        };
        writeln!(input, "{answer}").expect("it listens");
    }
    drop(input);
    let ended = said.len() < most;
    child.wait().expect("it ends");
    (said, ended)
}

/// No answer is asked for again, at whichever question the session is killed.
fn check(name: &str, arguments: &[&str], seed: u64) {
    let folder = folder(name);
    for most in 1..40 {
        let answers = folder.join(format!("answers-{most}"));
        let (before, ended) = session(arguments, &answers, seed, most);
        if ended {
            assert!(most > 1, "{name}: there is nothing to kill");
            return;
        }
        let (after, _) = session(arguments, &answers, seed, usize::MAX);
        for question in &after {
            assert!(!before.contains(question), "{name}, killed after {most}: again {question:?}");
        }
    }
}

#[test]
fn answers_survive() {
    check("mergesort", &["examples/mergesort", "-e", "merge:mergesort([b,a], fun merge:comp/2)"], 1);
    check("tcp", &["examples/tcp", "-e", "tcp:main()"], 1);
}

/// The oracle, and what it has started, end with whodunit: also by a signal.
#[test]
fn oracles_end() {
    let folder = folder("oracles");
    for signal in ["TERM", "HUP", "INT"] {
        let started = folder.join(signal);
        let oracle = format!("read -r question; sleep 600 & echo $! > '{}'; wait", started.display());
        let arguments =
            ["ask", "examples/mergesort", "-e", "merge:mergesort([b,a], fun merge:comp/2)", "--oracle"];
        let mut child = whodunit(&arguments).arg(&oracle).spawn().expect("whodunit");
        let sleeper = wait_for(|| {
            std::fs::read_to_string(&started).ok().and_then(|text| text.trim().parse::<i32>().ok())
        });
        send(signal, child.id() as i32);
        if signal == "INT" {
            // The first only interrupts.
            std::thread::sleep(Duration::from_millis(50));
            send(signal, child.id() as i32);
        }
        child.wait().expect("it ends");
        wait_for(|| (!is_alive(sleeper)).then_some(()));
    }
}

fn send(signal: &str, to: i32) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &to.to_string()]).status();
    assert!(sent.expect("kill").success());
}

fn is_alive(pid: i32) -> bool {
    // A program that has ended, and that nobody has waited for yet, is a zombie.
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

fn wait_for<T>(mut is_there: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        match is_there() {
            Some(found) => return found,
            None => assert!(Instant::now() < deadline, "it takes too long"),
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What cannot be written reaches the exit status.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in [
        &["run", "-e", "1"][..],
        &["run", "--json", "-e", "1"],
        &["tree", "--svg", "-e", "1"],
        &["tree", "--json", "-e", "1"],
        &["diagram", "-e", "1"],
        &["ask", "-e", "1", "--no-human"],
        &["check", "examples/lazy/ordered.hs"],
        &["help"],
        &["run", "--help"],
        &["--version"],
        &["man"],
        &["completions", "bash"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
        let mut command = whodunit(arguments);
        let output = command.stdout(full).stderr(Stdio::piped()).spawn().and_then(Child::wait_with_output);
        let output = output.expect("whodunit");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("cannot write standard output"), "{arguments:?}: {said}");
    }
}
