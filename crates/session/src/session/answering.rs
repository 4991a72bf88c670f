//! What answers do: to the search, and to what is remembered.

use computation_tree::NodeId;
use inquiry::{GroupJudgement, Judge, Judgement, Strategy};

use super::{Answered, Asked, Level, NOBODY, Session, YOU};
use crate::answer::{self, WrongPart};
use crate::event::{Claim, ClaimKind, Event, Judged, Question, QuestionKind};
use crate::evidence::{Consequence, Lead, Statement, WrongClaim};
use crate::knowledge::{About, Entry, Known, Led};

impl Session {
    pub(super) fn judge_asked(
        &mut self,
        by: &str,
        judgement: Judgement,
        part: WrongPart,
    ) -> Result<(), String> {
        if self.processes.is_some() && self.begun.is_none() {
            return Err("first choose where to begin: a process, an event, or the whole run".into());
        }
        let Some(asked) = &self.asked else { return Err("no question is open".into()) };
        allow(judgement, asked.question.kind)?;
        if asked.question.kind == QuestionKind::Inputs
            && !matches!(judgement, Judgement::Wrong | Judgement::Inadmissible)
        {
            return self.confirm_asked(by, judgement);
        }
        if asked.is_doubted && judgement == Judgement::Unknown {
            let nodes = self.asked.take().map(|asked| asked.nodes);
            self.level().vouched.extend(nodes.into_iter().flatten());
            return Ok(());
        }
        // Some input is wrong: if nobody says which, it may be the last one.
        let (judgement, part) = match (asked.question.kind, part.claim) {
            (QuestionKind::Inputs, None) => {
                let claim = asked.question.claims.last().map(|claim| claim.id);
                (Judgement::Wrong, WrongPart { claim, ..part })
            }
            _ => (judgement, part),
        };
        // Where all say the same, it is clear which is wrong.
        let is_alike = asked.question.kind == QuestionKind::Group && asked.question.claims.len() == 1;
        let part = match judgement {
            Judgement::Wrong if is_alike => WrongPart { claim: part.claim.or(Some(1)), ..part },
            _ => part,
        };
        let chosen = part.claim.map(|id| asked.question.claims.iter().find(|known| known.id == id).ok_or(id));
        let chosen = chosen.transpose().map_err(|id| format!("this question has no claim {id}"))?.cloned();
        let (nodes, statements) = (asked.nodes.clone(), asked.statements.clone());
        let consequence = self.consequence(judgement, &nodes, &statements, chosen.as_ref(), &part)?;
        let consequence = if nodes.len() == 1 { self.without_circles(consequence) } else { consequence };
        let about = chosen.as_ref().and_then(|claim| words(claim, &part));
        let Some(Asked { nodes, statements, question, .. }) = self.asked.take() else { return Ok(()) };
        let mut answered = Answered {
            claim: part.claim.filter(|_| nodes.len() > 1),
            question,
            judgement: consequence.judgement.unwrap_or(judgement),
            by: by.to_owned(),
            about,
            open: consequence.judgement.is_none(),
            leads: consequence.lead.is_some(),
            part,
            nodes,
            statements,
            learnt: Vec::new(),
            level: self.levels.len() - 1,
            acts: self.level().inquiry.acts().len(),
            judged_before: self.judged,
        };
        if answered.leads {
            self.level().led.extend(&answered.nodes);
        }
        self.apply(&mut answered);
        let leads_on = matches!(consequence.lead, Some(Lead::Elsewhere(..)));
        if let ([node], Some(claim), Some(Lead::Elsewhere(to, _))) =
            (&answered.nodes[..], &chosen, &consequence.lead)
        {
            let WrongPart { item, missing, .. } = &answered.part;
            let wrong = WrongClaim { claim, item: *item, missing: missing.as_deref() };
            let Level { evidence, targets, .. } = self.level();
            targets.extend(evidence.provenance().and_then(|inputs| inputs.made_at(*node, &wrong, *to)));
        }
        self.follow(consequence.lead, by);
        if answered.leads {
            let is_passed_on =
                |claim: &Claim| matches!(claim.kind, ClaimKind::State | ClaimKind::Context | ClaimKind::Read);
            // Something else is wrong: that is followed now.
            if !chosen.as_ref().is_some_and(is_passed_on) {
                self.level().chain.clear();
            }
        }
        if let ([node], Some(claim)) = (&answered.nodes[..], chosen.filter(|_| leads_on)) {
            let WrongPart { item, missing, .. } = &answered.part;
            let wrong = WrongClaim { claim: &claim, item: *item, missing: missing.as_deref() };
            self.enter_chain(*node, &wrong);
        }
        if by == NOBODY {
            return Ok(());
        }
        if by != YOU {
            let Question { statement, claims, shown, .. } = answered.question.clone();
            let (by, answer) = (by.to_owned(), answered.judgement.name());
            self.queue.push_back(Event::Judged(Judged { by, answer, statement, shown, claims }));
        }
        self.answered.push(answered);
        Ok(())
    }

