//! Tests as their events tell of them: the basis of files and lines for other programs.

use std::path::Path;

use serde::Deserialize;

use crate::{cache, words};

/// The event `test`.
#[derive(Clone, Deserialize)]
pub struct Told {
    pub module: String,
    pub function: String,
    pub line: Option<i64>,
    pub title: Option<String>,
    /// `passed`, `failed`, `skipped`, `cancelled`
    pub outcome: String,
    pub cause: Option<String>,
    pub text: Option<String>,
    #[serde(default)]
    pub output: String,
    #[serde(default)]
    pub seconds: f64,
    #[serde(default)]
    pub stack: Vec<Frame>,
    pub assertion: Option<Assertion>,
}

#[derive(Clone, Deserialize)]
pub struct Frame {
    pub module: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub source: Option<String>,
}

#[derive(Clone, Deserialize)]
pub struct Assertion {
    pub line: i64,
}

impl Told {
    pub fn of(event: &str) -> Option<Told> {
        serde_json::from_str(event).ok()
    }

    /// With line and title where they tell tests of one function apart.
    pub fn name(&self) -> String {
        let line = self.line.map_or_else(String::new, |line| format!(":{line}"));
        let title = self.title.as_ref().map_or_else(String::new, |title| format!(" ({title})"));
        format!("{}{line} {}{title}", self.module, self.written_in())
    }

    /// The function that it is written in: `f_test_` for the fun `-f_test_/0-fun-0-`.
    pub fn written_in(&self) -> &str {
        let fun = self.function.strip_prefix('-').and_then(|name| name.split_once('/'));
        fun.map_or(self.function.as_str(), |(outer, _)| outer)
    }

    /// As a NAME on the command line.
    pub fn as_argument(&self) -> String {
        format!("{}:{}", self.module, self.written_in())
    }

    pub fn is_failure(&self) -> bool {
        self.outcome == "failed" || self.outcome == "cancelled" || self.cause.as_deref() == Some("setup")
    }

    /// It says nothing about the program.
    pub fn did_not_run(&self) -> bool {
        !self.is_failure() && self.outcome != "passed"
    }

    /// The first line of the user's that has to do with its failure.
    fn place(&self) -> Option<(&str, i64)> {
        let frame = self.stack.iter().find(|frame| frame.source.is_some())?;
        let line = match &self.assertion {
            Some(assertion) if frame.module == self.module => assertion.line,
            _ => frame.line?.into(),
        };
        Some((frame.file.as_deref()?, line))
    }

    fn said(&self) -> &str {
        self.text.as_deref().unwrap_or_default().trim_end()
    }
}

