//! A truthful person, who sees statements only and knows what the correct program does.
//!
//! The person remembers the statements of the correct run. A statement with the same inputs must
//! have the same outputs. A statement in the same place with other inputs has a wrong input: the
//! first that differs. A call with arguments that the correct run does not have is judged by
//! running its correct code on what came in.
//!
//! What a statement does not show, the person does not know: two statements that show the same are
//! the same to them. So an input that is missing from statements makes them blame the innocent,
//! which is what the trial looks for.

mod memory;
mod place;
mod watched;

use computation_tree::NodeId;
use debugger::erlang::evidence::Processes;
use erlang_oracles::ProcessReference;
use erlang_tree::RunTree;
use inquiry::{Judgement, Panel, Strategy};
use session::event::{ClaimKind, Content, Question, QuestionKind, Verdict};
use session::evidence::Statement;
use session::{Answer, Event, Knowledge, Options, Session};
use slices::{Meter, finish};

use crate::conversation::fates;
use memory::{Names, Plain, Remembered, statements};
use place::Places;
use watched::{Made, Watched, asked};

/// At which wrong claim someone points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// At the first wrong one.
    Careful,
    /// At a wrong outcome, before looking at what came in.
    Careless,
}

/// Of the correct program: all that it says.
pub struct Memory {
    statements: Vec<Remembered>,
}

impl Memory {
    pub fn of(correct: RunTree) -> Memory {
        let names = Names::new(&correct);
        Memory { statements: statements(&names, correct) }
    }
}

fn evidence(tree: RunTree) -> Processes {
    let fates = fates(&tree);
    let draw = Box::new(|_: &RunTree, _: &session::evidence::Wish<'_>| Err("nobody looks".to_owned()));
    Processes::new(tree, fates, Panel::new(), None, draw, Meter::unlimited())
}

/// How a session is held.
#[derive(Clone, Copy)]
pub struct Manner {
    pub care: Care,
    pub strategy: Strategy,
    /// Claims that statements do not have, to see whether anyone notices.
    pub hidden: Option<ClaimKind>,
}

/// The end of a session, and what was said.
pub struct Talk {
    pub verdict: Option<Verdict>,
    pub questions: u32,
    pub said: String,
}

/// A run with a bug, beside which the correct code can be run.
pub struct Person<'a> {
    memory: &'a Memory,
    names: Names,
    /// Where each node of the run would be in the correct one.
    places: Places,
    statements: Vec<Remembered>,
    /// The same run once more.
    beside: RunTree,
    reference: ProcessReference,
}

/// More questions than anyone answers.
const PATIENCE: u32 = 200;

