//! Who knows without being asked: earlier answers, of this session or another, and the oracles.

use std::collections::HashSet;

use computation_tree::{NodeId, SubjectId};
use inquiry::{GroupJudgement, Judge, Judgement, Strategy};

use super::answering::POINTED_AT;
use super::browsing::is_node;
use super::{ANSWERS, Level, Session, YOU};
use crate::answer::{self, WrongPart};
use crate::event::Event;
use crate::evidence::{Consequence, Lead, Statement};
use crate::knowledge::{About, Entry, Known, StatementKey};

/// How many statements are shown to those who know without being asked, where a strategy wants
/// that.
const CONSULTED: usize = 10_000;
/// How many statements are looked at for earlier answers when a session begins.
const RECALLED: usize = 50_000;

/// An answer of an earlier session that holds in this one.
pub struct Recalled {
    pub statement: Statement,
    pub judgement: Judgement,
    about: About,
    /// Where it stands among the acts of the search: once per node that says this.
    acts: Vec<usize>,
}

impl Session {
    /// Earlier answers about anything in the tree hold from the beginning, so that a session goes
    /// on where another ended. Only in trees of which all statements can be looked at in a moment;
    /// elsewhere they hold when their turn comes.
    pub(super) fn recall(&mut self) {
        let Level { evidence, inquiry, .. } = &mut self.levels[0];
        let root = evidence.nature().root;
        let nodes = root.0 + 1..evidence.tree().end(root).0;
        if self.knowledge.is_empty() || nodes.len() > RECALLED {
            return;
        }
        let known =
            evidence.subjects().into_iter().filter(|(_, known)| self.knowledge.has_statements_of(known));
        let known: HashSet<SubjectId> = known.map(|(id, _)| id).collect();
        for node in nodes.map(NodeId) {
            if !known.contains(&evidence.tree().subject(node)) {
                continue;
            }
            let statement = evidence.statement(node);
            let about = About::Statement(StatementKey::from(&statement));
            // Where an answer led is followed when its turn comes.
            let known = self.knowledge.about(&about);
            let known = known.filter(|known| known.lead.as_ref().is_none_or(|lead| lead.node != node.0));
            let Some(judgement) = known.and_then(|known| known.judgement) else { continue };
            let act = inquiry.acts().len();
            inquiry.judge(evidence.tree(), node, judgement, Judge::new(ANSWERS));
            match self.recalled.iter_mut().find(|recalled| recalled.about == about) {
                Some(recalled) => recalled.acts.push(act),
                None => {
                    let judged = statement.clone().judged(judgement.name(), ANSWERS.to_owned());
                    self.queue.push_back(Event::Judged(judged));
                    self.judged += 1;
                    self.recalled.push(Recalled { statement, judgement, about, acts: vec![act] });
                }
            }
        }
    }

    /// Another answer in place of the `n`-th that an earlier session gave. Answers of this session
    /// stay.
    pub(super) fn revise_earlier(&mut self, by: &str, n: u32, to: &str) -> Result<(), String> {
        let judgement = answer::judgement(to).ok_or_else(|| format!("unknown answer: {to}"))?;
        let index = n.checked_sub(1).map_or(usize::MAX, |index| index as usize);
        let Some(recalled) = self.recalled.get_mut(index) else {
            return Err(format!("there is no earlier answer {n}"));
        };
        recalled.judgement = judgement;
        let (about, statement) = (recalled.about.clone(), recalled.statement.clone());
        self.levels.truncate(1);
        let Level { evidence, inquiry, assumed, chain, targets, .. } = &mut self.levels[0];
        for act in &recalled.acts {
            inquiry.revise(evidence.tree(), *act, judgement, Judge::new(by));
        }
        assumed.clear();
        chain.clear();
        targets.clear();
        (self.found, self.asked) = (None, None);
        self.queue.clear();
        self.queue.push_back(Event::Judged(statement.clone().judged(judgement.name(), by.to_owned())));
        match judgement {
            Judgement::Trust => {
                let trusted = About::Subject { subject: statement.subject };
                self.learn(vec![
                    Entry::new(about, None, by),
                    Entry::new(trusted, Some(judgement.into()), by),
                ]);
                self.apply_known_trust();
            }
            _ => self.learn(vec![Entry::new(about, Some(judgement.into()), by)]),
        }
        Ok(())
    }

