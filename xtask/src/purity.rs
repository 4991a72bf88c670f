//! What pure crates must not touch, seen through aliases: files, clocks, threads, the environment,
//! randomness, and the order of hash maps.

use std::ops::Range;

use regex::{Captures, Regex};

use crate::rust;

/// Modules and types of the standard library that reach outside, or differ from run to run.
const IMPURE: &[&str] = &[
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
    "std::hash::RandomState",
    "std::collections::hash_map::RandomState",
];

/// What is wrong with a file of a pure crate, each with its line.
pub fn breaches(source: &str) -> Vec<(usize, String)> {
    let code = rust::code(source);
    let mut found = Vec::new();
    for (index, line) in code.lines().enumerate() {
        // A lint that is switched off would hide the rest.
        for lint in ["clippy::disallowed", "clippy::iter_over_hash_type"] {
            if line.contains(lint) {
                found.push((index + 1, format!("`{lint}`")));
            }
        }
        let tight = line.replace(" ::", "::").replace(":: ", "::");
        for path in IMPURE.iter().filter(|path| is_named(&tight, path)) {
            found.push((index + 1, format!("`{path}`")));
        }
    }
    for (line, path) in imports(&code) {
        let reaches = |impure: &&&str| path == **impure || path.starts_with(&format!("{impure}::"));
        if let Some(impure) = IMPURE.iter().find(reaches) {
            found.push((line, format!("`use {impure}`")));
        }
        if path == "std" || path == "std::*" {
            found.push((line, format!("`use {path}`")));
        }
    }
    let lines: Vec<&str> = source.lines().collect();
    let said =
        |line: usize| lines[line.saturating_sub(2)..line].iter().any(|line| line.contains("in any order"));
    found.extend(unordered(&code).into_iter().filter(|(line, _)| !said(*line)));
    found.sort();
    found.dedup();
    found
}

/// Whether a line names a path, and not one that only begins like it: `std::fs`, not `std::fsx`.
fn is_named(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let next = line[at + path.len()..].chars().next();
        !next.is_some_and(|char| char.is_alphanumeric() || char == '_')
    })
}

/// The full paths that `use` declarations bring in, aliases taken off.
fn imports(code: &str) -> Vec<(usize, String)> {
    let pattern = Regex::new(r"\buse\s+([^;]+);").expect("a pattern of this file");
    let mut paths = Vec::new();
    for found in pattern.captures_iter(code) {
        let line = code[..found.get(0).map_or(0, |whole| whole.start())].matches('\n').count() + 1;
        let tree: String = found[1].split_whitespace().collect::<Vec<_>>().join(" ");
        expand("", &tree, &mut |path| paths.push((line, path)));
    }
    paths
}

/// Writes out `a::{b, c::{d as e}}` as `a::b`, `a::c::d`.
fn expand(before: &str, tree: &str, each: &mut impl FnMut(String)) {
    let Some((head, inner)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default().trim();
        let path = path.trim_start_matches("::").trim_end_matches("::self");
        each(format!("{before}{path}").trim_end_matches("::self").to_owned());
        return;
    };
    let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
    let before = format!("{before}{}", head.trim().trim_start_matches("::"));
    let (mut depth, mut begin) = (0, 0);
    for (at, char) in inner.char_indices() {
        match char {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&before, inner[begin..at].trim(), each);
                begin = at + 1;
            }
            _ => {}
        }
    }
    if !inner[begin..].trim().is_empty() {
        expand(&before, inner[begin..].trim(), each);
    }
}

/// How hash tables are taken apart in their own order. clippy sees `iter`, `keys` and the like; it
/// does not see these.
const TAKEN_APART: &str = r"\s*\.\s*(into_iter|into_keys|into_values|drain|retain|extract_if)\s*\(";

/// Hash maps and sets that are taken apart: fields by their name anywhere in the file; parameters,
/// local variables and what functions of the file return by their name up to the end of the
/// function. The types may have other names in the file.
fn unordered(code: &str) -> Vec<(usize, String)> {
    if !code.contains("HashMap") && !code.contains("HashSet") {
        return Vec::new();
    }
    let renamed =
        r"\bHash(?:Map|Set)\s+as\s+(\w+)|\btype\s+(\w+)(?:<[^=;]*>)?\s*=\s*(?:\w+::)*Hash(?:Map|Set)\b";
    let mut table = String::from(r"(?:Hash(?:Map|Set)");
    for name in pattern(renamed).captures_iter(code) {
        let new = name.get(1).or_else(|| name.get(2)).map_or("", |new| new.as_str());
        table.push_str(&format!("|{new}"));
    }
    table.push_str(r")\b");
    let public = r"(?:pub(?:\([a-z]+\))?\s+)?";
    let mut search = Search { code, found: Vec::new() };
    let field = pattern(&format!(r"(?m)^\s*{public}(\w+)\s*:\s*{table}[^;]*,$"));
    for field in field.captures_iter(code) {
        search.look(&field[1], r"\w\s*\.", 0..code.len());
    }
    if pattern(&format!(r"\bstruct\s+\w+(?:<[^(]*>)?\(\s*{public}{table}")).is_match(code) {
        search.look("0", r"\w\s*\.", 0..code.len());
    }
    let mut made = format!(r"{table}\s*::|[^;]*collect::<{table}");
    let returning = pattern(&format!(r"\bfn\s+(\w+)[^;{{]*->\s*(?:Result<|Option<)?{table}"));
    for function in returning.captures_iter(code) {
        made.push_str(&format!(r"|[^;]*\b{}\(", &function[1]));
        search.look(&format!(r"{}\([^;]*?\)\??", &function[1]), r"\b", 0..code.len());
    }
    let local =
        pattern(&format!(r"\blet\s+(?:mut\s+)?(\w+)\s*(?::\s*{table}[^=]*=|(?::[^=;]*)?=\s*(?:{made}))"));
    let parameter =
        pattern(&format!(r"[(,]\s*(?:mut\s+)?(\w+)\s*:\s*(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?{table}"));
    for variable in local.captures_iter(code).chain(parameter.captures_iter(code)) {
        let start = start_of(&variable);
        search.look(&variable[1], r"\b", start..end_of_function(code, start));
    }
    search.found
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern of this file")
}

