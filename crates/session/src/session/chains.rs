//! Bisection of what nodes pass on to each other: states of a server, rounds of a loop, writes of a
//! key. It is right at first and wrong now; any pair of neighbours, right before and wrong after,
//! will do, so nothing has to be monotone.

use computation_tree::NodeId;
use inquiry::{Act, Judge, Judgement, Said};

use super::{Level, RUN, Session};
use crate::evidence::WrongClaim;

/// Shorter ones are followed step by step.
const SHORTEST: usize = 4;

impl Session {
    /// A claim is wrong that may have gone wrong in any node of a chain: remembers them.
    pub(super) fn enter_chain(&mut self, node: NodeId, wrong: &WrongClaim<'_>) {
        let Level { evidence, chain, since, .. } = self.level();
        *since = evidence.provenance().and_then(|inputs| inputs.since(node, wrong));
        let nodes = evidence.provenance().map_or_else(Vec::new, |inputs| inputs.chain(node, wrong));
        // Inside of a chain that is being bisected nothing new is learnt of it.
        if nodes.len() >= SHORTEST && !chain.contains(&node) {
            *chain = nodes;
        }
    }

    /// Points the search at the middle of the part of the chain that is still open.
    pub(super) fn probe(&mut self) {
        let Level { evidence, inquiry, chain, .. } = self.level();
        if chain.is_empty() {
            return self.ask_what_followed();
        }
        let judgement = |node: &NodeId| inquiry.judged(*node).map(|(judgement, _)| judgement);
        let right = chain.iter().rposition(|node| judgement(node) == Some(Judgement::Right));
        let first = right.map_or(0, |right| right + 1);
        let wrong_before = |node: &NodeId| judgement(node) == Some(Judgement::Inadmissible);
        let end = chain[first..].iter().position(wrong_before).map_or(chain.len(), |n| first + n);
        let is_found = chain[first..end].iter().any(|node| judgement(node) == Some(Judgement::Wrong));
        let middle = first + (end - first) / 2;
        let mut open: Vec<usize> = (first..end).filter(|n| judgement(&chain[*n]).is_none()).collect();
        open.sort_by_key(|n| n.abs_diff(middle));
        let (tree, rounds) = (evidence.tree(), (end - first).max(1).ilog2() + 1);
        let next = open.into_iter().map(|n| chain[n]).find(|node| inquiry.can_ask(tree, *node));
        let Some(node) = next.filter(|_| !is_found) else {
            chain.clear();
            return;
        };
        let is_pointed_at = |act: &Act| matches!(act.said, Said::Redirected(to, _) if to == node);
        if !inquiry.acts().last().is_some_and(is_pointed_at) {
            let left = match rounds {
                1 => "the last question about it".to_owned(),
                rounds => format!("about {rounds} questions about it"),
            };
            let steps = if end - first == 1 {
                "this step".to_owned()
            } else {
                format!("one of {} steps", end - first)
            };
            let reason = format!("it went wrong in {steps}: {left}");
            inquiry.redirect(tree, node, reason, Judge::new(RUN));
        }
    }
    /// If what an answer led to is right, something that came later did not do what it should have
    /// done: the latest first.
    fn ask_what_followed(&mut self) {
        let Level { evidence, inquiry, since, .. } = self.level();
        let Some((first, later)) = since else { return };
        let judgement = |node: NodeId| inquiry.judged(node).map(|(judgement, _)| judgement);
        match judgement(*first) {
            None => return,
            Some(Judgement::Right) => {}
            Some(_) => later.clear(),
        }
        if later.iter().any(|node| judgement(*node).is_some_and(|known| known != Judgement::Right)) {
            later.clear();
        }
        let tree = evidence.tree();
        let next = later.iter().rev().copied().find(|node| inquiry.can_ask(tree, *node));
        match next {
            Some(node) => {
                let reason = "something may be missing that was to happen here".to_owned();
                inquiry.redirect(tree, node, reason, Judge::new(RUN));
            }
            None => *since = None,
        }
    }
}
