//! What does not depend on each other can happen in any order: a run is the same in all its
//! linearisations.

use erlang_machine::digest::{StateDigest, digest};
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::schedule::Choice;
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use test_support::{Dice, program};

use super::causes::Used;
use super::entry::Entry;
use super::forward::again;
use super::{FairByChoice, Target, Timeline};
use crate::{EventId, Position};

/// Workers that share names, tables, terms, counters, timers, links and monitors.
pub(super) const SHARED: &str = r#"
main() ->
    process_flag(trap_exit, true),
    T = ets:new(t, [public, ordered_set]),
    ets:new(named, [public, named_table, bag]),
    A = atomics:new(2, []),
    Me = self(),
    Pids = [spawn_link(fun() -> work(N, 6, {Me, T, A}) end) || N <- lists:seq(1, 4)],
    [P ! {others, Pids} || P <- Pids],
    gather(4, []).
gather(0, Got) -> Got;
gather(N, Got) -> receive {'EXIT', P, R} -> gather(N - 1, [{P, R} | Got]) after 500 -> Got end.
work(N, 0, {Main, T, _}) ->
    ets:insert(T, {{done, N}, self()}),
    Main ! {ready, N},
    exit({over, N});
work(N, Left, {_, T, A} = All) ->
    case (N * 7 + Left * 3) rem 12 of
        0 -> catch register(name(N), self());
        1 -> catch unregister(name(N + 1)), whereis(name(N));
        2 -> ets:update_counter(T, N rem 2, 1, {N rem 2, 0});
        3 -> put(seen, ets:lookup(T, (N + 1) rem 2)), put(all, ets:tab2list(T));
        4 -> persistent_term:put({k, N rem 2}, Left), put(k, persistent_term:get({k, 1}, none));
        5 -> put(a, atomics:add_get(A, 1 + N rem 2, Left));
        6 -> receive {others, Os} -> [O ! {hello, N, Left} || O <- Os, O =/= self()], put(os, Os) after 3 -> ok end;
        7 -> receive {hello, _, _} = H -> put(hello, H) after 0 -> put(hello, nobody) end;
        8 -> erlang:send_after(2, self(), tick), put(alive, [is_process_alive(O) || O <- others()]);
        9 -> put(unique, erlang:unique_integer([monotonic])), ets:insert(named, {N, Left}), put(r, make_ref());
        10 -> [monitor(process, O) || O <- others()], put(info, process_info(self(), messages));
        11 -> put(named, ets:lookup(named, 2)), catch name(N) ! by_name, io:format("~p~n", [N])
    end,
    work(N, Left - 1, All).
others() -> case get(os) of undefined -> []; Os -> Os end.
name(N) -> element(1 + N rem 2, {one, two}).
"#;

fn wander(dice: &mut Dice) -> Timeline {
    let machine = program::machine(SHARED, Delivery::Chosen);
    let mut timeline = Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED);
    for _ in 0..400 {
        let choices = timeline.choices();
        let few = choices.iter().filter(|choice| !matches!(choice, Choice::Fire { .. })).count();
        let few = if few == 0 || dice.below(10) == 0 { choices.len() } else { few };
        let Some(choice) = choices.get(dice.below(few)).copied() else { break };
        let choice = match choice {
            Choice::Run { pid, .. } => Choice::Run { pid, reductions: 1 + dice.below(20) as u32 },
            other => other,
        };
        timeline.take(choice).expect("it is one of the choices");
    }
    timeline
}

/// Another order of these entries in which each comes after all that it depends on.
fn shuffled(entries: &[Entry], dice: &mut Dice) -> Vec<usize> {
    let before = |a: &Entry, b: &Entry| {
        let mut used = Used::default();
        used.add(a);
        used.is_before(b)
    };
    let mut waits_for: Vec<Vec<usize>> = (0..entries.len())
        .map(|b| {
            (0..b)
                .filter(|a| before(&entries[*a], &entries[b]) || before(&entries[b], &entries[*a]))
                .collect()
        })
        .collect();
    let mut order = Vec::new();
    let mut left: Vec<usize> = (0..entries.len()).collect();
    while !left.is_empty() {
        let ready: Vec<usize> = left.iter().copied().filter(|n| waits_for[*n].is_empty()).collect();
        let next = ready[dice.below(ready.len())];
        left.retain(|n| *n != next);
        waits_for.iter_mut().for_each(|waits| waits.retain(|n| *n != next));
        order.push(next);
    }
    order
}

/// But for the processes that print, whose unused slots keep what came last.
fn of_program(machine: &Machine) -> StateDigest {
    let mut digest = digest(machine);
    digest.processes.retain(|(pid, _)| !machine.servants().contains(pid));
    digest
}

#[test]
fn every_linearisation_gives_the_same_state() {
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let mut timeline = wander(&mut dice);
        for _ in 0..3 {
            let events: Vec<_> = timeline.events().map(|(id, _)| id).collect();
            if events.is_empty() {
                break;
            }
            timeline.undo(&Target::Event(events[dice.below(events.len())])).expect("it is there");
            let mut beginning = Timeline::new(
                timeline.machine_at(Position(0)),
                Box::new(ClosedWorld::default()),
                Budget::UNLIMITED,
            );
            beginning.outside = std::mem::take(&mut timeline.outside);
            let mut entries = timeline.entries.clone();
            let counters = beginning.counters_of(entries.iter(), beginning.machine.clone(), 0, false);
            let counters = slices::finish(counters);
            for (entry, counters) in entries.iter_mut().zip(counters.expect("nobody stops it")) {
                entry.set_counters(Some(counters));
            }
            let order = shuffled(&entries, &mut dice);
            let mut machine = beginning.machine.clone();
            let mut world = ClosedWorld::default();
            for n in &order {
                again(&mut machine, &entries[*n], &mut world);
            }
            timeline.outside = std::mem::take(&mut beginning.outside);
            assert_eq!(of_program(&machine), of_program(&timeline.machine), "seed {seed}, {order:?}");
        }
    }
}

