//! The tests of a lazy program: properties `prop_…`, tried on generated values, and a suite for
//! Hspec, which is its `main`.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use lazy_machine::machine::Budget;
use lazy_properties::{Failure, Limits, Property, Report, Tester, Unfit, Verdict};
use lazy_syntax::modules::imported;
use serde::Serialize;
use session::event::VERSION;

use super::project::{self, LazyProject, MAIN};
use super::sources::{dialect, texts};
use crate::dialogue::{Outside, Stream};
use crate::files::Files;
use crate::language::{
    Awaited, FailedTest, Options, Problem, Project, Purpose, TestOptions, TestSummary, Tested, Tests,
};
use crate::outcome::OutcomeKind;

/// Steps of one test, if nobody says how many.
const MAX_STEPS: u64 = 1_000_000;

/// The properties of a program.
pub struct LazyTests {
    tester: Tester,
    properties: Vec<(String, Result<Property, Unfit>)>,
    /// Whether `main` runs a suite.
    has_suite: bool,
    /// The program, to ask about.
    project: Rc<LazyProject>,
    how: TestOptions,
    options: Rc<Options>,
}

impl LazyTests {
    /// As in tests of Erlang: paths are code, all other words are names.
    pub fn read(
        words: &[PathBuf],
        how: TestOptions,
        options: Rc<Options>,
        files: Rc<dyn Files>,
    ) -> Result<LazyTests, Vec<Problem>> {
        let is_code = |word: &&PathBuf| is_path(word, &*files);
        let (sources, names): (Vec<&PathBuf>, Vec<&PathBuf>) = words.iter().partition(is_code);
        let sources: Vec<PathBuf> = sources.into_iter().cloned().collect();
        let sources = with_suites(sources, &*files);
        let (read, dialect) = texts(&*files, &sources)?;
        let is_suite = is_suite(&read);
        let (tester, problems) = Tester::new(read, dialect);
        project::refuse(&tester.program, &problems, options.colour)?;
        let has_suite = names.is_empty() && is_suite && tester.program.function_named(MAIN).is_some();
        let properties = wanted(&tester, &names, has_suite)?;
        // Each property is known to terminate.
        let asking = Rc::new(Options { max_steps: None, ..(*options).clone() });
        let project = Rc::new(LazyProject::read(&sources, asking, files)?);
        Ok(LazyTests { tester, properties, has_suite, project, how, options })
    }

    fn limits<'a>(&self, outside: &'a Outside, stop: &'a dyn Fn() -> bool) -> Limits<'a> {
        let budget = Budget {
            max_steps: self.options.max_steps.unwrap_or(MAX_STEPS),
            max_memory: self.options.max_memory(),
            memory: self.options.memory_used,
            interrupted: stop,
            meter: Some(outside.meter()),
        };
        Limits { tests: self.how.count, seed: self.options.seed, budget }
    }

    /// Runs `main`, which fails if a test does. It tells of each test itself.
    async fn suite(&self, outside: &Outside) -> Result<Report, Vec<Problem>> {
        let purpose = Purpose::Outcome { verify: false };
        let run = self.project.clone().run(MAIN.to_owned(), purpose, outside.clone()).await?;
        let outcome = run.outcome();
        let verdict = match outcome.kind {
            OutcomeKind::Value => Verdict::Holds,
            OutcomeKind::Exception => Verdict::Falsified(Failure {
                expression: MAIN.to_owned(),
                arguments: Vec::new(),
                shrinks: 0,
                error: outcome.exception.clone(),
            }),
            OutcomeKind::Interrupted => Verdict::Interrupted,
            _ => Verdict::OutOfBudget,
        };
        Ok(Report { passed: 0, discarded: 0, unfinished: 0, verdict })
    }

    fn tell(&self, name: &str, report: &Result<Report, Unfit>, outside: &Outside) {
        let print = |stream, text: String| outside.print(stream, format!("{text}\n").as_bytes());
        match report {
            _ if !self.how.for_people => outside.test(json(name, report)),
            Ok(Report { verdict: Verdict::Holds, .. }) if !self.how.verbose => {}
            Ok(Report { verdict: Verdict::Interrupted, .. }) => {
                print(Stream::Error, format!("interrupted in {name}"));
            }
            Ok(report) => print(Stream::Out, in_words(name, report)),
            Err(Unfit(why)) => print(Stream::Error, format!("error: {why}")),
        }
    }
}

/// Where folders have their suites.
const SUITES: [&str; 4] = ["test/Tests.hs", "test/Spec.hs", "test/Test.hs", "test/Main.hs"];

/// Folders, each with its suite.
fn with_suites(sources: Vec<PathBuf>, files: &dyn Files) -> Vec<PathBuf> {
    let suite =
        |folder: &PathBuf| SUITES.map(|name| folder.join(name)).into_iter().find(|it| files.is_file(it));
    sources
        .into_iter()
        .flat_map(|source| {
            let suite = suite(&source);
            [Some(source), suite].into_iter().flatten()
        })
        .collect()
}

