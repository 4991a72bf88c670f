//! How many questions divide & query asks, on average over where the bug is.

#[path = "support/shapes.rs"]
mod shapes;
mod support;

use computation_tree::{NodeId, Skeleton, SkeletonBuilder, SubjectId, Tree};
use inquiry::{Inquiry, Judge, Next, Strategy};

fn check(name: &str, tree: Skeleton, step: usize) {
    let (average, aim) = shapes::average_questions(&tree, step);
    assert!(average <= aim, "{name}: {average:.2} questions for {} nodes, more than {aim:.2}", tree.len());
}

/// Within log2(n) + 2 for any shape.
#[test]
fn about_the_logarithm() {
    check("fib(16)", shapes::fib(16), 7);
    check("naive reverse of 60", shapes::naive_reverse(60), 3);
    check("mergesort of 100", shapes::mergesort(100), 7);
    check("chain of 1,000", shapes::chain(1_000), 1);
    check("star of 200", shapes::star(200), 1);
    check("map over 1,000 items", shapes::star(1_000), 3);
    check("own map over 1,000 items", shapes::own_map(1_000), 3);
    for children in 2..12 {
        let depth = [0, 0, 10, 6, 5, 4, 4, 3, 3, 3, 3, 3][children as usize];
        check(&format!("{children} children each"), shapes::regular(children, depth), 5);
    }
    for size in 1..14 {
        check(&format!("star of {size}"), shapes::star(size), 1);
    }
    for seed in 0..150 {
        let mut dice = support::Dice::new(seed);
        let size = 1 + dice.below(400);
        check(&format!("random tree {seed}"), dice.tree(size), 1);
    }
}

/// Long statements are asked in smaller groups, for not too many more questions.
#[test]
fn less_to_read_at_a_time() {
    for size in [100, 500, 1_000, 3_000, 8_000] {
        let tree = shapes::star(size);
        let inquiry = || Inquiry::new(NodeId(0), true, Strategy::DivideQuery).verbose();
        let Next::Question(first) = inquiry().next(&tree) else { panic!("a star of {size} is asked about") };
        let most = (size as usize + 1).div_ceil(8).max(64).min(size as usize / 2 + 1);
        assert!(first.nodes.len() <= most, "{} of {size}", first.nodes.len());
        let bugs = (0..tree.len()).step_by(size as usize / 50).map(NodeId);
        let (count, aim) = (bugs.len() as f64, f64::from(tree.len()).log2() + 2.0);
        let total: u32 = bugs.map(|bug| shapes::questions(&tree, inquiry(), bug)).sum();
        assert!(
            f64::from(total) / count <= aim,
            "{} questions for {size}, more than {aim}",
            f64::from(total) / count
        );
    }
}

/// The other strategies find the bug, too, in large trees as well.
#[test]
fn every_strategy_gets_there() {
    for tree in
        [shapes::fib(12), shapes::mergesort(40), shapes::chain(400), shapes::star(400), shapes::own_map(200)]
    {
        for strategy in Strategy::ALL {
            for bug in (0..tree.len()).step_by(41).map(NodeId) {
                shapes::questions(&tree, Inquiry::new(NodeId(0), true, strategy), bug);
            }
        }
    }
}

/// Trust in the map itself makes a star of its items.
#[test]
fn trust_makes_groups() {
    let tree = shapes::own_map(500);
    for bug in (1..tree.len()).filter(|&node| tree.depth(NodeId(node)) > 1).step_by(17).map(NodeId) {
        let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::DivideQuery);
        inquiry.trust(&tree, tree.subject(NodeId(0)), Judge::new("trust list"));
        if tree.subject(bug) != tree.subject(NodeId(0)) {
            assert!(shapes::questions(&tree, inquiry, bug) <= 9);
        }
    }
}

/// A server that went round its loop thousands of times, beside its clients, where one transition
/// is suspected: each way a group is halved.
#[test]
fn long_loops_of_a_server() {
    let mut builder = SkeletonBuilder::new();
    let (run, process, step) = (SubjectId(0), SubjectId(1), SubjectId(2));
    builder.open(run);
    for transitions in [4, 4_000, 4] {
        builder.open(process);
        for _ in 0..transitions {
            builder.open(step);
            builder.open(step);
            builder.close();
            builder.close();
        }
        builder.close();
    }
    let tree = builder.finish();
    let last = NodeId(tree.len() - 12);
    for strategy in [Strategy::DivideQuery, Strategy::ProcessDirected] {
        for bug in (12..tree.len() - 10).step_by(97).map(NodeId) {
            let mut inquiry = Inquiry::new(NodeId(0), false, strategy);
            inquiry.trust(&tree, process, Judge::new("run"));
            inquiry.redirect(&tree, last, "you chose this process".into(), Judge::new("you"));
            let asked = shapes::questions(&tree, inquiry, bug);
            assert!(asked <= 16, "{asked} questions to find {bug:?}");
        }
    }
}
