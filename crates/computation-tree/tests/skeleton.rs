//! The skeleton against a tree of plain pointers, and what it weighs.

use computation_tree::{NodeId, Skeleton, SkeletonBuilder, SubjectId, Tree, TreeExt, TreeStep};
use proptest::prelude::*;

/// The same tree with everything written out.
#[derive(Default)]
struct Naive {
    parents: Vec<Option<u32>>,
    subjects: Vec<u32>,
    ends: Vec<u32>,
}

impl Naive {
    fn ancestors(&self, node: u32) -> Vec<u32> {
        let mut path = vec![node];
        while let Some(parent) = self.parents[path[path.len() - 1] as usize] {
            path.push(parent);
        }
        path.reverse();
        path
    }
}

/// Builds both from one list of steps: `Some(subject)` opens, `None` closes.
fn build(steps: impl IntoIterator<Item = Option<u32>>) -> (Skeleton, Naive) {
    let mut builder = SkeletonBuilder::new();
    let mut naive = Naive::default();
    let mut open: Vec<u32> = Vec::new();
    let leave = |naive: &mut Naive, open: &mut Vec<u32>| {
        if let Some(node) = open.pop() {
            naive.ends[node as usize] = naive.parents.len() as u32;
        }
    };
    for step in steps {
        match step {
            Some(subject) => {
                let node = builder.open(SubjectId(subject));
                assert_eq!(node.0, naive.parents.len() as u32);
                naive.parents.push(open.last().copied());
                naive.subjects.push(subject);
                naive.ends.push(0);
                open.push(node.0);
            }
            None => {
                builder.close();
                leave(&mut naive, &mut open);
            }
        }
        assert_eq!(builder.depth(), open.len() as u32);
    }
    while !open.is_empty() {
        leave(&mut naive, &mut open);
    }
    (builder.finish(), naive)
}

fn check_node(tree: &Skeleton, naive: &Naive, node: u32) {
    let id = NodeId(node);
    let index = node as usize;
    let path = naive.ancestors(node);
    let last = naive.parents.len() as u32;
    assert_eq!(tree.end(id).0, naive.ends[index], "end of {node}");
    assert_eq!(tree.parent(id).map(|parent| parent.0), naive.parents[index], "parent of {node}");
    assert_eq!(tree.depth(id) as usize, path.len() - 1, "depth of {node}");
    assert_eq!(tree.subject(id).0, naive.subjects[index], "subject of {node}");
    for depth in [0, path.len() / 3, path.len() / 2, path.len() - 1] {
        assert_eq!(tree.ancestor(id, depth as u32).0, path[depth], "ancestor of {node} at {depth}");
    }
    assert_eq!(tree.ancestor(id, u32::MAX), id);
    let has_children = naive.ends[index] > node + 1;
    assert_eq!(tree.first_child(id).map(|child| child.0), has_children.then_some(node + 1));
    let next = naive.ends[index];
    let sibling = next < last && naive.parents[next as usize] == naive.parents[index];
    assert_eq!(tree.next_sibling(id).map(|sibling| sibling.0), sibling.then_some(next), "after {node}");
}

fn check_children(tree: &Skeleton, naive: &Naive) {
    let mut expected = vec![Vec::new(); naive.parents.len()];
    for (node, parent) in naive.parents.iter().enumerate() {
        if let Some(parent) = parent {
            expected[*parent as usize].push(node as u32);
        }
    }
    for (node, children) in expected.iter().enumerate() {
        let node = NodeId(node as u32);
        assert_eq!(tree.children(node).map(|child| child.0).collect::<Vec<_>>(), *children);
        assert_eq!(tree.last_child(node).map(|child| child.0), children.last().copied());
    }
}

