//! What it costs to be able to go back, in processor time: `cargo xtask bench rewind`.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use std::time::Duration;

use erlang_history::timeline::{FairByChoice, Target};
use erlang_history::{EventKind, Timeline};
use erlang_machine::machine::Budget;
use erlang_machine::observer::Unobserved;
use erlang_machine::schedule::{Fair, Schedule};
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_term::Pid;
use test_support::program;

/// Some workers compute, and tell what they found. Hardly anything depends on the first message;
/// each of the next ones starts a worker.
const WORK: &str = r#"
main() ->
    Alone = spawn(fun() -> receive alone -> ok end end),
    spawn(fun() -> Alone ! alone end),
    receive after 1 -> ok end,
    Me = self(),
    Workers = [spawn(fun() -> receive start -> work(Me, 15) end end) || _ <- lists:seq(1, 8)],
    [W ! start || W <- Workers],
    gather(0).
work(Main, N) -> Main ! {found, fib(N)}, work(Main, N).
gather(N) -> receive {found, X} -> gather((N + X) rem 1000003) end.
fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).
"#;

/// Nothing but messages.
const RING: &str = r#"
main() ->
    First = self(),
    Last = lists:foldl(fun(_, Next) -> spawn(fun() -> pass(Next) end) end, First, lists:seq(1, 50)),
    Last ! token,
    pass(Last).
pass(Next) -> receive token -> Next ! token, pass(Next) end.
"#;

/// Calls of a server, as `gen_server` makes them.
const SERVER: &str = r#"
main() ->
    Server = spawn(fun() -> serve(0) end),
    [spawn(fun() -> client(Server) end) || _ <- lists:seq(1, 7)],
    client(Server).
serve(N) -> receive {'$gen_call', {_, [alias | Mref] = Tag}, add} -> Mref ! {Tag, N + 1}, serve((N + 1) rem 1000003) end.
client(Server) -> call(Server, add), client(Server).
call(Server, Request) ->
    Mref = monitor(process, Server, [{alias, demonitor}]),
    Tag = [alias | Mref],
    erlang:send(Server, {'$gen_call', {self(), Tag}, Request}, [noconnect]),
    receive
        {[alias | Mref], Reply} -> demonitor(Mref, [flush]), Reply;
        {'DOWN', Mref, _, _, Reason} -> exit(Reason)
    after 5000 -> demonitor(Mref, [flush]), exit(timeout)
    end.
"#;

/// Each task is a process of its own, which is watched.
const TASKS: &str = r#"
main() -> tasks(0).
tasks(N) ->
    {P, R} = spawn_monitor(fun() -> exit(fib(6)) end),
    receive {'DOWN', R, process, P, X} -> tasks((N + X) rem 1000003) end.
fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).
"#;

/// A thousand workers that compute in turns, and tell what they found from time to time.
const THOUSAND: &str = r#"
main() ->
    Me = self(),
    [spawn(fun() -> work(Me, 12) end) || _ <- lists:seq(1, 1000)],
    gather(0).
work(Main, N) -> Main ! {found, fib(N)}, work(Main, N).
gather(N) -> receive {found, X} -> gather((N + X) rem 1000003) end.
fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).
"#;

/// A loop of one process.
const LOOP: &str = r#"
main() -> count(0, 0).
count(N, Sum) -> count(N + 1, (Sum + N * N) rem 1000003).
"#;

fn main() {
    let only = |part: &str| std::env::args().any(|argument| argument == part);
    if only("back") {
        return back();
    }
    forward("loop", LOOP, 20_000_000, 3);
    forward("workers", WORK, 20_000_000, 3);
    forward("ring", RING, 20_000_000, 2);
    forward("server", SERVER, 20_000_000, 2);
    // Fewer: each copy of the machine names all processes that ever were.
    forward("tasks", TASKS, 2_000_000, 3);
    if only("forward") {
        return;
    }
    println!();
    for steps in [10_000, 1_000_000, 10_000_000] {
        one_step_back("workers", WORK, steps);
        one_step_back("ring", RING, steps);
        one_step_back("server", SERVER, steps);
    }
    println!();
    first_send("that hardly anything depends on", WORK, 0);
    first_send("that one worker of eight depends on, and what came after it", WORK, 1);
    first_send("that all else depends on", RING, 0);
    println!();
    back();
}

/// What it costs to go back, against what goes.
fn back() {
    for steps in [1_000_000, 3_000_000, 10_000_000] {
        back_of_some("a thousand workers", THOUSAND, steps);
        back_of_some("ring", RING, steps);
        back_of_some("server", SERVER, steps);
    }
    to_the_start("ring", RING, 1_000_000);
    to_the_start("ring", RING, 10_000_000);
    kept("ring", RING, 200_000);
}

/// One step back of processes that had their turn long ago or just now. Those with few consequences
/// count.
fn back_of_some(title: &str, program: &str, steps: u64) {
    let mut timeline = start(program);
    run(&mut timeline, &mut FairByChoice::default(), steps);
    let pids: Vec<Pid> = timeline.machine().fates().map(|fate| fate.process.state.pid).collect();
    let (mut few, mut many) = (Vec::new(), Vec::new());
    for n in 0..12 {
        let pid = pids[1 + n * (pids.len() - 2) / 11];
        let began = processor();
        let log = timeline.back(pid, 1);
        let time = processor() - began;
        let consequences: u64 = log.steps.iter().map(|(_, steps)| steps).sum();
        match consequences < 1_000 {
            true => few.push(time),
            false => many.push((consequences, time)),
        }
    }
    few.sort();
    let few = match (few.last(), few.get(few.len() / 2)) {
        (Some(&worst), Some(&middle)) => format!(
            "{} with few consequences, {:.1} ms, at most {:.1} ms ({})",
            few.len(),
            milliseconds(middle),
            milliseconds(worst),
            aim("5 ms", worst < Duration::from_millis(5))
        ),
        _ => "none with few consequences".to_owned(),
    };
    let many: Vec<String> = many
        .iter()
        .map(|(consequences, time)| format!("{consequences} steps {:.1} ms", milliseconds(*time)))
        .collect();
    println!("back after {steps} steps, {title}: {few}; others: {}", many.join(", "));
}

