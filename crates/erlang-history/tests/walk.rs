//! Going by expressions, there and back.

use erlang_history::timeline::{AdvanceEnd, FairByChoice, Target};
use erlang_history::{Position, Timeline};
use erlang_machine::digest::digest;
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_term::{Atom, Pid};
use test_support::program;

fn begin(functions: &str) -> Timeline {
    let machine = program::machine(functions, Delivery::Chosen);
    Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED)
}

fn main_of(timeline: &Timeline) -> Pid {
    timeline.machine().main().expect("it is started").state.pid
}

/// The expression that a process stands before, as it is written.
fn stands(machine: &Machine, pid: Pid) -> String {
    let Some(process) = machine.system.get(pid).filter(|process| process.state.outcome.is_none()) else {
        return "end the session".to_owned();
    };
    let function = machine.program.function(process.state.function);
    let pc = process.state.pc - u32::from(process.state.standing.is_some());
    let text = function.place_at(pc).and_then(|place| {
        let span = function.source[place.expr?].span;
        function.source.sources.text(span)
    });
    text.unwrap_or("the beginning").lines().next().unwrap_or_default().to_owned()
}

/// The expressions that the first process walks through; then back, through the same.
fn check(functions: &str, expected: &[&str]) {
    let mut timeline = begin(functions);
    let pid = main_of(&timeline);
    let mut seen = vec![stands(timeline.machine(), pid)];
    loop {
        let moved = timeline.walk(pid, 1);
        seen.push(stands(timeline.machine(), pid));
        if moved.stopped != AdvanceEnd::Done {
            break;
        }
    }
    assert_eq!(seen, expected);
    let mut back = vec![stands(timeline.machine(), pid)];
    for _ in 1..seen.len() {
        timeline.walk_back(pid, 1);
        back.push(stands(timeline.machine(), pid));
    }
    back.reverse();
    assert_eq!(back, expected, "on the way back");
    assert_eq!(timeline.position(), Position(0));
    // All at once.
    for n in 1..seen.len() {
        timeline.walk(pid, n as u64);
        assert_eq!(stands(timeline.machine(), pid), expected[n], "{n} forward");
        timeline.walk_back(pid, n as u64);
        assert_eq!(stands(timeline.machine(), pid), expected[0], "{n} back");
    }
}

#[test]
fn places() {
    check(
        "main() -> X = 1, Y = X + 2, f(Y).\nf(1) -> one;\nf(N) -> Z = N, Z.",
        &["X = 1", "Y = X + 2", "f(Y)", "Z = N", "Z", "end the session"],
    );
    // The library is passed over, what it calls back is not.
    check(
        "main() -> L = lists:seq(1, 3), lists:map(fun(X) -> X + 1 end, L).",
        &[
            "L = lists:seq(1, 3)",
            "lists:map(fun(X) -> X + 1 end, L)",
            "X + 1",
            "X + 1",
            "X + 1",
            "end the session",
        ],
    );
    check(
        "main() -> self() ! a, case lists:reverse([1]) of [X] -> self() ! X, done end.",
        &[
            "self() ! a",
            "case lists:reverse([1]) of [X] -> self() ! X, done end",
            "self() ! X",
            "done",
            "end the session",
        ],
    );
    check(
        "main() -> try error(x) catch error:x -> caught end, 1 div 0, ok.",
        &["try error(x) catch error:x -> caught end", "error(x)", "caught", "1 div 0", "end the session"],
    );
    // It waits forever.
    check("main() -> a, receive b -> ok end.", &["a", "receive b -> ok end", "receive b -> ok end"]);
}

const PAIR: &str = "
main() ->
    Me = self(),
    P = spawn(fun() -> server(Me, 0) end),
    P ! {add, 3},
    P ! {add, 4},
    receive {sum, N} -> lists:seq(1, N) end.
server(Me, Sum) ->
    receive
        {add, N} ->
            New = Sum + N,
            Me ! {sum, New},
            server(Me, New)
    end.
";

/// Who walks makes the same run as who runs, and undoing what others did leaves a process where it
/// stands.
#[test]
fn the_same_run() {
    let mut fair = begin(PAIR);
    fair.run(&mut FairByChoice::default(), u64::MAX, &mut |_, _| false);
    for steps in 1..12 {
        let mut timeline = begin(PAIR);
        let pid = main_of(&timeline);
        timeline.walk(pid, steps);
        let place = stands(timeline.machine(), pid);
        // Saved and loaded, it stands there, too.
        let machine = program::machine(PAIR, Delivery::Chosen);
        let loaded =
            Timeline::load(&timeline.save(), machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED);
        let loaded = loaded.expect("it was saved").timeline;
        assert_eq!(stands(loaded.machine(), pid), place);
        assert_eq!(digest(loaded.machine()), digest(timeline.machine()));
        timeline.run(&mut FairByChoice::default(), u64::MAX, &mut |_, _| false);
        assert_eq!(digest(timeline.machine()), digest(fair.machine()), "{steps}");
    }
    let mut timeline = begin(PAIR);
    let (main, server) = (main_of(&timeline), Pid::local(main_of(&timeline).id() + 1));
    timeline.walk(main, 3);
    let place = stands(timeline.machine(), main);
    assert_eq!(place, "P ! {add, 4}");
    timeline.walk(server, 1);
    assert_eq!(stands(timeline.machine(), server), "receive");
    timeline.walk_back(server, 1);
    assert_eq!(stands(timeline.machine(), main), place);
    assert_eq!(stands(timeline.machine(), server), "server(Me, 0)");
}

/// Whatever stands in a file: it is refused, or is some run.
#[test]
fn damage() {
    let mut timeline = begin(PAIR);
    let pid = main_of(&timeline);
    timeline.run(&mut FairByChoice::default(), u64::MAX, &mut |_, _| false);
    timeline.walk_back(pid, 3);
    let text = timeline.save();
    let load = |bytes: Vec<u8>| {
        let machine = program::machine(PAIR, Delivery::Chosen);
        let text = String::from_utf8(bytes).unwrap_or_default();
        Timeline::load(&text, machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED).is_ok()
    };
    assert!(load(text.clone().into_bytes()));
    let mut read = 0;
    for at in (0..text.len()).step_by(3) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= [1, 8, 32][at / 3 % 3];
        read += usize::from(load(bytes));
        load(text.as_bytes()[..at / 3].to_vec());
    }
    assert!(read > 0, "some of them are other numbers");
}

/// What was undone binds a variable again: that much is made again, and no more.
#[test]
fn replay_of_a_binding() {
    let functions = "main() -> A = lists:seq(1, 9), B = lists:sum(A), C = B * 2, lists:seq(1, C).";
    let mut timeline = begin(functions);
    let pid = main_of(&timeline);
    timeline.run(&mut FairByChoice::default(), u64::MAX, &mut |_, _| false);
    let end = digest(timeline.machine());
    timeline.undo(&Target::Start).expect("there is a beginning");
    let variable = |name: &str| Target::Bind { pid, variable: Atom::new(name) };
    timeline.replay(&variable("B")).expect("it was bound");
    assert_eq!(stands(timeline.machine(), pid), "lists:seq(1, C)");
    assert!(timeline.replay(&variable("A")).is_err(), "it is bound already");
    timeline.undo(&variable("B")).expect("it is bound");
    timeline.replay(&Target::Start).expect("there is more");
    assert_eq!(digest(timeline.machine()), end);
}
