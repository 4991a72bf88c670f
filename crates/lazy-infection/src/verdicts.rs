//! Many searches side by side: whatever they want to know is put to the reference together, for
//! which it is compiled once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use computation_tree::{NodeId, SharedTree};
use inquiry::Strategy;
use lazy_tree::{Fact, Reference};

use crate::search::search;
use crate::trial::Method;

/// A tree that is searched.
pub struct Searched<'a> {
    /// Where it comes from.
    pub name: String,
    pub kind: TreeKind,
    pub guilty: &'a str,
    /// The same must be blamed as in the tree before.
    pub is_same: bool,
    pub strategies: [Strategy; 2],
    pub tree: SharedTree,
    pub said: Box<dyn FnMut(NodeId) -> Said + 'a>,
    pub function: Box<dyn Fn(NodeId) -> Option<String> + 'a>,
}

/// What a tree is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TreeKind {
    /// The machine's log, with functions as finite maps.
    Maps,
    /// The same with functions by their names.
    Names,
    /// Both, with the values of few calls at hand.
    Windowed,
    /// The machine's log of wrong answers.
    Answers,
    /// All answers.
    Collections,
    /// A trace that the machine writes.
    Traced(Method),
}

/// What a node says.
pub enum Said {
    /// It is not a call.
    Nothing,
    Fact(Fact),
    /// An error, or more than is shown.
    Unclear,
}

/// What came of searches.
#[derive(Clone, Default, Debug)]
pub struct Verdicts {
    pub trees: u64,
    /// Searches that blamed someone.
    pub found: u64,
    pub undecided: u64,
    pub innocent: Vec<String>,
}

impl Verdicts {
    pub fn add(&mut self, other: Verdicts) {
        self.trees += other.trees;
        self.found += other.found;
        self.undecided += other.undecided;
        self.innocent.extend(other.innocent);
    }

    /// The guilty function must be among those that are blamed.
    pub fn conclude(&mut self, name: &str, guilty: &str, strategy: Strategy, blamed: &BTreeSet<String>) {
        match blamed.is_empty() {
            true => self.undecided += 1,
            false => self.found += 1,
        }
        if !blamed.is_empty() && !blamed.contains(guilty) {
            self.innocent.push(format!("{name}: {blamed:?} for {guilty}, by {strategy:?}"));
        }
    }
}

/// Searches all of them to the end, in rounds.
pub fn search_all(mut trees: Vec<Searched<'_>>, reference: &mut Reference) -> BTreeMap<TreeKind, Verdicts> {
    let mut verdicts: BTreeMap<TreeKind, Verdicts> = BTreeMap::new();
    trees.iter().for_each(|tree| verdicts.entry(tree.kind).or_default().trees += 1);
    let mut known: HashMap<Fact, Option<bool>> = HashMap::new();
    let mut all_blamed: BTreeMap<(usize, usize), BTreeSet<String>> = BTreeMap::new();
    let mut open: Vec<(usize, usize)> =
        (0..trees.len()).flat_map(|tree| [0, 1].map(|strategy| (tree, strategy))).collect();
    while !open.is_empty() {
        let mut wanted: Vec<Fact> = Vec::new();
        open.retain(|(index, strategy)| {
            let Searched { name, kind, guilty, tree, said, function, strategies, .. } = &mut trees[*index];
            let by = strategies[*strategy];
            let mut judge = |node| match said(node) {
                Said::Nothing => Ok(Some(true)),
                Said::Unclear => Ok(None),
                Said::Fact(fact) => known.get(&fact).copied().ok_or(fact),
            };
            match search(tree, &mut judge, by) {
                Ok(blamed) => {
                    let blamed: BTreeSet<String> = blamed.into_iter().filter_map(function).collect();
                    let verdicts = verdicts.entry(*kind).or_default();
                    verdicts.conclude(name, guilty, by, &blamed);
                    all_blamed.insert((*index, *strategy), blamed);
                    false
                }
                Err(fact) => {
                    wanted.push(fact);
                    true
                }
            }
        });
        let judgements = slices::finish(reference.are_right(&wanted));
        known.extend(wanted.into_iter().zip(judgements));
    }
    for ((index, strategy), blamed) in &all_blamed {
        let before = index.checked_sub(1).and_then(|before| all_blamed.get(&(before, *strategy)));
        let Searched { is_same, kind, name, strategies, .. } = &trees[*index];
        if *is_same && before != Some(blamed) {
            let told = format!("{name}: {blamed:?}, and not {before:?}, by {:?}", strategies[*strategy]);
            verdicts.entry(*kind).or_default().innocent.push(told);
        }
    }
    verdicts
}
