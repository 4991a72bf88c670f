//! Literals and preprocessing: the answers in `cases/` are those of OTP 25, the others those that
//! OTP 27 documents.

use erlang_syntax::ast::Module;
use erlang_syntax::source::{Include, Span};
use erlang_syntax::{Options, literal_term, parse_module, read_term, render};
use erlang_term::print::{Encoding, write_with};

/// Lines of `TEXT<tab>ANSWER`, where ⏎ stands for a new line.
fn cases(file: &str) -> impl Iterator<Item = (String, &str)> {
    file.lines().map(|line| {
        let (text, answer) = line.rsplit_once('\t').expect("a tab");
        (text.replace('⏎', "\n"), answer)
    })
}

fn parse(text: &str, options: &Options) -> Module {
    let (module, problems) = parse_module("m.erl", text.as_bytes(), options);
    if let Some(problem) = problems.first() {
        panic!("{text}\n{}", render(problem, &module.sources, false));
    }
    module
}

/// The value of the last function, which must be a literal.
fn value(module: &Module) -> String {
    let function = module.functions().last().expect("a function");
    let body = &function.clauses[0].body;
    let term = literal_term(module, *body.last().expect("a body")).expect("a literal");
    write_with(&term, Encoding::Unicode, None)
}

#[test]
fn literals() {
    for (text, answer) in cases(include_str!("cases/literals.txt")) {
        let term = read_term(&text).unwrap_or_else(|problem| panic!("{text}: {}", problem.message));
        assert_eq!(write_with(&term, Encoding::Unicode, None), answer, "{text}");
        // With a full stop, and as an expression of a module.
        assert!(read_term(&format!("{text}.")).is_ok(), "{text}");
        let module = parse(&format!("-module(m).\nf() -> {text}.\n"), &Options::default());
        assert_eq!(value(&module), answer, "{text}");
    }
}

#[test]
fn preprocessing() {
    for (text, answer) in cases(include_str!("cases/preprocessor.txt")) {
        let (definitions, expression) = text.rsplit_once('|').unwrap_or(("", &text));
        let options = Options { otp_release: 25, ..Options::default() };
        let module = parse(&format!("-module(m).\n{definitions}\nf() -> {expression}.\n"), &options);
        assert_eq!(value(&module), answer, "{text}");
    }
}

