//! The session itself: which statement is next, who knows about it, and what an answer does.

use std::collections::{HashSet, VecDeque};

use computation_tree::{NodeId, SubjectId};
use inquiry::{GroupJudgement, Innocent, Inquiry, Judge, Judgement, Next, Strategy};

use crate::answer::{self, Answer, Step};
use crate::event::{
    Claim, ClaimKind, Content, Culprit, Event, Judged, Place, Process, Proof, Question, QuestionKind, Start,
    Subject, Suspect, Undecided, Verdict,
};
use crate::evidence::{Beginning, Blamed, Consequence, Evidence, Layout, Lead, Statement, Wish, WrongClaim};
use crate::knowledge::{About, Entry, Knowledge, Said};

/// The person.
pub const YOU: &str = "you";
/// There is no person: what is said in this name is not an answer, and nothing is learnt from it.
pub const NOBODY: &str = "nobody";
/// Earlier answers, of this session or another.
const ANSWERS: &str = "answers";
const TRUST_LIST: &str = "trust list";
/// What holds processes together is nobody's code.
const RUN: &str = "run";

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
    /// Where the search can begin, if there is a choice.
    processes: Option<Vec<Process>>,
    /// How many acts came before the choice was made.
    begun: Option<usize>,
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
    /// The verdict on the function or receive, once there is one.
    found: Option<Verdict>,
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
    missing: Option<String>,
    path: Vec<Step>,
}

