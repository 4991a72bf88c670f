//! What is undone with what, event by event.

use erlang_history::timeline::{FairByChoice, Target};
use erlang_history::{EventId, EventKind, RunEvent, Timeline};
use erlang_machine::machine::Budget;
use erlang_machine::schedule::Choice;
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_term::{Atom, Pid, Term};
use slices::finish;
use test_support::program;

fn run(functions: &str) -> Timeline {
    let machine = program::machine(functions, Delivery::Chosen);
    let mut timeline = Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED);
    timeline.run(&mut FairByChoice::default(), u64::MAX, &mut |_, _| false);
    timeline
}

fn first(timeline: &Timeline) -> u32 {
    timeline.machine().main().expect("it is started").state.pid.id()
}

/// `a` is the first process, then `b`, … in the order of creation.
fn shown(timeline: &Timeline, event: &RunEvent) -> String {
    let name = |pid: Pid| char::from(b'a' + (pid.id() - first(timeline)) as u8);
    let what = match &event.kind {
        EventKind::Send { to, content, .. } => format!("send {} {content}", name(*to)),
        EventKind::Deliver { message, .. } => {
            format!("deliver {}", timeline.log().content_of(*message).expect("it was sent"))
        }
        EventKind::Receive { message } => {
            format!("receive {}", timeline.log().content_of(*message).expect("it was sent"))
        }
        EventKind::Spawn { child, .. } => format!("spawn {}", name(*child)),
        EventKind::Exit { .. } => "exit".to_owned(),
        EventKind::Timeout { .. } => "timeout".to_owned(),
        EventKind::Register { name, .. } => format!("register {}", name.name()),
        EventKind::Link { .. } => "link".to_owned(),
        other => format!("{other:?}"),
    };
    format!("{} {what}", name(event.process))
}

fn find(timeline: &Timeline, wanted: &str) -> EventId {
    let found = timeline.events().find(|(_, event)| shown(timeline, event) == wanted);
    found.unwrap_or_else(|| panic!("no event {wanted:?} among {:#?}", all(timeline))).0
}

fn all(timeline: &Timeline) -> Vec<String> {
    timeline.events().map(|(_, event)| shown(timeline, event)).collect()
}

/// Undoes one event of the fair run: what else is undone, latest first.
fn check(functions: &str, event: &str, expected: &[&str]) {
    let mut timeline = run(functions);
    let before = all(&timeline);
    let id = find(&timeline, event);
    let (past, future) = finish(timeline.past_and_future(id)).expect("it is there");
    assert!(past.iter().all(|cause| *cause < id));
    let log = timeline.undo(&Target::Event(id)).expect("it is there");
    let name = |id: EventId| shown(&timeline, timeline.log().get(id).expect("it was there"));
    let undone: Vec<String> = timeline.undone_by(&log).map(name).collect();
    assert_eq!(undone, expected, "{event} of {before:#?}");
    // What is undone is the causal future.
    let mut gone: Vec<EventId> = timeline.undone_by(&log).collect();
    gone.sort_unstable();
    assert_eq!(gone, [&[id], &future[..]].concat(), "{event} of {before:#?}");
    // Nothing is lost.
    timeline.replay(&Target::Start).expect("it was undone");
    assert_eq!(timeline.events().count(), before.len());
}

