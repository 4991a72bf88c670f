//! Common Test suites in whodunit and in OTP: the same cases in the same order, with the same
//! outcomes. No expected value is stored; `tests/common-test/events.escript` asks OTP.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What came of a case: `passed`, `failed`, `skipped by user`, `skipped by failure`.
type Case = (String, String);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/common-test")
}

/// The modules in the folder, by name: suites, and what they need.
fn modules() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the folder of suites");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut modules: Vec<String> =
        names.filter_map(|name| name.strip_suffix(".erl").map(str::to_owned)).collect();
    modules.sort();
    modules
}

/// The cases of each suite, as whodunit reports them.
fn ours() -> BTreeMap<String, Vec<Case>> {
    let output = Command::new(env!("CARGO_BIN_EXE_whodunit"))
        .current_dir(folder())
        .args(["test", "--json", "--max-memory", "2000000000", "."])
        .output()
        .expect("whodunit runs");
    let mut cases: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let event: Value = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
        if text("event") != "test" || is_configuration(&text("function")) {
            continue;
        }
        let outcome = match (text("outcome").as_str(), text("cause").as_str()) {
            ("skipped", "user") => "skipped by user".to_owned(),
            ("skipped", "failure" | "setup") => "skipped by failure".to_owned(),
            (outcome, "") => outcome.to_owned(),
            (outcome, cause) => format!("{outcome}: {cause}"),
        };
        cases.entry(text("module")).or_default().push((text("function"), outcome));
    }
    cases
}

fn is_configuration(name: &str) -> bool {
    ["init_per_suite", "end_per_suite", "init_per_group", "end_per_group", "all"].contains(&name)
}

/// The cases of each suite, as OTP's events tell them.
fn of_otp(suites: &[String]) -> BTreeMap<String, Vec<Case>> {
    let scratch = std::env::temp_dir().join(format!("whodunit-suites-{}", std::process::id()));
    let copies = scratch.join("sources");
    std::fs::create_dir_all(copies.join("bare_SUITE_data")).expect("a folder");
    let sources = modules().into_iter().map(|module| format!("{module}.erl"));
    for name in sources.chain(["bare_SUITE_data/note.txt".into()]) {
        std::fs::copy(folder().join(&name), copies.join(&name)).expect("a copy");
    }
    let output = Command::new("escript")
        .arg(folder().join("events.escript"))
        .args([&copies, &scratch.join("logs")])
        .args(suites)
        .output()
        .expect("escript");
    std::fs::remove_dir_all(&scratch).ok();
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut cases: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for line in lines.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        if let ["case", suite, name, outcome] = words[..]
            && !is_configuration(name)
        {
            cases.entry(suite.to_owned()).or_default().push((name.to_owned(), outcome.to_owned()));
        }
    }
    cases
}

#[test]
fn suites_run_as_in_otp() {
    let suites: Vec<String> = modules().into_iter().filter(|name| name.ends_with("_SUITE")).collect();
    assert!(suites.len() > 5, "{suites:?}");
    let found = ours();
    // Sleeps and time limits are real in OTP, so a loaded computer changes what comes of a case
    // there. OTP is asked again about the suites that differ.
    let mut left = suites;
    let mut expected = BTreeMap::new();
    for _ in 0..3 {
        expected.extend(of_otp(&left));
        left.retain(|suite| found.get(suite) != expected.get(suite));
        if left.is_empty() {
            return;
        }
    }
    for suite in &left {
        assert_eq!(found.get(suite), expected.get(suite), "{suite}");
    }
}
