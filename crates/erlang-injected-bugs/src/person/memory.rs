//! What the person knows: every statement of the correct run, in words that do not depend on pids,
//! references and numbers of events.

use std::collections::HashMap;

use computation_tree::{NodeId, Tree};
use debugger::erlang::evidence::Processes;
use erlang_term::Term;
use erlang_tree::RunTree;
use erlang_tree::processes::NodeKind;
use session::event::{Claim, ClaimKind, Content, QuestionKind, Subject};
use session::evidence::{Evidence, Statement};

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
            is_callback,
            text: names.plain(&said.text),
            inputs,
            outputs,
        }
    }

    /// What tells it from others of its kind.
    pub fn key(&self) -> String {
        let consumed =
            self.inputs.iter().chain(&self.outputs).find(|claim| claim.kind == ClaimKind::Consumed);
        match (consumed, self.kind) {
            (Some(consumed), _) => consumed.text.clone(),
            (None, QuestionKind::Call) if !self.is_callback => self.text.clone(),
            _ => self.inputs.iter().map(|claim| claim.text.as_str()).collect::<Vec<_>>().join("\n"),
        }
    }
}

/// What comes into a node. Which message a receive takes is its own doing.
fn is_input(kind: ClaimKind, of: QuestionKind) -> bool {
    match kind {
        ClaimKind::Consumed | ClaimKind::TimedOut => of == QuestionKind::Call,
        _ => kind.is_input(),
    }
}

pub fn plain(names: &Names, claim: &Claim) -> Plain {
    let text = match &claim.content {
        Content::Text { text } | Content::List { text, .. } => names.plain(text),
        Content::Statement { statement, .. } => names.plain(statement),
    };
    let items = claim.items().iter().map(|item| {
        let end = |end: &Option<String>| end.as_deref().map(|pid| names.plain(pid)).unwrap_or_default();
        (item.id, format!("{} from {} to {}", names.plain(&item.text), end(&item.from), end(&item.to)))
    });
    Plain { id: claim.id, kind: claim.kind, text, items: items.collect() }
}

/// All statements of a run, in the order of its nodes.
pub fn statements(names: &Names, evidence: &mut Processes) -> Vec<Remembered> {
    let nodes: Vec<NodeId> = (0..evidence.tree().len()).map(NodeId).collect();
    let mut all = Vec::new();
    for node in nodes {
        let tree = evidence.run_tree();
        if matches!(tree.kind(node), NodeKind::Run | NodeKind::Process) {
            continue;
        }
        let parent = tree.tree().parent(node);
        let is_outermost = parent.is_some_and(|parent| tree.kind(parent) == NodeKind::Process);
        let said = evidence.statement(node);
        all.push(Remembered::new(names, node, is_outermost, &said));
    }
    all
}
