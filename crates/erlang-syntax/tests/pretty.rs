//! What is printed reads back as the same tree.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod canonical;
mod otp;

use erlang_syntax::ast::Module;
use erlang_syntax::beam::read_module;
use erlang_syntax::{parse_expressions, parse_module, pretty, render};
use erlang_term::Atom;

/// The module as printed, and the tree that is read from it.
fn reread(module: &Module) -> Module {
    let text = module.forms.iter().map(|form| pretty::form(module, form) + "\n").collect::<String>();
    let (module, problems) = parse_module("printed.erl", text.as_bytes(), &Default::default());
    if let Some(problem) = problems.first() {
        panic!("{}", render(problem, &module.sources, false));
    }
    module
}

fn assert_same(name: &str, left: &Module, right: &Module) {
    let (left, right) = (canonical::forms(left), canonical::forms(right));
    for (left, right) in left.iter().zip(&right) {
        assert!(left == right, "{name}:\n{left}\n{right}");
    }
    assert_eq!(left.len(), right.len(), "{name}");
}

/// Prints as it was written: no parenthesis too few or too many.
#[test]
fn as_written() {
    for text in [
        "1 + 2 * 3",
        "(1 + 2) * 3",
        "1 - (2 - 3) - 4",
        "A ++ B ++ C",
        "(A ++ B) -- C",
        "- -1",
        "-X",
        "+(A + B)",
        "not (A and B)",
        "not A and B",
        "bnot A band B",
        "A = B = C",
        "(A = B) + 1",
        "A ! B ! C",
        "(A ! B) ! C",
        "A andalso (B orelse C) orelse D",
        "(A =:= B) =:= C",
        "catch A + B",
        "(catch A) + B",
        "{catch A, (catch B) = C}",
        "(f(X))(Y)",
        "(fun(X) -> X end)(Y)",
        "m:f(X)",
        "M:F(X)",
        "(m:f()):(g())(X)",
        "fun f/1",
        "fun m:f/1",
        "fun M:F/A",
        "(f(X))#r.a",
        "X#r.a#r.b",
        "X#r{a = 1}#r.b",
        "(X#{a => 1})#r.b",
        "X#{a => 1}#{b := 2}",
        "#{a => 1}#{b := 2}",
        "(1)#r.a",
        "#r{_ = 1, 'B c' = 2}",
        "#r.a",
        "<<1, X:8/integer-signed-little-unit:4, \"abc\"/utf8>>",
        "<< <<1>>/binary, (f(X)):(A + 1)>>",
        "<<-1, (A + B), <<1>> >>",
        "<< <<X>> || <<X>> <= B >>",
        "<< (f(X)) || X <- L, X > 1 >>",
        "[X || {X, Y} <- L, X > Y, Y <- X]",
        "#{K => V || K := V <- M}",
        "[{X, Y} || X <- A && Y <- B]",
        "[X || X <:- L]",
        "[a, b | c]",
        "[$a, $\\n, $\\s, $', $\\\\, $\"]",
        "'hello world' + 'maybe' + 'end' + ok + 'Ok' + ''",
        "\"quotes \\\" and \\\\\"",
        "1.0e10 + 0.1 + 1.0",
        "begin a, b end",
        "case X of 1 -> a end",
        "if X > 1, Y; Z -> a end",
        "receive X -> Y after 10 -> ok end",
        "receive after 10 -> ok end",
        "try f() catch error:R:S when S > 1 -> ok end",
        "try f() of X -> X after ok end",
        "fun F(X) when X > 1 -> F(X) end",
        "maybe {ok, X} ?= Y, X end",
        "case X of\n    1 -> a;\n    2 when true ->\n        b,\n        c\nend",
        "fun\n    (1) -> a;\n    (2) -> b\nend",
    ] {
        let name = Atom::new("m");
        let (module, problems) = parse_expressions("text", text, name, name, &Default::default());
        if let Some(problem) = problems.first() {
            panic!("{}", render(problem, &module.sources, false));
        }
        let body = &module.functions().next().expect("a function").clauses[0].body;
        assert_eq!(pretty::expr(&module, body[0]), text);
    }
}

#[test]
fn deep() {
    let check = |depth: usize, open: &str, middle: &str, close: &str| {
        let text = [open.repeat(depth), middle.to_string(), close.repeat(depth)].concat();
        let name = Atom::new("m");
        let (module, problems) = parse_expressions("deep", &text, name, name, &Default::default());
        assert!(problems.is_empty());
        let body = &module.functions().next().expect("a function").clauses[0].body;
        let printed = pretty::expr(&module, body[0]);
        let dense = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert!(dense(&printed) == dense(&text));
    };
    check(1_000_000, "[", "a", "]");
    check(1_000_000, "- ", "1", "");
    check(100_000, "{x, ", "X", "}");
    check(100_000, "1 + ", "1", "");
    check(50_000, "case 1 of 1 -> ", "Y", " end");
}

#[test]
fn otp_reads_back() {
    for path in otp::files_of(&["stdlib", "kernel", "compiler", "mnesia", "eunit", "syntax_tools"], "beam") {
        let bytes = std::fs::read(&path).expect("a .beam");
        let name = otp::shown(&path);
        let module = read_module(&bytes, &name).expect("a module");
        assert_same(&name, &module, &reread(&module));
    }
}
