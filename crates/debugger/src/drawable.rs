//! The computation tree of a run as something to draw: which nodes there are, and what each says.

use computation_tree::{NodeId, Tree};
use diagram::Label;
use session::event::{Claim, Subject};
use slices::Later;

/// A tree whose nodes can be put into words.
pub trait Drawable {
    fn shape(&self) -> &dyn Tree;

    fn root(&self) -> NodeId;

    /// These nodes are about to be put into words.
    fn prepare<'a>(&'a mut self, nodes: &'a [NodeId]) -> Later<'a, ()>;

    /// As a line for people.
    fn label(&mut self, node: NodeId) -> Label;

    /// For programs.
    fn words(&mut self, node: NodeId) -> NodeWords;
}

/// What `tree --json` says of a node beside its place.
pub struct NodeWords {
    pub kind: &'static str,
    pub process: String,
    pub subject: Subject,
    pub clause: Option<u32>,
    pub statement: String,
    pub claims: Vec<Claim>,
}

impl NodeWords {
    /// Of a tree without processes, whose first node is what was asked.
    pub fn of_call(node: NodeId, subject: Subject, statement: String, claim: Option<Claim>) -> NodeWords {
        NodeWords {
            kind: if node == NodeId(0) { "expression" } else { "call" },
            process: "main".into(),
            subject,
            clause: None,
            statement,
            claims: claim.into_iter().collect(),
        }
    }
}