/// Whether a program is a suite for Hspec.
fn is_suite(texts: &[(String, String)]) -> bool {
    texts.iter().any(|(_, text)| imported(text).any(|module| module.starts_with("Test.Hspec")))
}

fn is_path(word: &Path, files: &dyn Files) -> bool {
    dialect(word).is_some() || files.kind(word).is_ok() || word.to_string_lossy().contains(['/', '.'])
}

/// The name of a property, and the property, or why it cannot be tested.
type Named = (String, Result<Property, Unfit>);

/// Those that are asked for by name must be properties.
fn wanted(tester: &Tester, names: &[&PathBuf], has_suite: bool) -> Result<Vec<Named>, Vec<Problem>> {
    let wanted = |name: String| {
        let property = tester.property(&name);
        (name, property)
    };
    let properties: Vec<_> = match names.is_empty() {
        true => tester.names().into_iter().map(wanted).collect(),
        false => names.iter().map(|name| wanted(name.to_string_lossy().into_owned())).collect(),
    };
    if properties.is_empty() && !has_suite {
        return Err(Problem::error(
            "no tests found: names of properties begin with prop_ or spec_, and `main` runs a suite for Test.Hspec",
        ));
    }
    let unfit = properties.iter().filter_map(|(_, property)| property.as_ref().err());
    let unfit: Vec<String> = unfit.map(|Unfit(why)| format!("error: {why}")).collect();
    match names.is_empty() || unfit.is_empty() {
        true => Ok(properties),
        false => Err(vec![Problem::source(unfit.join("\n"))]),
    }
}

impl Tests for LazyTests {
    fn run(self: Rc<Self>, outside: Outside) -> Awaited<Rc<dyn Tested>> {
        Box::pin(async move {
            let mut results = Results::default();
            if self.has_suite {
                let report = self.suite(&outside).await?;
                if !self.how.for_people {
                    outside.test(json(MAIN, &Ok(report.clone())));
                }
                results.add(MAIN.to_owned(), Ok(report));
            }
            for (name, property) in &self.properties {
                let is_cancelled = || outside.is_cancelled();
                let report = match property {
                    Ok(property) => self.tester.check(property, &self.limits(&outside, &is_cancelled)).await,
                    Err(Unfit(why)) => Err(Unfit(why.clone())),
                };
                self.tell(name, &report, &outside);
                results.add(name.clone(), report);
                if results.is_interrupted {
                    break;
                }
            }
            let summary = results.summary(self.how.verbose);
            Ok(Rc::new(LazyTested { tests: self, results, summary }) as Rc<dyn Tested>)
        })
    }
}

/// Properties that have been tried.
struct LazyTested {
    tests: Rc<LazyTests>,
    results: Results,
    summary: TestSummary,
}

impl Tested for LazyTested {
    fn summary(&self) -> &TestSummary {
        &self.summary
    }

    /// From what makes a property false to the code to blame.
    fn case(self: Rc<Self>, failed: usize, outside: Outside) -> Awaited<FailedTest> {
        Box::pin(async move {
            let falsified = self.results.falsified.get(failed);
            let (_, failure) = falsified.ok_or_else(|| {
                Problem::error(format!(
                    "there is no property {} that does not hold",
                    failed.saturating_add(1)
                ))
            })?;
            let project = self.tests.project.clone();
            let run = project.clone().run(failure.expression.clone(), Purpose::AskInstead, outside.clone());
            let recorded = run.await?;
            let case = recorded.clone().case(&outside)?;
            Ok(FailedTest { case, project, recorded: Some(recorded) })
        })
    }
}

/// What came of all properties.
#[derive(Default)]
struct Results {
    held: usize,
    falsified: Vec<(String, Failure)>,
    /// Too few values met their conditions.
    undecided: usize,
    out_of_budget: usize,
    not_tried: usize,
    is_interrupted: bool,
}

impl Results {
    fn add(&mut self, name: String, report: Result<Report, Unfit>) {
        match report.map(|report| report.verdict) {
            Ok(Verdict::Holds) => self.held += 1,
            Ok(Verdict::Falsified(failure)) => self.falsified.push((name, failure)),
            Ok(Verdict::GaveUp) => self.undecided += 1,
            Ok(Verdict::OutOfBudget) => self.out_of_budget += 1,
            Ok(Verdict::Interrupted) => self.is_interrupted = true,
            Err(_) => self.not_tried += 1,
        }
    }

    fn count(&self) -> usize {
        self.held + self.falsified.len() + self.undecided + self.out_of_budget + self.not_tried
    }

