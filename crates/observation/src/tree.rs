//! Dependencies between statements as a tree that can be searched.

use std::ops::Range;

use computation_tree::{Members, NodeId, SharedTree, Skeleton, SubjectId};

use crate::event::{EventId, TextId};
use crate::spans::Dependencies;

/// What a statement is about: its event, and the label of what it is a statement of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Topic {
    pub event: EventId,
    pub label: TextId,
}

/// The root ★ and, below it, all statements.
pub struct ObservationTree {
    shared: SharedTree,
    /// What vertices are about.
    topics: Vec<Topic>,
}

/// The subject of nodes that hold the members of a circle and what they depend on. They say
/// nothing.
pub const CIRCLE: SubjectId = SharedTree::CIRCLE;

/// The subject of statements with this label.
pub fn subject(label: TextId) -> SubjectId {
    SubjectId(label.0 + 2)
}

/// The label of the subject, unless it is ★ or a circle.
pub fn label(subject: SubjectId) -> Option<TextId> {
    subject.0.checked_sub(2).map(TextId)
}

impl ObservationTree {
    pub fn new(dependencies: Dependencies) -> ObservationTree {
        let Dependencies { graph, topics, is_tree } = dependencies;
        let (graph, members) = if is_tree { (graph, Members::Alone) } else { graph.collapsed() };
        let shared = SharedTree::new(&graph, &members, |vertex| subject(topics[vertex.0 as usize].label));
        ObservationTree { shared, topics }
    }

    pub fn tree(&self) -> &Skeleton {
        self.shared.tree()
    }

    pub fn shared(&self) -> &SharedTree {
        &self.shared
    }

    /// What the node is about; ★ and circles are about nothing.
    pub fn topic(&self, node: NodeId) -> Option<Topic> {
        self.shared.vertex(node).map(|vertex| self.topics[vertex.0 as usize])
    }

    /// What the node depends on although it is not below it: all of what it stands for, or of the
    /// circle that it is in.
    pub fn background(&self, node: NodeId) -> Option<Range<NodeId>> {
        self.shared.background(node)
    }

    /// The members of the circle that the node is in, if it is in one. The defect is in one of
    /// those that are wrong.
    pub fn circle(&self, node: NodeId) -> Vec<NodeId> {
        self.shared.circle(node)
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        self.shared.bytes() + self.topics.capacity() * size_of::<Topic>()
    }
}
