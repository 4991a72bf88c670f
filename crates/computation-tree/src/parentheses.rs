//! The shape of a tree as balanced parentheses: two bits a node, and an index over them that is
//! built once at the end.
//!
//! Node `i` is the `i`-th opening parenthesis. Write `excess(p)` for how many parentheses are open
//! before position `p`. Then everything is one of two searches for an excess of at most some
//! number: forward for the end of a node, backward for an ancestor. A tree of minima over blocks of
//! bits answers both in `O(log n)` (the range min-max tree of Navarro and Sadakane; searches here
//! only look for minima).

use crate::tree::NodeId;

const WORD: usize = 64;
/// Bits of a block: a cache line.
const BLOCK: usize = 512;
/// Children of a node in the tree of minima.
const FANOUT: usize = 32;

/// Balanced parentheses that can still grow.
#[derive(Default)]
pub struct ParenthesesBuilder {
    words: Vec<u64>,
    /// The last, incomplete word, and how many of its bits are written.
    word: u64,
    filled: u32,
    nodes: u32,
    depth: u32,
}

impl ParenthesesBuilder {
    /// A new node below the one that is open. At most `u32::MAX` of them.
    #[inline]
    pub fn open(&mut self) -> NodeId {
        let node = NodeId(self.nodes);
        self.nodes += 1;
        self.depth += 1;
        self.push(1);
        node
    }

    /// Ends the node that was opened last and is still open, if there is one.
    #[inline]
    pub fn close(&mut self) {
        if self.depth > 0 {
            self.depth -= 1;
            self.push(0);
        }
    }

    #[inline]
    fn push(&mut self, bit: u64) {
        self.word |= bit << self.filled;
        self.filled += 1;
        if self.filled == u64::BITS {
            self.next_word();
        }
    }

    #[cold]
    fn next_word(&mut self) {
        self.words.push(self.word);
        self.word = 0;
        self.filled = 0;
    }

    /// How many nodes are open.
    #[inline]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many nodes there are so far.
    #[inline]
    pub fn len(&self) -> u32 {
        self.nodes
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.nodes == 0
    }

    /// The finished shape; nodes that are still open end here.
    pub fn finish(mut self) -> Parentheses {
        while self.depth > 0 {
            self.close();
        }
        if self.filled > 0 {
            self.words.push(self.word);
        }
        Parentheses::index(self.words, self.nodes)
    }
}

/// The shape of a finished tree.
#[derive(Clone)]
pub struct Parentheses {
    words: Box<[u64]>,
    nodes: u32,
    /// Of each block, the excess at its first position. With the position it also gives the number
    /// of nodes before.
    excess: Box<[u32]>,
    /// Of each block, the least excess at any of its positions; then the minima of `FANOUT` of
    /// those, and so on up to one.
    minima: Vec<Box<[u32]>>,
}

impl Parentheses {
    fn index(words: Vec<u64>, nodes: u32) -> Parentheses {
        let bits = 2 * nodes as usize;
        // The position after the last parenthesis is one too: the root ends there.
        let blocks = bits / BLOCK + 1;
        let mut excess = Vec::with_capacity(blocks);
        let mut lowest = Vec::with_capacity(blocks);
        let mut current = 0i64;
        for block in 0..blocks {
            excess.push(current as u32);
            let mut least = current;
            let mut position = block * BLOCK;
            let last = (position + BLOCK).min(bits);
            while position < last {
                let byte = byte_at(&words, position);
                let width = (last - position).min(8);
                // The excess after a block's last bit belongs to the next block, where it is the
                // first.
                let is_last = position + width == (block + 1) * BLOCK;
                let lowest = match width {
                    8 if !is_last => LEAST_PREFIX[byte as usize],
                    _ => least_prefix(byte, width - usize::from(is_last)),
                };
                least = least.min(current + i64::from(lowest));
                current += i64::from(total(byte, width));
                position += width;
            }
            lowest.push(least as u32);
        }
        let mut minima = vec![lowest.into_boxed_slice()];
        while let Some(level) = minima.last()
            && level.len() > 1
        {
            let above: Vec<u32> =
                level.chunks(FANOUT).map(|group| group.iter().copied().min().unwrap_or(0)).collect();
            minima.push(above.into_boxed_slice());
        }
        Parentheses { words: words.into_boxed_slice(), nodes, excess: excess.into_boxed_slice(), minima }
    }

