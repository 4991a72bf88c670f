//! The log of a run's concurrent events: their order, and what caused what.

use erlang_history::{EventKind, EventLog};
use erlang_machine::machine::{Budget, End};
use erlang_machine::schedule::{Fair, Random, Schedule};
use erlang_machine::world::ClosedWorld;
use erlang_term::{Pid, Term};
use test_support::program;

fn watch(body: &str, schedule: &mut dyn Schedule) -> (EventLog, Pid) {
    let mut machine = program::machine(&format!("main() ->\n{body}."), schedule.delivery());
    let main = machine.main().expect("started").state.pid;
    let mut log = EventLog::new(&machine);
    let mut world = ClosedWorld::default();
    assert_eq!(machine.run(schedule, &mut world, &mut log, &Budget::UNLIMITED), End::Quiet);
    (log, main)
}

/// One line an event: number, process, what, and the number of its cause. Processes are `a` (the
/// first), `b`, … in order of creation.
fn shown(log: &EventLog, main: Pid) -> Vec<String> {
    let name = |pid: Pid| char::from(b'a' + (pid.id() - main.id()) as u8).to_string();
    let text = |term: &Term| {
        let mut text = term.to_string();
        for n in 0..6 {
            let pid = Pid::local(main.id() + n);
            text = text.replace(&Term::Pid(pid).to_string(), &name(pid));
        }
        // References are numbered anew by every change of the machine.
        match text.find("#Ref<") {
            Some(from) => {
                let to = text[from..].find('>').map_or(text.len(), |n| from + n + 1);
                format!("{}R{}", &text[..from], &text[to..])
            }
            None => text,
        }
    };
    let line = |(id, event): (erlang_history::EventId, &erlang_history::RunEvent)| {
        let what = match &event.kind {
            EventKind::Spawn { child, linked, monitored } => {
                let link = if *linked { " linked" } else { "" };
                format!("spawn {}{link}{}", name(*child), if *monitored { " monitored" } else { "" })
            }
            EventKind::Send { to, content, .. } => format!("send {} {}", name(*to), text(content)),
            EventKind::Deliver { from, .. } => format!("deliver from {}", name(*from)),
            EventKind::Receive { message } => {
                format!("receive {}", log.content_of(*message).map(text).unwrap_or_default())
            }
            EventKind::Timeout { milliseconds } => format!("timeout {milliseconds}"),
            EventKind::Timer { milliseconds } => format!("timer {milliseconds}"),
            EventKind::Exit { reason, by } => {
                assert_eq!(*by, event.cause);
                format!("exit {}", text(reason))
            }
            EventKind::ExitSignal { to, reason } => format!("exit signal {} {}", name(*to), text(reason)),
            EventKind::Link { with } => format!("link {}", name(*with)),
            EventKind::Unlink { with } => format!("unlink {}", name(*with)),
            EventKind::Monitor { of } => format!("monitor {}", of.map_or("nobody".into(), name)),
            EventKind::Demonitor { of } => format!("demonitor {}", name(*of)),
            EventKind::Register { name: as_, pid } => format!("register {} {}", as_.name(), name(*pid)),
            EventKind::Unregister { name: as_, pid } => format!("unregister {} {}", as_.name(), name(*pid)),
        };
        let cause = event.cause.map_or(String::new(), |cause| format!(" < {}", cause.0));
        format!("{} {} {what}{cause}", id.0, name(event.process))
    };
    log.iter().map(line).collect()
}

#[track_caller]
fn check(body: &str, expected: &[&str]) {
    let (log, main) = watch(body, &mut Fair);
    assert_eq!(shown(&log, main), expected, "{body}");
}

#[test]
fn messages_have_three_events() {
    check(
        "P = spawn(fun() -> receive {From, X} -> From ! X + 1 end end), P ! {self(), 1}, receive Y -> Y end",
        &[
            "1 a spawn b",
            "2 a send b {a,1}",
            "3 b deliver from a < 2",
            "4 b receive {a,1} < 3",
            "5 b send a 2",
            "6 a deliver from b < 5",
            "7 b exit normal",
            "8 a receive 2 < 6",
            "9 a exit normal",
        ],
    );
}

#[test]
fn what_is_printed_is_no_event() {
    check(
        "io:format(\"hello~n\"), self() ! 1",
        &["1 a send a 1", "2 a deliver from a < 1", "3 a exit normal"],
    );
}

