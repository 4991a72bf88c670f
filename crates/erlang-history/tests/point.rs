//! Points: where a process stands, and what goes when it is taken back there.

use erlang_history::timeline::{FairByChoice, Point, Target, Went};
use erlang_history::{EventKind, Timeline};
use erlang_machine::digest::digest;
use erlang_machine::machine::Budget;
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_term::{Atom, Pid};
use test_support::program;

fn begin(functions: &str) -> Timeline {
    let machine = program::machine(functions, Delivery::Chosen);
    Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED)
}

fn main_of(timeline: &Timeline) -> Pid {
    timeline.machine().main().expect("it is started").state.pid
}

fn finish(timeline: &mut Timeline) {
    timeline.run(&mut FairByChoice::default(), u64::MAX, &mut |_, _| false);
}

/// The expression that a process stands before, as it is written.
fn stands(timeline: &Timeline, pid: Pid) -> String {
    let machine = timeline.machine();
    let process = machine.system.get(pid).expect("it is there");
    let function = machine.program.function(process.state.function);
    let pc = process.state.pc - u32::from(process.state.standing.is_some());
    let text = function.place_at(pc).and_then(|place| {
        let span = function.source[place.expr?].span;
        function.source.sources.text(span)
    });
    text.unwrap_or("the beginning").lines().next().unwrap_or_default().to_owned()
}

fn sends(timeline: &Timeline) -> usize {
    timeline.events().filter(|(_, event)| matches!(event.kind, EventKind::Send { .. })).count()
}

const SERVED: &str = "
main() ->
    P = spawn(fun() -> receive {M, X} -> M ! X + 1 end end),
    P ! {self(), 1},
    Y = [a, b],
    receive N -> Z = N, {Y, Z} end.
";

/// A binding is undone, and the message sent before it is not.
#[test]
fn a_binding_behind_a_send() {
    let mut timeline = begin(SERVED);
    let main = main_of(&timeline);
    // main stands before its receive, and its message has been answered.
    while !stands(&timeline, main).starts_with("receive") {
        timeline.walk(main, 1);
    }
    let server = Pid::local(main.id() + 1);
    for _ in 0..100 {
        let others = |choice: &erlang_machine::schedule::Choice| !matches!(choice, erlang_machine::schedule::Choice::Run { pid, .. } if *pid == main);
        let Some(choice) = timeline.choices().into_iter().find(others) else { break };
        timeline.take(choice).expect("it is possible");
    }
    assert_eq!(sends(&timeline), 2);
    let served = timeline.point(server);
    let log = timeline.undo(&Target::Bind { pid: main, variable: Atom::new("Y") }).expect("it is bound");
    assert!(log.events == 0, "{log:?}");
    assert_eq!((sends(&timeline), timeline.point(server)), (2, served));
    assert_eq!(stands(&timeline, main), "Y = [a, b]");
    // It has not been bound any more, and what comes later has not been bound yet.
    for name in ["Y", "Z"] {
        assert!(timeline.undo(&Target::Bind { pid: main, variable: Atom::new(name) }).is_err(), "{name}");
    }
    // It is bound again, and no more happens.
    timeline.replay(&Target::Bind { pid: main, variable: Atom::new("Y") }).expect("it was bound");
    assert_eq!((sends(&timeline), timeline.point(server)), (2, served));
    assert_eq!(timeline.point(main).map(|point| point.expression), Some(Point::ALL));
    finish(&mut timeline);
    assert_eq!(digest(timeline.machine()), digest(ended(SERVED).machine()));
}

fn ended(functions: &str) -> Timeline {
    let mut timeline = begin(functions);
    finish(&mut timeline);
    timeline
}

/// From the body of a receive, a step back undoes the receipt and leaves the send before it.
#[test]
fn back_from_the_body_of_a_receive() {
    let mut timeline = begin(SERVED);
    let main = main_of(&timeline);
    finish(&mut timeline);
    while stands(&timeline, main) != "Z = N" {
        timeline.walk_back(main, 1);
    }
    assert_eq!(sends(&timeline), 2);
    let log = timeline.walk_back(main, 1);
    assert!(stands(&timeline, main).starts_with("receive N"), "{}", stands(&timeline, main));
    assert_eq!(sends(&timeline), 2);
    let kinds: Vec<_> = timeline.undone_by(&log).filter_map(|id| timeline.log().get(id)).collect();
    assert!(
        matches!(kinds.as_slice(), [event] if matches!(event.kind, EventKind::Receive { .. })),
        "{kinds:?}"
    );
}

