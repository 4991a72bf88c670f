//! Static errors, held against erlc.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)]

mod otp;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use erlang_syntax::beam::read_module;
use erlang_syntax::lint::{self, LintOptions};
use erlang_syntax::{Diagnostic, parse_expressions, parse_module, render};
use erlang_term::Atom;

/// OTP compiles without errors, and its authors see to it that it does without warnings.
#[test]
fn all_of_otp_is_right() {
    let mut wrong = Vec::new();
    for path in otp::files("beam") {
        let bytes = std::fs::read(&path).expect("a .beam");
        let module = read_module(&bytes, &otp::shown(&path)).expect("a module");
        let problems = lint::check(&module, LintOptions { warnings: true, incomplete: false });
        // Some applications are built with +nowarn_shadow_vars.
        let problems = problems.iter().filter(|problem| !problem.message.contains("shadowed"));
        wrong.extend(problems.map(|problem| render(problem, &module.sources, false)));
    }
    assert!(wrong.is_empty(), "{}\n{} problems", wrong[..wrong.len().min(60)].join("\n"), wrong.len());
}

#[test]
fn sources_of_otp_are_right() {
    let mut checked = 0;
    for path in otp::files_of(&["stdlib", "kernel", "compiler", "syntax_tools", "dialyzer", "tools"], "erl") {
        let (module, problems) = otp::parse(&path);
        // Some are generated from headers that are not installed.
        if problems.is_empty() {
            checked += 1;
            let problems = lint::check(&module, LintOptions::default());
            let texts: Vec<_> =
                problems.iter().map(|problem| render(problem, &module.sources, false)).collect();
            assert!(texts.is_empty(), "{}", texts.join("\n"));
        }
    }
    assert!(checked > 250, "{checked}");
}

/// What erlc calls it, and words that our message has.
const KINDS: &[(&str, &str)] = &[
    ("attribute", "after function definitions"),
    ("bad_bitsize", "bad size of a float"),
    ("bad_callback", "explicit module not allowed"),
    ("bad_inline", "inlined function"),
    ("bad_module", "of another module"),
    ("bad_multi_field_init", "initializes no omitted fields"),
    ("bad_nowarn_unused_function", "undefined"),
    ("bad_on_load_arity", "wrong arity"),
    ("behaviour_info", "behaviour_info/1"),
    ("bittype_unit", "unit must not be given"),
    ("builtin_type", "built-in type"),
    ("call_to_redefined_bif", "ambiguous call"),
    ("call_to_redefined_old_bif", "ambiguous call"),
    ("define_import", "is imported from"),
    ("duplicated_export", "already exported"),
    ("exported_var", "exported from"),
    ("illegal_bitsize", "illegal size"),
    ("illegal_bitsize_local_call", "illegal in a size"),
    ("illegal_guard_expr", "illegal"),
    ("illegal_guard_local_call", "is illegal in"),
    ("illegal_map_construction", "only `=>`"),
    ("illegal_pattern", "illegal pattern"),
    ("illegal_record_info", "illegal record info"),
    ("invalid_call", "cannot be called"),
    ("match_underscore_var", "already bound"),
    ("match_underscore_var_pat", "several times in this pattern"),
    ("multiple_on_loads", "more than one on_load"),
    ("not_exported_opaque", "is not exported"),
    ("obsolete_guard", "obsolete guard test"),
    ("redefine_bif_import", "import overrides"),
    ("redefine_callback", "callback"),
    ("redefine_field", "already defined in record"),
    ("redefine_function", "already defined"),
    ("redefine_import", "already imported"),
    ("redefine_old_bif_import", "import overrides"),
    ("redefine_optional_callback", "duplicated"),
    ("redefine_record", "already defined"),
    ("redefine_spec", "spec for"),
    ("redefine_type", "already defined"),
    ("shadowed_var", "shadowed in"),
    ("singleton_typevar", "only used once"),
    ("spec_fun_undefined", "spec for undefined function"),
    ("stacktrace_bound", "must not be previously bound"),
    ("stacktrace_guard", "must not be used in a guard"),
    ("type_syntax", "bad"),
    ("typed_literal_string", "literal string in a binary pattern"),
    ("unbound_var", "is unbound"),
    ("undefined_bittype", "no segment type"),
    ("undefined_callback", "is undefined"),
    ("undefined_field", "undefined in record"),
    ("undefined_function", "undefined"),
    ("undefined_on_load", "undefined"),
    ("undefined_record", "undefined"),
    ("undefined_type", "undefined"),
    ("unsafe_var", "unsafe in"),
    ("unsized_binary_in_bin_gen_pattern", "generators"),
    ("unsized_binary_not_at_end", "only allowed at the end"),
    ("unused_function", "is unused"),
    ("unused_record", "is unused"),
    ("unused_type", "is unused"),
    ("unused_var", "is unused"),
    ("utf_bittype_size_or_unit", "neither size nor unit"),
    ("variable_in_record_def", "in record definition"),
    ("wildcard_in_update", "meaningless use of `_`"),
];

