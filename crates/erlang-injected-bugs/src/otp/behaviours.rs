//! The other behaviours: `gen_statem` in both callback modes, and `gen_event`.

use erlang_side_by_side::random::Dice;

use super::client::Client;
use super::expressions::{number, number_of, test, weight};
use super::{Stub, Text};

const STATES: [&str; 3] = ["idle", "busy", "done"];

/// A machine of three states that counts.
pub fn statem(dice: &mut Dice, client: &mut Client, modules: &mut Vec<Text>) {
    let by_state = dice.once_in(2);
    let mode = if by_state { "state_functions" } else { "handle_event_function" };
    let variables = ["D".to_owned(), "N".to_owned()];
    let mut clauses: Vec<Vec<String>> = Vec::new();
    for state in STATES {
        let mut of_state = Vec::new();
        let head = |event: &str, content: &str, guard: &str| match by_state {
            true => format!("{state}({event}, {content}, D){guard}"),
            false => format!("handle_event({event}, {content}, {state}, D){guard}"),
        };
        for (event, content) in [("cast", "{coin, N}"), ("{call, From}", "{push, N}")] {
            let replies = event != "cast";
            let guard = match dice.once_in(2) {
                true => format!(" when {}", test(dice, &variables)),
                false => String::new(),
            };
            for guard in [Some(guard.clone()), (!guard.is_empty()).then(String::new)].into_iter().flatten() {
                let data = number_of(dice, "D", &variables);
                let reply = format!("{{reply, From, {}}}", number(dice, &variables, 2));
                let action = if replies { format!(", [{reply}]") } else { String::new() };
                let next = *dice.pick(&STATES);
                let result = match dice.below(3) {
                    0 => format!("{{keep_state, {data}{action}}}"),
                    1 if replies => format!("{{keep_state_and_data, [{reply}]}}"),
                    _ if dice.once_in(4) => {
                        let actions = if replies { format!("{reply}, ") } else { String::new() };
                        format!("{{next_state, {next}, {data}, [{actions}{{state_timeout, 50, over}}]}}")
                    }
                    _ => format!("{{next_state, {next}, {data}{action}}}"),
                };
                of_state.push(format!("{} ->\n    {result}", head(event, content, &guard)));
            }
        }
        let total = format!("{{D, {}}}", STATES.iter().position(|known| *known == state).unwrap_or(0));
        of_state.push(format!(
            "{} ->\n    {{keep_state_and_data, [{{reply, From, value({total})}}]}}",
            head("{call, From}", "total", "")
        ));
        let (next, data) = (*dice.pick(&STATES), number_of(dice, "D", &variables[..1]));
        of_state
            .push(format!("{} ->\n    {{next_state, {next}, {data}}}", head("state_timeout", "over", "")));
        clauses.push(of_state);
    }
    let callbacks = match by_state {
        true => clauses.iter().map(|clauses| format!("{}.\n\n", clauses.join(";\n"))).collect(),
        false => format!("{}.\n\n", clauses.concat().join(";\n")),
    };
    let exported = if by_state { "idle/3, busy/3, done/3" } else { "handle_event/4" };
    let (first, factor) = (dice.below(9), dice.between(2, 20));
    let text = format!(
        "-module(door).\n-behaviour(gen_statem).\n-export([start/0, coin/1, push/1, total/0]).\n\
         -export([init/1, callback_mode/0, {exported}]).\n\n\
         start() -> gen_statem:start_link({{local, ?MODULE}}, ?MODULE, [], []).\n\n\
         coin(N) ->\n    gen_statem:cast(?MODULE, {{coin, N}}),\n    0.\n\n\
         push(N) -> gen_statem:call(?MODULE, {{push, N}}).\n\n\
         total() -> gen_statem:call(?MODULE, total).\n\n\
         init([]) -> {{ok, idle, {first}}}.\n\n\
         callback_mode() -> {mode}.\n\n{callbacks}\
         value({{D, State}}) -> D * {factor} + State.\n\n{}",
        weight(dice)
    );
    modules.push(Text { name: "door".into(), text });
    client.starts.push("door:start()".into());
    client.sleeps = true;
    for (function, arity) in [("coin", 1), ("push", 1), ("total", 0)] {
        client.stubs.push(Stub { module: "door", function, arity });
    }
}

/// A manager with two handlers.
pub fn event(dice: &mut Dice, client: &mut Client, modules: &mut Vec<Text>) {
    let mut calls = Vec::new();
    for (handler, call) in [("log_a", "first"), ("log_b", "second")] {
        let variables = ["S".to_owned(), "N".to_owned()];
        let mut clauses = Vec::new();
        for tag in ["entry", "level"] {
            let guard = match dice.once_in(2) {
                true => format!(" when {}", test(dice, &variables)),
                false => String::new(),
            };
            for guard in [Some(guard.clone()), (!guard.is_empty()).then(String::new)].into_iter().flatten() {
                let state = number_of(dice, "S", &variables);
                clauses.push(format!("handle_event({{{tag}, N}}, S){guard} -> {{ok, {state}}}"));
            }
        }
        let (first, reply) = (dice.below(9), number_of(dice, "S", &variables[..1]));
        let text = format!(
            "-module({handler}).\n-behaviour(gen_event).\n-export([init/1, handle_event/2, handle_call/2]).\n\n\
             init(N) -> {{ok, N + {first}}}.\n\n{}.\n\n\
             handle_call(total, S) -> {{ok, {reply}, S}};\nhandle_call({{set, N}}, _) -> {{ok, N, weight(N)}}.\n\n{}",
            clauses.join(";\n"),
            weight(dice)
        );
        modules.push(Text { name: handler.into(), text });
        calls.push(format!("{call}() -> gen_event:call(bus, {handler}, total).\n"));
    }
    let notify = *dice.pick(&["notify", "sync_notify"]);
    let (first, second) = (dice.below(5), dice.below(5));
    let text = format!(
        "-module(events).\n-export([start/0, entry/1, level/1, first/0, second/0, set/1]).\n\n\
         start() ->\n    {{ok, _}} = gen_event:start_link({{local, bus}}),\n    \
         ok = gen_event:add_handler(bus, log_a, {first}),\n    ok = gen_event:add_handler(bus, log_b, {second}).\n\n\
         entry(N) ->\n    gen_event:{notify}(bus, {{entry, N}}),\n    0.\n\n\
         level(N) ->\n    gen_event:sync_notify(bus, {{level, N}}),\n    0.\n\n{}\n\
         set(N) -> gen_event:call(bus, log_a, {{set, N}}).\n",
        calls.join("\n")
    );
    modules.push(Text { name: "events".into(), text });
    client.starts.push("events:start()".into());
    for (function, arity) in [("entry", 1), ("level", 1), ("first", 0), ("second", 0), ("set", 1)] {
        client.stubs.push(Stub { module: "events", function, arity });
    }
}
