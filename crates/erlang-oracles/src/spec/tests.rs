//! Which statements specs object to.

use std::rc::Rc;

use slices::{Meter, finish};

use super::*;
use crate::testing::call;
use test_support::Sources;

/// Judges the calls, one a line, each with what is expected of the spec: `wrong`, `inadmissible` or
/// `-`.
#[track_caller]
fn check(module: &str, calls: &str) {
    let other = "-module(other).\n-export_type([pair/2, hidden/0, bounded/0]).\n-type pair(A, B) :: {A, B}.\n\
                 -opaque hidden() :: {hidden, integer()}.\n-type bounded() :: 1..3.\n-record(r, {x :: atom()}).\n";
    let text = format!("-module(m).\n{module}\n");
    let mut specs = Specs::new(Rc::new(Sources::new(&[&text, other])), Meter::unlimited());
    for line in calls.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (expected, statement) = line.split_once(' ').expect("an expectation");
        let judged = match finish(specs.judge(&call(statement.trim()))) {
            None => "-",
            Some(Judgement::Wrong) => "wrong",
            Some(Judgement::Inadmissible) => "inadmissible",
            Some(_) => "something that a spec cannot know",
        };
        assert_eq!(judged, expected, "{statement}\n{module}");
    }
}

/// Which terms a type admits as a value, and which it cannot.
#[track_caller]
fn check_type(definitions: &str, ty: &str, members: &[&str], strangers: &[&str]) {
    let module = format!("{definitions}\n-spec f() -> {ty}.");
    let line = |expected: &str, term: &&str| format!("{expected} m:f() = {term}\n");
    let calls: String = members
        .iter()
        .map(|term| line("-", term))
        .chain(strangers.iter().map(|term| line("wrong", term)))
        .collect();
    check(&module, &calls);
}

