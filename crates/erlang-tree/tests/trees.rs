//! Which calls are nodes, where they hang, and what they say.

mod run;

use erlang_history::Limits;
use erlang_machine::machine::{Budget, End};

fn check(functions: &str, expression: &str, expected: &str) {
    let mut tree = run::tree(functions, expression);
    let expected: Vec<&str> =
        expected.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    let shown = run::show(&mut tree);
    assert_eq!(shown.trim_end(), expected.join("\n").trim(), "{expression}\n{shown}");
}

#[test]
fn calls_below_calls() {
    check(
        "f(X) -> g(X) + g(X + 1).
         g(0) -> zero;
         g(X) when X > 5 -> h(X);
         g(X) -> X.
         h(X) -> X * 2.",
        "m:f(5)",
        "
    m:f(5) = 17 [1]
      m:g(5) = 5 [3]
      m:g(6) = 12 [2]
        m:h(6) = 12 [1]",
    );
}

#[test]
fn where_the_search_begins() {
    let functions = "f(X) -> X. g(F) -> F(1).";
    // One plain call is to blame itself; all else is the expression.
    check(functions, "m:f(lists:seq(1, 3))", "m:f([1, 2, 3]) = [1, 2, 3] [1]");
    check(functions, "m:f(m:f(1))", "m:f(m:f(1)) = 1\n  m:f(1) = 1 [1]\n  m:f(1) = 1 [1]");
    check(functions, "m:f(1) + 1", "m:f(1) + 1 = 2\n  m:f(1) = 1 [1]");
    check(functions, "lists:map(fun m:f/1, [a])", "lists:map(fun m:f/1, [a]) = [a]\n  m:f(a) = a [1]");
    check(functions, "X = 1, m:f(X)", "X = 1, m:f(X) = 1\n  m:f(1) = 1 [1]");
    check(functions, "1 + 1", "1 + 1 = 2");
    // A fun of the expression is part of it.
    let expected = "m:g(fun(X) -> m:f(X) end) = 1 [1]\n  m:f(1) = 1 [1]";
    check(functions, "m:g(fun(X) -> m:f(X) end)", expected);
}

#[test]
fn tail_calls_hang_below_their_callers() {
    check(
        "count(0, Done) -> Done;
         count(N, Done) -> count(N - 1, [N | Done]).",
        "m:count(3, [])",
        "
    m:count(3, []) = [1, 2, 3] [2]
      m:count(2, [3]) = [1, 2, 3] [2]
        m:count(1, [2, 3]) = [1, 2, 3] [2]
          m:count(0, [1, 2, 3]) = [1, 2, 3] [1]",
    );
    // Siblings of a tail call have values of their own.
    check(
        "f(X) -> g(X), h(X). g(X) -> {g, X}. h(X) -> k(X). k(X) -> g(X), X.",
        "m:f(1)",
        "
    m:f(1) = 1 [1]
      m:g(1) = {g, 1} [1]
      m:h(1) = 1 [1]
        m:k(1) = 1 [1]
          m:g(1) = {g, 1} [1]",
    );
}

#[test]
fn trusted_code_is_transparent() {
    check(
        "f(L) -> lists:map(fun g/1, L).
         g(X) -> X * h().
         h() -> 1000.",
        "m:f([1, 2])",
        "
    m:f([1, 2]) = [1000, 2000] [1]
      m:g(1) = 1000 [1]
        m:h() = 1000 [1]
      m:g(2) = 2000 [1]
        m:h() = 1000 [1]",
    );
    // Tail calls into trusted code and out of it again.
    check(
        "f(L) -> lists:foldl(fun add/2, 0, L).
         add(X, Sum) -> apply(?MODULE, plus, [X, Sum]).
         plus(X, Y) -> X + Y.
         last(X) -> erlang:apply(fun id/1, [X]).
         id(X) -> X.",
        "{m:f([1, 2]), m:last(x)}",
        "
    {m:f([1, 2]), m:last(x)} = {3, x}
      m:f([1, 2]) = 3 [1]
        m:add(1, 0) = 1 [1]
          m:plus(1, 0) = 1 [1]
        m:add(2, 1) = 3 [1]
          m:plus(2, 1) = 3 [1]
      m:last(x) = x [1]
        m:id(x) = x [1]",
    );
    check("f() -> module_info(module).", "m:f()", "m:f() = m [1]");
}

#[test]
fn comprehensions_are_part_of_their_function() {
    check(
        "f(L) -> [g(X) || X <- L, ok(X)].
         g(X) -> {X}.
         ok(X) -> X > 1.",
        "m:f([1, 2])",
        "
    m:f([1, 2]) = [{2}] [1]
      m:ok(1) = false [1]
      m:ok(2) = true [1]
      m:g(2) = {2} [1]",
    );
}

