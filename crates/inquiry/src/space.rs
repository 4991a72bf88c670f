//! Where the bug must be, after all that was said: below the innermost node that is known to be wrong, without what was cleared.
//!
//! Every rule here keeps one property: if what was said is true, a buggy node is the wrong node itself or in its interval and not cleared.

use std::collections::BTreeSet;
use std::ops::Range;

use computation_tree::NodeId;

use crate::act::{Act, GroupJudgement, Judgement, Said};
use crate::remaining::Remaining;
use crate::view::{Place, SYMPTOM, Sight};

/// More statements than this in one question help nobody. The price: with more than some 30,000 siblings below one node, the average number of questions
/// is no longer within log2(n) + 2.
const LARGEST_GROUP: usize = 1024;

pub struct Space {
    /// The innermost node that is known to be wrong, and how that is known.
    pub wrong: Place,
    pub known: Known,
    /// If not empty: side by side, nodes of which one is known to be wrong. Then the bug is in one of them, and `wrong` is only above them.
    members: Vec<NodeId>,
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

    /// Takes in one more act. `judged` tells what was last said of a node, and by which act.
    pub fn apply(&mut self, sight: Sight, index: usize, act: &Act, judged: &Judged) {
        for (node, judgement) in act.said.marks() {
            // What was said later of the same node counts in its stead.
            if sight.covers(node) && judged(node).is_some_and(|(_, last)| last == index) {
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
            Said::Group(nodes, GroupJudgement::SomeWrong) => {
                let is_right = |node| {
                    judged(node).is_some_and(|(judgement, last)| {
                        last < index && matches!(judgement, Judgement::Right | Judgement::Inadmissible)
                    })
                };
                self.narrow_to(sight, nodes, &is_right);
            }
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
        // Right although something known to be wrong is below it: then the bug below did no harm there, and is still to be found.
        let wrong = sight.node(self.wrong);
        let is_above = node <= wrong && wrong < sight.tree.end(node);
        let is_beside = !self.members.is_empty() && self.member(sight, node).is_none();
        if !is_above && !is_beside {
            self.remove(places(sight, node));
        }
    }

    fn remove(&mut self, range: Range<Place>) {
        if range.is_empty() {
            return;
        }
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

    /// One of the nodes is wrong. That says where the bug is only if all of them are here, or right.
    fn narrow_to(&mut self, sight: Sight, nodes: &[NodeId], is_right: &dyn Fn(NodeId) -> bool) {
        let mut members: Vec<NodeId> = Vec::new();
        for &node in nodes.iter().filter(|&&node| !is_right(node)) {
            if !sight.covers(node) {
                return;
            }
            let here = match sight.find(node) {
                Some(place) => self.is_suspect(place),
                None => self.is_open_somewhere(places(sight, node)),
            };
            if here {
                members.push(node);
            } else if !self.is_trusted_here(sight, node, is_right) {
                return;
            }
        }
        members.sort_unstable();
        let (Some(&first), Some(&last)) = (members.first(), members.last()) else { return };
        self.interval = sight.place(first).0..places(sight, last).end.0;
        let mut free = sight.place(first);
        for &member in &members {
            let taken = places(sight, member);
            self.remove(free..taken.start);
            free = taken.end;
        }
        self.members = members;
    }

    /// Whether the node is trusted and nothing right is above it within the space. With nothing suspect below it, it is right.
    fn is_trusted_here(&self, sight: Sight, node: NodeId, is_right: &dyn Fn(NodeId) -> bool) -> bool {
        let mut above = sight.find(node).is_none().then_some(node);
        while let Some(node) = above {
            if is_right(node) {
                return false;
            }
            if let Some(place) = sight.find(node) {
                return place == self.wrong || self.is_suspect(place);
            }
            above = sight.tree.parent(node);
        }
        false
    }

    /// If all suspects in a group with a wrong one in it are one node and what is below it, it is that node.
    fn infer(&mut self, sight: Sight) {
        if self.members.is_empty() {
            return;
        }
        let askable = self.askable.first(self.interval.clone()).map(Place);
        let unknown = self.unknown().next();
        if let Some(only) = askable.into_iter().chain(unknown).min()
            && !self.is_open_somewhere(sight.end(only)..Place(self.interval.end))
        {
            self.go_into(sight, only, Known::Inferred);
        }
    }

    /// The member that the node is, or is in.
    fn member(&self, sight: Sight, node: NodeId) -> Option<NodeId> {
        let after = self.members.partition_point(|&member| member <= node);
        let member = self.members.get(after.checked_sub(1)?).copied();
        member.filter(|&member| node < sight.tree.end(member))
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

    fn is_open_somewhere(&self, range: Range<Place>) -> bool {
        let start = range.start.0.max(self.interval.start);
        let end = range.end.0.min(self.interval.end).max(start);
        self.askable.count(start..end) > 0 || self.unknown.range(Place(start)..Place(end)).next().is_some()
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

    /// Candidates that are not judged, without the node that is known to be wrong.
    pub fn suspects(&self) -> u64 {
        self.suspects_in(Place(self.interval.start)..Place(self.interval.end))
    }

    pub fn suspects_in(&self, range: Range<Place>) -> u64 {
        let askable = self.askable.count(range.start.0..range.end.0);
        let unknown = self.unknown().filter(|place| range.contains(place)).count();
        u64::from(askable) + unknown as u64
    }

    /// Whether the bug must be in one of several siblings, and not in the node above.
    pub fn is_group(&self) -> bool {
        !self.members.is_empty()
    }

    /// The outermost node of the space that the place is in or is.
    pub fn outermost(&self, sight: Sight, place: Place) -> Place {
        let (mut low, mut high) = (sight.depth(self.wrong) + 1, sight.depth(place));
        if self.members.is_empty() {
            return sight.ancestor(place, low);
        }
        while low < high {
            let middle = (low + high) / 2;
            if sight.ancestor(place, middle).0 < self.interval.start {
                low = middle + 1
            } else {
                high = middle
            }
        }
        sight.ancestor(place, low)
    }
}

/// What was last said of a node, and by which act.
pub type Judged<'j> = dyn Fn(NodeId) -> Option<(Judgement, usize)> + 'j;

/// The places of the node and all below it, also if it has none itself.
fn places(sight: Sight, node: NodeId) -> Range<Place> {
    sight.place(node)..sight.place(sight.tree.end(node))
}
