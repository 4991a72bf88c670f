//! What a session needs to know about a tree beyond its shape: its nodes in words, who else may judge them, what is inside one.

use std::ops::Range;

use computation_tree::{NodeId, SubjectId, Tree};
use erlang_history::Moment;
use erlang_tree::Side;
use inquiry::Judgement;

use crate::answer::Step;
use crate::event::{Claim, Instead, Place, Process, QuestionKind, Subject};
use crate::knowledge::Said;

/// A tree that can be talked about. Errors are sentences for the person: a statement that had to be computed again, say, and could not.
pub trait Evidence {
    fn tree(&self) -> &dyn Tree;

    /// Where the search starts, known to be wrong; and whether it can be to blame itself.
    fn root(&self) -> (NodeId, bool);

    /// Whether its statements are long.
    fn is_verbose(&self) -> bool {
        false
    }

    /// Whether siblings are in the order in which they are read, not in that in which they happened: top-down then begins with the first.
    fn is_read_forward(&self) -> bool {
        false
    }

    /// Nodes that say nothing and are only there to hold others: processes.
    fn scaffold(&self) -> Option<SubjectId> {
        None
    }

    /// The processes that the search can begin at. None: there is only one.
    fn processes(&mut self) -> Option<Vec<Process>> {
        None
    }

    /// The node to begin with, and why; an error says why there is none.
    fn beginning(&mut self, _at: Beginning) -> Result<(NodeId, String), String> {
        Err("there is only one process".into())
    }

    /// Everything that is called anywhere in the tree.
    fn subjects(&self) -> Vec<(SubjectId, Subject)>;

    /// What is right whatever it is called with, as someone said before.
    fn trusted(&self) -> Vec<SubjectId> {
        Vec::new()
    }

    /// These statements are about to be made: what they take can be computed together.
    fn prepare(&mut self, _nodes: &[NodeId]) {}

    fn statement(&mut self, node: NodeId) -> Statement;

    /// The statement for a reader, laid out in `width` columns and cut where it is larger than `size` lines or so.
    fn layout(&mut self, node: NodeId, width: usize, size: Option<usize>) -> Layout;

    /// The code behind a node.
    fn code(&mut self, node: NodeId) -> Code;

    /// All of the function (or whatever it is) that the node is an instance of, with where it begins.
    fn whole_code(&mut self, node: NodeId) -> Option<(Place, String)>;

    /// Those who may know better than the person, in order; the first who knows.
    fn judge(&mut self, _node: NodeId) -> Option<(Judgement, String)> {
        None
    }

    /// What follows for a statement from others that were judged: it is less general than one that is right, say.
    fn implied(&mut self, _statement: &Statement, _judged: &[(&Said, Judgement)]) -> Option<Judgement> {
        None
    }

    /// What those who cannot judge say to help.
    fn advice(&mut self, _node: NodeId) -> Vec<String> {
        Vec::new()
    }

    /// Something that is wrong for sure and takes less to judge than all that is `open`, which is what is left of the search.
    fn instead(&mut self, _node: NodeId, _open: &[NodeId]) -> Option<Instead> {
        None
    }

    /// The call below `node` (or `node` itself) that made this part of its value.
    fn producer(&mut self, _node: NodeId, _path: &[Step]) -> Result<NodeId, String> {
        Err("the parts of this value cannot be followed".into())
    }

    /// What follows if a claim of `node` is wrong, and in it this item, or that something is missing from this process.
    fn consequence(&mut self, node: NodeId, wrong: &WrongClaim<'_>) -> Result<Consequence, String>;

    /// Why nobody can say that `node` is wrong: nothing could be concluded from that.
    fn beyond_judgement(&self, _node: NodeId) -> Option<String> {
        None
    }

    /// What `node` goes on with and does not show, although it is not below it: the nodes in which it began and went on before.
    fn background(&self, _node: NodeId) -> Option<Range<NodeId>> {
        None
    }

    /// Where to look if `node` should never have been.
    fn cause(&mut self, _node: NodeId) -> Option<(NodeId, String)> {
        None
    }

    /// What processes did to each other, drawn; around what `node` did if nothing else is wished for.
    fn diagram(&mut self, _node: Option<NodeId>, _wish: &Wish<'_>) -> Result<String, String> {
        Err("there is only one process, and nothing to draw".into())
    }

    /// When a node began, or ended, for those who walk through the run. None: it is not known, or never.
    fn moment(&mut self, _node: NodeId, _side: Side) -> Option<Moment> {
        None
    }

    /// Another tree of what `node` did, to be searched before it is blamed: what is wrong may be no fault of anything below it, nor its own.
    fn elsewhere(&mut self, _node: NodeId) -> Option<Box<dyn Evidence>> {
        None
    }

    /// What to say of the one that this tree was searched for, if nothing here is to blame.
    fn acquittal(&self) -> Option<String> {
        None
    }

    /// Whether nodes can be looked into at all.
    fn has_inside(&self) -> bool {
        true
    }

    /// The same search inside one node; none if there is nothing to see.
    fn inside(&mut self, _node: NodeId) -> Result<Option<Box<dyn Evidence>>, String> {
        Ok(None)
    }
}

/// What a diagram is to show.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The number of an event.
    pub around: Option<u32>,
    /// Only this process, and who has to do with it.
    pub process: Option<&'a str>,
    /// A picture, rather than text in so many columns.
    pub svg: bool,
    pub width: usize,
}

/// Where a search can begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// The `n`-th of the processes, from 1.
    Process(u32),
    /// An event, by its number in the diagrams.
    Event(u32),
}

/// The first claim of a statement that is wrong.
pub struct WrongClaim<'a> {
    pub claim: &'a Claim,
    /// The id of an item of it.
    pub item: Option<u32>,
    /// A process from which something is missing.
    pub missing: Option<&'a str>,
}

/// What follows from a wrong claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consequence {
    /// What it says of the node. None: nothing yet, what it leads to is to be asked first.
    pub judgement: Option<Judgement>,
    pub lead: Option<Lead>,
}

/// What to ask next, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lead {
    /// If it is still suspect.
    Below(NodeId, String),
    /// Wherever it is: what was given to the node was wrong already.
    Elsewhere(NodeId, String),
}

impl Consequence {
    /// The node did something wrong.
    pub fn wrong() -> Consequence {
        Consequence { judgement: Some(Judgement::Wrong), lead: None }
    }

    /// Something else did; with other circumstances this might be right.
    pub fn inadmissible(lead: Option<Lead>) -> Consequence {
        Consequence { judgement: Some(Judgement::Inadmissible), lead }
    }
}

/// What a node says happened.
#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: QuestionKind,
    pub process: String,
    pub subject: Subject,
    pub text: String,
    pub claims: Vec<Claim>,
    /// Where in the source, if the text alone does not say what is meant: for expressions.
    pub at: Option<String>,
}

/// A statement for a reader.
#[derive(Clone, Debug)]
pub struct Layout {
    pub text: String,
    /// Whether something was left out.
    pub folded: bool,
}

/// The code that a verdict blames.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// From 1.
    pub clause: Option<u32>,
    pub place: Place,
    /// As written.
    pub source: Option<String>,
    /// The rule with what its variables were.
    pub instance: Option<String>,
    /// The answer that someone said is missing.
    pub missing: Option<String>,
    /// What the clause does not say.
    pub remark: Option<String>,
    pub blamed: Blamed,
    /// What kind of buggy node it would be (paper 2 §6).
    pub error: Option<&'static str>,
}

/// What a verdict is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Blamed {
    #[default]
    Function,
    Receive,
    Expression,
    /// Of a lazy program.
    Rule,
}
