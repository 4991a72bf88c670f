//! The tree as a search sees it: the subtree of the symptom, without the nodes of trusted subjects.
//!
//! A trusted node is transparent: its children hang under its nearest untrusted ancestor. So
//! trusted nodes are contracted out, and no rule of the search has to know of trust. Without trust
//! the view is the tree itself and costs nothing.

use computation_tree::{NodeId, Parentheses, ParenthesesBuilder, SubjectId, Tree, TreeStep};

/// A node of the view, numbered in its preorder. The symptom is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ViewId(pub u32);

pub const SYMPTOM: ViewId = ViewId(0);

/// What there is to see; see it with the tree through [`Sight`].
pub struct View {
    root: NodeId,
    end: NodeId,
    contracted: Option<Contracted>,
}

struct Contracted {
    shape: Parentheses,
    kept: RankedBits,
}

impl View {
    /// Of the subtree, all nodes that are to be kept, and its root in any case.
    pub fn new(tree: &dyn Tree, root: NodeId, keep: Option<&dyn Fn(NodeId, SubjectId) -> bool>) -> View {
        let end = tree.end(root);
        let contracted = keep.map(|keep| {
            let mut shape = ParenthesesBuilder::default();
            let mut kept = RankedBits::new(end.0 - root.0);
            // Whether the nodes that are open were kept: one bit each, for trees that are one deep
            // chain.
            let mut open = BitStack::default();
            tree.walk(root, &mut |step| match step {
                TreeStep::Enter(node, subject) => {
                    let keeps = node == root || keep(node, subject);
                    if keeps {
                        shape.open();
                        kept.set(node.0 - root.0);
                    }
                    open.push(keeps);
                }
                TreeStep::Leave => {
                    if open.pop() {
                        shape.close();
                    }
                }
            });
            kept.index();
            Contracted { shape: shape.finish(), kept }
        });
        View { root, end, contracted }
    }

    pub fn with<'v>(&'v self, tree: &'v dyn Tree) -> Sight<'v> {
        Sight { tree, view: self }
    }
}

/// A view and the tree that it is of.
#[derive(Clone, Copy)]
pub struct Sight<'v> {
    pub tree: &'v dyn Tree,
    view: &'v View,
}

impl Sight<'_> {
    pub fn len(self) -> u32 {
        self.view
            .contracted
            .as_ref()
            .map_or(self.view.end.0 - self.view.root.0, |contracted| contracted.shape.len())
    }

    /// Whether the node is below the symptom, or is it; kept or not.
    pub fn covers(self, node: NodeId) -> bool {
        self.view.root <= node && node < self.view.end
    }

    /// The node's place, or that of the first node after it that is kept. Only for nodes that are
    /// covered, and the end.
    pub fn place(self, node: NodeId) -> ViewId {
        let offset = node.0 - self.view.root.0;
        ViewId(self.view.contracted.as_ref().map_or(offset, |contracted| contracted.kept.before(offset)))
    }

    /// The node's place, if it has one.
    pub fn find(self, node: NodeId) -> Option<ViewId> {
        let kept = self.covers(node)
            && self
                .view
                .contracted
                .as_ref()
                .is_none_or(|contracted| contracted.kept.get(node.0 - self.view.root.0));
        kept.then(|| self.place(node))
    }

    pub fn node(self, place: ViewId) -> NodeId {
        let offset = self.view.contracted.as_ref().map_or(place.0, |contracted| contracted.kept.nth(place.0));
        NodeId(self.view.root.0 + offset)
    }

    pub fn end(self, place: ViewId) -> ViewId {
        match &self.view.contracted {
            Some(contracted) => ViewId(contracted.shape.end(NodeId(place.0)).0),
            None => self.place(self.tree.end(self.node(place))),
        }
    }

    pub fn depth(self, place: ViewId) -> u32 {
        match &self.view.contracted {
            Some(contracted) => contracted.shape.depth(NodeId(place.0)),
            None => self.tree.depth(self.node(place)),
        }
    }

    /// The ancestor at that depth, or the place itself if it is not deeper than that.
    pub fn ancestor(self, place: ViewId, depth: u32) -> ViewId {
        match &self.view.contracted {
            Some(contracted) => ViewId(contracted.shape.ancestor(NodeId(place.0), depth).0),
            None => self.place(self.tree.ancestor(self.node(place), depth)),
        }
    }

    /// The nearest ancestor of the node that is kept; `None` for the symptom and what is not below
    /// it.
    pub fn caller(self, node: NodeId) -> Option<ViewId> {
        if !self.covers(node) || node == self.view.root {
            return None;
        }
        // All ancestors of the node that are kept are ancestors of, or are, the last kept node
        // before it.
        let last = ViewId(self.place(node).0.checked_sub(1)?);
        let (mut low, mut high) = (self.depth(SYMPTOM), self.depth(last));
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            let ancestor = self.node(self.ancestor(last, middle));
            if node < self.tree.end(ancestor) { low = middle } else { high = middle - 1 }
        }
        Some(self.ancestor(last, low))
    }
}

/// A row of bits in which one can count and find the ones.
struct RankedBits {
    words: Vec<u64>,
    /// Before every eighth word, how many ones came.
    ones: Vec<u32>,
}

const WORDS: usize = 8;

impl RankedBits {
    fn new(length: u32) -> RankedBits {
        RankedBits { words: vec![0; length as usize / 64 + 1], ones: Vec::new() }
    }

    fn set(&mut self, index: u32) {
        self.words[index as usize / 64] |= 1 << (index % 64);
    }

    fn get(&self, index: u32) -> bool {
        self.words[index as usize / 64] >> (index % 64) & 1 == 1
    }

    fn index(&mut self) {
        let mut ones = 0;
        for words in self.words.chunks(WORDS) {
            self.ones.push(ones);
            ones += words.iter().map(|word| word.count_ones()).sum::<u32>();
        }
    }

    fn before(&self, index: u32) -> u32 {
        let word = index as usize / 64;
        let first = word / WORDS * WORDS;
        let whole: u32 = self.words[first..word].iter().map(|word| word.count_ones()).sum();
        let part = (self.words[word] & ((1 << (index % 64)) - 1)).count_ones();
        self.ones[word / WORDS] + whole + part
    }

    fn nth(&self, nth: u32) -> u32 {
        let block = self.ones.partition_point(|&ones| ones <= nth) - 1;
        let mut left = nth - self.ones[block];
        let mut word = block * WORDS;
        while self.words[word].count_ones() <= left {
            left -= self.words[word].count_ones();
            word += 1;
        }
        let mut bits = self.words[word];
        for _ in 0..left {
            bits &= bits - 1;
        }
        word as u32 * 64 + bits.trailing_zeros()
    }
}

#[derive(Default)]
struct BitStack {
    words: Vec<u64>,
    length: usize,
}

impl BitStack {
    fn push(&mut self, bit: bool) {
        if self.length == self.words.len() * 64 {
            self.words.push(0);
        }
        let mask = 1 << (self.length % 64);
        let word = &mut self.words[self.length / 64];
        *word = if bit { *word | mask } else { *word & !mask };
        self.length += 1;
    }

    fn pop(&mut self) -> bool {
        self.length -= 1;
        self.words[self.length / 64] >> (self.length % 64) & 1 == 1
    }
}
