//! Where the bug must be, after all that was said: below the innermost node that is known to be wrong, without what was cleared.
//!
//! Every rule here keeps one property: if what was said is true, a buggy node is the wrong node itself or in its interval and not cleared.

use std::collections::BTreeSet;
use std::ops::Range;

use computation_tree::NodeId;

use crate::act::{Act, GroupJudgement, Judgement, Said};
use crate::remaining::Remaining;
use crate::view::{Place, SYMPTOM, Sight};

/// More statements than this in one question help nobody.
const LARGEST_GROUP: usize = 1024;

pub struct Space {
    /// The innermost node that is known to be wrong, and how that is known.
    pub wrong: Place,
    pub known: Known,
    /// If not empty: siblings of which one is known to be wrong, in order. Then the bug is in one of them and `wrong` is only their ancestor.
    members: Vec<Place>,
    /// The places below `wrong`, or those of the members.
    pub interval: Range<u32>,
    /// What can be asked: not cleared, not unknown.
    pub askable: Remaining,
    /// What cannot be asked but is not cleared either.
    unknown: BTreeSet<Place>,
    /// What is to be asked next, whatever the strategy says.
    pub urgent: Option<Urgent>,
    pub largest_group: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    Symptom,
    /// Said by this act.
    Act(usize),
    /// It is the only one left of a group with a wrong one in it.
    Inferred,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Urgent {
    /// Whoever caused this inadmissible node.
    CallerOf(NodeId),
    At(NodeId, String),
}

impl Space {
    pub fn new(sight: Sight) -> Space {
        Space {
            wrong: SYMPTOM,
            known: Known::Symptom,
            members: Vec::new(),
            interval: 1..sight.len(),
            askable: Remaining::all(sight.len()),
            unknown: BTreeSet::new(),
            urgent: None,
            largest_group: LARGEST_GROUP,
        }
    }

    /// Takes in one more act. `counts` tells which judgements of nodes have not been replaced by later ones.
    pub fn apply(&mut self, sight: Sight, index: usize, act: &Act, counts: &dyn Fn(NodeId) -> bool) {
        for (node, judgement) in act.said.marks() {
            if counts(node) && sight.covers(node) {
                match judgement {
                    Judgement::Right => self.clear(sight, node),
                    Judgement::Wrong => self.blame(sight, node, Known::Act(index)),
                    Judgement::Inadmissible => {
                        if self.is_inside(sight, node) {
                            self.urgent = Some(Urgent::CallerOf(node));
                        }
                        self.clear(sight, node);
                    }
                    Judgement::Unknown => self.leave_open(sight, node),
                    // Trust is of subjects: the view is without them.
                    Judgement::Trust => {}
                }
            }
        }
        match &act.said {
            Said::Group(nodes, GroupJudgement::SomeWrong) => self.narrow_to(sight, nodes, Known::Act(index)),
            Said::Group(nodes, GroupJudgement::Unknown) => {
                self.largest_group = self.largest_group.min(nodes.len() / 2);
            }
            Said::PointedAt(node, reason) => self.urgent = Some(Urgent::At(*node, reason.clone())),
            _ => {}
        }
        self.infer(sight);
    }

    /// The statement is right, so that no bug below it is needed to explain what is wrong.
    fn clear(&mut self, sight: Sight, node: NodeId) {
        let end = sight.tree.end(node);
        // Right although something known to be wrong is below it: then the bug below did no harm there, and is still to be found.
        let wrong = sight.node(self.wrong);
        if node <= wrong && wrong < end {
            return;
        }
        let (start, end) = (sight.place(node), sight.place(end));
        self.remove(start..end);
    }

    fn remove(&mut self, range: Range<Place>) {
        self.askable.remove(range.start.0..range.end.0);
        while let Some(&place) = self.unknown.range(range.clone()).next() {
            self.unknown.remove(&place);
        }
    }

    /// The statement is wrong, so that there is a bug in its subtree. What is wrong elsewhere changes nothing: one bug is sought.
    fn blame(&mut self, sight: Sight, node: NodeId, known: Known) {
        if let Some(place) = sight.find(node).filter(|&place| self.is_suspect(place)) {
            self.go_into(sight, place, known);
        }
    }

    fn go_into(&mut self, sight: Sight, place: Place, known: Known) {
        self.wrong = place;
        self.known = known;
        self.members.clear();
        self.interval = place.0 + 1..sight.end(place).0;
    }

    fn leave_open(&mut self, sight: Sight, node: NodeId) {
        if let Some(place) = sight.find(node).filter(|&place| self.can_ask(place)) {
            self.askable.remove(place.0..place.0 + 1);
            self.unknown.insert(place);
        }
    }

    /// One of the siblings is wrong.
    fn narrow_to(&mut self, sight: Sight, nodes: &[NodeId], known: Known) {
        let mut members: Vec<Place> = nodes
            .iter()
            .filter_map(|&node| sight.find(node))
            .filter(|&place| self.is_suspect(place))
            .collect();
        members.sort_unstable();
        let (Some(&first), Some(&last)) = (members.first(), members.last()) else { return };
        let end = sight.end(last);
        let mut free = first;
        for &member in &members {
            if free < member {
                self.remove(free..member);
            }
            free = sight.end(member);
        }
        self.members = members;
        self.interval = first.0..end.0;
        self.known = known;
    }

    /// Of a group with a wrong one in it, the last that is not cleared is it.
    fn infer(&mut self, sight: Sight) {
        if self.members.is_empty() {
            return;
        }
        let mut left = self.members.iter().copied().filter(|&member| self.is_open(member));
        if let (Some(only), None) = (left.next(), left.next()) {
            self.go_into(sight, only, Known::Inferred);
        }
    }

    /// Whether the node, trusted or not, is below what is wrong.
    fn is_inside(&self, sight: Sight, node: NodeId) -> bool {
        let wrong = sight.node(self.wrong);
        let below = wrong < node && node < sight.tree.end(wrong);
        below && sight.find(node).is_none_or(|place| self.is_suspect(place))
    }

    fn is_open(&self, place: Place) -> bool {
        self.askable.contains(place.0) || self.unknown.contains(&place)
    }

    pub fn is_suspect(&self, place: Place) -> bool {
        self.interval.contains(&place.0) && self.is_open(place)
    }

    pub fn can_ask(&self, place: Place) -> bool {
        self.interval.contains(&place.0) && self.askable.contains(place.0)
    }

    /// How many can be asked.
    pub fn weight(&self) -> u32 {
        self.askable.count(self.interval.clone())
    }

    /// How many at the place and below can be asked.
    pub fn weight_at(&self, sight: Sight, place: Place) -> u32 {
        self.askable.count(place.0..sight.end(place).0)
    }

    /// Suspects that cannot be asked, in order.
    pub fn unknown(&self) -> impl Iterator<Item = Place> + '_ {
        self.unknown
            .range(Place(self.interval.start)..Place(self.interval.end.max(self.interval.start)))
            .copied()
    }

    /// Unjudged candidates, without the node that is known to be wrong.
    pub fn suspects(&self) -> u64 {
        u64::from(self.weight()) + self.unknown().count() as u64
    }

    /// Whether the bug must be in one of several siblings, and not in the node above.
    pub fn is_group(&self) -> bool {
        !self.members.is_empty()
    }

    /// The outermost node of the space that the place is in or is: a child of the wrong node, or a member of the group.
    pub fn outermost(&self, sight: Sight, place: Place) -> Place {
        match self.members.partition_point(|&member| member <= place) {
            0 => sight.ancestor(place, sight.depth(self.wrong) + 1),
            after => self.members[after - 1],
        }
    }
}
