//! Where the bug must be, after all that was said: below the innermost node that is known to be
//! wrong, without what was cleared.
//!
//! Every rule here keeps one property: if what was said is true, a buggy node is the wrong node
//! itself or in its interval and not cleared.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use computation_tree::NodeId;

use crate::act::{Act, GroupJudgement, Judgement, Said};
use crate::remaining::Remaining;
use crate::strategy::Strategy;
use crate::view::{SYMPTOM, Sight, ViewId};

/// More statements than this in one question help nobody. The price: with more than some 30,000
/// siblings below one node, the average number of questions is no longer within log2(n) + 2.
const LARGEST_GROUP: usize = 1024;

pub struct Space {
    /// The innermost node that is known to be wrong, and how that is known.
    pub wrong: ViewId,
    pub known: HowKnown,
    /// If not empty: side by side, nodes of which one is known to be wrong. Then the bug is in one
    /// of them, and `wrong` is only above them.
    members: Vec<NodeId>,
    /// The places below `wrong`, or those of the members.
    pub interval: Range<u32>,
    /// What can be asked: not cleared, not unknown.
    pub askable: Remaining,
    /// What cannot be asked but is not cleared either.
    unknown: BTreeSet<ViewId>,
    /// Both together: not cleared, and not known to be wrong.
    suspect: Remaining,
    /// What was found to be wrong on the way, and how. The search may have left it since.
    wrongs: BTreeMap<ViewId, HowKnown>,
    /// What is to be asked next, whatever the strategy says.
    pub urgent: Option<Urgent>,
    /// Where the search was redirected to: it stays there as long as something can be asked there.
    focus: Option<Focus>,
    /// The node that was last spoken of.
    recent: Option<NodeId>,
    pub largest_group: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HowKnown {
    Symptom,
    /// Said by this act.
    Act(usize),
    /// It is the only one left of a group with a wrong one in it.
    Inferred,
}

struct Focus {
    /// A branch of the symptom, or a part of it.
    nodes: Range<NodeId>,
    /// What was known to be wrong before, if that is elsewhere.
    left: Option<Wrong>,
}

/// The wrong result.
struct Wrong {
    wrong: ViewId,
    known: HowKnown,
    members: Vec<NodeId>,
    interval: Range<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Urgent {
    /// The node that caused this inadmissible one.
    CallerOf(NodeId),
    At(NodeId, String),
}

impl Space {
    pub fn new(sight: Sight) -> Space {
        Space {
            wrong: SYMPTOM,
            known: HowKnown::Symptom,
            members: Vec::new(),
            interval: 1..sight.len(),
            askable: Remaining::all(sight.len()),
            unknown: BTreeSet::new(),
            suspect: Remaining::all(sight.len()),
            wrongs: BTreeMap::new(),
            urgent: None,
            focus: None,
            recent: None,
            largest_group: LARGEST_GROUP,
        }
    }

