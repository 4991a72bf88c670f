//! `tests/eunit/*.erl`, and those of the embedded library: modules of tests that `whodunit test`
//! and real EUnit must report alike. Nothing expected is stored: the truth is the installed `erl`.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders with modules of tests.
const CORPUS: &[&str] = &["../../tests/eunit", "../erlang-library/tests/eunit"];

/// Modules of which only the outcomes must agree: their reports hold stacks with EUnit's own
/// frames.
const ONLY_OUTCOMES: &[&str] = &["unexpected"];

#[test]
fn side_by_side() {
    let mut wrong = Vec::new();
    let mut modules = 0;
    for folder in CORPUS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let names = modules_of(&folder);
        let real = real_reports(&folder, &names);
        modules += names.len();
        for (name, otp) in names.iter().flat_map(|name| [(name, true), (name, false)]) {
            let mut theirs = without_accidents(&real[name]);
            let mut ours = without_accidents(&our_report(&folder, name, otp));
            if ONLY_OUTCOMES.contains(&name.as_str()) {
                theirs.retain(|line| is_outcome(line));
                ours.retain(|line| is_outcome(line));
            }
            if theirs != ours {
                let how = if otp { "with OTP" } else { "without OTP" };
                wrong.push(format!("{name}, {how}:\n{}", differences(&theirs, &ours)));
            }
        }
    }
    assert!(modules >= 25, "only {modules} modules");
    assert!(wrong.is_empty(), "- erl, + whodunit\n{}", wrong.join("\n"));
}

fn modules_of(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the corpus").map(|entry| entry.expect("an entry").path());
    let sources = files.filter(|file| file.extension().is_some_and(|extension| extension == "erl"));
    let name = |file: PathBuf| file.file_stem().expect("a name").to_string_lossy().into_owned();
    let mut names: Vec<String> = sources.map(name).collect();
    names.sort();
    names
}

/// What real EUnit says about each module.
fn real_reports(folder: &Path, modules: &[String]) -> BTreeMap<String, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/eunit/real.escript");
    let output = Command::new("escript").arg(script).arg(folder).args(modules).output().expect("escript");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let section = |text: &str| {
        let (name, report) = text.split_once('\n').unwrap_or((text, ""));
        (name.to_owned(), report.to_owned())
    };
    let found: BTreeMap<String, String> = text.split("@@@ ").skip(1).map(section).collect();
    assert!(found.len() == modules.len(), "{}{}", text, String::from_utf8_lossy(&output.stderr));
    found
}

fn our_report(folder: &Path, module: &str, otp: bool) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_whodunit"))
        .args(["test", "--verbose", ".", module])
        .args((!otp).then_some("--no-otp"))
        .current_dir(folder)
        .output()
        .expect("whodunit");
    assert!(output.stderr.is_empty(), "{module}: {}", String::from_utf8_lossy(&output.stderr));
    without_offer(&String::from_utf8_lossy(&output.stdout))
}

/// Without what EUnit does not print: the numbered list of failed tests at the end, and where tests
/// were looked for if there are none.
fn without_offer(report: &str) -> String {
    let mut lines: Vec<&str> = report.lines().collect();
    if lines.last().is_some_and(|line| line.starts_with("No functions f_test/0, f_test_/0 or prop_f/0 ")) {
        lines.pop();
    }
    if lines.last().is_some_and(|line| line.starts_with("`whodunit test --ask")) {
        lines.pop();
        let is_listed = |line: &&str| {
            line.trim_start().split_once("  ").is_some_and(|(number, _)| number.parse::<u32>().is_ok())
        };
        let listed = lines.iter().rev().take_while(|line| is_listed(line)).count();
        lines.truncate(lines.len() - listed);
    }
    lines.join("\n")
}

/// The lines that two runs must share: no times, no frames of EUnit itself or inside of the
/// library, no pids, none of the source lines that whodunit adds.
fn without_accidents(report: &str) -> Vec<String> {
    let kept = report.lines().filter(|line| {
        let frame = line.strip_prefix("in function ").or_else(|| line.strip_prefix("in call from "));
        let own = frame.is_some_and(|frame| frame.starts_with("eunit_") || frame.starts_with("timer:"));
        let source = line.starts_with("  ")
            && line.split_once(".erl:").is_some_and(|(_, rest)| {
                rest.split_once(": ").is_some_and(|(number, _)| number.chars().all(|c| c.is_ascii_digit()))
            });
        let done = line.trim_start().starts_with("[done in ");
        !line.is_empty() && !own && !source && !done
    });
    kept.map(|line| without_numbers(&without_times(line))).collect()
}

/// `[0.012 s] ok` to `ok`.
fn without_times(line: &str) -> String {
    match line.split_once("...[") {
        Some((before, after)) if after.ends_with(" s] ok") => format!("{before}...ok"),
        _ => line.to_owned(),
    }
}

/// Compilers number funs differently, `-f/0-fun-3-`, and lines of libraries depend on how they are
/// written.
fn without_numbers(line: &str) -> String {
    let mut text = line.to_owned();
    for (before, after) in [("-fun-", "-"), ("#Fun<", ">"), ("(lists.erl, line ", ")")] {
        let mut from = 0;
        while let Some(start) = text[from..].find(before).map(|at| from + at + before.len()) {
            let end = text[start..].find(after).map_or(text.len(), |at| start + at);
            text.replace_range(start..end, "");
            from = start;
        }
    }
    text.replace(" (lists.erl, line )", "")
}

fn is_outcome(line: &str) -> bool {
    line.contains("...*") || line.ends_with("...ok") || line.starts_with("  Failed: ")
}

fn differences(theirs: &[String], ours: &[String]) -> String {
    let same_start = theirs.iter().zip(ours).take_while(|(one, other)| one == other).count();
    let (theirs, ours) = (&theirs[same_start..], &ours[same_start..]);
    let same_end = theirs.iter().rev().zip(ours.iter().rev()).take_while(|(one, other)| one == other).count();
    let removed = theirs[..theirs.len() - same_end].iter().map(|line| format!("-{line}\n"));
    let added = ours[..ours.len() - same_end].iter().map(|line| format!("+{line}\n"));
    removed.chain(added).collect()
}
