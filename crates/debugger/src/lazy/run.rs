//! Recorded runs of lazy programs: to an answer or a value, or a whole search in which an answer is
//! missing.

use std::cell::RefCell;
use std::rc::Rc;

use lazy_machine::Asked;
use lazy_machine::core::Functions;
use lazy_machine::machine::{Budget, Stop};
use lazy_properties::is_property;
use lazy_tree::{Collection, Recording, Refused};
use session::{Evidence, Knowledge};

use super::annotated::{self, Annotated};
use super::evaluation::PARTS;
use super::evidence::{Lazy, MissingAnswers};
use super::port::DialoguePort;
use super::project::LazyProject;
use super::{FLOUNDERED, drawn, not_recorded};
use crate::dialogue::{Accusation, Case, Outside};
use crate::drawable::{Diagrams, Drawable};
use crate::language::{Problem, ProblemKind, Purpose, Recorded};
use crate::outcome::{OutcomeKind, RunOutcome};
use crate::trace::evidence::Observed;
use crate::trace::{RUN, TraceStatements};
use crate::walk::Walkable;
use crate::words;

/// Parts of a value that goes on and on. Questions show more of it on request.
const SHOWN: usize = 60;

/// Steps of a search for all answers if nobody says how many: one that goes on forever must end as
/// well.
const MOST_STEPS: u64 = 20_000_000;

/// Runs to the answer in question.
pub async fn record(
    project: Rc<LazyProject>,
    expression: String,
    purpose: Purpose,
    outside: &Outside,
) -> Result<Rc<dyn Recorded>, Vec<Problem>> {
    let (program, query) = project.query(&expression, outside)?;
    let functions = project.functions(program.mode)?;
    let compiled = project.compile(&program, &query, functions)?;
    let traced = project.traced(&program, &query)?;
    let is_cancelled = || outside.is_cancelled();
    let budget = project.budget(outside, &is_cancelled);
    let mut port = DialoguePort::new(outside.clone(), project.desk(), false);
    let (parts, answer) = (PARTS as u64, project.options.answer);
    let mut recording =
        Recording::new(Rc::new(program), query, compiled, parts, answer, &budget, &mut port).await;
    if let Some(traced) = traced {
        let mut machine = recording.course().begin(&traced.compiled);
        traced.begin(&mut machine)?;
        recording.course().repeat(&mut machine, Some(outside.meter())).await;
        traced.finish(&mut machine)?;
    }
    // With `--trace`, questions are about the trace that is written.
    let annotated = annotated::is_annotated(&project)
        && project.options.hide.is_empty()
        && project.options.tracing.is_none();
    let trace = match annotated {
        true => {
            let (program, query) = project.query(&expression, outside)?;
            let traced = annotated::traced(&program, &query, &recording, outside.meter()).await;
            traced.map_err(|what| Problem::error(format!("not supported where `observe` is used: {what}")))?
        }
        false => None,
    };
    recording
        .hide(&project.options.hide)
        .map_err(|name| Problem::error(format!("--hide {name}: there is no data type of that name")))?;
    let (outcome, value) = outcome(&recording, &project);
    let recording = RefCell::new(Some(recording));
    let outcome = Rc::new(outcome);
    Ok(Rc::new(LazyRun { project, expression, purpose, recording, trace, value, outcome }))
}

/// One recorded run.
struct LazyRun {
    project: Rc<LazyProject>,
    expression: String,
    purpose: Purpose,
    /// Until someone looks at it.
    recording: RefCell<Option<Recording>>,
    /// What the program observes of itself, if it does ([`annotated`]).
    trace: Option<Rc<[u8]>>,
    /// What came of the expression, beside what the variables of a goal are.
    value: Option<String>,
    outcome: Rc<RunOutcome>,
}

impl LazyRun {
    fn take(&self) -> Result<Lazy, Vec<Problem>> {
        let (text, kind) = match self.outcome.kind {
            OutcomeKind::NoAnswer => {
                let text = match self.project.options.answer {
                    1 => "no answer".to_owned(),
                    n => format!("there is no answer {n}"),
                };
                (text, ProblemKind::Outcome)
            }
            OutcomeKind::Floundered => (FLOUNDERED.to_owned(), ProblemKind::Outcome),
            OutcomeKind::Memory => (self.outcome.stopped().unwrap_or_default(), ProblemKind::Budget),
            _ => {
                let recording = self.recording.take().ok_or_else(not_recorded)?;
                return Ok(Lazy::new(recording, self.value.clone()));
            }
        };
        Err(vec![Problem { text, kind }])
    }

