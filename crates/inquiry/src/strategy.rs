//! Which question to ask: the strategies of paper 1 §6, of paper 2 §4.4 and of the survey that they
//! cite.
//!
//! None of them looks at all nodes: the bug's space is an interval of the preorder, weights are
//! counts in intervals, and heavy nodes are found from the places that they cannot but contain.

use std::cmp::Reverse;
use std::ops::Range;

use crate::inquiry::NextQuestion;
use crate::space::Space;
use crate::view::{Sight, ViewId};
use crate::words;

/// How the next question is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Strategy {
    /// The question whose answers come closest to halving the suspects, or a group of siblings
    /// where no single one comes close.
    #[default]
    DivideQuery,
    /// The children of what is wrong, from the last to the first; where they have no order in time,
    /// from the first to the last.
    TopDown,
    /// The child of what is wrong with the most suspects below it.
    HeaviestFirst,
    /// Bottom-up, in the order in which the statements came true.
    SingleStep,
    /// Where the last answer pointed; else as divide & query.
    Subterm,
    /// Divide & query in one branch of the symptom after the other: in the process that was spoken
    /// of last, until a message points elsewhere (paper 2 §4.4).
    ProcessDirected,
    /// Automatic oracles judge all children of the wrong node before a person does; then as
    /// top-down (paper 5 §8.8).
    AllChildren,
    /// Automatic oracles judge every node first; then as divide & query in the wrong subtree with
    /// the least left to judge.
    BruteForce,
}

impl Strategy {
    pub const ALL: [Strategy; 8] = [
        Strategy::DivideQuery,
        Strategy::TopDown,
        Strategy::HeaviestFirst,
        Strategy::SingleStep,
        Strategy::Subterm,
        Strategy::ProcessDirected,
        Strategy::AllChildren,
        Strategy::BruteForce,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Strategy::DivideQuery => "divide-query",
            Strategy::TopDown => "top-down",
            Strategy::HeaviestFirst => "heaviest-first",
            Strategy::SingleStep => "single-step",
            Strategy::Subterm => "subterm",
            Strategy::ProcessDirected => "process-directed",
            Strategy::AllChildren => "all-children",
            Strategy::BruteForce => "brute-force",
        }
    }
}

impl std::str::FromStr for Strategy {
    type Err = String;

    fn from_str(name: &str) -> Result<Strategy, String> {
        Strategy::ALL.into_iter().find(|strategy| strategy.name() == name).ok_or_else(|| {
            let known: Vec<&str> = Strategy::ALL.iter().map(|strategy| strategy.name()).collect();
            words::no_such_strategy(name, &known)
        })
    }
}

/// Up to this many suspects, all children are compared, and single questions are good enough.
const FEW: u32 = 8;
/// Up to this many suspects that are read in order, all are searched for the first that leaves the
/// least.
const FEW_IN_ORDER: u32 = 64;
/// Up to this many siblings are asked about one by one.
const FEW_SIBLINGS: usize = 3;
/// A group of long statements grows beyond this size only as far as needed to stay within log2(n) +
/// 2 questions on average: with an eighth of the mass in each group, four are asked about on
/// average before one has the bug in it, and then it is halved.
const LONG_READ: usize = 64;
const LEAST_SHARE: u64 = 8;
/// Children that are looked at in search of the heaviest one.
const SAMPLES: u32 = 256;

/// What there is to choose from.
pub struct AskableNodes<'a> {
    pub sight: Sight<'a>,
    pub space: &'a Space,
    /// Whether the wrong node itself may be to blame.
    pub blamable: bool,
    /// The part of the space that is looked at.
    pub scope: Range<u32>,
    /// Whether a statement takes long to read.
    pub verbose: bool,
    /// Whether top-down begins with the first child.
    pub forward: bool,
}

/// A part of the space whose outermost nodes are siblings.
struct Scope {
    interval: Range<u32>,
    /// Whose descendants they are, or `None` for the whole space.
    below: Option<ViewId>,
}

