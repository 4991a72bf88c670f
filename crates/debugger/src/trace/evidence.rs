//! An observation trace as evidence: statements are read from the file when they are asked for.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::ops::Range;

use computation_tree::{NodeId, SubjectId, Tree};
use observation::event::TextId;
use observation::reading::{self, Method, Recording};
use observation::statement::Statements;
use observation::tree::{self, CIRCLE, ObservationTree, Topic};
use observation::value::{Style, Value};

use session::event::{Claim, ClaimKind, QuestionKind, Subject};
use session::evidence::{BlamedCode, Consequence, Evidence, Layout, Nature, Statement, WrongClaim};
use slices::Later;

/// Opens the file from its beginning, as often as there are windows to read.
pub type Open = Box<dyn Fn() -> io::Result<Box<dyn Read>>>;

/// Statements of this many nodes around the one that is asked for are read together.
const WINDOW: u32 = 20_000;

pub struct Observed {
    open: Open,
    recording: Recording,
    /// What was read last, of which nodes.
    window: (Range<NodeId>, Statements),
}

impl Observed {
    /// Reads the shape. An error says why there is nothing to be seen.
    pub fn read(open: Open, method: Method) -> Result<Observed, String> {
        let file = open().map_err(|error| error.to_string())?;
        let recording = reading::tree(file, method).map_err(|trouble| trouble.to_string())?;
        Ok(Observed { open, recording, window: (NodeId(0)..NodeId(0), Statements::default()) })
    }

    pub fn tree(&self) -> &ObservationTree {
        &self.recording.tree
    }

    /// What is to be said about the trace before anything else.
    pub fn warning(&self) -> Option<String> {
        let Recording { trouble, is_complete, events, .. } = &self.recording;
        match trouble {
            Some(trouble) => Some(format!("{trouble}; everything before it is shown")),
            None if !is_complete => Some(format!("the trace is incomplete: it ends after {events} events")),
            None => None,
        }
    }

    /// The call, the value, and whether it is an exception.
    pub fn sides(&mut self, node: NodeId, style: Style) -> (String, String, bool) {
        let Some(topic) = self.recording.tree.topic(node) else {
            return (nothing(node).into(), String::new(), false);
        };
        if let Err(message) = self.load(node) {
            return (self.recording.texts.get(topic.label).into(), message, true);
        }
        let statements = &self.window.1;
        let Some(statement) = statements.get(topic.event) else {
            return (self.recording.texts.get(topic.label).into(), "?".into(), true);
        };
        let (call, value) = statements.call_and_result(statement, &self.recording.texts, style);
        let (_, result) = statements.sides(statement, style);
        (call, value, matches!(statements.values.get(result), Value::Raised(_)))
    }

    pub fn subject(&self, node: NodeId) -> Subject {
        match self.recording.tree.topic(node) {
            Some(topic) => self.named(topic.label),
            None => Subject { module: String::new(), function: nothing(node).into(), arity: 0 },
        }
    }

    /// A label is all that a trace knows of a function: neither where it is, nor how many arguments
    /// it has.
    fn named(&self, label: TextId) -> Subject {
        Subject { module: String::new(), function: self.recording.texts.get(label).to_owned(), arity: 0 }
    }

    /// Sees to it that the node's statement is in the window.
    fn load(&mut self, node: NodeId) -> Result<(), String> {
        if self.window.0.contains(&node) {
            return Ok(());
        }
        let tree = &self.recording.tree;
        let start = node.0.saturating_sub(WINDOW / 2);
        let nodes = start..start.saturating_add(WINDOW).min(tree.tree().len());
        let topics: Vec<Topic> = nodes.clone().filter_map(|node| tree.topic(NodeId(node))).collect();
        let file = (self.open)().map_err(|error| format!("cannot read the trace: {error}"))?;
        let statements = reading::statements(file, self.recording.events, topics);
        let statements = statements.map_err(|trouble| trouble.to_string())?;
        self.window = (NodeId(nodes.start)..NodeId(nodes.end), statements);
        Ok(())
    }
}

/// What stands for a node that says nothing.
fn nothing(node: NodeId) -> &'static str {
    if node == NodeId(0) { "the observed run" } else { "calls that depend on each other" }
}

impl Evidence for Observed {
    fn tree(&self) -> &dyn Tree {
        self.recording.tree.tree()
    }

    fn nature(&self) -> Nature {
        Nature { is_blamable: false, scaffold: Some(CIRCLE), ..Nature::blaming(NodeId(0)) }
    }

    fn subjects(&self) -> Vec<(SubjectId, Subject)> {
        let shape = self.recording.tree.tree();
        let used: BTreeSet<SubjectId> = (0..shape.len()).map(|node| shape.subject(NodeId(node))).collect();
        used.into_iter().filter_map(|id| Some((id, self.named(tree::label(id)?)))).collect()
    }

    fn prepare<'a>(&'a mut self, _nodes: &'a [NodeId]) -> Later<'a, ()> {
        Box::pin(async {})
    }

    fn statement(&mut self, node: NodeId) -> Statement {
        let (text, value, is_failure) = self.sides(node, Style::PLAIN);
        let kind = if is_failure { ClaimKind::Exception } else { ClaimKind::Value };
        let claims = match value.is_empty() {
            true => Vec::new(),
            false => vec![Claim::text(1, kind, value)],
        };
        let subject = self.subject(node);
        Statement {
            kind: QuestionKind::Call,
            process: "main".into(),
            subject,
            text,
            claims,
            at: None,
            shown: None,
            beyond_judgement: None,
        }
    }

    fn layout(&mut self, node: NodeId, width: usize, size: Option<usize>) -> Layout {
        let longest = size.map_or(usize::MAX, |lines| lines.saturating_mul(width));
        let (call, value, _) = self.sides(node, Style { longest, ..Style::PLAIN });
        let folded = call.ends_with('…') || value.ends_with('…');
        let text = if value.is_empty() { call } else { format!("{call} = {value}") };
        Layout { text, folded }
    }

    fn code(&mut self, node: NodeId) -> BlamedCode {
        let members = self.recording.tree.circle(node);
        let names: BTreeSet<String> = members.iter().map(|member| self.subject(*member).function).collect();
        let names: Vec<String> = names.into_iter().collect();
        let remark = (names.len() > 1).then(|| {
            format!(
                "These depend on each other; the bug is in one of those that are wrong: {}.",
                names.join(", ")
            )
        });
        BlamedCode { remark, ..BlamedCode::default() }
    }

    fn consequence(&mut self, _node: NodeId, wrong: &WrongClaim<'_>) -> Result<Consequence, String> {
        match wrong {
            WrongClaim { missing: Some(_), .. } => Err("\"missing\": a trace has no messages".into()),
            WrongClaim { item: Some(_), .. } => Err("this claim is not a list".into()),
            _ => Ok(Consequence::wrong()),
        }
    }

    fn background(&self, node: NodeId) -> Option<Range<NodeId>> {
        self.recording.tree.background(node)
    }
}
