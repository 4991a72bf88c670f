//! The invariants of `ARCHITECTURE.md` that can be read off the sources: who depends on whom, and
//! who stays pure.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::names;
use crate::shell::{self, Outcome, read, shown};
use crate::{constants, contract, map, purity, rust};

/// Every crate of the workspace with the crates of the workspace that it may build on. Tests may
/// build on any.
const MAY_DEPEND_ON: &[(&str, &[&str])] = &[
    ("computation-tree", &[]),
    ("dice", &[]),
    ("slices", &[]),
    ("recursion", &[]),
    ("diagnostics", &[]),
    ("test-support", &["dice", "erlang-term", "erlang-syntax", "erlang-library", "erlang-machine"]),
    ("inquiry", &["computation-tree", "slices"]),
    ("observation", &["computation-tree"]),
    ("erlang-term", &[]),
    ("erlang-syntax", &["recursion", "diagnostics", "erlang-term"]),
    ("erlang-library", &[]),
    ("erlang-machine", &["recursion", "erlang-term", "erlang-syntax"]),
    ("erlang-history", &["erlang-term", "erlang-machine", "slices"]),
    (
        "erlang-tree",
        &["computation-tree", "erlang-history", "erlang-term", "erlang-syntax", "erlang-machine", "slices"],
    ),
    (
        "erlang-oracles",
        &[
            "recursion",
            "computation-tree",
            "inquiry",
            "erlang-term",
            "erlang-syntax",
            "erlang-machine",
            "erlang-tree",
            "slices",
        ],
    ),
    ("diagram", &["computation-tree"]),
    ("erlang-report", &["erlang-term", "erlang-syntax", "erlang-machine", "session"]),
    (
        "erlang-rewind",
        &[
            "erlang-term",
            "erlang-syntax",
            "erlang-machine",
            "erlang-history",
            "erlang-report",
            "session",
            "slices",
        ],
    ),
    ("lazy-syntax", &["recursion", "diagnostics"]),
    ("dap", &["debugger"]),
    ("lazy-machine", &["recursion", "lazy-syntax", "observation", "slices"]),
    (
        "lazy-properties",
        &["recursion", "dice", "observation", "lazy-syntax", "lazy-machine", "lazy-tree", "slices"],
    ),
    (
        "lazy-calculus",
        &["recursion", "dice", "computation-tree", "lazy-syntax", "lazy-machine", "lazy-tree", "slices"],
    ),
    ("lazy-tree", &["computation-tree", "lazy-syntax", "lazy-machine", "slices"]),
    ("session", &["computation-tree", "inquiry", "slices"]),
    (
        "debugger",
        &[
            "computation-tree",
            "diagram",
            "inquiry",
            "session",
            "observation",
            "erlang-term",
            "erlang-syntax",
            "erlang-library",
            "erlang-machine",
            "erlang-history",
            "erlang-tree",
            "erlang-oracles",
            "erlang-report",
            "erlang-rewind",
            "lazy-syntax",
            "lazy-machine",
            "lazy-tree",
            "lazy-properties",
            "slices",
        ],
    ),
    ("web", &["debugger", "inquiry", "session"]),
    ("whodunit", &["dap", "debugger", "diagram", "inquiry", "session", "slices", "web"]),
    (
        "erlang-injected-bugs",
        &[
            "computation-tree",
            "erlang-library",
            "erlang-machine",
            "erlang-oracles",
            "erlang-syntax",
            "erlang-term",
            "erlang-tree",
            "erlang-history",
            "inquiry",
            "session",
            "slices",
            "debugger",
            "erlang-side-by-side",
        ],
    ),
    (
        "lazy-infection",
        &[
            "recursion",
            "computation-tree",
            "inquiry",
            "lazy-calculus",
            "observation",
            "lazy-syntax",
            "lazy-machine",
            "lazy-tree",
            "erlang-side-by-side",
            "lazy-properties",
            "slices",
        ],
    ),
    ("erlang-side-by-side", &["dice"]),
    ("xtask", &[]),
];

/// Crates that touch nothing outside themselves: no files, clocks, threads, environment,
/// randomness.
const PURE: &[&str] = &[
    "computation-tree",
    "inquiry",
    "observation",
    "erlang-term",
    "erlang-syntax",
    "erlang-library",
    "erlang-machine",
    "erlang-history",
    "erlang-tree",
    "diagram",
    "erlang-report",
    "erlang-rewind",
    "erlang-oracles",
    "session",
    "debugger",
    "lazy-syntax",
    "lazy-machine",
    "dice",
    "slices",
    "recursion",
    "diagnostics",
    "test-support",
    "lazy-properties",
    "lazy-tree",
    "dap",
];

/// Crates with `unsafe` code. All others forbid it.
const UNSAFE: &[&str] = &["erlang-term", "erlang-machine", "erlang-injected-bugs", "whodunit"];

