#![allow(clippy::all, clippy::disallowed_types, clippy::disallowed_methods)]
mod run;
use computation_tree::{NodeId, Tree};
use erlang_machine::machine::Budget;
use erlang_machine::observer::Unobserved;
use erlang_machine::schedule::Fair;
use erlang_machine::world::ClosedWorld;
use std::time::Instant;

const RING: &str = "
    start(P, N) ->
        Me = self(),
        First = lists:foldl(fun(_, Next) -> spawn(fun() -> node(Next, 0) end) end, Me, lists:seq(1, P - 1)),
        First ! {token, N * P},
        wait(First, 0).
    wait(Next, Count) ->
        receive {token, 0} -> Count; {token, N} -> Next ! {token, N - 1}, wait(Next, Count + 1) end.
    node(Next, Count) ->
        receive {token, 0} -> Next ! {token, 0}, done; {token, N} -> Next ! {token, N - 1}, node(Next, Count + 1) end.";

#[test]
fn cost() {
    for expr in ["m:start(1000, 300)", "m:start(1000, 1000)"] {
        let mut machine = run::machine(RING, expr);
        let t = Instant::now();
        machine.run(&mut Fair, &mut ClosedWorld::default(), &mut Unobserved, &Budget::UNLIMITED);
        let plain = t.elapsed();
        let t = Instant::now();
        let tree = run::tree(RING, expr);
        let calls = t.elapsed();
        let t = Instant::now();
        let mut tree = tree.into_run_tree();
        let again = t.elapsed();
        drop(tree);
        let tree2 = run::record(
            run::machine(RING, expr),
            &history::Limits { budget: Budget { memory: || 2, ..Budget::UNLIMITED }, comfortable: 1 },
        )
        .0;
        let t = Instant::now();
        let mut tree = tree2.into_run_tree();
        println!("forgetful {:?}", t.elapsed());
        let t = Instant::now();
        let len = tree.tree().len();
        let said = tree.transition(NodeId(len / 2));
        println!(
            "{expr}: plain {plain:?} calls {calls:?} again {again:?} total/plain {:.2} nodes {len} events {} one {:?} {}",
            (calls + again).as_secs_f64() / plain.as_secs_f64(),
            tree.log().len(),
            t.elapsed(),
            said.sent.len()
        );
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        println!(
            "{}",
            status
                .lines()
                .filter(|l| l.starts_with("VmHWM") || l.starts_with("VmRSS"))
                .collect::<Vec<_>>()
                .join(" ")
        );
    }
}