#[test]
fn names_and_tables_are_causes() {
    let named = "main() -> P = spawn(fun() -> wait() end), spawn(fun() -> register(x, P), wait() end),
        spawn(fun() -> receive after 9 -> x ! hello, wait() end end), spawn(fun() -> receive after 5 -> y end, wait() end), wait().
        wait() -> receive never -> ok end.";
    check(named, "c register x", &["b deliver hello", "d send b hello", "c register x"]);
    // Two keys of a table have nothing to do with each other; the whole of it has with both.
    let table = "main() -> T = ets:new(t, [public]), S = self(),
        spawn(fun() -> ets:insert(T, {1, a}), S ! one, wait() end),
        spawn(fun() -> receive after 1 -> ets:insert(T, {2, b}) end, S ! two, wait() end),
        spawn(fun() -> receive after 2 -> ets:lookup(T, 1) end, S ! three, wait() end),
        spawn(fun() -> receive after 3 -> ets:tab2list(T) end, S ! four, wait() end),
        wait().
        wait() -> receive never -> ok end.";
    let mut timeline = run(table);
    let b = Pid::local(first(&timeline) + 1);
    let steps = |timeline: &Timeline, pid: Pid| {
        timeline.machine().system.get(pid).expect("it is there").state.reductions
    };
    let (before, whole) = (steps(&timeline, b), timeline.events().count());
    let log = timeline.back(b, before);
    let name = |id: EventId| shown(&timeline, timeline.log().get(id).expect("it was there"));
    let undone: Vec<String> = timeline.undone_by(&log).map(name).collect();
    assert_eq!(
        undone,
        [
            "a deliver four",
            "e send a four",
            "a deliver three",
            "d send a three",
            "a deliver two",
            "a deliver one",
            "b send a one"
        ]
    );
    timeline.replay(&Target::Start).expect("it was undone");
    assert_eq!(timeline.events().count(), whole);
}

