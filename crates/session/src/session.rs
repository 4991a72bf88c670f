//! The session itself: which statement is next, who knows about it, and what an answer does.

use std::collections::{HashSet, VecDeque};

use computation_tree::{NodeId, SubjectId};
use inquiry::{GroupJudgement, Innocent, Inquiry, Judge, Judgement, Next, Strategy};

use crate::answer::{self, Answer, Step};
use crate::event::{
    Claim, ClaimKind, Content, Culprit, Event, Judged, Place, Proof, Question, QuestionKind, Subject,
    Suspect, Undecided, Verdict,
};
use crate::evidence::{Evidence, Layout, Statement};
use crate::knowledge::{About, Entry, Knowledge, Said};

/// The person.
pub const YOU: &str = "you";
/// There is no person: what is said in this name is not an answer, and nothing is learnt from it.
pub const NOBODY: &str = "nobody";
/// Earlier answers, of this session or another.
const ANSWERS: &str = "answers";
const TRUST_LIST: &str = "trust list";

/// How many statements are looked at for earlier answers when a session begins.
const RECALLED: usize = 50_000;

pub struct Options {
    pub strategy: Strategy,
    /// Go on inside the function that is found, without being told to.
    pub zoom: bool,
}

pub struct Session {
    /// The calls of the run; with zoom, also the expressions of one of them.
    levels: Vec<Level>,
    options: Options,
    knowledge: Knowledge,
    /// New entries for the answers file.
    news: Vec<Entry>,
    /// What was answered, without what was taken back.
    answered: Vec<Answered>,
    /// How often someone knew before anyone was asked.
    judged: u32,
    queue: VecDeque<Event>,
    asked: Option<Asked>,
    /// The verdict on the function, once there is one.
    function: Option<Culprit>,
}

struct Level {
    evidence: Box<dyn Evidence>,
    inquiry: Inquiry,
    /// Nodes that none of the oracles can judge.
    silent: HashSet<NodeId>,
}

/// A question that waits for its answer.
struct Asked {
    nodes: Vec<NodeId>,
    statements: Vec<Statement>,
    question: Question,
}

/// What exactly is wrong.
#[derive(Default)]
struct Part {
    claim: Option<u32>,
    item: Option<u32>,
    path: Vec<Step>,
}

/// A question with its answer.
#[derive(Clone)]
pub struct Answered {
    pub question: Question,
    pub judgement: Judgement,
    pub by: String,
    /// In a group: which statement is the first wrong one, counted from 1.
    claim: Option<u32>,
    nodes: Vec<NodeId>,
    statements: Vec<Statement>,
    learnt: Vec<About>,
    /// How things were before.
    level: usize,
    acts: usize,
    judged_before: u32,
}

impl Answered {
    /// What this says of single statements: nothing, if only something in a group is wrong.
    pub fn judgements(&self) -> impl Iterator<Item = (&Statement, Judgement)> {
        let count = match (self.judgement, self.claim) {
            (Judgement::Wrong, Some(first)) => first as usize,
            (Judgement::Wrong, None) if self.statements.len() > 1 => 0,
            _ => self.statements.len(),
        };
        let judgement = move |index: usize| match self.claim {
            Some(first) if self.judgement == Judgement::Wrong && index + 1 < first as usize => {
                Judgement::Right
            }
            _ => self.judgement,
        };
        self.statements.iter().take(count).enumerate().map(move |(index, said)| (said, judgement(index)))
    }
}

impl Session {
    /// The root of the evidence is what is wrong.
    pub fn new(evidence: Box<dyn Evidence>, knowledge: Knowledge, options: Options) -> Session {
        let mut session = Session {
            levels: Vec::new(),
            options,
            knowledge,
            news: Vec::new(),
            answered: Vec::new(),
            judged: 0,
            queue: VecDeque::new(),
            asked: None,
            function: None,
        };
        session.push_level(evidence);
        session.recall();
        session
    }