    /// If what it leads to cannot be asked, one would go round in circles: then it should not have
    /// happened, and that is all.
    pub(super) fn without_circles(&mut self, consequence: Consequence) -> Consequence {
        let can_follow = match &consequence.lead {
            Some(Lead::Below(node, _) | Lead::Elsewhere(node, _)) => {
                let Level { evidence, inquiry, .. } = self.level();
                inquiry.can_ask(evidence.tree(), *node)
            }
            None => false,
        };
        match consequence.judgement {
            None if !can_follow => Consequence { judgement: Some(Judgement::Inadmissible), ..consequence },
            _ => consequence,
        }
    }

    /// The search goes on there.
    pub(super) fn follow(&mut self, lead: Option<Lead>, by: &str) {
        let Level { evidence, inquiry, .. } = self.level();
        match lead {
            Some(Lead::Below(node, reason)) => {
                inquiry.point_at(evidence.tree(), node, reason, Judge::new(by));
            }
            Some(Lead::Elsewhere(node, reason)) => {
                // What is around it was excused because of something that came in; this went out.
                let tree = evidence.tree();
                let mut around = (0..=tree.depth(node)).map(|depth| tree.ancestor(node, depth));
                let node = around.find(|around| inquiry.can_reopen(*around)).unwrap_or(node);
                inquiry.redirect(evidence.tree(), node, reason, Judge::new(by));
            }
            None => {}
        }
    }

    /// What an answer says of the nodes, and where it leads.
    pub(super) fn consequence(
        &mut self,
        judgement: Judgement,
        nodes: &[NodeId],
        statements: &[Statement],
        chosen: Option<&Claim>,
        part: &WrongPart,
    ) -> Result<Consequence, String> {
        let plain = Consequence { judgement: Some(judgement), lead: None };
        let WrongPart { item, missing, path, .. } = part;
        let is_detailed = item.is_some() || missing.is_some() || !path.is_empty();
        let evidence = &mut self.level().evidence;
        // A part of the only claim that there is.
        let chosen = match statements {
            [Statement { claims, .. }] if is_detailed && claims.len() == 1 => chosen.or(claims.first()),
            _ => chosen,
        };
        let wrong = match (statements, chosen) {
            _ if judgement != Judgement::Wrong => None,
            ([statement], _) => Some(statement),
            (_, Some(claim)) => statements.get(claim.id as usize - 1),
            (_, None) => None,
        };
        if let Some(why) = wrong.and_then(|statement| statement.beyond_judgement.clone()) {
            return Err(why);
        }
        match (nodes, chosen) {
            ([node], _) if !path.is_empty() => {
                let inside =
                    evidence.inside().ok_or("cannot tell where the parts of this value come from")?;
                let producer = inside.producer(*node, path)?;
                let lead = Lead::Below(producer, "the wrong part was produced here".into());
                Ok(Consequence { lead: (producer != *node).then_some(lead), ..plain })
            }
            ([node], Some(claim)) => {
                evidence.consequence(*node, &WrongClaim { claim, item: *item, missing: missing.as_deref() })
            }
            ([_], None) if is_detailed => Err("this claim is not a list".into()),
            ([node], None) if judgement == Judgement::Inadmissible => {
                let cause = evidence.story().and_then(|story| story.cause(*node));
                let lead = cause.map(|(node, reason)| Lead::Elsewhere(node, reason));
                Ok(Consequence { lead, ..plain })
            }
            (_, _) if is_detailed => Err("name the statement of the group that the part belongs to".into()),
            (_, Some(claim)) => {
                let index = claim.id as usize - 1;
                // It may be wrong because of what it was given: then it is not to blame.
                let can_be_misled = statements[index].claims.iter().any(|claim| claim.kind.is_input());
                let lead = Lead::Below(nodes[index], POINTED_AT.into());
                Ok(match can_be_misled && statements[index].kind != QuestionKind::Expression {
                    true => Consequence { judgement: None, lead: Some(lead) },
                    false => plain,
                })
            }
            _ => Ok(plain),
        }
    }

