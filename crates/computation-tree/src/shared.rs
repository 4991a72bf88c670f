//! Dependencies as a tree that can be searched. What several statements depend on has one place in
//! it, and leaves wherever it is used.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use crate::graph::{Graph, Members, Vertex};
use crate::skeleton::{Skeleton, SkeletonBuilder};
use crate::tree::{NodeId, SubjectId, Tree};

/// The root ★ and, below it, all statements. What is shared, and what depends on itself in a
/// circle, hangs below ★: a judgement of something that uses it then says nothing about it.
#[derive(Clone)]
pub struct SharedTree {
    skeleton: Skeleton,
    /// What nodes stand for; circles stand for nothing.
    vertices: Vec<Option<Vertex>>,
    /// Of leaves that stand for something shared, and of the members of circles, where that is.
    places: BTreeMap<NodeId, NodeId>,
}

impl SharedTree {
    /// The subject of ★.
    pub const ROOT: SubjectId = SubjectId(0);
    /// The subject of nodes that hold the members of a circle and what they depend on. They say
    /// nothing.
    pub const CIRCLE: SubjectId = SubjectId(1);

    /// Of a graph without circles, and what its vertices were before circles became one. `subject`
    /// is for what is neither ★ nor a circle.
    pub fn new(graph: &Graph, members: &Members, subject: impl Fn(Vertex) -> SubjectId) -> SharedTree {
        Builder::new(graph, members, &subject).build()
    }

    pub fn tree(&self) -> &Skeleton {
        &self.skeleton
    }

    /// What the node stands for; nothing if it is ★ or a circle.
    pub fn vertex(&self, node: NodeId) -> Option<Vertex> {
        self.vertices.get(node.0 as usize).copied().flatten()
    }

    /// What the node depends on although it is not below it: all of what it stands for, or of the
    /// circle that it is in.
    pub fn background(&self, node: NodeId) -> Option<Range<NodeId>> {
        let place = *self.places.get(&node)?;
        Some(place..self.skeleton.end(place))
    }

    /// The members of the circle that the node is in, if it is in one. The defect is in one of
    /// those that are wrong.
    pub fn circle(&self, node: NodeId) -> Vec<NodeId> {
        let place = self.places.get(&node).copied();
        let Some(circle) = place.filter(|place| self.skeleton.subject(*place) == SharedTree::CIRCLE) else {
            return Vec::new();
        };
        let inside = self.places.range(circle..self.skeleton.end(circle));
        inside.filter(|(_, place)| **place == circle).map(|(member, _)| *member).collect()
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        self.skeleton.bytes() + self.vertices.capacity() * size_of::<Option<Vertex>>()
    }
}

struct Builder<'a> {
    graph: &'a Graph,
    members: &'a Members,
    subject: &'a dyn Fn(Vertex) -> SubjectId,
    /// Whether a vertex has several parents.
    is_shared: Vec<bool>,
    skeleton: SkeletonBuilder,
    vertices: Vec<Option<Vertex>>,
    /// What is to be placed below ★, in order; and where it was placed.
    waiting: VecDeque<Vertex>,
    placed: BTreeMap<Vertex, Option<NodeId>>,
    /// Leaves, and what they stand for.
    leaves: Vec<(NodeId, Vertex)>,
    places: BTreeMap<NodeId, NodeId>,
}

impl<'a> Builder<'a> {
    fn new(graph: &'a Graph, members: &'a Members, subject: &'a dyn Fn(Vertex) -> SubjectId) -> Builder<'a> {
        let (mut is_used, mut is_shared) = (vec![false; graph.len()], vec![false; graph.len()]);
        for (_, to) in graph.edges() {
            let index = to.0 as usize;
            is_shared[index] |= std::mem::replace(&mut is_used[index], true);
        }
        Builder {
            graph,
            members,
            subject,
            is_shared,
            skeleton: SkeletonBuilder::new(),
            vertices: Vec::new(),
            waiting: VecDeque::new(),
            placed: BTreeMap::new(),
            leaves: Vec::new(),
            places: BTreeMap::new(),
        }
    }

    fn build(mut self) -> SharedTree {
        self.open(SharedTree::ROOT, None);
        self.below(Vertex::ROOT);
        while let Some(vertex) = self.waiting.pop_front() {
            let place = match &self.members_of(vertex)[..] {
                [alone] => self.statement(*alone),
                members => {
                    let circle = self.open(SharedTree::CIRCLE, None);
                    for member in members {
                        let leaf = self.statement(*member);
                        self.skeleton.close();
                        self.places.insert(leaf, circle);
                    }
                    circle
                }
            };
            self.placed.insert(vertex, Some(place));
            self.below(vertex);
            self.skeleton.close();
        }
        self.skeleton.close();
        for (leaf, vertex) in self.leaves {
            if let Some(Some(place)) = self.placed.get(&vertex) {
                self.places.insert(leaf, *place);
            }
        }
        SharedTree { skeleton: self.skeleton.finish(), vertices: self.vertices, places: self.places }
    }

    /// Everything below a vertex whose node is open.
    fn below(&mut self, vertex: Vertex) {
        let graph = self.graph;
        let mut path = vec![graph.successors(vertex).iter()];
        while let Some(rest) = path.last_mut() {
            let Some(next) = rest.next().copied() else {
                path.pop();
                if !path.is_empty() {
                    self.skeleton.close();
                }
                continue;
            };
            let members = self.members_of(next);
            let is_leaf = members.len() == 1 && graph.successors(next).is_empty();
            if members.len() == 1 && (is_leaf || !self.is_shared[next.0 as usize]) {
                self.statement(members[0]);
                path.push(graph.successors(next).iter());
                continue;
            }
            for member in &members {
                let leaf = self.statement(*member);
                self.skeleton.close();
                self.leaves.push((leaf, next));
            }
            if self.placed.insert(next, self.placed.get(&next).copied().flatten()).is_none() {
                self.waiting.push_back(next);
            }
        }
    }

    fn members_of(&self, vertex: Vertex) -> Vec<Vertex> {
        self.members.of(vertex)
    }

    fn statement(&mut self, vertex: Vertex) -> NodeId {
        self.open((self.subject)(vertex), Some(vertex))
    }

    fn open(&mut self, subject: SubjectId, vertex: Option<Vertex>) -> NodeId {
        self.vertices.push(vertex);
        self.skeleton.open(subject)
    }
}
