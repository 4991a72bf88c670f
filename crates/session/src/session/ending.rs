//! The end of a search: the verdict with its proof, or the search inside what was found.

use computation_tree::NodeId;
use inquiry::{Innocent, Judge, Judgement, Next};

use super::{Level, RUN, Session, YOU};
use crate::answer::WrongPart;
use crate::event::{Culprit, Event, Proof, QuestionKind, Suspect, Undecided, Verdict, Wrong};
use crate::evidence::{Blamed, Statement};

const NOTHING_INSIDE: &str = "there is nothing to search inside it";
const FROM_OUTSIDE: &str = "something that came in is wrong, and nothing that is searched made it";
const LEFT: &str = "the answers leave these suspects";

impl Session {
    pub(super) async fn zoom(&mut self) -> Result<(), String> {
        if self.levels.len() > 1 {
            return Err("the search is already inside the function".into());
        }
        let Level { evidence, inquiry, .. } = self.level();
        let Next::Verdict(inquiry::InquiryVerdict::Found { node, .. }) = inquiry.next(evidence.tree()) else {
            return Err("first find the function, then search inside it".into());
        };
        let inside = evidence.inside().ok_or(NOTHING_INSIDE)?.zoom(node).await?.ok_or(NOTHING_INSIDE)?;
        self.push_level(inside, Some(node));
        Ok(())
    }

    /// Whether something before the node, that it does not show, has to be asked about first.
    fn look_back(&mut self, node: NodeId) -> bool {
        let Level { evidence, inquiry, .. } = self.level();
        let Some(background) = evidence.background(node) else { return false };
        inquiry.consult(evidence.tree(), background, Judge::new(RUN))
    }

    /// Of what is before the node, and it does not show, that of which nobody could say whether it
    /// is right: it may be why the node is wrong.
    fn unknown_before(&mut self, node: NodeId) -> Vec<NodeId> {
        let Level { evidence, inquiry, .. } = self.level();
        let background = evidence.background(node);
        background.map_or_else(Vec::new, |background| inquiry.unknown_in(evidence.tree(), &background))
    }

    /// Whether another tree has to be searched before this verdict on the node: then that is next.
    async fn look_elsewhere(&mut self, node: NodeId, verdict: &Verdict) -> bool {
        if self.levels.len() > 1 {
            return false;
        }
        let Some(elsewhere) = self.level().evidence.elsewhere() else { return false };
        let Some(other) = elsewhere.other_tree(node).await else { return false };
        self.push_level(other, Some(node));
        self.level().otherwise = Some(verdict.clone());
        true
    }

    /// Nothing in a tree that was searched before a verdict is to blame: the verdict stands.
    fn acquit(&mut self, mut verdict: Verdict) -> Verdict {
        if let Verdict::Rule(culprit) | Verdict::Function(culprit) = &mut verdict {
            culprit.remark = self.level().evidence.elsewhere().map(|elsewhere| elsewhere.acquittal());
        }
        self.found = Some(verdict.clone()).filter(|verdict| !matches!(verdict, Verdict::Undecided(_)));
        self.recounted(verdict)
    }

    /// Whether a node is all of what is searched, and judges find nothing wrong with it.
    async fn is_innocent_root(&mut self, node: NodeId) -> bool {
        let evidence = &mut self.level().evidence;
        if node != evidence.nature().root {
            return false;
        }
        let Some(judges) = evidence.judges() else { return false };
        matches!(judges.judge(node).await, Some((Judgement::Right, _)))
    }

