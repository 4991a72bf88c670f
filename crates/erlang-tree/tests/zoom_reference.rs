//! An older version answers the questions inside a call: what was changed since is what is to
//! blame.

mod run;

use std::future::ready;
use std::rc::Rc;

use computation_tree::{NodeId, Tree, TreeExt};
use erlang_machine::compile;
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::observer::Unobserved;
use erlang_machine::process::{self, InitialCall};
use erlang_machine::program::Program;
use erlang_machine::schedule::{Fair, Schedule};
use erlang_machine::spawn;
use erlang_machine::world::ClosedWorld;
use erlang_term::{Atom, Term};
use erlang_tree::CallOutcome;
use erlang_tree::zoom::{Laboratory, Reference, ReferenceJudgement, Zoom};
use slices::{Later, Meter, finish};
use test_support::{Sources, export_all, module};

/// Runs calls of the older version.
struct Machines(Rc<Program>);

impl Machines {
    fn outcome(&self, function: Atom, arguments: Vec<Term>) -> Option<CallOutcome> {
        let mut machine = Machine::new(self.0.clone(), Fair.delivery());
        let leader = machine.system.next_pid();
        let call = InitialCall { module: Atom::new("m"), function, arguments, fun: None };
        let process = spawn::prepare(&self.0, &machine.system, leader, call);
        let pid = process.state.pid;
        machine.system.add(process);
        let budget = Budget { max_steps: 100_000, ..Budget::UNLIMITED };
        machine.run(&mut Fair, &mut ClosedWorld::default(), &mut Unobserved, &budget);
        match machine.system.get(pid)?.state.outcome.as_ref()? {
            process::ProcessEnd::Value(value) => Some(CallOutcome::Value(value.clone())),
            process::ProcessEnd::Exception(exception) => Some(CallOutcome::from(&**exception)),
            process::ProcessEnd::Killed(_) => None,
        }
    }
}

impl Laboratory for Machines {
    fn call(&mut self, function: Atom, arguments: Vec<Term>) -> Later<'_, Option<CallOutcome>> {
        Box::pin(ready(self.outcome(function, arguments)))
    }

    fn same(&mut self, ours: &Term, theirs: &Term) -> Option<bool> {
        Some(ours == theirs)
    }
}

struct Search<'a> {
    zoom: &'a Zoom,
    reference: &'a Reference,
    program: Rc<Program>,
}

impl Search<'_> {
    /// The wrong node that has no wrong one below it.
    fn buggy(&self, node: NodeId) -> NodeId {
        let mut work: Vec<NodeId> = self.zoom.tree.children(node).collect();
        while let Some(child) = work.pop() {
            let mut machines = Machines(self.program.clone());
            match finish(self.reference.judge(self.zoom, child, &mut machines)) {
                ReferenceJudgement::Wrong => return self.buggy(child),
                ReferenceJudgement::Trust => work.extend(self.zoom.tree.children(child)),
                ReferenceJudgement::Right => {}
                ReferenceJudgement::Unknown => panic!("cannot tell: {}", self.say(child)),
            }
        }
        node
    }

    fn say(&self, node: NodeId) -> String {
        self.zoom.statement(&self.program, node).statement
    }
}

/// One change to a program whose result it changes: the code to blame in the changed version.
#[track_caller]
fn check(functions: &str, from: &str, to: &str, expression: &str, blamed_call: &str, expected: &str) {
    assert_eq!(functions.matches(from).count(), 1, "{from}");
    let changed = functions.replace(from, to);
    let mut tree = run::tree(&changed, expression);
    let node = (0..tree.tree().len())
        .rev()
        .map(NodeId)
        .find(|node| run::line(&mut tree, *node).starts_with(blamed_call))
        .unwrap_or_else(|| panic!("no {blamed_call} in\n{}", run::show(&mut tree)));
    let zoom = finish(tree.zoom(node, &Meter::unlimited())).expect("a look inside");
    let older = module(&export_all(functions));
    let reference = Reference::new(&zoom, &older).expect("the same function");
    let loader = Sources::of(reference.module().clone());
    let program = Rc::new(Program::new(Box::new(loader), compile::Options::default()));
    let search = Search { zoom: &zoom, reference: &reference, program };
    let buggy = search.buggy(NodeId(0));
    let said = zoom.statement(&search.program, buggy);
    assert_eq!(said.text, expected, "{}", search.say(buggy));
}

const QUEUE: &str = "sum([]) -> 0;
sum([H | T]) -> H + sum(T).
grade(N) when N >= 90 -> a;
grade(N) when N >= 80, N < 90 -> b;
grade(_) -> c.
index(X, L) -> index(X, L, 1).
index(_, [], _) -> none;
index(X, [X | _], N) -> N;
index(X, [_ | T], N) -> index(X, T, N + 1).
pairs(L, M) -> [{X, Y * 2} || X <- L, X rem 2 =:= 1, {k, Y} <- M, Y > X].
split(L) -> {A, B} = lists:split(length(L) div 2, L), {lists:reverse(A), B}.
safe(F) -> try F() of {ok, V} -> V; Other -> {odd, Other} catch throw:R -> {thrown, R}; error:R -> {failed, R} end.
size(M) -> case M of #{n := N} when N > 10 -> big; #{n := _} -> small; _ -> unknown end.
sign(N) -> if N > 0 -> pos; N < 0 -> neg; true -> zero end.
bytes(B) -> << <<(X + 1)>> || <<X>> <= B, X > 1 >>.
adder(N) -> fun(X) -> X + N end.
use(N, L) -> lists:map(adder(N), L).
swap({A, B}) -> {B, A}.
word(W) -> string:to_upper(W) ++ \"!\".
both(A, B) -> begin C = A * 10, C + B end.
far(A, B, C) -> A + B * abs(C - A).
filtered(L) -> [{X, Y, Z} || X <- L, begin Y = X * 20, true end, Z <- [a, b]].
exported(N) -> case N of 1 -> Y = N * 30, ok; _ -> Y = 0, ok end, {Y, N}.
cmp(X, X) -> eq;
cmp(X, Y) when X < Y -> lt;
cmp(_, _) -> gt.";