    /// Tells the search, and remembers.
    pub(super) fn apply(&mut self, answered: &mut Answered) {
        let Answered { nodes, statements, judgement, by, claim, part, leads, open, .. } = &*answered;
        let last = self.levels.len() - 1;
        let Level { evidence, inquiry, .. } = &mut self.levels[last];
        let (tree, judge) = (evidence.tree(), Judge::new(by));
        // As siblings, they have an order of their own.
        let mut siblings = nodes.clone();
        siblings.sort();
        match (judgement, claim) {
            (_, None) if *open => {}
            (_, Some(claim)) if *open => {
                inquiry.judge_group(tree, &nodes[..*claim as usize - 1], GroupJudgement::AllRight, judge);
            }
            _ if nodes.len() == 1 => inquiry.judge(tree, nodes[0], *judgement, judge),
            (Judgement::Right, _) => inquiry.judge_group(tree, &siblings, GroupJudgement::AllRight, judge),
            (Judgement::Wrong, Some(claim)) => {
                let first = GroupJudgement::FirstWrong(*claim as usize - 1);
                inquiry.judge_group(tree, nodes, first, judge);
            }
            (Judgement::Wrong, None) => {
                inquiry.judge_group(tree, &siblings, GroupJudgement::SomeWrong, judge)
            }
            (Judgement::Unknown, _) => inquiry.judge_group(tree, &siblings, GroupJudgement::Unknown, judge),
            (Judgement::Trust | Judgement::Inadmissible, _) => {
                nodes.iter().for_each(|node| inquiry.judge(tree, *node, *judgement, judge.clone()));
            }
        }
        if by == NOBODY {
            return;
        }
        let is_group = nodes.len() > 1;
        let is_trust = *judgement == Judgement::Trust;
        let lessons: Vec<(About, Known)> = match judgement {
            Judgement::Trust => {
                let subjects = statements.iter().map(|said| About::Subject { subject: said.subject.clone() });
                let mut subjects: Vec<About> = subjects.collect();
                subjects.dedup();
                subjects.into_iter().map(|about| (about, Judgement::Trust.into())).collect()
            }
            Judgement::Wrong | Judgement::Unknown if is_group && claim.is_none() => {
                vec![(About::group(statements), (*judgement).into())]
            }
            _ if !is_group && *leads => {
                let judgement = (!open).then_some(*judgement);
                let lead = nodes.first().map(|node| Led { node: node.0, part: part.clone() });
                let known = Known { judgement, lead };
                statements.iter().map(|said| (About::Statement(said.into()), known.clone())).collect()
            }
            _ => {
                let of_statement = |(said, judgement): (&Statement, Judgement)| {
                    (About::Statement(said.into()), judgement.into())
                };
                let mut lessons: Vec<(About, Known)> = Vec::new();
                for lesson in answered.judgements().map(of_statement) {
                    if !lessons.contains(&lesson) {
                        lessons.push(lesson);
                    }
                }
                // What was pointed at is not judged yet, but another session asks about it, too.
                let pointed_at = claim.filter(|_| *open && is_group).map(|claim| claim as usize - 1);
                if let Some((said, node)) = pointed_at.and_then(|at| statements.get(at).zip(nodes.get(at))) {
                    let lead = Some(Led { node: node.0, part: WrongPart::default() });
                    lessons.push((About::Statement(said.into()), Known { judgement: None, lead }));
                }
                lessons
            }
        };
        let news = lessons.iter().map(|(about, known)| Entry::new(about.clone(), Some(known.clone()), by));
        let news: Vec<Entry> = news.collect();
        self.learn(news);
        answered.learnt = lessons.into_iter().map(|(about, _)| about).collect();
        if is_trust {
            // A function is trusted with its receives.
            self.apply_known_trust();
        }
    }

