//! Runs that go both ways.

use std::time::Duration;

use erlang_history::timeline::{AdvanceEnd, FairByChoice, Target};
use erlang_history::{EventId, EventKind, EventLog, History, Limits, Timeline, Watcher};
use erlang_machine::digest::digest;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::observer::{Observer, ObserverKind};
use erlang_machine::schedule::{Choice, Fair, Random, Schedule};
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_term::Pid;
use test_support::{Dice, program};

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
    assert_eq!(moved.stopped, AdvanceEnd::Quiet);
}

/// One line an event, with pids and references as they are.
fn shown<'a>(
    events: impl Iterator<Item = (erlang_history::EventId, &'a erlang_history::RunEvent)>,
) -> Vec<String> {
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
        assert_eq!(String::from_utf8_lossy(&world.out), String::from_utf8_lossy(&timeline.output()));
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

/// Makes this many random choices.
fn wander(timeline: &mut Timeline, dice: &mut Dice, moves: usize) {
    for _ in 0..moves {
        let choices = timeline.choices();
        // Timers only where nothing else can happen, or seldom.
        let few = choices.iter().filter(|choice| !matches!(choice, Choice::Fire { .. })).count();
        let few = if few == 0 || dice.below(20) == 0 { choices.len() } else { few };
        let Some(choice) = choices.get(dice.below(few)).copied() else { return };
        let choice = match choice {
            Choice::Run { pid, .. } => Choice::Run { pid, reductions: 1 + dice.below(9) as u32 },
            other => other,
        };
        timeline.take(choice).expect("it is one of the choices");
    }
}

#[test]
fn what_was_undone_is_made_again_and_is_the_same() {
    for seed in 0..40 {
        let mut timeline = start(if seed % 2 == 0 { SERVER } else { SIGNALS });
        let mut dice = Dice::new(seed);
        wander(&mut timeline, &mut dice, 60 + seed as usize);
        let (end, steps, events) = (digest(timeline.machine()), timeline.steps(), timeline.events().count());
        let output = timeline.output().len();
        for _ in 0..10 {
            let all: Vec<_> = timeline.events().map(|(id, _)| id).collect();
            let target = match dice.below(3) {
                0 => Target::Event(all[dice.below(all.len())]),
                1 => {
                    let pids: Vec<_> =
                        timeline.machine().fates().map(|fate| fate.process.state.pid).collect();
                    Target::Steps { pid: pids[dice.below(pids.len())], steps: 1 + dice.below(9) as u64 }
                }
                _ => Target::Start,
            };
            let log = timeline.undo(&target).expect("it is there");
            let undone: Vec<EventId> = timeline.undone_by(&log).collect();
            assert_eq!((timeline.events().count() + log.events, undone.len()), (events, log.events));
            assert!(undone.iter().all(|id| !timeline.is_present(*id)));
            // Something of it first, with its causes.
            if let Some(&one) = undone.get(dice.below(undone.len())) {
                timeline.replay(&Target::Event(one)).expect("it has been undone");
                assert!(timeline.is_present(one));
            }
            if timeline.has_future() {
                timeline.replay(&Target::Start).expect("there is a future");
            }
            let now = digest(timeline.machine());
            assert_eq!(now, end, "seed {seed}, {target:?}");
            assert_eq!((timeline.steps(), timeline.events().count()), (steps, events));
            assert_eq!(timeline.output().len(), output);
        }
    }
}

/// Watches nothing at all.
struct Nobody;

impl Observer for Nobody {}

impl ObserverKind for Nobody {
    const CALLS: bool = false;
}

impl Watcher for Nobody {
    type Mark = ();
    fn mark(&mut self, _: erlang_history::Position) {}
    fn relieve(&mut self) -> bool {
        false
    }
}

#[test]
fn a_recorded_run_becomes_one_that_can_go_back() {
    let schedules: [fn() -> Box<dyn Schedule>; 3] =
        [|| Box::new(Fair), || Box::new(Random::new(1)), || Box::new(Random::new(2))];
    for (program, schedule) in
        [SERVER, SIGNALS].into_iter().flat_map(|program| schedules.map(|s| (program, s)))
    {
        let limits = Limits { budget: Budget::UNLIMITED, comfortable: u64::MAX };
        let machine = program::machine(program, schedule().delivery());
        let mut log = EventLog::new(&machine);
        let mut history = History::new(machine, ());
        let mut world = ClosedWorld::default();
        assert_eq!(history.record(&mut *schedule(), &mut world, &mut Nobody, &limits), End::Quiet);
        history.rerun(&history.checkpoints()[0], &mut log, |_| false);
        let timeline = history.timeline(history.end(), Box::new(ClosedWorld::default()), Budget::UNLIMITED);
        assert_eq!(shown(log.iter()).join("\n"), shown(timeline.events()).join("\n"));
        let outcomes = |machine: &Machine| -> Vec<(Pid, String)> {
            machine
                .fates()
                .map(|fate| (fate.process.state.pid, fate.process.state.exit_reason().to_string()))
                .collect()
        };
        assert_eq!(outcomes(history.machine()), outcomes(timeline.machine()));
    }
}

#[test]
fn a_saved_run_is_made_again_with_what_was_undone() {
    let closed = || Box::new(ClosedWorld::default());
    for seed in 0..20 {
        let program = if seed % 2 == 0 { SERVER } else { SIGNALS };
        let mut timeline = start(program);
        let mut dice = Dice::new(seed);
        wander(&mut timeline, &mut dice, 80);
        for _ in 0..3 {
            let all: Vec<_> = timeline.events().map(|(id, _)| id).collect();
            timeline.undo(&Target::Event(all[dice.below(all.len())])).expect("it is there");
            wander(&mut timeline, &mut dice, 5);
        }
        let text = timeline.save();
        let machine = program::machine(program, Delivery::Chosen);
        let loaded = Timeline::load(&text, machine, closed(), Budget::UNLIMITED).expect("it is readable");
        assert_eq!(loaded.differs, None, "seed {seed}");
        let mut again = loaded.timeline;
        assert_eq!(again.position(), timeline.position());
        assert_eq!(shown(again.events()), shown(timeline.events()));
        assert_eq!(shown(again.future()), shown(timeline.future()));
        // Functions have other dice in another program, so that digests cannot be compared: but
        // what they go on to do can.
        wander(&mut again, &mut Dice::new(seed), 20);
        wander(&mut timeline, &mut Dice::new(seed), 20);
        assert_eq!(shown(again.events()), shown(timeline.events()));
        assert_eq!(again.output(), timeline.output());

        // Another program goes another way; and not everything is a saved run.
        let other = program::machine("main() -> receive after 1 -> ok end.", Delivery::Chosen);
        let loaded = Timeline::load(&text, other, closed(), Budget::UNLIMITED).expect("it is readable");
        assert!(loaded.differs.is_some());
        let other = program::machine(program, Delivery::Chosen);
        assert!(Timeline::load(&text[1..], other, closed(), Budget::UNLIMITED).is_err());
    }
}

/// The main process has ended; one process sleeps again and again, and another is sent something by
/// a timer.
const SLEEPERS: &str = r#"
main() ->
    Server = spawn(fun() -> serve(0) end),
    spawn(fun() -> sleep(Server, 0) end),
    erlang:send_after(5, Server, late),
    erlang:start_timer(1000, Server, too_late),
    started.
sleep(Server, N) -> receive after 3 -> Server ! {tick, N} end, sleep(Server, N + 1).
serve(N) -> receive M -> io:format("~p ~p~n", [N, M]), serve(N + 1) end.
"#;

#[test]
fn time_after_the_end_of_the_main_process() {
    for (milliseconds, ticks) in [(0, 0), (2, 0), (4, 1), (10, 3), (100, 33)] {
        let overtime = Some(Duration::from_millis(milliseconds));
        let mut machine = program::machine(SLEEPERS, Delivery::Immediate);
        machine.overtime = overtime;
        let mut history = History::new(machine, ());
        let limits = Limits { budget: Budget::UNLIMITED, comfortable: u64::MAX };
        let mut world = ClosedWorld::default();
        assert_eq!(history.record(&mut Fair, &mut world, &mut Nobody, &limits), End::Quiet);
        let printed = String::from_utf8_lossy(&world.out).into_owned();
        assert_eq!(printed.matches("tick").count(), ticks, "{printed}");
        assert_eq!(printed.contains("late"), milliseconds >= 10, "{printed}");
        let cut_off = history.machine().cut_off().expect("it would go on");
        assert_eq!(Some(cut_off.overtime), overtime);

        // The same whether it is recorded, made again, or goes both ways.
        let closed = || Box::new(ClosedWorld::default());
        let again = history.timeline(history.end(), closed(), Budget::UNLIMITED);
        let mut machine = program::machine(SLEEPERS, Delivery::Chosen);
        machine.overtime = overtime;
        let mut timeline = Timeline::new(machine, closed(), Budget::UNLIMITED);
        run(&mut timeline, &mut FairByChoice::default());
        assert_eq!(shown(again.events()).join("\n"), shown(timeline.events()).join("\n"));
        assert_eq!(timeline.machine().cut_off(), Some(cut_off));
    }
}

/// Two processes race; the timer ticks after the first.
const RACE: &str = r#"
main() ->
    Server = spawn(fun() -> receive _ -> receive _ -> tick(0) end end end),
    [spawn(fun() -> Server ! Name end) || Name <- [a, b]],
    started.
tick(N) -> receive after 3 -> tick(N + 1) end.
"#;

/// What happens in the place of what was undone has as much time as that had, though the clock goes
/// on.
#[test]
fn time_that_is_undone_has_not_passed() {
    let mut machine = program::machine(RACE, Delivery::Chosen);
    machine.overtime = Some(Duration::from_millis(100));
    let mut timeline = Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED);
    let ticks = |timeline: &Timeline| {
        timeline.events().filter(|(_, event)| matches!(event.kind, EventKind::Timeout { .. })).count()
    };
    run(&mut timeline, &mut FairByChoice::default());
    assert_eq!(ticks(&timeline), 33);
    let before = timeline.machine().system.now;

    let mut events = timeline.events();
    let delivery = events.find(|(_, event)| matches!(event.kind, EventKind::Deliver { .. }));
    let (first, _) = delivery.expect("a message arrives");
    drop(events);
    timeline.undo(&Target::Event(first)).expect("it is there");
    assert_eq!(ticks(&timeline), 0);
    // The other message first: what was undone cannot happen again.
    let mut deliveries =
        timeline.choices().into_iter().filter(|choice| matches!(choice, Choice::Deliver { .. }));
    timeline.take(deliveries.next_back().expect("another message")).expect("it is one of the choices");
    run(&mut timeline, &mut FairByChoice::default());
    assert_eq!(ticks(&timeline), 33);
    assert!(timeline.machine().system.now > before);
}
