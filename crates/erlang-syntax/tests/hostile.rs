//! No bytes make the front end panic, and whatever it reports can be shown.

use erlang_syntax::source::NoIncludes;
use erlang_syntax::{Options, parse_expressions, parse_module, read_term, render};
use erlang_term::Atom;
use proptest::prelude::*;

/// A bit of everything.
const SAMPLE: &str = include_str!("cases/everything.erl");

/// Parses, and looks at all there is to see.
fn survive(text: &[u8]) {
    for otp_release in [25, 27] {
        let options = Options { include: &NoIncludes, otp_release, ..Options::default() };
        let (module, problems) = parse_module("m.erl", text, &options);
        for problem in &problems {
            render(problem, &module.sources, false);
        }
        for expr in &module.exprs {
            assert!(expr.span.start <= expr.span.end, "{:?}", expr.span);
        }
        for function in module.functions().take(3) {
            module.sources.text(function.clauses[0].span);
        }
    }
    if let Ok(text) = std::str::from_utf8(text) {
        let _ = read_term(text);
        parse_expressions("-e", text, Atom::new("m"), Atom::new("f"), &Options::default());
    }
}

#[test]
fn the_sample_is_right() {
    let (module, problems) = parse_module("everything.erl", SAMPLE.as_bytes(), &Options::default());
    let shown: Vec<String> = problems.iter().map(|problem| render(problem, &module.sources, false)).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
}

#[test]
fn cut_anywhere() {
    let bytes = SAMPLE.as_bytes();
    for end in (0..bytes.len()).step_by(3) {
        survive(&bytes[..end]);
    }
}

#[test]
fn without_any_one_token() {
    let pieces: Vec<&str> = SAMPLE.split_inclusive([' ', '(', ')', ',', '[', ']', '{', '}', '\n']).collect();
    for left_out in 0..pieces.len() {
        let rest = pieces.iter().enumerate().filter(|(n, _)| *n != left_out).map(|(_, piece)| *piece);
        survive(rest.collect::<String>().as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn changed_bytes(changes in prop::collection::vec((0..SAMPLE.len(), any::<u8>()), 1..8)) {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        survive(&bytes);
    }

    #[test]
    fn moved_pieces(moves in prop::collection::vec((0..SAMPLE.len(), 0..SAMPLE.len(), 0usize..60), 1..6)) {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for (from, to, length) in moves {
            let piece: Vec<u8> = bytes[from.min(bytes.len())..].iter().take(length).copied().collect();
            let to = to.min(bytes.len());
            bytes.splice(to..to, piece);
        }
        survive(&bytes);
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survive(&bytes);
    }

    /// Nothing but what the lexer and the preprocessor know.
    #[test]
    fn any_words(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        survive(format!("-module(m).\n{}", words.join(" ")).as_bytes());
    }
}

const WORDS: &[&str] = &[
    "-define(A,",
    "-define(B(X),",
    ").\n",
    "?A",
    "?B(",
    "??X",
    "-ifdef(A).\n",
    "-if(",
    "-else.\n",
    "-elif(true).\n",
    "-endif.\n",
    "-undef(A).\n",
    "-file(\"x\", 0).\n",
    "-file(\"x\", 4294967295).\n",
    "-error(x).\n",
    "-include(\"x\").\n",
    "-feature(maybe_expr,",
    "enable",
    "disable",
    "-record(r, {",
    "-spec f(",
    "-type t(",
    "-export([",
    "f",
    "f(",
    "X",
    "_",
    "1",
    "1.0",
    "$a",
    "\"s\"",
    "~\"s\"",
    "\"\"\"\n",
    "'a'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<<",
    ">>",
    ",",
    ";",
    ".",
    ".\n",
    ":",
    "#",
    "#{",
    "#r{",
    "#r.a",
    "|",
    "||",
    "->",
    "<-",
    "<=",
    "<:-",
    "&&",
    "=>",
    ":=",
    "?=",
    "=",
    "==",
    "!",
    "+",
    "-",
    "*",
    "/",
    "::",
    "..",
    "...",
    "after",
    "and",
    "andalso",
    "begin",
    "case",
    "catch",
    "else",
    "end",
    "fun",
    "if",
    "maybe",
    "not",
    "of",
    "receive",
    "try",
    "when",
    "?LINE",
    "?FUNCTION_NAME",
    "?MODULE",
    "defined(",
    "%",
    "\n",
    "16#",
    "$\\x{",
    "\\",
];