/// All known states equal those of a replay of the present from its very beginning.
fn assert_as_rebuilt(timeline: &Timeline, context: &str) {
    let mut machine = timeline.machine_at(Position(0));
    let mut world = ClosedWorld::default();
    let checkpoints = timeline.checkpoints.all().iter().map(|one| (one.position.0, &one.machine));
    let checkpoints = checkpoints.map(|(position, machine)| (position, machine.clone()));
    let stretches = timeline.stretches.iter().map(|one| (one.first_position(), one.beginning().0));
    let present = (timeline.position().0, timeline.machine.clone());
    let known: Vec<(usize, Machine)> = checkpoints.chain(stretches).chain([present]).collect();
    let mut entries = timeline.entries_between(Position(0), timeline.position());
    for at in 0..=timeline.position().0 {
        for (_, state) in known.iter().filter(|(position, _)| *position == at) {
            assert_eq!(of_program(state), of_program(&machine), "{context}, at {at}");
        }
        let Some(entry) = entries.next() else { break };
        again(&mut machine, entry, &mut world);
    }
    assert!(entries.next().is_none());
}

fn queue(timeline: &Timeline) -> Vec<erlang_term::Pid> {
    let queue = timeline.machine.system.run_queue.iter().copied();
    queue.filter(|pid| !timeline.is_servant(*pid)).collect()
}

/// The same random script of runs, rollbacks and replays as in a run that has no checkpoints and no
/// stretches: whole states are equal.
fn undo_at_random(program: &str, seed: u64, recent: u64, spacing: u64) {
    let mut numbers = Dice::new(seed);
    let machine = program::machine(program, Delivery::Chosen);
    let start = || Timeline::new(machine.clone(), Box::new(ClosedWorld::default()), Budget::UNLIMITED);
    let (mut small, mut long) = (start(), start());
    (small.recent, long.recent, long.spacing) = (u64::MAX, recent, spacing);
    let (mut one, mut other) = (FairByChoice::default(), FairByChoice::default());
    for round in 0..12 {
        let steps = 1 + numbers.below(1500) as u64;
        let slow = small.run(&mut one, steps, &mut |_, _| false);
        assert_eq!(slow, long.go(&mut other, steps));
        if numbers.below(2) == 0 {
            long.add_checkpoint();
        }
        let pids: Vec<_> = small.machine.fates().map(|fate| fate.process.state.pid).collect();
        let pid = pids[numbers.below(pids.len())];
        let event = EventId(1 + numbers.below(small.log.len()) as u32);
        let count = 1 + numbers.below(50) as u64;
        let what = numbers.below(5);
        let context = format!("seed {seed}, round {round}: {what} {pid:?} {event:?} {count}");
        let mut did = Vec::new();
        for timeline in [&mut small, &mut long] {
            did.push(match what {
                0 => format!("{:?}", timeline.back(pid, count)),
                1 => format!("{:?}", timeline.undo(&Target::Event(event))),
                2 => format!("{:?}", timeline.back_all(count)),
                3 => format!("{:?}", timeline.walk_back(pid, count)),
                _ => format!("{:?}", timeline.replay(&Target::Start).is_ok()),
            });
        }
        assert_eq!(did[0], did[1], "{context}");
        assert_eq!(digest(&small.machine), digest(&long.machine), "{context}");
        assert_eq!(queue(&small), queue(&long), "{context}");
        assert_eq!(small.position(), long.position(), "{context}");
        for timeline in [&small, &long] {
            // Who stands inside its last entry has not done all of it.
            if timeline.stands.is_empty() {
                assert_as_rebuilt(timeline, &context);
            }
        }
    }
    assert_eq!(small.save(), long.save(), "seed {seed}");
}

#[test]
fn patched_states_are_those_of_a_re_run() {
    for seed in 0..12 {
        undo_at_random(SHARED, seed, 200, 300);
        undo_at_random(super::stretch_tests::LIVES, seed, 100, 200);
        undo_at_random(super::stretch_tests::RING, seed, 50, 100);
    }
}

/// A message to a process that goes back stays on its way, however long ago that process did what
/// is undone: who sent it loses nothing.
#[test]
fn what_is_on_its_way_stays_there() {
    let source = r#"
main() ->
    A = spawn(fun() -> a(0) end),
    spawn(fun() -> b(A, 30000) end).
a(N) -> a(N + 1).
b(A, 0) -> A ! hello, receive never -> ok end;
b(A, N) -> b(A, N - 1).
"#;
    let machine = program::machine(source, Delivery::Chosen);
    let mut timeline = Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED);
    let main = timeline.machine.main().expect("it is there").state.pid;
    timeline.step(main, 1000);
    let fates = timeline.machine.fates();
    let pids: Vec<erlang_term::Pid> = fates.map(|fate| fate.process.state.pid).collect();
    timeline.step(pids[1], 100);
    (0..50).for_each(|_| drop(timeline.step(pids[2], 1000)));
    let on_its_way = |timeline: &Timeline| timeline.machine.system.in_flight.len();
    assert!(timeline.checkpoints.all().len() > 2);
    assert_eq!(on_its_way(&timeline), 1);
    assert_eq!(timeline.back(pids[1], 10).steps, [(pids[1], 10)]);
    assert_eq!(on_its_way(&timeline), 1);
}
