//! The page of all texts that users see, so that they can be read in one sitting.
//!
//! It is written below `target/`: a page in the repository would be old after each change.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use regex::Regex;

use crate::architecture;
use crate::rust::{self, Kind};
use crate::shell::{self, Outcome};

/// The crate whose texts users see, with those of all crates that it builds on.
const PROGRAM: &str = "whodunit";

/// Writes the page and says where it is.
pub fn write() -> Outcome {
    let root = shell::root();
    let mut page = String::from("# Every text that users see\n");
    let mut count = 0;
    for name in architecture::below(PROGRAM) {
        let folder = root.join("crates").join(name);
        for file in shell::files(&folder.join("src"), "rs")? {
            let source = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let texts = if is_test(&file) { Vec::new() } else { texts(&source) };
            count += texts.len();
            append(&mut page, file.strip_prefix(&root).unwrap_or(&file), &texts);
        }
        for file in shell::files(&folder.join("src"), "js")? {
            let source = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let texts = script_texts(&source);
            count += texts.len();
            append(&mut page, file.strip_prefix(&root).unwrap_or(&file), &texts);
        }
    }
    let file = shell::target_folder()?.join("texts.md");
    fs::write(&file, page).map_err(|error| format!("{}: {error}", file.display()))?;
    println!("{count} texts in {}", file.strip_prefix(&root).unwrap_or(&file).display());
    Ok(())
}

fn append(page: &mut String, file: &Path, texts: &[(usize, String)]) {
    if texts.is_empty() {
        return;
    }
    let _ = writeln!(page, "\n## {}\n", file.display());
    for (line, text) in texts {
        let _ = writeln!(page, "- {line}: {text}");
    }
}

/// Unit tests in a file of their own.
fn is_test(file: &Path) -> bool {
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    name == "tests" || name.ends_with("_tests") || file.iter().any(|part| part == "tests")
}

/// Phrases among the literals of a file, and the doc comments of a command line's flags.
/// Whatever follows `#[cfg(test)]` belongs to the tests.
fn texts(source: &str) -> Vec<(usize, String)> {
    let is_flags = source.contains("derive(Parser")
        || source.contains("derive(Args")
        || source.contains("derive(Subcommand")
        || source.contains("#[arg(");
    let mut found = Vec::new();
    let mut before = "";
    for piece in rust::pieces(source) {
        let is_promise = before.trim_end().ends_with(".expect(");
        before = if piece.kind == Kind::Code { piece.text } else { "" };
        match piece.kind {
            Kind::Code if piece.text.contains("#[cfg(test)]") => break,
            // Why something cannot fail is for readers of the code.
            Kind::Literal if is_promise => {}
            Kind::Literal if is_phrase(piece.text) => found.push((piece.line, one_line(piece.text))),
            Kind::Comment if is_flags && source_line(source, piece.line).starts_with("///") => {
                found.push((piece.line, one_line(piece.text)));
            }
            Kind::Code | Kind::Comment | Kind::Literal => {}
        }
    }
    found
}

/// Phrases among the literals of a script.
fn script_texts(source: &str) -> Vec<(usize, String)> {
    let literal = Regex::new(r#""([^"\n]*)"|`([^`\n]*)`"#).expect("a pattern of this file");
    let mut found = Vec::new();
    for (index, line) in source.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for text in literal.captures_iter(code) {
            let text = text.get(1).or_else(|| text.get(2)).map_or("", |text| text.as_str());
            if is_phrase(text) {
                found.push((index + 1, one_line(text)));
            }
        }
    }
    found
}

fn source_line(source: &str, line: usize) -> &str {
    source.lines().nth(line - 1).unwrap_or_default().trim_start()
}

/// Two words beside each other, one of them with a lower-case letter: names and formats are not.
fn is_phrase(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_word = |word: &&str| {
        let letters = word.trim_matches(|char: char| !char.is_alphabetic());
        letters.chars().count() > 1 && letters.chars().all(|char| char.is_lowercase() || char == '\'')
    };
    words.windows(2).any(|pair| pair.iter().any(is_word) && pair.iter().all(|word| word.len() > 1))
}

fn one_line(text: &str) -> String {
    text.replace("\\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_of_a_file() {
        let source = "fn f() { g(\"It is wrong\", \"name\", \"{}/{}\", \"All of\\\n   it\"); }\n\
                      fn h() { a.expect(\"it is there\") }\n\
                      #[cfg(test)] mod tests { const A: &str = \"not this one\"; }";
        let expected = [(1, "It is wrong".to_owned()), (1, "All of it".to_owned())];
        assert_eq!(texts(source), expected);
    }

    #[test]
    fn phrases_of_a_script() {
        let source = "say(\"It is gone\"); // \"not this\"\nlet a = \"name\";";
        assert_eq!(script_texts(source), [(1, "It is gone".to_owned())]);
    }

    #[test]
    fn flags_of_a_command() {
        let source = "/// Runs it.\n#[derive(Parser)]\nstruct A {\n  // not this\n  /// A flag.\n  a: bool }";
        let expected = [(1, "Runs it.".to_owned()), (5, "A flag.".to_owned())];
        assert_eq!(texts(source), expected);
    }
}
