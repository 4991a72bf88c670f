//! Plain words: phrases that nobody uses, lines that are too long, and citations without a source.
//!
//! Documents, messages and comments must be free of the phrases.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use regex::Regex;

use crate::prose::{self, Line};
use crate::rust::{self, Kind};
use crate::shell::{self, Outcome, read, shown};

/// Phrases of a dialect that stood in this project's texts. The established word is beside each.
const DIALECT: &[(&str, &str)] = &[
    (r"\b(comes|come|came) to\b", "evaluates to, reaches"),
    (r"\b(is|are|was|were|be) had\b", "is computed, is read"),
    (r"\bhad again\b", "is recomputed"),
    (r"\bso many\b", "this many, N"),
    (r"\bwhoever\b", "the caller, the one who"),
    (r"\bfor ever\b", "forever"),
    (r"\bin vain\b", "without success"),
    (r"\S+ (is|are) no [a-z]+\b", "is not a"),
    (r"\bso to say\b", ""),
    (r"\bone [a-z]+ a line\b", "one … per line"),
];

/// A sentence that begins with a clause in place of its subject.
const RIDDLE: (&str, &str) =
    (r"(^|[.!?] )(?-i:What) [^.?!:]*\b(is|are)\b[^.?!]*[.!]( |$)", "put the subject first");

/// The comments that still have such sentences. Lower it when some are gone; never raise it.
const RIDDLES: usize = 540;

/// The last column of comments and of prose in Markdown.
const COLUMNS: usize = 100;
/// The most words in a sentence of ARCHITECTURE.md, on average.
const WORDS_IN_A_SENTENCE: f64 = 16.0;
/// The longest subject of a commit after this one.
const SUBJECT: usize = 72;
const SUBJECTS_SINCE: &str = "5855e7d4157d9d50f802d66903be49df8e20d7df";

pub fn check() -> Outcome {
    let root = shell::root();
    let mut problems = Vec::new();
    let (dialect, riddle) = (compiled(DIALECT), compiled(&[RIDDLE]));
    let all: Vec<_> = dialect.iter().chain(&riddle).cloned().collect();
    let sections = sections(&root)?;
    let documents = documents(&root)?;
    for file in &documents {
        let text = read(file)?;
        for (number, paragraph) in paragraphs(prose::lines(&text)) {
            for (word, better) in hits(&all, &paragraph) {
                problems.push(format!("{}:{number}: “{word}” ({better})", shown(file)));
            }
        }
        problems.extend(too_wide(file, prose::lines(&text)));
    }
    let mut riddles = 0;
    for file in sources(&root)? {
        let text = read(&file)?;
        riddles += comments(&text).iter().map(|(_, comment)| hits(&riddle, comment).len()).sum::<usize>();
        problems.extend(wide_comments(&file, &text));
        problems.extend(citations(&sections, &file, &text));
        problems.extend(phrases(&dialect, &riddle, &file, &text));
    }
    println!("{riddles} comments begin with “What … is”; at most {RIDDLES}");
    if riddles > RIDDLES {
        let file = "xtask/src/words.rs";
        problems.push(format!("{riddles} comments begin with “What … is”, {RIDDLES} are known to {file}"));
    }
    sentences(&root, &mut problems)?;
    subjects(&mut problems);
    for problem in &problems {
        println!("{problem}");
    }
    if problems.is_empty() { Ok(()) } else { Err(format!("{} texts to mend", problems.len())) }
}

