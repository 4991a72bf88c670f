//! What can be drawn of a run: its computation tree, and what its processes did to each other.

use computation_tree::{NodeId, Tree};
use diagram::Label;
use diagram::sequence::Sequence;
use session::Relations;
use session::event::{Claim, Subject};
use slices::Later;

pub use crate::erlang::diagram::{ProcessTree, WINDOW_OF_PICTURE, WINDOW_OF_TEXT};

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

/// What the processes of a run did to each other.
pub trait Diagrams {
    /// How many events there are.
    fn events(&self) -> usize;

    /// Messages and the like as a sequence diagram. An error says what of the choice does not
    /// exist.
    fn sequence(&self, wanted: &DiagramChoice) -> Result<Sequence, String>;

    /// How the processes are related to each other, in order of creation.
    fn relations(&self) -> Vec<Relations>;

    /// Who created whom. Processes that are alike are folded, unless they are wanted.
    fn creation(&self, unfolded: bool) -> ProcessTree;
}

/// A picture of a run beside another one.
pub struct Compared {
    pub svg: String,
    /// Events that happened in this run only.
    pub unique: usize,
}

/// The diagrams of two runs, each with what happened in it only.
pub fn compare(
    one: &dyn Diagrams,
    two: &dyn Diagrams,
    choice: &DiagramChoice,
) -> Result<(Compared, Compared), String> {
    let (mut one, mut two) = (one.sequence(choice)?, two.sequence(choice)?);
    let (ours, theirs) = one.compare(&mut two);
    Ok((Compared { svg: one.svg(), unique: ours }, Compared { svg: two.svg(), unique: theirs }))
}

/// Which events a sequence diagram shows.
#[derive(Clone, Default, Debug)]
pub struct DiagramChoice {
    /// Pids, numbers (`#3`) or registered names; empty: all processes.
    pub processes: Vec<String>,
    /// Only messages that match this pattern.
    pub message: Option<String>,
    /// The number of the event in the middle. `None`: the first events.
    pub around: Option<u32>,
    /// How many events at most.
    pub window: Option<usize>,
    /// Also monitors and names.
    pub all: bool,
    /// A request and its reply are one arrow.
    pub calls: bool,
    /// Timers have a lane.
    pub timers: bool,
    /// Processes whose descendants are drawn in their lanes.
    pub folded: Vec<String>,
    /// For a page with controls: remarks name no options of the command line.
    pub is_page: bool,
}
