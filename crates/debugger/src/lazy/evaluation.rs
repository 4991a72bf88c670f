//! Runs of lazy programs for their outcome alone: a value, or all answers of a goal as they come.

use std::rc::Rc;

use lazy_machine::answer::ComputedAnswer;
use lazy_machine::core::Functions;
use lazy_machine::machine::{Machine, Stop};
use lazy_machine::{Asked, Compiled, compile};
use lazy_syntax::Diagnostic;
use lazy_syntax::ast::{Mode, Program};
use lazy_tree::Outside as Port;
use session::Knowledge;

use super::port::DialoguePort;
use super::project::LazyProject;
use crate::dialogue::{Case, Outside};
use crate::drawable::{Diagrams, Drawable};
use crate::language::{Problem, Recorded};
use crate::outcome::{GoalAnswer, GoalBinding, OutcomeKind, RunOutcome, Verification};
use crate::walk::Walkable;

/// Parts of a value that are evaluated and shown, before `..` stands for the rest of one that may
/// be infinite.
pub const PARTS: usize = 100_000;

pub async fn evaluate(
    project: Rc<LazyProject>,
    expression: &str,
    verify: bool,
    outside: &Outside,
) -> Result<Rc<dyn Recorded>, Vec<Problem>> {
    let (program, mut query) = project.query(expression, outside)?;
    let mut compiled = project.compile(&program, &query, Functions::Names)?;
    if program.mode == Mode::FunctionalLogic && program.is_action(&query) {
        query.is_performed = true;
        compiled = compile(&program, &query).map_err(|problems| project.not_supported(&program, problems))?;
    }
    let traced = project.traced(&program, &query)?;
    let compiled = traced.as_ref().map_or(&compiled, |traced| &traced.compiled);
    let mut port = DialoguePort::new(outside.clone(), project.desk(), verify);
    let mut evaluation = Evaluation::new(&project, compiled);
    if let Some(traced) = &traced {
        traced.begin(&mut evaluation.machine)?;
    }
    let end = evaluation.drive(&mut port, outside).await;
    let events = match &traced {
        Some(traced) => Some(traced.finish(&mut evaluation.machine)?),
        None => None,
    };
    let mut outcome = evaluation.outcome(&program, &end);
    outcome.trace_events = events;
    if verify && end != Stop::Interrupted {
        let mut again = port.again();
        let mut second = Evaluation::new(&project, compiled);
        second.is_mute = true;
        let end = second.drive(&mut again, outside).await;
        let other = second.outcome(&program, &end);
        let is_same = (outcome.kind, outcome.steps, &outcome.value)
            == (other.kind, other.steps, &other.value)
            && port.written() == again.written();
        let text = match is_same {
            true => format!("verified: {} steps, the same in both runs", outcome.steps),
            false => "not verified: the two runs differ".to_owned(),
        };
        outcome.verification = Some(Verification { is_same, text });
    }
    Ok(Rc::new(Evaluated(Rc::new(outcome))))
}

/// A run that is made for its outcome.
struct Evaluation<'a> {
    project: &'a LazyProject,
    asked: &'a Asked,
    machine: Machine,
    answers: Vec<GoalAnswer>,
    /// Nobody is told of answers.
    is_mute: bool,
}