    fn observed(&self, trace: &Rc<[u8]>) -> Result<Observed, Vec<Problem>> {
        annotated::observed(trace, self.project.options.method).map_err(Problem::error)
    }

    /// The questions are about what the program observes of itself.
    fn annotated(&self, trace: &Rc<[u8]>, run: Lazy, outside: &Outside) -> Result<Case, Vec<Problem>> {
        outside.note(words::ABOUT_OBSERVED.to_owned());
        let evidence = Annotated {
            observed: self.observed(trace)?,
            program: Rc::new(run.recording().program().clone()),
            oracle: self.project.oracle(&self.expression, outside.meter()),
            reference: self.project.reference(outside)?,
        };
        let trusted = self.project.trusted();
        let case = case(self.expression.clone(), &self.outcome, Box::new(evidence), words::REPORTED_TRACE);
        Ok(Case {
            accusation: Accusation { statement: Some(RUN.into()), ..case.accusation },
            trusted: Box::new(move |subject| trusted.contains(&subject.function)),
            ..case
        })
    }

    /// The property that the expression calls, if it is known not to hold.
    fn property(&self) -> Option<String> {
        let called = self.expression.split_whitespace().next().filter(|name| is_property(name));
        called.filter(|_| self.purpose == Purpose::AskInstead).map(str::to_owned)
    }
}

impl Recorded for LazyRun {
    fn outcome(&self) -> Rc<RunOutcome> {
        self.outcome.clone()
    }

    fn case(self: Rc<Self>, outside: &Outside) -> Result<Case, Vec<Problem>> {
        let recorded = self.take()?;
        if let Some(trace) = &self.trace {
            return self.annotated(trace, recorded, outside);
        }
        self.project.say_who_does_not_judge(outside);
        let reference = self.project.reference(outside)?;
        let oracle = self.project.oracle(&self.expression, outside.meter());
        // Some functions are there for properties only.
        let mut trusted = self.project.trusted();
        let names = recorded.subjects().into_iter().map(|(_, subject)| subject.function);
        trusted.extend(names.filter(|name| oracle.as_ref().is_some_and(|oracle| oracle.trusts(name))));
        let recorded = recorded.judged_by(reference).tested_by(oracle).trusting(Rc::new(trusted));
        let property = self.property();
        let remark = if property.is_some() { words::FALSE_PROPERTY } else { words::REPORTED };
        let evidence = Box::new(recorded.accused_by(property));
        Ok(case(self.expression.clone(), &self.outcome, evidence, remark))
    }

    fn tree(self: Rc<Self>) -> Result<Box<dyn Drawable>, Vec<Problem>> {
        match &self.trace {
            Some(trace) => Ok(Box::new(TraceStatements(self.observed(trace)?))),
            None => Ok(Box::new(drawn::LazyStatements(self.take()?))),
        }
    }

    fn diagrams(&self) -> Option<Box<dyn Diagrams + '_>> {
        None
    }

    fn walkable(&self, _known: &Knowledge) -> Option<Box<dyn Walkable>> {
        None
    }
}

fn case(title: String, outcome: &Rc<RunOutcome>, evidence: Box<dyn Evidence>, remark: &str) -> Case {
    Case {
        title,
        outcome: outcome.clone(),
        evidence,
        accusation: Accusation { statement: None, remark: remark.to_owned() },
        trusted: Box::new(|_| false),
        first: None,
        unit_tests: None,
        code_fence: "haskell",
    }
}

/// What came of a run; and its value as questions about it show it.
fn outcome(recording: &Recording, project: &LazyProject) -> (RunOutcome, Option<String>) {
    let machine = recording.machine();
    let asked = &recording.course().compiled.asked;
    let (kind, value) = match recording.course().end() {
        Stop::Done if machine.performed() => (OutcomeKind::Value, None),
        Stop::Done => {
            let parts = if machine.is_cut_short() { SHOWN } else { PARTS };
            (OutcomeKind::Value, machine.answer_in(asked, recording.style(parts)).value)
        }
        Stop::Failed => (OutcomeKind::Exception, Some(format!("** error: {}", machine.failure_text()))),
        Stop::NoMore if matches!(asked, Asked::Answer { .. }) => (OutcomeKind::NoAnswer, None),
        Stop::Floundered => (OutcomeKind::Floundered, None),
        Stop::Memory => (OutcomeKind::Memory, None),
        Stop::Steps => (OutcomeKind::Steps, Some("(stopped)".to_owned())),
        _ => (OutcomeKind::Interrupted, Some("(interrupted)".to_owned())),
    };
    let mut outcome = RunOutcome::new(kind);
    if kind == OutcomeKind::Value && !machine.performed() {
        let parts = if machine.is_cut_short() { SHOWN } else { PARTS };
        outcome.value = Some(machine.answer_in(asked, recording.style(parts)).text());
    }
    outcome.goal_answer = matches!(asked, Asked::Answer { .. }).then_some(project.options.answer);
    outcome.exception = (kind == OutcomeKind::Exception).then(|| machine.failure_text());
    outcome.text = value.clone().unwrap_or_default();
    outcome.steps = machine.steps();
    outcome.memory = (project.options.memory_used)();
    (outcome, value)
}

