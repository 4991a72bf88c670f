//! With truthful answers, a search blames a buggy node: random trees, random bugs, random truthful
//! answers, under every strategy.

mod support;

use std::collections::BTreeSet;

use computation_tree::{NodeId, Skeleton, SubjectId, Tree, TreeExt};
use inquiry::{Act, GroupJudgement, Inquiry, InquiryVerdict, Judgement, Next, NextQuestion, Said, Strategy};
use support::{Dice, me};

/// What is true of every node of a tree.
struct World {
    tree: Skeleton,
    blamable: bool,
    wrong: Vec<bool>,
}

impl World {
    /// A few faulty nodes. A node is wrong only if it is faulty or a child is wrong, and then not
    /// always; but one bug shows at the root.
    fn new(dice: &mut Dice, largest: u32) -> World {
        let size = 1 + dice.below(largest);
        let tree = dice.tree(size);
        let blamable = tree.len() == 1 || !dice.once_in(4);
        let first = u32::from(!blamable);
        let bug = NodeId(first + dice.below(tree.len() - first));
        let faults = 1 + dice.below(5);
        let mut faulty: BTreeSet<NodeId> =
            (1..faults).map(|_| NodeId(first + dice.below(tree.len() - first))).collect();
        faulty.insert(bug);
        let mut wrong = vec![false; tree.len() as usize];
        for node in (0..tree.len()).rev().map(NodeId) {
            let shows = node <= bug && bug < tree.end(node);
            let can_be = faulty.contains(&node) || tree.children(node).any(|child| wrong[child.0 as usize]);
            wrong[node.0 as usize] = can_be && (shows || !dice.once_in(4));
        }
        World { tree, blamable, wrong }
    }

    fn is_wrong(&self, node: NodeId) -> bool {
        self.wrong[node.0 as usize]
    }

    /// Paper 1 §5: wrong, and all children right.
    fn is_buggy(&self, node: NodeId) -> bool {
        self.is_wrong(node) && !self.tree.children(node).any(|child| self.is_wrong(child))
    }

    fn may_trust(&self, subject: SubjectId) -> bool {
        (0..self.tree.len())
            .map(NodeId)
            .all(|node| self.tree.subject(node) != subject || !self.is_buggy(node))
    }

    /// Something true about the node.
    fn judge(&self, dice: &mut Dice, node: NodeId) -> Judgement {
        if dice.once_in(6) {
            return Judgement::Unknown;
        }
        if dice.once_in(6) && self.may_trust(self.tree.subject(node)) {
            return Judgement::Trust;
        }
        match self.is_wrong(node) {
            true => Judgement::Wrong,
            false if dice.once_in(5) => Judgement::Inadmissible,
            false => Judgement::Right,
        }
    }

    fn judge_group(&self, dice: &mut Dice, nodes: &[NodeId]) -> GroupJudgement {
        if dice.once_in(4) {
            return GroupJudgement::Unknown;
        }
        match nodes.iter().position(|&node| self.is_wrong(node)) {
            None => GroupJudgement::AllRight,
            Some(_) if dice.once_in(2) => GroupJudgement::SomeWrong,
            Some(index) => GroupJudgement::FirstWrong(index),
        }
    }

    /// What a node is judged by, beside the symptom: the last that was said of it. Who is sent
    /// there for the first time may ask again.
    fn judged(&self, acts: &[Act], node: NodeId) -> Option<Judgement> {
        let is_here = |act: &Act| matches!(act.said, Said::Redirected(other, _) if other == node);
        let Some(reopened) = acts.iter().position(is_here) else { return self.last_said(acts, node) };
        let before = self.last_said(&acts[..reopened], node);
        let before = before.filter(|before| !matches!(before, Judgement::Inadmissible | Judgement::Unknown));
        self.last_said(&acts[reopened..], node).or(before)
    }

