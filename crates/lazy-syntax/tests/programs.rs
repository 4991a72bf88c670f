//! The programs of the repository are read without a complaint, and so is the library.

#![allow(clippy::disallowed_methods)]

use std::path::PathBuf;

use lazy_syntax::ast::{PatId, PatKind};
use lazy_syntax::{Options, load, render};

fn check(name: &str, text: &str) {
    let Some(options) = Options::for_file(name) else { return };
    let (program, problems) = load(&[(name, text)], options);
    let shown: Vec<String> =
        problems.iter().map(|problem| render(problem, &program.sources, false)).collect();
    assert!(shown.is_empty(), "{name}\n{}", shown.join("\n"));
}

#[test]
fn the_library() {
    check("empty.hs", "");
    check("empty.flp", "");
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    check(
        "marked.hs",
        "\u{feff}{-# LANGUAGE LambdaCase #-}\nmodule Main where\nmain = print (f 1)\nf = \\case n -> n + 1\n",
    );
    check("unnamed.hs", "\u{feff}main = print 1\nf x = x\n");
}

/// In mode flp all rules of a function are alternatives, so that those of the library must exclude
/// each other.
#[test]
fn rules_of_the_library_do_not_overlap() {
    let (program, _) = load(&[], Options::default());
    let apart = |a: PatId, b: PatId| match (&program[a].kind, &program[b].kind) {
        (PatKind::Con { con: a, .. }, PatKind::Con { con: b, .. }) => a.con != b.con,
        (PatKind::List(items), PatKind::Con { .. }) | (PatKind::Con { .. }, PatKind::List(items)) => {
            items.is_empty()
        }
        _ => false,
    };
    let mut rules = 0;
    for function in &program.functions {
        let name = program.text(function.name);
        for (index, rule) in function.rules().iter().enumerate() {
            assert!(rule.rhs.alternatives.iter().all(|one| one.qualifiers.is_empty()), "guards in `{name}`");
            for other in &function.rules()[..index] {
                let mut pairs = rule.patterns.iter().zip(&other.patterns);
                assert!(pairs.any(|(a, b)| apart(*a, *b)), "rules of `{name}` overlap");
            }
            rules += 1;
        }
    }
    assert!(rules > 200);
}

#[test]
fn programs() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/lazy");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of lazy programs") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_file() {
            check(&name, &std::fs::read_to_string(&path).expect("a text"));
            count += 1;
        }
    }
    assert!(count >= 20, "only {count} programs");
}
