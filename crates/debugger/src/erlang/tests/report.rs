//! `test --json`, version 1: one object per line.
//!
//! `test` for each test when it has ended, `group` for each group of tests that was cancelled as a
//! whole, `done` at the end.

use erlang_report::text;
use erlang_term::Term;
use serde::Serialize;

use super::results::{Cancel, Cancelled, Counts, Failure, Skip, Test, TestKind, TestOutcome};
use crate::erlang::exception::{self, frames};
use crate::erlang::project::Code;

#[derive(Serialize)]
struct TestLine<'a> {
    v: u32,
    event: &'static str,
    /// `eunit`, `common_test` or `property`
    kind: &'static str,
    process: String,
    module: &'a str,
    function: &'a str,
    /// Where the test is in its module, if the test says so.
    line: Option<i64>,
    title: Option<&'a str>,
    /// `passed`, `failed`, `skipped`, `cancelled`
    outcome: &'static str,
    /// Why it was cancelled: `timeout`, `exit`, `abort`, `unsupported`, `parent`; skipped:
    /// `missing`, `unsupported`, `user`, `failure` (of something before it), `setup` (its own).
    cause: Option<&'static str>,
    /// What EUnit prints about it.
    text: Option<&'a str>,
    /// `error:badarg`
    exception: Option<String>,
    assertion: Option<Assertion>,
    stack: Vec<Frame>,
    output: &'a str,
    /// Of virtual time.
    seconds: f64,
}

#[derive(Serialize)]
struct Assertion {
    kind: String,
    line: i64,
    expression: Option<String>,
    expected: Option<String>,
    pattern: Option<String>,
    value: Option<String>,
}

#[derive(Serialize)]
struct Frame {
    module: &'static str,
    function: &'static str,
    arity: usize,
    file: Option<String>,
    line: Option<u32>,
    /// The line as it is written, if it is the user's.
    source: Option<String>,
}

#[derive(Serialize)]
struct GroupLine<'a> {
    v: u32,
    event: &'static str,
    outcome: &'static str,
    cause: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
struct DoneLine<'a> {
    v: u32,
    event: &'static str,
    /// `passed`, `failed`, `unsupported`, `budget`, `interrupted`, `halted`
    outcome: &'a str,
    passed: usize,
    failed: usize,
    skipped: usize,
    cancelled: usize,
    /// How many of the skipped their suites want to be skipped.
    skipped_by_user: usize,
    /// Setups and cleanups of suites and groups that failed.
    setups_failed: usize,
    /// How many of the skipped and the cancelled need something that whodunit does not have.
    unsupported: usize,
    message: Option<&'a str>,
    steps: u64,
}

pub fn test(test: &Test, code: &Code) -> String {
    let (outcome, cause, text) = match &test.outcome {
        TestOutcome::Running => ("running", None, None),
        TestOutcome::Passed => ("passed", None, None),
        TestOutcome::Failed(failure) => ("failed", None, Some(failure.text.as_str())),
        TestOutcome::SetupFailed(failure) => ("skipped", Some("setup"), Some(failure.text.as_str())),
        TestOutcome::Skipped { why, text } => {
            let why = match why {
                Skip::Missing => "missing",
                Skip::Unsupported => "unsupported",
                Skip::ByUser => "user",
                Skip::ByFailure => "failure",
            };
            ("skipped", Some(why), Some(text.as_str()))
        }
        TestOutcome::Cancelled(cancelled) => {
            ("cancelled", Some(cause_of(cancelled.kind)), Some(cancelled.text.as_str()))
        }
    };
    let failure = match &test.outcome {
        TestOutcome::Failed(failure) | TestOutcome::SetupFailed(failure) => Some(failure),
        _ => None,
    };
    let shown = |term: Term| text::one_line(&term);
    let assertion = failure.and_then(|failure| failure.assertion()).map(|assertion| Assertion {
        kind: assertion.kind.name().to_owned(),
        line: assertion.line,
        expression: assertion.expression,
        expected: assertion.expected.map(shown),
        pattern: assertion.pattern,
        value: assertion.value.map(shown),
    });
    let stack = failure.and_then(|failure| frames(&failure.stack)).unwrap_or_default();
    let frame = |frame: exception::TraceEntry| Frame {
        module: frame.module.name(),
        function: frame.function.name(),
        arity: frame.arity,
        source: frame
            .file
            .as_deref()
            .zip(frame.line)
            .and_then(|(file, line)| code.source_line(file, line).map(|text| text.trim().to_owned())),
        file: frame.file,
        line: frame.line,
    };
    line(&TestLine {
        v: 1,
        event: "test",
        kind: match test.kind {
            TestKind::EUnit => "eunit",
            TestKind::CommonTest => "common_test",
            TestKind::Property => "property",
        },
        process: text::one_line(&Term::Pid(test.process)),
        module: test.module.name(),
        function: test.function.name(),
        line: Some(test.line).filter(|line| *line > 0),
        title: Some(test.title.as_str()).filter(|title| !title.is_empty()),
        outcome,
        cause,
        text,
        exception: failure
            .map(|failure| format!("{}:{}", failure.class.atom().name(), text::one_line(&failure.reason))),
        assertion,
        stack: stack.into_iter().map(frame).collect(),
        output: &test.output,
        seconds: test.milliseconds as f64 / 1000.0,
    })
}

