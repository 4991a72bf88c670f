//! What a search needs to see of a tree.

/// Nodes are numbered in preorder: the descendants of `n` are `n + 1 .. end(n)`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// What a node is an instance of: a function, a fun, an expression. Trust is given to subjects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SubjectId(pub u32);

/// One step of a walk through a subtree: into a node, or out of the node that was entered last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeStep {
    Enter(NodeId, SubjectId),
    Leave,
}

/// A tree, or several side by side. Every query takes `O(log n)`.
pub trait Tree {
    /// The number of nodes.
    fn len(&self) -> u32;

    /// One past the last descendant of the node.
    fn end(&self, node: NodeId) -> NodeId;

    fn parent(&self, node: NodeId) -> Option<NodeId>;

    /// How many ancestors the node has.
    fn depth(&self, node: NodeId) -> u32;

    /// The ancestor at that depth, or the node itself if it is not deeper than that.
    fn ancestor(&self, node: NodeId, depth: u32) -> NodeId;

    fn subject(&self, node: NodeId) -> SubjectId;

    /// How much there is to read in the node's statement, if it is at hand; ties between questions
    /// prefer less.
    fn reading_cost(&self, _node: NodeId) -> Option<u32> {
        None
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn first_child(&self, node: NodeId) -> Option<NodeId> {
        let first = NodeId(node.0 + 1);
        (first < self.end(node)).then_some(first)
    }

    fn last_child(&self, node: NodeId) -> Option<NodeId> {
        let end = self.end(node);
        (end.0 > node.0 + 1).then(|| self.ancestor(NodeId(end.0 - 1), self.depth(node) + 1))
    }

    fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        let next = self.end(node);
        let limit = self.parent(node).map_or(NodeId(self.len()), |parent| self.end(parent));
        (next < limit).then_some(next)
    }

    /// Walks through the node and all below it, in order. Linear as a whole for trees that can do
    /// better than one query a node.
    fn walk(&self, from: NodeId, visit: &mut dyn FnMut(TreeStep)) {
        let mut open: Vec<NodeId> = Vec::new();
        for id in from.0..self.end(from).0 {
            while open.pop_if(|end| end.0 <= id).is_some() {
                visit(TreeStep::Leave);
            }
            visit(TreeStep::Enter(NodeId(id), self.subject(NodeId(id))));
            open.push(self.end(NodeId(id)));
        }
        open.iter().for_each(|_| visit(TreeStep::Leave));
    }
}

/// Iterators over a tree, also behind `dyn`.
pub trait TreeExt: Tree {
    fn children(&self, node: NodeId) -> Children<'_, Self> {
        Children { tree: self, next: NodeId(node.0 + 1), end: self.end(node) }
    }
}

impl<T: Tree + ?Sized> TreeExt for T {}

/// The children of a node, in order.
pub struct Children<'t, T: Tree + ?Sized> {
    tree: &'t T,
    next: NodeId,
    end: NodeId,
}

impl<T: Tree + ?Sized> Iterator for Children<'_, T> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let child = (self.next < self.end).then_some(self.next)?;
        self.next = self.tree.end(child);
        Some(child)
    }
}
