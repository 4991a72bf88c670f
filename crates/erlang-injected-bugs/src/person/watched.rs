//! The evidence of a session, watched: which node a question is about, and what it does not show.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use computation_tree::{NodeId, SubjectId, Tree};
use debugger::erlang::evidence::Processes;
use session::event::{Claim, ClaimKind, Question, Subject};
use session::evidence::{
    BlamedCode, Consequence, Elsewhere, Evidence, Inference, Inside, Judges, Layout, Moments, Nature,
    Provenance, Statement, Story, WrongClaim,
};
use slices::Later;

/// Statements that were made, in order.
pub type Made = Rc<RefCell<Vec<(NodeId, Statement)>>>;

/// Says what `inner` says, but for claims of a kind that is hidden on purpose.
pub struct Watched {
    inner: Processes,
    hidden: Option<ClaimKind>,
    made: Made,
}

impl Watched {
    pub fn new(inner: Processes, hidden: Option<ClaimKind>) -> (Watched, Made) {
        let made = Made::default();
        (Watched { inner, hidden, made: made.clone() }, made)
    }
}

/// The node that a question is about: the last one that says this.
pub fn asked(made: &Made, question: &Question) -> Option<NodeId> {
    let made = made.borrow();
    let is_it = |(_, statement): &&(NodeId, Statement)| {
        statement.text == question.statement && statement.process == question.process
    };
    made.iter().rev().find(is_it).map(|(node, _)| *node)
}

/// The node that a member of a group is about. The question names one process only, but its members
/// may be of several.
pub fn asked_member(made: &Made, text: &str, claims: &[Claim]) -> Option<NodeId> {
    let made = made.borrow();
    let is_it = |(_, statement): &&(NodeId, Statement)| statement.text == text && statement.claims == claims;
    made.iter().rev().find(is_it).map(|(node, _)| *node)
}

impl Evidence for Watched {
    fn tree(&self) -> &dyn Tree {
        self.inner.tree()
    }

    fn nature(&self) -> Nature {
        self.inner.nature()
    }

    fn subjects(&self) -> Vec<(SubjectId, Subject)> {
        self.inner.subjects()
    }

    fn prepare<'a>(&'a mut self, nodes: &'a [NodeId]) -> Later<'a, ()> {
        self.inner.prepare(nodes)
    }

    fn statement(&mut self, node: NodeId) -> Statement {
        let mut statement = self.inner.statement(node);
        statement.claims.retain(|claim| Some(claim.kind) != self.hidden);
        self.made.borrow_mut().push((node, statement.clone()));
        statement
    }

    fn layout(&mut self, node: NodeId, width: usize, size: Option<usize>) -> Layout {
        self.inner.layout(node, width, size)
    }

    fn code(&mut self, node: NodeId) -> BlamedCode {
        self.inner.code(node)
    }

    fn consequence(&mut self, node: NodeId, wrong: &WrongClaim<'_>) -> Result<Consequence, String> {
        self.inner.consequence(node, wrong)
    }

    fn background(&self, node: NodeId) -> Option<Range<NodeId>> {
        self.inner.background(node)
    }

    fn provenance(&mut self) -> Option<&mut dyn Provenance> {
        self.inner.provenance()
    }

    fn inference(&mut self) -> Option<&mut dyn Inference> {
        self.inner.inference()
    }

    fn judges(&mut self) -> Option<&mut dyn Judges> {
        self.inner.judges()
    }

    fn story(&mut self) -> Option<&mut dyn Story> {
        self.inner.story()
    }

    fn moments(&mut self) -> Option<&mut dyn Moments> {
        self.inner.moments()
    }

    fn inside(&mut self) -> Option<&mut dyn Inside> {
        self.inner.inside()
    }

    fn elsewhere(&mut self) -> Option<&mut dyn Elsewhere> {
        self.inner.elsewhere()
    }
}
