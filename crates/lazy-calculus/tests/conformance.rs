//! Goals of the specification with the answers and abbreviated trees of its reference model, in
//! `programs/*.expected`.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod common;

use std::fs;

use lazy_calculus::abbreviated::Abbreviated;
use lazy_calculus::check::check;
use lazy_calculus::kernel::Kernel;
use lazy_calculus::show::Printer;
use lazy_calculus::solve::{Solver, Stop};

/// The answers of a goal, at most this many, and the tree of one of them; each answer is proved,
/// and its proof checked.
fn solved(text: &str, goal: &str, most: usize, tree_of: Option<usize>) -> String {
    let mut program = common::read(text);
    let query = common::ask(&mut program, goal);
    let (kernel, asked) = Kernel::new(&program, &query).expect("kernel form");
    let mut solver = Solver::new(&kernel, &asked, 200_000);
    let (mut answers, mut tree) = (String::new(), String::new());
    let mut count = 0;
    let end = loop {
        if count == most {
            break "more".to_owned();
        }
        match solver.run() {
            Stop::Answer => {
                count += 1;
                let proof = solver.proof();
                let mut printer = Printer::new(&kernel, &proof.terms, &proof.answer);
                answers.push_str(&format!("answer: {}\n", printer.answer(&proof.answer)));
                assert_eq!(check(&kernel, &proof), Ok(()), "{goal}\n{}", printer.proof(&proof));
                if tree_of == Some(count) {
                    let abbreviated = Abbreviated::new(&kernel, &proof).text(&kernel, &mut printer);
                    tree = format!("tree of answer {count}:\n{abbreviated}");
                }
            }
            Stop::NoMore => break "no more".to_owned(),
            other => break format!("{other:?}").to_lowercase(),
        }
    };
    format!("goal: {goal}\n{answers}then: {end}\n{tree}")
}

#[test]
fn answers_and_trees_are_those_of_the_reference() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let mut names: Vec<_> = fs::read_dir(folder)
        .expect("the programs")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "flp"))
        .collect();
    names.sort();
    let mut goals = 0;
    for path in names {
        let program = fs::read_to_string(&path).expect("a program");
        let expected = fs::read_to_string(path.with_extension("expected")).expect("what is expected");
        for section in expected.split("\n\n").filter(|section| !section.trim().is_empty()) {
            let goal = section.lines().find_map(|line| line.strip_prefix("goal: ")).expect("a goal");
            let most = section.matches("answer: ").count();
            let open = section.contains("then: more");
            let tree =
                section.lines().find_map(|line| line.strip_prefix("tree of answer ")?.strip_suffix(':'));
            let tree = tree.and_then(|number| number.parse().ok());
            let found = solved(&program, goal, if open { most } else { most + 1 }, tree);
            assert_eq!(found.trim_end(), section.trim_end(), "{}", path.display());
            goals += 1;
        }
    }
    assert!(goals >= 30, "{goals}");
}
