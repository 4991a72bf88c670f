//! Values as text: in one line, and folded.

mod run;

use erlang_tree::CallOutcome;
use erlang_tree::statement::{Fold, ONE_LINE};

/// The value of an expression, printed.
fn check(fold: Fold, expression: &str, expected: &str) {
    let mut tree = run::tree("f(N) -> fun(X) -> X + N end. id(X) -> X.", expression);
    let call = tree.call(computation_tree::NodeId(0));
    let text = match &call.outcome {
        CallOutcome::Value(value) => fold.value(&tree.machine().program, value),
        outcome => ONE_LINE.claim(&tree.machine().program, outcome).text,
    };
    assert_eq!(text, expected, "{expression}");
}

#[test]
fn values_in_one_line() {
    let check = |expression: &str, expected: &str| check(ONE_LINE, expression, expected);
    check("{a, 'B c', [1, two | 3.5], []}", "{a, 'B c', [1, two | 3.5], []}");
    check(r#"["text", "", [0], "tab\there", [16#20ac]]"#, r#"["text", [], [0], "tab\there", [8364]]"#);
    check("#{b => [x], a => #{}, {1} => {}}", "#{a => #{}, b => [x], {1} => {}}");
    check(
        r#"{<<>>, <<"text">>, <<1, 2, 255>>, <<1:3>>, <<7, 1:1>>}"#,
        r#"{<<>>, <<"text">>, <<1, 2, 255>>, <<1:3>>, <<7, 1:1>>}"#,
    );
    check("[fun lists:map/2, fun m:id/1]", "[fun lists:map/2, fun m:id/1]");
    check(
        "[m:f({1, x}), m:f(m:f(2))]",
        concat!(
            "[begin N = {1, x}, fun(X) -> X + N end end, ",
            "begin N = begin N = 2, fun(X) -> X + N end end, fun(X) -> X + N end end]"
        ),
    );
    check("error({bad, [x]})", "error:{bad, [x]}");
    check("lists:foldl(fun(_, T) -> {T} end, 0, lists:seq(1, 3))", "{{{0}}}");
}

#[test]
fn values_folded() {
    let fold = Fold { width: 30, depth: 2, length: 4, characters: 10, ..ONE_LINE };
    let check = |expression: &str, expected: &str| check(fold, expression, expected);
    check("lists:seq(1000, 1100)", "[1000, 1001, 1002, 1003, ...]");
    check("{1, {2, {3, {4}}}, [[[x]]], #{a => #{b => c}}}", "{1,\n {2, {...}},\n [[...]],\n #{a => #{...}}}");
    check("lists:duplicate(50, $x)", "\"xxxxxxxxxx\" ++ ...");
    check("binary:copy(<<\"ab\">>, 50)", "<<\"ababababab\", ...>>");
    check("[aaaaaaaaaaaaaaa, bbbbbbbbbbbbbbb]", "[aaaaaaaaaaaaaaa,\n bbbbbbbbbbbbbbb]");
}

#[test]
fn a_million_levels_are_no_deeper_than_one() {
    let mut tree = run::tree("", "lists:foldl(fun(_, T) -> [T, x] end, [], lists:seq(1, 200000))");
    let call = tree.call(computation_tree::NodeId(0));
    let CallOutcome::Value(value) = &call.outcome else { panic!("a value") };
    let text = ONE_LINE.value(&tree.machine().program, value);
    assert!(text.starts_with("[[[[") && text.ends_with(", x], x], x]"));
}
