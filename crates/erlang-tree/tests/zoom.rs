//! Inside one call: the values of its expressions, and which of them is to blame.

mod run;

use std::rc::Rc;

use computation_tree::{NodeId, Tree, TreeExt};
use erlang_machine::program::Program;
use erlang_term::Atom;
use erlang_tree::zoom::{SourceRange, Zoom};
use slices::{Meter, finish};

/// The call with this text, from inside.
fn zoom(functions: &str, expression: &str, call: &str) -> (Zoom, Rc<Program>) {
    let mut tree = run::tree(functions, expression);
    let node = (0..tree.tree().len())
        .rev()
        .map(NodeId)
        .find(|node| run::line(&mut tree, *node).starts_with(call))
        .unwrap_or_else(|| panic!("no {call}"));
    let zoom =
        finish(tree.zoom(node, &Meter::unlimited())).unwrap_or_else(|trouble| panic!("{call}: {trouble}"));
    (zoom, tree.machine().program.clone())
}

fn line(zoom: &Zoom, program: &Program, node: NodeId) -> String {
    let said = zoom.statement(program, node);
    let claims: Vec<&str> =
        said.claims.iter().filter(|c| c.kind.name() != "context").map(|c| c.text.as_str()).collect();
    format!("at {}, {} = {}", said.place, said.statement, claims.join("; "))
}

/// The tree of a call: a line a node.
#[track_caller]
fn shows(functions: &str, expression: &str, call: &str, expected: &str) {
    let (zoom, program) = zoom(functions, expression, call);
    let shown: Vec<String> = (0..zoom.tree.len())
        .map(NodeId)
        .map(|node| {
            let indent = "  ".repeat(zoom.tree.depth(node) as usize);
            format!("{indent}{}", line(&zoom, &program, node))
        })
        .collect();
    let expected: Vec<&str> = expected.trim().lines().map(|l| l.strip_prefix("    ").unwrap_or(l)).collect();
    assert_eq!(shown.join("\n"), expected.join("\n"), "\n{}", shown.join("\n"));
}

/// The code to blame when the statements that begin like this are the wrong ones: `3:5-3:17 code`.
#[track_caller]
fn blames(functions: &str, expression: &str, call: &str, wrong: &[&str], expected: &str) {
    let (zoom, program) = zoom(functions, expression, call);
    let is_wrong = |node: NodeId| {
        let said = zoom.statement(&program, node).statement;
        wrong.iter().any(|wrong| said.starts_with(wrong))
    };
    let mut buggy = NodeId(0);
    while let Some(wrong) = zoom.tree.children(buggy).find(|child| is_wrong(*child)) {
        buggy = wrong;
    }
    let said = zoom.statement(&program, buggy);
    let SourceRange { file, line, column, end_line, end_column } = said.place;
    assert_eq!(file, "m.erl");
    // Two lines of attributes come first.
    let place = format!("{}:{column}-{}:{end_column}", line - 2, end_line - 2);
    assert_eq!(format!("{place} {}", said.text), expected);
}

/// The functions of the example, which stand behind its attributes.
fn mergesort_example() -> &'static str {
    let module = include_str!("../../../examples/mergesort/merge.erl");
    module.split_once("]). ").expect("attributes").1.trim_end()
}

/// Paper 1 §6, both bugs.
#[test]
fn mergesort() {
    let sort = "m:mergesort([b,a], fun m:comp/2)";
    shows(
        mergesort_example(),
        sort,
        "m:merge([b], [a]",
        "
    at m.erl:13:1, m:merge([b], [a], fun m:comp/2) = [b, a]
      at m.erl:10:7, m:merge([b], [a], fun m:comp/2) = clause 4 is entered; binds H1 = b, T1 = [], H2 = a, T2 = [], Comp = fun m:comp/2
        at m.erl:10:7, pattern [], [], _Comp for {[b], [a], fun m:comp/2} = it does not match
        at m.erl:11:7, pattern [], S2, _Comp for {[b], [a], fun m:comp/2} = it does not match
        at m.erl:12:7, pattern S1, [], _Comp for {[b], [a], fun m:comp/2} = it does not match
        at m.erl:13:7, pattern [H1 | T1], [H2 | T2], Comp for {[b], [a], fun m:comp/2} = it matches; binds H1 = b, T1 = [], H2 = a, T2 = [], Comp = fun m:comp/2
      at m.erl:14:3, case Comp(H1,H2) of false -> [H1 | merge([H2 | T1], T2, Comp)]; true -> [H1 | merge(T1, [H2 | T2], Comp)] end with H1 = b, T1 = [], H2 = a, T2 = [], Comp = fun m:comp/2 = [b, a]
        at m.erl:14:8, Comp(H1,H2) with H1 = b, H2 = a, Comp = fun m:comp/2 = false
        at m.erl:15:5, the clauses of case for false = clause 1 is entered
        at m.erl:15:14, [H1 | merge([H2 | T1], T2, Comp)] with H1 = b, T1 = [], H2 = a, T2 = [], Comp = fun m:comp/2 = [b, a]
          at m.erl:15:20, merge([H2 | T1], T2, Comp) with T1 = [], H2 = a, T2 = [], Comp = fun m:comp/2 = [a]
            at m.erl:15:26, [H2 | T1] with T1 = [], H2 = a = [a]",
    );
    let wrong = ["case", "[H1 | merge", "merge([H2", "[H2 | T1]"];
    blames(mergesort_example(), sort, "m:merge([b], [a]", &wrong, "13:26-13:35 [H2 | T1]");
    let take = "m:take(2, [o, i, h, o])";
    blames(mergesort_example(), take, take, &["[N | take"], "20:19-20:37 [N | take(N-1, T)]");
}

