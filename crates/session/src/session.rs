//! The session itself: which statement is next. What answers do is in `answering.rs`, what earlier
//! ones do in `earlier.rs`, the verdict in `ending.rs`.

mod answering;
mod browsing;
mod chains;
mod confirming;
mod earlier;
mod ending;
mod searching;

use std::collections::hash_map;
use std::collections::{HashMap, HashSet, VecDeque};

use computation_tree::NodeId;
use inquiry::{Inquiry, Judge, Judgement, Next, Strategy};
use slices::finish;

use crate::answer::{Answer, WrongPart};
use crate::event::{
    Claim, ClaimKind, Content, Event, Judged, Place, Question, QuestionKind, Start, Subject, Unit, Verdict,
};
use crate::evidence::{Beginning, DiagramWish, Evidence, Layout, Moment, Nature, Side, Statement, Time};
use crate::knowledge::{About, Entry, Knowledge, StatementKey};
use crate::processes::{Process, Relations};
pub use browsing::{TreeBranch, TreeRow, TreeTwig};
pub use earlier::Recalled;
pub use searching::TreeHits;

/// The person.
pub const YOU: &str = "you";
/// There is no person: what is said in this name is not an answer, and nothing is learnt from it.
pub const NOBODY: &str = "nobody";
/// Earlier answers, of this session or another.
const ANSWERS: &str = "answers";
const TRUST_LIST: &str = "trust list";
const ONE_PROCESS: &str = "there is only one process";
/// What holds processes together is nobody's code.
const RUN: &str = "run";
/// Upper bound on the statements that are compared with what could be asked about instead.
pub const COMPARED: usize = 2_000;

pub struct SearchOptions {
    pub strategy: Strategy,
    /// Go on inside the function that is found, without being told to.
    pub zoom: bool,
}

pub struct Session {
    /// The calls of the run; then another tree of one of them, or with zoom its expressions.
    levels: Vec<Level>,
    /// Where the search can begin, if there is a choice.
    processes: Option<Vec<Process>>,
    /// How many acts came before the choice was made.
    begun: Option<usize>,
    options: SearchOptions,
    knowledge: Knowledge,
    /// New entries for the answers file.
    news: Vec<Entry>,
    /// What was answered, without what was taken back.
    answered: Vec<Answered>,
    /// Answers of earlier sessions that hold in this one, in the order in which they came up.
    recalled: Vec<Recalled>,
    /// How often someone knew before anyone was asked.
    judged: u32,
    queue: VecDeque<Event>,
    asked: Option<Asked>,
    /// The verdict on the function or receive, once there is one.
    found: Option<Verdict>,
    /// The next question goes to the person, without asking the judges.
    skips_judges: bool,
}

struct Level {
    evidence: Box<dyn Evidence>,
    /// The node of the level above that is looked into.
    inside: Option<NodeId>,
    inquiry: Inquiry,
    /// Nodes that none of the oracles can judge.
    silent: HashSet<NodeId>,
    /// Nodes from which an answer has led elsewhere.
    led: HashSet<NodeId>,
    /// Nodes that pass on a value that has gone wrong in one of them, in order.
    chain: Vec<NodeId>,
    /// A node that an answer has led to, and those that are asked about if it is right.
    since: Option<(NodeId, Vec<NodeId>)>,
    /// Something that was wrong elsewhere was made in these nodes, at that time: it is wrong there,
    /// too.
    targets: Vec<(NodeId, Time)>,
    /// Nodes whose inputs nobody could confirm: a verdict on them lists those.
    assumed: HashSet<NodeId>,
    /// Nodes of which only a `-spec` says that they are wrong, and nobody could say whether it is
    /// right: a verdict on them names it.
    vouched: HashSet<NodeId>,
    /// Of the last verdict.
    blamed: Option<NodeId>,
    /// The verdict of the level above, if nothing is to blame here. None: this tree is not an
    /// intermediate level.
    otherwise: Option<Verdict>,
}

impl Level {
    /// Whether it is about the inside of one node.
    fn is_zoom(&self) -> bool {
        self.inside.is_some() && self.otherwise.is_none()
    }
}

