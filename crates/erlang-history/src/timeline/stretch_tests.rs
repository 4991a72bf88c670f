//! A run that was made in stretches is the same as one that was made entry by entry.

use std::rc::Rc;

use erlang_machine::digest::digest;
use erlang_machine::machine::Budget;
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use test_support::program;

use super::tests::SHARED;
use super::{FairByChoice, Target, Timeline};
use crate::{EventId, EventKind, Position};

/// Only messages; one process hears of each round.
pub(super) const RING: &str = r#"
main() ->
    First = self(),
    Last = lists:foldl(fun(_, Next) -> spawn(fun() -> pass(Next) end) end, First, lists:seq(1, 5)),
    Last ! token,
    pass(Last).
pass(Next) -> receive token -> Next ! token, pass(Next) end.
"#;

/// Messages wait for long, are passed over, time out; tables and counters are shared; now and then
/// something is printed, or a process begins.
const MIXED: &str = r#"
main() ->
    T = ets:new(t, [public]),
    C = counters:new(1, []),
    Me = self(),
    [spawn(fun() -> work(Me, T, C, N, 0) end) || N <- lists:seq(1, 4)],
    hear(0, T).
hear(N, T) when N rem 97 =:= 3 -> io:format("~p~n", [N]), hear(N + 1, T);
hear(N, T) when N rem 61 =:= 7 -> spawn(fun() -> ets:insert(T, {N, self()}) end), hear(N + 1, T);
hear(N, T) ->
    receive
        {late, X} when N rem 50 =:= 1 -> ets:insert(T, {late, X}), hear(N + 1, T);
        {now, From, _} -> From ! {heard, N}, hear(N + 1, T)
    after 3 -> hear(N + 1, T)
    end.
work(Main, T, C, N, I) ->
    counters:add(C, 1, fib(I rem 9)),
    Main ! {now, self(), I},
    I rem 40 =:= N andalso (Main ! {late, I}),
    self() ! {mine, I},
    receive {heard, H} -> ets:insert(T, {N, H, I}) after (I rem 5) * 2 -> ets:lookup(T, N) end,
    receive {mine, _} -> ok end,
    erlang:monotonic_time() > 0 andalso work(Main, T, C, N, I + 1).
fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).
"#;

/// Processes begin, end and die in each turn, and are linked, watched, named and waited for in all
/// ways.
pub(super) const LIVES: &str = r#"
main() ->
    process_flag(trap_exit, true),
    Server = spawn_link(fun() -> serve(0) end),
    register(server, Server),
    Dead = spawn(fun() -> ok end),
    live(0, Server, Dead).
serve(N) ->
    receive
        {'$gen_call', [alias | Ref], ask} -> Ref ! {Ref, N}, serve(N + 1);
        {From, Ref, ask} -> From ! {Ref, N}, serve(N + 1);
        {after_all, X} -> serve(N + X)
    end.
call(Server) ->
    Ref = monitor(process, Server, [{alias, reply_demonitor}]),
    Server ! {'$gen_call', [alias | Ref], ask},
    receive {Ref, N} -> N; {'DOWN', Ref, _, _, Why} -> Why end.
old_call(Server) ->
    Ref = monitor(process, Server),
    Server ! {self(), Ref, ask},
    receive {Ref, N} -> demonitor(Ref, [flush]), N; {'DOWN', Ref, _, _, Why} -> Why end.
live(N, Server, Dead) ->
    Me = self(),
    case N rem 12 of
        0 -> call(Server);
        1 -> spawn(fun() -> Me ! {done, N} end), receive {done, N} -> ok end;
        2 -> {_, R} = spawn_monitor(fun() -> exit({because, N}) end), receive {'DOWN', R, _, _, _} -> ok end;
        3 -> P = spawn_link(fun() -> receive stop -> exit(stopped) end end), P ! stop, receive {'EXIT', P, _} -> ok end;
        4 -> {P, R} = spawn_monitor(fun() -> receive never -> ok end end), exit(P, kill), receive {'DOWN', R, _, _, _} -> ok end;
        5 -> old_call(Dead), link(Dead), receive {'EXIT', Dead, _} -> ok end, Dead ! {lost, N};
        6 -> old_call(server);
        7 -> spawn(fun() -> link(Server), exit(self(), kill) end), receive {'EXIT', _, killed} -> ok after 1 -> again(Server) end;
        8 -> T = erlang:send_after(2, Server, {after_all, 1}), N rem 24 =:= 8 andalso erlang:cancel_timer(T);
        9 -> spawn(fun() -> link(Dead), receive never -> ok end end), receive after 1 -> ok end;
        10 -> P = spawn(fun() -> register(other, self()), receive stop -> unregister(other) end end), erlang:yield(), catch (other ! stop), unlink(P);
        11 -> A = alias(), spawn(fun() -> A ! {hi, N}, A ! {too_late, N} end), receive {hi, N} -> unalias(A) end
    end,
    live(N + 1, case is_process_alive(Server) of true -> Server; false -> again(Server) end, Dead).
again(Server) ->
    case is_process_alive(Server) of
        true -> Server;
        false -> New = spawn_link(fun() -> serve(0) end), register(server, New), New
    end.
"#;

fn start(program: &str, recent: u64) -> Timeline {
    let machine = program::machine(program, Delivery::Chosen);
    let mut timeline = Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED);
    timeline.recent = recent;
    timeline
}

/// The same run twice: entry by entry, and with stretches; in several commands.
fn both(program: &str, steps: u64, commands: u64, recent: u64) -> (Timeline, Timeline) {
    let (mut small, mut long) = (start(program, u64::MAX), start(program, recent));
    let (mut one, mut other) = (FairByChoice::default(), FairByChoice::default());
    for _ in 0..commands {
        let slow = small.run(&mut one, steps, &mut |_, _| false);
        let fast = long.go(&mut other, steps);
        assert_eq!(slow, fast);
    }
    (small, long)
}