/// A pattern, and what to write instead.
type Phrase = (Regex, &'static str);

fn compiled(phrases: &[(&str, &'static str)]) -> Vec<Phrase> {
    let compile = |pattern: &str| Regex::new(&format!("(?i){pattern}")).expect("a pattern of this file");
    phrases.iter().map(|(pattern, better)| (compile(pattern), *better)).collect()
}

/// Lines of prose joined to paragraphs, each with the number of its first line: a phrase may begin
/// on one line and end on the next.
fn paragraphs(lines: Vec<Line>) -> Vec<(usize, String)> {
    let mut joined: Vec<(usize, String)> = Vec::new();
    let mut last = None;
    for Line { number, text, .. } in lines {
        let text = text.trim();
        let begins = text.is_empty() || text.starts_with(['#', '|', '-', '*']);
        match joined.last_mut() {
            Some((_, paragraph)) if !begins && last == Some(number - 1) => {
                paragraph.push(' ');
                paragraph.push_str(text);
            }
            _ => joined.push((number, text.to_owned())),
        }
        last = (!text.is_empty()).then_some(number);
    }
    joined
}

/// The comments of a file, lines that follow each other joined.
fn comments(text: &str) -> Vec<(usize, String)> {
    let pieces = rust::pieces(text);
    let comments = pieces.iter().filter(|piece| piece.kind == Kind::Comment);
    let line = |piece: &rust::Piece<'_>| Line {
        number: piece.line,
        text: prose::without_code(piece.text),
        width: 0,
    };
    paragraphs(comments.map(line).collect())
}

fn hits(dialect: &[Phrase], text: &str) -> Vec<(String, &'static str)> {
    let found = dialect.iter().flat_map(|(pattern, better)| {
        let found = pattern.find_iter(text).map(|found| found.as_str().trim());
        let found = found.filter(|phrase| !is_plain(phrase));
        found.map(move |phrase| (phrase.to_owned(), *better))
    });
    found.collect()
}

/// The phrases in the comments and messages of a source file. A test may quote them.
fn phrases(dialect: &[Phrase], riddle: &[Phrase], file: &Path, text: &str) -> Vec<String> {
    let is_code = shown(file).contains("/src/") && !shown(file).starts_with("xtask");
    let literals = rust::pieces(text).into_iter().filter(|piece| is_code && piece.kind == Kind::Literal);
    let messages = literals.map(|piece| (piece.line, one_line(piece.text), "a message"));
    let comments = comments(text).into_iter().map(|(line, comment)| (line, comment, "a comment"));
    let mut found = Vec::new();
    for (line, part, what) in messages.chain(comments) {
        let riddles = if what == "a message" { hits(riddle, &part) } else { Vec::new() };
        for (word, better) in hits(dialect, &part).into_iter().chain(riddles) {
            found.push(format!("{}:{line}: “{word}” in {what} ({better})", shown(file)));
        }
    }
    found
}

/// A message without the breaks of its lines.
fn one_line(text: &str) -> String {
    text.replace("\\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// “There is no such file” and “it is no longer there” are plain English.
fn is_plain(phrase: &str) -> bool {
    let phrase = phrase.to_lowercase();
    let there = ["there is no", "there are no"].iter().any(|begin| phrase.contains(begin));
    there || [" no longer", " no more", " no less", " no different"].iter().any(|end| phrase.ends_with(end))
}

/// Markdown that belongs to the repository.
fn documents(root: &Path) -> Outcome<Vec<PathBuf>> {
    let tracked = shell::output("git", &["ls-files", "--cached", "--others", "--exclude-standard", "*.md"]);
    if let Ok(list) = tracked {
        let files = list.lines().map(|name| root.join(name)).filter(|file| file.is_file());
        return Ok(files.collect());
    }
    // An unpacked archive has no git.
    let mut files: Vec<PathBuf> = shell::list(root)?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "md"));
    for folder in ["docs", "tests", "examples", "editors", "crates"] {
        files.extend(shell::files(&root.join(folder), "md")?);
    }
    Ok(files)
}

fn sources(root: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = shell::files(&root.join("crates"), "rs")?;
    files.extend(shell::files(&root.join("xtask"), "rs")?);
    files.extend(shell::files(&root.join("fuzz"), "rs")?);
    files.retain(|file| !shown(file).contains("/target/"));
    Ok(files)
}

fn too_wide(file: &Path, lines: Vec<Line>) -> Vec<String> {
    // A line that cannot be broken, such as an address, may be longer.
    let wide = lines.into_iter().filter(|line| line.width > COLUMNS && line.text.trim().contains(' '));
    wide.map(|line| format!("{}:{}: {} columns", shown(file), line.number, line.width)).collect()
}

fn wide_comments(file: &Path, text: &str) -> Vec<String> {
    let numbered = text.lines().enumerate();
    let wide =
        numbered.filter(|(_, line)| line.trim_start().starts_with("//") && line.chars().count() > COLUMNS);
    wide.map(|(index, _)| format!("{}:{}: a comment beyond column {COLUMNS}", shown(file), index + 1))
        .collect()
}

/// The sections that citations may name: `paper 2 §4.3` of docs/papers.md, and the numbered
/// headings of the two specifications.
fn sections(root: &Path) -> Outcome<BTreeSet<String>> {
    let mut known = BTreeSet::new();
    let mut paper = String::new();
    for line in read(&root.join("docs/papers.md"))?.lines() {
        if let Some(title) = line.strip_prefix("## Paper ") {
            paper = format!("paper {}", title.split([':', ' ']).next().unwrap_or_default());
            known.insert(paper.clone());
        } else if let Some(section) = line.strip_prefix("- §") {
            let number = section.split_whitespace().next().unwrap_or_default();
            known.insert(format!("{paper} §{number}"));
        }
    }
    for name in ["functional-logic", "observation"] {
        known.insert(name.to_owned());
        for line in read(&root.join(format!("docs/{name}.md")))?.lines() {
            let Some(title) = line.strip_prefix("##") else { continue };
            let number = title.trim_start_matches('#').split_whitespace().next().unwrap_or_default();
            known.insert(format!("{name} §{}", number.trim_end_matches('.')));
        }
    }
    Ok(known)
}

/// Every `§` of a comment has a source before it, and the document of that source has the section.
fn citations(known: &BTreeSet<String>, file: &Path, text: &str) -> Vec<String> {
    let pattern =
        Regex::new(r"(?i)(?:\b(paper [0-9]+|functional-logic|observation))?,? ?(?:§ ?([0-9][0-9.]*))?")
            .expect("a pattern of this file");
    let mut problems = Vec::new();
    let (mut source, mut last) = (None, 0);
    for piece in rust::pieces(text).iter().filter(|piece| piece.kind == Kind::Comment) {
        if piece.line > last + 1 {
            source = None;
        }
        last = piece.line;
        for found in pattern.captures_iter(piece.text) {
            let name = found.get(1).map(|name| name.as_str().to_lowercase());
            let section = found.get(2).map(|section| section.as_str().trim_end_matches('.'));
            let cited = match (name, section) {
                (None, None) => continue,
                // “observation” is also a word.
                (Some(name), None) if !name.starts_with("paper") => continue,
                (Some(name), None) => {
                    source = Some(name.clone());
                    name
                }
                (name, Some(section)) => {
                    source = name.or(source);
                    format!("{} §{section}", source.as_deref().unwrap_or("(no source)"))
                }
            };
            if !known.contains(&cited) {
                problems.push(format!("{}:{}: `{cited}` is not in docs/", shown(file), piece.line));
            }
        }
    }
    problems
}

fn sentences(root: &Path, problems: &mut Vec<String>) -> Outcome {
    let text = read(&root.join("ARCHITECTURE.md"))?;
    let (words, sentences) = prose::length(&text);
    let average = words as f64 / sentences.max(1) as f64;
    println!("ARCHITECTURE.md: {average:.1} words per sentence; at most {WORDS_IN_A_SENTENCE}");
    if average > WORDS_IN_A_SENTENCE {
        problems.push(format!("ARCHITECTURE.md: {average:.1} words per sentence"));
    }
    Ok(())
}

fn subjects(problems: &mut Vec<String>) {
    let range = format!("{SUBJECTS_SINCE}..HEAD");
    let known = shell::quiet("git", &["cat-file", "-e", &format!("{SUBJECTS_SINCE}^{{commit}}")]);
    let log = if known { shell::output("git", &["log", "--format=%s", &range]) } else { Err(String::new()) };
    let Ok(log) = log else {
        println!("no history since {}: subjects are not checked", &SUBJECTS_SINCE[..12]);
        return;
    };
    for subject in log.lines().filter(|subject| subject.chars().count() > SUBJECT) {
        problems.push(format!("a subject of more than {SUBJECT} characters: {subject}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialect_phrases() {
        let check = |text: &str, expected: &[&str]| {
            let all: Vec<_> = DIALECT.iter().copied().chain([RIDDLE]).collect();
            let found: Vec<String> = hits(&compiled(&all), text).into_iter().map(|(word, _)| word).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("It comes to 3. Whoever asks, waits for ever.", &["comes to", "Whoever", "for ever"]);
        check("At most so many bytes: x is no number.", &["so many", "x is no number"]);
        check("There is no such file. What is it?", &[]);
        check("Yes. What was lost is found here.", &[". What was lost is found here."]);
        check("one object per line", &[]);
        check("one object a line", &["one object a line"]);
    }

    #[test]
    fn phrases_of_a_file() {
        let check = |text: &str, expected: usize| {
            let file = shell::root().join("crates/dice/src/lib.rs");
            assert_eq!(
                phrases(&compiled(DIALECT), &compiled(&[RIDDLE]), &file, text).len(),
                expected,
                "{text}"
            );
        };
        check("/// It comes to 3.\nfn f() {}", 1);
        check("/// It says `comes to`.\nfn f() {}", 0);
        check("fn f() { g(\"It comes to 3.\") }", 1);
        check("fn f() { g(\"What it does is wrong.\") }", 1);
        check("/// It comes\n/// to 3.\nfn f() {}", 1);
        check("/// It comes\n\n/// to 3.\nfn f() {}", 0);
        check("fn comes_to() {}", 0);
    }

    #[test]
    fn comments_are_joined() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<String> = comments(text).into_iter().map(|(_, comment)| comment).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("/// One\n/// two.\n\nfn f() {} // three", &["One two.", "three"]);
        check("/// One\n///\n/// - two\n///   three", &["One", "", "- two three"]);
    }

    #[test]
    fn cited_sections() {
        let known = ["paper 2", "paper 2 §4.3", "functional-logic", "functional-logic §1.2"];
        let known: BTreeSet<String> = known.iter().map(|name| (*name).to_owned()).collect();
        let check = |text: &str, expected: usize| {
            assert_eq!(citations(&known, Path::new("a.rs"), text).len(), expected, "{text}");
        };
        check("// (paper 2 §4.3).", 0);
        check("// paper 2\n// has it in §4.3.", 0);
        check("// paper 2 §4.4", 1);
        check("// paper 7", 1);
        check("// §4.3", 1);
        check("// paper 2\nfn f() {}\n\n// §4.3", 1);
        check("// functional-logic §1.2, §1.3", 1);
        check("let text = \"§9\";", 0);
    }
}