    /// The verdict, unless the search goes on inside, or elsewhere.
    pub(super) async fn conclude(&mut self, verdict: inquiry::InquiryVerdict) -> Option<Verdict> {
        let zoomed = self.level().is_zoom();
        self.level().blamed = match &verdict {
            inquiry::InquiryVerdict::Found { node, .. } => Some(*node),
            _ => None,
        };
        match verdict {
            inquiry::InquiryVerdict::Found { node, .. } if !zoomed && self.look_back(node) => None,
            // Of a tree that was searched before the verdict on another's node, the root stands for
            // that.
            inquiry::InquiryVerdict::Found { node, .. }
                if node == self.level().evidence.nature().root && self.level().otherwise.is_some() =>
            {
                let verdict = self.level().otherwise.clone()?;
                Some(self.acquit(verdict))
            }
            inquiry::InquiryVerdict::Found { node, .. }
                if self.level().evidence.statement(node).beyond_judgement.is_some() =>
            {
                Some(Verdict::Undecided(self.undecided(vec![node], LEFT.to_owned())))
            }
            // What is inside a node cannot be wrong as a whole and right by itself: then the node
            // is
            // wrong because of something that came before it.
            inquiry::InquiryVerdict::Found { node, .. } if zoomed && self.is_innocent_root(node).await => {
                Some(Verdict::Undecided(self.undecided(vec![node], LEFT.to_owned())))
            }
            inquiry::InquiryVerdict::Found { node, proof, .. } => {
                let unknown = if zoomed { Vec::new() } else { self.unknown_before(node) };
                if !unknown.is_empty() {
                    let suspects = std::iter::once(node).chain(unknown).collect();
                    return Some(Verdict::Undecided(self.undecided(suspects, LEFT.to_owned())));
                }
                if !zoomed && self.is_wrong_from_outside(node) {
                    return Some(Verdict::Undecided(self.undecided(Vec::new(), FROM_OUTSIDE.to_owned())));
                }
                if !zoomed && (self.doubt_spec(node) || self.confirm(node)) {
                    return None;
                }
                let flaw = if zoomed { None } else { self.flaw(node) };
                if let Some(flaw) = flaw {
                    return Some(Verdict::Undecided(self.undecided(vec![node], flaw.reason())));
                }
                let verdict = self.culprit(node, proof);
                if zoomed {
                    return Some(verdict);
                }
                if self.look_elsewhere(node, &verdict).await {
                    return None;
                }
                self.found = Some(verdict.clone());
                if self.options.zoom {
                    match self.zoom().await {
                        Ok(()) => return None,
                        Err(message) => self.queue.push_back(Event::Error { message }),
                    }
                    // Only once.
                    self.options.zoom = false;
                }
                Some(verdict)
            }
            // Inside, nothing definite was found: the function is what is known.
            _ if zoomed && self.options.zoom => {
                let found = self.found.clone()?;
                Some(self.recounted(found))
            }
            inquiry::InquiryVerdict::Undecided { mut suspects } => {
                let otherwise = self.level().otherwise.clone();
                if otherwise.is_some() {
                    let root = self.level().evidence.nature().root;
                    suspects.retain(|suspect| *suspect != root);
                }
                let mut undecided = self.undecided(suspects, LEFT.to_owned());
                if let Some(Verdict::Rule(one) | Verdict::Function(one)) = otherwise {
                    let Culprit { subject, clause, statement, claims, shown, place, .. } = one;
                    let one = Suspect { subject, clause, statement, claims, shown, place };
                    undecided.suspects.push(one);
                }
                Some(Verdict::Undecided(undecided))
            }
            inquiry::InquiryVerdict::Nobody { .. } => {
                let what = if self.processes.is_some() { "in the run" } else { "that the expression calls" };
                let reason = format!("nothing {what} is to blame");
                let verdict = Verdict::Undecided(self.undecided(Vec::new(), reason));
                let root = self.level().evidence.nature().root;
                (!self.look_elsewhere(root, &verdict).await).then_some(verdict)
            }
        }
    }

    /// How many questions the person was asked, and how often others knew.
    fn counts(&self) -> (u32, u32) {
        let asked = self.answered.iter().filter(|answered| answered.by == YOU).count() as u32;
        (asked, self.judged + self.answered.len() as u32 - asked)
    }

    pub(super) fn recounted(&self, mut verdict: Verdict) -> Verdict {
        if let Verdict::Function(culprit)
        | Verdict::Rule(culprit)
        | Verdict::Receive(culprit)
        | Verdict::Expression(culprit) = &mut verdict
        {
            (culprit.questions, culprit.judged) = self.counts();
        }
        verdict
    }

    /// What exactly was said to be wrong with a node.
    fn wrong_claim(&self, node: NodeId) -> Option<Wrong> {
        let level = self.levels.len() - 1;
        let said = self.answered.iter().rev().find(|answered| {
            answered.level == level
                && answered.nodes == [node]
                && answered.question.kind != QuestionKind::Inputs
                && answered.judgement == Judgement::Wrong
        });
        let WrongPart { claim, item, missing, .. } = said?.part.clone();
        Some(Wrong { claim: claim?, item, missing })
    }

    fn culprit(&mut self, node: NodeId, proof: Vec<Innocent>) -> Verdict {
        let (questions, judged) = self.counts();
        let wrong = self.wrong_claim(node);
        let assumes = if self.level().is_zoom() { Vec::new() } else { self.assumptions(node) };
        let evidence = &mut self.level().evidence;
        let Statement { subject, text, claims, shown, .. } = evidence.statement(node);
        let code = evidence.code(node);
        let mut innocent = |Innocent { node, judgement, by }: Innocent| {
            let Statement { text, claims, subject, shown, .. } = evidence.statement(node);
            let (answer, by) = (judgement.name(), by.to_string());
            Proof { subject, statement: text, claims, shown, answer, by }
        };
        let proof = proof.into_iter().map(&mut innocent).collect();
        let culprit = Culprit {
            subject,
            error: code.error,
            wrong,
            clause: code.clause,
            statement: text,
            claims,
            shown,
            place: code.place,
            questions,
            judged,
            instance: code.instance,
            missing: code.missing,
            assumes,
            source: code.source,
            remark: code.remark,
            proof,
        };
        match code.blamed {
            Blamed::Function => Verdict::Function(culprit),
            Blamed::Rule => Verdict::Rule(culprit),
            Blamed::Receive => Verdict::Receive(culprit),
            Blamed::Expression => Verdict::Expression(culprit),
        }
    }

    pub(super) fn undecided(&mut self, nodes: Vec<NodeId>, reason: String) -> Undecided {
        let (questions, judged) = self.counts();
        let evidence = &mut self.level().evidence;
        let suspect = |node: NodeId| {
            let Statement { subject, text, claims, shown, .. } = evidence.statement(node);
            let code = evidence.code(node);
            Suspect { subject, clause: code.clause, statement: text, claims, shown, place: code.place }
        };
        Undecided { suspects: nodes.into_iter().map(suspect).collect(), reason, questions, judged }
    }
}