    /// Earlier answers about anything in the tree hold from the beginning, so that a session goes on where another ended. Only in trees
    /// of which all statements can be looked at in a moment; elsewhere they hold when their turn comes.
    fn recall(&mut self) {
        let Level { evidence, inquiry, .. } = &mut self.levels[0];
        let (root, _) = evidence.root();
        let nodes = root.0 + 1..evidence.tree().end(root).0;
        if self.knowledge.is_empty() || nodes.len() > RECALLED {
            return;
        }
        let known =
            evidence.subjects().into_iter().filter(|(_, known)| self.knowledge.has_statements_of(known));
        let known: HashSet<SubjectId> = known.map(|(id, _)| id).collect();
        let mut told = HashSet::new();
        for node in nodes.map(NodeId) {
            if !known.contains(&evidence.tree().subject(node)) {
                continue;
            }
            let statement = evidence.statement(node);
            let about = About::Statement(Said::from(&statement));
            let Some(judgement) = self.knowledge.about(&about) else { continue };
            inquiry.judge(evidence.tree(), node, judgement, Judge::new(ANSWERS));
            let Statement { text, claims, .. } = statement;
            if told.insert(text.clone()) {
                let by = ANSWERS.to_owned();
                self.queue.push_back(Event::Judged(Judged {
                    by,
                    answer: judgement.name(),
                    statement: text,
                    claims,
                }));
                self.judged += 1;
            }
        }
    }

    /// These functions are right, whatever they are called with.
    pub fn trust(&mut self, is_trusted: impl Fn(&Subject) -> bool) {
        let Level { evidence, inquiry, .. } = &mut self.levels[0];
        for (id, _) in evidence.subjects().into_iter().filter(|(_, subject)| is_trusted(subject)) {
            inquiry.trust(evidence.tree(), id, Judge::new(TRUST_LIST));
        }
    }

    /// The next event: the same question or verdict again until something is answered.
    pub fn next_event(&mut self) -> Event {
        loop {
            if let Some(event) = self.queue.pop_front() {
                return event;
            }
            if let Some(asked) = &self.asked {
                return Event::Question(asked.question.clone());
            }
            let Level { evidence, inquiry, .. } = self.level();
            match inquiry.next(evidence.tree()) {
                Next::Question(chosen) => {
                    if !self.someone_knows(&chosen.nodes) {
                        self.ask(chosen);
                    }
                }
                Next::Verdict(verdict) => {
                    if let Some(verdict) = self.conclude(verdict) {
                        return Event::Verdict(verdict);
                    }
                }
            }
        }
    }

    /// Answers the question that was asked last. What cannot be done changes nothing.
    pub fn answer(&mut self, answer: Answer) -> Result<(), String> {
        self.answer_as(YOU, answer)
    }

    /// The same in another's name.
    pub fn answer_as(&mut self, by: &str, answer: Answer) -> Result<(), String> {
        match answer {
            Answer::Right => self.judge_asked(by, Judgement::Right, Part::default()),
            Answer::Wrong { claim, item, path } => {
                self.judge_asked(by, Judgement::Wrong, Part { claim, item, path })
            }
            Answer::Trust => self.judge_asked(by, Judgement::Trust, Part::default()),
            Answer::Inadmissible => self.judge_asked(by, Judgement::Inadmissible, Part::default()),
            Answer::Unknown => self.judge_asked(by, Judgement::Unknown, Part::default()),
            Answer::Undo => self.undo(),
            Answer::Revise { n, to } => self.revise(n, &to),
            Answer::Strategy { name } => self.change_strategy(&name),
            Answer::Zoom => self.zoom(),
            Answer::Abort => Err("whoever holds the session ends it".into()),
        }
    }

    // ---- what there is to know about it

    /// Everything answered so far, without what was taken back.
    pub fn answered(&self) -> &[Answered] {
        &self.answered
    }

