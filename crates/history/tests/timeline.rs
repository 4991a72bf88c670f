//! Runs that go both ways.

mod program;

use erlang_machine::machine::{Budget, End};
use erlang_machine::schedule::{Choice, Fair, Schedule};
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use history::timeline::{FairByChoice, Stopped};
use history::{EventKind, EventLog, Timeline};

/// Two clients of a server that counts; they print.
const SERVER: &str = r#"
main() ->
    S = spawn(fun() -> server(0) end),
    spawn(fun() -> client(S, 3) end),
    client(S, 2).
server(N) -> receive {P, req} -> P ! {ack, N}, server(N + 1) end.
client(_, 0) -> done;
client(S, N) ->
    S ! {self(), req},
    receive {ack, M} -> io:format("~p ~p~n", [self(), M]), client(S, N - 1) end.
"#;

/// Links, monitors, exits of several at once, names, tables, timers and timeouts.
const SIGNALS: &str = r#"
main() ->
    process_flag(trap_exit, true),
    T = ets:new(t, [public]),
    Chain = chain(4, T),
    {Pid, Mon} = spawn_monitor(fun() -> receive after 20 -> exit(late) end end),
    register(late, Pid),
    erlang:send_after(5, self(), tick),
    Pool = [spawn_link(fun() -> receive stop -> exit({stopped, N}) end end) || N <- [1, 2, 3]],
    [P ! stop || P <- Pool],
    exit(Chain, enough),
    Got = collect(6, []),
    erlang:monitor(process, nobody),
    Down = receive {'DOWN', _, _, _, noproc} -> down end,
    io:put_chars("over\n"),
    {Got, Down, ets:tab2list(T), Mon}.
chain(0, T) -> ets:insert(T, {self(), end_of_chain}), self();
chain(N, T) ->
    Me = self(),
    Next = spawn_link(fun() -> Me ! {next, chain(N - 1, T)}, receive never -> ok end end),
    receive {next, _} -> Next end.
collect(0, Got) -> lists:reverse(Got);
collect(N, Got) -> receive M -> collect(N - 1, [M | Got]) after 1000 -> lists:reverse(Got) end.
"#;

fn start(program: &str) -> Timeline {
    let machine = program::machine(program, Delivery::Chosen);
    Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED)
}

fn run(timeline: &mut Timeline, schedule: &mut dyn Schedule) {
    let moved = timeline.run(schedule, u64::MAX, &mut |_, _| false);
    assert_eq!(moved.stopped, Stopped::Quiet);
}

/// One line an event, with pids and references as they are.
fn shown<'a>(events: impl Iterator<Item = (history::EventId, &'a history::Event)>) -> Vec<String> {
    events
        .map(|(id, event)| format!("{} {:?} {:?} {:?}", id.0, event.process, kind(&event.kind), event.cause))
        .collect()
}

/// Numbers of messages may differ; those of events may not.
fn kind(kind: &EventKind) -> String {
    match kind {
        EventKind::Send { to, content, .. } => format!("send {to:?} {content}"),
        EventKind::Deliver { from, .. } => format!("deliver {from:?}"),
        EventKind::Receive { .. } => "receive".to_owned(),
        other => format!("{other:?}"),
    }
}

#[test]
fn the_fair_run_is_the_same_whether_deliveries_are_chosen_or_not() {
    for program in [SERVER, SIGNALS] {
        let mut machine = program::machine(program, Delivery::Immediate);
        let (mut log, mut world) = (EventLog::new(&machine), ClosedWorld::default());
        assert_eq!(machine.run(&mut Fair, &mut world, &mut log, &Budget::UNLIMITED), End::Quiet);
        let mut timeline = start(program);
        run(&mut timeline, &mut FairByChoice::default());
        let (expected, found) = (shown(log.iter()), shown(timeline.events()));
        assert_eq!(expected.join("\n"), found.join("\n"));
        assert_eq!(String::from_utf8_lossy(&world.out), String::from_utf8_lossy(timeline.output()));
    }
}

#[test]
fn every_state_on_the_way_can_be_had_again() {
    let mut timeline = start(SIGNALS);
    let mut seen = Vec::new();
    let mut n = 0;
    while let Some(choice) = {
        let choices = timeline.choices();
        n += 7;
        choices.get(n % choices.len().max(1)).copied()
    } {
        seen.push((timeline.position(), timeline.machine().system.counters(), timeline.choices()));
        let again = match choice {
            Choice::Run { pid, .. } => Choice::Run { pid, reductions: 1 + n as u32 % 13 },
            other => other,
        };
        timeline.take(again).expect("it is one of the choices");
    }
    assert!(seen.len() > 40);
    for (position, counters, choices) in seen {
        let machine = timeline.machine_at(position);
        assert_eq!(machine.system.counters(), counters, "{position:?}");
        let again = Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED);
        assert_eq!(again.choices(), choices);
    }
}