    /// The number of nodes.
    pub fn len(&self) -> u32 {
        self.nodes
    }

    pub fn is_empty(&self) -> bool {
        self.nodes == 0
    }

    pub fn end(&self, node: NodeId) -> NodeId {
        let open = self.position(node);
        let depth = self.excess_at(open);
        NodeId(self.nodes_before(self.forward(open + 1, depth)))
    }

    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let open = self.position(node);
        let depth = self.excess_at(open).checked_sub(1)?;
        Some(NodeId(self.nodes_before(self.backward(open, depth))))
    }

    pub fn depth(&self, node: NodeId) -> u32 {
        self.excess_at(self.position(node))
    }

    /// The ancestor at that depth, or the node itself if it is not deeper than that.
    pub fn ancestor(&self, node: NodeId, depth: u32) -> NodeId {
        NodeId(self.nodes_before(self.backward(self.position(node), depth)))
    }

    /// The parentheses of the node and all below it, `true` for the opening ones, in linear time.
    pub fn subtree(&self, node: NodeId) -> impl Iterator<Item = bool> + '_ {
        let open = self.position(node);
        let close = self.forward(open + 1, self.excess_at(open));
        (open..close).map(|position| self.bit(position))
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        let index: usize = self.minima.iter().map(|level| size_of_val(&**level)).sum();
        size_of_val(&*self.words) + size_of_val(&*self.excess) + index
    }

    fn bit(&self, position: usize) -> bool {
        self.words[position / WORD] >> (position % WORD) & 1 == 1
    }

    fn nodes_before(&self, position: usize) -> u32 {
        ((position + self.excess_at(position) as usize) / 2) as u32
    }

    fn excess_at(&self, position: usize) -> u32 {
        let block = position / BLOCK;
        let mut ones = 0;
        for word in block * (BLOCK / WORD)..position / WORD {
            ones += self.words[word].count_ones();
        }
        if !position.is_multiple_of(WORD) {
            ones += (self.words[position / WORD] & ((1 << (position % WORD)) - 1)).count_ones();
        }
        (self.excess[block] as usize + 2 * ones as usize - (position - block * BLOCK)) as u32
    }

    /// Where the node opens.
    fn position(&self, node: NodeId) -> usize {
        let before = |block: usize| (block * BLOCK + self.excess[block] as usize) / 2;
        // The last block with at most `node` nodes before it: search a halving range.
        let (mut low, mut high) = (0, self.excess.len());
        while high - low > 1 {
            let middle = (low + high) / 2;
            if before(middle) <= node.0 as usize { low = middle } else { high = middle }
        }
        let mut left = node.0 as usize - before(low);
        let mut word = low * (BLOCK / WORD);
        loop {
            let ones = self.words[word].count_ones() as usize;
            if left < ones {
                return word * WORD + select(self.words[word], left);
            }
            left -= ones;
            word += 1;
        }
    }

    /// The first position from `start` on with an excess of at most `most`.
    fn forward(&self, start: usize, most: u32) -> usize {
        let bits = 2 * self.nodes as usize;
        let block = start / BLOCK;
        if let Some(found) = self.forward_within(start, ((block + 1) * BLOCK).min(bits + 1), most) {
            return found;
        }
        let (mut level, mut index) = (0, block + 1);
        // Up, until a group to the right holds a low place; the end of all bits always is one.
        let mut found = loop {
            let minima = &self.minima[level];
            let group_end = (index / FANOUT + 1) * FANOUT;
            if let Some(found) = (index..group_end.min(minima.len())).find(|&at| minima[at] <= most) {
                break found;
            }
            if level + 1 == self.minima.len() {
                return bits;
            }
            index = group_end / FANOUT;
            level += 1;
        };
        while level > 0 {
            level -= 1;
            let minima = &self.minima[level];
            let group = found * FANOUT..((found + 1) * FANOUT).min(minima.len());
            found = group.clone().find(|&at| minima[at] <= most).unwrap_or(group.start);
        }
        let first = found * BLOCK;
        self.forward_within(first, (first + BLOCK).min(bits + 1), most).unwrap_or(bits)
    }

    fn forward_within(&self, start: usize, end: usize, most: u32) -> Option<usize> {
        let bits = 2 * self.nodes as usize;
        let most = i64::from(most);
        let mut excess = i64::from(self.excess_at(start));
        let mut position = start;
        while position < end {
            if position.is_multiple_of(8) && position + 8 <= bits {
                let byte = byte_at(&self.words, position);
                if excess > most && excess + i64::from(LEAST_PREFIX[byte as usize]) > most {
                    excess += i64::from(total(byte, 8));
                    position += 8;
                    continue;
                }
            }
            if excess <= most {
                return Some(position);
            }
            excess += if position < bits && self.bit(position) { 1 } else { -1 };
            position += 1;
        }
        None
    }

    /// The last position up to `start` with an excess of at most `most`.
    fn backward(&self, start: usize, most: u32) -> usize {
        let block = start / BLOCK;
        if let Some(found) = self.backward_within(start, block * BLOCK, most) {
            return found;
        }
        // The excess at position 0 is 0, so there always is a block to the left.
        let (mut level, mut index) = (0, block);
        let mut found = loop {
            let minima = &self.minima[level];
            let group_start = index / FANOUT * FANOUT;
            if let Some(found) = (group_start..index).rev().find(|&at| minima[at] <= most) {
                break found;
            }
            if level + 1 == self.minima.len() {
                return 0;
            }
            index /= FANOUT;
            level += 1;
        };
        while level > 0 {
            level -= 1;
            let minima = &self.minima[level];
            let group = found * FANOUT..((found + 1) * FANOUT).min(minima.len());
            found = group.clone().rev().find(|&at| minima[at] <= most).unwrap_or(group.start);
        }
        let first = found * BLOCK;
        self.backward_within(first + BLOCK - 1, first, most).unwrap_or(0)
    }

    fn backward_within(&self, start: usize, first: usize, most: u32) -> Option<usize> {
        let most = i64::from(most);
        let mut excess = i64::from(self.excess_at(start));
        let mut position = start;
        loop {
            if excess <= most {
                return Some(position);
            }
            if position <= first {
                return None;
            }
            if position.is_multiple_of(8) {
                let byte = byte_at(&self.words, position - 8);
                let before = excess - i64::from(total(byte, 8));
                if before + i64::from(LEAST_PREFIX[byte as usize].min(0)) > most {
                    excess = before;
                    position -= 8;
                    continue;
                }
            }
            position -= 1;
            excess -= if self.bit(position) { 1 } else { -1 };
        }
    }
}

/// The eight parentheses from a position that is a multiple of eight.
fn byte_at(words: &[u64], position: usize) -> u8 {
    (words[position / WORD] >> (position % WORD)) as u8
}

/// Where the `n`-th one of a word is, from 0.
fn select(mut word: u64, n: usize) -> usize {
    for _ in 0..n {
        word &= word - 1;
    }
    word.trailing_zeros() as usize
}

/// What the first `width` parentheses of a byte add to the excess.
const fn total(byte: u8, width: usize) -> i8 {
    let ones = (byte as u32 & ((1 << width) - 1)).count_ones() as i8;
    2 * ones - width as i8
}

/// The least excess after 1, 2, … `width` parentheses of a byte, or 0 after none if `width` is 0.
const fn least_prefix(byte: u8, width: usize) -> i8 {
    let (mut least, mut taken) = (0, 1);
    while taken <= width {
        let excess = total(byte, taken);
        if taken == 1 || excess < least {
            least = excess;
        }
        taken += 1;
    }
    least
}

const LEAST_PREFIX: [i8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = least_prefix(byte as u8, 8);
        byte += 1;
    }
    table
};
