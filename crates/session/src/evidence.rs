//! What a session needs to know about a tree beyond its shape: its nodes in words, and, where
//! there is more to it than that, who else may judge them, which processes made it, and what is
//! inside a node.

use std::ops::Range;

use computation_tree::{NodeId, SubjectId, Tree};
use inquiry::Judgement;
use slices::Later;

use crate::answer::ValueStep;
use crate::event::{Claim, Instead, Judged, Place, QuestionKind, StepError, Subject, for_people};
use crate::knowledge::StatementKey;
use crate::processes::{Process, Relations};

/// A tree that can be asked about: what every tree has, and optional faces.
///
/// A face that is `None` does not exist for this tree, so an interface can hide a key instead of
/// printing a refusal. Errors are sentences for the person: a statement that had to be computed
/// by replay, for example, and could not.
pub trait Evidence {
    fn tree(&self) -> &dyn Tree;

    /// How the tree is to be searched.
    fn nature(&self) -> Nature;

    /// Every subject that occurs in the tree.
    fn subjects(&self) -> Vec<(SubjectId, Subject)>;

    /// Announces statements that are about to be made, so that they can be computed together.
    fn prepare<'a>(&'a mut self, nodes: &'a [NodeId]) -> Later<'a, ()>;

    fn statement(&mut self, node: NodeId) -> Statement;

    /// The statement for a reader, laid out in `width` columns and shortened to about `size` lines.
    fn layout(&mut self, node: NodeId, width: usize, size: Option<usize>) -> Layout;

    /// The code behind a node.
    fn code(&mut self, node: NodeId) -> BlamedCode;

    /// What follows if a claim of `node` is wrong.
    fn consequence(&mut self, node: NodeId, wrong: &WrongClaim<'_>) -> Result<Consequence, String>;

    /// Nodes that `node` depends on although they are not below it and its statement does not
    /// show them: they must be judged before it is blamed.
    fn background(&self, _node: NodeId) -> Option<Range<NodeId>> {
        None
    }

    /// Where the inputs of nodes come from.
    fn provenance(&mut self) -> Option<&mut dyn Provenance> {
        None
    }

    /// What follows from other answers.
    fn inference(&mut self) -> Option<&mut dyn Inference> {
        None
    }

    /// Those who may answer before the person.
    fn judges(&mut self) -> Option<&mut dyn Judges> {
        None
    }

    /// The processes of the run, if it has several.
    fn story(&mut self) -> Option<&mut dyn Story> {
        None
    }

    /// When the nodes happened, for those who walk through the run.
    fn moments(&mut self) -> Option<&mut dyn Moments> {
        None
    }

    /// The inside of nodes.
    fn inside(&mut self) -> Option<&mut dyn Inside> {
        None
    }

    /// Other trees that must be searched before a node of this one is blamed.
    fn elsewhere(&mut self) -> Option<&mut dyn Elsewhere> {
        None
    }
}

/// A point of a run: after this many events, and then this many accesses of what is shared. What
/// goes out depends only on what came in before it.
pub type Time = (u32, u32);

/// How a tree is to be searched.
#[derive(Clone, Debug)]
pub struct Nature {
    /// Where the search starts, known to be wrong.
    pub root: NodeId,
    /// Whether the root can be to blame itself.
    pub is_blamable: bool,
    /// Whether statements are long, so that asking about several at once is too much.
    pub is_verbose: bool,
    /// Whether siblings are in reading order rather than in the order in which they happened:
    /// top-down then begins with the first.
    pub is_read_forward: bool,
    /// The subject of nodes that say nothing and only hold others together: processes, circles.
    pub scaffold: Option<SubjectId>,
    /// Subjects that the evidence knows to be right, whatever they are called with.
    pub trusted: Vec<SubjectId>,
}

impl Nature {
    /// The nature of a tree whose root is known to be wrong and may be to blame.
    pub fn blaming(root: NodeId) -> Nature {
        Nature {
            root,
            is_blamable: true,
            is_verbose: false,
            is_read_forward: false,
            scaffold: None,
            trusted: Vec::new(),
        }
    }
}

/// Those who may know better than the person. To judge may take long: it goes on by slices.
pub trait Judges {
    /// The judgement of the first who knows, and the judge's name.
    fn judge(&mut self, node: NodeId) -> Later<'_, Option<(Judgement, String)>>;

    /// Hints from those who cannot judge.
    fn advice(&mut self, node: NodeId) -> Later<'_, Vec<String>>;
}

/// What follows from answers to other questions, where statements can be compared.
pub trait Inference {
    /// What follows for a statement from others that were judged: it is less general than one
    /// that is right, for example.
    fn implied(&mut self, statement: &Statement, judged: &[(&StatementKey, Judgement)]) -> Option<Judgement>;

