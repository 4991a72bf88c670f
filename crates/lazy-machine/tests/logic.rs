//! Functional-logic programs as courses use them, in Curry and in TOY, unchanged: goals with their answers in order, written in each file.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod common;

use std::fs;

use common::Loaded;

/// The goals of a program: `-- goal: G`, then `--   A` for each answer, and `no more` at the end of all.
fn goals(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut goals: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        let Some(comment) = line.strip_prefix("--").or_else(|| line.strip_prefix('%')) else { break };
        if let Some(goal) = comment.strip_prefix(" goal: ") {
            goals.push((goal, Vec::new()));
        } else if let (Some(answer), Some((_, answers))) = (comment.strip_prefix("   "), goals.last_mut()) {
            answers.push(answer);
        }
    }
    goals
}

#[test]
fn programs_of_courses_run_unchanged() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/lazy/logic");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the programs")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "curry" || extension == "toy"))
        .collect();
    paths.sort();
    let mut differences = String::new();
    for path in &paths {
        let text = fs::read_to_string(path).expect("a program");
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let mut loaded = Loaded::new(name, &text);
        for (goal, expected) in goals(&text) {
            let found = loaded.answers(goal, if expected.is_empty() { 9 } else { expected.len() });
            if found != expected {
                differences.push_str(&format!("{name}: {goal}\n   {}\n", found.join("\n   ")));
            }
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
    assert!(paths.len() >= 12, "{}", paths.len());
}