#[test]
fn as_erlc_says() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lint");
    let mut files = Vec::new();
    let mut cases = Vec::new();
    for (number, (name, source)) in cases_in(include_str!("lint/cases.erl")).into_iter().enumerate() {
        let file = folder.join(number.to_string()).join("m.erl");
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(&file, &source).expect("a source");
        files.push(file);
        cases.push((name, source));
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lint/erlc.escript");
    let output = Command::new("escript").arg(script).args(&files).output().expect("escript");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let said = String::from_utf8(output.stdout).expect("text");
    let mut expected: BTreeMap<usize, Vec<Said>> = BTreeMap::new();
    for line in said.lines() {
        let (case, said) = Said::read(line);
        expected.entry(case).or_default().push(said);
    }

    let mut wrong = String::new();
    for (number, (name, source)) in cases.iter().enumerate() {
        let (module, syntax) = parse_module("m.erl", source.as_bytes(), &Default::default());
        assert!(syntax.is_empty(), "{name}: {}", render(&syntax[0], &module.sources, false));
        let problems = lint::check(&module, LintOptions { warnings: true, incomplete: false });
        let mut unmatched: Vec<&Diagnostic> = problems.iter().collect();
        for said in expected.remove(&number).unwrap_or_default() {
            let words = KINDS.iter().find(|(kind, _)| *kind == said.kind).map(|(_, words)| *words);
            let words = words.unwrap_or_else(|| panic!("{name}: erlc says {}: {}", said.kind, said.message));
            let found = unmatched.iter().position(|problem| {
                problem.span.start.line == said.line
                    && problem.is_error() == said.is_error
                    && problem.message.contains(words)
            });
            match found {
                Some(at) => drop(unmatched.remove(at)),
                // Where a variable is missing, we do not add that another of the same name is
                // unused.
                None if said.kind == "unused_var" && said.is_missing_in(&problems) => {}
                None => {
                    writeln!(wrong, "{name}: line {}: erlc says: {}", said.line, said.message).expect("text")
                }
            }
        }
        for problem in unmatched {
            let line = problem.span.start.line;
            writeln!(wrong, "{name}: line {line}: we say: {}", problem.message).expect("text");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// What a person sees.
#[test]
fn rendered() {
    let cases = cases_in(include_str!("lint/cases.erl"));
    for shown in [
        "unbound variables",
        "unsafe after case",
        "unsafe after try",
        "undefined functions",
        "functions defined twice",
        "built-in functions redefined",
        "fields of records",
        "records in guards",
        "guards",
        "specs",
    ] {
        let (_, source) = cases.iter().find(|(name, _)| *name == shown).expect("a case");
        let (module, _) = parse_module("m.erl", source.as_bytes(), &Default::default());
        let problems = lint::check(&module, LintOptions::default());
        let texts: Vec<_> = problems.iter().map(|problem| render(problem, &module.sources, false)).collect();
        insta::assert_snapshot!(shown.replace(' ', "_"), texts.join("\n\n"), source);
    }
}

#[test]
fn deep() {
    let check = |depth: usize, open: &str, middle: &str, close: &str, errors: usize| {
        let text = [open.repeat(depth), middle.to_string(), close.repeat(depth)].concat();
        let name = Atom::new("m");
        let (module, problems) = parse_expressions("deep", &text, name, name, &Default::default());
        assert!(problems.is_empty());
        assert_eq!(lint::check(&module, LintOptions::default()).len(), errors);
    };
    check(1_000_000, "[", "a", "]", 0);
    check(1_000_000, "- ", "1", "", 0);
    check(100_000, "{x, ", "X", "}", 1);
    check(50_000, "case 1 of 1 -> ", "Y", " end", 1);
    check(50_000, "fun() -> ", "Y", " end", 1);
}

/// One message of erlc.
struct Said {
    is_error: bool,
    line: u32,
    kind: String,
    message: String,
}

impl Said {
    fn read(line: &str) -> (usize, Said) {
        let parts: Vec<&str> = line.splitn(5, '|').collect();
        let &[case, severity, line, kind, message] = &parts[..] else { panic!("{line}") };
        let said = Said {
            is_error: severity == "error",
            line: line.parse().unwrap_or(0),
            kind: kind.to_string(),
            message: message.to_string(),
        };
        (case.parse().expect("a number"), said)
    }

    fn is_missing_in(&self, problems: &[Diagnostic]) -> bool {
        let name = self.message.split('\'').nth(1).expect("a name in quotes");
        problems.iter().any(|problem| problem.message == format!("variable `{name}` is unbound"))
    }
}

/// The name and the text of each case. The line of its name becomes the head of the module, so that
/// lines count from 1.
fn cases_in(text: &str) -> Vec<(&str, String)> {
    let cases = text.split("\n%%% ").skip(1);
    cases
        .map(|case| {
            let (name, source) = case.split_once('\n').expect("a name and a source");
            let exports =
                if source.contains("-export([") { "" } else { " -compile([export_all, nowarn_export_all])." };
            (name, format!("-module(m).{exports}\n{source}"))
        })
        .collect()
}
