//! What the person knows: every statement of the correct run, in words that do not depend on pids,
//! references and numbers of events.

use std::collections::{HashMap, HashSet};

use computation_tree::{NodeId, Tree};
use erlang_history::{EventId, EventKind};
use erlang_term::{Pid, Term};
use erlang_tree::RunTree;
use erlang_tree::processes::{Consumed, NodeKind};
use session::event::{Claim, ClaimKind, Content, QuestionKind, Subject};
use session::evidence::{Evidence, Statement};
use slices::{Meter, finish};

use super::evidence;

/// The processes of a run, by names that mean the same in another run.
pub struct Names(HashMap<String, String>);

impl Names {
    pub fn new(tree: &RunTree) -> Names {
        let mut names: HashMap<String, String> = HashMap::new();
        let mut siblings: HashMap<String, u32> = HashMap::new();
        for process in tree.processes() {
            let name = match process.name {
                Some(name) => {
                    // A restarted server has the name of the one before it.
                    let name = name.name().to_owned();
                    let count = siblings.entry(name.clone()).or_default();
                    *count += 1;
                    format!("{name}.{count}")
                }
                None => {
                    let parent = process.parent.and_then(|parent| names.get(&Term::Pid(parent).to_string()));
                    let function = process.first_call.split('(').next().unwrap_or_default();
                    let path = format!("{}/{function}", parent.map_or("", |name| name));
                    let count = siblings.entry(path.clone()).or_default();
                    *count += 1;
                    format!("{path}.{count}")
                }
            };
            names.insert(Term::Pid(process.pid).to_string(), name);
        }
        Names(names)
    }

    pub fn name(&self, pid: &str) -> String {
        self.0.get(pid).cloned().unwrap_or_default()
    }

    /// The process with that name.
    pub fn process(&self, run: &RunTree, name: &str) -> Option<Pid> {
        let pids = run.processes().iter().map(|process| process.pid);
        pids.into_iter().find(|pid| self.0.get(&Term::Pid(*pid).to_string()).is_some_and(|it| it == name))
    }

    /// What an event is, in words that mean the same in another run: a message, a process that is
    /// created, the end of one.
    pub fn deed(&self, run: &RunTree, event: EventId) -> Option<(String, String)> {
        let found = run.log().get(event)?;
        let text = match &found.kind {
            EventKind::Send { to, content, .. } => format!("{content} to {}", Term::Pid(*to)),
            EventKind::Spawn { child, .. } => {
                let child = run.processes().iter().find(|process| process.pid == *child)?;
                child.first_call.clone()
            }
            EventKind::Exit { reason, .. } => format!("ends: {reason}"),
            EventKind::ExitSignal { to, reason } => format!("exit {reason} to {}", Term::Pid(*to)),
            EventKind::Timer { milliseconds } => format!("timer {milliseconds}"),
            _ => return None,
        };
        Some((self.name(&Term::Pid(found.process).to_string()), self.plain(&text)))
    }

    /// The text with names in place of pids, and all references alike.
    pub fn plain(&self, text: &str) -> String {
        let mut plain = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find('<') {
            plain.push_str(&rest[..start]);
            rest = &rest[start..];
            let end = rest.find('>').filter(|end| {
                rest[1..*end].chars().all(|character| character.is_ascii_digit() || character == '.')
            });
            match end {
                Some(end) => {
                    if !plain.ends_with("#Ref") {
                        let pid = &rest[..=end];
                        plain.push_str(self.0.get(pid).map_or(pid, |name| name));
                    }
                    rest = &rest[end + 1..];
                }
                None => {
                    plain.push('<');
                    rest = &rest[1..];
                }
            }
        }
        plain + rest
    }
}

/// A claim in plain words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plain {
    pub id: u32,
    pub kind: ClaimKind,
    pub text: String,
    /// With the number of each.
    pub items: Vec<(u32, String)>,
}

