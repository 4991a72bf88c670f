//! What a session needs to know about a tree beyond its shape: its nodes in words, who else may judge them, what is inside one.

use computation_tree::{NodeId, SubjectId, Tree};
use inquiry::Judgement;

use crate::answer::Step;
use crate::event::{Claim, Place, QuestionKind, Subject};

/// A tree that can be talked about. Errors are sentences for the person: a statement that had to be computed again, say, and could not.
pub trait Evidence {
    fn tree(&self) -> &dyn Tree;

    /// Where the search starts, known to be wrong; and whether it can be to blame itself.
    fn root(&self) -> (NodeId, bool);

    /// The process that all of this happened in.
    fn process(&self) -> String;

    /// What kind of question its statements make.
    fn kind(&self) -> QuestionKind;

    /// Everything that is called anywhere in the tree.
    fn subjects(&self) -> Vec<(SubjectId, Subject)>;

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

    /// What those who cannot judge say to help.
    fn advice(&mut self, _node: NodeId) -> Vec<String> {
        Vec::new()
    }

    /// The call below `node` (or `node` itself) that made this part of its value.
    fn producer(&mut self, _node: NodeId, _path: &[Step]) -> Result<NodeId, String> {
        Err("the parts of this value cannot be followed".into())
    }

    /// The node that is wrong if this item of the context of `node` is.
    fn binder(&mut self, _node: NodeId, _item: u32) -> Option<NodeId> {
        None
    }

    /// The same search inside one node; none if there is nothing to see.
    fn inside(&mut self, _node: NodeId) -> Result<Option<Box<dyn Evidence>>, String> {
        Ok(None)
    }
}

/// What a node says happened.
#[derive(Clone, Debug)]
pub struct Statement {
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
    /// What the clause does not say.
    pub remark: Option<String>,
}