#[test]
fn exits_know_who_caused_them() {
    // A linked process dies with it; a third one that traps exits hears of that.
    check(
        "process_flag(trap_exit, true), spawn_link(fun() -> spawn_link(fun() -> exit(bad) end), receive x -> x end end),
         receive {'EXIT', _, R} -> R end",
        &[
            "1 a spawn b linked",
            "2 b spawn c linked",
            "3 c exit bad",
            "4 b exit bad < 3",
            "5 b send a {'EXIT',b,bad} < 4",
            "6 a deliver from b < 5",
            "7 a receive {'EXIT',b,bad} < 6",
            "8 a exit normal",
        ],
    );
    check(
        "P = spawn(fun() -> receive x -> x end end), exit(P, stop)",
        &["1 a spawn b", "2 a exit signal b stop", "3 b exit stop < 2", "4 a exit normal"],
    );
    check(
        "process_flag(trap_exit, true), exit(self(), stop)",
        &[
            "1 a exit signal a stop",
            "2 a send a {'EXIT',a,stop} < 1",
            "3 a deliver from a < 2",
            "4 a exit normal",
        ],
    );
    check("exit(self(), stop)", &["1 a exit signal a stop", "2 a exit stop < 1"]);
}

#[test]
fn monitors_and_links_to_nobody() {
    check(
        "{P, _} = spawn_monitor(fun() -> ok end), receive {'DOWN', _, _, _, normal} -> ok end,
         R = monitor(process, P), monitor(process, nobody), demonitor(R)",
        &[
            "1 a spawn b monitored",
            "2 b exit normal",
            "3 b send a {'DOWN',R,process,b,normal} < 2",
            "4 a deliver from b < 3",
            "5 a receive {'DOWN',R,process,b,normal} < 4",
            "6 a monitor b",
            "7 b send a {'DOWN',R,process,b,noproc} < 6",
            "8 a deliver from b < 7",
            "9 a monitor nobody",
            "10 a send a {'DOWN',R,process,{nobody,nonode@nohost},noproc} < 9",
            "11 a deliver from a < 10",
            "12 a exit normal",
        ],
    );
    check(
        "process_flag(trap_exit, true), P = spawn(fun() -> ok end), receive after 0 -> ok end, receive after 5 -> ok end,
         link(P), Q = spawn(fun() -> receive x -> x end end), link(Q), unlink(Q), monitor(process, Q)",
        &[
            "1 a spawn b",
            "2 a timeout 0",
            "3 b exit normal",
            "4 a timeout 5",
            "5 a link b",
            "6 b send a {'EXIT',b,noproc} < 5",
            "7 a deliver from b < 6",
            "8 a spawn c",
            "9 a link c",
            "10 a unlink c",
            "11 a monitor c",
            "12 a exit normal",
        ],
    );
}

#[test]
fn timers_and_names() {
    check(
        "register(me, self()), P = spawn(fun() -> receive tick -> ok end end), erlang:send_after(20, P, tick),
         unregister(me), receive after 30 -> ok end",
        &[
            "1 a register me a",
            "2 a spawn b",
            "3 a timer 20",
            "4 a unregister me a",
            "5 a send b tick < 3",
            "6 b deliver from a < 5",
            "7 b receive tick < 6",
            "8 b exit normal",
            "9 a timeout 30",
            "10 a exit normal",
        ],
    );
}

/// With any order of arrival: causes come before what they cause, and belong together.
#[test]
fn causes_come_first() {
    let body = "Me = self(), process_flag(trap_exit, true),
        Pids = [spawn_link(fun() -> receive {go, N} -> Me ! {self(), N}, N = 7 end end) || _ <- lists:seq(1, 5)],
        [P ! {go, N} || {P, N} <- lists:zip(Pids, [7, 8, 7, 9, 7])], exit(hd(Pids), shutdown),
        [receive {'EXIT', P, R} -> R end || P <- Pids]";
    for seed in 0..50 {
        let (log, _) = watch(body, &mut Random::new(seed));
        for (id, event) in log.iter() {
            let cause = event.cause.map(|cause| {
                assert!(cause < id);
                &log.get(cause).expect("a cause that is there").kind
            });
            match (&event.kind, cause) {
                (EventKind::Deliver { message, .. }, Some(EventKind::Send { message: sent, to, .. })) => {
                    assert_eq!((message, event.process), (sent, *to));
                    assert_eq!(log.delivery_of(*message), Some(id));
                }
                (EventKind::Receive { message }, Some(EventKind::Deliver { message: delivered, .. })) => {
                    assert_eq!(message, delivered);
                    assert_eq!(log.receipt_of(*message), Some(id));
                }
                (
                    EventKind::Send { .. },
                    None | Some(EventKind::Exit { .. } | EventKind::ExitSignal { .. }),
                ) => {}
                (EventKind::Exit { .. }, None | Some(EventKind::ExitSignal { .. })) => {}
                (EventKind::Spawn { child, .. }, None) => assert_eq!(log.spawned_by(*child), Some(id)),
                (EventKind::ExitSignal { .. }, None) => {}
                (kind, cause) => panic!("{kind:?} caused by {cause:?}"),
            }
        }
        let exits = log.iter().filter(|(_, event)| matches!(event.kind, EventKind::Exit { .. }));
        assert_eq!(exits.count(), 6);
    }
}