/// `::error file=…,line=…,title=…::…` for each that failed: annotations of GitHub's.
pub fn annotations(tests: &[Told]) -> Vec<String> {
    let failed = tests.iter().filter(|test| test.is_failure());
    failed
        .map(|test| {
            let place = match test.place() {
                Some((file, line)) => format!("file={},line={line},", property(file)),
                None => String::new(),
            };
            format!("::error {place}title={}::{}", property(&test.name()), escaped(test.said()))
        })
        .collect()
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

/// A file as JUnit writes it: a suite for each module, in the order in which they began.
pub fn junit(tests: &[Told]) -> String {
    let mut modules: Vec<&str> = Vec::new();
    for test in tests {
        if !modules.contains(&test.module.as_str()) {
            modules.push(&test.module);
        }
    }
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.push_str(&format!("<testsuites {}>\n", counts(tests.iter())));
    for module in modules {
        let own = || tests.iter().filter(|test| test.module == module);
        text.push_str(&format!("  <testsuite name=\"{}\" {}>\n", xml(module), counts(own())));
        own().for_each(|test| text.push_str(&case(test)));
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn counts<'a>(tests: impl Iterator<Item = &'a Told> + Clone) -> String {
    let failures = tests.clone().filter(|test| test.is_failure()).count();
    let skipped = tests.clone().filter(|test| test.did_not_run()).count();
    let time: f64 = tests.clone().map(|test| test.seconds).sum();
    format!("tests=\"{}\" failures=\"{failures}\" skipped=\"{skipped}\" time=\"{time:.3}\"", tests.count())
}

fn case(test: &Told) -> String {
    let title = test.title.as_ref().map_or_else(String::new, |title| format!(" ({title})"));
    let name = format!("{}{title}", test.written_in());
    let place = test
        .place()
        .map_or_else(String::new, |(file, line)| format!(" file=\"{}\" line=\"{line}\"", xml(file)));
    let head = format!(
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"{place}",
        xml(&test.module),
        xml(&name),
        test.seconds
    );
    let mut inside = String::new();
    let said = test.said();
    let first = said.lines().next().unwrap_or_default();
    if test.is_failure() {
        inside.push_str(&format!("      <failure message=\"{}\">{}</failure>\n", xml(first), xml(said)));
    } else if test.did_not_run() {
        inside.push_str(&format!("      <skipped message=\"{}\"/>\n", xml(first)));
    }
    if !test.output.is_empty() {
        inside.push_str(&format!("      <system-out>{}</system-out>\n", xml(&test.output)));
    }
    match inside.is_empty() {
        true => format!("{head}/>\n"),
        false => format!("{head}>\n{inside}    </testcase>\n"),
    }
}

/// Characters that XML cannot have become `?`.
fn xml(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push('\t'),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => escaped.push('?'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// The slowest tests, by the virtual time that they took.
pub fn slowest(tests: &[Told], count: usize) -> Vec<String> {
    let mut slowest: Vec<&Told> = tests.iter().filter(|test| !test.did_not_run()).collect();
    slowest.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    slowest.iter().take(count).map(|test| words::slow_test(test.seconds, &test.name())).collect()
}

/// Where the names of the tests of this folder are kept that failed in the last run.
fn kept() -> String {
    cache::of_folder("failed", Path::new("."))
}

/// Keeps the names for `--failed`.
pub fn keep_failed(tests: &[Told]) -> Result<(), String> {
    let mut names: Vec<String> =
        tests.iter().filter(|test| test.is_failure()).map(Told::as_argument).collect();
    names.sort();
    names.dedup();
    if names.is_empty() && cache::recall(&kept()).is_none() {
        return Ok(());
    }
    let text: String = names.iter().map(|name| format!("{name}\n")).collect();
    cache::keep(&kept(), text.as_bytes())
}

/// The names that the last run kept.
pub fn failed_before() -> Vec<String> {
    let text = cache::recall(&kept()).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(function: &str, outcome: &str, text: &str) -> Told {
        let event = serde_json::json!({
            "module": "m", "function": function, "line": null, "title": null, "outcome": outcome,
            "cause": null, "text": text, "output": "", "seconds": 0.5, "assertion": null,
            "stack": [{"module": "m", "file": "src/m.erl", "line": 7, "source": "f(1)"}],
        });
        Told::of(&event.to_string()).expect("an event")
    }

    #[test]
    fn files_for_other_programs() {
        let tests =
            [told("a_test", "passed", ""), told("-b_test_/0-fun-0-", "failed", "**error:\n\"<1 & 2>\"")];
        let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
            <testsuites tests=\"2\" failures=\"1\" skipped=\"0\" time=\"1.000\">\n  \
            <testsuite name=\"m\" tests=\"2\" failures=\"1\" skipped=\"0\" time=\"1.000\">\n    \
            <testcase classname=\"m\" name=\"a_test\" time=\"0.500\" file=\"src/m.erl\" line=\"7\"/>\n    \
            <testcase classname=\"m\" name=\"b_test_\" time=\"0.500\" file=\"src/m.erl\" line=\"7\">\n      \
            <failure message=\"**error:\">**error:&#10;&quot;&lt;1 &amp; 2&gt;&quot;</failure>\n    \
            </testcase>\n  </testsuite>\n</testsuites>\n";
        assert_eq!(junit(&tests), expected);
        assert_eq!(
            annotations(&tests),
            ["::error file=src/m.erl,line=7,title=m b_test_::**error:%0A\"<1 & 2>\""]
        );
        assert_eq!(tests[1].as_argument(), "m:b_test_");
    }
}
