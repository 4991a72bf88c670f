//! Trees for tests, written down as text or grown at random.
#![allow(dead_code)]

use computation_tree::{NodeId, Skeleton, SkeletonBuilder, SubjectId, Tree};
use inquiry::Judge;

pub fn me() -> Judge {
    Judge::new("you")
}

/// A tree with a statement a node; what a statement says before its `(` is its subject.
pub struct Story {
    tree: Skeleton,
    statements: Vec<String>,
    subjects: Vec<String>,
}

impl Story {
    /// One statement per line, indented by two spaces below its cause.
    pub fn new(text: &str) -> Story {
        let mut builder = SkeletonBuilder::new();
        let (mut statements, mut subjects) = (Vec::new(), Vec::<String>::new());
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let statement = line.trim_start();
            builder.close_to((line.len() - statement.len()) as u32 / 2);
            let name = statement.split('(').next().unwrap_or_default();
            let known = subjects.iter().position(|subject| subject == name);
            let subject = known.unwrap_or(subjects.len());
            if known.is_none() {
                subjects.push(name.into());
            }
            builder.open(SubjectId(subject as u32));
            statements.push(statement.into());
        }
        Story { tree: builder.finish(), statements, subjects }
    }

    pub fn statement(&self, node: NodeId) -> &str {
        &self.statements[node.0 as usize]
    }

    pub fn node(&self, statement: &str) -> NodeId {
        let index = self.statements.iter().position(|known| known == statement);
        NodeId(index.unwrap_or_else(|| panic!("no statement {statement}")) as u32)
    }

    pub fn subject_named(&self, name: &str) -> SubjectId {
        let index = self.subjects.iter().position(|known| known == name);
        SubjectId(index.unwrap_or_else(|| panic!("no subject {name}")) as u32)
    }
}

impl Tree for Story {
    fn len(&self) -> u32 {
        self.tree.len()
    }
    fn end(&self, node: NodeId) -> NodeId {
        self.tree.end(node)
    }
    fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.tree.parent(node)
    }
    fn depth(&self, node: NodeId) -> u32 {
        self.tree.depth(node)
    }
    fn ancestor(&self, node: NodeId, depth: u32) -> NodeId {
        self.tree.ancestor(node, depth)
    }
    fn subject(&self, node: NodeId) -> SubjectId {
        self.tree.subject(node)
    }
    fn reading_cost(&self, node: NodeId) -> Option<u32> {
        Some(self.statements[node.0 as usize].len() as u32)
    }
}

/// Random trees, and numbers of their nodes.
pub struct Dice(dice::Dice);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(dice::Dice::new(seed))
    }

    pub fn below(&mut self, limit: u32) -> u32 {
        self.0.below(limit as usize) as u32
    }

    /// Once in this many throws.
    pub fn once_in(&mut self, throws: u32) -> bool {
        self.below(throws) == 0
    }

    /// A tree of this many nodes, of a shape between star and chain, with a few subjects.
    pub fn tree(&mut self, nodes: u32) -> Skeleton {
        let (deepening, subjects) = (1 + self.below(6), 1 + self.below(8));
        // Back to any ancestor, or step by step.
        let far = self.once_in(2);
        let mut builder = SkeletonBuilder::new();
        builder.open(SubjectId(self.below(subjects)));
        for _ in 1..nodes {
            if far && self.below(7) >= deepening {
                builder.close_to(1 + self.below(builder.depth()));
            }
            while !far && builder.depth() > 1 && self.below(7) >= deepening {
                builder.close();
            }
            builder.open(SubjectId(self.below(subjects)));
        }
        builder.finish()
    }
}