    /// Takes in one more act. `judged` tells what was last said of a node, and by which act.
    pub fn apply(&mut self, sight: Sight, index: usize, act: &Act, judged: &LastSaid) {
        for (node, judgement) in act.said.marks() {
            self.recent = Some(node);
            // What was said later of the same node counts in its stead.
            if sight.covers(node) && judged(node).is_some_and(|(_, last)| last == index) {
                match judgement {
                    Judgement::Right => self.clear(sight, node),
                    Judgement::Wrong => self.blame(sight, node, HowKnown::Act(index)),
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
            Said::Redirected(node, reason) => {
                self.recent = Some(*node);
                self.urgent = Some(Urgent::At(*node, reason.clone()));
                if let Some(branch) = branch(sight, *node) {
                    self.leave_for(sight, *node..sight.tree.end(*node), branch..sight.tree.end(branch));
                    if let Some((Judgement::Wrong, by)) = judged(*node)
                        && by < index
                    {
                        self.blame(sight, *node, HowKnown::Act(by));
                    }
                }
            }
            Said::Consulted(first, end) => {
                self.urgent = None;
                if sight.covers(*first) {
                    self.leave_for(sight, *first..*end, *first..*end);
                }
            }
            _ => {}
        }
        self.infer(sight);
        self.settle(sight);
    }

    /// Looks for the bug in some nodes, and then in those that the search is to stay in. If they
    /// are not below what is known to be wrong, what is known there does not count for a while.
    fn leave_for(&mut self, sight: Sight, first: Range<NodeId>, nodes: Range<NodeId>) {
        let around = places_of(sight, &first);
        let is_inside = self.interval.start <= around.start.0 && around.end.0 <= self.interval.end;
        let mut left = self.focus.take().and_then(|focus| focus.left);
        if !is_inside {
            // From somewhere that was only looked at instead, there is nothing to come back to.
            left = left.or_else(|| {
                let members = std::mem::take(&mut self.members);
                let (wrong, known, interval) = (self.wrong, self.known, self.interval.clone());
                (wrong != SYMPTOM || !members.is_empty()).then_some(Wrong { wrong, known, members, interval })
            });
            (self.wrong, self.known, self.interval) = (SYMPTOM, HowKnown::Symptom, 1..sight.len());
        }
        self.focus = Some(Focus { nodes, left });
    }

    /// Ends the focus if there is nothing to ask in it, and goes back to what was known before it.
    fn settle(&mut self, sight: Sight) {
        let Some(focus) = &self.focus else { return };
        if self.askable.count(self.within(places_of(sight, &focus.nodes))) > 0 {
            return;
        }
        if let Some(Focus { left: Some(left), .. }) = self.focus.take() {
            Wrong { wrong: self.wrong, known: self.known, members: self.members, interval: self.interval } =
                left;
        }
    }

    /// The statement is right, so that no bug below it is needed to explain what is wrong.
    fn clear(&mut self, sight: Sight, node: NodeId) {
        // Right although something known to be wrong is below it: then the bug below did no harm
        // there, and is still to be found.
        let wrong = sight.node(self.wrong);
        let is_above = node <= wrong && wrong < sight.tree.end(node);
        let is_beside = !self.members.is_empty() && self.member(sight, node).is_none();
        let Range { start, end } = places(sight, node);
        if is_above || is_beside {
            // It is not asked again when the search looks elsewhere.
            if let Some(place) = sight.find(node).filter(|&place| place != self.wrong) {
                self.remove(place..ViewId(place.0 + 1));
            }
            return;
        }
        match self.focus.as_ref().and_then(|focus| focus.left.as_ref()).map(|left| left.interval.clone()) {
            // The same for what was left and is still to come back to.
            Some(left) if start.0 < left.start && left.end <= end.0 => {
                self.remove(start..ViewId(left.start));
                self.remove(ViewId(left.end)..end);
            }
            _ => self.remove(start..end),
        }
    }

    fn remove(&mut self, range: Range<ViewId>) {
        if range.is_empty() {
            return;
        }
        self.askable.remove(range.start.0..range.end.0);
        self.suspect.remove(range.start.0..range.end.0);
        while let Some(&place) = self.unknown.range(range.clone()).next() {
            self.unknown.remove(&place);
        }
        while let Some((&place, _)) = self.wrongs.range(range.clone()).next() {
            self.wrongs.remove(&place);
        }
    }

    /// The statement is wrong, so that there is a bug in its subtree. What is wrong elsewhere
    /// changes nothing: one bug is sought.
    fn blame(&mut self, sight: Sight, node: NodeId, known: HowKnown) {
        let Some(place) = sight.find(node).filter(|&place| self.is_open(place)) else { return };
        if self.interval.contains(&place.0) {
            self.go_into(sight, place, known);
        } else {
            self.note_wrong(place, known);
        }
    }

    fn note_wrong(&mut self, place: ViewId, known: HowKnown) {
        self.askable.remove(place.0..place.0 + 1);
        self.suspect.remove(place.0..place.0 + 1);
        self.unknown.remove(&place);
        self.wrongs.insert(place, known);
    }

    fn go_into(&mut self, sight: Sight, place: ViewId, known: HowKnown) {
        self.note_wrong(place, known);
        // Where the search was before, or was redirected from, there may be something wrong below
        // it.
        let below = self.wrongs.range(ViewId(place.0 + 1)..sight.end(place)).next_back();
        let (place, known) = below.map_or((place, known), |(&below, &known)| (below, known));
        self.wrong = place;
        self.known = known;
        self.members.clear();
        self.interval = place.0 + 1..sight.end(place).0;
        self.stay();
    }

    /// What was found here makes it needless to go back.
    fn stay(&mut self) {
        if let Some(focus) = &mut self.focus {
            focus.left = None;
        }
    }

    fn leave_open(&mut self, sight: Sight, node: NodeId) {
        if let Some(place) = sight.find(node).filter(|&place| self.askable.contains(place.0)) {
            self.askable.remove(place.0..place.0 + 1);
            self.unknown.insert(place);
        }
    }

    /// One of the nodes is wrong. That says where the bug is only if all of them are here, or
    /// right.
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
        self.stay();
    }

    /// Whether the node is trusted and nothing right is above it within the space. With nothing
    /// suspect below it, it is right.
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

    /// If all suspects in a group with a wrong one in it are one node and what is below it, it is
    /// that node.
    fn infer(&mut self, sight: Sight) {
        if self.members.is_empty() {
            return;
        }
        let askable = self.askable.first(self.interval.clone()).map(ViewId);
        let others = self.unknown().next().into_iter().chain(self.wrongs_in(self.interval.clone()).next());
        if let Some(only) = askable.into_iter().chain(others).min()
            && !self.is_open_somewhere(sight.end(only)..ViewId(self.interval.end))
        {
            self.go_into(sight, only, HowKnown::Inferred);
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

    fn is_open(&self, place: ViewId) -> bool {
        self.suspect.contains(place.0) || self.wrongs.contains_key(&place)
    }

    fn wrongs_in(&self, range: Range<u32>) -> impl Iterator<Item = ViewId> + '_ {
        self.wrongs.range(ViewId(range.start)..ViewId(range.end.max(range.start))).map(|(&place, _)| place)
    }

    fn is_open_somewhere(&self, range: Range<ViewId>) -> bool {
        let Range { start, end } = self.within(range);
        self.suspect.count(start..end) > 0 || self.wrongs_in(start..end).next().is_some()
    }

    /// The part of the range that is in the interval.
    fn within(&self, range: Range<ViewId>) -> Range<u32> {
        let start = range.start.0.max(self.interval.start);
        start..range.end.0.min(self.interval.end).max(start)
    }

    /// Where to look for a question: everywhere, or in the branch that the search is to stay in.
    pub fn scope(&self, sight: Sight, strategy: Strategy) -> Range<u32> {
        let focus = self.focus.as_ref().map(|focus| focus.nodes.clone());
        let directed = strategy == Strategy::ProcessDirected && self.wrong == SYMPTOM && !self.is_group();
        let nearest = || {
            let first = || self.askable.first(self.interval.clone()).map(|place| sight.node(ViewId(place)));
            let can_ask = |branch: NodeId| self.askable.count(self.within(places(sight, branch))) > 0;
            let recent = self.recent.and_then(|node| branch(sight, node)).filter(|&branch| can_ask(branch));
            recent.or_else(|| branch(sight, first()?)).map(|branch| branch..sight.tree.end(branch))
        };
        match focus.or_else(|| directed.then(nearest).flatten()) {
            Some(nodes) => self.within(places_of(sight, &nodes)),
            None => self.interval.clone(),
        }
    }

    pub fn is_suspect(&self, place: ViewId) -> bool {
        self.interval.contains(&place.0) && self.is_open(place)
    }

    pub fn can_ask(&self, place: ViewId) -> bool {
        self.interval.contains(&place.0) && self.askable.contains(place.0)
    }

    /// Whether anything in the range can be asked, wherever the search is.
    pub fn can_ask_in(&self, sight: Sight, nodes: &Range<NodeId>) -> bool {
        let places = places_of(sight, nodes);
        self.askable.count(places.start.0..places.end.0) > 0
    }

    pub fn can_ask_at(&self, place: Option<ViewId>) -> bool {
        place.is_some_and(|place| self.can_ask(place))
    }

    /// How many at the place and below can be asked.
    pub fn weight_at(&self, sight: Sight, place: ViewId) -> u32 {
        self.askable.count(place.0..sight.end(place).0)
    }

    /// Suspects that cannot be asked, in order.
    pub fn unknown(&self) -> impl Iterator<Item = ViewId> + '_ {
        self.unknown
            .range(ViewId(self.interval.start)..ViewId(self.interval.end.max(self.interval.start)))
            .copied()
    }

    /// The same in a range, wherever the search is.
    pub fn unknown_in(&self, sight: Sight, nodes: &Range<NodeId>) -> impl Iterator<Item = ViewId> + '_ {
        let places = places_of(sight, nodes);
        self.unknown.range(places.start..places.end.max(places.start)).copied()
    }

