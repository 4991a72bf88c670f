//! Sessions with small programs: commands, and what they show.

use std::cell::Cell;

use erlang_history::timeline::{FairByChoice, Timeline};
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::schedule::Random;
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_rewind::{COMPILED, Directive, Rewinder, Schedules, Setup};
use erlang_term::Atom;
use test_support::{Dice, EXPRESSION, Sources};

thread_local! {
    /// Someone wants to stop what is being done.
    static INTERRUPTED: Cell<bool> = const { Cell::new(false) };
}

/// One that is about to begin.
fn machine(program: &str, expression: &str) -> Machine {
    let sources = Sources::new(&[program]).expression(expression);
    test_support::machine(sources, EXPRESSION, COMPILED, Delivery::Chosen)
}

fn budget() -> Budget<'static> {
    Budget { interrupted: &|| INTERRUPTED.get(), ..Budget::UNLIMITED }
}

fn session(program: &str, expression: &str) -> Rewinder {
    let machine = machine(program, expression);
    let timeline = Timeline::new(machine, Box::new(ClosedWorld::default()), budget());
    let schedules = Schedules {
        chosen: Box::new(FairByChoice::default()),
        fair: Box::new(FairByChoice::default()),
        random: Box::new(Random::new(1)),
    };
    let (expression, modules) = (expression.to_owned(), vec![Atom::new("m")]);
    Rewinder::new(timeline, Setup { expression, modules, schedules, seed: 0, max_steps: None })
}

fn shown(session: &mut Rewinder, command: &str) -> String {
    let reply = match session.execute(command) {
        Directive::Reply(reply) | Directive::Quit(reply) => reply,
        Directive::Save { reply, .. } | Directive::Ask { reply, .. } => reply,
    };
    reply.text(100)
}

const CLIENTS: &str = "-module(m).
-export([main/0, server/0, client/1]).
main() ->
    S = spawn(?MODULE, server, []),
    register(server, S),
    spawn(?MODULE, client, [S]),
    client(S).
server() ->
    receive
        {P, req} ->
            P ! ack,
            server()
    end.
client(S) ->
    S ! {self(), req},
    receive
        ack -> ok
    end.
";

/// Each command, and the lines of what it shows that matter: they occur in this order.
fn check(program: &str, dialogue: &[(&str, &[&str])]) {
    let mut session = session(program, "m:main()");
    for (command, expected) in dialogue {
        let text = shown(&mut session, command);
        let mut rest = text.as_str();
        for line in *expected {
            match rest.find(line) {
                Some(at) => rest = &rest[at + line.len()..],
                None => panic!("`{command}` does not show `{line}` (in this place), but\n{text}"),
            }
        }
    }
}

#[test]
fn forward_and_looking() {
    check(
        CLIENTS,
        &[
            ("processes", &["<0.82.0>", "m:main()", "can run"]),
            ("run 3", &["1  <0.82.0>  spawns <0.83.0>", "3 steps of <0.82.0>"]),
            (
                "state 82",
                &[
                    "m:main/0 at m.erl:6",
                    "6 |     spawn(?MODULE, client, [S]),",
                    "    ^^^^^^^^",
                    "S = <0.83.0>",
                ],
            ),
            ("step server 100", &["it cannot continue", "is waiting at m.erl:9 in m:server/0: receive"]),
            ("step server", &["<0.83.0> is waiting in a receive; no message is in transit to it"]),
            ("step 82 4", &["sends {<0.82.0>,req} to <0.83.0>"]),
            ("mailbox server", &["Mailbox: empty", "In transit to it", "4  {<0.82.0>,req}  from <0.82.0>"]),
            ("step server", &["1 message is in transit to it"]),
            ("choices", &["deliver 4: {<0.82.0>,req} from <0.82.0> to <0.83.0>"]),
            ("run", &["every process has exited or is waiting"]),
            ("processes", &["<0.82.0>", "value ok", "server", "blocked in receive at m.erl:9", "value ok"]),
            ("trace server like {_, req}", &["sends {<0.82.0>,req}", "receives {<0.82.0>,req}  (sent as 4)"]),
            ("step 82", &["<0.82.0> has exited: ok"]),
            ("state client", &["m:client(<0.83.0>)"]),
            ("take 1", &["nothing more can happen"]),
        ],
    );
}

