//! What the tests share: a program and an expression to a tree, and a tree to text.
#![allow(dead_code)]

use computation_tree::{NodeId, Tree};
use erlang_history::Limits;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::schedule::{Fair, Schedule};
use erlang_machine::world::ClosedWorld;
use erlang_tree::{COMPILED, CallTree, Clause, Recording};
use test_support::{EXPRESSION, Sources, export_all};

/// A trusted module, as `gen_server` is one: it receives, and calls back.
const SERVER: &str = "-module(server).
-export([start/2, call/2, cast/2, loop/2]).
start(Module, Argument) -> spawn(fun() -> {ok, S} = Module:init(Argument), loop(Module, S) end).
call(P, Request) ->
    R = monitor(process, P),
    P ! {call, {self(), R}, Request},
    receive {R, Reply} -> demonitor(R, [flush]), Reply; {'DOWN', R, _, _, Why} -> exit(Why) end.
cast(P, Request) -> P ! {cast, Request}, ok.
loop(Module, S) ->
    receive
        {call, {From, R} = Who, Request} ->
            {reply, Reply, New} = Module:handle_call(Request, Who, S),
            From ! {R, Reply},
            loop(Module, New);
        {cast, Request} ->
            {noreply, New} = Module:handle_cast(Request, S),
            loop(Module, New)
    end.
";

/// A machine that is about to evaluate the expression. `functions` are those of module `m`, without
/// its attributes.
pub fn machine(functions: &str, expression: &str) -> Machine {
    let sources = Sources::new(&[&export_all(functions)]).trusted(SERVER).expression(expression);
    test_support::machine(sources, EXPRESSION, COMPILED, Fair.delivery())
}

/// The tree of a run within limits.
pub fn record(machine: Machine, limits: &Limits<'_>) -> (CallTree, End) {
    let mut recording = Recording::new(machine);
    let end = recording.run(&mut Fair, &mut ClosedWorld::default(), limits);
    (recording.finish(limits.budget.memory, limits.comfortable), end)
}

pub const UNLIMITED: Limits<'static> = Limits { budget: Budget::UNLIMITED, comfortable: u64::MAX };

/// The tree of an expression.
pub fn tree(functions: &str, expression: &str) -> CallTree {
    record(machine(functions, expression), &UNLIMITED).0
}

/// One line a node, indented: `m:f(1) = 2 [1]`, with the number of the clause.
pub fn show(tree: &mut CallTree) -> String {
    let (root, _) = tree.root();
    let nodes: Vec<NodeId> = (root.0..tree.tree().end(root).0).map(NodeId).collect();
    let top = tree.tree().depth(root);
    nodes
        .into_iter()
        .map(|node| {
            let indent = "  ".repeat((tree.tree().depth(node) - top) as usize);
            format!("{indent}{}\n", line(tree, node))
        })
        .collect()
}

/// `m:f(1) = 2 [1]`
pub fn line(tree: &mut CallTree, node: NodeId) -> String {
    let (text, claim) = tree.statement(node);
    let clause = match tree.call(node).clause {
        Clause::Taken(n) => format!(" [{n}]"),
        Clause::NoneMatched => " [none]".into(),
        Clause::Unknown => String::new(),
    };
    format!("{text} = {}{clause}", claim.text)
}