    /// Candidates that are not judged, without the node that is known to be wrong.
    pub fn suspects(&self) -> u64 {
        self.suspects_in(ViewId(self.interval.start)..ViewId(self.interval.end))
    }

    pub fn suspects_in(&self, range: Range<ViewId>) -> u64 {
        u64::from(self.suspect.count(range.start.0..range.end.0))
    }

    // The next two look at a path, from the ancestor at a given depth down to the place itself,
    // without a step for each don't-know on it: they jump from one thing beside the path that can
    // be asked to the next.

    /// The outermost that can be asked.
    pub fn outermost_askable(&self, sight: Sight, mut depth: u32, place: ViewId) -> Option<ViewId> {
        let below = sight.depth(place) + 1;
        while depth < below {
            let first = ViewId(self.askable.first(sight.ancestor(place, depth).0..place.0 + 1)?);
            if place < sight.end(first) {
                return Some(first);
            }
            depth = first_depth_from(sight, place, depth..below, first);
        }
        None
    }

    /// The innermost that can be asked.
    pub fn innermost_askable(&self, sight: Sight, depth: u32, mut place: ViewId) -> Option<ViewId> {
        let top = sight.ancestor(place, depth);
        loop {
            let last = ViewId(self.askable.last(top.0..place.0 + 1)?);
            if place < sight.end(last) {
                return Some(last);
            }
            let depths = depth..sight.depth(place) + 1;
            let around = first_depth_from(sight, place, depths, last).checked_sub(1)?;
            place = sight.ancestor(place, around);
        }
    }

