//! Windows by re-running (functional-logic §8.4): the tree, and what its nodes say, is the same
//! with the values of a few calls at hand as with all of them.

use std::rc::Rc;

use computation_tree::{NodeId, Tree};
use lazy_machine::compile_for;
use lazy_machine::core::Functions;
use lazy_machine::machine::{Budget, Stop};
use lazy_syntax::{Options, load};
use lazy_tree::{Nowhere, Recording, Said};
use slices::finish;

fn recording(name: &str, text: &str, question: &str, functions: Functions, window: u32) -> Recording {
    recording_within(name, text, question, functions, window, &Budget::UNLIMITED)
}

fn recording_within(
    name: &str,
    text: &str,
    question: &str,
    functions: Functions,
    window: u32,
    budget: &Budget<'_>,
) -> Recording {
    let (mut program, problems) = load(&[(name, text)], Options::for_file(name).expect("an extension"));
    assert!(!problems.iter().any(|problem| problem.is_error()), "{problems:?}");
    let query = program.query(question).0.expect("a question");
    let compiled = compile_for(&program, &query, functions).expect("supported");
    finish(Recording::with_window(Rc::new(program), query, compiled, 10_000, 1, window, budget, &mut Nowhere))
}

fn said(recording: &mut Recording, nodes: impl Iterator<Item = u32>) -> Vec<(NodeId, Option<Said>)> {
    nodes.map(|node| (NodeId(node), recording.said(NodeId(node), 100))).collect()
}

#[test]
fn what_nodes_say_does_not_depend_on_the_window() {
    let program = "import Data.List\nqsort [] = []\nqsort (x:xs) = qsort (below x xs) ++ [x] ++ qsort (above x xs)\n\
                   below x xs = keep (< x) xs\nabove x xs = keep (> x) xs\nkeep p xs = [y | y <- xs, p y]\n\
                   table = map square [1 .. 5]\nsquare n = n * n\nscramble n = (n * n + sum table) `mod` 31\n";
    let logic = "ins x ys = x : ys\nins x (y:ys) = y : ins x ys\nperm [] = []\nperm (x:xs) = ins x (perm xs)\n\
                 sorted [] = True\nsorted [x] = True\nsorted (x:y:ys) = if x <= y then sorted (y:ys) else False\n\
                 psort xs = ys <== perm xs -> ys, sorted ys -> True\n";
    for (name, text, question, functions) in [
        ("sort.hs", program, "qsort (map scramble [1 .. 12])", Functions::Names),
        ("sort.hs", program, "qsort (map scramble [1 .. 12])", Functions::Maps),
        ("sort.flp", logic, "psort [4,3,1,2] -> ys", Functions::Names),
    ] {
        let mut whole = recording(name, text, question, functions, u32::MAX);
        let count = whole.tree().tree().len();
        assert!(count > 10, "{question}: {count}");
        let expected = said(&mut whole, 0..count);
        assert!(expected.iter().filter(|(_, said)| said.is_some()).count() > 10);
        for window in [1, 7, 20] {
            let mut part = recording(name, text, question, functions, window);
            assert_eq!(part.tree().tree().len(), count, "{question}: the same tree");
            for node in 0..count {
                assert_eq!(part.tree().call(NodeId(node)), whole.tree().call(NodeId(node)));
            }
            assert_eq!(said(&mut part, 0..count), expected, "{name}, {functions:?}, window {window}");
            let mut backwards = said(&mut part, (0..count).rev());
            backwards.reverse();
            assert_eq!(backwards, expected, "{name}, {functions:?}, window {window}, from the end");
        }
    }
}

#[test]
fn a_long_run_keeps_no_values() {
    let program =
        "count :: Int -> Int -> Int\ncount 0 n = n\ncount m n = let k = n + 1 in k `seq` count (m - 1) k\n";
    let budget = Budget { max_memory: 64 << 20, ..Budget::UNLIMITED };
    let mut long = recording_within("count.hs", program, "count 1000000 0", Functions::Names, 1_000, &budget);
    assert_eq!(*long.course().end(), Stop::Done);
    assert!(long.machine().bytes() < 32 << 20, "{} bytes", long.machine().bytes());
    let last = NodeId(long.tree().tree().len() - 1);
    assert_eq!(long.said(last, 10).map(|said| said.call), Some("count 0 1000000".to_owned()));
    assert!(long.machine().bytes() < 32 << 20, "{} bytes", long.machine().bytes());
}
