//! The statement of a node is the same whether it was kept or recomputed by replaying the run.

mod run;

use std::cell::Cell;

use computation_tree::{NodeId, Tree};
use erlang_history::Limits;
use erlang_machine::machine::Budget;
use erlang_tree::CallTree;
use slices::Meter;
use slices::testing::by_slices;

const FUNCTIONS: &str = "
    fib(N) when N < 2 -> N;
    fib(N) -> fib(N - 1) + fib(N - 2).
    loop(0, Done) -> Done;
    loop(N, Done) -> loop(N - 1, Done + N).
    deep(0) -> [];
    deep(N) -> [N | deep(N - 1)].
    map(N) -> lists:map(fun(X) -> {X, fib(X rem 5)} end, lists:seq(1, N)).
    catches(0) -> done;
    catches(N) -> {catch fails(N rem 7), element(1, {catches(N - 1)})}.
    fails(0) -> throw(zero);
    fails(N) -> 1 + fails(N - 1).
    race(N) -> Me = self(), [spawn(fun() -> Me ! fib(X rem 6) end) || X <- lists:seq(1, N)], gather(N, 0).
    gather(0, Sum) -> Sum;
    gather(N, Sum) -> receive X -> gather(N - 1, Sum + fib(X rem 4)) end.";

thread_local! {
    /// How often memory may be asked for before it is short. The tests have no allocator that
    /// counts.
    static QUESTIONS: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Runs out after this many questions, and stays so: nothing can be kept in the first run, and
/// little in re-runs.
fn memory() -> u64 {
    QUESTIONS.with(|left| {
        left.set(left.get().saturating_sub(1));
        if left.get() == 0 { 2 } else { 0 }
    })
}

/// The tree of a run in which memory is short after this many turns.
fn tree_in_little_memory(expression: &str, turns: u64) -> CallTree {
    QUESTIONS.set(turns);
    let budget = Budget { memory, ..Budget::UNLIMITED };
    let limits = Limits { budget, comfortable: 1 };
    let (tree, _) = run::record(run::machine(FUNCTIONS, expression), &limits);
    QUESTIONS.set(u64::MAX);
    tree
}

/// Compares nodes all over the tree with those of a run that remembers all.
fn check(expression: &str, turns: u64, most_reruns: u32) {
    let mut remembered = run::tree(FUNCTIONS, expression);
    let mut again = tree_in_little_memory(expression, turns);
    let count = remembered.tree().len();
    assert_eq!(count, again.tree().len());
    assert!(
        remembered.reruns() == 0 && (1..count).all(|n| again.remembered(NodeId(n)).is_none()),
        "{expression}"
    );
    let step = (count / 97).max(1);
    for n in (0..count).step_by(step as usize).chain([count - 1]) {
        let node = NodeId(n);
        assert_eq!(remembered.tree().end(node), again.tree().end(node));
        assert_eq!(run::line(&mut remembered, node), run::line(&mut again, node), "{expression}, node {n}");
    }
    assert!((1..=most_reruns).contains(&again.reruns()), "{expression}: {} re-runs", again.reruns());
}

#[test]
fn the_same_values_again() {
    check("m:fib(20)", 9, 60);
    check("m:loop(30000, 0)", 9, 60);
    check("m:deep(6000)", 9, 60);
    check("m:map(3000)", 9, 60);
    check("m:catches(1000)", 9, 60);
    check("m:race(500)", 9, 120);
}

#[test]
fn with_room_for_one_value_only() {
    QUESTIONS.set(3);
    let mut remembered = run::tree(FUNCTIONS, "m:map(400)");
    let mut again = tree_in_little_memory("m:map(400)", 1);
    for n in (1..remembered.tree().len()).step_by(101) {
        QUESTIONS.set(1);
        assert_eq!(run::line(&mut remembered, NodeId(n)), run::line(&mut again, NodeId(n)));
    }
}

/// A replay for values goes on by slices, which are longer than the shares in which processes take
/// turns.
#[test]
fn by_slices_of_steps() {
    let make = |meter: &Meter| (tree_in_little_memory("m:loop(100000, 0)", 5), meter.clone());
    let said = by_slices(10_000, make, |(tree, meter)| {
        let last = NodeId(tree.tree().len() - 1);
        assert!(tree.remembered(last).is_none());
        Box::pin(async move {
            tree.prepare(last, meter).await;
            assert!(tree.remembered(last).is_some());
            run::line(tree, last)
        })
    });
    assert_eq!(said, "m:loop(0, 5000050000) = 5000050000 [1]");
}
