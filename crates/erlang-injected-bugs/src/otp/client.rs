//! The module `m`: what starts the servers and calls them, directly, behind a receive, or from a
//! loop.

use erlang_side_by_side::random::Dice;

use super::expressions::{number, test, weight};
use super::server::KEYS;
use super::{Family, Stub, Text};

/// What there is to call.
#[derive(Default)]
pub struct Client {
    /// Before anything else.
    pub first: Vec<String>,
    /// Servers to start, in order.
    pub starts: Vec<String>,
    pub stubs: Vec<Stub>,
    /// Calls after which all servers have done what they were told.
    pub syncs: Vec<String>,
    /// Sometimes time passes between two calls.
    pub sleeps: bool,
}

impl Client {
    pub fn module(&self, dice: &mut Dice, family: Family) -> Text {
        let mut names = 0;
        let helper = {
            let mut body =
                Lines { dice, client: self, family, variables: vec!["N".into()], names: &mut names };
            let steps = body.calls(2, true);
            let value = number(body.dice, &body.variables.clone(), 2);
            format!("ask(N) ->\n{steps}    {value}.\n\n")
        };
        let mut text = String::from("-module(m).\n-export([main/0]).\n\nmain() ->\n");
        // Reports of crashes would take more steps than all else.
        text += "    logger:set_primary_config(level, none),\n";
        for line in self.first.iter().chain(&self.starts) {
            text += &format!("    {line},\n");
        }
        let mut below = String::new();
        match family {
            Family::Receive => {
                let count = dice.between(1, 2);
                text += "    Self = self(),\n";
                for n in 0..count {
                    text +=
                        &format!("    W{n} = spawn_link(fun() -> worker(Self, {}) end),\n", dice.below(9));
                }
                let mut results = Vec::new();
                for n in 0..dice.between(2, 3) {
                    text += &format!("    W{} ! {{go, {}}},\n", n % count, dice.below(9));
                    text += &format!("    R{n} = receive {{result, X{n}}} -> X{n} end,\n");
                    results.push(format!("R{n}"));
                }
                let mut body = Lines { dice, client: self, family, variables: results, names: &mut names };
                text += &body.calls(2, true);
                text += &self.synced(&body.variables.join(", "));
                below += &self.worker(dice, family, &mut names);
            }
            Family::Loop => {
                text += &format!("    P = spawn_link(fun() -> loop({}) end),\n", dice.below(9));
                let mut results = Vec::new();
                for n in 0..dice.between(3, 6) {
                    match dice.below(4) {
                        0 => text += &format!("    P ! {{keep, {}}},\n", dice.below(12)),
                        1 => text += &format!("    P ! {{ask, {}}},\n", dice.below(12)),
                        _ => {
                            text += &format!("    R{n} = rpc(P, {}),\n", dice.below(12));
                            results.push(format!("R{n}"));
                        }
                    }
                }
                text += "    Last = rpc(P, 0),\n";
                results.push("Last".into());
                text += &self.synced(&results.join(", "));
                below += "rpc(P, N) ->\n    P ! {get, self(), N},\n    receive {value, V} -> V after 1000 -> none end.\n\n";
                below += &self.receive_loop(dice, family, &mut names);
            }
            _ => {
                let count = dice.between(4, 8);
                let mut body = Lines { dice, client: self, family, variables: Vec::new(), names: &mut names };
                text += &body.calls(count, false);
                // What is left in the servers at the end.
                for stub in self.stubs.iter().filter(|stub| stub.arity == 0).take(2) {
                    let name = body.name();
                    text += &format!("    {name} = {}:{}(),\n", stub.module, stub.function);
                    body.variables.push(name);
                }
                let results = match body.variables.is_empty() {
                    true => "ok".to_owned(),
                    false => body.variables.join(", "),
                };
                text += &self.synced(&results);
            }
        }
        Text { name: "m".into(), text: text + &helper + &below + &weight(dice) }
    }

    /// The end of `main/0`.
    fn synced(&self, results: &str) -> String {
        let syncs: String = self.syncs.iter().map(|call| format!("    {call},\n")).collect();
        format!("{syncs}    {{{results}}}.\n\n")
    }