const WORK: &str = "-module(m).
-export([main/0]).
main() ->
    Worker = spawn(fun() -> work(3) end),
    Worker ! {add, 40, self()},
    receive Sum -> Sum end,
    catch fail(Sum).
work(N) ->
    receive
        {add, M, From} ->
            Sum = N + M,
            From ! Sum
    end,
    exit(done).
fail(N) ->
    error({too_large, N}).
";

#[test]
fn stops() {
    check(
        WORK,
        &[
            ("break m:wrok/1", &["there is no function m:wrok: did you mean m:work?"]),
            ("break m:work/7", &["there is no m:work/7; there is m:work/1"]),
            ("break n:work/7", &["there is no module n"]),
            ("break m:work", &["  1  m:work"]),
            ("break bind Sum = 43", &["  2  bind Sum = 43"]),
            ("break exception", &["  3  exception"]),
            ("break exit", &["  4  exit"]),
            ("break m.erl:16", &["  5  m.erl:16"]),
            ("run", &["breakpoint 1: <0.83.0> calls m:work(3)"]),
            ("state 83", &["m:work/1 at m.erl:9"]),
            ("run", &["breakpoint 2: <0.83.0> binds Sum = 43 in m:work/1"]),
            ("state 83 all", &["m.erl:12", "N    = 3", "M    = 40", "From = <0.82.0>", "Sum  = 43"]),
            ("delete 2", &["  1  m:work"]),
            ("delete 2", &["there is no breakpoint 2"]),
            ("run", &["breakpoint 3: <0.83.0> raises done"]),
            ("run", &["breakpoint 4: <0.83.0> exits: done"]),
            ("run", &["breakpoint 5: <0.82.0> reaches m.erl:16"]),
            ("run", &["breakpoint 3: <0.82.0> raises {too_large,43}"]),
            ("run", &["breakpoint 4: <0.82.0> exits: normal"]),
        ],
    );
    check(
        WORK,
        &[
            ("run until receive {add, _, _}", &["stopped: <0.83.0> receives {add,40,<0.82.0>}"]),
            ("state 83", &["m:work/1 at m.erl:12", "From ! Sum", "^^^^^^^^^^"]),
            ("run until 999", &["every process has exited or is waiting"]),
        ],
    );
}

#[test]
fn back_and_forth() {
    check(
        CLIENTS,
        &[
            ("undo send 4", &["there is no event 4"]),
            ("run", &["every process has exited or is waiting"]),
            ("undo spawn 82", &["<0.82.0> is the first process, so there is no spawn to undo"]),
            (
                "why 7",
                &[
                    "7  <0.83.0>  sends ack to <0.82.0>",
                    "6  <0.83.0>  receives",
                    "led to",
                    "8  <0.82.0>  is delivered ack",
                ],
            ),
            (
                "undo receive 8",
                &[
                    "12  <0.82.0>  exits",
                    "11  <0.82.0>  receives ack",
                    "steps undone",
                    "<0.82.0> is at m.erl:16 in m:client/1: receive",
                ],
            ),
            ("processes", &["<0.82.0>", "1 ", "can run, at m.erl:16", "<0.84.0>", "value ok"]),
            ("undo receive 8", &["event 11 has been undone"]),
            ("undo event 1", &["undone, latest first"]),
            ("trace", &["no events to show yet"]),
            ("replay receive 8", &["11  <0.82.0>  receives ack"]),
            ("trace", &["11  <0.82.0>  receives ack"]),
            ("replay", &["17  <0.84.0>  exits: normal"]),
            ("replay", &["nothing has been undone"]),
            (
                "reverse send {_, req}",
                &["stopped: <0.84.0> sends {<0.84.0>,req} to <0.83.0>", "<0.84.0> is at m.erl:15"],
            ),
            ("reverse send {_, req}", &["stopped: <0.82.0> sends {<0.82.0>,req} to <0.83.0>"]),
            ("reverse send {_, req}", &["that has not happened before this point"]),
            ("run until m:server/0", &["stopped: <0.83.0> calls m:server()"]),
            ("reverse m:client/1", &["stopped: <0.8"]),
            ("run", &["every process has exited or is waiting"]),
            ("undo bind 82 S", &["4  <0.82.0>  sends", "<0.82.0> is at m.erl:7 in m:main/0: client(S)"]),
            ("undo bind 82 S", &["1  <0.82.0>  spawns <0.83.0>"]),
            ("undo start", &["1 step of <0.82.0>"]),
            ("undo start", &["nothing was undone"]),
            ("back", &["nothing was undone"]),
            ("run 5", &["5 steps"]),
            ("back 2", &["3  <0.82.0>  spawns <0.84.0>", "1 step of <0.82.0>, 1 step of <0.84.0>"]),
            ("back 82", &["2  <0.82.0>  registers <0.83.0> as server"]),
        ],
    );
}

