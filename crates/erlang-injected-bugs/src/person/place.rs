//! Where a statement of one run would be in another: the same function, in the same process, at the
//! same point of its life.

use std::collections::{BTreeMap, HashMap};

use computation_tree::NodeId;
use session::event::QuestionKind;

use super::memory::Remembered;

/// For nodes of the run with the bug: the statement of the correct run, by its number.
pub struct Places(HashMap<NodeId, usize>);

impl Places {
    pub fn new(correct: &[Remembered], run: &[Remembered]) -> Places {
        let mut places = HashMap::new();
        let (correct_groups, groups) = (grouped(correct), grouped(run));
        for (name, members) in groups {
            let Some(others) = correct_groups.get(&name) else { continue };
            let keys: Vec<String> = members.iter().map(|n| run[*n].key()).collect();
            let other_keys: Vec<String> = others.iter().map(|n| correct[*n].key()).collect();
            for (n, other) in aligned(&keys, &other_keys) {
                places.insert(run[members[n]].node, others[other]);
            }
        }
        Places(places)
    }

    pub fn of(&self, node: NodeId) -> Option<usize> {
        self.0.get(&node).copied()
    }
}

/// By process and function: the numbers of the statements, in order. A process that waits for ever is where
/// it would have received.
fn grouped(statements: &[Remembered]) -> BTreeMap<String, Vec<usize>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (n, said) in statements.iter().enumerate() {
        let kind = match said.kind {
            QuestionKind::Stuck => QuestionKind::Receive,
            other => other,
        };
        // A receive is one of its own in a function, and what goes on behind it another.
        let text = if kind == QuestionKind::Receive { &*said.text } else { "" };
        let name = format!("{} {} {kind:?} {text} {}", said.process, said.subject, said.is_outermost);
        groups.entry(name).or_default().push(n);
    }
    groups
}

/// Pairs of two sequences, in order: as many alike as possible, and between them one after the other.
fn aligned(left: &[String], right: &[String]) -> Vec<(usize, usize)> {
    let mut longest = vec![vec![0u32; right.len() + 1]; left.len() + 1];
    for n in (0..left.len()).rev() {
        for m in (0..right.len()).rev() {
            longest[n][m] = match left[n] == right[m] {
                true => longest[n + 1][m + 1] + 1,
                false => longest[n + 1][m].max(longest[n][m + 1]),
            };
        }
    }
    let (mut n, mut m) = (0, 0);
    let (mut pairs, mut open_left, mut open_right) = (Vec::new(), Vec::new(), Vec::new());
    while n < left.len() && m < right.len() {
        if left[n] == right[m] {
            pairs.extend(open_left.drain(..).zip(open_right.drain(..)));
            pairs.push((n, m));
            (n, m) = (n + 1, m + 1);
        } else if longest[n + 1][m] >= longest[n][m + 1] {
            open_left.push(n);
            n += 1;
        } else {
            open_right.push(m);
            m += 1;
        }
    }
    pairs
        .extend(open_left.into_iter().chain(n..left.len()).zip(open_right.into_iter().chain(m..right.len())));
    pairs
}