impl<'a> Person<'a> {
    /// `again` and `beside` are the same run.
    pub fn new(
        memory: &'a Memory,
        again: RunTree,
        beside: RunTree,
        reference: ProcessReference,
    ) -> Person<'a> {
        let names = Names::new(&beside);
        let statements = statements(&names, again);
        let places = Places::new(&memory.statements, &statements);
        Person { memory, names, places, statements, beside, reference }
    }

    /// Holds a session about the run.
    pub fn talk(&mut self, tree: RunTree, manner: Manner) -> Talk {
        let (watched, made) = Watched::new(evidence(tree), manner.hidden);
        let options = Options { strategy: manner.strategy, zoom: false };
        let mut session = Session::new(Box::new(watched), Knowledge::default(), options);
        let (mut questions, mut said) = (0, String::new());
        let verdict = loop {
            let answers = match finish(session.next_event()) {
                // The process that evaluates the expression is the first.
                Event::Start(_) => vec![Answer::Process { n: 1 }, Answer::Whole],
                Event::Question(question) => {
                    questions += 1;
                    if questions > PATIENCE {
                        break None;
                    }
                    let answer = self.answer(&made, &question, manner);
                    said.push_str(&shown(&question, &answer));
                    vec![answer.clone(), without_details(answer), Answer::Unknown]
                }
                Event::Judged(_) | Event::Error { .. } => continue,
                Event::Verdict(verdict) => break Some(verdict),
            };
            let accepted = answers.into_iter().any(|answer| finish(session.answer(answer)).is_ok());
            if !accepted {
                break None;
            }
        };
        Talk { verdict, questions, said }
    }

    fn answer(&mut self, made: &Made, question: &Question, manner: Manner) -> Answer {
        if question.kind == QuestionKind::Group {
            let mut all = Answer::Right;
            for claim in &question.claims {
                let Content::Statement { statement, claims, .. } = &claim.content else { continue };
                let single =
                    Question { statement: statement.clone(), claims: claims.clone(), ..question.clone() };
                let node = asked(made, &single);
                let known = self.statements.iter().find(|known| Some(known.node) == node);
                let Some(known) = known else { continue };
                let single = Question { kind: known.kind, subject: Some(known.subject.clone()), ..single };
                match self.answer(made, &single, manner) {
                    Answer::Right => {}
                    Answer::Wrong { .. } => {
                        return Answer::Wrong {
                            claim: Some(claim.id),
                            item: None,
                            missing: None,
                            path: Vec::new(),
                        };
                    }
                    _ => all = Answer::Unknown,
                }
            }
            return all;
        }
        let Some(node) = asked(made, question) else { return Answer::Unknown };
        if question.kind == QuestionKind::Inputs {
            return self.confirm(node, question, manner);
        }
        let is_outermost = self.statements.iter().any(|known| known.node == node && known.is_outermost);
        let seen = Statement {
            kind: question.kind,
            process: question.process.clone(),
            subject: question.subject.clone().unwrap_or_else(nobody),
            text: question.statement.clone(),
            claims: question.claims.clone(),
            shown: None,
            at: None,
            beyond_judgement: None,
        };
        let seen = Remembered::new(&self.names, node, is_outermost, &seen);
        self.judge(&seen, manner)
    }

    /// Was everything that came in right?
    fn confirm(&self, node: NodeId, question: &Question, manner: Manner) -> Answer {
        let Some(known) = self.statements.iter().find(|known| known.node == node) else {
            return Answer::Unknown;
        };
        let Some(place) = self.places.of(node).map(|n| &self.memory.statements[n]) else {
            return Answer::Unknown;
        };
        let is_asked = |claim: &&Plain| question.claims.iter().any(|asked| asked.id == claim.id);
        let inputs: Vec<Plain> = known.inputs.iter().filter(is_asked).cloned().collect();
        let seen = Remembered { inputs, outputs: Vec::new(), ..known.clone() };
        let others = |claim: &&Plain| seen.inputs.iter().any(|asked| asked.kind == claim.kind);
        let expected: Vec<Plain> = place.inputs.iter().filter(others).cloned().collect();
        let expected = Remembered { inputs: expected, outputs: Vec::new(), ..place.clone() };
        match first_difference(&seen, &expected, manner.hidden) {
            Some(difference) => wrong(Some(difference)),
            None => Answer::Right,
        }
    }

    fn judge(&mut self, seen: &Remembered, manner: Manner) -> Answer {
        let memory = self.memory;
        let shown = |claims: &[Plain]| -> Vec<Plain> {
            claims.iter().filter(|claim| Some(claim.kind) != manner.hidden).cloned().collect()
        };
        let place = self.places.of(seen.node).map(|n| &memory.statements[n]);
        let is_inside = !seen.is_outermost && seen.kind == QuestionKind::Call;
        // What a process does next is expected in its place; a call inside of that, for its
        // arguments.
        if let Some(place) = place.filter(|_| !is_inside) {
            return self.in_place(seen, place, manner);
        }
        let alike: Vec<&Remembered> = memory
            .statements
            .iter()
            .filter(|known| known.is_about_the_same(seen) && same(&shown(&known.inputs), &seen.inputs))
            .collect();
        if alike.iter().any(|known| same(&shown(&known.outputs), &seen.outputs)) {
            return Answer::Right;
        }
        if let Some(known) = alike.iter().find(|known| known.process == seen.process).or(alike.first()) {
            return wrong(first_other(&seen.outputs, &shown(&known.outputs)));
        }
        match place.filter(|place| place.text == seen.text) {
            Some(place) => self.in_place(seen, place, manner),
            // Nobody has seen these arguments: what does correct code do?
            None => self.by_running(seen),
        }
    }

    /// Something that the correct run has in this place, maybe otherwise.
    fn in_place(&mut self, seen: &Remembered, place: &Remembered, manner: Manner) -> Answer {
        let shown = |claims: &[Plain]| -> Vec<Plain> {
            claims.iter().filter(|claim| Some(claim.kind) != manner.hidden).cloned().collect()
        };
        if seen.kind == QuestionKind::Stuck {
            let input = first_other(&seen.inputs, &shown(&place.inputs));
            return self.stuck(seen, place, input);
        }
        // What it was called with is wrong, and no claim of its own.
        if !seen.is_callback && place.text != seen.text {
            return Answer::Inadmissible;
        }
        if manner.care == Care::Careful
            && manner.hidden != Some(ClaimKind::Received)
            && beginning(seen, place, manner.hidden).is_none()
            && let Some((claim, sender)) = missing_message(seen, place)
            && let Some(pid) = self.names.pid(&sender)
        {
            return Answer::Wrong { claim: Some(claim), item: None, missing: Some(pid), path: Vec::new() };
        }
        let output = first_other(&seen.outputs, &shown(&place.outputs));
        match (output, first_difference(seen, place, manner.hidden)) {
            (None, None) => Answer::Right,
            (Some(output), _) if manner.care == Care::Careless => wrong(Some(output)),
            (_, Some(difference)) => wrong(Some(difference)),
            // Something is not there that should be.
            (Some(output), None) => wrong(Some(output)),
        }
    }

    /// The correct code of this node, on what came into it.
    fn by_running(&mut self, seen: &Remembered) -> Answer {
        match finish(self.reference.judge(&mut self.beside, seen.node)) {
            Some(Judgement::Right | Judgement::Trust) => Answer::Right,
            Some(Judgement::Wrong) => wrong(seen.outputs.first().map(|claim| (claim.id, None))),
            Some(Judgement::Inadmissible) => Answer::Inadmissible,
            Some(Judgement::Unknown) | None => Answer::Unknown,
        }
    }

    /// It waits for a message that comes in the correct run, or it should not wait.
    fn stuck(&mut self, seen: &Remembered, place: &Remembered, input: Option<(u32, Option<u32>)>) -> Answer {
        let of_context = input.filter(|(id, _)| {
            seen.inputs.iter().any(|claim| claim.id == *id && claim.kind == ClaimKind::Context)
        });
        if of_context.is_some() {
            return wrong(of_context);
        }
        match finish(self.reference.judge(&mut self.beside, seen.node)) {
            Some(Judgement::Right) => {}
            _ => return self.by_running(seen),
        }
        let consumed = place.outputs.iter().find(|claim| claim.kind == ClaimKind::Consumed);
        let sender = consumed.and_then(|claim| claim.text.split_once("(from ")?.1.split(' ').next());
        let received = seen.inputs.iter().find(|claim| claim.kind == ClaimKind::Received);
        let missing = sender.and_then(|name| self.names.pid(name));
        match (received, missing) {
            (Some(claim), Some(pid)) => {
                Answer::Wrong { claim: Some(claim.id), item: None, missing: Some(pid), path: Vec::new() }
            }
            _ => Answer::Unknown,
        }
    }
}