/// A question that waits for its answer.
struct Asked {
    /// Of a group, first those that say something new, which are its claims; then those that say
    /// the same again.
    nodes: Vec<NodeId>,
    statements: Vec<Statement>,
    question: Question,
    /// It was judged by a witness, whose word a verdict would rest on.
    is_doubted: bool,
}

impl Asked {
    /// Those that are shown.
    fn shown(&self) -> &[NodeId] {
        match self.question.kind {
            QuestionKind::Group => &self.nodes[..self.question.claims.len()],
            _ => &self.nodes,
        }
    }
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
    /// What exactly was said, and whether that led elsewhere.
    part: WrongPart,
    leads: bool,
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
    pub fn new(evidence: Box<dyn Evidence>, knowledge: Knowledge, options: SearchOptions) -> Session {
        let mut session = Session {
            levels: Vec::new(),
            processes: None,
            begun: None,
            options,
            knowledge,
            news: Vec::new(),
            answered: Vec::new(),
            recalled: Vec::new(),
            judged: 0,
            queue: VecDeque::new(),
            asked: None,
            found: None,
            skips_judges: false,
        };
        session.push_level(evidence, None);
        session.processes = session.level().evidence.story().map(|story| story.processes());
        session.recall();
        session
    }

    /// These functions are right, whatever they are called with.
    pub fn trust(&mut self, is_trusted: impl Fn(&Subject) -> bool) {
        let Level { evidence, inquiry, .. } = &mut self.levels[0];
        for (id, _) in evidence.subjects().into_iter().filter(|(_, subject)| is_trusted(subject)) {
            inquiry.trust(evidence.tree(), id, Judge::new(TRUST_LIST));
        }
    }

