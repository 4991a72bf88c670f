//! What a person sees: each snapshot shows a source, then all that is said about it.

use erlang_syntax::{Options, parse_expressions, parse_module, render};
use erlang_term::Atom;

fn check(name: &str, source: &str) {
    let text = format!("-module(m).\n{}\n", source.trim_start_matches('\n').trim_end());
    let (module, problems) = parse_module("m.erl", text.as_bytes(), &Options::default());
    let shown: Vec<String> = problems.iter().map(|problem| render(problem, &module.sources, false)).collect();
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(name, format!("{text}\n----\n{}", shown.join("\n\n")));
    });
}

#[test]
fn blocks() {
    check(
        "end is missing",
        "
f(X) ->
    case X of
        1 -> a;
        2 -> b.
g() -> ok.
",
    );
    check(
        "semicolon before end",
        "
f(X) ->
    case X of
        1 -> a;
        2 -> b;
    end.
",
    );
    check(
        "clauses without a semicolon",
        "
f(X) ->
    case X of
        1 -> a
        2 -> b
    end.
",
    );
    check("try without catch", "f() -> try g() end.");
    check("else in an if", "f(X) -> if X > 1 -> a; else -> b end, if X -> a else b end.");
    check("bad fun", "f() -> fun g, fun m:g, fun (X) end.");
}

#[test]
fn forms() {
    check(
        "full stop is missing",
        "
f() -> ok
g() -> ok.
h() -> 1,
-export([f/0]).
i() -> 2
",
    );
    check(
        "semicolon between functions",
        "
f(1) -> ok;
g(2) -> ok.
",
    );
    check(
        "clauses of different arity",
        "
f(1) -> ok;
f(1, 2) -> ok.
",
    );
    check("semicolon at the end", "f(1) -> ok;\n.");
    check("comma at the end", "f(1) -> ok,\n.");
    check("not a form", "X = 1.\n\"text\".\nf.");
    check(
        "attributes",
        "-export(f/1).\n-export([f, g/x]).\n-import(m).\n-vsn(f(1)).\n-compile.\n-foo(a, b).",
    );
    check("records", "-record(r, {A, b = 1 c}).\n-record(r).\nf() -> #r{a => 1}, #r{A = 1}, #.a.");
    check(
        "types",
        "-type t(_) :: a.\n-type t :: a.\n-spec f(...) -> a.\n-spec f() -> \"a\".\n-type u() :: 1..2..3.",
    );
}

#[test]
fn operators() {
    check(
        "operators of other languages",
        "
f(X, Y) ->
    X <= Y,
    X => Y,
    X != Y,
    X && Y,
    X || Y,
    X == Y == 1,
    X =<<1>>,
    ok.
",
    );
    check("map fields", "f() -> #{a = 1}, #{a : 1}, #{a}.");
    check("calls of calls", "f() -> g(1)(2), m:g, a:b:c(), g()#r.a.");
    check("brackets", "f() -> g(1, [2, {3, 4), 5].");
    check("binaries", "f(X) -> <<X + 1>>, <<X/intger>>, <<X/signed-unsigned>>, <<X/unit:257>>, <<1, 2>.");
    check(
        "patterns",
        "f(g(X)) -> X.\nf(begin a end) -> b.\nf(a andalso b) -> c.\nf([X || X <- L]) -> d.\nf(X) -> try X catch error:m:f() -> a end.",
    );
    check("generators", "f(L) -> [X || X <= L], [X | X <- L], [X || {X} <= L], [X || X <- L && X > 1].");
}

#[test]
fn words() {
    check("string never ends", "f() -> \"abc.\ng() -> ok.");
    check("quoted atom never ends", "f() -> 'abc.\ng() -> ok.");
    check(
        "triple quotes",
        "f() -> \"\"\"abc\n\"\"\".\ng() -> \"\"\"\n  abc\n d\n  \"\"\".\nh() -> \"\"\"\n x",
    );
    check("numbers", "f() -> 16#, 37#1, 1#0, 2#2, 1.0e, 1.0e999, 1_a.");
    check("escapes", "f() -> \"\\x{110000}\", \"\\xg\", \"\\x{\", $\\x{D800}.");
    check("characters", "f() -> “text”, 1 § 2, @.");
    check("sigils", "f() -> ~x\"a\", ~ a, ~\"a\"x, ~\"a\" \"b\", \"a\"\"b\".");
    check("long names", &format!("f() -> {}.", "a".repeat(256)));
}

#[test]
fn macros() {
    check(
        "undefined macro",
        "
-define(TIMEOUT, 1).
f() -> ?TIMOUT, ?Modul, ?COMPLETELY_DIFFERENT(1), ?TIMEOUT.
",
    );
    check("arity of macros", "-define(A(X), X).\n-define(A(X, Y), X).\nf() -> ?A, ?A(), ?A(1, 2, 3).");
    check("arguments of macros", "-define(A(X), X).\nf() -> ?A(,).\ng() -> ?A(1.\nh() -> ?1.");
    check("circular macros", "-define(A, ?B).\n-define(B, {?A}).\nf() -> ?A, ?B.");
    check(
        "definitions",
        "-define(A, 1).\n-define(A, 2).\n-define(LINE, 1).\n-define(1, 2).\n-define(A 1).\n-define(B(X, X), 1).\n-define(C, 1.\n-define(D(x), 1).",
    );
    check("no function", "-define(A, ?FUNCTION_NAME).\n-vsn(?A).\n?FUNCTION_NAME() -> 1.");
}

#[test]
fn directives() {
    check(
        "includes",
        "-include(\"nowhere.hrl\").\n-include_lib(\"app/include/nowhere.hrl\").\n-include(nowhere).",
    );
    check(
        "conditions",
        "-if(f(X) -> 1).\n-endif.\n-if(X).\n-endif.\n-ifdef(1).\n-endif.\n-if(self() ! a).\n-endif.",
    );
    check(
        "unbalanced",
        "-endif.\n-else.\n-elif(true).\n-ifdef(X).\n-else.\n-else.\n-elif(true).\n-endif.\n-ifdef(Y).",
    );
    check("announcements", "-error(\"not here\").\n-warning({not, here}).\n-error().");
    check(
        "features",
        "-feature(nothing, enable).\n-feature(maybe_expr).\n-export([]).\n-feature(maybe_expr, enable).",
    );
    check("file", "-file(1).\n-file(\"other.yrl\", 7).\nf() -> begin.");
}

#[test]
fn module_without_a_name() {
    let (module, problems) = parse_module("dir/some.erl", b"f() -> 1.\n", &Options::default());
    insta::assert_snapshot!(render(&problems[0], &module.sources, false));
}

#[test]
fn not_utf8() {
    let (module, problems) =
        parse_module("m.erl", b"-module(m).\nf() -> \"caf\xe9\".\n", &Options::default());
    insta::assert_snapshot!(render(&problems[0], &module.sources, false));
}

#[test]
fn expressions() {
    let mut shown = String::new();
    for text in ["", "1 +", "f(1", "a, b. c", "X = 1, Y = {X, 2}", "ok.", "a.\n", "f() -> 1."] {
        let (module, problems) =
            parse_expressions("-e", text, Atom::new("m"), Atom::new("f"), &Options::default());
        shown.push_str(&format!("{text}\n----\n"));
        for problem in &problems {
            shown.push_str(&(render(problem, &module.sources, false) + "\n"));
        }
        shown.push('\n');
    }
    insta::assert_snapshot!(shown);
}
