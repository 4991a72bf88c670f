//! Ctrl-C shows what is running and where, and ends the run; a second one ends it in any case.
#![cfg(unix)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// A module that runs forever, in a file of its own.
struct Endless {
    path: PathBuf,
    module: String,
}

impl Endless {
    fn new(of: &str) -> Endless {
        let path = std::env::temp_dir().join(format!("whodunit_{of}_{}.erl", std::process::id()));
        let module = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = format!(
            "-module({module}).\n-export([loop/1, fine_test/0, loop_test_/0]).\nloop(N) -> loop(N + 1).\n\
             fine_test() -> ok.\nloop_test_() -> {{timeout, 600, fun() -> loop(0) end}}.\n"
        );
        std::fs::write(&path, text).expect("a temporary file");
        Endless { path, module }
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Starts the program and presses Ctrl-C after a while, this many times.
fn interrupt(args: &[&str], times: usize) -> Output {
    let child = Command::new(env!("CARGO_BIN_EXE_whodunit"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("whodunit");
    for _ in 0..times {
        // A second Ctrl-C comes when it has been said that it ends the program.
        std::thread::sleep(Duration::from_millis(3000));
        press(&child);
    }
    child.wait_with_output().expect("an end")
}

fn press(child: &Child) {
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("/bin/sh").args(["-c", &kill]).status().expect("kill").success());
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn ctrl_c_shows_where_the_run_is() {
    let Endless { path, module } = &Endless::new("run");
    let expression = format!("{module}:loop(0)");
    let output = interrupt(&["run", "--no-otp", &path.to_string_lossy(), "-e", &expression], 1);
    assert_eq!(output.status.code(), Some(4));
    let (said, table) = (text(&output.stderr), text(&output.stdout));
    assert!(said.starts_with("interrupted after "), "{said}");
    assert!(table.ends_with(&format!("{module}:loop(0)  still running, at {module}.erl:3\n")), "{table}");
}

#[test]
fn ctrl_c_shows_which_test_is_running() {
    let Endless { path, module } = &Endless::new("test");
    let output = interrupt(&["test", "--no-otp", &path.to_string_lossy()], 1);
    assert_eq!(output.status.code(), Some(4));
    let said = text(&output.stderr) + &text(&output.stdout);
    assert!(said.contains("Passed: 1."), "{said}");
    assert!(said.contains(&format!("interrupted in {module}:-loop_test_/0-fun-0- after ")), "{said}");
}

/// The command stops, what it did is kept, and the next one is obeyed.
#[test]
fn ctrl_c_stops_a_command_of_a_session() {
    let Endless { path, module } = &Endless::new("rewind");
    let expression = format!("{module}:loop(0)");
    let mut child = Command::new(env!("CARGO_BIN_EXE_whodunit"))
        .args(["rewind", "--no-otp", &path.to_string_lossy(), "-e", &expression])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("whodunit");
    let commands = "run 1_000_000_000_000\nstate 82\nundo start\nstate 82\n";
    child.stdin.take().expect("a pipe").write_all(commands.as_bytes()).expect("it listens");
    std::thread::sleep(Duration::from_millis(3000));
    press(&child);
    let output = child.wait_with_output().expect("an end");
    let said = text(&output.stdout);
    let (before, after) = said.split_once("rewind> state 82").unwrap_or_else(|| panic!("{said}"));
    assert!(before.contains("of <0.82.0>; interrupted; the run so far is kept"), "{said}");
    assert!(after.contains(&format!("in {module}:loop/1 at {module}.erl:3")), "{said}");
    assert!(after.contains("can run, after 0 steps"), "{said}");
    assert_eq!(output.status.code(), Some(0));
}

/// Two terms of 2^40 tuples are compared in a single step.
#[test]
fn ctrl_c_stops_a_long_step() {
    let pairs = "F = fun F(0, A) -> A; F(N, A) -> F(N - 1, {A, A}) end, F(40, a) == F(40, a)";
    let output = interrupt(&["run", "--no-otp", "-e", pairs], 1);
    assert_eq!(output.status.code(), Some(4));
    let said = text(&output.stderr);
    assert!(said.starts_with("interrupted after "), "{said}");
}

/// FIXME: keys of maps are compared in a single step, however large they are, and only a second
/// Ctrl-C ends it.
#[test]
fn a_long_step_is_left_by_a_second_ctrl_c() {
    let keys =
        "F = fun F(0, A) -> A; F(N, A) -> F(N - 1, {A, A}) end, M = #{F(40, a) => 1}, M#{F(40, a) => 2}";
    let output = interrupt(&["run", "--no-otp", "-e", keys], 2);
    assert_eq!(output.status.code(), Some(130));
    let said = text(&output.stderr);
    assert!(said.contains("in the middle of a long step; press Ctrl-C again to quit at once"), "{said}");
}
