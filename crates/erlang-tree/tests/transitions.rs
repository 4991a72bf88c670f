//! Trees of runs with several processes: what is a node, where it hangs, and what it says.

#![allow(clippy::disallowed_methods)]

mod run;

use std::cell::Cell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use computation_tree::{NodeId, Tree};
use erlang_history::{EventId, EventKind, Limits};
use erlang_machine::machine::Budget;
use erlang_machine::schedule::Fair;
use erlang_machine::world::ClosedWorld;
use erlang_term::{Atom, Term};
use erlang_tree::processes::{CameTo, Consumed, NodeKind, ReceivePoint, Transition};
use erlang_tree::{Recording, RunTree, statement};
use slices::{Meter, finish};

/// A program, an expression, and its tree, with lines of `====` between them. With `UPDATE=1` the
/// tree is written anew.
fn check(path: &Path, text: &str) {
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
    let programs = programs();
    assert!(programs.len() > 15);
    programs.iter().for_each(|(path, text)| check(path, text));
}

/// Whatever a node did, and every message that came in while it ran, belongs to exactly one
/// innermost node: it is in what that node says, and otherwise only in what is around it.
#[test]
fn every_event_has_one_owner() {
    let mut owned = 0;
    for (path, text) in programs() {
        let parts: Vec<&str> = text.split("\n====\n").collect();
        let [functions, expression, ..] = &parts[..] else { panic!("{}: no expression", path.display()) };
        let mut tree = run::tree(functions, expression).into_run_tree();
        let nodes = (1..tree.tree().len()).map(NodeId);
        let steps: Vec<NodeId> = nodes.filter(|node| tree.tree().depth(*node) > 1).collect();
        // By whether it is something that came in.
        let mut said_by: HashMap<(EventId, bool), Vec<NodeId>> = HashMap::new();
        for node in steps {
            let said = tree.transition(node);
            let took = match said.consumed.filter(|_| said.kind == NodeKind::Receive) {
                Some(Consumed::Message(event) | Consumed::Timeout(event)) => Some(event),
                None => None,
            };
            let timeouts = said.missing.iter().map(|missing| missing.timeout);
            let came_in = said.answers.iter().copied().chain(took).chain(timeouts);
            for event in came_in {
                said_by.entry((event, true)).or_default().push(node);
            }
            for event in said.sent.iter().chain(&said.created) {
                said_by.entry((*event, false)).or_default().push(node);
            }
        }
        for (id, event) in tree.log().iter().filter(|(id, _)| tree.is_by_node(*id)) {
            let shown = match &event.kind {
                EventKind::Send { .. } | EventKind::Spawn { .. } => (id, false),
                EventKind::Timeout { .. } => (id, true),
                EventKind::Receive { message } => (tree.log().send_of(*message).expect("its send"), true),
                _ => continue,
            };
            let owner = tree.innermost(id).expect("an owner");
            // To sleep is not an input, and what a node sends to itself stays inside.
            let is_sleep = matches!(event.kind, EventKind::Timeout { .. }) && !said_by.contains_key(&shown);
            if is_sleep || (shown.0 != id && tree.innermost(shown.0) == Some(owner)) {
                continue;
            }
            let of_process = |node: &NodeId| tree.process_of(*node) == Some(event.process);
            let by: Vec<NodeId> =
                said_by.get(&shown).into_iter().flatten().copied().filter(of_process).collect();
            assert!(by.contains(&owner), "{}: {id:?} is not in what {owner:?} says", path.display());
            let is_around = |node: &NodeId| *node <= owner && owner < tree.tree().end(*node);
            assert!(by.iter().all(is_around), "{}: {id:?} of {owner:?} is in {by:?}", path.display());
            owned += 1;
        }
    }
    assert!(owned > 100, "{owned}");
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
        NodeKind::FirstStep => match said.consumed {
            Some(Consumed::Message(send)) => format!("{} for {}", call(tree, &said), event(tree, send)),
            _ => call(tree, &said),
        },
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
    if !said.answers.is_empty() {
        text += &format!(", received {}", list(tree, &said.answers));
    }
    text
}

fn call(tree: &RunTree, said: &Transition) -> String {
    let (subject, arguments, captured) =
        (said.subject.clone(), said.arguments.clone(), said.captured.clone());
    let (outcome, clause) = (erlang_tree::CallOutcome::Unfinished, said.clause);
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
            assert!(said.received.contains(&send), "what was taken was there");
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

fn programs() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transitions");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("programs").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let text = |path: PathBuf| (path.clone(), std::fs::read_to_string(path).expect("a program"));
    paths.into_iter().map(text).collect()
}

