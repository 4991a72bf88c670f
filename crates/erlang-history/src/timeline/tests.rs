//! What does not depend on each other can happen in any order: a run is the same in all its linearisations.

use erlang_machine::digest::{StateDigest, digest};
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::schedule::Choice;
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use test_support::{Dice, program};

use super::causes::Used;
use super::entry::Entry;
use super::forward::again;
use super::{Target, Timeline};
use crate::Position;

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
            let entries = beginning.with_counters(timeline.entries.clone(), false).expect("nobody stops it");
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