#[test]
fn comprehensions_filters_and_bindings() {
    shows(
        "f(L, K) -> Y = K + 1, [X * Y || {X, ok} <- L, X > Y, N <- [X], g(N)].
g(N) -> N < 900.",
        "m:f([{1, ok}, {500, ok}, {600, no}, {900, ok}], 1)",
        "m:f(",
        "
    at m.erl:3:1, m:f([{1, ok}, {500, ok}, {600, no}, {900, ok}], 1) = [1000]
      at m.erl:3:16, K + 1 with K = 1 = 2
      at m.erl:3:23, [X * Y || {X, ok} <- L, X > Y, N <- [X], g(N)] with L = [{1, ok}, {500, ok}, {600, no}, {900, ok}], Y = 2 = [1000]
        at m.erl:3:33, element {1, ok} of {X, ok} <- L with Y = 2 = adds []
          at m.erl:3:47, X > Y with Y = 2, X = 1 = false
        at m.erl:3:33, element {500, ok} of {X, ok} <- L with Y = 2 = adds [1000]
          at m.erl:3:47, X > Y with Y = 2, X = 500 = true
          at m.erl:3:59, [X] with X = 500 = [500]
          at m.erl:3:54, element 500 of N <- [X] with Y = 2, X = 500 = adds [1000]
            at m.erl:3:64, g(N) with N = 500 = true
            at m.erl:3:24, X * Y with Y = 2, X = 500 = 1000
        at m.erl:3:33, element {600, no} of {X, ok} <- L with Y = 2 = adds []
        at m.erl:3:33, element {900, ok} of {X, ok} <- L with Y = 2 = adds []
          at m.erl:3:47, X > Y with Y = 2, X = 900 = true
          at m.erl:3:59, [X] with X = 900 = [900]
          at m.erl:3:54, element 900 of N <- [X] with Y = 2, X = 900 = adds []
            at m.erl:3:64, g(N) with N = 900 = false",
    );
}

#[test]
fn try_catch_receive_and_if() {
    shows(
        "f(X) ->
  self() ! no, self() ! {yes, X},
  Y = receive {yes, N} when N > 0 -> N after 10 -> late end,
  try if Y > 3 -> hd(Y); true -> Y end of 2 -> two catch error:R when is_atom(R) -> {R, Y} end.",
        "m:f(4)",
        "m:f(4",
        "
    at m.erl:3:1, m:f(4) = {badarg, 4}
      at m.erl:4:3, self() ! no = no
        at m.erl:4:3, self() = <0.82.0>
      at m.erl:4:16, self() ! {yes, X} with X = 4 = {yes, 4}
        at m.erl:4:16, self() = <0.82.0>
        at m.erl:4:25, {yes, X} with X = 4 = {yes, 4}
      at m.erl:5:7, receive {yes, N} when N > 0 -> N after 10 -> late end = {yes, 4}; 4
        at m.erl:5:15, the clauses of receive for no = no clause matches
          at m.erl:5:15, pattern {yes, N} for no = it does not match
        at m.erl:5:15, the clauses of receive for {yes, 4} = clause 1 is entered; binds N = 4
          at m.erl:5:15, pattern {yes, N} for {yes, 4} = it matches; binds N = 4
          at m.erl:5:29, guard N > 0 with N = 4 = true
        at m.erl:5:38, N with N = 4 = 4
      at m.erl:6:3, try if Y > 3 -> hd(Y); true -> Y end of 2 -> two catch error:R when is_atom(R) -> {R, Y} end with Y = 4 = {badarg, 4}
        at m.erl:6:7, if Y > 3 -> hd(Y); true -> Y end with Y = 4 = error:badarg
          at m.erl:6:10, the guards of if with Y = 4 = clause 1 is entered
            at m.erl:6:10, guard Y > 3 with Y = 4 = true
          at m.erl:6:19, hd(Y) with Y = 4 = error:badarg
        at m.erl:6:58, the clauses of catch for error:badarg = clause 1 is entered; binds R = badarg
          at m.erl:6:58, pattern error:R for error:badarg = it matches; binds R = badarg
          at m.erl:6:71, guard is_atom(R) with R = badarg = true
        at m.erl:6:85, {R, Y} with Y = 4, R = badarg = {badarg, 4}",
    );
}