/// A statement in plain words.
#[derive(Clone, Debug)]
pub struct Remembered {
    pub node: NodeId,
    pub process: String,
    pub subject: Subject,
    pub kind: QuestionKind,
    /// Whether no other node of its process is around it.
    pub is_outermost: bool,
    /// The number, among all statements, of the outermost one around it.
    pub around: usize,
    /// The message that it took, by the number of its send.
    pub took: Option<u32>,
    /// All that was sent in it, also by the loop of a behaviour on its behalf: numbers and texts.
    pub sends: Vec<(u32, String)>,
    /// Called by the loop of a behaviour: then its arguments are claims.
    pub is_callback: bool,
    /// The number of the event with which an outermost step began.
    pub began: u32,
    pub text: String,
    pub claims: Vec<Plain>,
}

impl Remembered {
    pub fn new(names: &Names, node: NodeId, is_outermost: bool, said: &Statement) -> Remembered {
        let is_callback = said.kind == QuestionKind::Call
            && is_outermost
            && said.claims.iter().any(|claim| claim.kind == ClaimKind::State);
        Remembered {
            node,
            process: names.name(&said.process),
            subject: said.subject.clone(),
            kind: said.kind,
            is_outermost,
            around: 0,
            took: None,
            sends: Vec::new(),
            is_callback,
            began: 0,
            text: names.plain(&said.text),
            claims: said.claims.iter().map(|claim| plain(names, claim)).collect(),
        }
    }

    /// The state that a callback was called in.
    pub fn state(&self) -> String {
        let claim = self.claims.iter().find(|claim| claim.kind == ClaimKind::State);
        claim.map(|claim| claim.text.clone()).unwrap_or_default()
    }

    /// Of a receive, who sent the message that it took.
    pub fn taken_from(&self) -> Option<String> {
        let claim = self.claims.iter().find(|claim| claim.kind == ClaimKind::Consumed)?;
        let (_, from) = claim.text.rsplit_once("(from ")?;
        Some(from.split([' ', ')']).next()?.to_owned())
    }

    /// Whether both are of the same code. A process that waits forever is where it would have
    /// received.
    pub fn is_like(&self, other: &Remembered) -> bool {
        let kind = |said: &Remembered| match said.kind {
            QuestionKind::Stuck => QuestionKind::Receive,
            other => other,
        };
        self.subject == other.subject && kind(self) == kind(other) && self.is_callback == other.is_callback
    }
}

/// What comes into a node. Which message a receive takes is its own doing.
pub fn is_input(kind: ClaimKind, of: QuestionKind) -> bool {
    match kind {
        ClaimKind::Consumed | ClaimKind::TimedOut => of == QuestionKind::Call,
        _ => kind.is_input(),
    }
}

/// Events have numbers; what is in a mailbox, or bound to variables, was there before.
pub fn has_events(said: &Remembered, claim: &Plain) -> bool {
    match claim.kind {
        ClaimKind::Context | ClaimKind::State => false,
        // The mailbox comes before what was received in calls.
        ClaimKind::Received if said.kind != QuestionKind::Call => claim.id > 2,
        _ => true,
    }
}

fn plain(names: &Names, claim: &Claim) -> Plain {
    let plain = |text: &str| names.plain(text);
    let text = match &claim.content {
        Content::Text { text } | Content::List { text, .. } => plain(text),
        Content::Statement { statement, .. } => plain(statement),
    };
    let items = claim.items().iter().map(|item| {
        // Who sends something is the one who says so.
        let from = item.from.as_deref().filter(|_| claim.kind.is_input()).map(plain).unwrap_or_default();
        let to = item.to.as_deref().map(plain).unwrap_or_default();
        (item.id, format!("{} from {from} to {to}", plain(&item.text)))
    });
    Plain { id: claim.id, kind: claim.kind, text, items: items.collect() }
}