impl AskableNodes<'_> {
    /// `None` if there is nothing left to ask.
    pub fn question(&self, strategy: Strategy) -> Option<NextQuestion> {
        if self.weight() == 0 {
            return None;
        }
        match strategy {
            Strategy::DivideQuery | Strategy::Subterm | Strategy::ProcessDirected | Strategy::BruteForce => {
                self.divide()
            }
            Strategy::TopDown | Strategy::AllChildren if self.forward => self.first_child(),
            Strategy::TopDown | Strategy::AllChildren => self.last_child(),
            Strategy::HeaviestFirst => self.heaviest_child(),
            Strategy::SingleStep => self.first_completed(),
        }
    }

    /// At most this many nodes, in order, that automatic oracles may judge before a person is asked
    /// anything.
    pub fn consultation(&self, strategy: Strategy, most: usize) -> Vec<ViewId> {
        match strategy {
            Strategy::AllChildren => {
                self.siblings(&self.whole()).map(|(place, _)| place).take(most).collect()
            }
            Strategy::BruteForce => self.open(most),
            _ => Vec::new(),
        }
    }

    /// At most this many nodes that can be asked about, in order.
    pub fn open(&self, most: usize) -> Vec<ViewId> {
        let start = self.space.askable.before(self.scope.start);
        let all = (0..self.weight()).filter_map(|index| self.space.askable.nth(start + index));
        all.map(ViewId).take(most).collect()
    }

    pub fn ask(&self, place: ViewId, reason: String) -> NextQuestion {
        self.ask_all(&[place], reason)
    }

    fn ask_all(&self, places: &[ViewId], reason: String) -> NextQuestion {
        NextQuestion {
            nodes: places.iter().map(|&place| self.sight.node(place)).collect(),
            suspects: self.suspects(),
            reason,
        }
    }

    // ---- the strategies

    fn last_child(&self) -> Option<NextQuestion> {
        let space = self.space;
        let last = space.askable.before(self.scope.end).checked_sub(1)?;
        let child = self.outermost(&self.whole(), ViewId(space.askable.nth(last)?));
        Some(self.ask(child, words::LAST_CHILD.into()))
    }

    fn first_child(&self) -> Option<NextQuestion> {
        let space = self.space;
        let first = space.askable.before(self.scope.start);
        let child = self.outermost(&self.whole(), ViewId(space.askable.nth(first)?));
        Some(self.ask(child, words::FIRST_CHILD.into()))
    }

    fn heaviest_child(&self) -> Option<NextQuestion> {
        let child = self.heaviest(&self.whole())?;
        let (below, all) = (self.suspects_in(&[child]), self.suspects());
        Some(self.ask(child, words::heaviest_child(below, all)))
    }

    /// The first in postorder: nothing below it is left to ask.
    fn first_completed(&self) -> Option<NextQuestion> {
        let space = self.space;
        let start = space.askable.before(self.scope.start);
        // The first few askable nodes in preorder are nested in each other, up to the one that we
        // look for. From then on they are not.
        let nested = |index: u32| {
            let Some(place) = space.askable.nth(start + index).map(ViewId) else { return false };
            let levels =
                self.sight.depth(place) - self.sight.depth(space.outermost(self.sight, &self.scope, place));
            let unknown = space
                .unknown()
                .filter(|other| self.scope.start <= other.0)
                .take_while(|&other| other < place)
                .filter(|&other| place < self.sight.end(other));
            levels - unknown.count() as u32 == index
        };
        let (mut low, mut high) = (0, self.weight().checked_sub(1)?);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if nested(middle) { low = middle } else { high = middle - 1 }
        }
        let place = ViewId(space.askable.nth(start + low)?);
        Some(self.ask(place, words::FIRST_COMPLETED.into()))
    }

    /// Divide & query in the optimal variant of Insa & Silva: of all nodes, the one that leaves the
    /// least in the worst case. Nodes with more than half of the weight are nested, so that the
    /// lightest of them is the best of them; and of all others its heaviest child is the best.
    fn divide(&self) -> Option<NextQuestion> {
        let heavy = self.lightest_heavy()?;
        let scope = match heavy {
            Some(place) => Scope { interval: place.0 + 1..self.sight.end(place).0, below: Some(place) },
            None => self.whole(),
        };
        // Of equals the first is asked, and where siblings are read in order that may be one before
        // the heavy one.
        let before = if self.forward && self.weight() <= FEW_IN_ORDER { self.first_best() } else { None };
        let best = [heavy, self.heaviest(&scope), before].into_iter().flatten().min_by_key(|&place| {
            let weight = self.space.weight_at(self.sight, place);
            (self.left(weight), self.reading_cost(place), place)
        })?;
        let total = self.weight();
        let weight = self.space.weight_at(self.sight, best);
        let left = self.left(weight);
        // With less than a third cleared by an answer, the average number of questions would
        // outgrow the logarithm.
        if total > FEW
            && 3 * left > 2 * self.mass()
            && let Some((group, together)) = self.group(&scope)
            && self.left(together) < left
        {
            return Some(self.ask_all(&group, self.split(&group)));
        }
        Some(self.ask(best, self.split(&[best])))
    }

    /// The first of those that leave the least.
    fn first_best(&self) -> Option<ViewId> {
        let start = self.space.askable.before(self.scope.start);
        let places = (0..self.weight()).filter_map(|index| self.space.askable.nth(start + index)).map(ViewId);
        places.min_by_key(|&place| (self.left(self.space.weight_at(self.sight, place)), place))
    }

    // ---- what they are made of

    fn whole(&self) -> Scope {
        Scope { interval: self.scope.clone(), below: None }
    }

    /// How many can be asked.
    fn weight(&self) -> u32 {
        self.space.askable.count(self.scope.clone())
    }

    /// How many may be to blame, with those that cannot be asked.
    fn suspects(&self) -> u64 {
        self.space.suspects_in(ViewId(self.scope.start)..ViewId(self.scope.end))
    }

    /// How many nodes the bug can be in.
    fn mass(&self) -> u64 {
        u64::from(self.weight()) + u64::from(self.blamable)
    }

    /// How many nodes the bug can be in after the worse answer to a question about this many.
    fn left(&self, weight: u32) -> u64 {
        u64::from(weight).max(self.mass() - u64::from(weight))
    }

    /// How many suspects there are at the places and below, with those that cannot be asked.
    fn suspects_in(&self, places: &[ViewId]) -> u64 {
        places.iter().map(|&place| self.space.suspects_in(place..self.sight.end(place))).sum()
    }

    fn split(&self, places: &[ViewId]) -> String {
        let (all, here) = (self.suspects(), self.suspects_in(places));
        words::split(here, all - here)
    }

    fn reading_cost(&self, place: ViewId) -> u32 {
        self.sight.tree.reading_cost(self.sight.node(place)).unwrap_or(u32::MAX)
    }

    /// Of the nodes that can be asked and have more than half of the weight, the innermost, if
    /// there is one. All such nodes are on the path to the node in the middle.
    fn lightest_heavy(&self) -> Option<Option<ViewId>> {
        let (space, sight) = (self.space, self.sight);
        let total = self.weight();
        let middle = ViewId(space.askable.nth(space.askable.before(self.scope.start) + total / 2)?);
        let is_heavy = |depth: u32| {
            2 * u64::from(space.weight_at(sight, sight.ancestor(middle, depth))) > u64::from(total)
        };
        let top = sight.depth(space.outermost(sight, &self.scope, middle));
        if !is_heavy(top) {
            return Some(None);
        }
        let (mut low, mut high) = (top, sight.depth(middle));
        while low < high {
            let between = low + (high - low).div_ceil(2);
            if is_heavy(between) { low = between } else { high = between - 1 }
        }
        // Those that are unknown cannot be asked.
        Some(space.innermost_askable(sight, top, sight.ancestor(middle, low)))
    }

    /// The outermost node of the scope that can be asked and that the place is in or is.
    fn outermost(&self, scope: &Scope, place: ViewId) -> ViewId {
        let sight = self.sight;
        let top = match scope.below {
            Some(parent) => sight.depth(parent) + 1,
            None => sight.depth(self.space.outermost(sight, &self.scope, place)),
        };
        self.space.outermost_askable(sight, top, place).unwrap_or(place)
    }

    /// The outermost nodes of the scope that can be asked, in order, with their weights.
    fn siblings<'s>(&'s self, scope: &'s Scope) -> impl Iterator<Item = (ViewId, u32)> + 's {
        let mut start = scope.interval.start;
        std::iter::from_fn(move || {
            let place = ViewId(self.space.askable.first(start..scope.interval.end)?);
            start = self.sight.end(place).0;
            Some((place, self.space.askable.count(place.0..start)))
        })
    }

    /// The heaviest of the siblings; of equals, the one with the least to read.
    fn heaviest(&self, scope: &Scope) -> Option<ViewId> {
        let askable = &self.space.askable;
        let first = askable.before(scope.interval.start);
        let total = askable.count(scope.interval.clone());
        let rank =
            |&(place, weight): &(ViewId, u32)| (weight, Reverse(self.reading_cost(place)), Reverse(place));
        if total <= SAMPLES {
            return self.siblings(scope).max_by_key(rank).map(|(place, _)| place);
        }
        // A node of weight w is met by samples that are at most w apart. So halve the distance
        // until it is not more than the heaviest that was met.
        let mut count = 2;
        loop {
            let distance = total.div_ceil(count);
            let samples = (0..total).step_by(distance as usize).filter_map(|index| {
                let place = self.outermost(scope, ViewId(askable.nth(first + index)?));
                Some((place, self.space.weight_at(self.sight, place)))
            });
            let best = samples.max_by_key(rank)?;
            if best.1 >= distance || count >= SAMPLES {
                return Some(best.0);
            }
            count *= 2;
        }
    }

    /// The first siblings that hold about half of the mass together, with their weight.
    fn group(&self, scope: &Scope) -> Option<(Vec<ViewId>, u32)> {
        let (mut group, mut together) = (Vec::new(), 0);
        for (place, weight) in self.siblings(scope).take(self.space.largest_group) {
            if self.left(together + weight) >= self.left(together) {
                break;
            }
            let is_long = self.verbose && group.len() >= LONG_READ;
            if is_long && LEAST_SHARE * u64::from(together) >= self.mass() {
                break;
            }
            group.push(place);
            together += weight;
        }
        let worth_it = group.len() > 1 && self.siblings(scope).nth(FEW_SIBLINGS).is_some();
        worth_it.then_some((group, together))
    }
}
