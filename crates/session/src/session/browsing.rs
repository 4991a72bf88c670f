//! The tree for people who browse it: the rows that they see, and never the whole tree.

use computation_tree::{NodeId, Tree};
use inquiry::{Judge, Next, NodeStatus};
use slices::finish;

use super::{Answered, Level, Session};
use crate::answer::{self, ValueStep, WrongPart};
use crate::evidence::{Moment, Side};

/// Siblings that are shown at once.
const SIBLINGS: usize = 50;
/// Siblings that are shown before the one that is asked about.
const BEFORE: usize = 5;
/// Ancestors of it that are shown, besides the root.
const ANCESTORS: u32 = 30;

/// A node as a line of the tree.
#[derive(Clone, Debug)]
pub struct TreeRow {
    pub node: NodeId,
    /// Its statement in a sentence.
    pub text: String,
    pub status: NodeStatus,
    /// How many nodes are below it.
    pub below: u32,
    /// The current question, or the verdict, is about it.
    pub is_current: bool,
}

/// A node with those below it that are shown.
#[derive(Clone, Debug)]
pub struct TreeBranch {
    pub row: TreeRow,
    pub below: Vec<TreeTwig>,
}

/// What is shown below a node.
#[derive(Clone, Debug)]
pub enum TreeTwig {
    Branch(TreeBranch),
    /// Siblings from `first` up to `end` that are left out.
    Siblings {
        first: NodeId,
        end: NodeId,
    },
    /// How many nodes in a row, each the parent of the next, are left out. The first is `top`.
    Ancestors {
        top: NodeId,
        count: u32,
    },
}

impl Session {
    /// The tree from `root`, or from what is known to be wrong, with the way to the current node.
    pub fn browse(&mut self, root: Option<NodeId>) -> Result<TreeBranch, String> {
        let current = self.current();
        let Level { evidence, .. } = self.level();
        let root = root.unwrap_or(evidence.nature().root);
        let tree = evidence.tree();
        is_node(tree, root)?;
        let is_below = |node: &NodeId| root < *node && *node < tree.end(root);
        let way = current.filter(is_below).map(|node| way(tree, root, node)).unwrap_or_default();
        let shape = shape(tree, root, &way);
        Ok(self.branch(shape))
    }

    /// Children of a node from `first` on, if that is not after `end`.
    pub fn browse_siblings(&mut self, first: NodeId, end: NodeId) -> Result<Vec<TreeTwig>, String> {
        let tree = self.level().evidence.tree();
        is_node(tree, first)?;
        let limit = tree.parent(first).map_or(NodeId(tree.len()), |parent| tree.end(parent));
        let shapes = siblings(tree, first, end.min(limit));
        Ok(self.twigs(shapes))
    }

    /// Children of a node, from the first one on.
    pub fn browse_below(&mut self, node: NodeId) -> Result<Vec<TreeTwig>, String> {
        let tree = self.level().evidence.tree();
        is_node(tree, node)?;
        let shapes = tree.first_child(node).map(|first| siblings(tree, first, tree.end(node)));
        Ok(self.twigs(shapes.unwrap_or_default()))
    }

    /// The call that made this part of the value that the current question is about.
    pub fn maker(&mut self, path: &[ValueStep]) -> Result<TreeRow, String> {
        let node = self.current().ok_or("there is no question now")?;
        let Level { evidence, .. } = self.level();
        let inside = evidence.inside().ok_or("where values were made is not known here")?;
        let maker = inside.producer(node, path)?;
        self.rows(&[maker]).pop().ok_or_else(|| "it is not known".to_owned())
    }

    /// When a node of the run began, or ended.
    pub fn moment_of(&mut self, node: NodeId, side: Side) -> Option<Moment> {
        let Level { evidence, .. } = self.level();
        is_node(evidence.tree(), node).ok()?;
        evidence.moments()?.moment(node, side)
    }

    /// The next question is about this node.
    pub(super) fn ask_about(&mut self, by: &str, node: NodeId) -> Result<(), String> {
        let Level { evidence, inquiry, .. } = self.level();
        let tree = evidence.tree();
        is_node(tree, node)?;
        match inquiry.status(tree, node) {
            NodeStatus::Suspect { can_ask: true } => {}
            NodeStatus::Suspect { can_ask: false } => return Err("it has been asked about already".into()),
            NodeStatus::Symptom => return Err("the search began with it, because it is wrong".into()),
            NodeStatus::Judged(..) => {
                return Err("it has been judged: change that answer instead".into());
            }
            NodeStatus::Cleared => return Err("it cannot be to blame, by your other answers".into()),
        }
        let acts = inquiry.acts().len();
        inquiry.point_at(tree, node, POINTED_AT.into(), Judge::new(by));
        self.asked = None;
        if self.processes.is_some() {
            self.begun.get_or_insert(acts);
        }
        Ok(())
    }

    /// Judges a node that need not be the one that is asked about.
    pub(super) async fn judge_node(&mut self, by: &str, node: NodeId, to: &str) -> Result<(), String> {
        let judgement = answer::judgement(to).ok_or_else(|| format!("unknown answer: {to}"))?;
        let level = self.levels.len() - 1;
        let is_given = |answered: &Answered| answered.level == level && answered.nodes == [node];
        if let Some(index) = self.answered.iter().position(is_given) {
            return self.revise(index as u32 + 1, to);
        }
        if let Some(n) = self.number_of_recalled(node) {
            return self.revise_earlier(by, n, to);
        }
        let acts = self.level().inquiry.acts().len();
        self.ask_about(by, node)?;
        let Level { evidence, inquiry, .. } = self.level();
        if let Next::Question(chosen) = inquiry.next(evidence.tree()) {
            self.ask(chosen).await;
        }
        self.judge_asked(by, judgement, WrongPart::default())?;
        // Taken back, the question before comes again.
        if let Some(last) = self.answered.last_mut().filter(|last| last.nodes == [node]) {
            last.acts = acts;
        }
        Ok(())
    }

