//! `docs/json.md` names every field and every word of the JSON contract.

use std::collections::BTreeSet;
use std::path::Path;

use crate::prose;
use crate::shell::{self, Outcome, read, shown};

const PAGE: &str = "docs/json.md";

/// Where the types of the contract are.
const SOURCES: &[&str] =
    &["crates/session/src", "crates/debugger/src", "crates/erlang-rewind/src", "crates/whodunit/src/tree.rs"];

/// Serialized for other uses: a saved walk, and kept results of transforms.
const OTHERS: &[&str] =
    &["crates/debugger/src/erlang/walk/saved.rs", "crates/debugger/src/erlang/project/cache.rs"];

pub fn check(problems: &mut Vec<String>) -> Outcome {
    let root = shell::root();
    let known = documented(&read(&root.join(PAGE))?);
    let mut count = 0;
    for source in SOURCES {
        let path = root.join(source);
        let files = if path.is_file() { vec![path] } else { shell::files(&path, "rs")? };
        for file in files.iter().filter(|file| !OTHERS.iter().any(|other| file.ends_with(Path::new(other)))) {
            let names = names(&read(file)?);
            count += names.len();
            for (line, name) in names.into_iter().filter(|(_, name)| !known.contains(name)) {
                problems.push(format!("{}:{line}: `{name}` of the JSON is not in {PAGE}", shown(file)));
            }
        }
    }
    if count == 0 { Err("the types of the JSON contract were not found".into()) } else { Ok(()) }
}

/// What stands in backquotes, and each string of the objects that do.
fn documented(page: &str) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for code in prose::inline_code(page) {
        known.extend(code.split('"').skip(1).step_by(2).map(str::to_owned));
        known.insert(code);
    }
    known
}

/// The fields of the types that are written as JSON, and the words that their enums stand for, each
/// with its line. The code is formatted: a field or a variant has lines of its own.
fn names(source: &str) -> Vec<(usize, String)> {
    let (mut found, mut attributes, mut within) = (Vec::new(), String::new(), None);
    for (index, line) in source.lines().enumerate() {
        let text = line.trim();
        if text.starts_with("#[") {
            attributes.push_str(text);
            continue;
        }
        if text.starts_with("//") || text.is_empty() {
            continue;
        }
        let own = std::mem::take(&mut attributes);
        match &within {
            None if opens_type(text) && is_written(&own) => within = Some((indentation(line), own)),
            None => {}
            Some((outer, _)) if text == "}" && indentation(line) == *outer => within = None,
            Some(_) if own.contains("serde(skip)") || own.contains("serde(flatten)") => {}
            Some((_, of_type)) => {
                found.extend(name(text, &own, of_type).map(|name| (index + 1, name)));
            }
        }
    }
    found
}

fn opens_type(line: &str) -> bool {
    let line = line.strip_prefix("pub ").unwrap_or(line);
    (line.starts_with("struct ") || line.starts_with("enum ")) && line.ends_with('{')
}

/// Unit tests have no such types, and what is only read is not shown.
fn is_written(attributes: &str) -> bool {
    attributes
        .split("#[")
        .any(|one| one.starts_with("derive(") && one.replace("Deserialize", "").contains("Serialize"))
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The name that a field or a variant has in JSON.
fn name(line: &str, attributes: &str, of_type: &str) -> Option<String> {
    let renamed = attributes.split_once("rename = \"").and_then(|(_, rest)| rest.split('"').next());
    if let Some(name) = renamed {
        return Some(name.to_owned());
    }
    let line = line.strip_prefix("pub ").unwrap_or(line);
    let end = line.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    if rest.starts_with(": ") {
        return Some(name.to_owned());
    }
    let is_variant = name.starts_with(char::is_uppercase) && rest.starts_with([',', '(', ' ']);
    if !is_variant {
        return None;
    }
    if of_type.contains("rename_all = \"lowercase\"") {
        return Some(name.to_lowercase());
    }
    of_type.contains("rename_all = \"kebab-case\"").then(|| kebab(name))
}

fn kebab(name: &str) -> String {
    let mut text = String::new();
    for char in name.chars() {
        if char.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.extend(char.to_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types() {
        let check = |source: &str, expected: &[&str]| {
            let found: Vec<String> = names(source).into_iter().map(|(_, name)| name).collect();
            assert_eq!(found, expected, "{source}");
        };
        check("#[derive(Serialize)]\npub struct A {\n    pub v: u32,\n    b: u8,\n}\n", &["v", "b"]);
        check("#[derive(Debug)]\nstruct A {\n    v: u32,\n}\n", &[]);
        check("#[derive(Deserialize)]\nstruct A {\n    v: u32,\n}\n", &[]);
        check("#[derive(Serialize)]\nstruct A {\n    #[serde(skip)]\n    v: u32,\n    w: u32,\n}\n", &["w"]);
        check(
            "#[derive(Serialize)]\nstruct A {\n    #[serde(rename = \"x\", default)]\n    v: u32,\n}\n",
            &["x"],
        );
        check(
            "#[derive(Serialize)]\n#[serde(rename_all = \"kebab-case\")]\nenum A {\n    NotTried,\n    B(u32),\n    \
             C {\n        n: u32,\n    },\n}\n",
            &["not-tried", "b", "c", "n"],
        );
        check("#[derive(Serialize)]\nenum A {\n    B,\n    C {\n        n: u32,\n    },\n}\n", &["n"]);
    }

    #[test]
    fn documented_words() {
        let known = documented("`n` and `{\"answer\":\"right\"}`\n\n```\n`no`\n```\n");
        assert!(["n", "answer", "right"].iter().all(|word| known.contains(*word)));
        assert!(!known.contains("no"));
    }
}