    /// New lines for the answers file.
    pub fn take_news(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.news)
    }

    /// What was learnt, for another session.
    pub fn into_knowledge(self) -> Knowledge {
        self.knowledge
    }

    pub fn strategy(&self) -> Strategy {
        self.options.strategy
    }

    /// Whether the function to blame is known.
    pub fn has_found(&self) -> bool {
        self.function.is_some()
    }

    /// The statements of the current question for a reader; one, or those of a group.
    pub fn layout(&mut self, width: usize, size: Option<usize>) -> Vec<Layout> {
        let nodes = self.asked.as_ref().map(|asked| asked.nodes.clone()).unwrap_or_default();
        let evidence = &mut self.level().evidence;
        nodes.into_iter().map(|node| evidence.layout(node, width, size)).collect()
    }

    /// The code that the current question is about.
    pub fn code(&mut self) -> Option<(Place, String)> {
        let node = *self.asked.as_ref()?.nodes.first()?;
        self.level().evidence.whole_code(node)
    }

    /// The statement that is known to be wrong.
    pub fn symptom(&mut self) -> Statement {
        let evidence = &mut self.levels[0].evidence;
        let root = evidence.root().0;
        evidence.statement(root)
    }

    /// The same for a reader.
    pub fn symptom_layout(&mut self, width: usize, size: Option<usize>) -> Layout {
        let evidence = &mut self.levels[0].evidence;
        let root = evidence.root().0;
        evidence.layout(root, width, size)
    }

    /// What someone other than the person says about the symptom.
    pub fn opinion_on_symptom(&mut self) -> Option<Judged> {
        let evidence = &mut self.levels[0].evidence;
        let root = evidence.root().0;
        let (judgement, by) = evidence.judge(root)?;
        let Statement { text, claims, .. } = evidence.statement(root);
        Some(Judged { by, answer: judgement.name(), statement: text, claims })
    }

    /// The verdict if the session ended here.
    pub fn give_up(&mut self, reason: String) -> Verdict {
        match self.function.clone() {
            Some(function) => Verdict::Function(self.recounted(function)),
            None => Verdict::Undecided(self.undecided(Vec::new(), reason)),
        }
    }

    // ---- asking

    fn level(&mut self) -> &mut Level {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn push_level(&mut self, evidence: Box<dyn Evidence>) {
        let (root, blamable) = evidence.root();
        let inquiry = Inquiry::new(root, blamable, self.options.strategy);
        self.levels.push(Level { evidence, inquiry, silent: HashSet::new() });
        self.apply_known_trust();
    }

    fn apply_known_trust(&mut self) {
        let last = self.levels.len() - 1;
        let Level { evidence, inquiry, .. } = &mut self.levels[last];
        let known = evidence.subjects().into_iter().filter(|(_, subject)| self.knowledge.trusts(subject));
        let known: Vec<SubjectId> = known.map(|(id, _)| id).collect();
        for id in known {
            inquiry.trust(evidence.tree(), id, Judge::new(ANSWERS));
        }
    }

    /// Asks earlier answers, then the oracles, about each statement of a question. Whether anything new came out.
    fn someone_knows(&mut self, nodes: &[NodeId]) -> bool {
        let last = self.levels.len() - 1;
        let Level { evidence, inquiry, silent } = &mut self.levels[last];
        let statements: Vec<Statement> = nodes.iter().map(|node| evidence.statement(*node)).collect();
        let mut known = false;
        for (node, statement) in nodes.iter().zip(&statements) {
            let earlier = self.knowledge.about(&About::Statement(Said::from(statement)));
            let earlier = earlier.map(|judgement| (judgement, ANSWERS.to_owned()));
            let from_oracles = || match silent.contains(node) {
                true => None,
                false => evidence.judge(*node),
            };
            let Some((judgement, by)) = earlier.or_else(from_oracles) else {
                silent.insert(*node);
                continue;
            };
            inquiry.judge(evidence.tree(), *node, judgement, Judge::new(&by));
            let Statement { text, claims, .. } = statement.clone();
            self.queue.push_back(Event::Judged(Judged {
                by,
                answer: judgement.name(),
                statement: text,
                claims,
            }));
            self.judged += 1;
            known = true;
            // The search goes on below it, and the rest of the group is of no interest.
            if judgement == Judgement::Wrong {
                break;
            }
        }
        if !known && nodes.len() > 1 {
            let group = statements.iter().map(Said::from).collect();
            let judgement = match self.knowledge.about(&About::Group { group }) {
                Some(Judgement::Wrong) => GroupJudgement::SomeWrong,
                Some(Judgement::Unknown) => GroupJudgement::Unknown,
                _ => return false,
            };
            inquiry.judge_group(evidence.tree(), nodes, judgement, Judge::new(ANSWERS));
            self.judged += 1;
            known = true;
        }
        known
    }

    fn ask(&mut self, chosen: inquiry::Question) {
        let n = self.answered.len() as u32 + 1;
        let evidence = &mut self.level().evidence;
        let statements: Vec<Statement> = chosen.nodes.iter().map(|node| evidence.statement(*node)).collect();
        let advice = match chosen.nodes[..] {
            [node] => evidence.advice(node),
            _ => Vec::new(),
        };
        let subject = statements.first().map(|first| first.subject.clone());
        let subject = subject.filter(|common| statements.iter().all(|other| other.subject == *common));
        let (kind, text, claims) = match &statements[..] {
            [one] => (evidence.kind(), one.text.clone(), one.claims.clone()),
            several => {
                let count = several.len();
                let text = match (&subject, evidence.kind()) {
                    (Some(subject), QuestionKind::Call) => format!("{count} calls of {subject}"),
                    (None, QuestionKind::Call) => format!("{count} calls"),
                    _ => format!("{count} expressions"),
                };
                (QuestionKind::Group, text, several.iter().zip(1..).map(member).collect())
            }
        };
        let place = match (kind, &chosen.nodes[..]) {
            (QuestionKind::Expression, [node]) => Some(evidence.code(*node).place),
            _ => None,
        };
        let question = Question {
            n,
            process: evidence.process(),
            kind,
            subject,
            statement: text,
            claims,
            suspects: chosen.suspects,
            reason: chosen.reason,
            place,
            advice,
        };
        self.asked = Some(Asked { nodes: chosen.nodes, statements, question });
    }

    // ---- answering

    fn judge_asked(&mut self, by: &str, judgement: Judgement, part: Part) -> Result<(), String> {
        self.allow(judgement)?;
        let Part { claim, item, path } = part;
        let Some(asked) = &self.asked else { return Err("nothing has been asked".into()) };
        let chosen = claim.map(|id| asked.question.claims.iter().find(|known| known.id == id).ok_or(id));
        let chosen = chosen.transpose().map_err(|id| format!("this question has no claim {id}"))?;
        let in_context = chosen.is_some_and(|claim| claim.kind == ClaimKind::Context);
        if item.is_some() && !in_context {
            return Err("this claim is not a list".into());
        }
        let (target, reason) = match (&path[..], item, &asked.nodes[..]) {
            ([], None, _) => (None, ""),
            ([], Some(item), [node]) => {
                let node = *node;
                let binder = self.level().evidence.binder(node, item).ok_or("there is no such variable")?;
                (Some(binder), "the wrong variable was bound here")
            }
            (path, _, [node]) => {
                let node = *node;
                let producer = self.level().evidence.producer(node, path)?;
                ((producer != node).then_some(producer), "the wrong part was made here")
            }
            _ => return Err("a part of which statement of the group?".into()),
        };
        // With other variables it might be right: it says nothing about this expression.
        let judgement = if in_context { Judgement::Inadmissible } else { judgement };
        let Some(Asked { nodes, statements, question }) = self.asked.take() else { return Ok(()) };
        let mut answered = Answered {
            claim: claim.filter(|_| nodes.len() > 1),
            question,
            judgement,
            by: by.to_owned(),
            nodes,
            statements,
            learnt: Vec::new(),
            level: self.levels.len() - 1,
            acts: self.level().inquiry.acts().len(),
            judged_before: self.judged,
        };
        self.apply(&mut answered);
        if let Some(target) = target {
            let Level { evidence, inquiry, .. } = self.level();
            inquiry.point_at(evidence.tree(), target, reason.to_owned(), Judge::new(by));
        }
        if by == NOBODY {
            return Ok(());
        }
        if by != YOU {
            let Question { statement, claims, .. } = answered.question.clone();
            let (by, answer) = (by.to_owned(), judgement.name());
            self.queue.push_back(Event::Judged(Judged { by, answer, statement, claims }));
        }
        self.answered.push(answered);
        Ok(())
    }

    fn allow(&mut self, judgement: Judgement) -> Result<(), String> {
        match (judgement, self.level().evidence.kind()) {
            (Judgement::Trust, QuestionKind::Expression) => {
                Err("an expression cannot be trusted: it is right or wrong".into())
            }
            _ => Ok(()),
        }
    }

    /// Tells the search, and remembers.
    fn apply(&mut self, answered: &mut Answered) {
        let Answered { nodes, statements, judgement, by, claim, .. } = &*answered;
        let last = self.levels.len() - 1;
        let Level { evidence, inquiry, .. } = &mut self.levels[last];
        let (tree, judge) = (evidence.tree(), Judge::new(by));
        match (judgement, claim) {
            _ if nodes.len() == 1 => inquiry.judge(tree, nodes[0], *judgement, judge),
            (Judgement::Right, _) => inquiry.judge_group(tree, nodes, GroupJudgement::AllRight, judge),
            (Judgement::Wrong, Some(claim)) => {
                let first = GroupJudgement::FirstWrong(*claim as usize - 1);
                inquiry.judge_group(tree, nodes, first, judge);
            }
            (Judgement::Wrong, None) => inquiry.judge_group(tree, nodes, GroupJudgement::SomeWrong, judge),
            (Judgement::Unknown, _) => inquiry.judge_group(tree, nodes, GroupJudgement::Unknown, judge),
            (Judgement::Trust | Judgement::Inadmissible, _) => {
                nodes.iter().for_each(|node| inquiry.judge(tree, *node, *judgement, judge.clone()));
            }
        }
        if by == NOBODY {
            return;
        }
        let is_group = nodes.len() > 1;
        let lessons: Vec<(About, Judgement)> = match judgement {
            Judgement::Trust => {
                let subjects = statements.iter().map(|said| About::Subject { subject: said.subject.clone() });
                let mut subjects: Vec<About> = subjects.collect();
                subjects.dedup();
                subjects.into_iter().map(|about| (about, Judgement::Trust)).collect()
            }
            Judgement::Wrong | Judgement::Unknown if is_group && claim.is_none() => {
                let group = statements.iter().map(Said::from).collect();
                vec![(About::Group { group }, *judgement)]
            }
            _ => {
                let of_statement =
                    |(said, judgement): (&Statement, Judgement)| (About::Statement(said.into()), judgement);
                answered.judgements().map(of_statement).collect()
            }
        };
        let news = lessons.iter().map(|(about, judgement)| Entry::new(about.clone(), Some(*judgement), by));
        let news: Vec<Entry> = news.collect();
        self.learn(news);
        answered.learnt = lessons.into_iter().map(|(about, _)| about).collect();
    }

    fn learn(&mut self, news: Vec<Entry>) {
        news.iter().for_each(|entry| self.knowledge.learn(entry));
        self.news.extend(news);
    }

    fn forget(&mut self, learnt: Vec<About>) {
        self.learn(learnt.into_iter().map(|about| Entry::new(about, None, YOU)).collect());
    }

    /// Back to before the last answer, which is forgotten.
    fn undo(&mut self) -> Result<(), String> {
        let Some(last) = self.answered.last() else { return Err("there is no answer to take back".into()) };
        let learnt = last.learnt.clone();
        self.rewind(self.answered.len() - 1);
        self.forget(learnt);
        Ok(())
    }

    /// Another answer to an earlier question. Later answers are still known, and come back where they are of use.
    fn revise(&mut self, n: u32, to: &str) -> Result<(), String> {
        let judgement = answer::judgement(to).ok_or_else(|| format!("no such answer: {to}"))?;
        let index = n.checked_sub(1).map_or(usize::MAX, |index| index as usize);
        let Some(mut answered) = self.answered.get(index).cloned() else {
            return Err(format!("there is no answer to a question {n}"));
        };
        if judgement == Judgement::Trust && answered.question.kind == QuestionKind::Expression {
            return Err("an expression cannot be trusted: it is right or wrong".into());
        }
        self.rewind(index);
        self.forget(std::mem::take(&mut answered.learnt));
        answered.judgement = judgement;
        answered.claim = None;
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
        if level == 0 {
            self.function = None;
        }
        self.levels[level].inquiry.undo_to(acts);
        self.judged = judged;
        self.answered.truncate(index);
        self.queue.clear();
        self.asked = None;
    }

    fn change_strategy(&mut self, name: &str) -> Result<(), String> {
        let strategy: Strategy = name.parse()?;
        self.options.strategy = strategy;
        self.levels.iter_mut().for_each(|level| level.inquiry.set_strategy(strategy));
        self.asked = None;
        Ok(())
    }

    // ---- the end

    fn zoom(&mut self) -> Result<(), String> {
        if self.levels.len() > 1 {
            return Err("the search is inside the function already".into());
        }
        let Level { evidence, inquiry, .. } = self.level();
        let Next::Verdict(inquiry::Verdict::Found { node, .. }) = inquiry.next(evidence.tree()) else {
            return Err("first the function, then what is inside".into());
        };
        let inside = evidence.inside(node)?.ok_or("there is nothing to see inside")?;
        self.push_level(inside);
        Ok(())
    }

    /// The verdict, unless the search goes on inside.
    fn conclude(&mut self, verdict: inquiry::Verdict) -> Option<Verdict> {
        let zoomed = self.levels.len() > 1;
        match verdict {
            inquiry::Verdict::Found { node, proof, .. } => {
                let culprit = self.culprit(node, proof);
                if zoomed {
                    return Some(Verdict::Expression(culprit));
                }
                self.function = Some(culprit.clone());
                if self.options.zoom {
                    match self.zoom() {
                        Ok(()) => return None,
                        Err(message) => self.queue.push_back(Event::Error { message }),
                    }
                    // Only once.
                    self.options.zoom = false;
                }
                Some(Verdict::Function(culprit))
            }
            // Inside, nothing definite was found: the function is what is known.
            _ if zoomed && self.options.zoom => {
                let function = self.function.clone()?;
                Some(Verdict::Function(self.recounted(function)))
            }
            inquiry::Verdict::Undecided { suspects } => {
                let reason = "the answers leave these suspects".to_owned();
                Some(Verdict::Undecided(self.undecided(suspects, reason)))
            }
            inquiry::Verdict::Nobody { .. } => {
                let reason = "nothing that the expression calls is to blame".to_owned();
                Some(Verdict::Undecided(self.undecided(Vec::new(), reason)))
            }
        }
    }

    /// How many questions the person was asked, and how often others knew.
    fn counts(&self) -> (u32, u32) {
        let asked = self.answered.iter().filter(|answered| answered.by == YOU).count() as u32;
        (asked, self.judged + self.answered.len() as u32 - asked)
    }

    fn recounted(&self, culprit: Culprit) -> Culprit {
        let (questions, judged) = self.counts();
        Culprit { questions, judged, ..culprit }
    }

    fn culprit(&mut self, node: NodeId, proof: Vec<Innocent>) -> Culprit {
        let (questions, judged) = self.counts();
        let evidence = &mut self.level().evidence;
        let Statement { subject, text, claims, .. } = evidence.statement(node);
        let code = evidence.code(node);
        let mut innocent = |Innocent { node, judgement, by }: Innocent| {
            let Statement { text, claims, subject, .. } = evidence.statement(node);
            Proof { subject, statement: text, claims, answer: judgement.name(), by: by.to_string() }
        };
        let proof = proof.into_iter().map(&mut innocent).collect();
        Culprit {
            subject,
            clause: code.clause,
            statement: text,
            claims,
            place: code.place,
            questions,
            judged,
            source: code.source,
            remark: code.remark,
            proof,
        }
    }

    fn undecided(&mut self, nodes: Vec<NodeId>, reason: String) -> Undecided {
        let (questions, judged) = self.counts();
        let evidence = &mut self.level().evidence;
        let suspect = |node: NodeId| {
            let Statement { subject, text, claims, .. } = evidence.statement(node);
            let code = evidence.code(node);
            Suspect { subject, clause: code.clause, statement: text, claims, place: code.place }
        };
        Undecided { suspects: nodes.into_iter().map(suspect).collect(), reason, questions, judged }
    }
}

/// A statement as one claim of a group.
fn member((statement, id): (&Statement, u32)) -> Claim {
    let content = Content::Statement { statement: statement.text.clone(), claims: statement.claims.clone() };
    Claim { id, kind: ClaimKind::Statement, content }
}
