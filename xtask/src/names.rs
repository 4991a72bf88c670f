//! One name for one thing: in the crates that every interface meets, no two public types have the
//! same name, be it in one crate or in two.

use std::collections::BTreeMap;
use std::fs;

use crate::shell::{self, Outcome};

/// The crates whose types meet in `debugger` and in the interfaces.
const CRATES: &[&str] = &[
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

pub fn check(problems: &mut Vec<String>) -> Outcome {
    let mut homes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in CRATES {
        for file in shell::files(&shell::root().join("crates").join(name).join("src"), "rs")? {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            for defined in text.lines().filter_map(defined) {
                let home = file.strip_prefix(shell::root()).unwrap_or(&file).display().to_string();
                homes.entry(defined.to_owned()).or_default().push(home);
            }
        }
    }
    for (name, homes) in homes.iter().filter(|(_, homes)| homes.len() > 1) {
        problems.push(format!("`{name}` is a type of {}: one name, one thing", homes.join(" and ")));
    }
    Ok(())
}

/// The public type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let (kind, rest) = line.strip_prefix("pub ")?.split_once(' ')?;
    let is_type = ["struct", "enum", "trait", "type"].contains(&kind);
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|_| is_type)
}