/// All statements of a run, in the order of its nodes.
pub fn statements(names: &Names, mut tree: RunTree) -> Vec<Remembered> {
    let nodes: Vec<NodeId> = (0..tree.tree().len()).map(NodeId).collect();
    let (mut taken, mut began) = (HashMap::new(), HashMap::new());
    for node in &nodes {
        if matches!(tree.kind(*node), NodeKind::Run | NodeKind::Process) {
            continue;
        }
        let said = tree.transition(*node);
        let begins = match said.consumed {
            Some(Consumed::Message(send)) => {
                taken.insert(*node, send.0);
                match tree.log().get(send).map(|event| &event.kind) {
                    Some(EventKind::Send { message, .. }) => tree.log().receipt_of(*message),
                    _ => None,
                }
            }
            Some(Consumed::Timeout(event)) => Some(event),
            None => tree.log().spawned_by(said.pid),
        };
        began.insert(*node, begins.map_or(0, |event| event.0));
    }
    let mut evidence = evidence(tree);
    let mut all: Vec<Remembered> = Vec::new();
    let mut around = 0;
    for node in nodes {
        let tree = evidence.run_tree();
        if matches!(tree.kind(node), NodeKind::Run | NodeKind::Process) {
            continue;
        }
        let parent = tree.tree().parent(node);
        let is_outermost = parent.is_some_and(|parent| tree.kind(parent) == NodeKind::Process);
        if is_outermost {
            around = all.len();
        }
        let took = taken.get(&node).copied();
        let began = began.get(&node).copied().unwrap_or(0);
        let said = evidence.statement(node);
        all.push(Remembered { around, took, began, ..Remembered::new(names, node, is_outermost, &said) });
    }
    sends(names, evidence.run_tree(), &mut all);
    all
}

/// All that the correct run does, by process, in words that mean the same in another run.
#[derive(Default)]
pub struct Facts {
    /// Messages, processes and ends, with how often.
    pub deeds: HashMap<(String, String), usize>,
    pub states: HashSet<(String, String)>,
    /// Variables of receives, with the function.
    pub variables: HashSet<(String, String, String)>,
    pub reads: HashSet<(String, String)>,
    /// The same without what came of it.
    pub questions: HashSet<(String, String)>,
    pub writes: HashMap<(String, String), usize>,
    /// The outcomes of steps: process, function, and claim.
    pub ends: HashSet<(String, String, String)>,
}

impl Facts {
    pub fn new(names: &Names, run: &mut RunTree, statements: &[Remembered]) -> Facts {
        let mut facts = Facts::default();
        for event in (1..=run.log().len() as u32).map(EventId) {
            if let Some(key) = names.deed(run, event) {
                *facts.deeds.entry(key).or_default() += 1;
            }
        }
        finish(run.shared(&Meter::unlimited()));
        let accesses = run.known_shared().into_iter().flat_map(|shared| (0..).map_while(|n| shared.get(n)));
        for access in accesses {
            let process = names.name(&Term::Pid(access.pid).to_string());
            let program = &run.machine().program;
            let (read, question) = (access.question_and_answer(program), access.question(program));
            facts.reads.insert((process.clone(), names.plain(&read)));
            facts.questions.insert((process.clone(), names.plain(&question)));
            *facts.writes.entry((process, names.plain(&access.call(program)))).or_default() += 1;
        }
        for said in statements {
            facts.states.insert((said.process.clone(), said.state()));
            for claim in &said.claims {
                let of = (said.process.clone(), said.subject.to_string());
                match claim.kind {
                    ClaimKind::Context => {
                        let texts = claim.items.iter().map(|(_, text)| text.clone());
                        facts.variables.extend(texts.map(|text| (of.0.clone(), of.1.clone(), text)));
                    }
                    kind if !is_input(kind, said.kind) => {
                        facts.ends.insert((of.0, of.1, format!("{kind:?} {}", claim.text)));
                    }
                    _ => {}
                }
            }
        }
        facts
    }
}

/// Tells every outermost statement what was sent in it.
fn sends(names: &Names, tree: &RunTree, all: &mut [Remembered]) {
    for event in (1..=tree.log().len() as u32).map(EventId) {
        let Some(EventKind::Send { to, content, .. }) = tree.log().get(event).map(|event| &event.kind) else {
            continue;
        };
        let text = names.plain(&format!("{content} to {}", Term::Pid(*to)));
        let Some(node) = tree.outermost(event) else { continue };
        if let Ok(n) = all.binary_search_by_key(&node, |known| known.node) {
            all[n].sends.push((event.0, text));
        }
    }
}
