//! A tree of up to four billion nodes: its shape in a little more than two bits a node, and the
//! subject of each.

use crate::parentheses::{Parentheses, ParenthesesBuilder};
use crate::subjects::Subjects;
use crate::tree::{NodeId, SubjectId, Tree, TreeStep};

/// Collects a tree while it happens: a few nanoseconds a node.
#[derive(Default)]
pub struct SkeletonBuilder {
    shape: ParenthesesBuilder,
    subjects: Subjects,
}

impl SkeletonBuilder {
    pub fn new() -> SkeletonBuilder {
        SkeletonBuilder::default()
    }

    /// A new node below the one that is open. At most `u32::MAX` of them.
    #[inline]
    pub fn open(&mut self, subject: SubjectId) -> NodeId {
        self.subjects.push(subject);
        self.shape.open()
    }

    /// Ends the node that was opened last and is still open, if there is one.
    #[inline]
    pub fn close(&mut self) {
        self.shape.close();
    }

    /// Ends open nodes until only this many are open.
    #[inline]
    pub fn close_to(&mut self, depth: u32) {
        while self.shape.depth() > depth {
            self.shape.close();
        }
    }

    /// How many nodes are open.
    #[inline]
    pub fn depth(&self) -> u32 {
        self.shape.depth()
    }

    /// How many nodes there are so far.
    #[inline]
    pub fn len(&self) -> u32 {
        self.shape.len()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.shape.is_empty()
    }

    /// The finished tree; nodes that are still open end here.
    pub fn finish(mut self) -> Skeleton {
        self.subjects.seal();
        Skeleton { shape: self.shape.finish(), subjects: self.subjects }
    }
}

/// A finished tree: about 1.3 bytes a node for up to 256 subjects, 2.3 for up to 65,536.
#[derive(Clone)]
pub struct Skeleton {
    shape: Parentheses,
    subjects: Subjects,
}

impl Skeleton {
    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        self.shape.bytes() + self.subjects.bytes()
    }
}

impl Tree for Skeleton {
    fn len(&self) -> u32 {
        self.shape.len()
    }

    fn end(&self, node: NodeId) -> NodeId {
        self.shape.end(node)
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.shape.parent(node)
    }

    fn depth(&self, node: NodeId) -> u32 {
        self.shape.depth(node)
    }

    fn ancestor(&self, node: NodeId, depth: u32) -> NodeId {
        self.shape.ancestor(node, depth)
    }

    fn subject(&self, node: NodeId) -> SubjectId {
        self.subjects.get(node.0 as usize)
    }

    fn walk(&self, from: NodeId, visit: &mut dyn FnMut(TreeStep)) {
        let mut next = from.0;
        for open in self.shape.subtree(from) {
            if open {
                visit(TreeStep::Enter(NodeId(next), self.subject(NodeId(next))));
                next += 1;
            } else {
                visit(TreeStep::Leave);
            }
        }
    }
}