    fn last_said(&self, acts: &[Act], node: NodeId) -> Option<Judgement> {
        acts.iter().rev().find_map(|act| match &act.said {
            Said::Judged(other, judgement) => (*other == node).then_some(*judgement),
            Said::Group(nodes, GroupJudgement::AllRight) => nodes.contains(&node).then_some(Judgement::Right),
            Said::Group(nodes, GroupJudgement::FirstWrong(wrong)) => {
                let index = nodes.iter().position(|other| *other == node)?;
                match index.cmp(wrong) {
                    std::cmp::Ordering::Less => Some(Judgement::Right),
                    std::cmp::Ordering::Equal => Some(Judgement::Wrong),
                    std::cmp::Ordering::Greater => None,
                }
            }
            _ => None,
        })
    }

    fn trusts(&self, acts: &[Act], subject: SubjectId) -> bool {
        acts.iter().any(|act| matches!(act.said, Said::Trusted(trusted, _) if trusted == subject))
    }

    /// The children, and those of trusted children in their place.
    fn untrusted_children(&self, acts: &[Act], node: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut next = NodeId(node.0 + 1);
        while next < self.tree.end(node) {
            if self.trusts(acts, self.tree.subject(next))
                && !matches!(self.judged(acts, next), Some(Judgement::Right | Judgement::Inadmissible))
            {
                next = NodeId(next.0 + 1);
            } else {
                found.push(next);
                next = self.tree.end(next);
            }
        }
        found
    }

    fn check_question(&self, acts: &[Act], question: &NextQuestion) {
        assert!(!question.reason.is_empty());
        let mut end = NodeId(1);
        for &node in &question.nodes {
            assert!(end <= node, "members are side by side");
            end = self.tree.end(node);
            assert_eq!(self.judged(acts, node), None, "{node:?} asked twice");
            assert!(!self.trusts(acts, self.tree.subject(node)), "{node:?} is trusted");
        }
        assert!(question.suspects >= question.nodes.len() as u64);
    }

    fn check_verdict(&self, acts: &[Act], verdict: &InquiryVerdict) {
        match verdict {
            InquiryVerdict::Found { node, proof, .. } => {
                assert!(self.is_buggy(*node), "{node:?} is not buggy");
                assert!(self.blamable || *node != NodeId(0));
                for child in self.untrusted_children(acts, *node) {
                    let innocent = proof.iter().find(|innocent| innocent.node == child);
                    let innocent =
                        innocent.unwrap_or_else(|| panic!("no proof that {child:?} is not to blame"));
                    assert_eq!(Some(innocent.judgement), self.judged(acts, child));
                    assert!(matches!(innocent.judgement, Judgement::Right | Judgement::Inadmissible));
                }
                assert!(proof.is_sorted_by_key(|innocent| innocent.node));
            }
            InquiryVerdict::Undecided { suspects } => {
                assert!(suspects.len() > 1);
                assert!(suspects.iter().any(|&node| self.is_buggy(node)), "none of {suspects:?} is buggy");
                // The smallest set: any of them would be it, if all others were right. So each is
                // unknown, but for one that is wrong, and what they called is right or one of them.
                let known: Vec<NodeId> = suspects
                    .iter()
                    .copied()
                    .filter(|&node| self.judged(acts, node) != Some(Judgement::Unknown))
                    .collect();
                assert!(known.len() <= 1, "{known:?} could have been asked");
                assert!(known.iter().all(|&node| self.is_wrong(node) && node == suspects[0]));
                for &node in suspects {
                    for child in self.untrusted_children(acts, node) {
                        let cleared = matches!(
                            self.judged(acts, child),
                            Some(Judgement::Right | Judgement::Inadmissible)
                        );
                        assert!(cleared || suspects.contains(&child));
                    }
                }
            }
            InquiryVerdict::Nobody { .. } => panic!("what is true does not contradict itself"),
        }
    }
}

