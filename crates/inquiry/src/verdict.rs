//! The end of an inquiry, and why it is the end.

use std::collections::{BTreeMap, BTreeSet};

use computation_tree::{NodeId, SubjectId, Tree};

use crate::act::{Judge, Judgement};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InquiryVerdict {
    /// This node is buggy: its statement is wrong, and no child is to blame for that.
    Found {
        node: NodeId,
        why_wrong: WhyWrong,
        /// Every child with who says that it is not to blame, in order. Children of a trusted child
        /// are children, too; of the trusted ones themselves there is the first of each subject.
        proof: Vec<Innocent>,
    },
    /// Nothing is left to ask, and one of these is buggy, in order. No smaller set follows from
    /// what was said.
    Undecided { suspects: Vec<NodeId> },
    /// The node is wrong and cannot be to blame, but everything below is right: something that was
    /// said cannot be.
    Nobody { node: NodeId, proof: Vec<Innocent> },
}

/// How a statement is known to be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyWrong {
    /// It is what the inquiry began with.
    Symptom,
    Judged(Judge),
    /// Something must be wrong, and nothing else is left that could be.
    Inferred,
}

/// A node that is not to blame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Innocent {
    pub node: NodeId,
    pub judgement: Judgement,
    pub by: Judge,
}

/// Why no child of the node is to blame. `judged` tells what was last said of a node itself.
pub fn proof(
    tree: &dyn Tree,
    node: NodeId,
    trusted: &BTreeMap<SubjectId, Judge>,
    judged: &dyn Fn(NodeId) -> Option<(Judgement, Judge)>,
) -> Vec<Innocent> {
    let mut proof = Vec::new();
    let mut named = BTreeSet::new();
    let end = tree.end(node);
    let mut next = NodeId(node.0 + 1);
    while next < end {
        let child = next;
        next = tree.end(child);
        if let Some((judgement @ (Judgement::Right | Judgement::Inadmissible), by)) = judged(child) {
            proof.push(Innocent { node: child, judgement, by });
        } else if let Some(by) = trusted.get(&tree.subject(child)) {
            if named.insert(tree.subject(child)) {
                proof.push(Innocent { node: child, judgement: Judgement::Trust, by: by.clone() });
            }
            next = NodeId(child.0 + 1);
        }
    }
    proof
}
