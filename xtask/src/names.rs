//! One name for one thing. Within a crate, no two types that more than one file sees have the same
//! name. In the crates that every interface meets, no two public types do, be it in one crate or in
//! two. Words that could name anything are the name of one type at most, even of a private one.

use std::collections::BTreeMap;
use std::fs;

use crate::shell::{self, Outcome};

/// The crates whose types meet in `debugger` and in the interfaces.
const MEET: &[&str] = &[
    "computation-tree",
    "inquiry",
    "session",
    "slices",
    "diagram",
    "erlang-history",
    "erlang-report",
    "erlang-rewind",
    "debugger",
    "dap",
];

/// Words that could name anything.
const VAGUE: &[&str] = &["Answer", "Found", "Kind", "Outcome", "Place", "Session"];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    ByOneFile,
    InTheCrate,
    Everywhere,
}

/// A type, and where it is defined.
struct Definition {
    name: String,
    package: String,
    seen: Seen,
    home: String,
}

pub fn check(problems: &mut Vec<String>) -> Outcome {
    let mut definitions = Vec::new();
    for file in shell::files(&shell::root().join("crates"), "rs")? {
        let home = file.strip_prefix(shell::root()).unwrap_or(&file).display().to_string();
        let Some((package, _)) = home.strip_prefix("crates/").and_then(|rest| rest.split_once("/src/"))
        else {
            continue;
        };
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        definitions.extend(text.lines().filter_map(defined).map(|(name, seen)| Definition {
            name: name.to_owned(),
            package: package.to_owned(),
            seen,
            home: home.clone(),
        }));
    }
    problems.extend(clashes(&definitions));
    Ok(())
}

fn clashes(definitions: &[Definition]) -> Vec<String> {
    let mut homes: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for definition in definitions {
        let Definition { name, package, seen, home } = definition;
        if VAGUE.contains(&name.as_str()) {
            homes.entry((name, "")).or_default().push(home);
            continue;
        }
        if *seen >= Seen::InTheCrate {
            homes.entry((name, package)).or_default().push(home);
        }
        if *seen == Seen::Everywhere && MEET.contains(&package.as_str()) {
            homes.entry((name, "")).or_default().push(home);
        }
    }
    homes.retain(|_, homes| homes.len() > 1);
    let said = homes.into_iter().map(|((name, _), homes)| {
        format!("`{name}` is a type of {}: one name, one thing", homes.join(" and "))
    });
    said.collect()
}

/// The type that a line at the left margin defines, and who sees it.
fn defined(line: &str) -> Option<(&str, Seen)> {
    let (seen, rest) = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => (Seen::InTheCrate, rest.split_once(") ")?.1),
        Some(rest) => (Seen::Everywhere, rest.trim_start()),
        None => (Seen::ByOneFile, line),
    };
    let (kind, rest) = rest.split_once(' ')?;
    let is_type = ["struct", "enum", "trait", "type"].contains(&kind);
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    is_type.then_some((name, seen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_for_one_thing() {
        let check = |lines: &[&str], expected: usize| {
            let definitions: Vec<Definition> = lines
                .iter()
                .map(|line| {
                    let (package, line) = line.split_once(": ").expect("a crate and a line");
                    let (name, seen) = defined(line).expect("a type");
                    let home = format!("crates/{package}/src/lib.rs");
                    Definition { name: name.into(), package: package.into(), seen, home }
                })
                .collect();
            assert_eq!(clashes(&definitions).len(), expected, "{lines:?}");
        };
        check(&["session: pub struct Event {", "debugger: pub enum Begun {"], 0);
        check(&["session: pub struct Event {", "debugger: pub enum Event {"], 1);
        check(&["session: pub struct Event {", "observation: pub enum Event {"], 0);
        check(&["observation: pub(crate) struct Event;", "observation: pub trait Event {"], 1);
        check(&["observation: struct Event;", "observation: pub trait Event {"], 0);
        check(&["observation: struct Place<'a> {", "session: pub(super) type Place = u32;"], 1);
        assert!(defined("    pub struct Inner {").is_none() && defined("use std::fmt;").is_none());
    }
}
