//! The trees of lazy programs, drawn: the abbreviated proof tree of an answer (paper 3 §5.1), all
//! answers of all calls, or what a value depends on.

use computation_tree::{NodeId, Tree};
use diagram::Label;
use session::Evidence;
use session::event::{Claim, ClaimKind, sentence};
use slices::Later;

use super::evidence::{Lazy, MissingAnswers};
use crate::drawable::{Drawable, NodeWords};

/// Parts of values where people read them, and where programs do.
const SHOWN: usize = 60;
const WHOLE: usize = 10_000;
/// Answers where people read them.
const ANSWERS: usize = 12;

/// What an answer or a value depends on.
pub struct LazyStatements(pub Lazy);

/// All answers of all calls.
pub struct Collections(pub MissingAnswers);

impl Drawable for LazyStatements {
    fn shape(&self) -> &dyn Tree {
        self.0.tree()
    }

    fn root(&self) -> NodeId {
        NodeId(0)
    }

    fn prepare<'a>(&'a mut self, _nodes: &'a [NodeId]) -> Later<'a, ()> {
        Box::pin(async {})
    }

    fn label(&mut self, node: NodeId) -> Label {
        let (statement, claim, _) = self.0.sides(node, SHOWN);
        label(&statement, claim.as_ref())
    }

    fn words(&mut self, node: NodeId) -> NodeWords {
        let (statement, claim, _) = self.0.sides(node, WHOLE);
        let words = NodeWords::of_call(node, self.0.subject(node), statement, claim);
        NodeWords { clause: self.0.rule(node), ..words }
    }
}

impl Drawable for Collections {
    fn shape(&self) -> &dyn Tree {
        self.0.tree()
    }

    fn root(&self) -> NodeId {
        NodeId(0)
    }

    fn prepare<'a>(&'a mut self, _nodes: &'a [NodeId]) -> Later<'a, ()> {
        Box::pin(async {})
    }

    fn label(&mut self, node: NodeId) -> Label {
        let (statement, claim) = self.0.sides(node, ANSWERS);
        label(&statement, claim.as_ref())
    }

    fn words(&mut self, node: NodeId) -> NodeWords {
        let (statement, claim) = self.0.sides(node, WHOLE);
        NodeWords::of_call(node, self.0.subject(node), statement, claim)
    }
}

fn label(statement: &str, claim: Option<&Claim>) -> Label {
    let is_failure = claim.is_some_and(|claim| claim.kind == ClaimKind::Exception);
    let statement = sentence(statement, claim.map_or(&[], std::slice::from_ref));
    Label { statement, outcome: String::new(), is_failure }
}