#[test]
fn where_a_value_came_from() {
    check(
        WORK,
        &[
            ("run until m:fail/1", &["stopped: <0.82.0> calls m:fail(43)"]),
            (
                "watch 82 N",
                &[
                    "N = 43 in m:fail/1",
                    "m.erl:7   passed to m:fail/1 as N by `catch fail(Sum)`",
                    "probably Sum, which is equal",
                    "receives 43",
                    "<0.83.0>  m.erl:12  sends 43 to <0.82.0>",
                    "made by",
                ],
            ),
            ("watch 82 X", &["<0.82.0> has no variable X"]),
        ],
    );
}

#[test]
fn variables_at_a_call_in_the_last_place() {
    check(
        "-module(m).\n-export([main/0]).\nmain() -> swap(1, 2, three).\nswap(A, B, C) -> other(B, A, C).\nother(X, Y, _) -> X - abs(Y).\n",
        &[
            ("run until m:swap/3", &["stopped: <0.82.0> calls m:swap(1, 2, three)"]),
            ("state 82", &["m.erl:4", "A = 1", "B = 2", "C = three"]),
            ("run until m:other/3", &["stopped: <0.82.0> calls m:other(2, 1, three)"]),
            ("state 82", &["m.erl:5", "Y = 1"]),
        ],
    );
}

/// Ctrl-C ends a search in the past. Findings are kept, and nothing has changed.
#[test]
fn searches_can_be_interrupted() {
    let mut session = session(CLIENTS, "m:main()");
    shown(&mut session, "run");
    let before = (session.timeline().position(), shown(&mut session, "processes"));
    let mut check = |command: &str, expected: &str| {
        INTERRUPTED.set(true);
        let said = shown(&mut session, command);
        INTERRUPTED.set(false);
        assert!(said.ends_with(expected), "{command}: {said}");
        assert_eq!((session.timeline().position(), shown(&mut session, "processes")), before, "{command}");
    };
    check("reverse m:server/0", "interrupted: nothing was undone");
    check("reverse send _", "interrupted: nothing was undone");
    check("undo bind 83 X", "interrupted");
    check("back 83 3", "interrupted: nothing was undone");
}

/// What was found before someone pressed Ctrl-C is shown.
#[test]
fn looking_for_the_origin_of_a_value_can_be_interrupted() {
    let mut session = session(WORK, "m:main()");
    shown(&mut session, "run until m:fail/1");
    INTERRUPTED.set(true);
    let said = shown(&mut session, "watch 82 N");
    INTERRUPTED.set(false);
    assert!(said.contains("N = 43 in m:fail/1"), "{said}");
    assert!(said.ends_with("interrupted before its origin was found"), "{said}");
}