/// Any node, but often one above what is asked or known, where it matters.
fn pick(dice: &mut Dice, tree: &Skeleton, inquiry: &Inquiry, next: &Next) -> NodeId {
    let near = match next {
        _ if dice.once_in(3) => None,
        Next::Question(question) if dice.once_in(2) => question.nodes.first().copied(),
        _ => inquiry.acts().iter().rev().find_map(|act| match &act.said {
            Said::Judged(node, Judgement::Wrong) => Some(*node),
            Said::Group(nodes, GroupJudgement::SomeWrong) => nodes.last().copied(),
            _ => None,
        }),
    };
    match near {
        Some(node) => tree.ancestor(node, dice.below(tree.depth(node) + 1)),
        None => NodeId(dice.below(tree.len())),
    }
}

/// One whole inquiry with all that people do. Sometimes they only answer.
fn check(seed: u64) {
    let mut dice = Dice::new(seed);
    let world = World::new(&mut dice, 60);
    let tree = &world.tree;
    let strategy = |dice: &mut Dice| Strategy::ALL[dice.below(8) as usize];
    let mut inquiry = Inquiry::new(NodeId(0), world.blamable, strategy(&mut dice));
    let mut mischief = if dice.once_in(2) { 0 } else { 20 };
    // What came next after this many acts, for undo.
    let mut path: Vec<(usize, Strategy, Next)> = Vec::new();
    loop {
        let next = inquiry.next(tree);
        assert_eq!(next, inquiry.next(tree));

        // Act by act gives the same result as all acts at once.
        let mut again = Inquiry::new(NodeId(0), world.blamable, inquiry.strategy());
        inquiry.acts().iter().for_each(|act| again.say(tree, act.clone()));
        assert_eq!(again.next(tree), next);
        assert_eq!(again.suspects(tree), inquiry.suspects(tree));

        path.retain(|(length, ..)| *length < inquiry.acts().len());
        path.push((inquiry.acts().len(), inquiry.strategy(), next.clone()));

        if mischief > 0 && dice.once_in(3) {
            mischief -= 1;
            match dice.below(8) {
                0 => inquiry.set_strategy(strategy(&mut dice)),
                1 => {
                    if inquiry.undo().is_some() {
                        let before = path.iter().rev().find(|(length, ..)| *length == inquiry.acts().len());
                        if let Some((_, strategy, next)) = before {
                            inquiry.set_strategy(*strategy);
                            assert_eq!(inquiry.next(tree), *next);
                        }
                    }
                }
                2 => {
                    let node = pick(&mut dice, tree, &inquiry, &next);
                    inquiry.point_at(tree, node, "someone said so".into(), me());
                }
                3 => {
                    let node = pick(&mut dice, tree, &inquiry, &next);
                    if dice.once_in(2) {
                        inquiry.redirect(tree, node, "it came from there".into(), me());
                    } else if node != NodeId(0) {
                        let end = tree.end(tree.ancestor(node, dice.below(tree.depth(node) + 1)));
                        inquiry.consult(tree, node..end, me());
                    }
                }
                4..=6 => {
                    // Something true that nobody asked; of the symptom it is known.
                    let node = pick(&mut dice, tree, &inquiry, &next);
                    let judgement = world.judge(&mut dice, node);
                    if node != NodeId(0) || judgement == Judgement::Trust {
                        inquiry.judge(tree, node, judgement, me());
                    }
                }
                _ => {
                    let index = dice.below(inquiry.acts().len() as u32) as usize;
                    let judgement = match inquiry.acts().get(index).map(|act| &act.said) {
                        Some(Said::Judged(node, _) | Said::Trusted(_, Some(node))) => {
                            world.judge(&mut dice, *node)
                        }
                        Some(Said::Group(nodes, _)) => match world.judge_group(&mut dice, nodes) {
                            GroupJudgement::AllRight => Judgement::Right,
                            GroupJudgement::Unknown => Judgement::Unknown,
                            _ => Judgement::Wrong,
                        },
                        _ => continue,
                    };
                    assert!(inquiry.revise(tree, index, judgement, me()));
                    path.clear();
                }
            }
            continue;
        }
        match next {
            Next::Verdict(verdict) => return world.check_verdict(inquiry.acts(), &verdict),
            Next::Question(question) => {
                world.check_question(inquiry.acts(), &question);
                if let [node] = *question.nodes {
                    let judgement = world.judge(&mut dice, node);
                    inquiry.judge(tree, node, judgement, me());
                } else {
                    let judgement = world.judge_group(&mut dice, &question.nodes);
                    inquiry.judge_group(tree, &question.nodes, judgement, me());
                }
            }
        }
    }
}