#[test]
fn strings_of_otp_27() {
    let check = |text: &str, answer: &str| {
        let module = parse(&format!("-module(m).\nf() -> {text}.\n"), &Options::default());
        let expected = read_term(answer).unwrap_or_else(|problem| panic!("{answer}: {}", problem.message));
        assert_eq!(value(&module), write_with(&expected, Encoding::Unicode, None), "{text}");
    };
    check("\"\"\"\n  abc\n  \"\"\"", r#""abc""#);
    check("\"\"\"\n  abc\n    def\n\n  ghi\\n\n  \"\"\"", r#""abc\n  def\n\nghi\\n""#);
    check("\"\"\"\n\"\"\"", r#""""#);
    check("\"\"\"\n\n\"\"\"", r#""""#);
    check("\"\"\"\n\n\n\"\"\"", r#""\n""#);
    check("\"\"\"  \n abc\n\"\"\"", r#"" abc""#);
    check("\"\"\"\"\n  \"\"\"\n  \"\"\"\"", r#""\"\"\"""#);
    check("\"\"\"\r\n  abc\r\n  def\r\n  \"\"\"", r#""abc\r\ndef""#);
    check("\"\"\"\n  a \"\"\" b\n  \"\"\"", r#""a \"\"\" b""#);
    check("\"\"\"\n  a\n  \"\"\" \"b\"", r#""ab""#);
    check("~\"abc\\n\"", r#"<<"abc\n">>"#);
    check("~\"å\"", r#"<<195, 165>>"#);
    check("~b'a\"b\\''", r#"<<"a\"b'">>"#);
    check("~B(a\\n)", r#"<<"a\\n">>"#);
    check("~s{a\\n}", r#""a\n""#);
    check("~S[a\\n]", r#""a\\n""#);
    check("~S<a>", r#""a""#);
    check("~s/a\\/b/", r#""a/b""#);
    check("~s|a|", r#""a""#);
    check("~s`a`", r#""a""#);
    check("~s#a#", r#""a""#);
    check("~\"\"\"\n  a\\n\n  \"\"\"", r#"<<"a\\n">>"#);
    check("~b\"\"\"\n  a\\tb\n  \"\"\"", r#"<<"a\tb">>"#);
    check("~B\"\"\"\n  a\\tb\n  \"\"\"", r#"<<"a\\tb">>"#);
    check("~s\"\"\"\n  a\\tb\n  \"\"\"", r#""a\tb""#);
    check("~S\"\"\"\n  a\\tb\n  \"\"\"", r#""a\\tb""#);
    check("[~s\"a\" \"b\", \"c\"]", r#"["ab", "c"]"#);
}

/// Before OTP 27 quotes could stand side by side.
#[test]
fn strings_before_otp_27() {
    let old = Options { otp_release: 25, ..Options::default() };
    assert_eq!(value(&parse("-module(m).\nf() -> \"a\"\"b\".\n", &old)), "[97,98]");
    assert_eq!(value(&parse("-module(m).\nf() -> \"\"\"a\"\"\".\n", &old)), "[97]");
}

#[test]
fn maybe_is_reserved_with_the_feature() {
    let check = |otp_release, directive: &str, reserved: bool| {
        let features = match directive {
            "enabled outside" => vec![("maybe_expr".to_owned(), true)],
            "disabled outside" => vec![("maybe_expr".to_owned(), false)],
            _ => Vec::new(),
        };
        let directive = if features.is_empty() { directive } else { "" };
        let options = Options { otp_release, features, ..Options::default() };
        let text = if reserved {
            "maybe ok ?= a else _ -> b end, ?FEATURE_ENABLED(maybe_expr)"
        } else {
            "{maybe, else}"
        };
        let text = format!("-module(m).\n{directive}\n-ifdef(X).\n-else.\nf() -> {text}.\n-endif.\n");
        parse(&text, &options);
    };
    check(25, "", false);
    check(25, "-feature(maybe_expr, enable).", true);
    check(25, "enabled outside", true);
    check(27, "", true);
    check(27, "-feature(maybe_expr, disable).", false);
    check(27, "disabled outside", false);
}

struct Files(&'static [(&'static str, &'static [u8])]);

impl Include for Files {
    fn include(&self, _: &str, name: &str) -> Option<(String, Vec<u8>)> {
        self.0
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(name, text)| (format!("inc/{name}"), text.to_vec()))
    }
    fn include_lib(&self, from: &str, name: &str) -> Option<(String, Vec<u8>)> {
        self.include(from, name.strip_prefix("app/")?)
    }
}

#[test]
fn includes() {
    let check = |files: &'static [(&'static str, &'static [u8])], text: &str, answer: &str| {
        let files = Files(files);
        let options = Options { include: &files, ..Options::default() };
        assert_eq!(value(&parse(&format!("-module(m).\n{text}\n"), &options)), answer, "{text}");
    };
    check(
        &[("a.hrl", b"-define(A, {?FILE, ?LINE}).")],
        "-include(\"a.hrl\").\nf() -> {?A, ?LINE}.",
        "{{[109,46,101,114,108],3},3}",
    );
    check(
        &[("a.hrl", b"g() -> 1. f() -> {?FILE, ?LINE}.")],
        "-include(\"a\" \".hrl\").",
        "{[105,110,99,47,97,46,104,114,108],1}",
    );
    check(
        &[("a.hrl", b"-include(\"b.hrl\").\n"), ("b.hrl", b"-define(B, b).")],
        "-include(\"a.hrl\").\nf() -> ?B.",
        "b",
    );
    check(&[("a.hrl", b"-define(A, a).")], "-include_lib(\"app/a.hrl\").\nf() -> ?A.", "a");
    check(
        &[("a.hrl", b"%% coding: latin-1\n-define(A, \"\xe5\").")],
        "-include(\"a.hrl\").\nf() -> ?A.",
        "[229]",
    );
    // Conditions belong to their file, skipped files are not looked for.
    check(
        &[("a.hrl", b"-ifdef(X).\n-endif.")],
        "-ifndef(X).\n-include(\"a.hrl\").\n-else.\n-include(\"no.hrl\").\n-endif.\nf() -> a.",
        "a",
    );
}

#[test]
fn files_that_include_themselves() {
    let files = Files(&[("a.hrl", b"-include(\"a.hrl\").")]);
    let options = Options { include: &files, ..Options::default() };
    let (_, problems) = parse_module("m.erl", b"-module(m).\n-include(\"a.hrl\").\n", &options);
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].message, "files include each other more than 8 deep");
}

#[test]
fn defines_from_outside() {
    let defines = vec![("A".into(), None), ("B".into(), Some("{b, 1}".into()))];
    let options = Options { defines, ..Options::default() };
    assert_eq!(value(&parse("-module(m).\nf() -> {?A, ?B}.\n", &options)), "{true,{b,1}}");
}

#[test]
fn encodings() {
    let check = |text: &[u8], answer: &str| {
        let (module, problems) = parse_module("m.erl", text, &Options::default());
        assert!(problems.is_empty(), "{}", problems[0].message);
        assert_eq!(value(&module), answer);
    };
    check(b"%% coding: latin-1\n-module(m).\nf() -> \"\xe5\".\n", "[229]");
    check(b"%% -*- coding: latin-1 -*-\n-module(m).\nf() -> \"\xe5\".\n", "[229]");
    check(b"\n% Coding = Latin-1\n-module(m).\nf() -> \"a\".\n", "[97]");
    check(b"%% coding: utf-8\n-module(m).\nf() -> \"\xc3\xa5\".\n", "[229]");
    check(b"-module(m).\nf() -> \"\xc3\xa5\".\n", "[229]");
}

/// Every expression, in the source as its author wrote it.
#[test]
fn spans_are_exact() {
    let text = "-module(m).\n-define(M(X), {x, X}).\nf(A, [B|_]) when A > 1 -> % why\n  (g(A + 1))#r{a = \"ä\" \"b\"}, ?M(A),\n  m:h(fun(X) -> X end)\n;\nf(_, _) -> ok.\n";
    let (module, _) = parse_module("m.erl", text.as_bytes(), &Options::default());
    let shown = |span: Span| module.sources.text(span).expect("text").to_owned();
    let spans: Vec<String> = module.exprs.iter().map(|expr| shown(expr.span)).collect();
    for expected in [
        "A",
        "[B|_]",
        "A > 1",
        "A + 1",
        "g(A + 1)",
        "(g(A + 1))#r{a = \"ä\" \"b\"}",
        "\"ä\" \"b\"",
        "?M(A)",
        "fun(X) -> X end",
        "m:h(fun(X) -> X end)",
    ] {
        assert!(spans.iter().any(|span| span == expected), "{expected} is missing in {spans:#?}");
    }
    let function = module.functions().next().expect("a function");
    assert_eq!(
        shown(function.clauses[0].span),
        "f(A, [B|_]) when A > 1 -> % why\n  (g(A + 1))#r{a = \"ä\" \"b\"}, ?M(A),\n  m:h(fun(X) -> X end)"
    );
    assert_eq!(shown(function.clauses[1].span), "f(_, _) -> ok");
}