// ---- the same again ----

thread_local! {
    /// How often memory may be asked for before it is short. The tests have no allocator that
    /// counts.
    static QUESTIONS: Cell<u64> = const { Cell::new(u64::MAX) };
}

fn memory() -> u64 {
    QUESTIONS.with(|left| {
        left.set(left.get().saturating_sub(1));
        if left.get() == 0 { 2 } else { 0 }
    })
}

/// The tree of a run in which memory is short after this many turns.
fn tree_in_little_memory(functions: &str, expression: &str, turns: u64) -> RunTree {
    QUESTIONS.set(turns);
    let budget = Budget { memory, ..Budget::UNLIMITED };
    let limits = Limits { budget, comfortable: 1 };
    let tree = run::record(run::machine(functions, expression), &limits).0.into_run_tree();
    QUESTIONS.set(u64::MAX);
    tree
}

/// The same, recorded from receive to receive in the first run.
fn first_run_in_little_memory(functions: &str, expression: &str) -> RunTree {
    QUESTIONS.set(1);
    let limits = Limits { budget: Budget { memory, ..Budget::UNLIMITED }, comfortable: 1 };
    let mut recording = Recording::of_one_process(run::machine(functions, expression));
    recording.run(&mut Fair, &mut ClosedWorld::default(), &limits);
    let tree = recording.finish(memory, 1).into_run_tree();
    QUESTIONS.set(u64::MAX);
    tree
}

#[test]
fn statements_are_the_same_without_memory() {
    for (path, text) in programs() {
        let parts: Vec<&str> = text.split("\n====\n").collect();
        let (functions, expression) = (parts[0], parts[1]);
        let remembered = show(&mut run::tree(functions, expression).into_run_tree());
        let mut again = tree_in_little_memory(functions, expression, 1);
        assert_eq!(remembered, show(&mut again), "{}", path.display());
        assert!(again.reruns() > 0, "{}", path.display());
        // All at once, and recorded in the first run: in one re-run.
        let mut at_once = first_run_in_little_memory(functions, expression);
        let nodes: Vec<NodeId> = (0..at_once.tree().len()).map(NodeId).collect();
        finish(at_once.prefetch(&nodes, &Meter::new(1_000)));
        assert_eq!(remembered, show(&mut at_once), "{}", path.display());
        assert!(at_once.reruns() <= 1, "{}: {}", path.display(), at_once.reruns());
        // With room for one value at a time.
        let mut alone = tree_in_little_memory(functions, expression, 1);
        QUESTIONS.set(1);
        assert_eq!(remembered, show(&mut alone), "{}", path.display());
        QUESTIONS.set(u64::MAX);
    }
}

const LONG: &str = "
    start(N) ->
        P = spawn(fun() -> loop(0) end),
        [P ! {add, X} || X <- lists:seq(1, N)],
        deep(N),
        P ! {get, self()},
        receive {sum, S} -> S end.
    loop(S) ->
        receive
            {add, X} -> loop(plus(S, X));
            {get, To} -> To ! {sum, S}, loop(S)
        end.
    plus(X, Y) -> X + Y.
    deep(0) -> 0;
    deep(N) -> self() ! N, receive N -> ok end, 1 + deep(N - 1).";

#[test]
fn long_runs_are_linear_and_the_same_again() {
    let mut remembered = run::tree(LONG, "m:start(1000)").into_run_tree();
    let count = remembered.tree().len();
    // Of the loop: a receive, a call of plus and the next of loop; going down: a transition, a
    // receive and a call; coming up: a transition.
    assert!((7_000..7_100).contains(&count), "{count}");
    let mut again = tree_in_little_memory(LONG, "m:start(1000)", 9);
    for n in (1..count).step_by(13) {
        assert_eq!(line(&mut remembered, NodeId(n)), line(&mut again, NodeId(n)), "node {n}");
    }
    assert!((1..200).contains(&again.reruns()), "{}", again.reruns());
    // From end to end at once; nearly all parts of the run, but none of them twice.
    let mut at_once = tree_in_little_memory(LONG, "m:start(1000)", 9);
    let nodes: Vec<NodeId> = (1..count).step_by(13).map(NodeId).collect();
    finish(at_once.prefetch(&nodes, &Meter::new(1_000)));
    let reruns = at_once.reruns();
    for node in nodes {
        assert_eq!(line(&mut remembered, node), line(&mut at_once, node), "{node:?}");
    }
    assert_eq!(at_once.reruns(), reruns, "what was prefetched is there");
    assert!((1..20).contains(&reruns), "{reruns}");
}