/// A crate and all that it builds on, by name.
pub fn below(name: &str) -> Vec<&'static str> {
    let mut found: Vec<&str> = Vec::new();
    let mut left: Vec<&str> =
        MAY_DEPEND_ON.iter().map(|(known, _)| *known).filter(|it| *it == name).collect();
    while let Some(next) = left.pop() {
        if !found.contains(&next) {
            found.push(next);
            let row = MAY_DEPEND_ON.iter().find(|(known, _)| *known == next);
            left.extend(row.into_iter().flat_map(|(_, below)| below.iter()));
        }
    }
    found.sort_unstable();
    found
}

pub fn check() -> Outcome {
    let mut problems = Vec::new();
    dependencies(&mut problems)?;
    map::check(&mut problems)?;
    names::check(&mut problems)?;
    constants::check(&mut problems)?;
    contract::check(&mut problems)?;
    let root = shell::root();
    for folder in shell::list(&root.join("crates"))?.into_iter().chain([root.join("xtask")]) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !folder.join("Cargo.toml").is_file() {
            continue;
        }
        for file in shell::files(&folder.join("src"), "rs")? {
            source(&name, &file, &mut problems)?;
        }
    }
    for problem in &problems {
        println!("{problem}");
    }
    if problems.is_empty() { Ok(()) } else { Err(format!("{} broken invariants", problems.len())) }
}

fn dependencies(problems: &mut Vec<String>) -> Outcome {
    let text = shell::output("cargo", &["metadata", "--format-version", "1", "--no-deps"])?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages: Vec<&Value> = metadata["packages"].as_array().into_iter().flatten().collect();
    let ours: Vec<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    for package in &packages {
        let name = package["name"].as_str().unwrap_or_default();
        let Some((_, allowed)) = MAY_DEPEND_ON.iter().find(|(known, _)| *known == name) else {
            problems.push(format!("{name}: a crate that the picture in ARCHITECTURE.md does not know"));
            continue;
        };
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let to = dependency["name"].as_str().unwrap_or_default();
            let in_tests = dependency["kind"].as_str() == Some("dev");
            if ours.contains(&to) && !in_tests && !allowed.contains(&to) {
                problems.push(format!("{name} must not depend on {to}"));
            }
        }
        let used = used(package)?;
        for unused in allowed.iter().filter(|name| !used.contains(**name)) {
            problems.push(format!("{name} may depend on {unused}, but its code does not name it"));
        }
        for target in package["targets"].as_array().into_iter().flatten() {
            if target["test"].as_bool() == Some(false) {
                no_tests(target, problems)?;
            }
        }
    }
    Ok(())
}

/// The dependencies of a package, apart from those of tests, that its code names.
fn used(package: &Value) -> Outcome<BTreeSet<String>> {
    let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
    let mut code = String::new();
    for file in shell::files(&manifest.with_file_name("src"), "rs")? {
        code.push_str(&rust::code(&read(&file)?));
    }
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    let own = dependencies.filter(|dependency| dependency["kind"].is_null());
    let names = own.filter_map(|dependency| dependency["name"].as_str());
    Ok(names.filter(|name| is_named(&code, &name.replace('-', "_"))).map(str::to_owned).collect())
}

/// Whether code names a crate: `name::x` or `use name;`, and not `other::name::x`.
fn is_named(code: &str, name: &str) -> bool {
    let is_part = |char: char| char.is_alphanumeric() || char == '_' || char == ':';
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        !before.ends_with(is_part) && (after.starts_with("::") || before.ends_with("use "))
    })
}

/// A library or program without tests says so in its manifest, and is not built once more for them.
/// Then there must be none.
fn no_tests(target: &Value, problems: &mut Vec<String>) -> Outcome {
    let path = Path::new(target["src_path"].as_str().unwrap_or_default());
    let is = |kind: &str| target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|it| it == kind));
    let files = match path.parent() {
        Some(folder) if is("lib") => shell::files(folder, "rs")?,
        _ if is("bin") => vec![path.to_path_buf()],
        _ => return Ok(()),
    };
    for file in files {
        let text = read(&file)?;
        if text.contains("#[test]") || text.contains("#[cfg(test)]") {
            problems.push(format!("{}: its tests do not run: `test = false` in Cargo.toml", shown(&file)));
        }
    }
    Ok(())
}

fn source(name: &str, file: &Path, problems: &mut Vec<String>) -> Outcome {
    let (text, shown) = (read(file)?, shown(file));
    if !text.starts_with("//!") {
        problems.push(format!("{shown}: does not begin with `//!` and what the file is for"));
    }
    let root = file.ends_with("src/lib.rs") || file.ends_with("src/main.rs");
    if root && !UNSAFE.contains(&name) && !text.contains("#![forbid(unsafe_code)]") {
        problems.push(format!("{shown}: does not say `#![forbid(unsafe_code)]`"));
    }
    if PURE.contains(&name) {
        for (line, what) in purity::breaches(&text) {
            problems.push(format!("{shown}:{line}: {what} in a pure crate"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_that_code_names() {
        let check = |code: &str, expected: bool| assert_eq!(is_named(code, "dap"), expected, "{code}");
        check("use dap::Server;", true);
        check("let x = dap::serve(1);", true);
        check("use dap;", true);
        check("use crate::dap::Server;", false);
        check("mod dap; let dap = 1;", false);
        check("use adap::Server;", false);
    }
}
