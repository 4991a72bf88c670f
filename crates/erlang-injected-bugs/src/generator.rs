//! Random programs without side effects that always end: functions over numbers, lists and pairs,
//! each of which calls itself on something smaller and others that were written before it.

use erlang_side_by_side::random::Dice;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    Int,
    Ints,
    /// `{Int, Ints}`
    Pair,
}

use Type::{Int, Ints, Pair};

struct Signature {
    name: String,
    parameters: Vec<Type>,
    result: Type,
}

/// The module of this name that belongs to a seed, with a `main/0`.
pub fn program(name: &str, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut known = Vec::new();
    let mut text = format!("-module({name}).\n-export([main/0]).\n");
    for number in 1..=4 + dice.below(5) {
        let (signature, source) = function(&mut dice, &known, format!("f{number}"));
        text += &format!("\n{source}\n");
        known.push(signature);
    }
    let calls: Vec<String> = (0..3)
        .map(|_| {
            let index = known.len() - 1 - dice.below(known.len().min(3));
            let arguments: Vec<String> =
                known[index].parameters.iter().map(|of| literal(&mut dice, *of)).collect();
            format!("{}({})", known[index].name, arguments.join(", "))
        })
        .collect();
    text + &format!("\nmain() -> {{{}}}.\n", calls.join(", "))
}

fn literal(dice: &mut Dice, of: Type) -> String {
    match of {
        Int => dice.below(9).to_string(),
        Ints => {
            let items: Vec<String> = (0..dice.below(5)).map(|_| dice.below(9).to_string()).collect();
            format!("[{}]", items.join(", "))
        }
        Pair => format!("{{{}, {}}}", literal(dice, Int), literal(dice, Ints)),
    }
}

fn function(dice: &mut Dice, known: &[Signature], name: String) -> (Signature, String) {
    let result = *dice.pick(&[Int, Int, Ints, Ints, Pair]);
    let extra = *dice.pick(&[Int, Ints]);
    let mut body = Body { dice, known, variables: Vec::new(), names: 0 };
    match body.dice.below(6) {
        // One clause, or two with a guard between them.
        0 => {
            let parameters = vec![Int, extra];
            body.variables = vec![("A".into(), Int), ("B".into(), extra)];
            let test = body.test(1);
            let (yes, no) = (body.expression(result, 3), body.expression(result, 3));
            let source = match body.dice.once_in(2) {
                true => format!("{name}(A, B) when {test} -> {yes};\n{name}(A, B) -> {no}."),
                false => format!(
                    "{name}(A, B) ->\n    case {test} of\n        true -> {yes};\n        false -> {no}\n    end."
                ),
            };
            (Signature { name, parameters, result }, source)
        }
        // Down a list, and back.
        1 => {
            body.variables = vec![("X".into(), extra)];
            let base = body.expression(result, 1);
            body.variables.push(("H".into(), Int));
            let passed = body.expression(extra, 1);
            body.variables.push(("R".into(), result));
            let combined = body.expression(result, 2);
            let source = format!(
                "{name}([], X) -> {base};\n{name}([H | T], X) ->\n    R = {name}(T, {passed}),\n    {combined}."
            );
            (Signature { name, parameters: vec![Ints, extra], result }, source)
        }
        // Down a list with an accumulator.
        2 => {
            body.variables = vec![("H".into(), Int), ("A".into(), result)];
            let step = body.expression(result, 2);
            let source = format!("{name}([], A) -> A;\n{name}([H | T], A) -> {name}(T, {step}).");
            (Signature { name, parameters: vec![Ints, result], result }, source)
        }
        // Down from a small number.
        3 => {
            body.variables = vec![("X".into(), extra)];
            let base = body.expression(result, 1);
            body.variables.extend([("N".into(), Int), ("R".into(), result)]);
            let combined = body.expression(result, 2);
            let source = format!(
                "{name}(N, X) when N =< 0; N > 8 -> {base};\n{name}(N, X) ->\n    R = {name}(N - 1, X),\n    {combined}."
            );
            (Signature { name, parameters: vec![Int, extra], result }, source)
        }
        // Steps with names, and a pair taken apart.
        4 => {
            body.variables = vec![("A".into(), Int), ("L".into(), Ints)];
            let first = body.expression(Pair, 2);
            body.variables.extend([("B".into(), Int), ("M".into(), Ints)]);
            let second = body.expression(result, 2);
            let source = format!("{name}(A, L) ->\n    {{B, M}} = {first},\n    {second}.");
            (Signature { name, parameters: vec![Int, Ints], result }, source)
        }
        // What goes wrong is caught.
        _ => {
            body.variables = vec![("A".into(), Int), ("B".into(), extra)];
            let (tried, divided) = (body.expression(result, 2), body.expression(Int, 2));
            let caught = body.expression(result, 1);
            let source = format!(
                "{name}(A, B) ->\n    try 10 div ({divided}) of\n        Q when Q > 1 -> {tried};\n        _ -> {caught}\n    \
                 catch\n        error:badarith -> {}\n    end.",
                body.expression(result, 1)
            );
            (Signature { name, parameters: vec![Int, extra], result }, source)
        }
    }
}

/// Writes expressions of a given type.
struct Body<'a> {
    dice: &'a mut Dice,
    known: &'a [Signature],
    variables: Vec<(String, Type)>,
    names: u32,
}