#[test]
fn what_was_changed_is_to_blame() {
    let check = |from: &str, to: &str, expression: &str, call: &str, expected: &str| {
        check(QUEUE, from, to, expression, call, expected);
    };
    // operators and constants
    check("H + sum(T)", "H - sum(T)", "m:sum([1, 2])", "m:sum([1, 2])", "H - sum(T)");
    check("N + 1)", "N + 2)", "m:index(b, [a, b])", "m:index(b, [a, b], 1)", "N + 2");
    check("sum([]) -> 0", "sum([]) -> 1", "m:sum([1])", "m:sum([])", "1");
    check("Y * 2", "Y + 2", "m:pairs([1, 2, 3], [{k, 4}, {l, 5}])", "m:pairs(", "Y + 2");
    check("A * 10", "A * 11", "m:both(1, 2)", "m:both(", "A * 11");
    check("div 2", "div 3", "m:split([1, 2, 3, 4, 5, 6])", "m:split(", "length(L) div 3");
    check("X + N end", "X - N end", "m:use(2, [1])", "(begin N = 2", "X - N");
    check("(X + 1)>>", "(X + 2)>>", "m:bytes(<<1, 2, 3>>)", "m:bytes(", "X + 2");
    // An operator that binds differently: no operand is to blame.
    check("B * abs", "B + abs", "m:far(1, 2, 9)", "m:far(", "A + B + abs(C - A)");
    check("A + B * abs", "A * B * abs", "m:far(1, 2, 9)", "m:far(", "A * B * abs(C - A)");
    // guards and filters
    check("N >= 90", "N > 90", "m:grade(90)", "m:grade(90)", "N > 90");
    check("N >= 80, N < 90", "N >= 80, N < 85", "m:grade(87)", "m:grade(87)", "N >= 80, N < 85");
    check("N > 0 -> pos", "N > 1 -> pos", "m:sign(1)", "m:sign(1)", "N > 1");
    check("X rem 2 =:= 1", "X rem 2 =:= 0", "m:pairs([1, 2], [{k, 9}])", "m:pairs(", "X rem 2 =:= 0");
    check("N > 10 -> big", "N > 100 -> big", "m:size(#{n => 50})", "m:size(", "N > 100");
    check("X < Y -> lt", "X =< Y + 1 -> lt", "m:cmp(2, 1)", "m:cmp(", "X =< Y + 1");
    // Variables that an expression binds for the code behind it are compared, too.
    check("X * 20", "X * 21", "m:filtered([1, 2])", "m:filtered(", "X * 21");
    check("N * 30", "N * 31", "m:exported(1)", "m:exported(", "N * 31");
    // patterns
    check(
        "index(X, [X | _], N)",
        "index(X, [_, X | _], N)",
        "m:index(a, [a])",
        "m:index(a, [a], 1)",
        "X, [_, X | _], N",
    );
    check("{k, Y} <- M", "{l, Y} <- M", "m:pairs([1], [{k, 4}, {l, 5}])", "m:pairs(", "{l, Y} <- M");
    check(
        "{A, B} = lists:split",
        "{B, A} = lists:split",
        "m:split([1, 2])",
        "m:split(",
        "{B, A} = lists:split(length(L) div 2, L)",
    );
    check(
        "throw:R -> {thrown, R}",
        "exit:R -> {thrown, R}",
        "m:safe(fun() -> throw(x) end)",
        "m:safe(",
        "exit:R",
    );
    check("swap({A, B})", "swap({B, A})", "m:swap({1, 2})", "m:swap(", "{B, A}");
    // parts, order, calls
    check("{B, A}.\nword", "{A, B}.\nword", "m:swap({1, 2})", "m:swap(", "{A, B}");
    check(
        "{lists:reverse(A), B}",
        "{A, lists:reverse(B)}",
        "m:split([1, 2, 3, 4])",
        "m:split(",
        "lists:reverse(B)",
    );
    check("string:to_upper", "string:to_lower", "m:word(\"aB\")", "m:word(", "string:to_lower(W)");
    check(
        "index(X, T, N + 1)",
        "index(X, [X | T], N + 1)",
        "m:index(c, [a, b])",
        "m:index(c, [a, b], 1)",
        "[X | T]",
    );
    check("{odd, Other}", "{odd, Other, Other}", "m:safe(fun() -> 1 end)", "m:safe(", "{odd, Other, Other}");
    check("C + B end", "C end", "m:both(1, 2)", "m:both(", "begin C = A * 10, C end");
}