fn nobody() -> session::event::Subject {
    session::event::Subject { module: String::new(), function: String::new(), arity: 0 }
}

fn same(known: &[Plain], seen: &[Plain]) -> bool {
    known.len() == seen.len() && known.iter().zip(seen).all(|(known, seen)| known.says_the_same(seen))
}

/// The first claim that the others do not have, and the item of it.
fn first_other(seen: &[Plain], known: &[Plain]) -> Option<(u32, Option<u32>)> {
    for (n, claim) in seen.iter().enumerate() {
        let before = seen[..n].iter().filter(|other| other.kind == claim.kind).count();
        match known.iter().filter(|other| other.kind == claim.kind).nth(before) {
            Some(other) if other.says_the_same(claim) => {}
            Some(other) => return Some((claim.id, claim.first_other_item(other))),
            None => return Some((claim.id, None)),
        }
    }
    None
}

/// The first claim that differs, in the order in which things happened: what it began with, what it
/// heard and did, and what it came to. Its item, where it has some.
fn first_difference(
    seen: &Remembered,
    known: &Remembered,
    hidden: Option<ClaimKind>,
) -> Option<(u32, Option<u32>)> {
    if let Some(difference) = beginning(seen, known, hidden) {
        return Some(difference);
    }
    let (trace, other) = (in_order(seen, None), in_order(known, hidden));
    for (n, (claim, item, text)) in trace.iter().enumerate() {
        if other.get(n).is_none_or(|(_, _, known)| known != text) {
            return Some((*claim, *item));
        }
    }
    None
}

/// What differs in what was there when it began: messages in the mailbox, then variables.
fn beginning(seen: &Remembered, known: &Remembered, hidden: Option<ClaimKind>) -> Option<(u32, Option<u32>)> {
    let of = |said: &Remembered, kind: ClaimKind| {
        let found = said.inputs.iter().find(|claim| claim.kind == kind && !has_events(said, claim));
        found.filter(|claim| Some(claim.kind) != hidden && !claim.items.is_empty()).cloned()
    };
    let mailbox = of(seen, ClaimKind::Received);
    let expected = of(known, ClaimKind::Received).map(|claim| claim.items).unwrap_or_default();
    if let Some(mailbox) = mailbox {
        let mut left: Vec<&String> = expected.iter().map(|(_, text)| text).collect();
        for (id, text) in &mailbox.items {
            match left.iter().position(|known| *known == text) {
                Some(n) => {
                    left.remove(n);
                }
                None => return Some((mailbox.id, Some(*id))),
            }
        }
    }
    for kind in [ClaimKind::State, ClaimKind::Context] {
        let (Some(claim), Some(other)) = (of(seen, kind), of(known, kind)) else { continue };
        let name = |text: &str| text.split(" = ").next().unwrap_or_default().to_owned();
        let differs = |text: &str| {
            let same_name = other.items.iter().find(|(_, other)| name(other) == name(text));
            same_name.is_some_and(|(_, other)| other != text)
        };
        if let Some((id, _)) = claim.items.iter().find(|(_, text)| differs(text)) {
            return Some((claim.id, Some(*id)));
        }
    }
    None
}

