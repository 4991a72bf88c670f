//! A truthful person, who sees statements only and knows what the correct program does.
//!
//! What is right and wrong in the run is decided once (`truth.rs`), and every answer follows from
//! it: a statement is wrong if the correct code, with these inputs, gives something else; an input
//! is wrong if whatever made it did so wrongly.
//!
//! What a statement does not show, the person does not know. If a wrong input of a step is not
//! shown, the person judges the step by its intended outcome. So an input that is missing from
//! statements makes the person blame the innocent, which is what the trial looks for.

mod memory;
mod place;
mod truth;
mod watched;

use std::collections::HashMap;

use computation_tree::NodeId;
use debugger::erlang::evidence::Processes;
use erlang_oracles::ProcessReference;
use erlang_tree::RunTree;
use erlang_tree::processes::rehearsal::Effect;
use inquiry::{Panel, Strategy};
use session::event::{ClaimKind, Content, Question, QuestionKind, Verdict};
use session::{Answer, Event, Knowledge, SearchOptions, Session};
use slices::{Meter, finish};

use crate::conversation::fates;
use memory::{Facts, Names, Plain, Remembered, is_input, statements};
use truth::{Accused, Input, Local, Origin, Truth};
use watched::{Made, Watched, asked, asked_member};

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
    facts: Facts,
}

impl Memory {
    /// Both are the same run.
    pub fn of(correct: RunTree, mut again: RunTree) -> Memory {
        let names = Names::new(&correct);
        let statements = statements(&names, correct);
        let facts = Facts::new(&names, &mut again, &statements);
        Memory { statements, facts }
    }
}

