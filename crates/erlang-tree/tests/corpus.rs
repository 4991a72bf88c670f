//! Trees of the programs of the corpus, of which nobody has written down what they are: what must
//! be true of every tree.

#![allow(clippy::disallowed_methods)]

use std::cell::Cell;
use std::path::{Path, PathBuf};

use computation_tree::{NodeId, Tree};
use erlang_history::Limits;
use erlang_machine::machine::Budget;
use erlang_machine::schedule::{Fair, Schedule};
use erlang_machine::world::ClosedWorld;
use erlang_term::{Atom, Term};
use erlang_tree::processes::{CameTo, NodeKind, Transition};
use erlang_tree::{COMPILED, Recording, RunTree};
use slices::{Meter, finish};
use test_support::{EXPRESSION, Sources};

thread_local! {
    static SHORT: Cell<bool> = const { Cell::new(false) };
}

fn memory() -> u64 {
    if SHORT.get() { 2 } else { 0 }
}

fn tree(name: &str, text: &str, short: bool) -> RunTree {
    let sources = Sources::new(&[text]).expression(&format!("{name}:main()"));
    let machine = test_support::machine(sources, EXPRESSION, COMPILED, Fair.delivery());
    SHORT.set(short);
    let budget = Budget { max_steps: 20_000, memory, ..Budget::UNLIMITED };
    let limits = Limits { budget, comfortable: 1 };
    let mut recording = Recording::new(machine);
    recording.run(&mut Fair, &mut ClosedWorld::default(), &limits);
    let tree = recording.finish(memory, 1).into_run_tree();
    SHORT.set(false);
    tree
}

/// Everything that a node says, in one line.
fn show(said: &Transition) -> String {
    let terms = |terms: &[Term]| terms.iter().map(|term| format!("{term} ")).collect::<String>();
    let context = |context: &[(Atom, Term)]| {
        context.iter().map(|(name, value)| format!("{}={value} ", name.name())).collect::<String>()
    };
    let came_to = match &said.came_to {
        CameTo::Value(value) => format!("{value}"),
        CameTo::Exception { class, reason, trace } => format!("{} {reason} {trace}", class.atom().name()),
        CameTo::Receive { point, context: reached } => format!("{point:?} {}", context(reached)),
        CameTo::Stuck => "stuck".into(),
        CameTo::Killed { reason, by } => format!("{reason} {by:?}"),
        CameTo::Hibernated => "hibernated".into(),
        CameTo::Running => "running".into(),
    };
    let Transition {
        kind,
        subject,
        arguments,
        captured,
        clause,
        receive,
        accepted,
        received,
        consumed,
        sent,
        created,
        ..
    } = said;
    let (name, receive) = (subject.function.name(), receive.as_ref().map(|point| point.line));
    let (arguments, captured, before) = (terms(arguments), terms(captured), context(&said.context));
    format!(
        "{kind:?} {name}({arguments}{captured}) {clause:?} {receive:?} {accepted:?} {before} {received:?} {consumed:?} = {came_to} {sent:?} {created:?}"
    )
}

fn check(path: &Path) -> u32 {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).expect("a program");
    let mut remembered = tree(&name, &text, false);
    let mut again = tree(&name, &text, true);
    let count = remembered.tree().len();
    assert_eq!(count, again.tree().len(), "{name}");
    let mut receives = 0;
    for node in (1..count).step_by((count as usize / 300).max(1)).map(NodeId) {
        let said = remembered.transition(node);
        assert_eq!(show(&said), show(&again.transition(node)), "{name}, {node:?}");
        let depth = remembered.tree().depth(node);
        assert_eq!(said.kind == NodeKind::Process, depth == 1, "{name}, {node:?}");
        receives += u32::from(said.kind == NodeKind::Receive);
        if matches!(said.kind, NodeKind::Receive | NodeKind::Transition) {
            assert!(said.receive.is_some(), "{name}, {node:?}: {}", show(&said));
            let is_receive = remembered.receive_of(node) == Some(node);
            assert_eq!(said.kind == NodeKind::Receive, is_receive, "{name}, {node:?}: {}", show(&said));
        }
        // What a node sent was sent in it.
        for event in said.sent.iter().chain(&said.created) {
            let by = remembered.innermost(*event).expect("someone");
            assert!((node..remembered.tree().end(node)).contains(&by), "{name}, {node:?}: {}", show(&said));
        }
        // What bound a variable is another node, of another process or before this one.
        for variable in 0..said.context.len() {
            let Some(binder) = remembered.binder(node, variable) else { continue };
            let elsewhere = remembered.process_of(binder) != remembered.process_of(node);
            assert!(elsewhere || binder < node, "{name}, {node:?} {variable} {binder:?}: {}", show(&said));
        }
    }
    for node in (1..count).step_by((count as usize / 20).max(1)).map(NodeId) {
        if remembered.kind(node) != NodeKind::Process {
            let zoom = finish(remembered.zoom(node, &Meter::unlimited()))
                .unwrap_or_else(|trouble| panic!("{name}, {node:?}: {trouble}"));
            assert!(!zoom.tree.is_empty());
        }
    }
    receives
}

#[test]
fn programs_of_the_corpus() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/side-by-side/programs");
    let folders = [root.join("concurrent"), root];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("the corpus"));
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|found| found == "erl"));
    programs.sort();
    let receives: u32 = programs.iter().map(|path| check(path)).sum();
    assert!(receives > 100, "{receives}");
}