#[test]
fn results_arguments_and_exceptions() {
    let spec = "-spec f(integer(), [atom()]) -> ok | {error, binary()}.";
    check(
        spec,
        "- m:f(1, []) = ok
         - m:f(1, [a, b]) = {error, <<\"x\">>}
         wrong m:f(1, []) = {error, x}
         wrong m:f(1, []) = {error, <<1>>, 2}
         inadmissible m:f(a, []) = ok
         inadmissible m:f(1, [a, 2]) = ok
         inadmissible m:f(1.0, []) = nonsense
         - m:f(1, []) raises error:badarg
         inadmissible m:f(x, []) raises error:badarg
         - m:g(1) = 2
         - m:f(1) = 2
         - nowhere:f(1) = 2",
    );
}

#[test]
fn overloaded_specs_and_no_return() {
    let spec = "-spec f(integer()) -> integer(); (atom()) -> atom(); (a) -> b | 1.";
    check(
        spec,
        "- m:f(1) = 2
         wrong m:f(1) = a
         - m:f(x) = y
         wrong m:f(x) = 1
         - m:f(a) = 1
         inadmissible m:f(\"s\") = 1",
    );
    check(
        "-spec f(any()) -> no_return().\n-spec g() -> none().",
        "wrong m:f(1) = 1
         - m:f(1) raises throw:x
         wrong m:g() = ok",
    );
}

#[test]
fn variables_and_constraints() {
    check("-spec f(X) -> X.", "- m:f(1) = a");
    check(
        "-spec f(X) -> [X] when X :: atom().",
        "- m:f(a) = [b]\nwrong m:f(a) = [1]\ninadmissible m:f(1) = []",
    );
    check("-spec f(X) -> Y when X :: Y, Y :: integer().", "inadmissible m:f(a) = 1\nwrong m:f(1) = a");
    check("-spec f(X) -> X when is_subtype(X, integer()).", "inadmissible m:f(a) = 1");
    // Constraints of one variable hold together; one that leads nowhere says nothing.
    check("-spec f(X) -> X when X :: 1..5, X :: 4..9.", "- m:f(4) = 5\ninadmissible m:f(2) = 4");
    check("-spec f(X) -> X when X :: X.", "- m:f(4) = a");
    check("-spec f(N :: integer()) -> R :: atom().", "inadmissible m:f(a) = a\nwrong m:f(1) = 1");
}

#[test]
fn numbers() {
    let big = "100000000000000000000";
    let negative = "-100000000000000000000";
    check_type("", "integer()", &["1", "-1", big], &["1.0", "a", "[]"]);
    check_type("", "non_neg_integer()", &["0", big], &["-1", negative, "0.0"]);
    check_type("", "pos_integer()", &["1", big], &["0", "-1", negative]);
    check_type("", "neg_integer()", &["-1", negative], &["0", "1", big]);
    check_type("", "number()", &["1", "1.5", big], &["a"]);
    check_type("", "float()", &["1.0"], &["1"]);
    check_type("", "1..3", &["1", "3"], &["0", "4", "1.0", "2.0", big]);
    check_type("", "-1 .. (1 bsl 70)", &["-1", big], &["-2", negative]);
    check_type("", "16#ff | -2 | $a", &["255", "-2", "97"], &["2", "98"]);
    check_type("", "byte()", &["0", "255"], &["256", "-1"]);
    check_type("", "char()", &["0", "1114111"], &["1114112", "-1"]);
    check_type("", "arity()", &["0", "255"], &["256"]);
    check_type("", "timeout()", &["0", "infinity"], &["-1", "inf", "1.0"]);
}

#[test]
fn atoms_and_opaque_terms() {
    check_type("", "atom()", &["a"], &["1", "\"a\"", "[]"]);
    check_type("", "module() | {}", &["m", "{}"], &["1", "{a}"]);
    check_type("", "boolean()", &["true", "false"], &["maybe_not", "1"]);
    check_type("", "a | b", &["a", "b"], &["c"]);
    check_type("", "pid() | port() | reference()", &[], &["a", "1"]);
    check_type("", "any()", &["a", "[1|2]"], &[]);
    check_type("", "dynamic()", &["a"], &[]);
    check_type("", "fun()", &["fun m:f/0"], &["a"]);
    check_type("", "fun((a, b) -> c)", &["fun m:f/2"], &["fun m:f/1", "a"]);
    check_type("", "fun((...) -> c)", &["fun m:f/2"], &["f"]);
    check_type("", "mfa()", &["{m, f, 1}"], &["{m, f, 256}", "{m, f}", "{m, 1, f}"]);
}

#[test]
fn lists() {
    check_type("", "list()", &["[]", "[1, a]"], &["[1 | a]", "a", "{}"]);
    check_type("", "[]", &["[]"], &["[1]"]);
    check_type("", "[integer()]", &["[]", "[1, 2]"], &["[1, a]", "[1 | 2]", "1"]);
    check_type("", "[integer(), ...]", &["[1]"], &["[]", "[a]", "[1 | 2]"]);
    check_type("", "nonempty_list()", &["[a]"], &["[]", "[a | b]"]);
    check_type("", "nonempty_list(atom())", &["[a]"], &["[]", "[1]"]);
    check_type("", "string()", &["\"abc\"", "[]"], &["[a]", "[1114112]", "<<\"abc\">>"]);
    check_type("", "nonempty_string()", &["\"abc\""], &["[]"]);
    check_type("", "maybe_improper_list()", &["[]", "[1 | a]", "[1]"], &["a"]);
    check_type("", "maybe_improper_list(atom(), 1)", &["[]", "[a]", "[a | 1]"], &["[a | 2]", "[1]", "1"]);
    check_type("", "nonempty_improper_list(atom(), 1)", &["[a | 1]"], &["[]", "[a]", "[a | 2]"]);
    check_type("", "nonempty_maybe_improper_list(atom(), 1)", &["[a]", "[a | 1]"], &["[]", "[a | 2]"]);
    check_type("", "nonempty_maybe_improper_list()", &["[a]", "[a | 1]"], &["[]", "1"]);
    check_type(
        "",
        "iolist()",
        &["[]", "[1, \"ab\", <<1>> | <<2>>]"],
        &["<<1>>", "[256]", "[a]", "[1 | 2]", "[<<1:1>>]"],
    );
    check_type("", "iodata()", &["<<1>>", "[[[1]]]"], &["<<1:1>>", "1", "[[[a]]]"]);
}

#[test]
fn bitstrings() {
    check_type("", "binary()", &["<<>>", "<<1>>"], &["<<1:1>>", "\"a\""]);
    check_type("", "bitstring()", &["<<1:1>>"], &["a"]);
    check_type("", "nonempty_binary()", &["<<1>>"], &["<<>>", "<<1:1>>"]);
    check_type("", "nonempty_bitstring()", &["<<1:1>>"], &["<<>>"]);
    check_type("", "<<>>", &["<<>>"], &["<<1>>"]);
    check_type("", "<<_:16>>", &["<<1, 2>>"], &["<<1>>", "<<1, 2, 3>>"]);
    check_type("", "<<_:_*4>>", &["<<>>", "<<1:4>>", "<<1>>"], &["<<1:3>>"]);
    check_type("", "<<_:8, _:_*16>>", &["<<1>>", "<<1, 2, 3>>"], &["<<>>", "<<1, 2>>"]);
}

#[test]
fn tuples_and_records() {
    check_type("", "tuple()", &["{}", "{1}"], &["a"]);
    check_type("", "{a, integer()}", &["{a, 1}"], &["{b, 1}", "{a, b}", "{a}", "{a, 1, 2}"]);
    let record = "-record(r, {x :: integer(), y = a :: atom(), z}).";
    check_type(
        record,
        "#r{}",
        &["{r, 1, b, []}", "{r, undefined, a, 1}"],
        &["{r, 1, 2, 3}", "{r, 1, a}", "{s, 1, a, 1}"],
    );
    check_type(record, "#r{z :: atom(), x :: 1..2}", &["{r, 1, b, c}"], &["{r, 1, b, 1}", "{r, 3, b, c}"]);
    check_type("", "#unknown{}", &["a"], &[]);
}

#[test]
fn maps() {
    check_type("", "map()", &["#{}", "#{a => 1}"], &["a"]);
    check_type("", "#{}", &["#{}"], &["#{a => 1}"]);
    check_type(
        "",
        "#{a := integer(), b => atom()}",
        &["#{a => 1}", "#{a => 1, b => c}"],
        &["#{}", "#{a => x}", "#{a => 1, b => 2}", "#{a => 1, c => 1}"],
    );
    check_type("", "#{atom() => integer()}", &["#{}", "#{a => 1}"], &["#{1 => 1}", "#{a => a}"]);
    check_type("", "#{atom() := integer()}", &["#{a => 1}"], &["#{}"]);
    // The leftmost of overlapping fields takes precedence.
    check_type("", "#{a => integer(), atom() => atom()}", &["#{a => 1, b => c}"], &["#{a => b}"]);
    check_type("", "#{atom() => atom(), a => integer()}", &["#{a => 1}", "#{a => b}"], &["#{a => \"\"}"]);
    check_type("", "#{1 => a, 1.. 9 => b, _ => c}", &["#{1 => a, 2 => b, x => c}"], &["#{1 => b}"]);
}

#[test]
fn named_types() {
    let tree = "-type tree(K) :: nil | {node, K, tree(K), tree(K)}.\n-type ints() :: tree(integer()).";
    check_type(
        tree,
        "ints()",
        &["nil", "{node, 1, nil, {node, 2, nil, nil}}"],
        &["{node, 1, nil, {node, a, nil, nil}}", "{node, 1, nil}"],
    );
    check_type("-type t() :: t() | integer().", "t()", &["1", "a"], &[]);
    check_type(
        "-type list_of(A) :: [A] | {A, A}.",
        "list_of(a | b)",
        &["[a, b]", "{a, b}"],
        &["[c]", "{a, c}"],
    );
    check_type("-opaque o() :: integer().\n-export_type([o/0]).", "o()", &["1"], &["a"]);
    check_type("", "other:pair(integer(), atom())", &["{1, a}"], &["{a, 1}"]);
    check_type("-type p(T) :: other:pair(T, T).", "p(1)", &["{1, 1}"], &["{1, 2}"]);
    check_type("", "other:hidden()", &["a"], &[]);
    check_type("", "other:missing() | nowhere:t()", &["a"], &[]);
    check_type("", "other:bounded()", &["3"], &["4"]);
    check_type("-type m() :: m:n().\n-type n() :: 1.", "m()", &["1"], &["2"]);
    // A type of the user's may have the name of a built-in one with other parameters.
    check_type("-type string(A) :: {string, A}.", "string(1)", &["{string, 1}"], &["\"\""]);
    check_type("", "unheard_of()", &["a"], &[]);
}

#[test]
fn large_and_hard_cases() {
    // Alternatives that differ only at the bottom, and 2^64 ways to try them.
    let module = "-type t() :: {t(), 1} | {t(), 2} | a.\n-spec f(t()) -> ok.";
    let deep = |bottom: &str| format!("{}{bottom}{}", "{".repeat(64), ", 2}".repeat(64));
    check(module, &format!("- m:f({}) = ok\ninadmissible m:f({}) = ok", deep("a"), deep("b")));
    // Terms of any depth.
    let mut types = Specs::new(
        Rc::new(Sources::new(&["-module(m).\n-type t() :: {t()} | [].\n-spec f(t()) -> t().\n"])),
        Meter::unlimited(),
    );
    let mut statement = call("m:f([]) = b");
    for _ in 0..300_000 {
        let inner = std::mem::take(&mut statement.arguments[0]);
        statement.arguments[0] = erlang_term::Term::tuple([inner]);
    }
    assert_eq!(finish(types.judge(&statement)), Some(Judgement::Wrong));
}
