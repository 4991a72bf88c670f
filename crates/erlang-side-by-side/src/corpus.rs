//! Reads the corpus: topics of expressions, and programs.
//!
//! A topic is a text file with one expression per line; lines that start with a blank continue the
//! expression above, `%` starts a comment line. Erlang forms that the expressions need (records,
//! helper functions) stand first, ended by a line `====`. A comment `%% differs: REASON` says that
//! the next expression (in a program: the program) must differ from `erl`, and
//! `%% differs without OTP: REASON` that it must differ where only the embedded library runs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Trouble;

/// One module that both sides compile and run.
#[derive(Clone, Debug)]
pub struct Module {
    pub name: String,
    /// Where a reader finds it, relative to the corpus.
    pub title: String,
    pub content: Content,
}

#[derive(Clone, Debug)]
pub enum Content {
    Topic(Topic),
    Program { path: PathBuf, differs: Option<Mark> },
}

/// The expressions of one file.
#[derive(Clone, Debug)]
pub struct Topic {
    preamble: String,
    pub expressions: Vec<Expression>,
}

#[derive(Clone, Debug)]
pub struct Expression {
    pub text: String,
    /// Its first line in the file; also its number, and its line in the generated module.
    pub line: usize,
    pub differs: Option<Mark>,
}

/// A test that must differ from `erl`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    pub reason: String,
    /// With OTP's own library it must not.
    pub only_without_otp: bool,
}

/// The folders named `otp` hold what needs an installed OTP on the side of whodunit, too.
const NEEDS_OTP: &str = "otp";

/// All topics under `corpus/expressions`, in the order of their names.
pub fn topics(corpus: &Path, with_otp: bool) -> Result<Vec<Module>, Trouble> {
    let mut modules = Vec::new();
    for path in files(&corpus.join("expressions"), "txt", with_otp)? {
        let text = fs::read_to_string(&path).map_err(Trouble::with_path("read", &path))?;
        modules.push(Module {
            name: stem(&path),
            title: relative(corpus, &path),
            content: Content::Topic(Topic::parse(&text)),
        });
    }
    Ok(modules)
}