/// A message that a receive takes in the correct run, and that is not in the mailbox here: the
/// claim, and who sends it.
fn missing_message(seen: &Remembered, known: &Remembered) -> Option<(u32, String)> {
    let mailbox = |said: &Remembered| {
        let found = said.inputs.iter().find(|claim| claim.kind == ClaimKind::Received);
        found.filter(|claim| !has_events(said, claim)).cloned()
    };
    let (here, there) = (mailbox(seen)?, mailbox(known)?);
    let is_here = |text: &str| here.items.iter().any(|(_, known)| known == text);
    let (_, missing) = there.items.iter().find(|(_, text)| !is_here(text))?;
    let (_, sender) = missing.rsplit_once(" from ")?;
    Some((here.id, sender.split(" to ").next()?.to_owned()))
}

/// Events have numbers; what is in a mailbox, or bound to variables, was there before.
fn has_events(said: &Remembered, claim: &Plain) -> bool {
    match claim.kind {
        ClaimKind::Context | ClaimKind::State => false,
        // The mailbox comes before what was received in calls.
        ClaimKind::Received if said.kind != QuestionKind::Call => claim.id > 2,
        _ => true,
    }
}

/// What a statement says, in the order in which it happened: its claims and items, with their
/// texts.
fn in_order(said: &Remembered, hidden: Option<ClaimKind>) -> Vec<(u32, Option<u32>, String)> {
    let mut all: Vec<(u32, u32, Option<u32>, String)> = Vec::new();
    for claim in said.inputs.iter().chain(&said.outputs).filter(|claim| Some(claim.kind) != hidden) {
        let is_input = said.inputs.iter().any(|input| input.id == claim.id);
        let has_events = has_events(said, claim);
        if !has_events && !claim.items.is_empty() {
            continue;
        }
        match claim.items.is_empty() || !has_events {
            // Nothing was done.
            true if claim.text.is_empty() => {}
            true => {
                let is_first = is_input || matches!(claim.kind, ClaimKind::Consumed | ClaimKind::TimedOut);
                let when = if is_first { 0 } else { u32::MAX };
                let item = claim.items.first().filter(|_| claim.items.len() == 1).map(|(id, _)| *id);
                all.push((when, claim.id, item, format!("{:?} {}", claim.kind, claim.text)));
            }
            // Reads and writes have an order of their own.
            false if matches!(claim.kind, ClaimKind::Read | ClaimKind::Wrote) => {
                let when = if is_input { 1 } else { u32::MAX - 1 };
                all.extend(
                    claim
                        .items
                        .iter()
                        .map(|(id, text)| (when, claim.id, Some(*id), format!("{:?} {text}", claim.kind))),
                );
            }
            false => all.extend(
                claim
                    .items
                    .iter()
                    .map(|(id, text)| (*id, claim.id, Some(*id), format!("{:?} {text}", claim.kind))),
            ),
        }
    }
    all.sort_by_key(|(when, ..)| *when);
    all.into_iter().map(|(_, claim, item, text)| (claim, item, text)).collect()
}

fn wrong(at: Option<(u32, Option<u32>)>) -> Answer {
    let (claim, item) = at.map_or((None, None), |(claim, item)| (Some(claim), item));
    Answer::Wrong { claim, item, missing: None, path: Vec::new() }
}

fn without_details(answer: Answer) -> Answer {
    match answer {
        Answer::Wrong { claim, .. } => wrong(claim.map(|claim| (claim, None))),
        other => other,
    }
}

/// A question and its answer, for people.
fn shown(question: &Question, answer: &Answer) -> String {
    let mut text = format!("{} [{}] {}\n", question.n, question.process, question.statement);
    for claim in &question.claims {
        let content = match &claim.content {
            Content::Text { text } | Content::List { text, .. } => text.clone(),
            Content::Statement { statement, .. } => statement.clone(),
        };
        text += &format!("    {} {:?}: {}\n", claim.id, claim.kind, content.replace('\n', "\n        "));
    }
    text + &format!("  > {answer:?}\n")
}
