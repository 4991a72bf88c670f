//! The project's chores: `cargo xtask test` runs every check there is.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

mod architecture;
mod bench;
mod bench_ask;
mod bench_lazy;
mod bench_processes;
mod bench_rewind;
mod bench_web;
mod browser;
mod checks;
mod constants;
mod contract;
mod haskell;
mod licences;
mod map;
mod miri;
mod names;
mod opening;
mod picture;
mod project;
mod projects;
mod prose;
mod purity;
mod ratios;
mod readme;
mod requirements;
mod rust;
mod shell;
mod texts;
mod words;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask test [WORD…]   every check, or those whose name contains a WORD
cargo xtask test quick     the checks that take under three minutes together
cargo xtask docs           update docs/builtins.md, the pages of tests, the sessions in docs
cargo xtask docs browser   draw docs/web-question.png and docs/web-time.png anew
cargo xtask docs picture   draw docs/session.svg anew
cargo xtask texts          one page of every text that users see
cargo xtask projects DIR [NAME…]  tests of public projects in DIR, by OTP and by whodunit
cargo xtask bench run      whodunit and erl side by side, as ratios
cargo xtask bench ask      what it costs to look at a run afterwards
cargo xtask bench processes  the same for a run of many processes, and to draw it
cargo xtask bench web      how long the page in the browser waits, alone and among 50 readers
cargo xtask bench lazy     lazy programs, beside GHC's interpreter; their traces
cargo xtask bench rewind   what it costs to be able to go back";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test", chosen @ ..] => checks::run(chosen),
        ["docs"] => report(docs()),
        ["docs", "browser"] => report(browser::draw()),
        ["docs", "picture"] => report(picture::draw()),
        ["texts"] => report(texts::write()),
        ["projects", folder, only @ ..] => report(projects::run(folder, only)),
        ["bench", "run"] => report(bench::run()),
        ["bench", "ask"] => report(bench_ask::ask()),
        ["bench", "lazy"] => report(bench_lazy::lazy()),
        ["bench", "web"] => report(bench_web::web()),
        ["bench", "processes"] => report(bench_processes::processes()),
        ["bench", "rewind"] => report(bench_rewind::rewind()),
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// The generators are tests that also check: see `crates/whodunit/tests`.
fn docs() -> shell::Outcome {
    let test = [
        "UPDATE=1",
        "cargo",
        "test",
        "--quiet",
        "--package",
        "whodunit",
        "--test",
        "builtins",
        "--test",
        "pages",
        "--test",
        "dap",
    ];
    shell::run("env", &test)?;
    readme::update()
}

fn report(outcome: shell::Outcome) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}