/// All is undone, and made again.
fn to_the_start(title: &str, program: &str, steps: u64) {
    let mut timeline = start(program);
    run(&mut timeline, &mut FairByChoice::default(), steps);
    let began = processor();
    timeline.undo(&Target::Start).expect("there is a beginning");
    let undo = processor() - began;
    println!(
        "undo start after {steps} steps, {title}: {:.0} ms; {} MB in use at most",
        milliseconds(undo),
        most_memory()
    );
    ratio(&format!("undo_start_megabytes_{}m", steps / 1_000_000), most_memory() as f64);
}

/// Entries that are kept one by one, as where breakpoints are looked for.
fn kept(title: &str, program: &str, steps: u64) {
    let mut timeline = start(program);
    let began = processor();
    timeline.run(&mut FairByChoice::default(), steps, &mut |_, _| false);
    let time = processor() - began;
    let bytes = timeline.size() as f64 / steps as f64;
    println!(
        "entries of {title}: {bytes:.0} bytes a step ({}), {:.1} million steps a second",
        aim("64", bytes <= 64.0),
        steps as f64 / time.as_secs_f64() / 1e6
    );
    ratio(&format!("bytes_of_entries_{title}"), bytes);
}

fn most_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn start(program: &str) -> Timeline {
    let machine = program::machine(program, Delivery::Chosen);
    Timeline::new(machine, Box::new(ClosedWorld::default()), Budget::UNLIMITED)
}

fn run(timeline: &mut Timeline, schedule: &mut dyn Schedule, steps: u64) -> Duration {
    let began = processor();
    timeline.go(schedule, steps);
    processor() - began
}

/// The time that this process has had, so that others do not count.
fn processor() -> Duration {
    // Then it is up to date.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or_default())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn aim(text: &str, reached: bool) -> String {
    format!("aim: {text}, {}", if reached { "reached" } else { "not reached" })
}

/// A line that `cargo xtask bench` compares with the last time. It does not depend on the machine.
fn ratio(name: &str, value: f64) {
    println!("ratio rewind_{name} {value:.2}");
}

/// Going forward, and what is kept of it; beside it the same steps of a run that cannot go back,
/// which may be `most` times as fast.
fn forward(title: &str, program: &str, steps: u64, most: u32) {
    let mut timeline = start(program);
    let time = run(&mut timeline, &mut FairByChoice::default(), steps);
    let millions = |n: f64, time: Duration| n / time.as_secs_f64() / 1e6;
    let speed = millions(steps as f64, time);
    let bytes = timeline.size() as f64 / steps as f64;
    let events = timeline.log().len() as f64;
    // Deliveries are steps of ours only.
    let machine = timeline.machine().system.steps;
    let mut bare = program::plain_machine(program, Delivery::Immediate);
    let budget = Budget { max_steps: machine, ..Budget::UNLIMITED };
    let began = processor();
    bare.run(&mut Fair, &mut ClosedWorld::default(), &mut Unobserved, &budget);
    let plain = processor() - began;
    println!(
        "forward, {title}: {speed:.1} million steps a second ({}), {:.1} million events a second; {bytes:.2} bytes a step ({}); \
         without a way back {:.1} million steps a second, {:.1} times as many ({})",
        aim("20", speed >= 20.0),
        millions(events, time),
        aim("less than 1", bytes < 1.0),
        millions(steps as f64, plain),
        time.as_secs_f64() / plain.as_secs_f64(),
        aim(&most.to_string(), time <= most * plain),
    );
    ratio(&format!("forward_{title}"), time.as_secs_f64() / plain.as_secs_f64());
    ratio(&format!("bytes_{title}"), bytes);
}

fn one_step_back(title: &str, program: &str, steps: u64) {
    let mut timeline = start(program);
    run(&mut timeline, &mut FairByChoice::default(), steps);
    let began = processor();
    timeline.back_all(1);
    let last = processor() - began;
    let main = timeline.machine().main().map(|main| main.state.pid).expect("it is there");
    let began = processor();
    timeline.back(main, 1);
    let of_main = processor() - began;
    println!(
        "one step back after {steps} steps, {title}: {:.1} ms, of the first process {:.1} ms ({})",
        milliseconds(last),
        milliseconds(of_main),
        aim("50 ms", last.max(of_main) < Duration::from_millis(50))
    );
}

/// The cost of an undo against what depends on it.
fn first_send(title: &str, program: &str, nth: usize) {
    let mut timeline = start(program);
    run(&mut timeline, &mut FairByChoice::default(), 1_000_000);
    let mut sends = timeline.events().filter(|(_, event)| matches!(event.kind, EventKind::Send { .. }));
    let send = sends.nth(nth).map(|(id, _)| id).expect("there are messages");
    drop(sends);
    let began = processor();
    let log = timeline.undo(&Target::Send(send)).expect("it is there");
    let undo = processor() - began;
    let began = processor();
    timeline.replay(&Target::Start).expect("it was undone");
    println!(
        "undo of a send {title}, 10^6 steps ago: {:.1} ms, {} events; to make it again {:.1} ms",
        milliseconds(undo),
        log.events,
        milliseconds(processor() - began)
    );
}
