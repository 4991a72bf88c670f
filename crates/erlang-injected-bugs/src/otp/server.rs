//! Servers: modules with the behaviour `gen_server`, their client functions, and a supervisor.

use erlang_side_by_side::random::Dice;

use super::client::Client;
use super::expressions::{number, number_of, test, weight};
use super::{Family, Stub, Text};

const NAMES: [&str; 3] = ["srv_a", "srv_b", "srv_c"];
const TAGS: [&str; 6] = ["add", "take", "mix", "scale", "total", "note"];
const FIELDS: [&str; 3] = ["count", "sum", "last"];

/// How a server keeps its state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Record,
    Map,
    Tuple,
}

/// Writes the servers that programs of this family need, the lowest first.
pub fn servers(dice: &mut Dice, family: Family, client: &mut Client, modules: &mut Vec<Text>) {
    let count = match family {
        Family::Chain => dice.between(2, 3),
        Family::Stub | Family::Supervisor | Family::Timeout => 1,
        _ => dice.between(1, 2),
    };
    let mut below: Vec<Stub> = Vec::new();
    for name in NAMES.into_iter().take(count) {
        let shape = *dice.pick(&[Shape::Record, Shape::Map, Shape::Tuple]);
        let fields = FIELDS[..dice.between(2, 3)].to_vec();
        let mut writer = Writer { dice, family, name, shape, fields, below: &below, names: 0 };
        let (text, stubs) = writer.module();
        modules.push(Text { name: name.to_owned(), text });
        if family != Family::Supervisor {
            client.starts.push(format!("{name}:start()"));
        }
        // Who is higher up calls all that are below, and the client calls any.
        below.extend(stubs);
    }
    // Those above first: they may still have something to say to those below.
    client.syncs = NAMES[..count].iter().rev().map(|name| format!("{name}:sync()")).collect();
    match family {
        Family::Supervisor => {
            modules.push(Text { name: "sup".into(), text: supervisor(dice) });
            client.starts.push("sup:start()".into());
        }
        Family::Ets => {
            let keys: Vec<String> = KEYS.iter().map(|key| format!("{{{key}, {}}}", dice.below(9))).collect();
            client.first.push("ets:new(t, [named_table, public])".into());
            client.first.push(format!("ets:insert(t, [{}])", keys.join(", ")));
        }
        Family::Persistent => {
            for key in KEYS {
                client.first.push(format!("persistent_term:put({key}, {})", dice.below(9)));
            }
        }
        _ => {}
    }
    client.stubs = below;
}

/// Of tables, dictionaries and persistent terms.
pub const KEYS: [&str; 2] = ["left", "right"];

fn supervisor(dice: &mut Dice) -> String {
    let strategy = *dice.pick(&["one_for_one", "one_for_all", "rest_for_one"]);
    format!(
        "-module(sup).\n-behaviour(supervisor).\n-export([start/0, init/1]).\n\n\
         start() -> supervisor:start_link({{local, ?MODULE}}, ?MODULE, []).\n\n\
         init([]) ->\n    Flags = #{{strategy => {strategy}, intensity => 5, period => 10}},\n    \
         Child = #{{id => srv_a, start => {{srv_a, start, []}}, restart => permanent}},\n    \
         {{ok, {{Flags, [Child]}}}}.\n"
    )
}

/// Writes one module.
struct Writer<'a> {
    dice: &'a mut Dice,
    family: Family,
    name: &'static str,
    shape: Shape,
    fields: Vec<&'static str>,
    below: &'a [Stub],
    names: u32,
}

/// What a request does: steps, the fields that change, and the reply.
struct Body {
    steps: Vec<String>,
    changes: Vec<(usize, String)>,
    reply: String,
}