#[test]
fn the_verdict_is_buggy() {
    (0..6_000).for_each(check);
}

fn askable(can_ask: &[bool], tree: &Skeleton, from: NodeId) -> Vec<NodeId> {
    (from.0..tree.end(from).0).filter(|&node| can_ask[node as usize]).map(NodeId).collect()
}

/// Divide & query against all nodes counted one by one.
fn check_optimal(seed: u64, largest: u32) {
    let mut dice = Dice::new(seed);
    let world = World::new(&mut dice, largest);
    let tree = &world.tree;
    let mut inquiry = Inquiry::new(NodeId(0), world.blamable, Strategy::DivideQuery);
    let mut wrong = NodeId(0);
    while let Next::Question(question) = inquiry.next(tree) {
        let acts = inquiry.acts();
        let (mut cleared, mut can_ask) = (vec![false; tree.len() as usize], vec![false; tree.len() as usize]);
        for node in (wrong.0 + 1..tree.end(wrong).0).map(NodeId) {
            let above = tree.parent(node).is_some_and(|parent| parent > wrong && cleared[parent.0 as usize]);
            let judged = world.judged(acts, node);
            cleared[node.0 as usize] =
                above || matches!(judged, Some(Judgement::Right | Judgement::Inadmissible));
            can_ask[node.0 as usize] =
                !cleared[node.0 as usize] && judged.is_none() && !world.trusts(acts, tree.subject(node));
        }
        let below = |node: NodeId| askable(&can_ask, tree, node);
        let total = below(wrong).len();
        let blamable = (wrong != NodeId(0) || world.blamable) && !world.trusts(acts, tree.subject(wrong));
        let mass = total + usize::from(blamable);
        let left = |weight: usize| weight.max(mass - weight);
        let best = below(wrong).into_iter().map(|node| left(below(node).len())).min();
        let asked: usize = question.nodes.iter().map(|&node| below(node).len()).sum();
        let after_inadmissible = question.reason.starts_with("it caused");
        match *question.nodes {
            [_] if after_inadmissible => {}
            [node] => {
                assert_eq!(Some(left(asked)), best, "{node:?}");
                let suspects = |below: NodeId| {
                    let unknown = (below.0..tree.end(below).0).map(NodeId).filter(|&node| {
                        world.judged(acts, node) == Some(Judgement::Unknown)
                            && !cleared[node.0 as usize]
                            && !world.trusts(acts, tree.subject(node))
                    });
                    unknown.count() + askable(&can_ask, tree, below).len()
                };
                let (all, here) = (suspects(wrong), suspects(node));
                let reason = inquiry::words::split(here as u64, (all - here) as u64);
                assert_eq!(question.reason, reason);
                assert_eq!(question.suspects, all as u64);
            }
            _ => assert!(Some(left(asked)) < best && total > 8),
        }
        if let [node] = *question.nodes {
            let judgement = world.judge(&mut dice, node);
            if judgement == Judgement::Wrong {
                wrong = node;
            }
            inquiry.judge(tree, node, judgement, me());
        } else if let Some(first) = question.nodes.iter().position(|&node| world.is_wrong(node)) {
            wrong = question.nodes[first];
            inquiry.judge_group(tree, &question.nodes, GroupJudgement::FirstWrong(first), me());
        } else {
            inquiry.judge_group(tree, &question.nodes, GroupJudgement::AllRight, me());
        }
    }
}

#[test]
fn divide_and_query_leaves_the_least() {
    (0..1_000).for_each(|seed| check_optimal(seed, 60));
    // So large that the heaviest children are found by samples.
    (0..60).for_each(|seed| check_optimal(seed, 1_000));
}
