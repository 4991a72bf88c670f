//! Debugs as a session does: the search over the tree, with someone who knows the answers, or most of them.

use computation_tree::{NodeId, SharedTree};
use inquiry::{GroupJudgement, Inquiry, Judge, Judgement, Next, Strategy, Verdict};

/// The nodes that are blamed: one, or those of a circle that are wrong. None: nothing was found.
pub fn search(
    tree: &SharedTree,
    is_right: &mut dyn FnMut(NodeId) -> Option<bool>,
    strategy: Strategy,
) -> Vec<NodeId> {
    let shape = tree.tree();
    let judge = || Judge::new("infection");
    let mut inquiry = Inquiry::new(NodeId(0), false, strategy);
    inquiry.trust(shape, SharedTree::CIRCLE, judge());
    loop {
        match inquiry.next(shape) {
            Next::Question(question) => match question.nodes[..] {
                [node] => {
                    let judgement = match is_right(node) {
                        Some(true) => Judgement::Right,
                        Some(false) => Judgement::Wrong,
                        None => Judgement::Unknown,
                    };
                    inquiry.judge(shape, node, judgement, judge());
                }
                ref nodes => {
                    let first = nodes
                        .iter()
                        .map(|node| is_right(*node))
                        .enumerate()
                        .find(|(_, said)| *said != Some(true));
                    let judgement = match first {
                        None => GroupJudgement::AllRight,
                        Some((index, Some(_))) => GroupJudgement::FirstWrong(index),
                        Some((_, None)) => GroupJudgement::Unknown,
                    };
                    inquiry.judge_group(shape, nodes, judgement, judge());
                }
            },
            Next::Verdict(Verdict::Found { node, .. }) => {
                if let Some(background) = tree.background(node)
                    && inquiry.consult(shape, background, judge())
                {
                    continue;
                }
                let mut suspects = tree.circle(node);
                suspects.retain(|member| is_right(*member) == Some(false));
                if suspects.is_empty() {
                    suspects.push(node);
                }
                return suspects;
            }
            Next::Verdict(Verdict::Nobody { .. } | Verdict::Undecided { .. }) => return Vec::new(),
        }
    }
}
