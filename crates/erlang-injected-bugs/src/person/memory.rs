//! What the person knows: every statement of the correct run, in words that do not depend on pids,
//! references and numbers of events.

use std::collections::HashMap;

use computation_tree::{NodeId, Tree};
use erlang_history::{EventId, EventKind};
use erlang_term::Term;
use erlang_tree::RunTree;
use erlang_tree::processes::{Consumed, NodeKind};
use session::event::{Claim, ClaimKind, Content, QuestionKind, Subject};
use session::evidence::{Evidence, Statement};

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

    /// The pid, as text, of the process with that name.
    pub fn pid(&self, name: &str) -> Option<String> {
        self.0.iter().find(|(_, known)| *known == name).map(|(pid, _)| pid.clone())
    }

    pub fn name(&self, pid: &str) -> String {
        self.0.get(pid).cloned().unwrap_or_default()
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

impl Plain {
    pub fn says_the_same(&self, other: &Plain) -> bool {
        let items = |claim: &Plain| claim.items.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>();
        self.kind == other.kind
            && match self.items.is_empty() && other.items.is_empty() {
                true => self.text == other.text,
                false => items(self) == items(other),
            }
    }

    /// The number of the first item that the other does not have in that place.
    pub fn first_other_item(&self, other: &Plain) -> Option<u32> {
        let texts: Vec<&String> = other.items.iter().map(|(_, text)| text).collect();
        let differs = |(n, (_, text)): &(usize, &(u32, String))| texts.get(*n) != Some(&text);
        self.items.iter().enumerate().find(differs).map(|(_, (id, _))| *id)
    }
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
    pub text: String,
    pub inputs: Vec<Plain>,
    pub outputs: Vec<Plain>,
}

impl Remembered {
    pub fn new(names: &Names, node: NodeId, is_outermost: bool, said: &Statement) -> Remembered {
        let is_callback = said.kind == QuestionKind::Call
            && is_outermost
            && said.claims.iter().any(|claim| claim.kind == ClaimKind::State);
        let plain = said.claims.iter().map(|claim| plain(names, claim));
        let (inputs, outputs) = plain.partition(|claim| is_input(claim.kind, said.kind));
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
            text: names.plain(&said.text),
            inputs,
            outputs,
        }
    }

    /// The same function, with the same arguments where they are no claims.
    pub fn is_about_the_same(&self, other: &Remembered) -> bool {
        self.subject == other.subject
            && self.kind == other.kind
            && (self.is_callback && other.is_callback || self.text == other.text)
    }

    /// Whether both are of the same code. A process that waits for ever is where it would have
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
fn is_input(kind: ClaimKind, of: QuestionKind) -> bool {
    match kind {
        ClaimKind::Consumed | ClaimKind::TimedOut => of == QuestionKind::Call,
        _ => kind.is_input(),
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
    let mut taken = HashMap::new();
    for node in &nodes {
        if !matches!(tree.kind(*node), NodeKind::Run | NodeKind::Process)
            && let Some(Consumed::Message(send)) = tree.transition(*node).consumed
        {
            taken.insert(*node, send.0);
        }
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
        let said = evidence.statement(node);
        all.push(Remembered { around, took, ..Remembered::new(names, node, is_outermost, &said) });
    }
    sends(names, evidence.run_tree(), &mut all);
    all
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