/// Searches everything, to ask which answer is missing.
pub async fn collect(
    project: Rc<LazyProject>,
    expression: String,
    outside: &Outside,
) -> Result<Rc<dyn Recorded>, Vec<Problem>> {
    if !project.options.hide.is_empty() {
        return Err(Problem::error("not supported: --hide in a search for a missing answer"));
    }
    let (program, query) = project.query(&expression, outside)?;
    let compiled = project.compile(&program, &query, Functions::Names)?;
    let is_cancelled = || outside.is_cancelled();
    let max_steps = project.options.max_steps.unwrap_or(MOST_STEPS);
    let budget = Budget { max_steps, ..project.budget(outside, &is_cancelled) };
    let collection = Collection::new(Rc::new(program), compiled, &budget)
        .await
        .map_err(|refused| vec![refuse(&refused)])?;
    let missing = RefCell::new(Some(MissingAnswers::new(collection, expression.trim().to_owned())));
    let outcome = Rc::new(RunOutcome::new(OutcomeKind::Value));
    Ok(Rc::new(Search { project, expression, missing, outcome }))
}

fn refuse(refused: &Refused) -> Problem {
    let whole = "an answer can only be called missing after the whole search has finished";
    let (text, kind) = match refused {
        Refused::OneValue => (
            "error: not supported: --missing for a .hs program, whose expressions have one value".into(),
            ProblemKind::Source,
        ),
        Refused::Floundered | Refused::Search { end: Stop::Floundered, .. } => (
            format!("floundered: an answer depends on a variable that is never bound; {whole}"),
            ProblemKind::Outcome,
        ),
        Refused::TooMany { answers } => {
            (format!("stopped after {answers} answers; {whole}"), ProblemKind::Budget)
        }
        Refused::Search { end: Stop::Failed, .. } => {
            (format!("the search raised an error; {whole}"), ProblemKind::Outcome)
        }
        Refused::Search { end: Stop::Interrupted, steps } => {
            (format!("interrupted after {steps} steps; {whole}"), ProblemKind::Stopped)
        }
        Refused::Search { end: Stop::Memory, .. } => {
            (format!("stopped: out of memory (--max-memory); {whole}"), ProblemKind::Budget)
        }
        Refused::Search { steps, .. } => {
            (format!("stopped after {steps} steps (--max-steps); {whole}"), ProblemKind::Budget)
        }
    };
    Problem { text, kind }
}

/// A whole search.
struct Search {
    project: Rc<LazyProject>,
    expression: String,
    /// Until someone looks at it.
    missing: RefCell<Option<MissingAnswers>>,
    outcome: Rc<RunOutcome>,
}

impl Recorded for Search {
    fn outcome(&self) -> Rc<RunOutcome> {
        self.outcome.clone()
    }

    fn case(self: Rc<Self>, outside: &Outside) -> Result<Case, Vec<Problem>> {
        let missing = self.missing.take().ok_or_else(not_recorded)?;
        self.project.say_who_does_not_judge(outside);
        let reference = self.project.reference(outside)?;
        let trusted = Rc::new(self.project.trusted());
        let evidence = Box::new(missing.judged_by(reference).trusting(trusted));
        Ok(case(self.expression.clone(), &self.outcome, evidence, words::REPORTED_MISSING))
    }

    fn tree(self: Rc<Self>) -> Result<Box<dyn Drawable>, Vec<Problem>> {
        Ok(Box::new(drawn::Collections(self.missing.take().ok_or_else(not_recorded)?)))
    }

    fn diagrams(&self) -> Option<Box<dyn Diagrams + '_>> {
        None
    }

    fn walkable(&self, _known: &Knowledge) -> Option<Box<dyn Walkable>> {
        None
    }
}