fn evidence(tree: RunTree) -> Processes {
    let fates = fates(&tree);
    let draw = Box::new(|_: &RunTree, _: &session::evidence::DiagramWish<'_>| Err("nobody looks".to_owned()));
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

/// Someone who is asked about a run with a bug.
pub struct Person<'a> {
    truth: Truth<'a>,
    accused: Accused,
    /// When that happened which was called wrong in a step.
    pointed: HashMap<NodeId, u32>,
}

/// More questions than anyone answers.
const PATIENCE: u32 = 200;

impl<'a> Person<'a> {
    /// `again` and `beside` are the same run; the bug is in this function of this module.
    pub fn new(
        memory: &'a Memory,
        again: RunTree,
        beside: RunTree,
        reference: ProcessReference,
        bug: (String, String),
    ) -> Person<'a> {
        let statements = statements(&Names::new(&beside), again);
        let truth = Truth::new(&memory.statements, &memory.facts, beside, statements, reference, bug);
        Person { truth, accused: Accused::default(), pointed: HashMap::new() }
    }

    /// Holds a session about the run.
    pub fn talk(&mut self, tree: RunTree, manner: Manner) -> Talk {
        let (watched, made) = Watched::new(evidence(tree), manner.hidden);
        let options = SearchOptions { strategy: manner.strategy, zoom: false };
        let mut session = Session::new(Box::new(watched), Knowledge::default(), options);
        self.accused = Accused::default();
        self.pointed.clear();
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
                let node = asked_member(made, statement, claims);
                let Some((node, known)) = node.and_then(|node| Some((node, self.truth.statement(node)?)))
                else {
                    all = Answer::Unknown;
                    continue;
                };
                let single = Question {
                    statement: statement.clone(),
                    claims: claims.clone(),
                    kind: known.kind,
                    subject: Some(known.subject.clone()),
                    ..question.clone()
                };
                match self.answer_about(node, &single, manner) {
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
        match asked(made, question) {
            Some(node) => self.answer_about(node, question, manner),
            None => Answer::Unknown,
        }
    }

    fn answer_about(&mut self, node: NodeId, question: &Question, manner: Manner) -> Answer {
        let asked = |input: &Input| question.claims.iter().any(|claim| claim.id == input.claim);
        let wrong: Vec<Input> = self.truth.wrong_inputs(node);
        let shown: Vec<Input> = wrong.iter().filter(|input| asked(input)).cloned().collect();
        if question.kind == QuestionKind::Inputs {
            // What came in after what is wrong has nothing to do with it.
            let until = self.pointed.get(&node).copied().unwrap_or(u32::MAX);
            return match shown.iter().find(|input| input.at < until || until == u32::MAX) {
                Some(input) => self.point_at(node, input),
                None => Answer::Right,
            };
        }
        let Some(said) = self.truth.statement(node).cloned() else { return Answer::Unknown };
        let is_hidden =
            wrong.iter().any(|input| !asked(input)) || said.is_outermost && self.truth.goes_on_wrongly(node);
        if self.truth.is_wrongly_created(node) && shown.is_empty() {
            return Answer::Inadmissible;
        }
        self.judge(&said, &shown, is_hidden, manner.care)
    }

    /// `shown`: its wrong inputs, the first first. `is_hidden`: something is wrong that it does not
    /// show.
    fn judge(&mut self, said: &Remembered, shown: &[Input], is_hidden: bool, care: Care) -> Answer {
        let node = said.node;
        let first = shown.first();
        let local = self.truth.local(node);
        // A call inside of a step may well be right for its arguments: then only what follows its
        // own first mistake is wrong there.
        let since = match said.is_outermost {
            true => Some(0),
            false => local.is_wrong().then(|| self.wrong_output(said, &local).2),
        };
        if care == Care::Careless
            && let Some(since) = since
            && let Some(at) = self.accused_in(said, since)
        {
            return wrong(Some(at));
        }
        if let Local::Unknown = local {
            return first.map_or(Answer::Unknown, |input| self.point_at(node, input));
        }
        // After an input that is not shown, only the intended outcome is left to judge by.
        if is_hidden && first.is_none() {
            return self.unusual(said).map_or(Answer::Right, |claim| wrong(Some((claim, None))));
        }
        if local.is_wrong() {
            let (claim, item, at) = self.wrong_output(said, &local);
            return match first.filter(|input| care == Care::Careful && input.at < at) {
                Some(input) => self.point_at(node, input),
                None => {
                    self.pointed.insert(node, at);
                    wrong(claim.map(|claim| (claim, item)))
                }
            };
        }
        let Some(input) = first else { return Answer::Right };
        let outcome = self.unusual(said).filter(|_| care == Care::Careless);
        match outcome {
            Some(claim) => wrong(Some((claim, None))),
            None => self.point_at(node, input),
        }
    }

    fn point_at(&mut self, node: NodeId, input: &Input) -> Answer {
        if self.truth.is_made_wrongly(input.origin) {
            self.accused.add(input.origin);
        }
        let missing = match input.origin {
            Origin::Wait(until) => {
                let pid = self.truth.should_have_sent(node, until);
                pid.map(|pid| erlang_term::Term::Pid(pid).to_string())
            }
            _ => None,
        };
        Answer::Wrong { claim: Some(input.claim), item: input.item, missing, path: Vec::new() }
    }

    /// Something that was called wrong where it came in, and that this did, at this event or later.
    fn accused_in(&self, said: &Remembered, since: u32) -> Option<(u32, Option<u32>)> {
        let outputs = said.claims.iter().filter(|claim| !is_input(claim.kind, said.kind));
        let found = outputs.flat_map(|claim| claim.items.iter().map(move |(item, _)| (claim, *item)));
        let kind = |claim: &Plain| match claim.kind {
            ClaimKind::Created => ClaimKind::Sent,
            kind => kind,
        };
        let when = |claim: &Plain, item: u32| match claim.kind {
            ClaimKind::Wrote => self.written_at(item).unwrap_or(0),
            _ => item,
        };
        let mut found =
            found.filter(|(claim, item)| self.accused.has(kind(claim), *item) && when(claim, *item) >= since);
        found.next().map(|(claim, item)| (claim.id, Some(item)))
    }

    /// How many events came before a write.
    fn written_at(&self, item: u32) -> Option<u32> {
        let shared = self.truth.run().known_shared()?;
        Some(shared.get((item as usize).checked_sub(1)?)?.at)
    }

    /// An outcome that the correct run never has.
    fn unusual(&self, said: &Remembered) -> Option<u32> {
        let ends = &self.truth.correct().ends;
        let is_unusual = |claim: &&Plain| {
            let key =
                (said.process.clone(), said.subject.to_string(), format!("{:?} {}", claim.kind, claim.text));
            !claim.text.is_empty() && !ends.contains(&key)
        };
        // Which message a receive takes is right if those are that it could take.
        let is_choice = |claim: &Plain| matches!(claim.kind, ClaimKind::Consumed | ClaimKind::TimedOut);
        let outputs = said.claims.iter().filter(|claim| !is_input(claim.kind, said.kind));
        let mut outputs = outputs.filter(|claim| !is_choice(claim));
        outputs.find(is_unusual).map(|claim| claim.id)
    }

    /// The first thing that the correct code would not have done: claim, item and event.
    fn wrong_output(&self, said: &Remembered, local: &Local) -> (Option<u32>, Option<u32>, u32) {
        let Local::Other(compared) = local else { return (None, None, u32::MAX) };
        let claim = |kind: ClaimKind| said.claims.iter().find(|claim| claim.kind == kind);
        let count = |is_it: fn(&Effect) -> bool| compared.agreed.iter().filter(|it| is_it(it)).count();
        let nth = |kind: ClaimKind, n: usize| {
            let claim = claim(kind)?;
            Some((claim.id, claim.items.get(n)?.0))
        };
        let outcome = || {
            let is_outcome = |claim: &&Plain| {
                !is_input(claim.kind, said.kind)
                    && !matches!(claim.kind, ClaimKind::Sent | ClaimKind::Created | ClaimKind::Wrote)
            };
            said.claims.iter().rfind(is_outcome).map(|claim| claim.id)
        };
        if said.kind == QuestionKind::Stuck {
            return (outcome(), None, u32::MAX);
        }
        let found = match &compared.difference.0 {
            Some(Effect::Send { .. }) => nth(ClaimKind::Sent, count(|it| matches!(it, Effect::Send { .. }))),
            Some(Effect::Spawn { .. }) => {
                nth(ClaimKind::Created, count(|it| matches!(it, Effect::Spawn { .. })))
            }
            Some(Effect::Write { function, arguments }) => {
                let shared = self.truth.run().known_shared();
                let items = claim(ClaimKind::Wrote).map(|claim| claim.items.as_slice()).unwrap_or_default();
                let is_it = |(id, _): &&(u32, String)| {
                    let access = shared.and_then(|shared| shared.get(*id as usize - 1));
                    access.is_some_and(|it| it.function == *function && it.arguments == *arguments)
                };
                let item = items.iter().find(is_it).map(|(id, _)| *id);
                item.and_then(|item| Some((claim(ClaimKind::Wrote)?.id, item)))
            }
            _ => None,
        };
        // Something else comes first that no claim shows: it is before the next message.
        let next = nth(ClaimKind::Sent, count(|it| matches!(it, Effect::Send { .. })));
        let next = next.map_or(u32::MAX, |(_, item)| item);
        match found {
            Some((id, item)) => {
                let is_write = claim(ClaimKind::Wrote).is_some_and(|claim| claim.id == id);
                let at = if is_write { self.written_at(item).unwrap_or(0) } else { item };
                (Some(id), Some(item), at)
            }
            None if compared.same_end => {
                // Something is not there: a message, a write.
                let missing = match &compared.difference.1 {
                    Some(Effect::Write { .. }) => claim(ClaimKind::Wrote).map(|claim| claim.id),
                    _ => None,
                };
                (missing.or_else(|| claim(ClaimKind::Sent).map(|claim| claim.id)), None, next)
            }
            None if next < u32::MAX => (claim(ClaimKind::Sent).map(|claim| claim.id), None, next),
            None => (outcome(), None, u32::MAX),
        }
    }
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
