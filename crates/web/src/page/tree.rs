//! The tree of calls: only the rows that someone sees.

use debugger::words::{self as common, count};
use inquiry::{Judgement, NodeStatus};
use maud::{Markup, html};
use serde_json::json;
use session::{TreeBranch, TreeHits, TreeRow, TreeTwig};

use crate::words::{self, Button};

/// Characters of a row.
const WIDTH: usize = 96;

/// The tree from its root, or from another node.
pub fn tree(branch: &TreeBranch, is_part: bool) -> Markup {
    html! {
        @if is_part { p { a href="#tree" { (words::WHOLE_TREE) } } }
        ul.tree { (item(branch)) }
    }
}

/// Rows that are put into the tree.
pub fn twigs(twigs: &[TreeTwig]) -> Markup {
    html! {
        @for twig in twigs {
            @match twig {
                TreeTwig::Branch(branch) => (item(branch)),
                TreeTwig::Siblings { first, end } => li.gap {
                    button.quiet type="button" data-more={ "siblings?first=" (first.0) "&end=" (end.0) } {
                        (words::MORE_SIBLINGS)
                    }
                },
                TreeTwig::Ancestors { top, count: left_out } => li.gap {
                    a href={ "#tree=" (top.0) } { (words::between(*left_out)) }
                },
            }
        }
    }
}

/// What a search found.
pub fn hits(hits: &TreeHits, text: &str) -> Markup {
    html! {
        p.hint { (words::hits(hits.rows.len(), hits.next.is_some(), hits.by_name)) }
        ul.tree.flat { @for hit in &hits.rows { li { (row(hit, None)) } } }
        @if let Some(next) = hits.next {
            @if hits.rows.is_empty() { p.hint { (words::searched(next.0)) } }
            button.plain type="button" data-find=(text) data-from=(next.0) data-alone[hits.rows.is_empty()] {
                (words::SEARCH_ON)
            }
        }
    }
}

/// The call that made a part of a value.
pub fn maker(found: &TreeRow) -> Markup {
    html! {
        p.label { (words::MADE_BY) }
        ul.tree.flat { li { (row(found, None)) } }
    }
}

/// The calls that led to the current one, innermost first.
pub fn stack(branch: &TreeBranch) -> Markup {
    let way = way(branch).unwrap_or_default();
    html! {
        @if way.is_empty() { p.hint { (words::NO_STACK) } }
        ul.tree.flat { @for found in &way { li { (row(found, None)) } } }
    }
}

/// From the current node up to the top of what is shown. A branch is only as deep as its rows.
fn way(branch: &TreeBranch) -> Option<Vec<&TreeRow>> {
    if branch.row.is_current {
        return Some(vec![&branch.row]);
    }
    let mut way = branch.below.iter().find_map(|twig| match twig {
        TreeTwig::Branch(branch) => way(branch),
        TreeTwig::Siblings { .. } | TreeTwig::Ancestors { .. } => None,
    })?;
    way.push(&branch.row);
    Some(way)
}

fn item(branch: &TreeBranch) -> Markup {
    let is_open = !branch.below.is_empty();
    html! {
        li {
            (row(&branch.row, Some(is_open)))
            ul hidden[!is_open] { (twigs(&branch.below)) }
        }
    }
}

/// `folds`: whether what is below it is open. `None`: it cannot be opened here.
fn row(row: &TreeRow, folds: Option<bool>) -> Markup {
    let node = row.node.0;
    let (sign, means, by) = status(&row.status);
    let text = common::one_line(row.text.clone(), WIDTH);
    let fold = folds.filter(|_| row.below > 0);
    html! {
        div.row.current[row.is_current].suspect[sign == "suspect"] data-node=(node) {
            @match fold {
                Some(is_open) => button.fold type="button" aria-expanded=(is_open)
                    aria-label={ (words::CALLS_BELOW) ": " (text) } data-below={ "below?node=" (node) } {},
                None => span.leaf {},
            }
            span class={ "sign " (sign) } title=[by] aria-hidden="true" {}
            span.hidden { (means) ": " }
            code { (text) }
            @if row.below > 0 { span.weight { (count(u64::from(row.below), words::NODE)) } }
            span.acts {
                @if can_judge(&row.status) {
                    (judge(node, "right", &words::CORRECT, &text))
                    (judge(node, "wrong", &words::WRONG, &text))
                }
                @if row.status == (NodeStatus::Suspect { can_ask: true }) {
                    button.quiet type="button" title=(words::ASK_NEXT_MEANS)
                        data-say=(json!({"do": "answer", "answer": {"answer": "ask", "node": node}})) {
                        (words::ASK_NEXT)
                    }
                }
                button.quiet.visits type="button" title=(words::GO_THERE_MEANS)
                    data-say=(json!({"do": "visit", "node": node})) data-to="#time" { (words::GO_THERE) }
                a href={ "#tree=" (node) } title=(words::ONLY_THIS_MEANS) { (words::ONLY_THIS) }
            }
        }
    }
}

/// Whether somebody may judge it, or think better of it.
fn can_judge(status: &NodeStatus) -> bool {
    match status {
        NodeStatus::Suspect { can_ask } => *can_ask,
        NodeStatus::Judged(_, by) => *by.0 == *session::YOU,
        NodeStatus::Symptom | NodeStatus::Cleared => false,
    }
}

/// A button with the sign of a judgement.
fn judge(node: u32, to: &str, button: &Button, text: &str) -> Markup {
    let answer = json!({"answer": "judge", "node": node, "to": to});
    html! {
        button class={ "sign judge " (to) } type="button" data-say=(json!({"do": "answer", "answer": answer}))
            title={ (button.text) ": " (button.means) } aria-label={ (button.text) ": " (text) } {}
    }
}

/// The sign, what it means, and who said so.
fn status(status: &NodeStatus) -> (&'static str, &'static str, Option<String>) {
    match status {
        NodeStatus::Symptom => ("wrong", words::REPORTED, Some(words::REPORTED.to_owned())),
        NodeStatus::Judged(judgement, by) => {
            let sign = match judgement {
                Judgement::Right => "right",
                Judgement::Wrong => "wrong",
                Judgement::Trust => "trust",
                Judgement::Inadmissible => "inadmissible",
                Judgement::Unknown => "unknown",
            };
            let means = common::answer(judgement.name());
            (sign, means, Some(format!("{means}: {}", common::judge(&by.0))))
        }
        NodeStatus::Suspect { .. } => ("suspect", words::SUSPECT, Some(words::SUSPECT.to_owned())),
        NodeStatus::Cleared => ("cleared", words::CLEARED, Some(words::CLEARED.to_owned())),
    }
}
