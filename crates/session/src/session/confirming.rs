//! Before a verdict rests on what came into a node, somebody confirms that it is right.

use computation_tree::NodeId;
use inquiry::Judgement;

use super::{Answered, Asked, Level, NOBODY, Session, YOU};
use crate::answer::WrongPart;
use crate::certificate::{self, Flaw};
use crate::event::{
    Assumption, Claim, ClaimKind, Content, Event, Item, Judged, Question, QuestionKind, Unit,
};
use crate::evidence::{Statement, Time};
use crate::knowledge::{About, Entry};

/// Judges who run a node on exactly the inputs that it had: they need no confirmation.
const JUDGES_OF_PAIRS: [&str; 1] = ["reference"];
/// Judges who look at a value alone.
const WITNESSES: [&str; 2] = ["spec", "eunit"];
/// Programs are often right where their specs are not.
const SPEC: &str = "spec";

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
            reason: "the verdict would depend on its inputs".into(),
            place: None,
            advice: Vec::new(),
            instead: None,
        };
        self.asked =
            Some(Asked { nodes: vec![node], statements: vec![statement], question, is_doubted: false });
        true
    }

    /// Whether only a `-spec` says that the node is wrong: then the person is asked, too.
    pub(super) fn doubt_spec(&mut self, node: NodeId) -> bool {
        let Level { evidence, inquiry, vouched, .. } = self.level();
        let is_by_spec = inquiry.judged(node).is_some_and(|(_, by)| by.to_string() == SPEC);
        if !is_by_spec || vouched.contains(&node) {
            return false;
        }
        let suspects = inquiry.suspects(evidence.tree());
        let statement = evidence.statement(node);
        let unit = if self.processes.is_some() { Unit::Step } else { Unit::Call };
        let question = Question {
            n: self.answered.len() as u32 + 1,
            process: statement.process.clone(),
            kind: statement.kind,
            subject: Some(statement.subject.clone()),
            statement: statement.text.clone(),
            claims: statement.claims.clone(),
            shown: statement.shown.clone(),
            suspects,
            unit,
            reason: "only its -spec says that this is wrong".into(),
            place: None,
            advice: Vec::new(),
            instead: None,
        };
        let (nodes, statements) = (vec![node], vec![statement]);
        self.asked = Some(Asked { nodes, statements, question, is_doubted: true });
        true
    }

    /// Whether somebody said that something wrong came into the node that the search began with:
    /// what made it is not in the tree.
    pub(super) fn is_wrong_from_outside(&mut self, node: NodeId) -> bool {
        if self.level().evidence.nature().root != node {
            return false;
        }
        let level = self.levels.len() - 1;
        let mut asked = self.answered.iter().filter(|answered| {
            answered.level == level
                && answered.nodes == [node]
                && answered.question.kind == QuestionKind::Inputs
        });
        asked.any(|answered| answered.judgement == Judgement::Inadmissible)
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
        // What came in after what is wrong has nothing to do with it.
        let inputs: Vec<Claim> = inputs.cloned().collect();
        let wrong = self.wrong_at(node, statement);
        let evidence = &mut self.level().evidence;
        let mut earlier = |claim: Claim| {
            let Content::List { items, .. } = &claim.content else { return Some(claim) };
            let Some(wrong) = wrong.filter(|_| !items.is_empty()) else { return Some(claim) };
            let mut time = |item: &Item| evidence.provenance()?.time(node, &claim, Some(item.id));
            let is_earlier = |item: &&Item| time(item).is_none_or(|time| time < wrong);
            let kept: Vec<Item> = items.iter().filter(is_earlier).cloned().collect();
            match kept.len() {
                0 => None,
                count if count == items.len() => Some(claim),
                _ => {
                    let text = kept.iter().map(|item| &*item.text).collect::<Vec<_>>().join(", ");
                    Some(Claim { content: Content::List { text, items: kept }, ..claim })
                }
            }
        };
        let inputs: Vec<Claim> = inputs.into_iter().filter_map(&mut earlier).collect();
        let open: Vec<Claim> = inputs.into_iter().filter(|claim| !self.is_confirmed(node, claim)).collect();
        let known = self.knowledge.judgement(&about_inputs(statement, &open));
        if known == Some(Judgement::Right) { Vec::new() } else { open }
    }

    /// The time of the first action of the node that somebody called wrong. None: its result is
    /// wrong.
    fn wrong_at(&mut self, node: NodeId, statement: &Statement) -> Option<Time> {
        let is_output =
            |claim: &&Claim| matches!(claim.kind, ClaimKind::Sent | ClaimKind::Created | ClaimKind::Wrote);
        let is_about_it =
            |answered: &&Answered| answered.nodes == [node] && answered.question.kind != QuestionKind::Inputs;
        let parts = self.answered.iter().filter(is_about_it).map(|answered| &answered.part);
        let said: Vec<(Claim, u32)> = parts
            .filter_map(|part| {
                let claims = statement.claims.iter().filter(is_output);
                let claim = claims.into_iter().find(|claim| Some(claim.id) == part.claim)?;
                Some((claim.clone(), part.item?))
            })
            .collect();
        let Level { evidence, targets, .. } = self.level();
        let inside = targets.iter().filter(|(maker, _)| *maker == node).map(|(_, time)| *time);
        let mut time = |claim: &Claim, item: u32| evidence.provenance()?.time(node, claim, Some(item));
        let said = said.iter().filter_map(|(claim, item)| time(claim, *item));
        said.chain(inside).min()
    }

    /// Whether all of an input was confirmed, item by item where it has some.
    fn is_confirmed(&mut self, node: NodeId, claim: &Claim) -> bool {
        let last = self.levels.len() - 1;
        let Level { evidence, inquiry, .. } = &mut self.levels[last];
        let makers = evidence.provenance().map_or_else(Vec::new, |inputs| inputs.makers(node, claim));
        let tree = evidence.tree();
        // What went out of something that is right is right.
        let is_right = |maker: NodeId| matches!(inquiry.judged(maker), Some((Judgement::Right, _)));
        // What trusted code sent is right; what nobody wrote or bound is open.
        let is_sent = matches!(claim.kind, ClaimKind::Received | ClaimKind::Consumed);
        // What was written rightly may be out of date.
        let is_kept = claim.kind != ClaimKind::Read;
        let made_right: Vec<bool> =
            makers.iter().map(|maker| maker.map_or(is_sent, is_right) && is_kept).collect();
        if !made_right.is_empty() && made_right.iter().all(|right| *right) {
            return true;
        }
        let is_inside = |other: NodeId| {
            (node <= other && other < tree.end(node)) || (other <= node && node < tree.end(other))
        };
        let inside: Vec<bool> =
            self.answered.iter().map(|answered| answered.nodes.iter().copied().all(is_inside)).collect();
        // What happened has a number, and is the same wherever it is shown; anything else is what
        // it is at one time only.
        let has_numbers = matches!(claim.kind, ClaimKind::Received | ClaimKind::Missing | ClaimKind::Read)
            && !claim.items().is_empty();
        let shows = |other: &Claim, item: Option<u32>| match item {
            Some(item) => other.kind == claim.kind && other.items().iter().any(|known| known.id == item),
            None => (other.kind, &other.content) == (claim.kind, &claim.content),
        };
        let is_shown = |item: Option<u32>| {
            self.answered.iter().zip(&inside).any(|(answered, inside)| {
                let is_same = item.is_some() || *inside;
                let mut said = answered
                    .question
                    .claims
                    .iter()
                    .filter(|_| answered.question.kind == QuestionKind::Inputs);
                let mut statements = answered.statements.iter().flat_map(|said| &said.claims);
                answered.judgement == Judgement::Right
                    && is_same
                    && (said.any(|other| shows(other, item)) || statements.any(|other| shows(other, item)))
            })
        };
        match has_numbers {
            true => claim
                .items()
                .iter()
                .enumerate()
                .all(|(n, item)| made_right.get(n).copied().unwrap_or(false) || is_shown(Some(item.id))),
            false => is_shown(None),
        }
    }

    /// The inputs that were asked about are right, or nobody knows.
    pub(super) fn confirm_asked(&mut self, by: &str, judgement: Judgement) -> Result<(), String> {
        let Some(Asked { nodes, statements, question, .. }) = self.asked.take() else {
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
            part: WrongPart::default(),
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
            let witness = if judge == SPEC { "-spec" } else { "unit test" };
            let text = format!("{witness} of {}", statement.subject);
            assumes.push(Assumption { kind: "witness", text });
        }
        let incomplete = self.level().evidence.provenance().and_then(|inputs| inputs.incomplete(node));
        assumes.extend(incomplete.map(|text| Assumption { kind: "incomplete", text }));
        assumes
    }

    /// Why a verdict on the node would not be a proof, by the answers alone.
    pub(super) fn flaw(&mut self, node: NodeId) -> Option<Flaw> {
        let statement = self.level().evidence.statement(node);
        let is_assumed = self.level().assumed.contains(&node);
        let open = if is_assumed { Vec::new() } else { self.open_inputs(node, &statement) };
        let excused = self.excused_from_outside(node, &statement);
        let Level { evidence, inquiry, .. } = self.level();
        let symptom = evidence.nature().root;
        certificate::check(evidence.tree(), inquiry.acts(), symptom, node, &open, &excused).err()
    }

    /// Nodes below of which somebody said that an input is wrong which came into this one as well,
    /// before what it did wrongly.
    fn excused_from_outside(&mut self, node: NodeId, statement: &Statement) -> Vec<NodeId> {
        let wrong = self.wrong_at(node, statement);
        let last = self.levels.len() - 1;
        let Level { evidence, inquiry, .. } = &mut self.levels[last];
        let end = evidence.tree().end(node);
        let mut found = Vec::new();
        for answered in &self.answered {
            let ([child], Some(id), Some(item)) =
                (&answered.nodes[..], answered.part.claim, answered.part.item)
            else {
                continue;
            };
            let is_excused = matches!(inquiry.judged(*child), Some((Judgement::Inadmissible, _)));
            if !(node < *child && *child < end && is_excused) {
                continue;
            }
            let said = answered.question.claims.iter().find(|claim| claim.id == id);
            let is_input = |claim: &&Claim| {
                matches!(claim.kind, ClaimKind::Received | ClaimKind::Missing | ClaimKind::Read)
            };
            let Some(said) = said.filter(is_input) else { continue };
            let time = evidence.provenance().and_then(|inputs| inputs.time(*child, said, Some(item)));
            let is_of_node = statement
                .claims
                .iter()
                .any(|claim| claim.kind == said.kind && claim.items().iter().any(|known| known.id == item));
            if is_of_node && wrong.is_none_or(|wrong| time.is_none_or(|time| time < wrong)) {
                found.push(*child);
            }
        }
        found
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