/// To make again what was undone ends where one stood.
#[test]
fn replay_ends_where_one_stood() {
    for steps in 0..9 {
        let mut timeline = begin(SERVED);
        let main = main_of(&timeline);
        timeline.walk(main, steps);
        let stood = (timeline.point(main), stands(&timeline, main), digest(timeline.machine()));
        for back in 1..=steps {
            timeline.walk_back(main, back);
            timeline.replay(&Target::Start).expect("something was undone");
            assert_eq!((timeline.point(main), stands(&timeline, main), digest(timeline.machine())), stood);
            timeline.undo(&Target::Start).expect("there is a beginning");
            // Saved and loaded, too.
            let machine = program::machine(SERVED, Delivery::Chosen);
            let world = Box::new(ClosedWorld::default());
            let loaded = Timeline::load(&timeline.save(), machine, world, Budget::UNLIMITED);
            timeline = loaded.expect("it was saved").timeline;
            timeline.replay(&Target::Start).expect("something was undone");
            assert_eq!((timeline.point(main), stands(&timeline, main), digest(timeline.machine())), stood);
        }
    }
}

/// Every point at which a process can stand can be gone back to from the end, by causes and along
/// the run, and looks the same.
#[test]
fn every_point() {
    check_every_point(SERVED, 12);
    check_every_point(
        "main() -> Me = self(), [spawn(fun() -> Me ! {N, fac(N)} end) || N <- [3, 5]],
             A = [receive {N, F} -> {N, F} end || N <- [3, 5]],
             B = (catch fac(a)), C = try hd([]) catch error:R -> R after lists:seq(1, 9) end,
             io:format(\"~p ~p~n\", [A, B]), C.
         fac(0) -> 1;
         fac(N) when is_integer(N) -> M = N - 1, N * fac(M).",
        50,
    );
}

fn check_every_point(functions: &str, least: usize) {
    let (mut timeline, mut schedule) = (begin(functions), FairByChoice::default());
    let mut points = Vec::new();
    loop {
        match timeline.forward(&mut schedule, &mut |_, _| true) {
            Went::Stands(point) => points.push((point, stands(&timeline, point.pid))),
            Went::On => {}
            Went::Over => break,
        }
    }
    assert!(points.iter().any(|(point, _)| point.expression == Point::CALL));
    assert!(points.len() >= least, "{}", points.len());
    let end = digest(timeline.machine());
    assert_eq!(end, digest(ended(functions).machine()));
    for (point, place) in &points {
        for along in [false, true] {
            let log = if along { timeline.seek_to(*point) } else { timeline.undo_to(*point) };
            assert!(!log.steps.is_empty() || point.expression >= Point::ALL, "{point:?}");
            assert_eq!(timeline.point(point.pid), Some(*point));
            assert_eq!(stands(&timeline, point.pid), *place);
            timeline.replay(&Target::Start).expect("something was undone");
            assert_eq!(digest(timeline.machine()), end, "{point:?}");
        }
    }
}

/// Two processes print without knowing of each other. What is undone and made again has been
/// printed when it was first.
#[test]
fn output_keeps_its_order() {
    let mut timeline = begin(
        "main() -> io:format(\"one~n\"), spawn(fun() -> io:format(\"two~n\") end), receive after 1 -> ok end,
             Y = 1, spawn(fun() -> io:format(\"three~n\") end), Y.",
    );
    finish(&mut timeline);
    assert_eq!(timeline.output(), b"one\ntwo\nthree\n");
    let second = Pid::local(main_of(&timeline).id() + 1);
    timeline.undo_to(Point { pid: second, step: 0, expression: 0 });
    assert_eq!(timeline.output(), b"one\nthree\n");
    let from = timeline.position();
    timeline.replay(&Target::Start).expect("it was undone");
    assert_eq!(timeline.output(), b"one\ntwo\nthree\n");
    assert_eq!(timeline.output_since(from), b"two\n");
}