    /// Back to before the last answer, which is forgotten.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        let Some(last) = self.answered.last() else { return self.undo_beginning() };
        let learnt = last.learnt.clone();
        self.rewind(self.answered.len() - 1);
        self.forget(learnt);
        Ok(())
    }

    /// Back to the choice of where to look.
    fn undo_beginning(&mut self) -> Result<(), String> {
        let begun = self.begun.take().ok_or("there is no answer to undo")?;
        self.levels.truncate(1);
        self.levels[0].inquiry.undo_to(begun);
        (self.found, self.asked) = (None, None);
        Ok(())
    }

    /// Another answer to an earlier question. Later answers are still known, and come back where
    /// they are of use.
    pub(super) fn revise(&mut self, n: u32, to: &str) -> Result<(), String> {
        let judgement = answer::judgement(to).ok_or_else(|| format!("unknown answer: {to}"))?;
        let index = n.checked_sub(1).map_or(usize::MAX, |index| index as usize);
        let Some(mut answered) = self.answered.get(index).cloned() else {
            return Err(format!("question {n} has no answer yet"));
        };
        allow(judgement, answered.question.kind)?;
        if answered.question.kind == QuestionKind::Inputs {
            return Err("take this answer back instead (undo)".into());
        }
        self.rewind(index);
        self.forget(std::mem::take(&mut answered.learnt));
        answered.judgement = judgement;
        (answered.claim, answered.about, answered.open) = (None, None, false);
        (answered.part, answered.leads) = (WrongPart::default(), false);
        answered.by = YOU.to_owned();
        self.apply(&mut answered);
        self.answered.push(answered);
        self.apply_known_trust();
        Ok(())
    }

    /// As it was before the answer with that index; what was learnt since is still known.
    fn rewind(&mut self, index: usize) {
        let Some(first) = self.answered.get(index) else { return };
        let (level, acts, judged) = (first.level, first.acts, first.judged_before);
        self.levels.truncate(level + 1);
        if !self.levels[level].is_zoom() {
            self.found = None;
        }
        self.levels[level].inquiry.undo_to(acts);
        if level == 0 {
            self.forget_recalled(acts);
        }
        self.levels[level].assumed.clear();
        self.levels[level].vouched.clear();
        self.levels[level].chain.clear();
        self.levels[level].since = None;
        self.levels[level].targets.clear();
        self.judged = judged;
        self.answered.truncate(index);
        self.queue.clear();
        self.asked = None;
    }

    pub(super) fn change_strategy(&mut self, name: &str) -> Result<(), String> {
        let strategy: Strategy = name.parse()?;
        self.options.strategy = strategy;
        self.levels.iter_mut().for_each(|level| level.inquiry.set_strategy(strategy));
        self.asked = None;
        Ok(())
    }
}

/// Why the search goes on at a member of a group.
pub(super) const POINTED_AT: &str = "you said that something here is wrong";

fn allow(judgement: Judgement, kind: QuestionKind) -> Result<(), String> {
    match (judgement, kind) {
        (Judgement::Trust, QuestionKind::Expression) => {
            Err("an expression cannot be trusted: only a function can".into())
        }
        _ => Ok(()),
    }
}

/// Which part of a statement it was.
fn words(claim: &Claim, part: &WrongPart) -> Option<String> {
    let what = match claim.kind {
        ClaimKind::Context => "context",
        ClaimKind::Received => "received messages",
        ClaimKind::Consumed | ClaimKind::TimedOut => "consumed message",
        ClaimKind::State => "state",
        ClaimKind::Missing => "missing reply",
        ClaimKind::Read => "what was read",
        ClaimKind::Wrote => "what was written",
        ClaimKind::Sent => "sent messages",
        ClaimKind::Created => "created processes",
        ClaimKind::Stuck => "blocking",
        _ => return None,
    };
    let item = claim.items().iter().find(|item| Some(item.id) == part.item);
    Some(match (item, &part.missing) {
        (Some(item), _) => format!("{what}: {}", item.text),
        (None, Some(pid)) => format!("{what}: nothing from {pid}"),
        (None, None) => what.to_owned(),
    })
}
