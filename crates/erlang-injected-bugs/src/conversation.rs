//! The same search as people have it: through a session, from where one looks first to an
//! expression, with the reference in the place of the person.

use computation_tree::NodeId;
use debugger::erlang::evidence::{ExpressionJudge, Processes, TransitionJudge};
use erlang_oracles::{Inside, ProcessReference};
use erlang_syntax::source::Span;
use erlang_term::Term;
use erlang_tree::RunTree;
use erlang_tree::zoom::Zoom;
use inquiry::{Judgement, Panel, Strategy};
use session::event::{Culprit, Place, Verdict};
use session::{Answer, Event, Knowledge, NOBODY, Process, ProcessOutcome, SearchOptions, Session};
use slices::{Later, Meter, finish};

use crate::code::Code;
use crate::mutation::{Mutant, Mutation};

const REFERENCE: &str = "reference";

/// What came of it.
pub enum Ended {
    /// The guilty function, or a receive of it, and nothing was asked of what is inside.
    Found,
    /// The expression with the bug in it.
    Zoomed,
    /// The guilty function; inside, the reference could not tell. With what was said, as text.
    ZoomUndecided(String),
    Undecided,
    /// Someone else, as text.
    Innocent(String),
}

/// Looks for a bug in the whole run, or first in the process that evaluated the expression; and
/// then inside, if the bug can be found there.
pub fn converse(
    tree: RunTree,
    reference: ProcessReference,
    correct: &Code,
    whole: bool,
    mutation: &Mutation,
    mutant: &Mutant,
) -> Ended {
    let (program, code) = (tree.machine().program.clone(), correct.clone());
    let inside = move |zoom: &Zoom| {
        let judge = Inside::new(zoom, Box::new(code.clone()), program.clone(), Default::default())?;
        Some(Box::new(Expressions(judge)) as Box<dyn ExpressionJudge>)
    };
    let fates = fates(&tree);
    let count = fates.len() as u32;
    let draw = Box::new(|_: &RunTree, _: &session::evidence::DiagramWish<'_>| Err("nobody looks".to_owned()));
    let evidence =
        Processes::new(tree, fates, Panel::new(), Some(Box::new(inside)), draw, Meter::unlimited());
    let evidence = evidence.judged_by(Some(Box::new(Transitions(reference))));
    let options = SearchOptions { strategy: Strategy::DivideQuery, zoom: mutation.keeps_the_shape() };
    let mut session = Session::new(Box::new(evidence), Knowledge::default(), options);
    let mut said = String::new();
    let verdict = loop {
        let answer = match finish(session.next_event()) {
            Event::Start(_) if whole => Answer::Whole,
            // The first process is the last one of the table.
            Event::Start(_) => Answer::Process { n: count },
            Event::Question(question) => {
                said.push_str(&format!("{}: unknown\n", question.statement));
                Answer::Unknown
            }
            Event::Judged(judged) => {
                said.push_str(&format!("{}: {}\n", judged.statement, judged.answer));
                continue;
            }
            Event::Error { message } => {
                said.push_str(&format!("{message}\n"));
                continue;
            }
            Event::Verdict(verdict) => break verdict,
        };
        if finish(session.answer_as(NOBODY, answer)).is_err() {
            // Nothing that the process did can be to blame.
            if finish(session.answer_as(NOBODY, Answer::Whole)).is_err() {
                return Ended::Undecided;
            }
        }
    };
    match verdict {
        Verdict::Expression(culprit) => {
            // Where a clause of a receive is missing, what was taken in its place is to blame, or
            // that nothing was.
            let is_missing = mutation.kind == "receive pattern" && is_guilty(&culprit, mutation, mutant);
            let is_there = culprit.subject.module == mutant.module.name();
            match is_missing || is_there && overlaps(&culprit.place, mutant.bug) {
                true => Ended::Zoomed,
                false => Ended::Innocent(told(&culprit)),
            }
        }
        Verdict::Function(culprit) | Verdict::Receive(culprit) | Verdict::Rule(culprit) => {
            match is_guilty(&culprit, mutation, mutant) {
                true if mutation.keeps_the_shape() => Ended::ZoomUndecided(said),
                true => Ended::Found,
                false => Ended::Innocent(told(&culprit)),
            }
        }
        Verdict::Undecided(_) => Ended::Undecided,
    }
}

/// What the table of processes needs to know here: nobody reads it.
pub fn fates(tree: &RunTree) -> Vec<Process> {
    let fate = |(summary, n): (&erlang_tree::processes::ProcessSummary, u32)| Process {
        n,
        pid: Term::Pid(summary.pid).to_string(),
        name: None,
        first_call: summary.first_call.clone(),
        outcome: ProcessOutcome::Value,
        text: String::new(),
        library: false,
    };
    tree.processes().iter().zip(1..).map(fate).collect()
}

/// Is the bug in the function that was blamed, or whose receive was? A fun is only to blame for
/// what stands in it.
pub fn is_guilty(culprit: &Culprit, mutation: &Mutation, mutant: &Mutant) -> bool {
    let (name, arity) = (mutation.function.name(), mutation.arity);
    let subject = &culprit.subject;
    if subject.module != mutant.module.name() {
        return false;
    }
    let is_fun = subject.function.starts_with(&format!("-{name}/{arity}-fun-"));
    is_fun && has_lines(&culprit.place, mutant.bug) || *subject.function == *name && subject.arity == arity
}

fn has_lines(place: &Place, bug: Span) -> bool {
    place.line.is_some_and(|line| line <= bug.start.line)
        && place.end_line.is_some_and(|line| bug.end.line <= line)
}

fn overlaps(place: &Place, bug: Span) -> bool {
    let start = (place.line.unwrap_or(0), place.column.unwrap_or(0));
    let end = (place.end_line.unwrap_or(0), place.end_column.unwrap_or(u32::MAX));
    start <= (bug.end.line, bug.end.column) && (bug.start.line, bug.start.column) <= end
}

pub fn told(culprit: &Culprit) -> String {
    let Culprit { subject, statement, place, .. } = culprit;
    let at = |line: Option<u32>, column: Option<u32>| {
        format!("{}:{}", line.unwrap_or_default(), column.unwrap_or_default())
    };
    let (start, end) = (at(place.line, place.column), at(place.end_line, place.end_column));
    format!("a session blamed {subject} at {start} to {end}: {statement}")
}

struct Transitions(ProcessReference);

impl TransitionJudge for Transitions {
    fn name(&self) -> String {
        REFERENCE.into()
    }

    fn judge<'a>(&'a mut self, run: &'a mut RunTree, node: NodeId) -> Later<'a, Option<Judgement>> {
        Box::pin(self.0.judge(run, node))
    }
}

struct Expressions(Inside);

impl ExpressionJudge for Expressions {
    fn name(&self) -> String {
        REFERENCE.into()
    }

    fn judge<'a>(&'a mut self, zoom: &'a Zoom, node: NodeId) -> Later<'a, Option<Judgement>> {
        Box::pin(self.0.judge(zoom, node))
    }
}
