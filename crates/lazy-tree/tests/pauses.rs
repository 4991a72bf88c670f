//! What takes long goes on by slices: judging, recording, replaying, searching for all answers.

use std::rc::Rc;

use computation_tree::{NodeId, Tree};
use lazy_machine::machine::{Budget, Machine};
use lazy_machine::{Compiled, compile};
use lazy_syntax::ast::{Program, Query};
use lazy_syntax::{Diagnostic, Options, load};
use lazy_tree::{Collection, Fact, Nowhere, Recording, Reference};
use slices::testing::by_slices;
use slices::{Meter, finish};

const SLICE: u64 = 1_000;

const SLOW: &str = "slow n = if n == 0 then 0 else 1 + slow (n - 1)\n";

/// Two answers.
const BOTH: &str = "coin = 1\ncoin = 2\nboth n = slow (n + coin)\n";

fn read(file: &str, source: &str) -> Program {
    let (program, problems) = load(&[(file, source)], Options::for_file(file).expect("a lazy file"));
    assert!(!problems.iter().any(Diagnostic::is_error), "{problems:?}");
    program
}

fn ask(file: &str, source: &str, question: &str) -> (Program, Query, Compiled) {
    let mut program = read(file, source);
    let query = program.query(question).0.expect("a question");
    let compiled = compile(&program, &query).unwrap_or_else(|_| panic!("{question} is refused"));
    (program, query, compiled)
}

#[test]
fn the_reference() {
    for file in ["m.hs", "m.flp"] {
        for (value, expected) in [("30000", true), ("30001", false)] {
            let make = |meter: &Meter| {
                let fact = Fact::read("slow 30000", value, &|name| name == "slow").expect("a fact");
                (Reference::new(read(file, SLOW)).pausing(meter.clone()), fact)
            };
            let judged = by_slices(SLICE, make, |(reference, fact)| Box::pin(reference.is_right(fact)));
            assert_eq!(judged, Some(expected), "{file}");
        }
    }
}

#[test]
fn the_reference_of_all_answers() {
    let make = |meter: &Meter| {
        let fact = |value| Fact::read("both 29999", value, &|name| name == "both").expect("a fact");
        let reference = Reference::new(read("m.flp", &format!("{SLOW}{BOTH}")));
        (reference.pausing(meter.clone()), [fact("30000"), fact("30001")])
    };
    let judged = by_slices(SLICE, make, |(reference, answers)| {
        Box::pin(async move {
            let is_function = |name: &str| name == "both";
            let all = reference.is_complete("both 29999", answers, &is_function).await;
            (all, reference.is_complete("both 29999", &answers[1..], &is_function).await)
        })
    });
    assert_eq!(judged, (Some(true), Some(false)));
}

#[test]
fn all_answers() {
    let make = |meter: &Meter| (ask("m.flp", &format!("{SLOW}{BOTH}"), "both 149 -> r"), meter.clone());
    let found = by_slices(SLICE, make, |((program, _, compiled), meter)| {
        Box::pin(async {
            let budget = Budget { meter: Some(meter), ..Budget::UNLIMITED };
            let collection = Collection::new(Rc::new(program.clone()), compiled.clone(), &budget).await;
            let collection = collection.expect("a finite search");
            (collection.answers().to_vec(), collection.shared().tree().len())
        })
    });
    assert_eq!(found.0.len(), 2, "{found:?}");
    assert!(found.1 > 150, "{found:?}");
}

/// The run itself; then a replay of it, for the values of a call that are not at hand.
#[test]
fn a_recording() {
    let make = |meter: &Meter| (ask("m.hs", SLOW, "slow 30000"), meter.clone());
    let found = by_slices(SLICE, make, |((program, query, compiled), meter)| {
        Box::pin(async {
            let budget = Budget { meter: Some(meter), ..Budget::UNLIMITED };
            let (program, query) = (Rc::new(program.clone()), query.clone());
            let recording =
                Recording::new(program, query, compiled.clone(), 100, 1, &budget, &mut Nowhere).await;
            (recording.tree().tree().len(), recording.machine().steps())
        })
    });
    assert!(found.0 > 30_000, "{found:?}");

    let make = |meter: &Meter| {
        let (program, query, compiled) = ask("m.hs", SLOW, "slow 30000");
        let (program, budget, outside) = (Rc::new(program), Budget::UNLIMITED, &mut Nowhere);
        let recording = Recording::with_window(program, query, compiled, 100, 1, 10, &budget, outside);
        (finish(recording), meter.clone())
    };
    let said = by_slices(SLICE, make, |(recording, meter)| {
        Box::pin(async {
            recording.prepare(NodeId(20_000), meter).await;
            recording.said(NodeId(20_000), 10).map(|said| said.call)
        })
    });
    assert_eq!(said.as_deref(), Some("slow 10001"));
}

/// The limit of steps holds over all slices.
#[test]
fn what_never_ends() {
    let (_, _, compiled) = ask("m.hs", "loop :: Int -> Int\nloop n = loop (n + 1)\n", "loop 0");
    let meter = Meter::new(SLICE);
    let budget = Budget { max_steps: 10_500, meter: Some(&meter), ..Budget::UNLIMITED };
    let mut machine = Machine::new(compiled.code.clone(), compiled.main, 1, None);
    let end = finish(machine.run_by_slices(&budget));
    assert_eq!((end, machine.steps()), (lazy_machine::machine::Stop::Steps, 10_500));
}
