//! Which runs are known to go round in a circle, and that leaving rounds out makes no difference.

use erlang_machine::circle;
use erlang_machine::digest::digest;
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::observer::Unobserved;
use erlang_machine::schedule::Fair;
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use test_support::program::plain_machine;

/// A run of `main/0`, so many steps after its beginning.
fn after(functions: &str, steps: u64) -> Machine {
    let mut machine = plain_machine(functions, Delivery::Immediate);
    run_to(&mut machine, steps);
    machine
}

fn run_to(machine: &mut Machine, steps: u64) {
    let budget = Budget { max_steps: steps, ..Budget::UNLIMITED };
    machine.run(&mut Fair, &mut ClosedWorld::default(), &mut Unobserved, &budget);
}

#[test]
fn circles() {
    let check = |functions: &str, expected: &str| {
        let found = match circle::find(&after(functions, 50_000), 500_000) {
            None => "none".to_owned(),
            Some(circle) if circle.is_endless() => format!("endless, {}", circle.processes().len()),
            Some(_) => "until a timer".to_owned(),
        };
        assert_eq!(found, expected, "{functions}");
    };
    check("main() -> f(1). f(X) -> f(X).", "endless, 1");
    check("main() -> f([1, 2, 3]). f([H | T]) -> f(T ++ [H]).", "endless, 1");
    check("main() -> f(1). f(N) -> f(N + 1).", "none");
    check("main() -> f(40). f(N) when N < 2 -> N; f(N) -> f(N - 1) + f(N - 2).", "none");
    // Each message is a new one, each reference, too.
    let pong = "f(P) -> receive {Q, M} -> Q ! {self(), M}, f(P) end.";
    check(&format!("main() -> P = spawn(fun() -> f(1) end), P ! {{self(), x}}, f(P). {pong}"), "endless, 2");
    let call = "main() -> P = spawn(fun s/0), f(P). \
        f(P) -> R = make_ref(), P ! {self(), R}, receive R -> f(P) end. \
        s() -> receive {Q, R} -> Q ! R, s() end.";
    check(call, "endless, 2");
    check(
        "main() -> P = spawn(fun s/0), f(P, 0). \
        f(P, N) -> P ! {self(), N}, receive M -> f(P, M + 1) end. \
        s() -> receive {Q, M} -> Q ! M, s() end.",
        "none",
    );
    // Whoever sleeps between two tries comes back to the same state, too.
    check("main() -> receive never -> ok after 100 -> main() end.", "endless, 1");
    check("main() -> f([]). f(L) -> receive never -> ok after 100 -> f([x | L]) end.", "none");
    // What can tell one round from another.
    check(
        "main() -> f(erlang:monotonic_time() + 1000000000000). \
        f(End) -> case erlang:monotonic_time() > End of true -> ok; false -> f(End) end.",
        "none",
    );
    check(
        "main() -> case erlang:unique_integer([positive]) > 1000000 of true -> ok; false -> main() end.",
        "none",
    );
    check("main() -> put(n, case get(n) of undefined -> 0; N -> N + 1 end), main().", "none");
    check("main() -> put(n, 1), main().", "endless, 1");
    check(
        "main() -> T = ets:new(t, []), ets:insert(T, {n, 0}), f(T). \
        f(T) -> case ets:update_counter(T, n, 1) of 1000000 -> ok; _ -> f(T) end.",
        "none",
    );
    check("main() -> case erlang:phash2(make_ref(), 1000000) of 0 -> ok; _ -> main() end.", "none");
    check("main() -> spawn(fun() -> ok end), main().", "none");
    // A timer that was there before ends it.
    check(
        "main() -> S = self(), erlang:send_after(100000, S, stop), f(). \
        f() -> receive stop -> ok after 0 -> f() end.",
        "until a timer",
    );
}

#[test]
fn rounds_left_out_make_no_difference() {
    let functions = "main() -> erlang:send_after(100, spawn(fun s/0), stop), f([1, 2, 3]). \
        f([H | T]) -> f(T ++ [H]). s() -> receive stop -> halt(1) end.";
    let mut machine = after(functions, 40_000);
    let circle = circle::find(&machine, 500_000).expect("a circle");
    let later = circle.skipped(u64::MAX).expect("a later state");
    assert!(later.system.steps > 10_000_000, "{}", later.system.steps);
    run_to(&mut machine, later.system.steps);
    assert_eq!(machine.system.steps, later.system.steps);
    assert_eq!(machine.system.now, later.system.now);
    assert_eq!(machine.system.elapsed(), later.system.elapsed());
    assert_eq!(digest(&machine), digest(&later));
    assert_eq!(machine.system.counters(), later.system.counters());
}
