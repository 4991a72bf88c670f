//! Debugs as a session does: the search over the tree, with someone who knows the answers, or most
//! of them.

use computation_tree::{NodeId, SharedTree};
use inquiry::{GroupJudgement, Inquiry, InquiryVerdict, Judge, Judgement, Next, Strategy};

/// The strategies for the program of a seed. From seed to seed, every strategy comes up equally
/// often.
pub fn in_turn(seed: u64) -> [Strategy; 2] {
    let all = Strategy::ALL;
    [0, 1].map(|n| all[(seed as usize * 2 + n) % all.len()])
}

/// The nodes that are blamed: one, or those of a circle that are wrong. None: nothing was found. An
/// error is whatever keeps the judge from judging.
pub fn search<E>(
    tree: &SharedTree,
    is_right: &mut dyn FnMut(NodeId) -> Result<Option<bool>, E>,
    strategy: Strategy,
) -> Result<Vec<NodeId>, E> {
    let shape = tree.tree();
    let judge = || Judge::new("infection");
    let mut inquiry = Inquiry::new(NodeId(0), false, strategy);
    inquiry.trust(shape, SharedTree::CIRCLE, judge());
    loop {
        match inquiry.next(shape) {
            Next::Question(question) => match question.nodes[..] {
                [node] => {
                    let judgement = match is_right(node)? {
                        Some(true) => Judgement::Right,
                        Some(false) => Judgement::Wrong,
                        None => Judgement::Unknown,
                    };
                    inquiry.judge(shape, node, judgement, judge());
                }
                ref nodes => {
                    let mut judgement = GroupJudgement::AllRight;
                    for (index, node) in nodes.iter().enumerate() {
                        judgement = match is_right(*node)? {
                            Some(true) => continue,
                            Some(false) => GroupJudgement::FirstWrong(index),
                            None => GroupJudgement::Unknown,
                        };
                        break;
                    }
                    inquiry.judge_group(shape, nodes, judgement, judge());
                }
            },
            Next::Verdict(InquiryVerdict::Found { node, .. }) => {
                if let Some(background) = tree.background(node) {
                    if inquiry.consult(shape, background.clone(), judge()) {
                        continue;
                    }
                    if !inquiry.unknown_in(shape, &background).is_empty() {
                        return Ok(Vec::new());
                    }
                }
                let mut suspects = Vec::new();
                for member in tree.circle(node) {
                    if is_right(member)? == Some(false) {
                        suspects.push(member);
                    }
                }
                if suspects.is_empty() {
                    suspects.push(node);
                }
                return Ok(suspects);
            }
            Next::Verdict(InquiryVerdict::Nobody { .. } | InquiryVerdict::Undecided { .. }) => {
                return Ok(Vec::new());
            }
        }
    }
}
