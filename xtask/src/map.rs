//! `ARCHITECTURE.md` is a map: what it names exists.

use crate::checks;
use crate::shell::{self, Outcome, read};

/// The table that leads from a change to the file to edit.
const CHANGES: &str = "## Where to change what";

/// The languages that a path with `<language>` stands for.
const LANGUAGES: &[&str] = &["erlang", "lazy", "trace"];

/// The files that `ARCHITECTURE.md` names are there. In the section of a crate, a path is one of
/// that crate, of another crate that it begins with, or of the repository.
pub fn check(problems: &mut Vec<String>) -> Outcome {
    let root = shell::root();
    let text = read(&root.join("ARCHITECTURE.md"))?;
    let mut section = root.clone();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('#') {
            let named = line.strip_prefix("### `").and_then(|rest| rest.strip_suffix('`'));
            section = root.join(named.unwrap_or_default());
        }
        for name in line.split('`').skip(1).step_by(2).filter(|name| is_path(name)) {
            let places = [
                section.join(name),
                section.join("src").join(name),
                root.join("crates").join(name),
                root.join(name),
            ];
            if !places.iter().any(|place| place.exists()) {
                problems.push(format!("ARCHITECTURE.md:{}: there is no `{name}` here", index + 1));
            }
        }
    }
    invariants(&text, problems);
    changes(&text, problems)?;
    Ok(())
}

fn is_path(name: &str) -> bool {
    let plain = name.chars().all(|char| char.is_ascii_alphanumeric() || "/_-.".contains(char));
    plain && (name.ends_with(".rs") || name.ends_with(".txt") || name.contains('/'))
}

/// Every invariant names a check, and what it names exists: a word of `cargo xtask test`, a file
/// (which [`check`] looks for), or a command of whodunit.
fn invariants(text: &str, problems: &mut Vec<String>) {
    for paragraph in text.split("\n\n").filter(|paragraph| paragraph.starts_with("**Invariant")) {
        let title = paragraph.lines().next().unwrap_or_default();
        let Some((_, check)) = paragraph.split_once("*Checked by") else {
            problems.push(format!("ARCHITECTURE.md names no check: {title}"));
            continue;
        };
        let mut named = check.split('`').skip(1).step_by(2).peekable();
        if named.peek().is_none() {
            problems.push(format!("ARCHITECTURE.md names no check: {title}"));
        }
        let words = named.filter_map(|name| name.strip_prefix("cargo xtask test "));
        for word in words.filter(|word| !checks::has(word)) {
            problems.push(format!("ARCHITECTURE.md: no check is called {word}: {title}"));
        }
    }
}

/// Every row of the table of changes leads to a file, a folder or a crate, and everything that its
/// second column has in backquotes exists: those, or a name that `debugger` defines.
fn changes(text: &str, problems: &mut Vec<String>) -> Outcome {
    let section = text.split(CHANGES).nth(1).and_then(|rest| rest.split("\n## ").next());
    let Some(section) = section else {
        problems.push(format!("ARCHITECTURE.md has no section `{CHANGES}`"));
        return Ok(());
    };
    let defined = defined()?;
    let rows = section.lines().filter(|line| line.starts_with('|')).skip(2);
    for row in rows {
        let mut leads = false;
        let files = row.split('|').nth(2).unwrap_or_default();
        for name in files.split('`').skip(1).step_by(2) {
            let known = is_place(name);
            leads |= known;
            let last = name.rsplit("::").next().unwrap_or(name);
            if !known && !defined.iter().any(|line| is_definition(line, last)) {
                problems.push(format!("ARCHITECTURE.md: `{name}` is nowhere: {row}"));
            }
        }
        if !leads {
            problems.push(format!("ARCHITECTURE.md leads to no file: {row}"));
        }
    }
    Ok(())
}

/// A path below `crates`, or one for each language.
fn is_place(name: &str) -> bool {
    let is_there = |path: &str| {
        let path = shell::root().join("crates").join(path);
        path.exists() || path.with_extension("rs").exists()
    };
    match name.contains("<language>") {
        true => LANGUAGES.iter().all(|language| is_there(&name.replace("<language>", language))),
        false => is_there(name),
    }
}

/// The lines of `debugger` that define something public.
fn defined() -> Outcome<Vec<String>> {
    let mut lines = Vec::new();
    for file in shell::files(&shell::root().join("crates/debugger/src"), "rs")? {
        let text = read(&file)?;
        lines.extend(text.lines().filter(|line| line.starts_with("pub ")).map(str::to_owned));
    }
    Ok(lines)
}

/// Is this `pub KIND NAME…`?
fn is_definition(line: &str, name: &str) -> bool {
    let mut words = line.split(|char: char| !char.is_alphanumeric() && char != '_').skip(1);
    let kind = words.next().unwrap_or_default();
    ["trait", "struct", "enum", "const", "type"].contains(&kind) && words.next() == Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_table() {
        let check = |row: &str, expected: usize| {
            let text = format!("{CHANGES}\n\n| change | file |\n|---|---|\n{row}\n\n## Core\n");
            let mut problems = Vec::new();
            changes(&text, &mut problems).expect("the sources can be read");
            assert_eq!(problems.len(), expected, "{row}: {problems:?}");
        };
        check("| a diagram | `diagram` (layout) |", 0);
        check("| a question | `debugger/src/<language>/evidence` |", 0);
        check("| a language | `LANGUAGES` in `debugger` |", 0);
        check("| an interface | `debugger::Dialogue`, `debugger/tests/toy.rs` |", 0);
        check("| a key of `ask` | `whodunit/src/args` |", 0);
        check("| a diagram | `diagrams` |", 2);
        check("| a question | `debugger/src/<language>/evidences` |", 2);
        check("| a language | `LANGUAGES` |", 1);
        check("| an interface | `debugger::Dialog`, `debugger/tests/toy.rs` |", 1);
    }
}
