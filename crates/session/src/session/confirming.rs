//! Before a verdict rests on what came into a node, somebody confirms that it is right.

use computation_tree::NodeId;
use inquiry::Judgement;

use super::{Answered, Asked, Level, NOBODY, Session, YOU};
use crate::answer::Part;
use crate::certificate::{self, Flaw};
use crate::event::{Assumption, Claim, ClaimKind, Event, Judged, Question, QuestionKind, Unit};
use crate::evidence::Statement;
use crate::knowledge::{About, Entry};

/// Judges who run a node on exactly the inputs that it had: they need no confirmation.
const JUDGES_OF_PAIRS: [&str; 1] = ["reference"];
/// Judges who look at a value alone.
const WITNESSES: [&str; 2] = ["spec", "eunit"];

impl Session {
    /// Whether inputs of the node have to be confirmed before it is blamed: then that is asked.
    pub(super) fn confirm(&mut self, node: NodeId) -> bool {
        if self.levels.len() > 1 || self.level().assumed.contains(&node) {
            return false;
        }
        let statement = self.level().evidence.statement(node);
        let open = self.open_inputs(node, &statement);
        if open.is_empty() {
            return false;
        }
        let question = Question {
            n: self.answered.len() as u32 + 1,
            process: statement.process.clone(),
            kind: QuestionKind::Inputs,
            subject: Some(statement.subject.clone()),
            statement: statement.text.clone(),
            claims: open,
            shown: statement.shown.clone(),
            suspects: 0,
            unit: Unit::Call,
            reason: "the verdict would rest on what came in".into(),
            place: None,
            advice: Vec::new(),
            instead: None,
        };
        self.asked = Some(Asked { nodes: vec![node], statements: vec![statement], question });
        true
    }

    /// Inputs of a node that nobody has confirmed: no maker of them was judged right, and they are
    /// in no statement that was.
    pub(super) fn open_inputs(&mut self, node: NodeId, statement: &Statement) -> Vec<Claim> {
        let judge = self.level().inquiry.judged(node).map(|(_, by)| by.to_string());
        if judge.is_some_and(|judge| JUDGES_OF_PAIRS.contains(&&*judge)) {
            return Vec::new();
        }
        let inputs = statement.claims.iter().filter(|claim| claim.kind.is_input() && claim.is_shown());
        // Which message a receive takes is its own doing, given those that are there.
        let is_choice = |claim: &Claim| {
            statement.kind == QuestionKind::Receive
                && matches!(claim.kind, ClaimKind::Consumed | ClaimKind::TimedOut)
        };
        let inputs = inputs.filter(|claim| !says_nothing(claim) && !is_choice(claim));
        // What came in after the message or process that is wrong has nothing to do with it.
        let is_about_it =
            |answered: &&Answered| answered.nodes == [node] && answered.question.kind != QuestionKind::Inputs;
        let wrong = self.answered.iter().rev().find(is_about_it);
        let wrong = wrong.and_then(|answered| {
            let claim = statement.claims.iter().find(|claim| Some(claim.id) == answered.part.claim)?;
            let is_event = matches!(claim.kind, ClaimKind::Sent | ClaimKind::Created);
            answered.part.item.filter(|_| is_event)
        });
        let is_later = |claim: &Claim| {
            let is_event = matches!(claim.kind, ClaimKind::Received | ClaimKind::Missing);
            is_event && wrong.is_some_and(|wrong| claim.items().iter().all(|item| item.id > wrong))
        };
        let inputs: Vec<Claim> = inputs.filter(|claim| !is_later(claim)).cloned().collect();
        let open: Vec<Claim> = inputs.into_iter().filter(|claim| !self.is_confirmed(node, claim)).collect();
        let known = self.knowledge.judgement(&about_inputs(statement, &open));
        if known == Some(Judgement::Right) { Vec::new() } else { open }
    }

    fn is_confirmed(&mut self, node: NodeId, claim: &Claim) -> bool {
        let passed_over = |answered: &Answered| {
            answered.nodes == [node]
                && answered.part.claim.is_some_and(|first| claim.id < first)
                && is_of_receive(answered.question.kind, claim)
        };
        if self.answered.iter().any(passed_over) {
            return true;
        }
        let shown = |answered: &Answered| {
            answered.judgement == Judgement::Right
                && match answered.question.kind {
                    QuestionKind::Inputs => {
                        answered.nodes == [node] && answered.question.claims.contains(claim)
                    }
                    _ => answered.statements.iter().any(|said| {
                        said.claims
                            .iter()
                            .any(|other| (other.kind, &other.content) == (claim.kind, &claim.content))
                    }),
                }
        };
        if self.answered.iter().any(shown) {
            return true;
        }
        let Level { evidence, inquiry, .. } = self.level();
        let makers = evidence.makers(node, claim);
        let tree = evidence.tree();
        let is_right = |maker: NodeId| {
            let around = (0..=tree.depth(maker)).map(|depth| tree.ancestor(maker, depth));
            around.into_iter().any(|node| matches!(inquiry.judged(node), Some((Judgement::Right, _))))
        };
        // What trusted code sent is right; what nobody wrote or bound is open.
        let is_sent = matches!(claim.kind, ClaimKind::Received | ClaimKind::Consumed);
        !makers.is_empty() && makers.iter().all(|maker| maker.map_or(is_sent, is_right))
    }

