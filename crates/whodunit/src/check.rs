//! `whodunit check`, and `whodunit test` of lazy programs: properties `prop_…`, tried on generated values.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use debugger::lazy::LazyLanguage;
use debugger::{Dialogue, Language};
use lazy_machine::machine::Budget;
use lazy_properties::{Failure, Limits, Property, Report, Tester, Unfit, Verdict};
use serde::Serialize;
use slices::finish;

use crate::args::{Asking, Check, Project, Test};
use crate::ask::{self, Host};
use crate::disk::Disk;
use crate::sources::{self, has_colour};
use crate::status::{ABORTED, BAD_SOURCE, BUDGET, FAILED};
use crate::test::pick;
use crate::{interrupt, memory, start};

/// What is tried, and how.
struct Trial<'a> {
    project: &'a Project,
    tests: usize,
    /// Those that hold are shown, too.
    verbose: bool,
    ask: bool,
    asking: &'a Asking,
}

pub fn check(args: &Check) -> ExitCode {
    if let Err(status) = sources::language("check", &args.project.sources) {
        return status;
    }
    let Check { project, tests, ask, asking } = args;
    run(&Trial { project, tests: *tests, verbose: true, ask: *ask, asking })
}

pub fn test(args: &Test) -> ExitCode {
    let Test { project, verbose, ask, asking } = args;
    run(&Trial { project, tests: Check::TESTS, verbose: *verbose, ask: *ask, asking })
}

fn run(trial: &Trial<'_>) -> ExitCode {
    interrupt::listen();
    // As in tests of Erlang: paths are code, all other words are names.
    let (files, names): (Vec<PathBuf>, Vec<PathBuf>) =
        trial.project.sources.iter().cloned().partition(|word| is_path(word));
    let read = LazyLanguage.tester(&files, &Disk, has_colour());
    let tester = match read {
        Ok(tester) => tester,
        Err(problems) => return sources::refuse(&problems),
    };
    let properties = match wanted(&tester, &names) {
        Ok(properties) => properties,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(BAD_SOURCE);
        }
    };
    start::limit_memory(trial.project);
    let mut results = Results::default();
    for (name, property) in properties {
        let report = property
            .and_then(|property| finish(tester.check(&property, &limits(trial.project, trial.tests))));
        trial.show(&name, &report);
        results.add(name, report);
        if results.is_interrupted {
            break;
        }
    }
    let status = trial.conclude(&results);
    if results.is_interrupted {
        return status;
    }
    let names: Vec<String> = results.falsified.iter().map(|(name, _)| name.clone()).collect();
    let picked = pick(&names, trial.ask, trial.asking).and_then(|index| results.falsified.get(index));
    picked.map_or(status, |(_, failure)| ask(trial, files, failure))
}

fn is_path(word: &Path) -> bool {
    LazyLanguage.owns(word, &[]) || word.exists() || word.to_string_lossy().contains(['/', '.'])
}

type Wanted = (String, Result<Property, Unfit>);

/// The properties of a program. Those that are asked for by name must be such.
fn wanted(tester: &Tester, names: &[PathBuf]) -> Result<Vec<Wanted>, String> {
    let wanted = |name: String| {
        let property = tester.property(&name);
        (name, property)
    };
    let properties: Vec<Wanted> = match names.is_empty() {
        true => tester.names().into_iter().map(wanted).collect(),
        false => names.iter().map(|name| wanted(name.to_string_lossy().into_owned())).collect(),
    };
    if properties.is_empty() {
        return Err("error: no properties found: their names begin with prop_ or spec_".to_owned());
    }
    let unfit = properties.iter().filter_map(|(_, property)| property.as_ref().err());
    let unfit: Vec<String> = unfit.map(|Unfit(why)| format!("error: {why}")).collect();
    match names.is_empty() || unfit.is_empty() {
        true => Ok(properties),
        false => Err(unfit.join("\n")),
    }
}

fn limits(project: &Project, tests: usize) -> Limits<'static> {
    let budget = Budget {
        max_steps: project.max_steps.unwrap_or(Check::MAX_STEPS),
        max_memory: project.max_memory.unwrap_or(u64::MAX),
        memory: memory::in_use,
        interrupted: &interrupt::asked,
        meter: None,
    };
    Limits { tests, seed: project.seed, budget }
}

/// From what makes a property false to the code to blame.
fn ask(trial: &Trial<'_>, files: Vec<PathBuf>, failure: &Failure) -> ExitCode {
    // It is known to come to its end.
    let project = Project { sources: files, max_steps: None, ..trial.project.clone() };
    let asking = trial.asking;
    let opened = ask::check(&LazyLanguage, asking).and_then(|()| {
        let program = sources::read(&LazyLanguage, &project.sources, asking.apply(project.options()))?;
        Ok((program, Host::open(asking).map_err(ask::refuse)?))
    });
    let (program, (mut host, knowledge)) = match opened {
        Ok(opened) => opened,
        Err(status) => return status,
    };
    if !asking.json {
        say("");
    }
    let (expression, manner) = (failure.expression.clone(), ask::manner(asking));
    let mut dialogue = Dialogue::about_failure(program, expression, knowledge, manner);
    ExitCode::from(host.hold(&mut dialogue).status())
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
    fn verdict(&self) -> (&'static str, ExitCode) {
        match self {
            Results { is_interrupted: true, .. } => ("interrupted", ExitCode::from(ABORTED)),
            _ if !self.falsified.is_empty() => ("falsified", ExitCode::from(FAILED)),
            Results { out_of_budget: 1.., .. } => ("budget", ExitCode::from(BUDGET)),
            Results { not_tried: 1.., .. } => ("not-tried", ExitCode::from(BAD_SOURCE)),
            Results { undecided: 1.., .. } => ("undecided", ExitCode::from(FAILED)),
            _ => ("holds", ExitCode::SUCCESS),
        }
    }
}

impl Trial<'_> {
    fn show(&self, name: &str, report: &Result<Report, Unfit>) {
        match report {
            _ if self.asking.json => say(&json(name, report)),
            Ok(Report { verdict: Verdict::Holds, .. }) if !self.verbose => {}
            Ok(Report { verdict: Verdict::Interrupted, .. }) => eprintln!("interrupted in {name}"),
            Ok(report) => say(&in_words(name, report)),
            Err(Unfit(why)) => eprintln!("error: {why}"),
        }
    }

    /// How it all ended.
    fn conclude(&self, results: &Results) -> ExitCode {
        let (outcome, status) = results.verdict();
        let &Results { held, undecided, out_of_budget, not_tried, .. } = results;
        let falsified = results.falsified.len();
        if self.asking.json {
            let done =
                Done { v: 1, event: "done", outcome, held, falsified, undecided, out_of_budget, not_tried };
            say(&line(&done));
        } else if results.count() > 1 || (results.count() == held && !self.verbose) {
            let counts = [
                (held, "passed"),
                (falsified, "failed"),
                (undecided + out_of_budget, "undecided"),
                (not_tried, "not tested"),
            ];
            let counts = counts.into_iter().filter(|(count, _)| *count > 0);
            let counts: Vec<String> = counts.map(|(count, what)| format!("{count} {what}")).collect();
            say(&format!("properties: {}", counts.join(", ")));
        }
        status
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
        v: 1,
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

/// A line. A reader who went away is no reason to stop.
fn say(text: &str) {
    use std::io::Write;
    let _ = writeln!(crate::output::out(), "{text}");
}