impl Body<'_> {
    fn expression(&mut self, of: Type, depth: u32) -> String {
        if depth == 0 || self.dice.once_in(6) {
            return self.simple(of);
        }
        if self.dice.once_in(3)
            && let Some(call) = self.call(of, depth)
        {
            return call;
        }
        let depth = depth - 1;
        match of {
            Int => match self.dice.below(7) {
                0 => format!("length({})", self.expression(Ints, depth)),
                1 => format!("lists:sum({}) rem 100", self.expression(Ints, depth)),
                2 => self.choice(Int, depth),
                3 => format!("element(1, {})", self.expression(Pair, depth)),
                4 => {
                    let x = self.new_name();
                    let list = self.expression(Ints, depth);
                    let sum = self.inside(&[(&x, Int), ("S", Int)], |body| body.expression(Int, depth));
                    format!("lists:foldl(fun({x}, S) -> {sum} end, 0, {list})")
                }
                _ => {
                    let op = *self.dice.pick(&["+", "-", "*"]);
                    let (left, right) = (self.expression(Int, depth), self.expression(Int, depth));
                    format!("({left} {op} {right}) rem 97")
                }
            },
            Ints => match self.dice.below(8) {
                0 => format!("[{} | {}]", self.expression(Int, depth), self.expression(Ints, depth)),
                1 => format!("lists:reverse({})", self.expression(Ints, depth)),
                2 => format!(
                    "lists:sublist({} ++ {}, 6)",
                    self.expression(Ints, depth),
                    self.expression(Ints, depth)
                ),
                3 => self.choice(Ints, depth),
                4 => {
                    let x = self.new_name();
                    let list = self.expression(Ints, depth);
                    let item = self.inside(&[(&x, Int)], |body| body.expression(Int, depth));
                    let test = self.inside(&[(&x, Int)], |body| body.test(0));
                    format!("[{item} || {x} <- {list}, {test}]")
                }
                5 => {
                    let x = self.new_name();
                    let list = self.expression(Ints, depth);
                    let item = self.inside(&[(&x, Int)], |body| body.expression(Int, depth));
                    format!("lists:map(fun({x}) -> {item} end, {list})")
                }
                6 => format!("element(2, {})", self.expression(Pair, depth)),
                _ => format!("[{}, {}]", self.expression(Int, depth), self.expression(Int, depth)),
            },
            Pair => match self.dice.below(3) {
                0 => self.choice(Pair, depth),
                _ => format!("{{{}, {}}}", self.expression(Int, depth), self.expression(Ints, depth)),
            },
        }
    }

    fn simple(&mut self, of: Type) -> String {
        let fitting: Vec<String> =
            self.variables.iter().filter(|(_, each)| *each == of).map(|(name, _)| name.clone()).collect();
        if !fitting.is_empty() && !self.dice.once_in(4) {
            return self.dice.pick(&fitting).clone();
        }
        literal(self.dice, of)
    }

    fn call(&mut self, of: Type, depth: u32) -> Option<String> {
        let fitting: Vec<usize> = (0..self.known.len()).filter(|n| self.known[*n].result == of).collect();
        if fitting.is_empty() {
            return None;
        }
        let callee = &self.known[*self.dice.pick(&fitting)];
        let arguments: Vec<String> =
            callee.parameters.iter().map(|each| self.expression(*each, depth - 1)).collect();
        Some(format!("{}({})", callee.name, arguments.join(", ")))
    }

    /// `case … of` with a few clauses, or `if`.
    fn choice(&mut self, of: Type, depth: u32) -> String {
        if self.dice.once_in(3) {
            let test = self.test(0);
            return format!(
                "if {test} -> {}; true -> {} end",
                self.expression(of, depth),
                self.expression(of, depth)
            );
        }
        if self.dice.once_in(2) {
            let (list, x) = (self.expression(Ints, depth), self.new_name());
            let empty = self.expression(of, depth);
            let other = self.inside(&[(&x, Int)], |body| body.expression(of, depth));
            return format!("case {list} of [] -> {empty}; [{x} | _] -> {other} end");
        }
        let (number, x) = (self.expression(Int, depth), self.new_name());
        let (zero, limit) = (self.expression(of, depth), self.dice.below(6));
        let (large, other) =
            (self.inside(&[(&x, Int)], |body| body.expression(of, depth)), self.expression(of, depth));
        format!("case {number} of 0 -> {zero}; {x} when {x} > {limit} -> {large}; _ -> {other} end")
    }

    /// Something that is also allowed in a guard.
    fn test(&mut self, depth: u32) -> String {
        let op = *self.dice.pick(&["<", "=<", ">", ">=", "=:=", "/="]);
        let test = format!("{} {op} {}", self.simple(Int), self.simple(Int));
        match depth > 0 && self.dice.once_in(3) {
            true => format!("{test} andalso {}", self.test(depth - 1)),
            false => test,
        }
    }

    fn inside<R>(&mut self, more: &[(&str, Type)], write: impl FnOnce(&mut Self) -> R) -> R {
        let length = self.variables.len();
        self.variables.extend(more.iter().map(|(name, of)| ((*name).to_owned(), *of)));
        let written = write(self);
        self.variables.truncate(length);
        written
    }

    fn new_name(&mut self) -> String {
        self.names += 1;
        format!("V{}", self.names)
    }
}
