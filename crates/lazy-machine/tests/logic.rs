//! Functional-logic programs as courses use them, in Curry and in TOY, unchanged: goals with their
//! answers in order, written in each file.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod common;
mod goals;

use std::fs;

use common::Loaded;
use goals::goals;

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