/// A case of Common Test or a property for people: what went wrong with it, in EUnit's form.
pub fn case(test: &Test, is_verbose: bool) -> String {
    let name = format!("{}...", test.name().replacen(' ', ":", 1));
    match &test.outcome {
        TestOutcome::Failed(failure) => format!("{name}*failed*\n{}", went_wrong(failure, &test.output)),
        TestOutcome::SetupFailed(failure) => {
            format!("{name}*skipped*: init_per_testcase failed\n{}", went_wrong(failure, &test.output))
        }
        TestOutcome::Skipped { why: Skip::ByUser, text } if is_verbose => format!("{name}skipped: {text}\n"),
        TestOutcome::Skipped { why: Skip::ByUser, .. } => String::new(),
        TestOutcome::Skipped { why: Skip::Unsupported, text } => {
            format!("{name}*did not run*\n{}\n\n", text.trim_end())
        }
        TestOutcome::Skipped { text, .. } if is_verbose || !is_consequence(text) => {
            format!("{name}*skipped*: {}\n", text.trim_end())
        }
        TestOutcome::Passed if is_verbose => format!("{name}ok\n"),
        _ => String::new(),
    }
}

/// Was it skipped because of something that is told by itself: a setup, or a case before it in a
/// sequence?
fn is_consequence(why: &str) -> bool {
    why.starts_with("{failed,")
}

/// The stack, the reason and the output of a failed case.
fn went_wrong(failure: &Failure, output: &str) -> String {
    let mut text = String::new();
    for frame in frames(&failure.stack).unwrap_or_default() {
        let place = match (&frame.file, frame.line) {
            (Some(file), Some(line)) => format!(" ({file}, line {line})"),
            _ => String::new(),
        };
        let (module, function) = (frame.module.name(), frame.function.name());
        text.push_str(&format!("in function {module}:{function}/{}{place}\n", frame.arity));
    }
    text.push_str(&format!("**{}\n", failure.text.trim_end()));
    if !output.is_empty() {
        text.push_str(&format!("  output:\n{}\n", output.trim_end()));
    }
    text.push('\n');
    text
}

/// How many of each kind, for people.
pub fn counted(counts: &Counts) -> String {
    let Counts { passed, failed, skipped, by_user, setups, .. } = counts;
    let bar = "=".repeat(55);
    let wanted = if *by_user > 0 { format!(" ({by_user} by their suites)") } else { String::new() };
    let setups = match setups {
        0 => String::new(),
        1 => "\n  One setup or cleanup failed.".to_owned(),
        n => format!("\n  {n} setups or cleanups failed."),
    };
    format!("{bar}\n  Failed: {failed}.  Skipped: {skipped}{wanted}.  Passed: {passed}.{setups}")
}

pub fn group(group: &Cancelled) -> String {
    line(&GroupLine {
        v: 1,
        event: "group",
        outcome: "cancelled",
        cause: cause_of(group.kind),
        text: &group.text,
    })
}

pub fn done(outcome: &str, counts: &Counts, message: Option<&str>, steps: u64) -> String {
    let &Counts { passed, failed, skipped, by_user, setups, cancelled, unsupported } = counts;
    line(&DoneLine {
        v: 1,
        event: "done",
        outcome,
        passed,
        failed,
        skipped,
        cancelled,
        skipped_by_user: by_user,
        setups_failed: setups,
        unsupported,
        message,
        steps,
    })
}

fn cause_of(kind: Cancel) -> &'static str {
    match kind {
        Cancel::Timeout => "timeout",
        Cancel::Exit => "exit",
        Cancel::Abort => "abort",
        Cancel::Unsupported => "unsupported",
        Cancel::Parent => "parent",
    }
}

fn line(value: &impl Serialize) -> String {
    // Nothing here can fail: no maps with odd keys, no failing implementations.
    serde_json::to_string(value)
        .unwrap_or_else(|error| format!("{{\"v\":1,\"event\":\"error\",\"message\":\"{error}\"}}"))
}