    /// A process that calls servers when it is told to.
    fn worker(&self, dice: &mut Dice, family: Family, names: &mut u32) -> String {
        let variables = vec!["A".to_owned(), "N".to_owned()];
        let mut body = Lines { dice, client: self, family, variables, names };
        let steps = body.calls(2, true);
        let value = number(body.dice, &body.variables.clone(), 2);
        let again = number(body.dice, &body.variables.clone(), 1);
        format!(
            "worker(To, A) ->\n    N = receive {{go, X}} -> X end,\n{steps}    To ! {{result, {value}}},\n    worker(To, {again}).\n\n"
        )
    }

    fn receive_loop(&self, dice: &mut Dice, family: Family, names: &mut u32) -> String {
        let mut clauses = Vec::new();
        for request in ["{keep, N}", "{ask, N}", "{get, From, N}"] {
            let variables = vec!["S".to_owned(), "N".to_owned()];
            let guard = match dice.once_in(3) && request != "{get, From, N}" {
                true => format!(" when {}", test(dice, &variables)),
                false => String::new(),
            };
            for guard in [Some(guard.clone()), (!guard.is_empty()).then(String::new)].into_iter().flatten() {
                let mut body = Lines { dice, client: self, family, variables: variables.clone(), names };
                let mut steps = match request {
                    "{keep, N}" => String::new(),
                    _ => body.calls(2, true),
                };
                let known = body.variables.clone();
                if request == "{get, From, N}" {
                    steps += &format!("    From ! {{value, {}}},\n", number(dice, &known, 2));
                }
                let steps: String = steps.lines().map(|line| format!("        {line}\n")).collect();
                let next = number(dice, &known, 2);
                clauses.push(format!("        {request}{guard} ->\n{steps}            loop({next})"));
            }
        }
        format!("loop(S) ->\n    receive\n{}\n    end.\n\n", clauses.join(";\n"))
    }
}

/// Writes the steps of a body.
struct Lines<'a> {
    dice: &'a mut Dice,
    client: &'a Client,
    family: Family,
    variables: Vec<String>,
    names: &'a mut u32,
}

impl Lines<'_> {
    fn name(&mut self) -> String {
        *self.names += 1;
        format!("Y{}", *self.names)
    }

    /// Calls of servers, each in a line of its own. `in_helper`: not through `ask/1`.
    fn calls(&mut self, count: usize, in_helper: bool) -> String {
        let mut text = String::new();
        for _ in 0..count {
            let (name, known) = (self.name(), self.variables.clone());
            if self.client.sleeps && self.dice.once_in(5) {
                text += "    timer:sleep(60),\n";
            }
            let value = number(self.dice, &known, 1);
            let key = *self.dice.pick(&KEYS);
            let special = match self.family {
                Family::Ets if self.dice.once_in(2) => Some(format!("ets:insert(t, {{{key}, {value}}})")),
                Family::Ets => Some(format!("[{{_, {name}}}] = ets:lookup(t, {key})")),
                Family::Persistent if self.dice.once_in(2) => {
                    Some(format!("persistent_term:put({key}, {value})"))
                }
                Family::Persistent => Some(format!("{name} = persistent_term:get({key})")),
                Family::Dictionary if self.dice.once_in(2) => Some(format!("put({key}, {value})")),
                _ => None,
            };
            if let Some(step) = special.filter(|_| self.dice.once_in(3)) {
                let binds = step.starts_with(&name) || step.starts_with('[');
                text += &format!("    {step},\n");
                self.variables.extend(binds.then_some(name));
                continue;
            }
            if !in_helper && self.dice.once_in(3) {
                text += &format!("    {name} = ask({value}),\n");
                self.variables.push(name);
                continue;
            }
            let stub = self.dice.pick(&self.client.stubs).clone();
            let arguments: Vec<String> = (0..stub.arity).map(|_| number(self.dice, &known, 1)).collect();
            text += &format!("    {name} = {}:{}({}),\n", stub.module, stub.function, arguments.join(", "));
            self.variables.push(name);
        }
        text
    }
}