// ---- what leads where ----

/// The node whose line contains this text, `nth` (from 1) of those.
fn find(tree: &mut RunTree, text: &str, nth: usize) -> NodeId {
    let shown = show(tree);
    let mut found = shown.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with(text));
    let (n, _) = found.nth(nth - 1).unwrap_or_else(|| panic!("no {text}\n{shown}"));
    NodeId(n as u32 + 1)
}

fn named(tree: &mut RunTree, node: Option<NodeId>) -> String {
    let shown = show(tree);
    let line = node.and_then(|node| shown.lines().nth(node.0 as usize - 1)).unwrap_or("none");
    line.trim_start().to_owned()
}

fn program(name: &str) -> RunTree {
    let (_, text) = programs()
        .into_iter()
        .find(|(path, _)| path.file_stem().is_some_and(|stem| stem == name))
        .unwrap_or_else(|| panic!("no {name}"));
    let parts: Vec<&str> = text.split("\n====\n").collect();
    run::tree(parts[0], parts[1]).into_run_tree()
}

#[test]
fn a_variable_leads_to_the_node_that_bound_it() {
    let check = |name: &str, node: (&str, usize), variable: &str, expected: &str| {
        let mut tree = program(name);
        let node = find(&mut tree, node.0, node.1);
        let said = tree.transition(node);
        let number = said.context.iter().position(|(name, _)| name.name() == variable);
        let number =
            number.unwrap_or_else(|| variable.parse().expect("a variable, or the number of an argument"));
        let binder = tree.binder(node, number);
        let found = named(&mut tree, binder);
        assert!(found.starts_with(expected), "{name}, {variable}: {found}");
    };
    // An argument is its caller's; that of a process's first call, who created it.
    check("tcp_wrong_message", ("receive at 41 {Ack = 201", 1), "Data", "m:client_fun(P2, 50");
    check("tcp_wrong_message", ("receive at 13 {Client_PID = P3", 1), "Port", "m:main()");
    check("tcp_wrong_message", ("receive at 24", 1), "Seq", "receive at 13 {Client_PID = P4");
    check("tcp_wrong_message", ("stuck in receive at 13", 1), "Seq", "receive at 13 {Client_PID = P4");
    // What the pattern took from the message is its sender's.
    check("tcp_wrong_message", ("receive at 41 {Ack = 201", 1), "Seq", "receive at 13 {Client_PID = P4");
    check("tcp_wrong_message", ("m:main() goes on", 1), "D", "receive at 24");
    // By a match, or an earlier receive, of the same call.
    check("loop", ("receive at 7", 1), "P", "m:start(3) ->");
    check("nested", ("receive at 8", 1), "Y", "receive at 5 goes on after receive at 6");
    check("unsafe_variables", ("receive at 12", 1), "Y", "receive at 10");
    check("unsafe_variables", ("receive at 12", 1), "D", "m:f(1) ->");
    check("unsafe_variables", ("receive at 12", 1), "B", "m:f(1) ->");
    check(
        "comprehension",
        ("receive at 5 {X = 2", 1),
        "X",
        "m:f([1, 2, 3]) goes on after receive at 5 {X = 1",
    );
    // The state of a callback.
    check("callbacks", ("m:handle_call({add, 2}", 1), "2", "m:handle_cast({set, 5}, 1) goes on");
    check("callbacks", ("receive at 11", 1), "_S", "m:handle_call({add, 1}");
    check("callbacks", ("m:init(10)", 1), "0", "m:start()");
    check("callbacks", ("m:add(P2, 2)", 1), "0", "m:start()");
}

