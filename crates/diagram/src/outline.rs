//! The part of a tree that is shown: down to some depth, and with long chains of calls of one
//! function folded.

use computation_tree::{NodeId, Tree, TreeExt};

/// Chains with more nodes than this are folded.
const LONGEST_CHAIN: u32 = 8;
/// How many nodes of a folded chain are shown before the fold, and after it.
const BEFORE: u32 = 3;
const AFTER: u32 = 2;

/// How much of a tree is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Nodes deeper below the root than this are only counted.
    pub depth: u32,
    /// Whether chains, in which each node is the only child of another one of the same subject, are
    /// folded.
    pub fold: bool,
}

/// One line of the outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutlineLine {
    /// How many lines it stands below: those of its ancestors, folded ones not counted.
    pub level: u32,
    /// Is it the last one below its parent?
    pub is_last: bool,
    pub what: What,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Node(NodeId),
    /// This many nodes of a chain, each the only child of the one before; what follows hangs below
    /// them.
    Folded(u32),
    /// This many nodes, too deep to be shown.
    Cut(u32),
}

/// Goes through the lines of the outline, from the top: one at a time, however large the tree is.
pub struct Outline<'t> {
    tree: &'t dyn Tree,
    extent: Extent,
    /// What comes next, the next one last.
    work: Vec<Work>,
}

struct Work {
    level: u32,
    is_last: bool,
    node: NodeId,
    what: Next,
}

enum Next {
    /// The node, and then all below it.
    Subtree,
    /// The node, as one of a chain: nodes in front of it, those in its fold, and behind it.
    Chain {
        before: u32,
        folded: u32,
        after: u32,
    },
    Cut(u32),
}

impl<'t> Outline<'t> {
    pub fn new(tree: &'t dyn Tree, root: NodeId, extent: Extent) -> Outline<'t> {
        Outline {
            tree,
            extent,
            work: vec![Work { level: 0, is_last: true, node: root, what: Next::Subtree }],
        }
    }

    /// How many nodes, from this one on, are each the only child of another of the same subject.
    fn length_of_chain(&self, from: NodeId) -> u32 {
        let (end, depth, subject) = (self.tree.end(from), self.tree.depth(from), self.tree.subject(from));
        // Each is the only child of the one before, up to some node: as long as depth grows by one
        // a node, and nothing comes after.
        let is_single = |length: u32| {
            let node = NodeId(from.0 + length);
            self.tree.end(node) == end && self.tree.depth(node) == depth + length
        };
        let (mut single, mut not) = (0, end.0 - from.0);
        while not - single > 1 {
            let middle = single + (not - single) / 2;
            if is_single(middle) { single = middle } else { not = middle }
        }
        let same = (1..=single).take_while(|n| self.tree.subject(NodeId(from.0 + n)) == subject);
        same.count() as u32 + 1
    }

    fn below(&mut self, node: NodeId, level: u32) {
        let hidden = self.tree.end(node).0 - node.0 - 1;
        if hidden == 0 {
            return;
        }
        if level > self.extent.depth {
            self.work.push(Work { level, is_last: true, node, what: Next::Cut(hidden) });
            return;
        }
        let from = self.work.len();
        let tree = self.tree;
        let children = tree.children(node);
        self.work.extend(children.map(|node| Work { level, is_last: false, node, what: Next::Subtree }));
        if let Some(last) = self.work.last_mut() {
            last.is_last = true;
        }
        self.work[from..].reverse();
    }
}

impl Iterator for Outline<'_> {
    type Item = OutlineLine;

    fn next(&mut self) -> Option<OutlineLine> {
        let Work { level, is_last, node, what } = self.work.pop()?;
        let next = NodeId(node.0 + 1);
        let what = match what {
            Next::Cut(count) => What::Cut(count),
            Next::Subtree => {
                let length = if self.extent.fold { self.length_of_chain(node) } else { 1 };
                if length > LONGEST_CHAIN {
                    let (before, after) = (BEFORE - 1, AFTER);
                    let what = Next::Chain { before, folded: length - BEFORE - AFTER, after };
                    self.push_in_chain(level, next, what);
                } else {
                    self.below(node, level + 1);
                }
                What::Node(node)
            }
            Next::Chain { before: before @ 1.., folded, after } => {
                self.push_in_chain(level, next, Next::Chain { before: before - 1, folded, after });
                What::Node(node)
            }
            Next::Chain { before: 0, folded: folded @ 1.., after } => {
                let node = NodeId(node.0 + folded);
                self.push_in_chain(level, node, Next::Chain { before: 0, folded: 0, after });
                What::Folded(folded)
            }
            Next::Chain { after: after @ 2.., .. } => {
                self.push_in_chain(level, next, Next::Chain { before: 0, folded: 0, after: after - 1 });
                What::Node(node)
            }
            Next::Chain { .. } => {
                self.below(node, level + 1);
                What::Node(node)
            }
        };
        Some(OutlineLine { level, is_last, what })
    }
}

impl Outline<'_> {
    /// What follows in a chain, one level deeper, unless that is too deep.
    fn push_in_chain(&mut self, level: u32, node: NodeId, what: Next) {
        let level = level + 1;
        let what = match level > self.extent.depth {
            true => Next::Cut(self.tree.end(node).0 - node.0),
            false => what,
        };
        self.work.push(Work { level, is_last: true, node, what });
    }
}

/// The greatest depth down to which there are no more than `most` nodes.
pub fn depth_for(tree: &dyn Tree, root: NodeId, most: u32) -> u32 {
    let size = tree.end(root).0 - root.0;
    if size <= most {
        return u32::MAX;
    }
    let mut counts: Vec<u32> = Vec::new();
    let mut depth = 0;
    tree.walk(root, &mut |step| match step {
        computation_tree::TreeStep::Enter(..) => {
            if counts.len() == depth {
                counts.push(0);
            }
            counts[depth] += 1;
            depth += 1;
        }
        computation_tree::TreeStep::Leave => depth -= 1,
    });
    let mut total = 0_u32;
    let fitting = counts.iter().take_while(|count| {
        total = total.saturating_add(**count);
        total <= most
    });
    (fitting.count().max(1) - 1) as u32
}