    /// The number of the earlier answer that holds for this node of the run.
    pub(super) fn number_of_recalled(&mut self, node: NodeId) -> Option<u32> {
        let [level] = &mut self.levels[..] else { return None };
        is_node(level.evidence.tree(), node).ok()?;
        let about = About::Statement(StatementKey::from(&level.evidence.statement(node)));
        let index = self.recalled.iter().position(|recalled| recalled.about == about)?;
        Some(index as u32 + 1)
    }

    /// Remembers an earlier answer whose turn has come, unless it was given in this session.
    fn remember(&mut self, statement: &Statement, judgement: Judgement, act: usize) {
        let about = About::Statement(StatementKey::from(statement));
        let is_new = self.answered.iter().any(|answered| answered.learnt.contains(&about));
        if self.levels.len() > 1 || is_new {
            return;
        }
        match self.recalled.iter_mut().find(|recalled| recalled.about == about) {
            Some(recalled) => recalled.acts.push(act),
            None => {
                let statement = statement.clone();
                self.recalled.push(Recalled { statement, judgement, about, acts: vec![act] });
            }
        }
    }

    pub(super) fn apply_known_trust(&mut self) {
        let last = self.levels.len() - 1;
        let Level { evidence, inquiry, .. } = &mut self.levels[last];
        let known = evidence.subjects().into_iter().filter(|(_, subject)| self.knowledge.trusts(subject));
        let known: Vec<SubjectId> = known.map(|(id, _)| id).collect();
        for id in known {
            inquiry.trust(evidence.tree(), id, Judge::new(ANSWERS));
        }
    }

    /// Strategies that would rather ask anyone else than a person (thesis of paper 5 §8.8). Whether
    /// anything new came out.
    pub(super) async fn consult_widely(&mut self) -> bool {
        let Level { evidence, inquiry, .. } = self.level();
        let nodes = inquiry.consultation(evidence.tree(), CONSULTED);
        match self.strategy() {
            Strategy::AllChildren => self.someone_knows(&nodes).await,
            Strategy::BruteForce => self.judge_all(&nodes).await,
            _ => false,
        }
    }

    /// What anyone knows of any of these. The wrong one with the least left to judge below it comes
    /// first: there the search goes on.
    async fn judge_all(&mut self, nodes: &[NodeId]) -> bool {
        let mut judged: Vec<(NodeId, Judgement, String, Statement)> = Vec::new();
        self.level().evidence.prepare(nodes).await;
        for node in nodes {
            let statement = self.level().evidence.statement(*node);
            let Some((answer, by)) = self.known(*node, &statement).await else { continue };
            judged.extend(answer.judgement.map(|judgement| (*node, judgement, by, statement)));
        }
        let known: HashSet<NodeId> = judged.iter().map(|(node, ..)| *node).collect();
        let Level { evidence, inquiry, .. } = self.level();
        let left = |node: NodeId| {
            let end = evidence.tree().end(node);
            let below = nodes.iter().filter(|other| node < **other && **other < end);
            (below.filter(|other| !known.contains(other)).count(), end.0 - node.0)
        };
        let wrong =
            judged.iter().enumerate().filter(|(_, (_, judgement, ..))| *judgement == Judgement::Wrong);
        if let Some((simplest, _)) = wrong.min_by_key(|(_, (node, ..))| left(*node)) {
            judged[..=simplest].rotate_right(1);
        }
        for (node, judgement, by, _) in &judged {
            inquiry.judge(evidence.tree(), *node, *judgement, Judge::new(by));
        }
        self.judged += judged.len() as u32;
        let is_any = !judged.is_empty();
        self.queue.extend(
            judged
                .into_iter()
                .map(|(_, judgement, by, statement)| Event::Judged(statement.judged(judgement.name(), by))),
        );
        is_any
    }

