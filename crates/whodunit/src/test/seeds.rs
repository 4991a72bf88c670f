//! `whodunit test --seeds N`: all tests under many schedules. A test that passes under some and
//! fails under others is flaky, and a seed under which it fails shows it again.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::rc::Rc;

use debugger::language::{Language, ScheduleName, TestOptions, TestSummary};
use debugger::{Dialogue, Output};

use super::told::Told;
use crate::args::Test;
use crate::disk::Disk;
use crate::drive::{Next, Watcher, drive};
use crate::sources::{self, refuse};
use crate::style::Style;
use crate::terminal::Terminal;
use crate::words;

/// The first seeds under which a test passed or failed.
#[derive(Default)]
struct Seen {
    passed: Option<u64>,
    failed: Option<u64>,
    failures: u64,
}

/// Runs the tests under as many schedules, beginning with the seed of the command line.
pub fn run(
    args: &Test,
    count: u64,
    language: &'static dyn Language,
    words: &[std::path::PathBuf],
    how: &TestOptions,
) -> ExitCode {
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    let (mut tests_of_last, mut others) = (0, 0);
    for seed in (0..count).map(|n| args.project.seed.wrapping_add(n)) {
        let mut options = args.asking.apply(args.project.options());
        (options.schedule, options.seed) = (ScheduleName::Random, seed);
        let quiet = TestOptions { for_people: false, ..how.clone() };
        let tests = match language.tests(words, quiet, Rc::new(options), Rc::new(Disk)) {
            Ok(tests) => tests,
            Err(problems) => return refuse(&problems),
        };
        let mut dialogue = Dialogue::of_tests(tests);
        let mut listen = Listen { terminal: Terminal::new(false, false), tests: Vec::new() };
        let summary = match drive(&mut dialogue, &mut listen) {
            Ok(summary) => summary,
            Err(status) => return ExitCode::from(status),
        };
        others = others.max(summary.status);
        tests_of_last = listen.tests.len();
        for test in &listen.tests {
            let seen = seen.entry(test.name()).or_default();
            if test.is_failure() {
                seen.failed.get_or_insert(seed);
                seen.failures += 1;
            } else if !test.did_not_run() {
                seen.passed.get_or_insert(seed);
            }
        }
        if !summary.is_complete {
            break;
        }
    }
    let style = Style::of_standard_output();
    let mut failed = false;
    for (name, seen) in &seen {
        let Some(seed) = seen.failed else { continue };
        failed = true;
        println!(
            "{}",
            style.bad(&words::under_seeds(name, seen.failures, count, seed, seen.passed.is_some()))
        );
    }
    if !failed {
        println!("{}", style.good(&words::same_under_seeds(tests_of_last, count)));
    }
    ExitCode::from(if failed { 1 } else { others })
}

/// Takes down what comes of each test.
struct Listen {
    terminal: Terminal,
    tests: Vec<Told>,
}

impl Watcher for Listen {
    type End = Result<TestSummary, u8>;

    fn terminal(&mut self) -> &mut Terminal {
        &mut self.terminal
    }

    fn show(&mut self, _dialogue: &Dialogue, output: Output) -> Next<Self::End> {
        match output {
            Output::Test(event) => self.tests.extend(Told::of(&event)),
            Output::Tested(summary) => return Next::Over(Ok(summary)),
            Output::Problems(problems) => sources::say(&problems),
            Output::Ended(ended) => return Next::Over(Err(ended.status())),
            _ => {}
        }
        Next::Go
    }
}