/// The walk of the skeleton, and the one that the trait provides, which knows only `end` and
/// `subject`.
fn check_walk(tree: &Skeleton, naive: &Naive, from: u32) {
    struct Plain<'a>(&'a Skeleton);
    impl Tree for Plain<'_> {
        fn len(&self) -> u32 {
            self.0.len()
        }
        fn end(&self, node: NodeId) -> NodeId {
            self.0.end(node)
        }
        fn parent(&self, node: NodeId) -> Option<NodeId> {
            self.0.parent(node)
        }
        fn depth(&self, node: NodeId) -> u32 {
            self.0.depth(node)
        }
        fn ancestor(&self, node: NodeId, depth: u32) -> NodeId {
            self.0.ancestor(node, depth)
        }
        fn subject(&self, node: NodeId) -> SubjectId {
            self.0.subject(node)
        }
    }
    let mut expected = Vec::new();
    let mut open = Vec::new();
    for node in from..naive.ends[from as usize] {
        while open.pop_if(|end| *end <= node).is_some() {
            expected.push(TreeStep::Leave);
        }
        expected.push(TreeStep::Enter(NodeId(node), SubjectId(naive.subjects[node as usize])));
        open.push(naive.ends[node as usize]);
    }
    expected.extend(open.iter().map(|_| TreeStep::Leave));
    let mut steps = Vec::new();
    tree.walk(NodeId(from), &mut |step| steps.push(step));
    assert_eq!(steps, expected);
    steps.clear();
    Plain(tree).walk(NodeId(from), &mut |step| steps.push(step));
    assert_eq!(steps, expected);
}

fn check(steps: impl IntoIterator<Item = Option<u32>>) {
    let (tree, naive) = build(steps);
    let nodes = naive.parents.len() as u32;
    assert_eq!(tree.len(), nodes);
    for node in 0..nodes {
        check_node(&tree, &naive, node);
    }
    check_children(&tree, &naive);
    if nodes > 0 {
        check_walk(&tree, &naive, 0);
        check_walk(&tree, &naive, nodes / 2);
    }
}

/// Opens and closes at random: `bias` of 8 steps open.
fn steps(length: usize) -> impl Strategy<Value = Vec<Option<u32>>> {
    (1u32..8, prop_oneof![Just(3u32), Just(300), Just(100_000)]).prop_flat_map(move |(bias, subjects)| {
        prop::collection::vec(
            (0..8u32, 0..subjects).prop_map(move |(die, subject)| (die < bias).then_some(subject)),
            0..length,
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn agrees_with_pointers(steps in steps(1500)) {
        check(steps);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    // Long enough for three levels of minima.
    #[test]
    fn agrees_with_pointers_on_large_trees(seed in any::<u64>(), bias in 3u64..6) {
        let mut state = seed | 1;
        let steps = std::iter::repeat_with(move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            ((state >> 20) % 8 < bias).then_some((state >> 40) as u32 % 700)
        });
        let (tree, naive) = build(std::iter::once(Some(0)).chain(steps.take(1_200_000)));
        let nodes = naive.parents.len() as u32;
        for node in (0..nodes).step_by(9_973).chain(nodes.saturating_sub(50)..nodes) {
            if naive.ancestors(node).len() < 100_000 {
                check_node(&tree, &naive, node);
            }
        }
    }
}

#[test]
fn shapes() {
    check([]);
    check([Some(7)]);
    check([None, Some(7), None, None]);
    check(std::iter::repeat_n(Some(1), 3_000));
    check((0..6_000).map(|step| (step % 2 == 0).then_some(step)));
    check(std::iter::once(Some(9)).chain((0..6_000).map(|step| (step % 2 == 0).then_some(step))));
}

/// 10^8 nodes fit in 250 MB: at most 2.5 bytes a node while subjects fit in two bytes, 1.5 while
/// they fit in one.
#[test]
fn bytes_a_node() {
    let bytes = |subjects: u32| {
        let mut builder = SkeletonBuilder::new();
        for node in 0..1_000_000u32 {
            builder.open(SubjectId(node % subjects));
            if node % 3 != 0 {
                builder.close();
            }
        }
        let tree = builder.finish();
        tree.bytes() as f64 / f64::from(tree.len())
    };
    assert!(bytes(256) < 1.3, "{}", bytes(256));
    assert!(bytes(60_000) < 2.3, "{}", bytes(60_000));
    assert!(bytes(100_000) < 4.3, "{}", bytes(100_000));
}