    /// Whether the bug must be in one of several siblings, and not in the node above.
    pub fn is_group(&self) -> bool {
        !self.members.is_empty()
    }

    /// The outermost node of the scope that the place is in or is.
    pub fn outermost(&self, sight: Sight, scope: &Range<u32>, place: ViewId) -> ViewId {
        let (mut low, mut high) = (sight.depth(self.wrong) + 1, sight.depth(place));
        if self.members.is_empty() && *scope == self.interval {
            return sight.ancestor(place, low);
        }
        while low < high {
            let middle = (low + high) / 2;
            if sight.ancestor(place, middle).0 < scope.start { low = middle + 1 } else { high = middle }
        }
        sight.ancestor(place, low)
    }
}

/// What was last said of a node, and by which act.
pub type LastSaid<'j> = dyn Fn(NodeId) -> Option<(Judgement, usize)> + 'j;

/// The child of the symptom that the node is, or is below: in a run, the process that it is of.
/// None for what is not below the symptom.
fn branch(sight: Sight, node: NodeId) -> Option<NodeId> {
    let symptom = sight.node(SYMPTOM);
    let is_below = sight.covers(node) && node != symptom;
    is_below.then(|| sight.tree.ancestor(node, sight.tree.depth(symptom) + 1))
}

/// The depth of the first on the way down to the place that does not come before the other, or the
/// end of the depths.
fn first_depth_from(sight: Sight, place: ViewId, depths: Range<u32>, other: ViewId) -> u32 {
    let Range { start: mut low, end: mut high } = depths;
    while low < high {
        let middle = low + (high - low) / 2;
        if sight.ancestor(place, middle) < other { low = middle + 1 } else { high = middle }
    }
    low
}

/// The places of the node and all below it, also if it has none itself.
fn places(sight: Sight, node: NodeId) -> Range<ViewId> {
    places_of(sight, &(node..sight.tree.end(node)))
}

fn places_of(sight: Sight, nodes: &Range<NodeId>) -> Range<ViewId> {
    sight.place(nodes.start)..sight.place(nodes.end)
}