/// All programs under `corpus/programs`, in the order of their names.
pub fn programs(corpus: &Path, with_otp: bool) -> Result<Vec<Module>, Trouble> {
    let mut modules = Vec::new();
    for path in files(&corpus.join("programs"), "erl", with_otp)? {
        let text = fs::read_to_string(&path).map_err(Trouble::with_path("read", &path))?;
        let differs = text.lines().find_map(mark);
        modules.push(Module {
            name: stem(&path),
            title: relative(corpus, &path),
            content: Content::Program { path, differs },
        });
    }
    Ok(modules)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn relative(corpus: &Path, path: &Path) -> String {
    path.strip_prefix(corpus).unwrap_or(path).display().to_string()
}

fn files(folder: &Path, extension: &str, with_otp: bool) -> Result<Vec<PathBuf>, Trouble> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(Trouble::with_path("list", &folder))? {
            let path = entry.map_err(Trouble::with_path("list", &folder))?.path();
            if path.is_dir() {
                if with_otp || !path.ends_with(NEEDS_OTP) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

pub fn mark(line: &str) -> Option<Mark> {
    let comment = line.strip_prefix('%')?.trim_start_matches('%').trim_start();
    let rest = comment.strip_prefix("differs")?;
    let (only_without_otp, rest) = match rest.strip_prefix(" without OTP") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    Some(Mark { reason: rest.strip_prefix(':')?.trim().to_owned(), only_without_otp })
}

impl Topic {
    pub fn parse(text: &str) -> Topic {
        const END_OF_PREAMBLE: &str = "====";
        let preamble_lines = text.lines().position(|line| line == END_OF_PREAMBLE).map_or(0, |at| at + 1);
        let preamble: Vec<&str> = text.lines().take(preamble_lines.saturating_sub(1)).collect();
        let mut expressions: Vec<Expression> = Vec::new();
        let mut differs = None;
        for (index, line) in text.lines().enumerate().skip(preamble_lines) {
            if line.starts_with('%') {
                differs = mark(line).or(differs);
            } else if line.starts_with(char::is_whitespace) {
                if let Some(expression) = expressions.last_mut() {
                    expression.text.push('\n');
                    expression.text.push_str(line);
                }
            } else if !line.is_empty() {
                let differs = differs.take();
                expressions.push(Expression { text: line.to_owned(), line: index + 1, differs });
            }
        }
        Topic { preamble: preamble.join("\n"), expressions }
    }

    /// A module with those expressions whose line is asked for, expression at line N as the
    /// function tN/0. Everything keeps the line that it has in the topic's file.
    pub fn render(&self, module: &str, lines: &[usize]) -> String {
        const EXPORT: &str = "-compile([export_all, nowarn_export_all]). ";
        let mut source = format!("-module({module}). ");
        // A feature has to be enabled before anything else is said.
        match self.preamble.split_once('\n') {
            Some((feature, rest)) if feature.starts_with("-feature(") => {
                source.extend([feature, "\n", EXPORT, rest]);
            }
            _ => source.extend([EXPORT, &self.preamble]),
        }
        for expression in self.expressions.iter().filter(|expression| lines.contains(&expression.line)) {
            let line = source.matches('\n').count() + 1;
            source.extend(std::iter::repeat_n('\n', expression.line.saturating_sub(line)));
            source.push_str(&format!("t{}() -> {}.", expression.line, expression.text));
        }
        source.push('\n');
        source
    }
}

/// One test: a section that both sides print.
pub struct Test<'a> {
    pub section: String,
    pub title: String,
    pub text: Option<&'a str>,
    pub differs: Option<&'a Mark>,
}

impl Module {
    pub fn tests(&self) -> Vec<Test<'_>> {
        match &self.content {
            Content::Program { differs, .. } => vec![Test {
                section: self.name.clone(),
                title: self.title.clone(),
                text: None,
                differs: differs.as_ref(),
            }],
            Content::Topic(topic) => topic
                .expressions
                .iter()
                .map(|expression| Test {
                    section: format!("{}:{}", self.name, expression.line),
                    title: format!("{}:{}", self.title, expression.line),
                    text: Some(&expression.text),
                    differs: expression.differs.as_ref(),
                })
                .collect(),
        }
    }

    /// Keeps the tests whose title or text contains `filter`; none left: no module.
    pub fn filtered(mut self, filter: &str) -> Option<Module> {
        if self.title.contains(filter) {
            return Some(self);
        }
        let Content::Topic(topic) = &mut self.content else { return None };
        let title = &self.title;
        topic.expressions.retain(|expression| {
            expression.text.contains(filter) || format!("{title}:{}", expression.line) == filter
        });
        (!topic.expressions.is_empty()).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_keeps_its_lines_in_the_module() {
        let text = "f() -> 1.\n====\n% comment\nf()\n\nbegin\n  2\n end\n%% differs: why\n3\n";
        let topic = Topic::parse(text);
        let lines: Vec<usize> = topic.expressions.iter().map(|expression| expression.line).collect();
        assert_eq!(lines, [4, 6, 10]);
        let mark = |only_without_otp| Some(Mark { reason: "why".to_owned(), only_without_otp });
        assert_eq!(topic.expressions[2].differs, mark(false));
        assert_eq!(super::mark("%% differs without OTP: why"), mark(true));
        assert_eq!(super::mark("differs: why"), None);
        assert_eq!(
            topic.render("m", &[6, 10]),
            "-module(m). -compile([export_all, nowarn_export_all]). f() -> 1.\n\n\n\n\n\
             t6() -> begin\n  2\n end.\n\nt10() -> 3.\n"
        );
    }
}