    /// What the current question or the verdict is about.
    fn current(&mut self) -> Option<NodeId> {
        let asked = self.asked.as_ref().and_then(|asked| asked.nodes.first().copied());
        asked.or(self.level().blamed)
    }

    fn branch(&mut self, shape: Shape) -> TreeBranch {
        let mut branches = self.twigs(vec![Twig::Branch(shape)]);
        match branches.pop() {
            Some(TreeTwig::Branch(branch)) => branch,
            _ => unreachable!("a branch gives a branch"),
        }
    }

    /// Fills in the texts, which are computed together.
    fn twigs(&mut self, shapes: Vec<Twig>) -> Vec<TreeTwig> {
        let mut nodes = Vec::new();
        collect(&shapes, &mut nodes);
        let mut rows = self.rows(&nodes).into_iter();
        filled(shapes, &mut rows)
    }

    pub(super) fn rows(&mut self, nodes: &[NodeId]) -> Vec<TreeRow> {
        let current = self.current();
        let Level { evidence, inquiry, .. } = self.level();
        finish(evidence.prepare(nodes));
        let row = |&node: &NodeId| {
            let text = evidence.statement(node).sentence();
            let tree = evidence.tree();
            TreeRow {
                node,
                text,
                status: inquiry.status(tree, node),
                below: tree.end(node).0 - node.0 - 1,
                is_current: current == Some(node),
            }
        };
        nodes.iter().map(row).collect()
    }
}

/// Why a question is asked.
const POINTED_AT: &str = "you chose it in the tree";

/// What will be shown, before its texts are known.
struct Shape {
    node: NodeId,
    below: Vec<Twig>,
}

enum Twig {
    Branch(Shape),
    Siblings { first: NodeId, end: NodeId },
    Ancestors { top: NodeId, count: u32 },
}

/// The nodes on the way from the root (not in it) to a node below it that are shown.
fn way(tree: &dyn Tree, root: NodeId, node: NodeId) -> Vec<NodeId> {
    let (top, depth) = (tree.depth(root), tree.depth(node));
    let first = depth.saturating_sub(ANCESTORS).max(top + 1);
    (first..=depth).map(|depth| tree.ancestor(node, depth)).collect()
}

fn shape(tree: &dyn Tree, root: NodeId, way: &[NodeId]) -> Shape {
    let Some((&next, rest)) = way.split_first() else {
        let first = tree.first_child(root);
        let below = first.map(|first| siblings(tree, first, tree.end(root))).unwrap_or_default();
        return Shape { node: root, below };
    };
    let left_out = tree.depth(next) - tree.depth(root) - 1;
    if left_out > 0 {
        let top = tree.ancestor(next, tree.depth(root) + 1);
        let below = vec![Twig::Ancestors { top, count: left_out }, Twig::Branch(shape(tree, next, rest))];
        return Shape { node: root, below };
    }
    let mut first = next;
    for _ in 0..BEFORE {
        first = previous_sibling(tree, root, first).unwrap_or(first);
    }
    let mut below = Vec::new();
    if let Some(hidden) = tree.first_child(root).filter(|hidden| *hidden < first) {
        below.push(Twig::Siblings { first: hidden, end: first });
    }
    for twig in siblings(tree, first, tree.end(root)) {
        below.push(match twig {
            Twig::Branch(Shape { node, .. }) if node == next && !rest.is_empty() => {
                Twig::Branch(shape(tree, next, rest))
            }
            twig => twig,
        });
    }
    Shape { node: root, below }
}

/// The siblings from the first on, with nothing below them.
fn siblings(tree: &dyn Tree, first: NodeId, end: NodeId) -> Vec<Twig> {
    let mut twigs = Vec::new();
    let mut next = first;
    while next < end {
        if twigs.len() == SIBLINGS {
            twigs.push(Twig::Siblings { first: next, end });
            break;
        }
        twigs.push(Twig::Branch(Shape { node: next, below: Vec::new() }));
        next = tree.end(next);
    }
    twigs
}

fn previous_sibling(tree: &dyn Tree, parent: NodeId, node: NodeId) -> Option<NodeId> {
    let before = NodeId(node.0.checked_sub(1)?);
    (before > parent).then(|| tree.ancestor(before, tree.depth(node)))
}

fn collect(twigs: &[Twig], nodes: &mut Vec<NodeId>) {
    for twig in twigs {
        if let Twig::Branch(Shape { node, below }) = twig {
            nodes.push(*node);
            collect(below, nodes);
        }
    }
}

fn filled(twigs: Vec<Twig>, rows: &mut impl Iterator<Item = TreeRow>) -> Vec<TreeTwig> {
    let mut shown = Vec::new();
    for twig in twigs {
        match twig {
            Twig::Siblings { first, end } => shown.push(TreeTwig::Siblings { first, end }),
            Twig::Ancestors { top, count } => shown.push(TreeTwig::Ancestors { top, count }),
            Twig::Branch(Shape { below, .. }) => {
                let Some(row) = rows.next() else { break };
                shown.push(TreeTwig::Branch(TreeBranch { row, below: filled(below, rows) }));
            }
        }
    }
    shown
}

pub(super) fn is_node(tree: &dyn Tree, node: NodeId) -> Result<(), String> {
    match node.0 < tree.len() {
        true => Ok(()),
        false => Err(format!("there is no node {} in the tree", node.0)),
    }
}