impl<'a> Evaluation<'a> {
    fn new(project: &'a LazyProject, compiled: &'a Compiled) -> Evaluation<'a> {
        // A little further than is shown, so that it is known whether there is more.
        let parts = PARTS.max(project.options.parts * 3) as u64;
        let machine = Machine::new(compiled.code.clone(), compiled.main, parts, None);
        Evaluation { project, asked: &compiled.asked, machine, answers: Vec::new(), is_mute: false }
    }

    fn is_goal(&self) -> bool {
        matches!(self.asked, Asked::Answer { .. })
    }

    /// Runs to the end, telling of answers and output as they come.
    async fn drive(&mut self, port: &mut dyn Port, outside: &Outside) -> Stop {
        let is_cancelled = || outside.is_cancelled();
        let budget = self.project.budget(outside, &is_cancelled);
        loop {
            match self.machine.run_by_slices(&budget).await {
                Stop::Write(text) => port.write(&text),
                Stop::WriteError(text) => port.write_error(&text),
                Stop::IsAtEnd => self.machine.supply_end(port.is_at_end().await),
                Stop::ReadLine => self.machine.supply(port.read_line().await.as_deref()),
                Stop::Request(request) => self.machine.supply(Some(&port.request(request))),
                Stop::ReadAll => self.machine.supply(Some(&port.read_all().await)),
                Stop::Done if self.is_goal() => {
                    let answer = self.machine.answer(self.asked, self.parts());
                    let answer = told(&answer, self.answers.len() + 1);
                    if !self.is_mute {
                        outside.answer(answer.clone());
                    }
                    self.answers.push(answer);
                    if self.answers.len() >= self.project.options.answers_limit {
                        return Stop::Done;
                    }
                    self.machine.reject();
                }
                end => return end,
            }
            outside.progress(self.machine.steps());
        }
    }

    /// A finite value is shown in full, an infinite one as far as is wanted.
    fn parts(&self) -> usize {
        if self.machine.is_cut_short() { self.project.options.parts } else { PARTS }
    }

    fn outcome(&self, program: &Program, end: &Stop) -> RunOutcome {
        let mut outcome = RunOutcome::new(self.kind(end));
        match end {
            Stop::Done if self.is_goal() => {
                let count = self.answers.len();
                outcome.explanation = Some(format!("(the first {count}; --answers-limit N shows more)"));
            }
            Stop::Done if !self.machine.performed() => {
                outcome.text = self.machine.answer(self.asked, self.parts()).text();
                outcome.value = Some(outcome.text.clone());
                let goes_on = self.machine.is_cut_short();
                outcome.explanation = goes_on.then(|| "(continues; --parts N shows more)".to_owned());
            }
            Stop::NoMore if self.answers.is_empty() => outcome.explanation = Some("no answer".to_owned()),
            Stop::NoMore => outcome.explanation = Some("no more answers".to_owned()),
            Stop::Failed => {
                let failure = self.machine.failure_text();
                outcome.text = format!("** error: {failure}");
                outcome.explanation = self.machine.failure_complaint().map(|complaint| {
                    let problem = Diagnostic::error(complaint.span(), failure.clone());
                    self.project.rendered(program, &[problem]).into_iter().map(|one| one.text).collect()
                });
                outcome.exception = Some(failure);
            }
            Stop::Floundered => outcome.explanation = Some(super::FLOUNDERED.to_owned()),
            _ => {}
        }
        if self.is_goal() {
            outcome.value = self.answers.first().map(|answer| answer.whole.clone());
            outcome.answers = Some(self.answers.clone());
        }
        outcome.steps = self.machine.steps();
        outcome.memory = (self.project.options.memory_used)();
        outcome
    }

    fn kind(&self, end: &Stop) -> OutcomeKind {
        match end {
            Stop::Failed => OutcomeKind::Exception,
            Stop::Floundered => OutcomeKind::Floundered,
            Stop::Steps => OutcomeKind::Steps,
            Stop::Memory => OutcomeKind::Memory,
            Stop::Interrupted => OutcomeKind::Interrupted,
            _ if self.is_goal() && self.answers.is_empty() => OutcomeKind::NoAnswer,
            _ => OutcomeKind::Value,
        }
    }
}

fn told(answer: &ComputedAnswer, n: usize) -> GoalAnswer {
    let binding = |(name, value): &(String, String)| GoalBinding { name: name.clone(), value: value.clone() };
    let waits = match answer.floundered {
        0 => "",
        _ => "  (floundered: its conditions depend on variables that are never bound)",
    };
    GoalAnswer {
        n,
        text: format!("{}{waits}", answer.text()),
        whole: answer.text(),
        value: answer.value.clone(),
        bindings: answer.bindings.iter().map(binding).collect(),
        constraints: answer.constraints.clone(),
        floundered: answer.floundered > 0,
    }
}

/// A run of which only the outcome is known.
struct Evaluated(Rc<RunOutcome>);

impl Recorded for Evaluated {
    fn outcome(&self) -> Rc<RunOutcome> {
        self.0.clone()
    }

    fn case(self: Rc<Self>, _outside: &Outside) -> Result<Case, Vec<Problem>> {
        Err(super::not_recorded())
    }

    fn tree(self: Rc<Self>) -> Result<Box<dyn Drawable>, Vec<Problem>> {
        Err(super::not_recorded())
    }

    fn diagrams(&self) -> Option<Box<dyn Diagrams + '_>> {
        None
    }

    fn walkable(&self, _known: &Knowledge) -> Option<Box<dyn Walkable>> {
        None
    }
}
