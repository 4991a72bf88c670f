//! Runs of lazy programs: by slices, recorded, and as something to ask about.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use lazy_machine::core::Functions;
use lazy_machine::machine::{Budget, Stop};
use lazy_machine::{Asked, Unsupported, compile_for};
use lazy_properties::Oracle;
use lazy_syntax::ast::{Mode, Program};
use lazy_syntax::{Diagnostic, Options as Dialect, Spelling, render};
use lazy_tree::{Outside as Port, Recording, Reference};
use session::Evidence;
use session::Knowledge;
use slices::{Later, Meter};

use super::evidence::Lazy;
use crate::dialogue::{Accusation, Case, Outside, Stream};
use crate::language::{Options, Problem, Project, Recorded};
use crate::outcome::{OutcomeKind, RunOutcome};
use crate::walk::Walkable;
use crate::words;

/// Parts of a value that are evaluated and shown, before `..` stands for the rest of one that may
/// be infinite.
const PARTS: u64 = 100_000;
/// Parts of a value that goes on and on.
const SHOWN: usize = 60;

/// A lazy program, as text: each run reads it once more with its own expression.
pub struct LazyProject {
    pub files: Vec<(String, String)>,
    pub dialect: Dialect,
    pub reference: Option<Vec<(String, String)>>,
    pub options: Rc<Options>,
}

impl LazyProject {
    /// The program, or what is wrong with it.
    pub fn load(files: &[(String, String)], dialect: Dialect) -> Result<Program, Vec<Problem>> {
        let files: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (program, problems) = lazy_syntax::load(&files, dialect);
        refuse(&program, &problems)?;
        Ok(program)
    }

    fn oracle(&self, expression: &str, meter: &Meter) -> Option<Oracle> {
        if self.options.no_properties || self.dialect.spelling == Spelling::Toy {
            return None;
        }
        let is_trusted = |name: &str| self.trusted().contains(name);
        let count = self.options.properties.len();
        let (files, seed) = (self.files.clone(), self.options.seed);
        let oracle = Oracle::new(files, count, self.dialect, expression, &is_trusted, seed)?;
        Some(oracle.believing_tests(self.options.trust_tests).pausing(meter.clone()))
    }

    /// `--trust f,g`
    fn trusted(&self) -> HashSet<String> {
        let names = self.options.trust.iter().filter(|trusted| trusted.function.is_none());
        names.map(|trusted| trusted.module.name().to_owned()).collect()
    }
}

impl Project for LazyProject {
    fn run(
        self: Rc<Self>,
        expression: String,
        outside: Outside,
    ) -> Later<'static, Result<Rc<dyn Recorded>, Vec<Problem>>> {
        Box::pin(async move {
            let mut program = LazyProject::load(&self.files, self.dialect)?;
            let (query, problems) = program.query(&expression);
            refuse(&program, &problems)?;
            let query = query.ok_or_else(|| vec![Problem("error: nothing is asked".into())])?;
            let functions = match program.mode {
                Mode::FunctionalLogic => Functions::Names,
                Mode::Haskell => Functions::Maps,
            };
            let compiled = compile_for(&program, &query, functions)
                .map_err(|problems| not_supported(&program, problems))?;
            let is_cancelled = || outside.is_cancelled();
            let budget = Budget {
                max_steps: self.options.max_steps,
                max_memory: self.options.max_memory,
                memory: self.options.memory_used,
                interrupted: &is_cancelled,
                meter: Some(outside.meter()),
            };
            let mut port = DialoguePort(outside.clone());
            let answer = self.options.answer;
            let recording =
                Recording::new(Rc::new(program), query, compiled, PARTS, answer, &budget, &mut port).await;
            let (outcome, value) = outcome(&recording);
            let recording = RefCell::new(Some(recording));
            Ok(Rc::new(LazyRun { project: self, expression, recording, value, outcome: Rc::new(outcome) })
                as Rc<dyn Recorded>)
        })
    }

    fn walkable(self: Rc<Self>, _expression: String) -> Option<Box<dyn Walkable>> {
        None
    }
}

/// What a program writes and reads goes through its dialogue.
struct DialoguePort(Outside);

impl Port for DialoguePort {
    fn write(&mut self, text: &str) {
        self.0.print(Stream::Out, text.as_bytes());
    }

    fn write_error(&mut self, text: &str) {
        self.0.print(Stream::Error, text.as_bytes());
    }

    fn read_line(&mut self) -> Later<'_, Option<String>> {
        Box::pin(async {
            let line = String::from_utf8_lossy(&self.0.line().await?).into_owned();
            Some(line.strip_suffix('\n').unwrap_or(&line).to_owned())
        })
    }

    fn read_all(&mut self) -> Later<'_, String> {
        Box::pin(async {
            let mut text = String::new();
            while let Some(line) = self.0.line().await {
                text.push_str(&String::from_utf8_lossy(&line));
            }
            text
        })
    }

    fn is_at_end(&mut self) -> Later<'_, bool> {
        Box::pin(async { self.0.is_at_end().await })
    }
}