/// A question with its answer.
#[derive(Clone)]
pub struct Answered {
    pub question: Question,
    pub judgement: Judgement,
    pub by: String,
    /// The claim that was said to be wrong, and the item of it.
    pub about: Option<String>,
    /// In a group: which statement is the first wrong one, counted from 1.
    claim: Option<u32>,
    /// What exactly is wrong is still to be asked: of what is wrong here nothing is said yet.
    open: bool,
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
            (Judgement::Wrong, Some(first)) => first as usize - usize::from(self.open),
            (Judgement::Wrong, None) if self.statements.len() > 1 || self.open => 0,
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
            processes: None,
            begun: None,
            options,
            knowledge,
            news: Vec::new(),
            answered: Vec::new(),
            judged: 0,
            queue: VecDeque::new(),
            asked: None,
            found: None,
        };
        session.push_level(evidence);
        session.processes = session.level().evidence.processes();
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
        if let Some(processes) = &self.processes
            && self.begun.is_none()
        {
            return Event::Start(Start { processes: processes.clone() });
        }
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
            Answer::Wrong { claim, item, missing, path } => {
                self.judge_asked(by, Judgement::Wrong, Part { claim, item, missing, path })
            }
            Answer::Process { n } => self.begin(by, Some(Beginning::Process(n))),
            Answer::Event { id } => self.begin(by, Some(Beginning::Event(id))),
            Answer::Whole => self.begin(by, None),
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

    /// Whether the function or receive to blame is known.
    pub fn has_found(&self) -> bool {
        self.found.is_some()
    }

    /// The processes of the run, if there are several, the latest first.
    pub fn processes(&self) -> &[Process] {
        self.processes.as_deref().unwrap_or_default()
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

    /// What processes did to each other, drawn; around what the current question is about if nothing else is wished for.
    pub fn diagram(&mut self, wish: &Wish<'_>) -> Result<String, String> {
        let asked = self.asked.as_ref().filter(|_| self.levels.len() == 1);
        let node = asked.and_then(|asked| asked.nodes.first().copied());
        self.levels[0].evidence.diagram(node, wish)
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
        match self.found.clone() {
            Some(found) => self.recounted(found),
            None => Verdict::Undecided(self.undecided(Vec::new(), reason)),
        }
    }

    // ---- asking

    /// Where to look first. What is said there decides; if nothing is wrong there, the search is over everything.
    fn begin(&mut self, by: &str, at: Option<Beginning>) -> Result<(), String> {
        if self.processes.is_none() {
            return Err("there is only one process".into());
        }
        if self.begun.is_some() {
            return Err("the search has begun: first undo all answers".into());
        }
        let Level { evidence, inquiry, .. } = self.level();
        let acts = inquiry.acts().len();
        if let Some(at) = at {
            let (node, reason) = evidence.beginning(at)?;
            inquiry.redirect(evidence.tree(), node, reason, Judge::new(by));
        }
        self.begun = Some(acts);
        Ok(())
    }

    fn level(&mut self) -> &mut Level {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn push_level(&mut self, evidence: Box<dyn Evidence>) {
        let (root, blamable) = evidence.root();
        let inquiry = Inquiry::new(root, blamable, self.options.strategy);
        self.levels.push(Level { evidence, inquiry, silent: HashSet::new() });
        let Level { evidence, inquiry, .. } = self.level();
        if let Some(scaffold) = evidence.scaffold() {
            inquiry.trust(evidence.tree(), scaffold, Judge::new(RUN));
        }
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
            [one] => (one.kind, one.text.clone(), one.claims.clone()),
            several => {
                let count = several.len();
                let all = |kind| several.iter().all(|one| one.kind == kind);
                let text = match &subject {
                    _ if all(QuestionKind::Expression) => format!("{count} expressions"),
                    Some(subject) if all(QuestionKind::Call) => format!("{count} calls of {subject}"),
                    None if all(QuestionKind::Call) => format!("{count} calls"),
                    Some(subject) => format!("{count} steps of {subject}"),
                    None => format!("{count} steps"),
                };
                (QuestionKind::Group, text, several.iter().zip(1..).map(member).collect())
            }
        };
        let place = match (kind, &chosen.nodes[..]) {
            (QuestionKind::Expression | QuestionKind::Receive | QuestionKind::Stuck, [node]) => {
                Some(evidence.code(*node).place)
            }
            _ => None,
        };
        let question = Question {
            n,
            process: statements.first().map(|first| first.process.clone()).unwrap_or_default(),
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
        if self.processes.is_some() && self.begun.is_none() {
            return Err("first say where to look: a process, an event, or the whole run".into());
        }
        let Some(asked) = &self.asked else { return Err("nothing has been asked".into()) };
        allow(judgement, asked.question.kind)?;
        let chosen = part.claim.map(|id| asked.question.claims.iter().find(|known| known.id == id).ok_or(id));
        let chosen = chosen.transpose().map_err(|id| format!("this question has no claim {id}"))?.cloned();
        let (nodes, statements) = (asked.nodes.clone(), asked.statements.clone());
        let mut consequence = self.consequence(judgement, &nodes, &statements, chosen.as_ref(), &part)?;
        if let (None, [_]) = (consequence.judgement, &nodes[..])
            && !self.can_follow(consequence.lead.as_ref())
        {
            consequence.judgement = Some(Judgement::Inadmissible);
        }
        let about = chosen.as_ref().and_then(|claim| words(claim, &part));
        let Some(Asked { nodes, statements, question }) = self.asked.take() else { return Ok(()) };
        let mut answered = Answered {
            claim: part.claim.filter(|_| nodes.len() > 1),
            question,
            judgement: consequence.judgement.unwrap_or(judgement),
            by: by.to_owned(),
            about,
            open: consequence.judgement.is_none(),
            nodes,
            statements,
            learnt: Vec::new(),
            level: self.levels.len() - 1,
            acts: self.level().inquiry.acts().len(),
            judged_before: self.judged,
        };
        self.apply(&mut answered);
        let Level { evidence, inquiry, .. } = self.level();
        match consequence.lead {
            Some(Lead::Below(node, reason)) => {
                inquiry.point_at(evidence.tree(), node, reason, Judge::new(by))
            }
            Some(Lead::Elsewhere(node, reason)) => {
                inquiry.redirect(evidence.tree(), node, reason, Judge::new(by))
            }
            None => {}
        }
        if by == NOBODY {
            return Ok(());
        }
        if by != YOU {
            let Question { statement, claims, .. } = answered.question.clone();
            let (by, answer) = (by.to_owned(), answered.judgement.name());
            self.queue.push_back(Event::Judged(Judged { by, answer, statement, claims }));
        }
        self.answered.push(answered);
        Ok(())
    }

    /// Whether what an answer leads to can be asked: otherwise one would go round in circles.
    fn can_follow(&mut self, lead: Option<&Lead>) -> bool {
        let Some(Lead::Below(node, _) | Lead::Elsewhere(node, _)) = lead else { return false };
        let Level { evidence, inquiry, .. } = self.level();
        inquiry.can_ask(evidence.tree(), *node)
    }

    /// What an answer says of the nodes, and where it leads.
    fn consequence(
        &mut self,
        judgement: Judgement,
        nodes: &[NodeId],
        statements: &[Statement],
        chosen: Option<&Claim>,
        part: &Part,
    ) -> Result<Consequence, String> {
        let plain = Consequence { judgement: Some(judgement), lead: None };
        let Part { item, missing, path, .. } = part;
        let is_detailed = item.is_some() || missing.is_some() || !path.is_empty();
        let evidence = &mut self.level().evidence;
        match (nodes, chosen) {
            ([node], _) if !path.is_empty() => {
                let producer = evidence.producer(*node, path)?;
                let lead = Lead::Below(producer, "the wrong part was made here".into());
                Ok(Consequence { lead: (producer != *node).then_some(lead), ..plain })
            }
            ([node], Some(claim)) => {
                evidence.consequence(*node, &WrongClaim { claim, item: *item, missing: missing.as_deref() })
            }
            ([_], None) if is_detailed => Err("this claim is not a list".into()),
            ([node], None) if judgement == Judgement::Inadmissible => {
                let lead = evidence.cause(*node).map(|(node, reason)| Lead::Elsewhere(node, reason));
                Ok(Consequence { lead, ..plain })
            }
            (_, _) if is_detailed => Err("a part of which statement of the group?".into()),
            (_, Some(claim)) => {
                let index = claim.id as usize - 1;
                let given = [ClaimKind::Context, ClaimKind::Received, ClaimKind::Consumed];
                // It may be wrong because of what it was given: then it is not to blame.
                let can_be_misled = statements[index].claims.iter().any(|claim| given.contains(&claim.kind));
                let lead = Lead::Below(nodes[index], "what exactly is wrong with it?".into());
                Ok(match can_be_misled && statements[index].kind != QuestionKind::Expression {
                    true => Consequence { judgement: None, lead: Some(lead) },
                    false => plain,
                })
            }
            _ => Ok(plain),
        }
    }

    /// Tells the search, and remembers.
    fn apply(&mut self, answered: &mut Answered) {
        let Answered { nodes, statements, judgement, by, claim, open, .. } = &*answered;
        let last = self.levels.len() - 1;
        let Level { evidence, inquiry, .. } = &mut self.levels[last];
        let (tree, judge) = (evidence.tree(), Judge::new(by));
        match (judgement, claim) {
            (_, None) if *open => {}
            (_, Some(claim)) if *open => {
                inquiry.judge_group(tree, &nodes[..*claim as usize - 1], GroupJudgement::AllRight, judge);
            }
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
        let is_trust = *judgement == Judgement::Trust;
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
        if is_trust {
            // A function is trusted with its receives.
            self.apply_known_trust();
        }
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
        let Some(last) = self.answered.last() else { return self.undo_beginning() };
        let learnt = last.learnt.clone();
        self.rewind(self.answered.len() - 1);
        self.forget(learnt);
        Ok(())
    }

    /// Back to the choice of where to look.
    fn undo_beginning(&mut self) -> Result<(), String> {
        let begun = self.begun.take().ok_or("there is no answer to take back")?;
        self.levels.truncate(1);
        self.levels[0].inquiry.undo_to(begun);
        (self.found, self.asked) = (None, None);
        Ok(())
    }

    /// Another answer to an earlier question. Later answers are still known, and come back where they are of use.
    fn revise(&mut self, n: u32, to: &str) -> Result<(), String> {
        let judgement = answer::judgement(to).ok_or_else(|| format!("no such answer: {to}"))?;
        let index = n.checked_sub(1).map_or(usize::MAX, |index| index as usize);
        let Some(mut answered) = self.answered.get(index).cloned() else {
            return Err(format!("there is no answer to a question {n}"));
        };
        allow(judgement, answered.question.kind)?;
        self.rewind(index);
        self.forget(std::mem::take(&mut answered.learnt));
        answered.judgement = judgement;
        (answered.claim, answered.about, answered.open) = (None, None, false);
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
            self.found = None;
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

    /// Whether something before the node, that it does not show, has to be asked about first.
    fn look_back(&mut self, node: NodeId) -> bool {
        let Level { evidence, inquiry, .. } = self.level();
        let Some(background) = evidence.background(node) else { return false };
        inquiry.consult(evidence.tree(), background, Judge::new(RUN))
    }

    /// The verdict, unless the search goes on inside.
    fn conclude(&mut self, verdict: inquiry::Verdict) -> Option<Verdict> {
        let zoomed = self.levels.len() > 1;
        match verdict {
            inquiry::Verdict::Found { node, .. } if !zoomed && self.look_back(node) => None,
            inquiry::Verdict::Found { node, proof, .. } => {
                let verdict = self.culprit(node, proof);
                if zoomed {
                    return Some(verdict);
                }
                self.found = Some(verdict.clone());
                if self.options.zoom {
                    match self.zoom() {
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
            inquiry::Verdict::Undecided { suspects } => {
                let reason = "the answers leave these suspects".to_owned();
                Some(Verdict::Undecided(self.undecided(suspects, reason)))
            }
            inquiry::Verdict::Nobody { .. } => {
                let what = if self.processes.is_some() { "in the run" } else { "that the expression calls" };
                let reason = format!("nothing {what} is to blame");
                Some(Verdict::Undecided(self.undecided(Vec::new(), reason)))
            }
        }
    }

    /// How many questions the person was asked, and how often others knew.
    fn counts(&self) -> (u32, u32) {
        let asked = self.answered.iter().filter(|answered| answered.by == YOU).count() as u32;
        (asked, self.judged + self.answered.len() as u32 - asked)
    }

    fn recounted(&self, mut verdict: Verdict) -> Verdict {
        if let Verdict::Function(culprit) | Verdict::Receive(culprit) | Verdict::Expression(culprit) =
            &mut verdict
        {
            (culprit.questions, culprit.judged) = self.counts();
        }
        verdict
    }

    fn culprit(&mut self, node: NodeId, proof: Vec<Innocent>) -> Verdict {
        let (questions, judged) = self.counts();
        let evidence = &mut self.level().evidence;
        let Statement { subject, text, claims, .. } = evidence.statement(node);
        let code = evidence.code(node);
        let mut innocent = |Innocent { node, judgement, by }: Innocent| {
            let Statement { text, claims, subject, .. } = evidence.statement(node);
            Proof { subject, statement: text, claims, answer: judgement.name(), by: by.to_string() }
        };
        let proof = proof.into_iter().map(&mut innocent).collect();
        let culprit = Culprit {
            subject,
            error: code.error,
            clause: code.clause,
            statement: text,
            claims,
            place: code.place,
            questions,
            judged,
            source: code.source,
            remark: code.remark,
            proof,
        };
        match code.blamed {
            Blamed::Function => Verdict::Function(culprit),
            Blamed::Receive => Verdict::Receive(culprit),
            Blamed::Expression => Verdict::Expression(culprit),
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

fn allow(judgement: Judgement, kind: QuestionKind) -> Result<(), String> {
    match (judgement, kind) {
        (Judgement::Trust, QuestionKind::Expression) => {
            Err("an expression cannot be trusted: it is right or wrong".into())
        }
        _ => Ok(()),
    }
}

/// Which part of a statement it was.
fn words(claim: &Claim, part: &Part) -> Option<String> {
    let what = match claim.kind {
        ClaimKind::Context => "context",
        ClaimKind::Received => "received messages",
        ClaimKind::Consumed => "consumed message",
        ClaimKind::Sent => "sent messages",
        ClaimKind::Created => "created processes",
        ClaimKind::Stuck => "being stuck",
        _ => return None,
    };
    let item = claim.items().iter().find(|item| Some(item.id) == part.item);
    Some(match (item, &part.missing) {
        (Some(item), _) => format!("{what}: {}", item.text),
        (None, Some(pid)) => format!("{what}: nothing from {pid}"),
        (None, None) => what.to_owned(),
    })
}