    /// Something that is certainly wrong and takes less to judge than the `open` rest of the
    /// search.
    fn instead<'a>(&'a mut self, node: NodeId, open: &'a [NodeId]) -> Later<'a, Option<Instead>>;
}

/// Where the inputs of nodes come from, in a run whose nodes pass values on to each other beside
/// their arguments.
pub trait Provenance {
    /// If a value that nodes pass on to each other is wrong: those nodes in order, up to the one
    /// that passed it on to `node`. A state that is right after one of them and wrong before a
    /// later one went wrong in between, so they are bisected.
    fn chain(&mut self, node: NodeId, wrong: &WrongClaim<'_>) -> Vec<NodeId>;

    /// If a wrong claim leads to a node that turns out to be right, because what came of it should
    /// have been changed or answered since: that node, and those that may have missed it, in order.
    fn since(&mut self, _node: NodeId, _wrong: &WrongClaim<'_>) -> Option<(NodeId, Vec<NodeId>)> {
        None
    }

    /// Of an input claim, the nodes that made what it holds, item by item. `None`: trusted code
    /// made it, or nobody.
    fn makers(&mut self, node: NodeId, claim: &Claim) -> Vec<Option<NodeId>>;

    /// When something of a claim of `node` came in or went out. `None`: at its end.
    fn time(&mut self, node: NodeId, claim: &Claim, item: Option<u32>) -> Option<Time>;

    /// The node that made what is wrong in this claim, as nothing else around it has arguments, and
    /// when. `None`: at its end.
    fn made_at(&mut self, node: NodeId, wrong: &WrongClaim<'_>, by: NodeId) -> Option<(NodeId, Time)>;

    /// Why the statement of a node may not show everything that came into it.
    fn incomplete(&mut self, node: NodeId) -> Option<String>;
}

/// A run of several processes (paper 2).
pub trait Story {
    /// The processes that the search can begin at, in order of creation.
    fn processes(&mut self) -> Vec<Process>;

    /// How they are related to each other, in the same order.
    fn relations(&mut self) -> Vec<Relations>;

    /// The node to begin with, and why; an error says why there is none.
    fn beginning(&mut self, at: Beginning) -> Result<(NodeId, String), String>;

    /// Where to look if `node` should never have happened.
    fn cause(&mut self, node: NodeId) -> Option<(NodeId, String)>;

    /// What processes did to each other, drawn; by default around what `node` did.
    fn diagram(&mut self, node: Option<NodeId>, wish: &DiagramWish<'_>) -> Result<String, String>;
}

/// When nodes happened.
pub trait Moments {
    /// When a node began, or ended. `None`: it is not known, or never.
    fn moment(&mut self, node: NodeId, side: Side) -> Option<Moment>;
}

/// The inside of a node.
pub trait Inside {
    /// The same search over the expressions of one node; `None` if there is nothing to see.
    fn zoom(&mut self, node: NodeId) -> Later<'_, Result<Option<Box<dyn Evidence>>, String>>;

    /// The call below `node` (or `node` itself) that made this part of its value.
    fn producer(&mut self, node: NodeId, path: &[ValueStep]) -> Result<NodeId, String>;
}

/// Other trees of what a node did, whose statements are of another kind.
pub trait Elsewhere {
    /// A tree that must be searched before `node` is blamed.
    fn other_tree(&mut self, node: NodeId) -> Later<'_, Option<Box<dyn Evidence>>>;

    /// What to say of the node that this tree was searched for, if nothing here is to blame.
    fn acquittal(&self) -> String;
}

/// A call, a return or an exception of one process, said so that it means the same in every replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The number of the process.
    pub process: u32,
    pub kind: MomentKind,
    /// Steps that the process had made.
    pub steps: u64,
    /// Which of the calls, returns and exceptions since that step it is, from 1.
    pub tick: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MomentKind {
    Call,
    Return,
    Raise,
}

/// The beginning or the end of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Entry,
    Exit,
}

/// What a diagram is to show.
#[derive(Clone, Copy, Default, Debug)]
pub struct DiagramWish<'a> {
    /// The number of an event.
    pub around: Option<u32>,
    /// Only this process, and who has to do with it.
    pub process: Option<&'a str>,
    /// Only messages like this.
    pub message: Option<&'a str>,
    /// How many events at most. `None`: as many as a reader can take in.
    pub window: Option<usize>,
    /// Also monitors and names.
    pub all: bool,
    /// A request and its reply are one arrow.
    pub calls: bool,
    /// Timers have a lane.
    pub timers: bool,
    /// Processes whose descendants are drawn in their lanes.
    pub folded: &'a [String],
    /// For a page with controls: remarks name no options of the command line.
    pub is_page: bool,
    /// A picture, rather than text in this many columns.
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
    /// For people: the text and the claims in a sentence, where it is shown otherwise.
    pub shown: Option<String>,
    /// Where in the source, if the text alone does not say what is meant: for expressions.
    pub at: Option<String>,
    /// Why nobody can say that it is wrong: nothing could be concluded from that.
    pub beyond_judgement: Option<String>,
}

impl Statement {
    /// What it says, in a sentence for people.
    pub fn sentence(&self) -> String {
        for_people(self.shown.as_deref(), &self.text, &self.claims)
    }

    /// The event that somebody judged it.
    pub fn judged(self, answer: &'static str, by: String) -> Judged {
        let Statement { text, claims, shown, .. } = self;
        Judged { by, answer, statement: text, shown, claims }
    }
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
pub struct BlamedCode {
    /// From 1.
    pub clause: Option<u32>,
    pub place: Place,
    /// As written.
    pub source: Option<String>,
    /// All of the function (or rule) that the node is an instance of, and where it begins.
    pub whole: Option<(Place, String)>,
    /// The rule with what its variables were.
    pub instance: Option<String>,
    /// The variables that the clause began with, each with its value in short.
    pub variables: Vec<(String, String)>,
    /// The answer that someone said is missing.
    pub missing: Option<String>,
    /// What the clause does not say.
    pub remark: Option<String>,
    pub blamed: Blamed,
    /// What kind of buggy node it would be (paper 2 §6).
    pub error: Option<StepError>,
}

/// The subject of a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Blamed {
    #[default]
    Function,
    Receive,
    Expression,
    /// Of a lazy program.
    Rule,
}