/// One recorded run.
struct LazyRun {
    project: Rc<LazyProject>,
    expression: String,
    /// Until someone asks about it.
    recording: RefCell<Option<Recording>>,
    /// What came of the expression, beside what the variables of a goal are.
    value: Option<String>,
    outcome: Rc<RunOutcome>,
}

impl Recorded for LazyRun {
    fn outcome(&self) -> Rc<RunOutcome> {
        self.outcome.clone()
    }

    fn case(self: Rc<Self>, meter: &Meter) -> Result<Case, Vec<Problem>> {
        let nothing = match self.outcome.kind {
            OutcomeKind::NoAnswer => Some("there is no such answer to ask about"),
            OutcomeKind::Floundered => Some("floundered: it depends on a variable that nothing binds"),
            OutcomeKind::Memory => Some("stopped: no more memory (--max-memory)"),
            _ => None,
        };
        if let Some(message) = nothing {
            return Err(vec![Problem(message.to_owned())]);
        }
        let Some(recording) = self.recording.take() else {
            return Err(vec![Problem("error: this run is being asked about already".into())]);
        };
        let reference = match &self.project.reference {
            Some(files) => {
                let program = LazyProject::load(files, self.project.dialect)?;
                Some(Reference::new(program).pausing(meter.clone()))
            }
            None => None,
        };
        let oracle = self.project.oracle(&self.expression, meter);
        let recorded = Lazy::new(recording, self.value.clone());
        // Some functions are there for properties only.
        let mut trusted = self.project.trusted();
        let names = recorded.subjects().into_iter().map(|(_, subject)| subject.function);
        trusted.extend(names.filter(|name| oracle.as_ref().is_some_and(|oracle| oracle.trusts(name))));
        let evidence = recorded.judged_by(reference).tested_by(oracle).trusting(Rc::new(trusted));
        Ok(Case {
            title: self.expression.clone(),
            evidence: Box::new(evidence),
            accusation: Accusation { statement: None, remark: words::REPORTED.into() },
            trusted: Box::new(|_| false),
            first: None,
        })
    }

    fn walkable(&self, _known: &Knowledge) -> Option<Box<dyn Walkable>> {
        None
    }
}

/// What came of a run; and its value as questions about it show it.
fn outcome(recording: &Recording) -> (RunOutcome, Option<String>) {
    let machine = recording.machine();
    let asked = &recording.course().compiled.asked;
    let failure = format!("** error: {}", machine.failure_text());
    let (kind, value) = match recording.course().end() {
        Stop::Done if machine.performed() => (OutcomeKind::Value, None),
        Stop::Done => {
            let parts = if machine.is_cut_short() { SHOWN } else { PARTS as usize };
            (OutcomeKind::Value, machine.answer_in(asked, recording.style(parts)).value)
        }
        Stop::Failed => (OutcomeKind::Exception, Some(failure)),
        Stop::NoMore if matches!(asked, Asked::Answer { .. }) => (OutcomeKind::NoAnswer, None),
        Stop::Floundered => (OutcomeKind::Floundered, None),
        Stop::Memory => (OutcomeKind::Memory, None),
        Stop::Steps => (OutcomeKind::Steps, Some("(stopped)".to_owned())),
        _ => (OutcomeKind::Interrupted, Some("(interrupted)".to_owned())),
    };
    let failed = kind == OutcomeKind::Exception;
    let outcome = RunOutcome {
        kind,
        value: value.clone().filter(|_| kind == OutcomeKind::Value),
        exception: failed.then(|| machine.failure_text()),
        text: value.clone().unwrap_or_default(),
        answers: None,
        steps: machine.steps(),
        stopped_after_ms: None,
        processes: Vec::new(),
    };
    (outcome, value)
}

fn refuse(program: &Program, problems: &[Diagnostic]) -> Result<(), Vec<Problem>> {
    match problems.iter().any(Diagnostic::is_error) {
        true => Err(rendered(program, problems)),
        false => Ok(()),
    }
}

fn not_supported(program: &Program, problems: Vec<Unsupported>) -> Vec<Problem> {
    let problem =
        |problem: Unsupported| Diagnostic::error(problem.span, format!("not supported: {}", problem.what));
    rendered(program, &problems.into_iter().map(problem).collect::<Vec<_>>())
}

fn rendered(program: &Program, problems: &[Diagnostic]) -> Vec<Problem> {
    problems.iter().map(|problem| Problem(render(problem, &program.sources, false))).collect()
}