fn assert_same(small: &Timeline, long: &Timeline) {
    assert_eq!(digest(&small.machine), digest(&long.machine));
    assert_eq!(small.machine.system.counters(), long.machine.system.counters());
    let queue = |timeline: &Timeline| -> Vec<_> {
        let queue = timeline.machine.system.run_queue.iter().copied();
        queue.filter(|pid| !timeline.is_servant(*pid)).collect()
    };
    assert_eq!(queue(small), queue(long));
    assert_eq!((small.position(), small.steps()), (long.position(), long.steps()));
    assert_eq!(String::from_utf8_lossy(&small.output()), String::from_utf8_lossy(&long.output()));
    assert_eq!(small.log.len(), long.log.len());
}

/// Everything there is to know of the past.
fn assert_same_past(small: &Timeline, long: &Timeline) {
    let all = |timeline: &Timeline| -> Vec<String> {
        timeline.events().map(|(id, event)| format!("{id:?} {event:?}")).collect()
    };
    assert_eq!(all(small), all(long));
    assert_eq!(small.save(), long.save());
    for id in (1..=small.log.len() as u32).map(EventId) {
        assert_eq!(small.position_of(id), long.position_of(id), "{id:?}");
        assert_eq!(small.causes(id), long.causes(id), "{id:?}");
        if let Some(EventKind::Send { message, .. }) = small.log.get(id).map(|event| &event.kind) {
            let of =
                |timeline: &Timeline| [timeline.log.delivery_of(*message), timeline.log.receipt_of(*message)];
            assert_eq!(of(small), of(long), "{message:?}");
        }
    }
}

fn check(program: &str, steps: u64, commands: u64, recent: u64, expected: bool) {
    let (small, long) = both(program, steps, commands, recent);
    assert_eq!(!long.stretches.is_empty(), expected);
    assert_same(&small, &long);
    assert_same_past(&small, &long);
    let end = small.position().0;
    for at in (0..12).map(|n| Position(end * n / 11)) {
        assert_eq!(digest(&small.machine_at(at)), digest(&long.machine_at(at)), "{at:?}");
    }
    let requests: [fn(&mut Timeline) -> String; 4] = [
        |timeline| {
            let main = timeline.machine.main().map(|main| main.state.pid).expect("it is there");
            format!("{:?}", timeline.back(main, 5))
        },
        |timeline| format!("{:?}", timeline.back_all(timeline.steps() / 2)),
        |timeline| {
            let middle = EventId(timeline.log.len() as u32 / 2);
            format!("{:?}", timeline.undo(&Target::Event(middle)))
        },
        |timeline| format!("{:?}", timeline.undo(&Target::Start)),
    ];
    for request in requests {
        let (mut small, mut long) = both(program, steps, commands, recent);
        assert_eq!(request(&mut small), request(&mut long));
        assert_same(&small, &long);
        // Half of it again, and then on by new choices.
        let steps = small.steps() / 2;
        for timeline in [&mut small, &mut long] {
            timeline.run(&mut FairByChoice::default(), steps, &mut |_, _| false);
            timeline.replay(&Target::Start).ok();
            timeline.go(&mut FairByChoice::default(), 1000);
        }
        assert_same(&small, &long);
        assert_same_past(&small, &long);
    }
}

#[test]
fn the_same_run() {
    check(RING, 3000, 1, 100, true);
    check(RING, 700, 4, 50, true);
    check(MIXED, 6000, 1, 500, true);
    check(MIXED, 1500, 5, 300, true);
    check(SHARED, 10_000, 1, 500, true);
    check(LIVES, 2500, 1, 300, true);
    check(LIVES, 500, 4, 150, true);
    check(RING, 3000, 1, super::stretch::RECENT, false);
}

#[test]
fn stretches_grow_together() {
    let (mut small, mut long) = (start(RING, u64::MAX), start(RING, 50));
    long.spacing = 10;
    small.run(&mut FairByChoice::default(), 10_000, &mut |_, _| false);
    long.go(&mut FairByChoice::default(), 10_000);
    assert!((2..=512).contains(&long.stretches.len()), "{}", long.stretches.len());
    assert!(long.spacing > 10);
    assert_same(&small, &long);
    long.merge_stretches();
    assert_same(&small, &long);
    assert_same_past(&small, &long);
}

#[test]
fn what_was_printed_before_stays_printed() {
    for recent in [500, u64::MAX] {
        let mut timeline = start(MIXED, recent);
        timeline.go(&mut FairByChoice::default(), 50_000);
        let printed = timeline.output();
        timeline.back_all(100);
        assert!(!printed.is_empty() && printed.starts_with(&timeline.output()));
        assert!(timeline.output().len() + 50 > printed.len(), "{}", timeline.output().len());
    }
}

#[test]
fn nothing_is_kept_of_a_stretch() {
    let (small, long) = both(RING, 60_000, 1, 100);
    // At most 64 bytes a step are the aim where entries are kept.
    assert!((60_000 * 40..=60_000 * 64).contains(&small.size()), "{}", small.size());
    assert!(long.size() < 60_000, "{}", long.size());
    assert_eq!(long.count_events_since(Position(0)), small.events().count());
    // The last events are there without a re-run.
    assert_eq!(long.events().rev().take(20).count(), 20);
    assert!(long.size() < 60_000, "{}", long.size());
    assert_eq!(long.stretches.iter().map(Rc::strong_count).collect::<Vec<_>>(), [2, 2]);
}