    /// The inputs that were asked about are right, or nobody knows.
    pub(super) fn confirm_asked(&mut self, by: &str, judgement: Judgement) -> Result<(), String> {
        let Some(Asked { nodes, statements, question }) = self.asked.take() else {
            return Err("no question is open".into());
        };
        let is_right = judgement == Judgement::Right;
        if !is_right {
            self.level().assumed.extend(&nodes);
        }
        if by == NOBODY {
            return Ok(());
        }
        let mut learnt = Vec::new();
        if let Some(statement) = statements.first().filter(|_| is_right) {
            let about = about_inputs(statement, &question.claims);
            self.learn(vec![Entry::new(about.clone(), Some(judgement.into()), by)]);
            learnt.push(about);
        }
        if by != YOU {
            let Question { statement, claims, shown, .. } = question.clone();
            let (by, answer) = (by.to_owned(), judgement.name());
            self.queue.push_back(Event::Judged(Judged { by, answer, statement, shown, claims }));
        }
        let (level, judged_before) = (self.levels.len() - 1, self.judged);
        let acts = self.level().inquiry.acts().len();
        self.answered.push(Answered {
            question,
            judgement,
            by: by.to_owned(),
            about: None,
            claim: None,
            part: Part::default(),
            leads: false,
            open: false,
            nodes,
            // It says nothing of the statement itself.
            statements: Vec::new(),
            learnt,
            level,
            acts,
            judged_before,
        });
        Ok(())
    }

    /// What a verdict on the node rests on without an answer.
    pub(super) fn assumptions(&mut self, node: NodeId) -> Vec<Assumption> {
        let statement = self.level().evidence.statement(node);
        let inputs = self.open_inputs(node, &statement);
        let mut assumes: Vec<Assumption> = inputs.iter().map(assumed).collect();
        let judge = self.level().inquiry.judged(node).map(|(_, by)| by.to_string());
        if let Some(judge) = judge.filter(|judge| WITNESSES.contains(&&**judge)) {
            let witness = if judge == "spec" { "-spec" } else { "unit test" };
            let text = format!("{witness} of {}", statement.subject);
            assumes.push(Assumption { kind: "witness", text });
        }
        let incomplete = self.level().evidence.incomplete(node);
        assumes.extend(incomplete.map(|text| Assumption { kind: "incomplete", text }));
        assumes
    }

    /// Why a verdict on the node would not be a proof, by the answers alone.
    pub(super) fn flaw(&mut self, node: NodeId) -> Option<Flaw> {
        let statement = self.level().evidence.statement(node);
        let is_assumed = self.level().assumed.contains(&node);
        let open = if is_assumed { Vec::new() } else { self.open_inputs(node, &statement) };
        let Level { evidence, inquiry, .. } = self.level();
        let symptom = evidence.nature().root;
        certificate::check(evidence.tree(), inquiry.acts(), symptom, node, &open).err()
    }
}

/// Whether a claim is about what a receive began with: its variables and its mailbox (paper 2 §4.3).
/// Of those the person is asked for the first that is wrong, and the ones before it
/// are right.
fn is_of_receive(kind: QuestionKind, claim: &Claim) -> bool {
    match claim.kind {
        ClaimKind::Context => true,
        ClaimKind::Received => kind == QuestionKind::Receive && claim.id <= 2,
        _ => false,
    }
}

fn assumed(claim: &Claim) -> Assumption {
    Assumption { kind: claim.kind.input_name(), text: claim.said().to_owned() }
}

/// Whether nothing came in by this claim.
fn says_nothing(claim: &Claim) -> bool {
    claim.said().is_empty()
}

/// The inputs of a statement as something that can be judged and remembered.
fn about_inputs(statement: &Statement, inputs: &[Claim]) -> About {
    let text = format!("inputs of {}", statement.text);
    About::Statement((&Statement { text, claims: inputs.to_vec(), ..statement.clone() }).into())
}