    /// Asks earlier answers, then the oracles, about each statement of a question. Whether anything
    /// new came out.
    pub(super) async fn someone_knows(&mut self, nodes: &[NodeId]) -> bool {
        let evidence = &mut self.level().evidence;
        evidence.prepare(nodes).await;
        let statements: Vec<Statement> = nodes.iter().map(|node| evidence.statement(*node)).collect();
        let mut known = false;
        for (node, statement) in nodes.iter().zip(&statements) {
            let Some((answer, by)) = self.known(*node, statement).await else { continue };
            let Consequence { judgement, lead } = answer;
            if let Some(judgement) = judgement {
                let Level { evidence, inquiry, .. } = self.level();
                inquiry.judge(evidence.tree(), *node, judgement, Judge::new(&by));
            }
            let leads = lead.is_some();
            if let Some(judgement) = judgement.filter(|_| by == ANSWERS && !leads) {
                let act = self.level().inquiry.acts().len() - 1;
                self.remember(statement, judgement, act);
            }
            self.follow(lead, &by);
            let answer = judgement.unwrap_or(Judgement::Wrong).name();
            self.queue.push_back(Event::Judged(statement.clone().judged(answer, by)));
            self.judged += 1;
            known = true;
            // The search goes on below it, or elsewhere, and the rest of the group is of no
            // interest.
            if leads || judgement == Some(Judgement::Wrong) {
                break;
            }
        }
        if !known && nodes.len() > 1 {
            let judgement = match self.knowledge.judgement(&About::group(&statements)) {
                Some(Judgement::Wrong) => GroupJudgement::SomeWrong,
                Some(Judgement::Unknown) => GroupJudgement::Unknown,
                _ => return false,
            };
            let Level { evidence, inquiry, .. } = self.level();
            inquiry.judge_group(evidence.tree(), nodes, judgement, Judge::new(ANSWERS));
            self.judged += 1;
            known = true;
        }
        known
    }

    /// What earlier answers say of a statement, or else the judges; and who said it.
    async fn known(&mut self, node: NodeId, statement: &Statement) -> Option<(Consequence, String)> {
        match self.said_before(node, statement) {
            Some(answer) => Some((answer, ANSWERS.to_owned())),
            None => self.ask_oracles(node).await,
        }
    }

    /// What was answered when this was asked before. It leads where it led, once.
    fn said_before(&mut self, node: NodeId, statement: &Statement) -> Option<Consequence> {
        let Some(known) = self.knowledge.about(&About::Statement(StatementKey::from(statement))) else {
            return self.implied(statement);
        };
        let Known { judgement, lead } = known.clone();
        let lead = lead.filter(|lead| lead.node == node.0 && self.level().led.insert(node));
        let again = lead.and_then(|lead| self.lead_again(node, statement, judgement, &lead.part));
        again.or_else(|| judgement.map(|judgement| Consequence { judgement: Some(judgement), lead: None }))
    }

    /// What follows from other answers.
    fn implied(&mut self, statement: &Statement) -> Option<Consequence> {
        let judged = self.knowledge.judged();
        let last = self.levels.len() - 1;
        let judgement = self.levels[last].evidence.inference()?.implied(statement, &judged)?;
        Some(Consequence { judgement: Some(judgement), lead: None })
    }

    /// None: what was meant is not there any more.
    fn lead_again(
        &mut self,
        node: NodeId,
        statement: &Statement,
        judgement: Option<Judgement>,
        part: &WrongPart,
    ) -> Option<Consequence> {
        // A member of a group that was pointed at.
        if judgement.is_none() && *part == WrongPart::default() {
            let lead = Lead::Below(node, POINTED_AT.into());
            return Some(Consequence { judgement: None, lead: Some(lead) });
        }
        let (said, claim) = match part.claim {
            Some(id) => (Judgement::Wrong, Some(statement.claims.iter().find(|claim| claim.id == id)?)),
            None => (judgement.unwrap_or(Judgement::Wrong), None),
        };
        let statements = std::slice::from_ref(statement);
        let answer = self.consequence(said, &[node], statements, claim, part).ok()?;
        Some(self.without_circles(answer))
    }

    async fn ask_oracles(&mut self, node: NodeId) -> Option<(Consequence, String)> {
        let Level { evidence, silent, .. } = self.level();
        if silent.contains(&node) {
            return None;
        }
        let judged = match evidence.judges() {
            Some(judges) => judges.judge(node).await,
            None => None,
        };
        let Some((judgement, by)) = judged else {
            silent.insert(node);
            return None;
        };
        Some((Consequence { judgement: Some(judgement), lead: None }, by))
    }

    /// The acts of the search from this one on are gone.
    pub(super) fn forget_recalled(&mut self, from: usize) {
        self.recalled.iter_mut().for_each(|recalled| recalled.acts.retain(|act| *act < from));
        self.recalled.retain(|recalled| !recalled.acts.is_empty());
    }

    pub(super) fn learn(&mut self, news: Vec<Entry>) {
        news.iter().for_each(|entry| self.knowledge.learn(entry));
        self.news.extend(news);
    }

    pub(super) fn forget(&mut self, learnt: Vec<About>) {
        self.learn(learnt.into_iter().map(|about| Entry::new(about, None, YOU)).collect());
    }
}
