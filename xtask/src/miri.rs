//! Miri interprets the unit tests of code with `unsafe`, and stops at undefined behaviour.

use crate::shell::{self, Outcome};

/// The crates whose unit tests are interpreted. FIXME: `vm::compact_tests` of `erlang-machine` ran
/// for minutes without an end; `whodunit` and `erlang-injected-bugs` only call the system.
const TESTED: &[&str] = &["erlang-term"];

/// Chunks of list cells stay allocated until the program ends, which Miri would call a leak.
const FLAGS: &str = "MIRIFLAGS=-Zmiri-ignore-leaks -Zmiri-disable-isolation";

/// Miri comes with a nightly toolchain only: without it there is nothing to run.
pub fn check() -> Outcome {
    if !shell::quiet("rustup", &["run", "nightly", "cargo", "miri", "--version"]) {
        println!("skipped: no Miri (rustup component add --toolchain nightly miri rust-src)");
        return Ok(());
    }
    let folder = shell::target_folder()?.join("miri");
    let folder = format!("CARGO_TARGET_DIR={}", folder.display());
    let miri = ["rustup", "run", "nightly", "cargo", "miri", "test", "--quiet", "--lib", "--package"];
    for package in TESTED {
        let mut arguments = vec![FLAGS, &folder];
        arguments.extend(miri);
        arguments.push(package);
        shell::run("env", &arguments)?;
    }
    Ok(())
}
