//! Trees of runs with several processes: what is a node, where it hangs, and what it says.

#![allow(clippy::disallowed_methods)]

mod run;

use std::path::{Path, PathBuf};

use computation_tree::{NodeId, Tree};
use erlang_term::{Atom, Term};
use erlang_tree::processes::{CameTo, Consumed, NodeKind, ReceivePoint, Transition};
use erlang_tree::{RunTree, statement};
use history::{EventId, EventKind};

/// A program, an expression, and its tree, with lines of `====` between them. With `UPDATE=1` the tree is written anew.
fn check(path: &Path) {
    let text = std::fs::read_to_string(path).expect("a program");
    let parts: Vec<&str> = text.split("\n====\n").collect();
    let [functions, expression, expected @ ..] = &parts[..] else {
        panic!("{}: no expression", path.display())
    };
    let shown = show(&mut run::tree(functions, expression).into_run_tree());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, [functions, *expression, &shown].join("\n====\n")).expect("a folder");
        return;
    }
    assert_eq!(expected.concat(), shown, "{}\n{shown}", path.display());
}

#[test]
fn programs_have_these_trees() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transitions");
    let mut programs: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("programs").map(|entry| entry.expect("an entry").path()).collect();
    programs.sort();
    assert!(programs.len() > 15);
    programs.iter().for_each(|path| check(path));
}

/// One line a node, without the run; processes are called P1, P2, … in the order of their creation.
fn show(tree: &mut RunTree) -> String {
    let nodes: Vec<NodeId> = (1..tree.tree().len()).map(NodeId).collect();
    let lines = nodes.into_iter().map(|node| {
        let indent = "  ".repeat(tree.tree().depth(node) as usize - 1);
        format!("{indent}{}\n", line(tree, node))
    });
    let text: String = lines.collect();
    let names = tree.processes().iter().enumerate();
    names.fold(text, |text, (n, process)| {
        text.replace(&format!("{}", Term::Pid(process.pid)), &format!("P{}", n + 1))
    })
}

fn line(tree: &mut RunTree, node: NodeId) -> String {
    let said = tree.transition(node);
    let mut text = match said.kind {
        NodeKind::Run => "run".into(),
        NodeKind::Process => {
            let process = tree.processes().iter().find(|process| process.node == node).expect("a process");
            let name = process.name.map_or(String::new(), |name| format!(" ({})", name.name()));
            format!("{}{name} {}", Term::Pid(process.pid), process.first_call)
        }
        NodeKind::FirstStep => call(tree, &said),
        NodeKind::Receive => receive(tree, &said),
        NodeKind::Transition if said.subject.receive.is_some() => {
            let line = said.subject.span().expect("an expression").start.line;
            format!("receive at {line} goes on after {}", receive(tree, &said))
        }
        NodeKind::Transition => format!("{} goes on after {}", call(tree, &said), receive(tree, &said)),
        NodeKind::Stuck if said.receive.is_none() => format!("stuck in {}", call(tree, &said)),
        NodeKind::Stuck => format!("stuck in {}", receive(tree, &said)),
    };
    text += &match &said.came_to {
        CameTo::Value(value) => format!(" = {}", value_of(tree, value)),
        CameTo::Exception { class, reason, .. } => {
            format!(" = {}:{}", class.atom().name(), value_of(tree, reason))
        }
        CameTo::Receive { point, context } => format!(" -> {}", at(tree, point, context)),
        CameTo::Stuck => String::new(),
        CameTo::Killed { reason, by } => {
            let by = by.map_or(String::new(), |by| format!(" by {}", event(tree, by)));
            format!(" killed: {}{by}", value_of(tree, reason))
        }
        CameTo::Hibernated => " hibernates".into(),
        CameTo::Running => " ...".into(),
    };
    for (what, events) in [(", sent", &said.sent), (", created", &said.created)] {
        if !events.is_empty() && said.kind != NodeKind::Process {
            text += &format!("{what} {}", list(tree, events));
        }
    }
    if said.kind == NodeKind::FirstStep && !said.received.is_empty() {
        text += &format!(", received {}", list(tree, &said.received));
    }
    text
}

fn call(tree: &RunTree, said: &Transition) -> String {
    let (subject, arguments, captured) =
        (said.subject.clone(), said.arguments.clone(), said.captured.clone());
    let (outcome, clause) = (erlang_tree::Outcome::Unfinished, said.clause);
    statement::call(
        &tree.machine().program,
        &erlang_tree::Call { subject, arguments, captured, outcome, clause },
    )
}

fn receive(tree: &RunTree, said: &Transition) -> String {
    let Some(point) = &said.receive else { return "nothing".into() };
    let point = at(tree, point, &said.context);
    match said.consumed {
        Some(Consumed::Message(send)) => {
            let others: Vec<EventId> = said.received.iter().copied().filter(|other| *other != send).collect();
            let beside =
                if others.is_empty() { String::new() } else { format!(" beside {}", list(tree, &others)) };
            let clause = said.accepted.map_or("?".into(), |clause| clause.to_string());
            format!("{point} took {} [{clause}]{beside}", event(tree, send))
        }
        Some(Consumed::Timeout(_)) => format!("{point} timed out"),
        None if said.received.is_empty() => point,
        None => format!("{point} beside {}", list(tree, &said.received)),
    }
}

fn at(tree: &RunTree, point: &ReceivePoint, context: &[(Atom, Term)]) -> String {
    assert!(point.source.starts_with("receive") && point.file == "m.erl", "{point:?}");
    let context: Vec<String> =
        context.iter().map(|(name, value)| format!("{} = {}", name.name(), value_of(tree, value))).collect();
    format!("receive at {} {{{}}}", point.line, context.join(", "))
}

fn list(tree: &RunTree, events: &[EventId]) -> String {
    let events: Vec<String> = events.iter().map(|id| event(tree, *id)).collect();
    format!("[{}]", events.join(", "))
}

fn event(tree: &RunTree, id: EventId) -> String {
    let event = tree.log().get(id).expect("an event");
    match &event.kind {
        EventKind::Send { to, content, .. } => {
            format!("{} from {} to {}", value_of(tree, content), Term::Pid(event.process), Term::Pid(*to))
        }
        EventKind::Spawn { child, .. } => format!("{}", Term::Pid(*child)),
        EventKind::Exit { .. } => format!("the exit of {}", Term::Pid(event.process)),
        EventKind::ExitSignal { .. } => format!("exit/2 of {}", Term::Pid(event.process)),
        EventKind::Link { .. } => format!("a link of {}", Term::Pid(event.process)),
        other => format!("{other:?}"),
    }
}

fn value_of(tree: &RunTree, value: &Term) -> String {
    statement::value(&tree.machine().program, value)
}