#[test]
fn exits_and_printing() {
    // Who dies takes with it who is linked; to print is nobody's business.
    let linked =
        "main() -> process_flag(trap_exit, true), P = spawn_link(fun() -> receive stop -> exit(bad) end end),
        spawn(fun() -> io:format(\"hello~n\"), wait() end), P ! stop, receive {'EXIT', _, R} -> R end, wait().
        wait() -> receive never -> ok end.";
    check(
        linked,
        "b receive stop",
        &[
            "a receive {'EXIT',<0.83.0>,bad}",
            "a deliver {'EXIT',<0.83.0>,bad}",
            "b send a {'EXIT',<0.83.0>,bad}",
            "b exit",
            "b receive stop",
        ],
    );
    let mut timeline = run(linked);
    assert_eq!(timeline.output(), b"hello\n");
    let spawn = find(&timeline, "a spawn c");
    timeline.undo(&Target::Event(spawn)).expect("it is there");
    assert_eq!(timeline.output(), b"");
    timeline.replay(&Target::Start).expect("it was undone");
    assert_eq!(timeline.output(), b"hello\n");
}

const CLIENTS: &str =
    "main() -> S = spawn(fun() -> server() end), spawn(fun() -> client(S, one) end), client(S, two).
    server() -> receive {P, M} -> P ! {ack, M}, server() end.
    client(S, M) -> X = {self(), M}, S ! X, receive {ack, M} -> ok end, receive never -> ok end.";

#[test]
fn causes_and_effects() {
    let timeline = run(CLIENTS);
    let names = |ids: Vec<EventId>| -> Vec<String> {
        ids.into_iter().map(|id| shown(&timeline, timeline.event(id).expect("it is there"))).collect()
    };
    let receipt = find(&timeline, "b receive {<0.82.0>,two}");
    assert_eq!(
        names(timeline.causes(receipt)),
        ["b deliver {<0.82.0>,two}", "a spawn b"].map(str::to_owned).into_iter().rev().collect::<Vec<_>>()
    );
    assert_eq!(
        names(timeline.effects(receipt)),
        ["b send a {ack,two}", "b deliver {<0.84.0>,one}"].map(str::to_owned)
    );
}

#[test]
fn a_binding_is_a_place_to_go_back_to() {
    let mut timeline = run(CLIENTS);
    let (a, before) = (Pid::local(first(&timeline)), timeline.events().count());
    let log = timeline.undo(&Target::Bind { pid: a, variable: Atom::new("X") }).expect("it is bound");
    assert!(log.events < before);
    // It stands before the call whose value goes into it; the send is yet to come.
    assert!(!all(&timeline).contains(&"a send b {<0.82.0>,two}".to_owned()));
    assert!(all(&timeline).contains(&"a spawn c".to_owned()));
    assert!(timeline.undo(&Target::Bind { pid: a, variable: Atom::new("Y") }).is_err());
}

#[test]
fn another_choice_forgets_what_depends_on_the_first() {
    let mut timeline = run(CLIENTS);
    let b = Pid::local(first(&timeline) + 1);
    let delivery = find(&timeline, "b deliver {<0.82.0>,two}");
    timeline.undo(&Target::Event(delivery)).expect("it is there");
    let [a, c] = [0, 2].map(|n| Pid::local(first(&timeline) + n));
    // The other client first.
    timeline.take(Choice::Deliver { from: c, to: b }).expect("its message is on its way");
    assert!(!timeline.has_future(), "{:?}", timeline.future().count());
    timeline.run(&mut FairByChoice::default(), u64::MAX, &mut |_, _| false);
    let order: Vec<String> =
        all(&timeline).into_iter().filter(|event| event.starts_with("b receive")).collect();
    assert_eq!(order, ["b receive {<0.84.0>,one}", "b receive {<0.82.0>,two}"]);
    // Numbers of what is forgotten are not used again.
    assert!(timeline.event(delivery).is_none());
    assert!(timeline.machine().system.get(a).is_some());
}

#[test]
fn the_end_of_a_run_is_a_place_to_go_back_from() {
    for (last, end) in
        [("halt(3)", "the program halted with status 3"), ("m:f(open_port(x, []))", "not supported")]
    {
        let mut timeline = run(&format!(
            "main() -> spawn(fun() -> receive never -> ok end end), self() ! hello, {last}, ok."
        ));
        assert!(timeline.end().is_some());
        assert!(timeline.choices().is_empty());
        let main = Pid::local(first(&timeline));
        let refused = timeline.take(Choice::Run { pid: main, reductions: 1 }).expect_err("it is over");
        assert!(refused.to_string().starts_with(end), "{refused}");
        timeline.back(main, 1);
        assert!(timeline.end().is_none());
        assert!(!timeline.choices().is_empty());
        timeline.run(&mut FairByChoice::default(), u64::MAX, &mut |_, _| false);
        assert!(timeline.end().is_some());
    }
}

/// A process that prints, or looks for the process that prints, after that one was killed depends
/// on the kill.
#[test]
fn the_death_of_a_servant_is_a_cause() {
    let killed = "main() -> spawn(fun() -> io:format(\"hello~n\"), wait() end),
        spawn(fun() -> receive after 5 -> exit(whereis(user), kill), wait() end end),
        spawn(fun() -> receive after 9 -> put(user, whereis(user)), wait() end end),
        spawn(fun() -> receive after 9 -> put(printed, catch io:format(\"bye~n\")), wait() end end), wait().
        wait() -> receive never -> ok end.";
    let mut timeline = run(killed);
    let known = |timeline: &Timeline, n: u32, key: &str| {
        let process = timeline.machine().system.get(Pid::local(first(timeline) + n)).expect("it is there");
        process.state.dictionary.get(&Term::atom(key)).map(ToString::to_string)
    };
    let before = [known(&timeline, 3, "user"), known(&timeline, 4, "printed")];
    assert_eq!(before[0].as_deref(), Some("undefined"));
    assert!(before[1].as_deref().is_some_and(|printed| printed.contains("terminated")), "{before:?}");
    let (kill, _) = timeline
        .events()
        .find(|(_, event)| matches!(event.kind, EventKind::ExitSignal { .. }))
        .expect("it was killed");
    let log = timeline.undo(&Target::Event(kill)).expect("it is there");
    let undone = |n: u32| log.steps.iter().any(|(pid, _)| pid.id() == first(&timeline) + n);
    assert!(!undone(1), "what was printed before stays");
    assert_eq!([known(&timeline, 3, "user"), known(&timeline, 4, "printed")], [None, None]);
    timeline.replay(&Target::Start).expect("it was undone");
    assert_eq!([known(&timeline, 3, "user"), known(&timeline, 4, "printed")], before);
}