/// What raises, what has no clause, what fails in a guard, what does not match in `maybe`, what is
/// never reached.
#[test]
fn what_comes_to_no_value() {
    shows(
        "f(L) when hd(L) > 1 -> {1, g(case L of [X] -> X end)}; f(L) -> {A, A} = L.
g(X) -> X.",
        "m:f({1, 2})",
        "m:f(",
        "
    at m.erl:3:56, m:f({1, 2}) = error:{badmatch, {1, 2}}
      at m.erl:3:3, m:f({1, 2}) = clause 2 is entered; binds L = {1, 2}
        at m.erl:3:11, guard hd(L) > 1 with L = {1, 2} = false
          at m.erl:3:11, hd(L) with L = {1, 2} = cannot be evaluated
      at m.erl:3:64, {A, A} = L with L = {1, 2} = error:{badmatch, {1, 2}}",
    );
    shows(
        "f(L) -> {1, g(case L of [X] -> X end)}.
g(X) -> X.",
        "m:f([])",
        "m:f(",
        "
    at m.erl:3:1, m:f([]) = error:{case_clause, []}
      at m.erl:3:9, {1, g(case L of [X] -> X end)} with L = [] = error:{case_clause, []}
        at m.erl:3:13, g(case L of [X] -> X end) with L = [] = error:{case_clause, []}
          at m.erl:3:15, case L of [X] -> X end with L = [] = error:{case_clause, []}
            at m.erl:3:25, the clauses of case for [] = no clause matches
              at m.erl:3:25, pattern [X] for [] = it does not match",
    );
    shows(
        "f(X) -> receive Y when Y > X -> Y end.",
        "self() ! 1, m:f(2)",
        "m:f(",
        "
    at m.erl:3:1, m:f(2) = no value yet
      at m.erl:3:9, receive Y when Y > X -> Y end with X = 2 = no value yet
        at m.erl:3:17, the clauses of receive for 1 with X = 2 = no clause matches
          at m.erl:3:24, guard Y > X with X = 2, Y = 1 = false",
    );
}

/// The call is made again where it was made: in its process, with what the process knows, far into
/// the run.
#[test]
fn the_call_is_made_again_in_its_place() {
    shows(
        "f(0) -> get(n); f(N) -> put(n, N), f(N - 1).
g(F) -> case F(1) of {ok, V} -> lists:map(fun(E) -> {E, V} end, [a]) end.",
        "m:f(100000), m:g(fun(X) -> {ok, X + m:f(0)} end)",
        "(begin V = ",
        "
    at m.erl:4:46, (begin V = 2, fun(E) -> {E, V} end end)(a) = {a, 2}
      at m.erl:4:53, {E, V} with V = 2, E = a = {a, 2}",
    );
}

/// Who is wrong if a variable has the wrong value, and what the first search knows already.
#[test]
fn where_values_come_from() {
    let functions = "f(L) -> X = g(1), [{Y, Z} || Y <- L, Z <- [h(X)]]. g(N) -> N. h(N) -> N.";
    let mut tree = run::tree(functions, "m:f([a])");
    let (root, _) = tree.root();
    let zoom = finish(tree.zoom(root, &Meter::unlimited())).expect("a look inside");
    let program = tree.machine().program.clone();
    let find = |text: &str| {
        (0..zoom.tree.len()).map(NodeId).find(|node| zoom.statement(&program, *node).text == text)
    };
    let pair = find("{Y, Z}").expect("a node");
    let binder = |name: &str| zoom.binder(pair, Atom::new(name)).map(|by| zoom.statement(&program, by).text);
    assert_eq!(binder("X").as_deref(), Some("g(1)"));
    assert_eq!(binder("Y").as_deref(), Some("Y <- L"));
    assert_eq!(binder("L"), None);
    let called = |text: &str| {
        let calls = zoom.calls(find(text).expect("a node")).to_vec();
        calls
            .into_iter()
            .map(|call| run::line(&mut run::tree(functions, "m:f([a])"), call))
            .collect::<Vec<_>>()
    };
    assert_eq!(called("g(1)"), ["m:g(1) = 1 [1]"]);
    assert_eq!(called("h(X)"), ["m:h(1) = 1 [1]"]);
}

/// The stack is gone when a process hibernates, and with it the calls so far; not those to come.
#[test]
fn after_hibernation() {
    let functions = "f() -> self() ! go, erlang:hibernate(m, woken, [1]).\n\
        woken(N) -> receive go -> double(N) end.\n\
        double(N) -> N + N.";
    shows(
        functions,
        "m:f()",
        "m:double(1)",
        "
    at m.erl:5:1, m:double(1) = 2
      at m.erl:5:14, N + N with N = 1 = 2
",
    );
}
