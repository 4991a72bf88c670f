//! Ctrl-C shows what is running and where, and ends the run.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::process::{Command, Stdio};
use std::time::Duration;

#[cfg(unix)]
#[test]
fn ctrl_c_shows_where_the_run_is() {
    let source = std::env::temp_dir().join(format!("whodunit_interrupt_{}.erl", std::process::id()));
    let module = source.file_stem().expect("a name").to_string_lossy().into_owned();
    let text = format!("-module({module}).\n-export([loop/1]).\nloop(N) -> loop(N + 1).\n");
    std::fs::write(&source, text).expect("a temporary file");
    let child = Command::new(env!("CARGO_BIN_EXE_whodunit"))
        .args(["run", "--no-otp", &source.to_string_lossy(), "-e", &format!("{module}:loop(0)")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("whodunit");
    std::thread::sleep(Duration::from_millis(1500));
    let kill =
        Command::new("/bin/sh").args(["-c", &format!("kill -INT {}", child.id())]).status().expect("kill");
    assert!(kill.success());
    let output = child.wait_with_output().expect("an end");
    let _ = std::fs::remove_file(&source);

    assert_eq!(output.status.code(), Some(4));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("interrupted after "), "{said}");
    let table = String::from_utf8_lossy(&output.stdout);
    let expected = format!("{module}:loop(0)  still running, at {module}.erl:3\n");
    assert!(table.ends_with(&expected), "{table}");
}
