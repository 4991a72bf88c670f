//! Shared constants: a node each, below everyone who uses it.

use std::rc::Rc;

use computation_tree::{NodeId, Tree};
use lazy_machine::compile_for;
use lazy_machine::core::Functions;
use lazy_machine::machine::Budget;
use lazy_syntax::{Options, load};
use lazy_tree::{Nowhere, Recording};

/// The calls of the tree, each after the one that it is below.
fn check(program: &str, question: &str, expected: &[&str]) {
    for functions in [Functions::Maps, Functions::Names] {
        let (mut read, problems) = load(&[("constants.hs", program)], Options::default());
        assert!(!problems.iter().any(|problem| problem.is_error()), "{problems:?}");
        let query = read.query(question).0.expect("a question");
        let compiled = compile_for(&read, &query, functions).expect("supported");
        let (read, budget, outside) = (Rc::new(read), Budget::UNLIMITED, &mut Nowhere);
        let recording = Recording::with_window(read, query, compiled, 100, 1, u32::MAX, &budget, outside);
        let mut recording = slices::finish(recording);
        let calls: Vec<Option<String>> = (0..recording.tree().tree().len())
            .map(|node| recording.said(NodeId(node), 100).map(|said| said.call))
            .collect();
        let shape = recording.tree().tree().clone();
        let mut found = Vec::new();
        for node in 1..shape.len() {
            let above = shape.parent(NodeId(node)).and_then(|above| calls[above.0 as usize].as_deref());
            found.push(format!(
                "{} / {}",
                above.unwrap_or("*"),
                calls[node as usize].as_deref().unwrap_or("*")
            ));
        }
        assert_eq!(found, expected, "{question}, {functions:?}");
    }
}

#[test]
fn below_everyone_who_uses_it() {
    let program = "f x = x + k\ng x = f x + k\nk = 7\n";
    check(program, "g 1", &["* / g 1", "g 1 / f 1", "f 1 / k", "g 1 / k"]);
}

/// Which constant a method is may be known at run time only.
#[test]
fn of_an_instance() {
    let program = "class Default a where\n  def :: a\ninstance Default Int where\n  def = 7\n\
                   f :: Default a => a -> [a]\nf x = [x, def]\n";
    check(program, "f (1 :: Int)", &["* / f 1", "f 1 / def"]);
}
