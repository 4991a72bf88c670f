//! From a node of a tree to the very same call in a run that goes both ways, at its beginning and
//! at its end.

mod run;

use computation_tree::{NodeId, Tree};
use erlang_history::timeline::Timeline;
use erlang_history::{CallEdge, Position};
use erlang_machine::code::{Function, FunctionId};
use erlang_machine::machine::Budget;
use erlang_machine::observer::{Observer, ObserverKind};
use erlang_machine::world::ClosedWorld;
use erlang_term::{Pid, Term};
use erlang_tree::Side;
use erlang_tree::processes::NodeKind;

const FUNCTIONS: &str = "
    twice(N) -> same(N), same(N), same(N).
    same(N) -> N div 2.
    fib(N) when N < 2 -> N;
    fib(N) -> fib(N - 1) + fib(N - 2).
    loop(0, Done) -> Done;
    loop(N, Done) -> loop(N - 1, Done + N).
    map(N) -> lists:map(fun(X) -> {X, fib(X rem 5)} end, lists:seq(1, N)).
    catches(0) -> done;
    catches(N) -> {catch fails(N rem 4), element(1, {catches(N - 1)})}.
    fails(0) -> throw(zero);
    fails(1) -> wrong(1);
    fails(N) -> 1 + fails(N - 1).
    wrong(N) -> case N of 0 -> zero end.
    race(N) -> Me = self(), [spawn(fun() -> Me ! fib(X rem 6) end) || X <- lists:seq(1, N)], gather(N, 0).
    gather(0, Sum) -> Sum;
    gather(N, Sum) -> receive X -> gather(N - 1, Sum + fib(X rem 4)) end.";

/// The calls of the program's own functions that one process has made, and which of them are over.
struct Calls {
    pid: Pid,
    made: u32,
    frames: Vec<Vec<u32>>,
    over: Vec<u32>,
}

impl Calls {
    fn leave(&mut self, pid: Pid) {
        if pid == self.pid {
            self.over.extend(self.frames.pop().unwrap_or_default());
        }
    }
}

impl ObserverKind for Calls {
    const CALLS: bool = true;
}

impl Observer for Calls {
    fn call(&mut self, pid: Pid, _id: FunctionId, function: &Function, _arguments: &[Term], tail: bool) {
        if pid != self.pid {
            return;
        }
        if !tail || self.frames.is_empty() {
            self.frames.push(Vec::new());
        }
        // Comprehensions are part of where they are written.
        if function.module.name() == "m" && !function.name.name().contains("lc$") {
            self.made += 1;
            self.frames.iter_mut().last().expect("a frame").push(self.made);
        }
    }

    fn returned(&mut self, pid: Pid, _value: &Term) {
        self.leave(pid);
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        if !caught {
            self.leave(pid);
        }
    }
}

fn calls(timeline: &Timeline, pid: Pid) -> Calls {
    let mut calls = Calls { pid, made: 0, frames: Vec::new(), over: Vec::new() };
    timeline.retrace(Position(0), timeline.position(), &mut calls, |_, _| false);
    calls
}

/// How many calls the process has made, and whether the `n`-th is over; then the same one step
/// later.
fn around(mut timeline: Timeline, pid: Pid, n: u32) -> [(u32, bool); 2] {
    let now = |timeline: &Timeline| {
        let calls = calls(timeline, pid);
        (calls.made, calls.over.contains(&n))
    };
    let before = now(&timeline);
    timeline.step(pid, 1);
    [before, now(&timeline)]
}

fn check(expression: &str) {
    let mut tree = run::tree(FUNCTIONS, expression);
    let recorded = tree.recorded();
    let again = || {
        let machine = run::machine(FUNCTIONS, expression);
        recorded.timeline(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED)
    };
    let pid = tree.pid();
    for n in 1..tree.tree().len() {
        let entry = tree.moment(NodeId(n), Side::Entry).expect("it began");
        let mut timeline = again();
        timeline.go_to(&entry).expect("the same run");
        let [before, (made, _)] = around(timeline, pid, n);
        assert_eq!((before, made), ((n - 1, false), n), "entry of {n} in {expression}");
        let exit = tree.moment(NodeId(n), Side::Exit).expect("it ended");
        let mut timeline = again();
        timeline.go_to(&exit).expect("the same run");
        match exit.kind {
            CallEdge::Raise => {
                let [(_, before), (_, after)] = around(timeline, pid, n);
                assert!(!before && after, "the exception of {n} in {expression}");
            }
            _ => {
                assert!(calls(&timeline, pid).over.contains(&n), "the value of {n} in {expression}");
                timeline.back(pid, 1);
                assert!(!calls(&timeline, pid).over.contains(&n), "the value of {n} in {expression}");
            }
        }
    }
}

/// In a run of several processes: the calls of each, in their order.
fn check_processes(expression: &str) {
    let tree = run::tree(FUNCTIONS, expression);
    let recorded = tree.recorded();
    let first = tree.pid();
    let mut tree = tree.into_run_tree();
    let mut known: Vec<Pid> = Vec::new();
    for node in (0..tree.tree().len()).map(NodeId) {
        let (Some(pid), NodeKind::FirstStep) = (tree.process_of(node), tree.kind(node)) else { continue };
        known.push(pid);
        let n = known.iter().filter(|other| **other == pid).count() as u32;
        let entry = tree.moment(node, Side::Entry).expect("it began");
        let machine = run::machine(FUNCTIONS, expression);
        let mut timeline = recorded.timeline(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED);
        timeline.go_to(&entry).expect("the same run");
        let [before, (made, _)] = around(timeline, pid, n);
        // The first call of a process is part of its first step.
        let with_first = pid != first && n <= 2;
        let expected = if with_first { ((0, false), 2) } else { ((n - 1, false), n) };
        assert_eq!((before, made), expected, "call {n} of {pid:?} in {expression}");
    }
    assert!(known.len() > 10, "{expression}");
}

#[test]
fn every_call_can_be_gone_to() {
    for expression in ["m:twice(5)", "m:fib(5)", "m:loop(9, 0)", "m:map(4)", "m:catches(5)"] {
        check(expression);
    }
    check_processes("m:race(4)");
}
