//! Debugs as a session does: the search over the tree, with someone who knows every answer.

use computation_tree::NodeId;
use inquiry::{GroupJudgement, Inquiry, Judge, Judgement, Next, Strategy, Verdict};
use observation::event::TextId;
use observation::graph::Topic;
use observation::tree::{CIRCLE, ObservationTree};

/// The labels that are blamed: one, or those of a circle that are wrong. None: nothing was found.
pub fn search(tree: &ObservationTree, is_right: &dyn Fn(Topic) -> bool, strategy: Strategy) -> Vec<TextId> {
    let shape = tree.tree();
    let judge = || Judge::new("infection");
    let is_right = |node: NodeId| tree.topic(node).is_none_or(is_right);
    let mut inquiry = Inquiry::new(NodeId(0), false, strategy);
    inquiry.trust(shape, CIRCLE, judge());
    loop {
        match inquiry.next(shape) {
            Next::Question(question) => match question.nodes[..] {
                [node] => {
                    let judgement = if is_right(node) { Judgement::Right } else { Judgement::Wrong };
                    inquiry.judge(shape, node, judgement, judge());
                }
                ref nodes => {
                    let first_wrong = nodes.iter().position(|node| !is_right(*node));
                    let judgement = first_wrong.map_or(GroupJudgement::AllRight, GroupJudgement::FirstWrong);
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
                suspects.retain(|member| !is_right(*member));
                if suspects.is_empty() {
                    suspects.push(node);
                }
                return suspects
                    .into_iter()
                    .filter_map(|node| tree.topic(node))
                    .map(|topic| topic.label)
                    .collect();
            }
            Next::Verdict(Verdict::Nobody { .. } | Verdict::Undecided { .. }) => return Vec::new(),
        }
    }
}
