//! What has been said so far, by whom: the only thing an inquiry remembers. All else follows from
//! it.

use std::fmt;
use std::sync::Arc;

use computation_tree::{NodeId, SubjectId};

/// What someone thinks of a node's statement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    Right,
    Wrong,
    /// All nodes of its subject are above suspicion; what they called is not.
    Trust,
    /// It should never have been computed: its cause is to blame, not what is below.
    Inadmissible,
    Unknown,
}

impl Judgement {
    pub const ALL: [Judgement; 5] =
        [Judgement::Right, Judgement::Wrong, Judgement::Trust, Judgement::Inadmissible, Judgement::Unknown];

    pub fn name(self) -> &'static str {
        match self {
            Judgement::Right => "right",
            Judgement::Wrong => "wrong",
            Judgement::Trust => "trust",
            Judgement::Inadmissible => "inadmissible",
            Judgement::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What someone thinks of the statements of a group of siblings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupJudgement {
    AllRight,
    /// The one at this index is wrong, all before it are right, nothing is said of those after it.
    FirstWrong(usize),
    /// One of them is, who knows which.
    SomeWrong,
    /// Too much to judge at once. Smaller groups, or single ones, may be asked.
    Unknown,
}

/// Who judged: "you", "answers", "trust list", "spec", "reference", …
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Judge(pub Arc<str>);

impl Judge {
    pub fn new(name: &str) -> Judge {
        Judge(name.into())
    }
}

impl fmt::Display for Judge {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// One thing said, by someone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    pub said: Said,
    pub by: Judge,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Of one node, anything but trust.
    Judged(NodeId, Judgement),
    Group(Vec<NodeId>, GroupJudgement),
    /// Of a subject, perhaps as the answer to a question about a node of it.
    Trusted(SubjectId, Option<NodeId>),
    /// Where to look next, and why.
    PointedAt(NodeId, String),
    /// The same, wherever that is, and to stay around it.
    Redirected(NodeId, String),
    /// What else may be the reason for what is wrong: these nodes, from the first up to the second.
    Consulted(NodeId, NodeId),
}

impl Said {
    /// Every single judgement of a node in it.
    pub fn marks(&self) -> Vec<(NodeId, Judgement)> {
        match self {
            Said::Judged(node, judgement) => vec![(*node, *judgement)],
            Said::Group(nodes, GroupJudgement::AllRight) => {
                nodes.iter().map(|node| (*node, Judgement::Right)).collect()
            }
            Said::Group(nodes, GroupJudgement::FirstWrong(index)) => {
                let right = nodes.iter().take(*index).map(|node| (*node, Judgement::Right));
                right.chain(nodes.get(*index).map(|node| (*node, Judgement::Wrong))).collect()
            }
            Said::Group(_, GroupJudgement::SomeWrong | GroupJudgement::Unknown)
            | Said::Trusted(..)
            | Said::PointedAt(..)
            | Said::Redirected(..)
            | Said::Consulted(..) => Vec::new(),
        }
    }

    /// Whether it is an answer, and not just where it led.
    pub(crate) fn is_answer(&self) -> bool {
        !matches!(self, Said::PointedAt(..) | Said::Redirected(..) | Said::Consulted(..))
    }
}