#[test]
fn funs_show_their_source_and_what_they_captured() {
    check(
        "f(N) -> lists:map(fun(X) -> X + N end, [1]).
         g() -> F = fun Loop(0) -> done; Loop(N) -> Loop(N - 1) end, F(1).",
        "{m:f(2), m:g()}",
        "
    {m:f(2), m:g()} = {[3], done}
      m:f(2) = [3] [1]
        (begin N = 2, fun(X) -> X + N end end)(1) = 3 [1]
      m:g() = done [1]
        (fun Loop(0) -> done; Loop(N) -> Loop(N - 1) end)(1) = done [2]
          (fun Loop(0) -> done; Loop(N) -> Loop(N - 1) end)(0) = done [1]",
    );
}

#[test]
fn exceptions_are_results() {
    check(
        "f(X) -> try g(X) catch error:E -> {caught, E} end.
         g(X) -> 1 + h(X).
         h(X) -> k(X).
         k(a) -> a;
         k(b) -> error(b);
         k(X) when X > 1 -> throw({X, \"text\"}).",
        "m:f(b)",
        "
    m:f(b) = {caught, b} [1]
      m:g(b) = error:b [1]
        m:h(b) = error:b [1]
          m:k(b) = error:b [2]",
    );
    check(
        "f() -> catch g(0), g(1).
         g(0) -> throw(zero);
         g(1) -> h(2).
         h(1) -> one.",
        "m:f()",
        "
    m:f() = error:function_clause [1]
      m:g(0) = throw:zero [1]
      m:g(1) = error:function_clause [2]
        m:h(2) = error:function_clause [none]",
    );
    // An exception that a built-in function raises, in the last place, through trusted code.
    check(
        "f(L) -> lists:map(fun(X) -> g(X) end, L).
         g(X) -> atom_to_list(X).",
        "m:f([a, 1])",
        "
    m:f([a, 1]) = error:badarg [1]
      (fun(X) -> g(X) end)(a) = \"a\" [1]
        m:g(a) = \"a\" [1]
      (fun(X) -> g(X) end)(1) = error:badarg [1]
        m:g(1) = error:badarg [1]",
    );
    // Raised again by an `after`, and by a handler.
    check(
        "f() -> try g() after h() end.
         g() -> try exit(away) catch exit:R -> exit({again, R}) end.
         h() -> ok.",
        "m:f()",
        "
    m:f() = exit:{again, away} [1]
      m:g() = exit:{again, away} [1]
      m:h() = ok [1]",
    );
}

#[test]
fn processes_are_trees_of_their_own() {
    let functions = "f() -> P = self(), S = spawn(fun() -> P ! {self(), g(1)} end), receive {S, X} -> X end.
         g(X) -> X + 1.
         sleepy() -> spawn(?MODULE, h, [1]) ! go, ok.
         h(X) -> erlang:hibernate(?MODULE, awake, [X]).
         awake(X) -> k(X).
         k(X) -> X.";
    check(functions, "m:f()", "m:f() = 2 [1]");
    let mut tree = run::tree(functions, "m:f()");
    let other = tree.processes().last().expect("a process");
    assert!(tree.choose(other));
    let shown = run::show(&mut tree);
    let below: Vec<&str> = shown.lines().skip(1).collect();
    assert!(below[0].contains("fun() -> P ! {self(), g(1)} end end)() = {<0."), "{shown}");
    assert_eq!(below[1], "    m:g(1) = 2 [1]", "{shown}");
    // What hibernates never comes back; what it wakes up with hangs below it.
    let mut tree = run::tree(functions, "m:sleepy()");
    let other = tree.processes().last().expect("a process");
    assert!(tree.choose(other));
    let shown = run::show(&mut tree);
    let expected = "\n  m:h(1) = no value yet [1]\n    m:awake(1) = 1 [1]\n      m:k(1) = 1 [1]\n";
    assert!(shown.ends_with(expected), "{shown}");
}

#[test]
fn what_is_still_open_has_no_value() {
    let functions = "f() -> g(1) + loop(). g(X) -> X. loop() -> loop().";
    let budget = Budget { max_steps: 5, ..Budget::UNLIMITED };
    let limits = Limits { budget, comfortable: u64::MAX };
    let (mut tree, end) = run::record(run::machine(functions, "m:f()"), &limits);
    assert_eq!(end, End::Steps);
    let shown = run::show(&mut tree);
    let expected = "m:f() = no value yet [1]\n  m:g(1) = 1 [1]\n  m:loop() = no value yet [1]\n";
    assert!(shown.starts_with(expected), "{shown}");
}