    /// The next event: the same question or verdict again until something is answered.
    ///
    /// It goes on by slices, because judges may take long. Dropped half-way, it leaves the session
    /// as it was, but for what judges said meanwhile.
    pub async fn next_event(&mut self) -> Event {
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
            self.probe();
            let Level { evidence, inquiry, .. } = self.level();
            match inquiry.next(evidence.tree()) {
                Next::Question(chosen) => {
                    let alone = std::mem::take(&mut self.skips_judges);
                    if alone || (!self.consult_widely().await && !self.someone_knows(&chosen.nodes).await) {
                        self.ask(chosen).await;
                    }
                }
                Next::Verdict(verdict) => {
                    if let Some(verdict) = self.conclude(verdict).await {
                        return Event::Verdict(verdict);
                    }
                }
            }
        }
    }

    /// Answers the question that was asked last. What cannot be done changes nothing.
    pub async fn answer(&mut self, answer: Answer) -> Result<(), String> {
        self.answer_as(YOU, answer).await
    }

    /// The same in another's name.
    pub async fn answer_as(&mut self, by: &str, answer: Answer) -> Result<(), String> {
        match answer {
            Answer::Right => self.judge_asked(by, Judgement::Right, WrongPart::default()),
            Answer::Wrong { claim, item, missing, path } => {
                self.judge_asked(by, Judgement::Wrong, WrongPart { claim, item, missing, path })
            }
            Answer::Process { n } => self.begin(by, Some(Beginning::Process(n))),
            Answer::Event { id } => self.begin(by, Some(Beginning::Event(id))),
            Answer::Whole => self.begin(by, None),
            Answer::Trust => self.judge_asked(by, Judgement::Trust, WrongPart::default()),
            Answer::Inadmissible => self.judge_asked(by, Judgement::Inadmissible, WrongPart::default()),
            Answer::Unknown => self.judge_asked(by, Judgement::Unknown, WrongPart::default()),
            Answer::Ask { node } => self.ask_about(by, NodeId(node)),
            Answer::Judge { node, to } => self.judge_node(by, NodeId(node), &to).await,
            Answer::Undo => self.undo(),
            Answer::Revise { n, to } => self.revise(n, &to),
            Answer::Earlier { n, to } => self.revise_earlier(by, n, &to),
            Answer::Strategy { name } => self.change_strategy(&name),
            Answer::Zoom => self.zoom().await,
            Answer::Instead => Err("there is no simpler expression to ask about".into()),
            Answer::Abort => Err("only the interface can end the session".into()),
        }
    }

    /// The judges take too long: the next question goes to the person. For a caller that dropped
    /// [`Session::next_event`] before it was ready.
    pub fn skip_judges(&mut self) {
        self.skips_judges = true;
    }

    // ---- what there is to know about it

    /// Everything answered so far, without what was taken back.
    pub fn answered(&self) -> &[Answered] {
        &self.answered
    }

    /// Answers of earlier sessions that hold in this one; [`Answer::Earlier`] counts them from 1.
    pub fn recalled(&self) -> &[Recalled] {
        &self.recalled
    }

    /// New lines for the answers file.
    pub fn take_news(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.news)
    }

    /// What was learnt, for another session.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

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

    /// The processes of the run, if there are several, in order of creation.
    pub fn processes(&self) -> &[Process] {
        self.processes.as_deref().unwrap_or_default()
    }

    /// The statements of the current question for a reader; one, or those of a group.
    pub fn layout(&mut self, width: usize, size: Option<usize>) -> Vec<Layout> {
        let nodes = self.asked.as_ref().map(|asked| asked.shown().to_vec()).unwrap_or_default();
        let evidence = &mut self.level().evidence;
        finish(evidence.prepare(&nodes));
        nodes.into_iter().map(|node| evidence.layout(node, width, size)).collect()
    }

    /// The code that the current question is about.
    pub fn code(&mut self) -> Option<(Place, String)> {
        let node = *self.asked.as_ref()?.nodes.first()?;
        self.level().evidence.code(node).whole
    }

    /// The clause (or rule) of it that was taken, if that is known.
    pub fn clause(&mut self) -> Option<Place> {
        let node = *self.asked.as_ref()?.nodes.first()?;
        let code = self.level().evidence.code(node);
        code.clause.map(|_| code.place)
    }

    /// The variables that the clause in question began with, each with its value in short; after a
    /// verdict, those of the clause that is to blame.
    pub fn variables(&mut self) -> Vec<(String, String)> {
        let asked = self.asked.as_ref().map(|asked| asked.nodes.first().copied());
        let Level { evidence, blamed, .. } = self.level();
        let node = asked.unwrap_or(*blamed);
        node.map(|node| evidence.code(node).variables).unwrap_or_default()
    }

    /// When the call of the current question began, or ended; of a group, that of its `n`-th
    /// statement, from 1; and after a verdict, the call that is to blame. Of an expression it is
    /// the call that it was evaluated in.
    pub fn moment(&mut self, n: usize, side: Side) -> Option<Moment> {
        let asked = match &self.asked {
            Some(asked) => Some(*asked.shown().get(n.checked_sub(1)?)?),
            None => None,
        };
        let Level { evidence, inside, blamed, .. } = self.level();
        let (node, inside) = (asked.or(*blamed)?, *inside);
        let here = evidence.moments().and_then(|moments| moments.moment(node, side));
        here.or_else(|| self.levels[0].evidence.moments()?.moment(inside?, side))
    }

    /// Whether what is found can be looked into.
    pub fn has_inside(&mut self) -> bool {
        self.levels[0].evidence.inside().is_some()
    }

    /// Whether one can walk through the run to where the questions are about.
    pub fn has_moments(&mut self) -> bool {
        self.levels[0].evidence.moments().is_some()
    }

    /// How the processes are related to each other; none in a run of one process.
    pub fn relations(&mut self) -> Vec<Relations> {
        let story = self.levels[0].evidence.story();
        story.map(|story| story.relations()).unwrap_or_default()
    }

    /// What processes did to each other, drawn; around what the current question is about if
    /// nothing else is wished for.
    pub fn diagram(&mut self, wish: &DiagramWish<'_>) -> Result<String, String> {
        let asked = self.asked.as_ref().filter(|_| self.levels.len() == 1);
        let node = asked.and_then(|asked| asked.nodes.first().copied());
        let story = self.levels[0].evidence.story();
        story.ok_or("there is only one process, so there is nothing to draw")?.diagram(node, wish)
    }

    /// The statement that is known to be wrong.
    pub fn symptom(&mut self) -> Statement {
        let evidence = &mut self.levels[0].evidence;
        let root = evidence.nature().root;
        evidence.statement(root)
    }

    /// The same for a reader.
    pub fn symptom_layout(&mut self, width: usize, size: Option<usize>) -> Layout {
        let evidence = &mut self.levels[0].evidence;
        let root = evidence.nature().root;
        evidence.layout(root, width, size)
    }

    /// What someone other than the person says about the symptom.
    pub async fn opinion_on_symptom(&mut self) -> Option<Judged> {
        let evidence = &mut self.levels[0].evidence;
        let root = evidence.nature().root;
        let (judgement, by) = evidence.judges()?.judge(root).await?;
        Some(evidence.statement(root).judged(judgement.name(), by))
    }

    /// The verdict if the session ended here.
    pub fn give_up(&mut self, reason: String) -> Verdict {
        match self.found.clone() {
            Some(found) => self.recounted(found),
            None => Verdict::Undecided(self.undecided(Vec::new(), reason)),
        }
    }

    // ---- asking

    /// Where to look first. What is said there decides; if nothing is wrong there, the search is
    /// over everything.
    fn begin(&mut self, by: &str, at: Option<Beginning>) -> Result<(), String> {
        if self.processes.is_none() {
            return Err(ONE_PROCESS.into());
        }
        if self.begun.is_some() {
            return Err("the search has already begun: undo all answers first".into());
        }
        let Level { evidence, inquiry, .. } = self.level();
        let acts = inquiry.acts().len();
        if let Some(at) = at {
            let story = evidence.story().ok_or(ONE_PROCESS)?;
            let (node, reason) = story.beginning(at)?;
            inquiry.redirect(evidence.tree(), node, reason, Judge::new(by));
        }
        self.begun = Some(acts);
        Ok(())
    }

    fn level(&mut self) -> &mut Level {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn push_level(&mut self, evidence: Box<dyn Evidence>, inside: Option<NodeId>) {
        let Nature { root, is_blamable, is_verbose, is_read_forward, scaffold, trusted } = evidence.nature();
        let inquiry = Inquiry::new(root, is_blamable, self.options.strategy);
        let inquiry = if is_verbose { inquiry.verbose() } else { inquiry };
        let inquiry = if is_read_forward { inquiry.forward() } else { inquiry };
        self.levels.push(Level {
            evidence,
            inside,
            inquiry,
            silent: HashSet::new(),
            led: HashSet::new(),
            assumed: HashSet::new(),
            vouched: HashSet::new(),
            chain: Vec::new(),
            since: None,
            targets: Vec::new(),
            blamed: None,
            otherwise: None,
        });
        let Level { evidence, inquiry, .. } = self.level();
        if let Some(scaffold) = scaffold {
            inquiry.trust(evidence.tree(), scaffold, Judge::new(RUN));
        }
        for id in trusted {
            inquiry.trust(evidence.tree(), id, Judge::new(TRUST_LIST));
        }
        self.apply_known_trust();
    }

    async fn ask(&mut self, chosen: inquiry::NextQuestion) {
        let n = self.answered.len() as u32 + 1;
        let unit = match self.level().is_zoom() {
            true => Unit::Expression,
            false if self.processes.is_some() => Unit::Step,
            false => Unit::Call,
        };
        let Level { evidence, inquiry, .. } = self.level();
        let open = inquiry.open(evidence.tree(), COMPARED + 1);
        evidence.prepare(&chosen.nodes).await;
        let mut statements: Vec<Statement> =
            chosen.nodes.iter().map(|node| evidence.statement(*node)).collect();
        if statements.len() > 1 {
            statements.truncate(fitting(&mut **evidence, &chosen.nodes, &statements));
        }
        let is_whole = statements.len() == chosen.nodes.len();
        let (nodes, statements, times) = alike_together(&chosen.nodes[..statements.len()], statements);
        let advice = match (&nodes[..], evidence.judges()) {
            (&[node], Some(judges)) => judges.advice(node).await,
            _ => Vec::new(),
        };
        let instead = match (&nodes[..], evidence.inference()) {
            (&[node], Some(inference)) => inference.instead(node, &open).await,
            _ => None,
        };
        let subject = statements.first().map(|first| first.subject.clone());
        let subject = subject.filter(|common| statements.iter().all(|other| other.subject == *common));
        let (kind, text, claims, shown) = match &statements[..] {
            [one] => (one.kind, one.text.clone(), one.claims.clone(), one.shown.clone()),
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
                let members = several.iter().zip(&times).zip(1..).map(member).collect();
                (QuestionKind::Group, text, members, None)
            }
        };
        let place = match (kind, &nodes[..]) {
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
            shown,
            suspects: chosen.suspects,
            unit,
            reason: match times.len() {
                _ if !is_whole && nodes.len() > 1 => "as many as fit on a screen".into(),
                different if different == nodes.len() => chosen.reason,
                1 => format!("{}; all are alike", chosen.reason),
                different => format!("{}; {different} different ones", chosen.reason),
            },
            place,
            advice,
            instead,
        };
        self.asked = Some(Asked { nodes, statements, question, is_doubted: false });
    }
}