#[test]
fn an_event_leads_to_the_node_that_did_it() {
    let check = |name: &str, is_it: fn(&EventKind, &str) -> bool, innermost: &str, outermost: &str| {
        let mut tree = program(name);
        let program = tree.machine().program.clone();
        let text = |kind: &EventKind| match kind {
            EventKind::Send { content, .. } => statement::value(&program, content),
            _ => String::new(),
        };
        let found = tree.log().iter().find(|(_, event)| is_it(&event.kind, &text(&event.kind)));
        let event = found.unwrap_or_else(|| panic!("{name}: no such event")).0;
        let (inner, outer) = (tree.innermost(event), tree.outermost(event));
        let (inner, outer) = (named(&mut tree, inner), named(&mut tree, outer));
        assert!(inner.starts_with(innermost) && outer.starts_with(outermost), "{name}: {inner}\n{outer}");
    };
    check("tcp_wrong_message", |_, text| text == "{data, error_ack}", "receive at 24", "m:ack(");
    check("tcp_wrong_message", |_, text| text.contains("syn, 57"), "m:client_fun(", "m:client_fun(");
    check("nested_in_the_last_place", |_, text| text == "a", "m:f() ->", "m:g() ->");
    check(
        "timeouts",
        |kind, _| matches!(kind, EventKind::Timeout { .. }),
        "receive at 4",
        "m:f(100) goes on",
    );
    check("timer_message", |_, text| text == "tick", "m:f() ->", "m:f() ->");
    check("timer_message", |kind, _| matches!(kind, EventKind::Deliver { .. }), "m:f() ->", "m:f() ->");
    check("down", |_, text| text.contains("DOWN"), "m:fails(3)", "m:fails(3)");
    check("killed", |kind, _| matches!(kind, EventKind::Exit { .. }), "m:wait(1)", "m:wait(1)");
    // Trusted code sends the reply of a server: the callback returned it.
    check(
        "callbacks",
        |_, text| text.ends_with(", 1}") && text.starts_with("{#Ref"),
        "m:handle_call({add, 1}",
        "m:handle_call({add, 1}",
    );
}

#[test]
fn a_process_leads_to_its_last_node() {
    let check = |name: &str, process: usize, last: &str, receive: &str| {
        let mut tree = program(name);
        let pid = tree.processes()[process - 1].pid;
        let last_of = tree.last_of(pid);
        let receive_of = last_of.and_then(|last| tree.receive_of(last));
        let (found, of) = (named(&mut tree, last_of), named(&mut tree, receive_of));
        assert!(found.starts_with(last) && of.starts_with(receive), "{name}, {process}: {found}\n{of}");
    };
    check("tcp_server_ends", 2, "m:server_fun(P1, 50, 500) goes on", "receive at 13");
    check("tcp_server_ends", 1, "stuck in receive at 7", "none");
    check("down", 2, "m:fails(3)", "none");
    check("trusted_receive", 2, "(begin Me", "none");
}

// ---- inside ----

/// All nodes of a program, and what is inside each of them.
fn show_inside(tree: &mut RunTree) -> String {
    let shown = show(tree);
    let program = tree.machine().program.clone();
    let mut text = String::new();
    for (line, n) in shown.lines().zip(1..) {
        let node = NodeId(n);
        if tree.kind(node) == NodeKind::Process {
            continue;
        }
        text += &format!("{}\n", line.trim_start());
        let zoom = finish(tree.zoom(node, &Meter::unlimited()))
            .unwrap_or_else(|trouble| panic!("{line}: {trouble}"));
        for inside in (0..zoom.tree.len()).map(NodeId) {
            let said = zoom.statement(&program, inside);
            let claims: Vec<&str> =
                said.claims.iter().filter(|c| c.kind.name() != "context").map(|c| c.text.as_str()).collect();
            let calls: Vec<String> = zoom.calls(inside).iter().map(|call| named(tree, Some(*call))).collect();
            let calls = if calls.is_empty() { String::new() } else { format!("  % {}", calls.join("; ")) };
            let indent = "  ".repeat(zoom.tree.depth(inside) as usize + 2);
            text += &format!("{indent}{} = {}{calls}\n", said.statement, claims.join("; "));
        }
    }
    let names = tree.processes().iter().enumerate();
    names.fold(text, |text, (n, process)| {
        text.replace(&format!("{}", Term::Pid(process.pid)), &format!("P{}", n + 1))
    })
}

#[test]
fn nodes_are_this_inside() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zooms");
    let mut checked = 0;
    for (path, _) in programs() {
        let name = path.file_stem().expect("a name").to_string_lossy();
        // There is an inside of all nodes, whatever it is.
        let inside = show_inside(&mut program(&name));
        let page = folder.join(format!("{name}.txt"));
        let Ok(expected) = std::fs::read_to_string(&page) else { continue };
        checked += 1;
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(page, inside).expect("a folder");
        } else {
            assert_eq!(expected, inside, "{name}\n{inside}");
        }
    }
    assert!(checked > 5);
}
