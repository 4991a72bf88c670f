//! Nesting and size: a million levels are read, or refused in words; nothing overflows.

use erlang_syntax::{Options, parse_module, read_term};

const DEEP: usize = 1_000_000;
/// More than the parser allows of what it nests on its stack.
const TOO_DEEP: usize = 101_000;

/// Parses `f() -> BEFORE×n CORE AFTER×n.` and returns the first problem.
fn check(n: usize, before: &str, core: &str, after: &str) -> Option<String> {
    let text = format!("-module(m).\nf(X) -> {}{core}{}.\n", before.repeat(n), after.repeat(n));
    let (module, problems) = parse_module("m.erl", text.as_bytes(), &Options::default());
    drop(module);
    problems.first().map(|problem| problem.message.clone())
}

#[test]
fn brackets_and_operators() {
    for (before, core, after) in [
        ("(", "X", ")"),
        ("[", "X", "]"),
        ("{", "X", "}"),
        ("f(", "X", ")"),
        ("m:f(", "X", ")"),
        ("#{a => ", "X", "}"),
        ("[a|", "[]", "]"),
        ("- ", "1", ""),
        ("catch ", "X", ""),
        ("", "X", " + X"),
        ("X ++ ", "X", ""),
        ("X = ", "X", ""),
    ] {
        assert_eq!(check(DEEP, before, core, after), None, "{before} … {after}");
    }
}

#[test]
fn blocks() {
    for (before, core, after) in [
        ("begin ", "X", " end"),
        ("fun() -> ", "X", " end"),
        ("case X of 1 -> ", "X", " end"),
        ("[X || ", "X", "]"),
        ("<<(", "X", ")>>"),
        ("<<", "X", ">>"),
        ("#r{a = ", "X", "}"),
    ] {
        let problem = check(TOO_DEEP, before, core, after);
        assert_eq!(problem.as_deref(), Some("blocks are nested too deeply here"), "{before} … {after}");
    }
}

#[test]
fn nesting_that_never_closes() {
    for before in ["(", "[", "{", "f(", "begin ", "fun() -> ", "<<(", "case X of 1 -> ", "#{a => "] {
        assert!(check(TOO_DEEP, before, "X", "").is_some(), "{before}");
    }
}

#[test]
fn types() {
    for (before, after) in
        [("[", "]"), ("{", "}"), ("(", ")"), ("- ", ""), ("a | (", ")"), ("fun(() -> ", ")")]
    {
        let text =
            format!("-module(m).\n-type t() :: {}1{}.\n", before.repeat(TOO_DEEP), after.repeat(TOO_DEEP));
        let (_, problems) = parse_module("m.erl", text.as_bytes(), &Options::default());
        assert_eq!(problems[0].message, "blocks are nested too deeply here", "{before}");
    }
}

#[test]
fn nested_macros() {
    let text =
        format!("-module(m).\n-define(A(X), {{X}}).\nf() -> {}1{}.\n", "?A(".repeat(DEEP), ")".repeat(DEEP));
    let (_, problems) = parse_module("m.erl", text.as_bytes(), &Options::default());
    assert_eq!(problems[0].message, "the macros of this form expand to too many tokens");
}

/// Each macro stands for the one before it.
#[test]
fn chained_macros() {
    let count = 100_000;
    let mut text = String::from("-module(m).\n-define(A0, 1).\n");
    for n in 1..=count {
        text.push_str(&format!("-define(A{n}, ?A{}).\n", n - 1));
    }
    text.push_str(&format!("f() -> ?A{count}.\n"));
    let (_, problems) = parse_module("m.erl", text.as_bytes(), &Options::default());
    assert!(problems.is_empty(), "{}", problems[0].message);
}

/// Thirty lines that ask for a billion tokens.
#[test]
fn exploding_macros() {
    let mut text = String::from("-module(m).\n-define(A0, 1).\n");
    for n in 1..30 {
        text.push_str(&format!("-define(A{n}, ?A{0} + ?A{0}).\n", n - 1));
    }
    text.push_str("f() -> ?A29.\n");
    let (_, problems) = parse_module("m.erl", text.as_bytes(), &Options::default());
    assert_eq!(problems[0].message, "the macros of this form expand to too many tokens");
}

#[test]
fn nested_conditions() {
    let text =
        format!("-module(m).\n{}ok() -> 1.\n{}", "-ifdef(X).\n".repeat(DEEP), "-endif.\n".repeat(DEEP));
    let (_, problems) = parse_module("m.erl", text.as_bytes(), &Options::default());
    assert!(problems.is_empty(), "{}", problems[0].message);
    let text = format!("-module(m).\n-if({}true{}).\n-endif.\n", "(".repeat(DEEP), ")".repeat(DEEP));
    let (_, problems) = parse_module("m.erl", text.as_bytes(), &Options::default());
    assert!(problems.is_empty(), "{}", problems[0].message);
}

#[test]
fn nested_terms() {
    for (before, after) in [("[", "]"), ("{", "}"), ("#{a => ", "}"), ("[a|", "]")] {
        let text = format!("{}[]{}", before.repeat(DEEP), after.repeat(DEEP));
        assert!(read_term(&text).is_ok(), "{before}");
    }
}

#[test]
fn a_million_digits() {
    let digits = "1234567890".repeat(100_000);
    let term = read_term(&digits).expect("an integer");
    assert!(term.is_integer());
    // Long enough to be read in pieces, whatever the number of digits in the first.
    for length in [999, 1000, 1001, 1999, 2000, 2001, 5003] {
        let digits = &digits[..length];
        assert_eq!(read_term(digits).expect("an integer").to_string(), digits);
    }
    let threes = format!("3#{}", "2".repeat(5003));
    assert!(read_term(&threes).expect("an integer").to_string().starts_with("109052936004"));
}