/// How many of the members of a group fit on a screen.
fn fitting(evidence: &mut dyn Evidence, nodes: &[NodeId], statements: &[Statement]) -> usize {
    let (mut lines, mut seen) = (0, HashSet::new());
    let is_story = statements.iter().any(is_story);
    for (count, (node, statement)) in nodes.iter().zip(statements).enumerate() {
        if seen.insert(StatementKey::from(statement)) || is_story {
            lines += evidence.layout(*node, GROUP_WIDTH, Some(MEMBER_LINES)).text.lines().count();
        }
        if lines > GROUP_LINES {
            // What does not even fit alone is asked alone, where there is more room for it.
            return count.max(1);
        }
    }
    statements.len()
}

/// Whether it is told in order, also what is said again.
fn is_story(statement: &Statement) -> bool {
    matches!(statement.kind, QuestionKind::Receive | QuestionKind::Stuck)
}

/// The space for a group on a terminal of 80 columns and 24 lines.
const GROUP_WIDTH: usize = 72;
const GROUP_LINES: usize = 20;
/// The most lines for one of several.
const MEMBER_LINES: usize = 4;

/// The nodes of a question in another order: first one node per statement, with a count, then the
/// repetitions. Steps of processes keep their order, because the order tells the story.
fn alike_together(nodes: &[NodeId], statements: Vec<Statement>) -> (Vec<NodeId>, Vec<Statement>, Vec<u32>) {
    let mut places: HashMap<StatementKey, usize> = HashMap::new();
    let (mut first, mut again, mut times) = (Vec::new(), Vec::new(), Vec::<u32>::new());
    if statements.iter().any(is_story) {
        let times = vec![1; nodes.len()];
        return (nodes.to_vec(), statements, times);
    }
    for (node, statement) in nodes.iter().zip(statements) {
        match places.entry(StatementKey::from(&statement)) {
            hash_map::Entry::Occupied(place) => {
                times[*place.get()] += 1;
                again.push((*node, statement));
            }
            hash_map::Entry::Vacant(place) => {
                place.insert(times.len());
                times.push(1);
                first.push((*node, statement));
            }
        }
    }
    first.append(&mut again);
    let (nodes, statements) = first.into_iter().unzip();
    (nodes, statements, times)
}

/// A statement as one claim of a group.
fn member(((statement, times), id): ((&Statement, &u32), u32)) -> Claim {
    let Statement { text, claims, shown, .. } = statement.clone();
    Claim {
        id,
        kind: ClaimKind::Statement,
        content: Content::Statement { statement: text, claims, shown, times: *times },
    }
}
