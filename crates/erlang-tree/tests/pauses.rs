//! The replay for a look inside a call goes on by slices.

mod run;

use computation_tree::{NodeId, Tree};
use erlang_term::Term;
use erlang_tree::CallOutcome;
use slices::Meter;
use slices::testing::by_slices;

/// Longer than the shares in which processes take turns, between which replays pause.
const SLICE: u64 = 10_000;

const SLOW: &str = "slow(0) -> 0;\nslow(N) -> 1 + slow(N - 1).\nf(N) -> slow(N) + 1.";

#[test]
fn a_look_inside() {
    let make = |meter: &Meter| (run::tree(SLOW, "{m:f(3), m:f(100000)}"), meter.clone());
    let inside = by_slices(SLICE, make, |(tree, meter)| {
        let last = (0..tree.tree().len()).map(NodeId).rev().find(|node| {
            let subject = tree.subject(tree.tree().subject(*node));
            subject.function.name() == "f"
        });
        Box::pin(async move {
            let zoom = tree.zoom(last.expect("a call of f"), meter).await.expect("a look inside");
            match zoom.call().outcome {
                CallOutcome::Value(value) => (zoom.tree.len(), value),
                _ => panic!("it has a value"),
            }
        })
    });
    assert!(inside.0 > 1);
    assert_eq!(inside.1, Term::Int(100_001));
}