/// A session that was saved is there as far as it was made again, and goes on from there.
#[test]
fn loading_can_be_interrupted() {
    let mut session = session(CLIENTS, "m:main()");
    shown(&mut session, "run");
    shown(&mut session, "undo receive 8");
    let (saved, position) = (session.timeline().save(), session.timeline().position());
    let load = || {
        let world = Box::new(ClosedWorld::default());
        Timeline::load(&saved, machine(CLIENTS, "m:main()"), world, budget()).expect("it was saved")
    };
    INTERRUPTED.set(true);
    let mut part = load();
    INTERRUPTED.set(false);
    assert!(part.interrupted.is_some_and(|at| at < position) && part.differs.is_none());
    part.timeline.run(&mut FairByChoice::default(), 1000, &mut |_, _| false);
    assert!(part.timeline.choices().is_empty());
    let whole = load();
    assert_eq!((whole.interrupted, whole.differs, whole.timeline.position()), (None, None, position));
}

/// Whatever is typed, it is done or refused.
#[test]
fn any_commands() {
    const WORDS: &[&str] = &[
        "run",
        "until",
        "step",
        "back",
        "fair",
        "random",
        "normalise",
        "choices",
        "take",
        "undo",
        "replay",
        "send",
        "deliver",
        "receive",
        "spawn",
        "bind",
        "event",
        "start",
        "processes",
        "state",
        "mailbox",
        "history",
        "trace",
        "why",
        "watch",
        "break",
        "reverse",
        "delete",
        "breakpoints",
        "save",
        "ask",
        "help",
        "all",
        "into",
        "exit",
        "exception",
        "82",
        "83",
        "84",
        "<0.83.0>",
        "server",
        "0",
        "1",
        "2",
        "3",
        "7",
        "12",
        "99999999999999999999",
        "-1",
        "m:server/0",
        "m:client",
        "lists:reverse/1",
        "nowhere:f/1",
        "m:9",
        "m.erl:15",
        "{_, req}",
        "S",
        "S = _",
        "ack",
        "{",
        "]",
        "\"",
        "'",
        "é",
        "%",
        "",
    ];
    for seed in 0..12 {
        let mut dice = Dice::new(seed);
        let mut session = session(CLIENTS, "m:main()");
        for _ in 0..80 {
            let count = 1 + dice.below(4);
            let words: Vec<&str> = (0..count).map(|_| WORDS[dice.below(WORDS.len())]).collect();
            shown(&mut session, &words.join(" "));
        }
        let saved = session.timeline().save();
        shown(&mut session, "undo start");
        assert_eq!(session.timeline().position().0, 0, "seed {seed}: {saved}");
    }
}

/// What is left of a file is refused, or is a run.
#[test]
fn damaged_sessions() {
    let mut session = session(CLIENTS, "m:main()");
    shown(&mut session, "run");
    shown(&mut session, "undo receive 8");
    let saved = session.timeline().save();
    let load = |text: &str| {
        let world = Box::new(ClosedWorld::default());
        Timeline::load(text, machine(CLIENTS, "m:main()"), world, budget()).ok()
    };
    assert!(load(&saved).is_some());
    let mut dice = Dice::new(1);
    let mut loaded = 0;
    for _ in 0..300 {
        let mut lines: Vec<String> = saved.lines().map(str::to_owned).collect();
        let at = dice.below(lines.len());
        match dice.below(5) {
            0 => drop(lines.remove(at)),
            1 => lines.truncate(at),
            2 => lines.swap(at, (at + 1) % saved.lines().count()),
            3 => lines[at] = lines[at].replace(|c: char| c.is_ascii_digit(), &dice.below(100).to_string()),
            _ => lines[at] = lines[at].chars().rev().collect(),
        }
        if let Some(mut part) = load(&(lines.join("\n") + "\n")) {
            loaded += 1;
            part.timeline.run(&mut FairByChoice::default(), 100, &mut |_, _| false);
            part.timeline.back_all(1000);
        }
    }
    assert!(loaded > 20, "{loaded}");
}
