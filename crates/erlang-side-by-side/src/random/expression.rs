//! Makes random expressions that are mostly well typed.

use super::forms::forms;
use super::tree::Tree;
use super::tree::Type::{self, Any, Atom, Binary, Bool, Float, Fun, Int, Ints, Map, Pair, Record, Text};
use dice::Dice;

/// A function that expressions may call; its first parameter, the fuel, is not listed.
#[derive(Clone, Debug)]
pub struct Signature {
    pub name: String,
    pub parameters: Vec<Type>,
    pub result: Type,
}

pub struct Generator<'a> {
    pub dice: &'a mut Dice,
    pub functions: &'a [Signature],
    /// Variables that are bound here, innermost last.
    pub variables: Vec<(String, Type)>,
    pub names: usize,
    /// Whether `Fuel` is in scope, so that functions of the module may be called.
    pub has_fuel: bool,
}

const PLAIN: [Type; 9] = [Int, Float, Atom, Bool, Ints, Text, Pair, Map, Binary];

impl Generator<'_> {
    pub fn expression(&mut self, of: Type, depth: usize) -> Tree {
        if of != Fun && self.dice.once_in(50) {
            return self.misfit(of, depth);
        }
        if depth == 0 || self.dice.once_in(6) {
            return self.leaf(of);
        }
        match self.dice.below(20) {
            0 => self.case(of, depth),
            1 => self.conditional(of, depth),
            2 => self.attempt(of, depth),
            3 => self.block(of, depth),
            4 => self.message(of, depth),
            5 | 6 if self.has_fuel => self.call(of, depth),
            _ => self.built(of, depth),
        }
    }

    /// Something of the wrong type, or an exception in its place.
    fn misfit(&mut self, of: Type, depth: usize) -> Tree {
        let depth = depth.saturating_sub(1);
        let wrong = *self.dice.pick(&PLAIN);
        match self.dice.below(6) {
            0 => Tree::expression(of, "throw(@)", vec![self.expression(Any, depth)]),
            1 => Tree::expression(of, "error(@)", vec![self.expression(Any, depth)]),
            2 => Tree::expression(of, "exit(@)", vec![self.expression(Any, depth)]),
            // A template around it, so that it counts as an expression of the type that was asked
            // for.
            _ => Tree::expression(of, "id(@)", vec![self.expression(wrong, depth)]),
        }
    }

    fn leaf(&mut self, of: Type) -> Tree {
        let fitting: Vec<String> =
            self.variables.iter().filter(|(_, has)| *has == of).map(|(name, _)| name.clone()).collect();
        if !fitting.is_empty() && !self.dice.once_in(3) {
            return Tree::expression(of, self.dice.pick(&fitting).clone(), Vec::new());
        }
        let text: String = match of {
            Int => self.integer(),
            Float => {
                (*self.dice.pick(&["0.0", "1.0", "-2.5", "0.1", "3.0e10", "1.0e-7", "123456.789", "-0.0"]))
                    .into()
            }
            Atom => self.atom().into(),
            Bool => (*self.dice.pick(&["true", "false"])).into(),
            Ints => {
                let items: Vec<String> = (0..self.dice.below(6)).map(|_| self.integer()).collect();
                format!("[{}]", items.join(", "))
            }
            Text => (*self.dice.pick(&[
                "\"\"",
                "\"a\"",
                "\"hello\"",
                "\"x\\ny\"",
                "\"ABC def\"",
                "\"123\"",
                "[955, 97]",
            ]))
            .into(),
            Pair => format!("{{{}, {}}}", self.integer(), self.atom()),
            Map => {
                (*self.dice.pick(&["#{}", "#{a => 1}", "#{a => 1, b => 2}", "#{c => -3, a => 0, ok => 7}"]))
                    .into()
            }
            Binary => (*self.dice.pick(&[
                "<<>>",
                "<<1,2,3>>",
                "<<\"abc\">>",
                "<<255,0>>",
                "<<5:3>>",
                "<<\"hello\",10>>",
            ]))
            .into(),
            Record => (*self.dice.pick(&["#rec{}", "#rec{a = 5}", "#rec{b = ok, c = [1]}"])).into(),
            Fun => (*self.dice.pick(&[
                "fun(X) -> X end",
                "fun erlang:abs/1",
                "fun random_helpers:id/1",
                "fun(_) -> 7 end",
                "fun(0) -> 1 end",
            ]))
            .into(),
            Any => {
                let other = *self.dice.pick(&PLAIN);
                return Tree::expression(Any, "@", vec![self.leaf(other)]);
            }
        };
        Tree::expression(of, text, Vec::new())
    }

    fn integer(&mut self) -> String {
        const EDGES: [&str; 12] = [
            "0",
            "1",
            "-1",
            "2",
            "255",
            "256",
            "576460752303423487",
            "-576460752303423488",
            "576460752303423488",
            "9223372036854775807",
            "18446744073709551616",
            "-123456789012345678901234567890",
        ];
        if self.dice.once_in(4) {
            (*self.dice.pick(&EDGES)).to_owned()
        } else {
            (self.dice.below(41) as i64 - 10).to_string()
        }
    }

    fn atom(&mut self) -> &'static str {
        const ATOMS: [&str; 8] = ["a", "b", "c", "ok", "error", "foo", "'hello world'", "undefined"];
        ATOMS[self.dice.below(ATOMS.len())]
    }

    /// An operator or a function of the library.
    fn built(&mut self, of: Type, depth: usize) -> Tree {
        let (template, parts) = *self.dice.pick(forms(of));
        let parts = parts.iter().map(|&part| self.expression(part, depth - 1)).collect();
        if template.contains("VAR") {
            let name = self.fresh();
            return self.binding(of, &template.replace("VAR", &name), &name, parts, depth);
        }
        Tree::expression(of, template, parts)
    }

    /// A form that binds a variable for its last part: comprehensions, folds, funs. `BODY` stands
    /// for an integer, `TEST` for a condition, in which the variable (an integer) may be used.
    fn binding(&mut self, of: Type, template: &str, name: &str, mut parts: Vec<Tree>, depth: usize) -> Tree {
        // Loops around calls could take very long.
        let had_fuel = std::mem::replace(&mut self.has_fuel, false);
        self.variables.push((name.to_owned(), Int));
        let mut text = String::new();
        let mut rest = template;
        let mut used = 0;
        while let Some(at) = rest.find(['@', '%']) {
            text.push_str(&rest[..at]);
            let (mark, after) = (&rest[at..=at], &rest[at + 1..]);
            text.push('@');
            if mark == "@" {
                used += 1;
                rest = after;
            } else {
                let (of, after) = match after.strip_prefix("BODY") {
                    Some(after) => (Int, after),
                    None => (Bool, after.strip_prefix("TEST").unwrap_or(after)),
                };
                parts.insert(used, self.expression(of, depth - 1));
                used += 1;
                rest = after;
            }
        }
        text.push_str(rest);
        self.variables.pop();
        self.has_fuel = had_fuel;
        Tree::expression(of, text, parts)
    }

    fn call(&mut self, of: Type, depth: usize) -> Tree {
        let fitting: Vec<Signature> =
            self.functions.iter().filter(|function| function.result == of).cloned().collect();
        if fitting.is_empty() {
            return self.built(of, depth);
        }
        let function = self.dice.pick(&fitting).clone();
        let marks = vec![", @"; function.parameters.len()].concat();
        let arguments = function.parameters.iter().map(|&of| self.expression(of, depth - 1)).collect();
        Tree::expression(of, format!("{}(Fuel - 1{marks})", function.name), arguments)
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("V{}", self.names)
    }

    /// Runs `build` with some variables in scope.
    fn within<T>(&mut self, variables: Vec<(String, Type)>, build: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.variables.len();
        self.variables.extend(variables);
        let built = build(self);
        self.variables.truncate(before);
        built
    }

    /// Bindings, then a value.
    pub fn body(&mut self, of: Type, depth: usize) -> Tree {
        const BOUND: [Type; 12] = [Int, Ints, Text, Map, Any, Atom, Binary, Fun, Record, Pair, Float, Bool];
        let before = self.variables.len();
        let mut steps = Vec::new();
        let outermost = depth >= 3;
        let count = if outermost { self.dice.below(3) } else { usize::from(self.dice.once_in(3)) };
        for _ in 0..count {
            let bound = *self.dice.pick(&BOUND);
            let value = self.expression(bound, depth);
            let name = self.fresh();
            steps.push(Tree::optional(format!("{name} = @"), vec![value]));
            self.variables.push((name, bound));
        }
        steps.push(Tree::fixed("@", vec![self.expression(of, depth)]));
        self.variables.truncate(before);
        Tree::joined(",\n        ", steps)
    }

    fn block(&mut self, of: Type, depth: usize) -> Tree {
        let body = self.body(of, depth - 1);
        match self.dice.below(3) {
            0 => {
                let printed = *self.dice.pick(&PLAIN);
                let printed = self.expression(printed, depth - 1);
                Tree::expression(of, "begin show(@),\n        @ end", vec![printed, body])
            }
            1 => {
                let key = self.atom();
                let kept = self.expression(Int, depth - 1);
                Tree::expression(of, format!("begin put({key}, @),\n        @ end"), vec![kept, body])
            }
            _ => Tree::expression(of, "begin @ end", vec![body]),
        }
    }

    fn case(&mut self, of: Type, depth: usize) -> Tree {
        let on = *self.dice.pick(&[Int, Ints, Text, Pair, Map, Binary, Record, Atom, Any]);
        let subject = self.expression(on, depth - 1);
        let mut clauses = Vec::new();
        for _ in 0..self.dice.between(1, 3) {
            clauses.push(self.clause(on, of, depth));
        }
        if !self.dice.once_in(5) {
            clauses.push(Tree::optional("_ -> @", vec![self.body(of, depth - 1)]));
        }
        Tree::expression(of, "case @ of\n        @ end", vec![subject, Tree::joined(";\n        ", clauses)])
    }

    fn clause(&mut self, on: Type, of: Type, depth: usize) -> Tree {
        let (pattern, bound) = self.pattern(on);
        self.within(bound, |this| {
            let guard = if this.dice.once_in(2) { this.guard() } else { String::new() };
            Tree::optional(format!("{pattern}{guard} -> @"), vec![this.body(of, depth - 1)])
        })
    }

    fn conditional(&mut self, of: Type, depth: usize) -> Tree {
        if self.dice.once_in(2) {
            let test = self.expression(Bool, depth - 1);
            let (yes, no) = (self.body(of, depth - 1), self.body(of, depth - 1));
            return Tree::expression(
                of,
                "case @ of true ->\n        @;\n        false -> @ end",
                vec![test, yes, no],
            );
        }
        let test = self.test();
        let (yes, no) = (self.body(of, depth - 1), self.body(of, depth - 1));
        Tree::expression(of, format!("if {test} -> @;\n        true -> @ end"), vec![yes, no])
    }

    fn attempt(&mut self, of: Type, depth: usize) -> Tree {
        let body = self.body(of, depth - 1);
        let [class, reason] = [self.fresh(), self.fresh()];
        let handler = self.within(vec![(reason.clone(), Any)], |this| this.body(of, depth - 1));
        match self.dice.below(4) {
            0 => Tree::expression(
                of,
                format!("try @\n        catch throw:{reason} -> @ end"),
                vec![body, handler],
            ),
            1 => Tree::expression(
                of,
                format!("try @\n        catch error:{reason} -> @ end"),
                vec![body, handler],
            ),
            2 => {
                let (pattern, bound) = self.pattern(of);
                let then = self.within(bound, |this| this.body(of, depth - 1));
                let template = format!(
                    "try @ of\n        {pattern} -> @\n        catch {class}:{reason} when {class} =/= exit -> @ end"
                );
                Tree::expression(of, template, vec![body, then, handler])
            }
            _ => {
                let last = self.expression(Int, depth - 1);
                let template = format!(
                    "try @\n        catch {class}:{reason} when is_atom({class}) -> @\n        after put(c, @) end"
                );
                Tree::expression(of, template, vec![body, handler, last])
            }
        }
    }

    /// A message to oneself, or the answer of another process: in either case only one order is
    /// possible.
    fn message(&mut self, of: Type, depth: usize) -> Tree {
        let name = self.fresh();
        match self.dice.below(3) {
            0 => {
                let sent = *self.dice.pick(&PLAIN);
                let message = self.expression(sent, depth - 1);
                let tag = self.names;
                let body = self.within(vec![(name.clone(), sent)], |this| this.body(of, depth - 1));
                let template = format!(
                    "begin self() ! {{m{tag}, @}},\n        receive {{m{tag}, {name}}} -> @ after 1000 -> error(lost) end end"
                );
                Tree::expression(of, template, vec![message, body])
            }
            1 => {
                let asked = self.without_fuel(|this| this.expression(of, depth - 1));
                Tree::expression(of, "answer(fun() -> @ end)", vec![asked])
            }
            _ => {
                let asked = self.without_fuel(|this| this.expression(of, depth - 1));
                Tree::expression(of, "last_words(fun() -> exit(@) end)", vec![asked])
            }
        }
    }

    /// Another process has a dictionary of its own, and so would count its calls from zero.
    fn without_fuel<T>(&mut self, build: impl FnOnce(&mut Self) -> T) -> T {
        let had_fuel = std::mem::replace(&mut self.has_fuel, false);
        let built = build(self);
        self.has_fuel = had_fuel;
        built
    }

    /// A pattern for a value of the type, and the variables that it binds.
    pub fn pattern(&mut self, on: Type) -> (String, Vec<(String, Type)>) {
        let [x, y, z] = [self.fresh(), self.fresh(), self.fresh()];
        let integer = self.integer();
        let atom = self.atom();
        let shapes: Vec<(String, Vec<(String, Type)>)> = match on {
            Int => vec![(integer, vec![]), (x.clone(), vec![(x, Int)])],
            Ints => vec![
                ("[]".into(), vec![]),
                (format!("[{x} | {y}]"), vec![(x.clone(), Int), (y.clone(), Ints)]),
                (format!("[{x}, {y} | _] = {z}"), vec![(x.clone(), Int), (y.clone(), Int), (z, Ints)]),
                (format!("[{x}, {x} | _]"), vec![(x, Int)]),
                (format!("[{integer} | {y}]"), vec![(y, Ints)]),
            ],
            Text => vec![
                (format!("\"a\" ++ {x}"), vec![(x.clone(), Text)]),
                (format!("[{x} | {y}]"), vec![(x, Int), (y, Text)]),
                ("\"hello\"".into(), vec![]),
            ],
            Pair => vec![
                (format!("{{{x}, {y}}}"), vec![(x.clone(), Int), (y, Atom)]),
                (format!("{{{integer}, {x}}}"), vec![(x.clone(), Atom)]),
                (format!("{{{x}, {atom}}} = {z}"), vec![(x, Int), (z, Pair)]),
            ],
            Map => vec![
                (format!("#{{{atom} := {x}}}"), vec![(x.clone(), Int)]),
                (format!("#{{a := {x}, b := {y}}}"), vec![(x.clone(), Int), (y, Int)]),
                (format!("#{{}} = {x}"), vec![(x, Map)]),
            ],
            Binary => vec![
                (format!("<<{x}, {y}/binary>>"), vec![(x.clone(), Int), (y.clone(), Binary)]),
                (
                    format!("<<{x}:4, {y}:4/signed, {z}/bits>>"),
                    vec![(x.clone(), Int), (y.clone(), Int), (z, Binary)],
                ),
                (format!("<<{x}:16/little, _/bits>>"), vec![(x.clone(), Int)]),
                (format!("<<\"ab\", {x}/bits>>"), vec![(x.clone(), Binary)]),
                (format!("<<{x}:3/bits, {y}/bits>>"), vec![(x, Binary), (y, Binary)]),
                ("<<>>".into(), vec![]),
            ],
            Record => vec![
                (format!("#rec{{a = {x}, c = [_ | {y}]}}"), vec![(x.clone(), Int), (y, Ints)]),
                (format!("#rec{{b = {atom}}} = {x}"), vec![(x, Record)]),
            ],
            Atom | Bool => vec![(atom.into(), vec![]), (x.clone(), vec![(x, on)])],
            Float => vec![(x.clone(), vec![(x, Float)]), ("1.0".into(), vec![])],
            Fun => vec![(x.clone(), vec![(x, Fun)])],
            Any => vec![
                (format!("{{{x}, {y}}}"), vec![(x.clone(), Any), (y.clone(), Any)]),
                (format!("[{x} | {y}]"), vec![(x.clone(), Any), (y, Any)]),
                (x.clone(), vec![(x, Any)]),
            ],
        };
        self.dice.pick(&shapes).clone()
    }

    /// ` when …`, over the variables in scope; a guard that cannot be evaluated fails, and says
    /// nothing.
    pub fn guard(&mut self) -> String {
        let mut text = format!(" when {}", self.test());
        if self.dice.once_in(3) {
            let joint = *self.dice.pick(&[", ", "; ", " andalso ", " orelse "]);
            text = format!("{text}{joint}{}", self.test());
        }
        text
    }

    fn test(&mut self) -> String {
        let Some((name, of)) = self.some_variable() else {
            return (*self.dice.pick(&["true", "1 < 2", "is_pid(self())"])).to_owned();
        };
        let number = self.integer();
        let forms: &[&str] = match of {
            Int => &[
                "V > N",
                "V =:= N",
                "V rem 3 =:= 0",
                "V + 1 < N",
                "abs(V) >= N",
                "V band 1 == 0",
                "V / 2 > 1",
            ],
            Float => &["V > 1", "trunc(V) =:= 0", "V == 1"],
            Ints | Text => &["length(V) > 2", "hd(V) > N", "V =/= []", "tl(V) == []"],
            Pair => &["element(1, V) > N", "tuple_size(V) =:= 2", "element(2, V) =:= ok"],
            Map => &["map_size(V) > 1", "is_map_key(a, V)", "map_get(a, V) > N"],
            Binary => &["byte_size(V) > 1", "bit_size(V) rem 8 =:= 0", "is_binary(V)"],
            Record => &["is_record(V, rec)", "V#rec.a > N"],
            Atom | Bool => &["V =:= ok", "is_atom(V)", "not is_boolean(V)", "V < foo"],
            Fun => &["is_function(V, 1)", "is_function(V)"],
            Any => &["is_integer(V)", "is_list(V)", "V > N", "V == []", "is_tuple(V)", "is_float(V)"],
        };
        self.dice.pick(forms).replace('V', &name).replace('N', &number)
    }

    fn some_variable(&mut self) -> Option<(String, Type)> {
        let count = self.variables.len();
        (count > 0).then(|| self.variables[self.dice.below(count)].clone())
    }
}