impl Writer<'_> {
    fn module(&mut self) -> (String, Vec<Stub>) {
        let (mut calls, mut casts, mut infos, mut stubs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut functions, mut exports) = (Vec::new(), vec!["start/0".to_owned(), "sync/0".to_owned()]);
        let count = self.dice.between(3, 5);
        for (n, tag) in TAGS.into_iter().take(count).enumerate() {
            let arity = if n < 2 { 1 } else { self.dice.below(2) };
            let parameters = if arity == 1 { "N" } else { "" };
            let request = if arity == 1 { format!("{{{tag}, N}}") } else { tag.to_owned() };
            let how = match (n, self.dice.below(4)) {
                (1, _) | (_, 0) => "cast",
                (2, 1) => "info",
                _ => "call",
            };
            functions.push(match how {
                "info" => format!("{tag}({parameters}) ->\n    ?MODULE ! {request},\n    0.\n"),
                "cast" => {
                    format!("{tag}({parameters}) ->\n    gen_server:cast(?MODULE, {request}),\n    0.\n")
                }
                _ => format!("{tag}({parameters}) -> gen_server:call(?MODULE, {request}).\n"),
            });
            exports.push(format!("{tag}/{arity}"));
            stubs.push(Stub { module: self.name, function: tag, arity });
            let clauses = match how {
                "call" => &mut calls,
                "cast" => &mut casts,
                _ => &mut infos,
            };
            // Sometimes two clauses with a guard between them.
            let guarded = self.dice.once_in(3);
            let mut variables = self.variables();
            variables.extend((arity == 1).then(|| "N".to_owned()));
            let guard = match guarded {
                true => format!(" when {}", test(self.dice, &variables)),
                false => String::new(),
            };
            for guard in [Some(guard.clone()), guarded.then(String::new)].into_iter().flatten() {
                let body = self.body(&variables, how == "call");
                clauses.push(self.clause(how, &request, &guard, body));
            }
        }
        if self.family == Family::Timeout {
            self.slowly(&mut functions, &mut exports, &mut stubs, &mut calls, &mut infos);
        }
        if self.family == Family::Supervisor {
            exports.push("share/1".into());
            functions.push(
                "share(N) ->\n    gen_server:cast(?MODULE, {share, N}),\n    timer:sleep(20),\n    0.\n"
                    .into(),
            );
            stubs.push(Stub { module: self.name, function: "share", arity: 1 });
            let (field, limit) = (self.dice.below(self.fields.len()), self.dice.between(1, 4));
            let change = format!("{} div (N - {limit})", self.variables()[field]);
            let body = Body { steps: Vec::new(), changes: vec![(field, change)], reply: String::new() };
            casts.push(self.clause("cast", "{share, N}", "", body));
        }
        // A server without calls still needs a clause of `handle_call`.
        calls.push("handle_call(_, _From, S) -> {reply, 0, S}".into());
        casts.push("handle_cast(_, S) -> {noreply, S}".into());
        infos.push("handle_info(_, S) -> {noreply, S}".into());
        let mut text = format!(
            "-module({}).\n-behaviour(gen_server).\n-export([{}]).\n\
             -export([init/1, handle_call/3, handle_cast/2, handle_info/2]).\n\n",
            self.name,
            exports.join(", ")
        );
        if self.shape == Shape::Record {
            text += &format!("-record(st, {{{}}}).\n\n", self.fields.join(", "));
        }
        text += "start() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).\n\n";
        text += "sync() -> gen_server:call(?MODULE, sync).\n\n";
        text += &functions.join("\n");
        text += &format!("\n{}\n", self.init());
        for clauses in [calls, casts, infos] {
            text += &format!("{}.\n\n", clauses.join(";\n"));
        }
        text += &weight(self.dice);
        (text, stubs)
    }

    fn variables(&self) -> Vec<String> {
        ["C", "U", "L"][..self.fields.len()].iter().map(|name| (*name).to_owned()).collect()
    }

    fn init(&mut self) -> String {
        let values: Vec<String> = self.fields.iter().map(|_| self.dice.below(7).to_string()).collect();
        let dictionary = match self.family {
            Family::Dictionary => {
                let (left, right) = (self.dice.below(9), self.dice.below(9));
                format!("\n    put(left, {left}),\n    put(right, {right}),\n   ")
            }
            _ => String::new(),
        };
        format!("init([]) ->{dictionary} {{ok, {}}}.\n", self.state(&values))
    }

    /// A state with these values.
    fn state(&self, values: &[String]) -> String {
        let fields = self.fields.iter().zip(values);
        match self.shape {
            Shape::Record => {
                let fields: Vec<String> = fields.map(|(field, value)| format!("{field} = {value}")).collect();
                format!("#st{{{}}}", fields.join(", "))
            }
            Shape::Map => {
                let fields: Vec<String> =
                    fields.map(|(field, value)| format!("{field} => {value}")).collect();
                format!("#{{{}}}", fields.join(", "))
            }
            Shape::Tuple => format!("{{{}}}", values.join(", ")),
        }
    }

    fn pattern(&self) -> String {
        let names = self.variables();
        match self.shape {
            Shape::Map => {
                let fields: Vec<String> =
                    self.fields.iter().zip(names).map(|(field, name)| format!("{field} := {name}")).collect();
                format!("#{{{}}}", fields.join(", "))
            }
            _ => self.state(&names),
        }
    }

    fn changed(&self, changes: &[(usize, String)]) -> String {
        if changes.is_empty() {
            return "S".into();
        }
        let written = |sign: &str| {
            let fields = changes.iter().map(|(n, value)| format!("{} {sign} {value}", self.fields[*n]));
            fields.collect::<Vec<_>>().join(", ")
        };
        match self.shape {
            Shape::Record => format!("S#st{{{}}}", written("=")),
            Shape::Map => format!("S#{{{}}}", written(":=")),
            Shape::Tuple => {
                let mut values = self.variables();
                changes.iter().for_each(|(n, value)| values[*n] = value.clone());
                self.state(&values)
            }
        }
    }

    fn clause(&self, how: &str, request: &str, guard: &str, body: Body) -> String {
        let (pattern, state) = (self.pattern(), self.changed(&body.changes));
        let (from, result) = match how {
            "call" => (", _From", format!("{{reply, {}, {state}}}", body.reply)),
            _ => ("", format!("{{noreply, {state}}}")),
        };
        let steps: String = body.steps.iter().map(|step| format!("    {step},\n")).collect();
        format!("handle_{how}({request}{from}, {pattern} = S){guard} ->\n{steps}    {result}")
    }

    fn body(&mut self, variables: &[String], replies: bool) -> Body {
        let mut variables = variables.to_vec();
        let mut steps = Vec::new();
        for _ in 0..self.dice.below(3) {
            if let Some(step) = self.step(&mut variables) {
                steps.push(step);
            }
        }
        let mut changes = Vec::new();
        for n in 0..self.fields.len() {
            if self.dice.once_in(if replies { 3 } else { 2 }) || (!replies && n == 0) {
                let field = self.variables()[n].clone();
                changes.push((n, number_of(self.dice, &field, &variables)));
            }
        }
        let reply = number(self.dice, &variables, 2);
        Body { steps, changes, reply }
    }

    /// Something that happens before the reply: a call, or a look at what is shared.
    fn step(&mut self, variables: &mut Vec<String>) -> Option<String> {
        self.names += 1;
        let name = format!("V{}", self.names);
        let key = *self.dice.pick(&KEYS);
        let value = number(self.dice, variables, 1);
        let reads = self.dice.once_in(2);
        let special = match (self.family, reads) {
            (Family::Ets, true) if self.dice.once_in(3) => {
                Some((true, format!("{name} = ets:update_counter(t, {key}, 1)")))
            }
            (Family::Ets, true) => Some((true, format!("[{{_, {name}}}] = ets:lookup(t, {key})"))),
            (Family::Ets, false) => Some((false, format!("ets:insert(t, {{{key}, {value}}})"))),
            (Family::Dictionary, true) => Some((true, format!("{name} = get({key})"))),
            (Family::Dictionary, false) => Some((false, format!("put({key}, {value})"))),
            (Family::Persistent, true) => Some((true, format!("{name} = persistent_term:get({key})"))),
            (Family::Persistent, false) => Some((false, format!("persistent_term:put({key}, {value})"))),
            _ => None,
        };
        if let Some((binds, step)) = special.filter(|_| !self.dice.once_in(4)) {
            variables.extend(binds.then_some(name));
            return Some(step);
        }
        if !self.below.is_empty() && !self.dice.once_in(4) {
            let stub = self.dice.pick(self.below).clone();
            let arguments: Vec<String> = (0..stub.arity).map(|_| number(self.dice, variables, 1)).collect();
            variables.push(name.clone());
            return Some(format!("{name} = {}:{}({})", stub.module, stub.function, arguments.join(", ")));
        }
        let step = format!("{name} = {}", number(self.dice, variables, 2));
        variables.push(name);
        Some(step)
    }

    /// Requests that are answered later, and clients that do not wait forever.
    fn slowly(
        &mut self,
        functions: &mut Vec<String>,
        exports: &mut Vec<String>,
        stubs: &mut Vec<Stub>,
        calls: &mut Vec<String>,
        infos: &mut Vec<String>,
    ) {
        exports.push("slow/1".into());
        stubs.push(Stub { module: self.name, function: "slow", arity: 1 });
        let (limit, late) = (self.dice.between(30, 60), self.dice.between(11, 19));
        functions.push(format!(
            "slow(N) ->\n    try gen_server:call(?MODULE, {{slow, N}}, {limit})\n    \
             catch exit:{{timeout, _}} -> {late}\n    end.\n"
        ));
        let (pattern, variables) = (self.pattern(), self.variables());
        let mut known = variables.clone();
        known.push("N".into());
        let delay = format!("{} + 10 * abs(N)", self.dice.between(1, 9));
        let reply = number_of(self.dice, "N", &known);
        match self.dice.once_in(3) {
            // It sleeps, and replies when the client may be gone.
            true => {
                let body = Body { steps: vec![format!("timer:sleep({delay})")], changes: Vec::new(), reply };
                calls.push(self.clause("call", "{slow, N}", "", body));
            }
            false => {
                calls.push(format!(
                    "handle_call({{slow, N}}, From, S) ->\n    erlang:send_after({delay}, self(), {{done, From, N}}),\n    {{noreply, S}}"
                ));
                let first = number_of(self.dice, &variables[0], &known);
                let changed = self.changed(&[(0, first)]);
                infos.push(format!(
                    "handle_info({{done, From, N}}, {pattern} = S) ->\n    gen_server:reply(From, {reply}),\n    {{noreply, {changed}}}"
                ));
            }
        }
    }
}