    /// The outcome of all together, and the exit status.
    fn verdict(&self) -> (&'static str, u8) {
        match self {
            Results { is_interrupted: true, .. } => ("interrupted", 4),
            _ if !self.falsified.is_empty() => ("falsified", 1),
            Results { out_of_budget: 1.., .. } => ("budget", 3),
            Results { not_tried: 1.., .. } => ("not-tried", 2),
            Results { undecided: 1.., .. } => ("undecided", 1),
            _ => ("holds", 0),
        }
    }

    fn summary(&self, verbose: bool) -> TestSummary {
        let (outcome, status) = self.verdict();
        let &Results { held, undecided, out_of_budget, not_tried, .. } = self;
        let falsified = self.falsified.len();
        let done =
            Done { v: VERSION, event: "done", outcome, held, falsified, undecided, out_of_budget, not_tried };
        let is_told = self.count() > 1 || (self.count() == held && !verbose);
        let text = is_told.then(|| {
            let counts = [
                (held, "passed"),
                (falsified, "failed"),
                (undecided + out_of_budget, "undecided"),
                (not_tried, "not tested"),
            ];
            let counts = counts.into_iter().filter(|(count, _)| *count > 0);
            let counts: Vec<String> = counts.map(|(count, what)| format!("{count} {what}")).collect();
            format!("properties: {}", counts.join(", "))
        });
        let failed = self.falsified.iter().map(|(name, _)| name.clone()).collect();
        TestSummary { status, json: line(&done), text, failed, is_complete: !self.is_interrupted }
    }
}

fn in_words(name: &str, report: &Report) -> String {
    let Report { passed, discarded, unfinished, .. } = *report;
    if let Verdict::Falsified(failure) = &report.verdict {
        let shrunk = match failure.shrinks {
            0 => String::new(),
            1 => ", shrunk once".to_owned(),
            shrinks => format!(", shrunk {shrinks} times"),
        };
        let is = match &failure.error {
            None => "False".to_owned(),
            Some(error) => format!("** error: {error}"),
        };
        let number = passed + discarded + unfinished + 1;
        return format!("{name} fails (test {number}{shrunk}):\n  {} = {is}", failure.expression);
    }
    let tests = match passed {
        0 => "no test".to_owned(),
        1 => "1 test".to_owned(),
        _ => format!("{passed} tests"),
    };
    let mut text = match report.verdict {
        Verdict::Holds => format!("{name} passes {tests}"),
        _ => format!("{name} is undecided: {tests} passed"),
    };
    if discarded > 0 {
        text.push_str(&format!(", {discarded} discarded by its conditions"));
    }
    if unfinished > 0 {
        text.push_str(&format!(", {unfinished} reached a limit (--max-steps, --max-memory)"));
    }
    text
}

/// `--json`, version 1: an object a property.
#[derive(Serialize)]
struct Tried<'a> {
    v: u32,
    event: &'static str,
    name: &'a str,
    /// `holds`, `falsified`, `undecided`, `budget`, `not-tried`, `interrupted`
    outcome: &'static str,
    passed: usize,
    discarded: usize,
    unfinished: usize,
    counterexample: Option<Counterexample<'a>>,
    /// Why it was not tried.
    message: Option<&'a str>,
}

#[derive(Serialize)]
struct Counterexample<'a> {
    expression: &'a str,
    arguments: &'a [String],
    shrinks: usize,
    exception: Option<&'a str>,
}

/// At the end of `--json`.
#[derive(Serialize)]
struct Done {
    v: u32,
    event: &'static str,
    /// As of a property: the gravest.
    outcome: &'static str,
    held: usize,
    falsified: usize,
    undecided: usize,
    out_of_budget: usize,
    not_tried: usize,
}

fn json(name: &str, report: &Result<Report, Unfit>) -> String {
    let (outcome, counterexample, message) = match report {
        Err(Unfit(why)) => ("not-tried", None, Some(why.as_str())),
        Ok(report) => match &report.verdict {
            Verdict::Holds => ("holds", None, None),
            Verdict::GaveUp => ("undecided", None, None),
            Verdict::OutOfBudget => ("budget", None, None),
            Verdict::Interrupted => ("interrupted", None, None),
            Verdict::Falsified(Failure { expression, arguments, shrinks, error }) => {
                let exception = error.as_deref();
                let counterexample = Counterexample { expression, arguments, shrinks: *shrinks, exception };
                ("falsified", Some(counterexample), None)
            }
        },
    };
    let (passed, discarded, unfinished) =
        report.as_ref().map_or((0, 0, 0), |report| (report.passed, report.discarded, report.unfinished));
    line(&Tried {
        v: VERSION,
        event: "property",
        name,
        outcome,
        passed,
        discarded,
        unfinished,
        counterexample,
        message,
    })
}

fn line(value: &impl Serialize) -> String {
    // Nothing here can fail: no maps with odd keys, no failing implementations.
    serde_json::to_string(value).unwrap_or_default()
}