fn start_of(found: &Captures<'_>) -> usize {
    found.get(0).map_or(0, |whole| whole.start())
}

fn end_of_function(code: &str, from: usize) -> usize {
    let next = pattern(r"\n\s*(?:pub(?:\([a-z]+\))?\s+)?(?:const\s+|async\s+)*fn ");
    next.find(&code[from..]).map_or(code.len(), |next| from + next.start())
}

struct Search<'a> {
    code: &'a str,
    found: Vec<(usize, String)>,
}

impl Search<'_> {
    fn add(&mut self, at: usize, what: String) {
        self.found.push((self.code[..at].matches('\n').count() + 1, what));
    }

    /// Looks for places in this part where the table is taken apart.
    fn look(&mut self, name: &str, before: &str, part: Range<usize>) {
        let uses = pattern(&format!(r"{before}{name}{TAKEN_APART}|\.extend\(\s*&?{before}{name}\s*\)"));
        let shown = name.split('\\').next().unwrap_or(name);
        for hit in uses.captures_iter(&self.code[part.clone()]) {
            let how = hit.get(1).map_or("extend", |how| how.as_str());
            self.add(part.start + start_of(&hit), format!("`{how}` of the hash table `{shown}`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[&str]) {
        let found: Vec<String> = breaches(source).into_iter().map(|(_, what)| what).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn imports_are_seen_through_aliases() {
        check("use std::fs as files;", &["`std::fs`", "`use std::fs`"]);
        check("use std::{collections::BTreeMap, fs as files};", &["`use std::fs`"]);
        check(
            "use std::{\n    io,\n    time::{Duration, Instant as Then},\n};",
            &["`use std::time::Instant`"],
        );
        check("use std as s;", &["`use std`"]);
        check("use std::{self as s};", &["`use std`"]);
        check("use std::time::Duration;", &[]);
        check("let file = std :: fs :: read(x);", &["`std::fs`"]);
        check("// std::fs\nlet text = \"std::fs\";", &[]);
        check("#![allow(clippy::disallowed_methods)]", &["`clippy::disallowed`"]);
    }

    #[test]
    fn hash_tables_have_no_order() {
        check(
            "struct S {\n    map: HashMap<K, V>,\n}\nfn f(s: S) { s.map.into_iter(); }",
            &["`into_iter` of the hash table `map`"],
        );
        check("let mut set = HashSet::new();\nset.retain(|x| x > 1);", &["`retain` of the hash table `set`"]);
        check("let mut set = HashSet::new();\nlist.extend(set);", &["`extend` of the hash table `set`"]);
        check("let mut set = HashSet::new();\n// Kept in any order.\nset.retain(|x| x > 1);", &[]);
        check("let mut set = HashSet::new();\n}\nfn f(set: Vec<u8>) {\nset.into_iter();", &[]);
        check("let mut map = BTreeMap::new();\nmap.into_iter();", &[]);
        check(
            "fn f(a: u8, map: &mut HashMap<K, V>) {\nmap.retain(g);",
            &["`retain` of the hash table `map`"],
        );
        check("fn f(map: HashMap<K, V>) {\n}\nfn g(map: Vec<u8>) {\nmap.into_iter();", &[]);
        check(
            "struct S(HashMap<K, V>);\nfn f(s: S) { s.0.into_iter(); }",
            &["`into_iter` of the hash table `0`"],
        );
        check(
            "fn made() -> HashMap<K, V> {\n}\nfn f() { made().into_iter(); }",
            &["`into_iter` of the hash table `made`"],
        );
        check(
            "fn made(x: u8) -> HashMap<K, V> {\n}\nfn f() { let all = made(1); list.extend(all); }",
            &["`extend` of the hash table `all`"],
        );
        check(
            "use std::collections::HashMap as Map;\nfn f(map: Map<K, V>) { map.into_iter(); }",
            &["`into_iter` of the hash table `map`"],
        );
        check(
            "type Names = HashMap<K, V>;\nfn f(names: &mut Names) { names.retain(g); }",
            &["`retain` of the hash table `names`"],
        );
    }
}
