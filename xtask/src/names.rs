//! One name for one thing: two crates that every interface meets do not call two types the same.

use std::collections::{BTreeMap, BTreeSet};
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

/// Names that still have several meanings. This list may only get shorter: a name that no longer
/// has them must be taken out.
const STILL_SEVERAL: &[&str] = &[
    "Answer",
    "Binding",
    "Choice",
    "Code",
    "Event",
    "Found",
    "Frame",
    "Judge",
    "Judged",
    "Judges",
    "Known",
    "Line",
    "Moment",
    "MomentKind",
    "Moved",
    "Options",
    "Part",
    "Place",
    "Problem",
    "Processes",
    "Progress",
    "Question",
    "Recorded",
    "Said",
    "Scene",
    "Session",
    "Step",
    "Stop",
    "Stopped",
    "Target",
    "Verdict",
    "Wanted",
    "Way",
    "Wish",
];

pub fn check(problems: &mut Vec<String>) -> Outcome {
    let mut owners: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for name in CRATES {
        for file in shell::files(&shell::root().join("crates").join(name).join("src"), "rs")? {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            for defined in text.lines().filter_map(defined) {
                owners.entry(defined.to_owned()).or_default().insert(name);
            }
        }
    }
    owners.retain(|_, owners| owners.len() > 1);
    for (name, owners) in &owners {
        if !STILL_SEVERAL.contains(&name.as_str()) {
            let owners: Vec<&str> = owners.iter().copied().collect();
            problems.push(format!("`{name}` is a type of {}: one name, one thing", owners.join(" and ")));
        }
    }
    for name in STILL_SEVERAL.iter().filter(|name| !owners.contains_key(**name)) {
        problems.push(format!("`{name}` has one meaning now: take it out of xtask/src/names.rs"));
    }
    Ok(())
}

/// The public type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let (kind, rest) = line.strip_prefix("pub ")?.split_once(' ')?;
    let is_type = ["struct", "enum", "trait", "type"].contains(&kind);
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|_| is_type)
}
