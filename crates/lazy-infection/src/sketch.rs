//! Random programs of mode hs, typed and ending, whose functions can be made wrong one at a time:
//! higher order (functions of functions, functions that give functions, functions in lists),
//! recursion over lists, shared constants, local functions that capture, values that are never
//! demanded.

use std::fmt::Write;

use erlang_side_by_side::random::Dice;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    Int,
    List,
    /// From integers to such.
    Function,
    /// From an integer to a [`Type::Function`].
    Maker,
    /// From a [`Type::Function`] to an integer.
    Taker,
    /// A list of them.
    Functions,
}

impl Type {
    /// The arguments that make it an integer, if arguments are enough.
    fn arguments(self) -> Option<&'static [Type]> {
        match self {
            Type::Int => Some(&[]),
            Type::Function => Some(&[Type::Int]),
            Type::Maker => Some(&[Type::Int, Type::Int]),
            Type::Taker => Some(&[Type::Function]),
            Type::List | Type::Functions => None,
        }
    }
}

#[derive(Clone, Debug)]
enum Expr {
    Number(i64),
    Name(String),
    /// An operator between integers.
    Operator(&'static str, Box<Expr>, Box<Expr>),
    /// If the first is less than the second.
    If(Box<[Expr; 4]>),
    /// A function of the program or of the library.
    Call(String, Vec<Expr>),
    Cons(Box<Expr>, Box<Expr>),
    Nil,
    Let(String, Box<Expr>, Box<Expr>),
    Lambda(String, Box<Expr>),
}

struct Definition {
    name: String,
    parameters: Vec<(String, Type)>,
    of: Type,
    /// Of a function that goes through its first parameter: what it is at the end of the list.
    at_end: Option<Expr>,
    body: Expr,
    local: Option<(String, String, Expr)>,
}

pub struct Sketch {
    definitions: Vec<Definition>,
    dice: Dice,
    seed: u64,
}

impl Sketch {
    pub fn new(seed: u64) -> Sketch {
        let mut sketch = Sketch { definitions: Vec::new(), dice: Dice::new(seed), seed };
        for number in 0..sketch.dice.between(3, 7) {
            let definition = sketch.definition(number);
            sketch.definitions.push(definition);
        }
        sketch
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        for definition in &self.definitions {
            definition.write(&mut text);
        }
        text
    }

    /// What is asked: the last function applied to something.
    pub fn question(&mut self) -> String {
        let Some(last) = self.definitions.last() else { return "0".to_owned() };
        let (name, of) = (last.name.clone(), last.of);
        let mut types: Vec<Type> = last.parameters.iter().map(|(_, of)| *of).collect();
        types.extend(of.arguments().into_iter().flatten());
        let arguments = types.into_iter().map(|of| match of {
            Type::Int => self.dice.below(7).to_string(),
            Type::List => {
                format!("{:?}", (0..self.dice.below(4)).map(|_| self.dice.below(9)).collect::<Vec<_>>())
            }
            Type::Function => format!("(+ {})", self.dice.below(3)),
            Type::Maker => format!("(\\a b -> a * b + {})", self.dice.below(3)),
            Type::Taker => format!("(\\h -> h {})", self.dice.below(3)),
            Type::Functions => format!("[(+ {}), (* 2)]", self.dice.below(3)),
        });
        let call = format!("{name} {}", arguments.collect::<Vec<_>>().join(" "));
        match of {
            Type::Functions => format!("map (\\h -> h 3) ({call})"),
            _ => call,
        }
    }

    /// With how many parameters each has, if what it gives can be compared: functions cannot.
    pub fn functions(&self) -> Vec<(String, Option<usize>)> {
        let arity = |definition: &Definition| {
            matches!(definition.of, Type::Int | Type::List).then_some(definition.parameters.len())
        };
        self.definitions.iter().map(|definition| (definition.name.clone(), arity(definition))).collect()
    }

    /// Makes one function wrong that what is asked may come by. Its name; for a local function with
    /// that in front of which it stands.
    pub fn break_one(&mut self) -> String {
        let chosen = *self.dice.pick(&self.needed());
        let start = self.dice.below(12);
        let definition = &mut self.definitions[chosen];
        if let Some((name, _, body)) = &mut definition.local
            && start.is_multiple_of(3)
        {
            spoil(body, start);
            return format!("{}.{name}", definition.name);
        }
        spoil(&mut definition.body, start);
        definition.name.clone()
    }

    /// The last definition, and those that it needs.
    fn needed(&self) -> Vec<usize> {
        let mut needed = vec![self.definitions.len() - 1];
        let mut next = 0;
        while let Some(definition) = needed.get(next).map(|index| &self.definitions[*index]) {
            let local = definition.local.as_ref().map(|(_, _, body)| body);
            let mut open: Vec<&Expr> =
                [Some(&definition.body), definition.at_end.as_ref(), local].into_iter().flatten().collect();
            while let Some(expr) = open.pop() {
                if let Expr::Call(name, _) = expr
                    && let Some(index) = self.definitions.iter().position(|other| other.name == *name)
                    && !needed.contains(&index)
                {
                    needed.push(index);
                }
                open.extend(expr.parts());
            }
            next += 1;
        }
        needed
    }

    fn definition(&mut self, number: usize) -> Definition {
        let is_constant = number > 0 && self.dice.once_in(4);
        let count = if is_constant { 0 } else { self.dice.between(1, 3) };
        let parameters: Vec<(String, Type)> = (0..count)
            .map(|index| {
                const TYPES: [Type; 8] = [
                    Type::Int,
                    Type::Int,
                    Type::List,
                    Type::Function,
                    Type::Function,
                    Type::Maker,
                    Type::Taker,
                    Type::Functions,
                ];
                (format!("p{index}"), *self.dice.pick(&TYPES))
            })
            .collect();
        const TYPES: [Type; 8] = [
            Type::Int,
            Type::Int,
            Type::Int,
            Type::List,
            Type::List,
            Type::Function,
            Type::Maker,
            Type::Taker,
        ];
        let of = if self.dice.once_in(16) { Type::Functions } else { *self.dice.pick(&TYPES) };
        // With the seed: many such programs can be one.
        let name = format!("{}{number}_{}", if is_constant { "k" } else { "f" }, self.seed);
        let goes_through = matches!(parameters.first(), Some((_, Type::List))) && !self.dice.once_in(3);
        let mut known = parameters.clone();
        let local = (!is_constant && self.dice.once_in(3)).then(|| {
            let mut inside = known.clone();
            inside.push(("y".to_owned(), Type::Int));
            ("loc".to_owned(), "y".to_owned(), self.expr(Type::Int, &inside, 2))
        });
        if local.is_some() {
            known.push(("loc".to_owned(), Type::Function));
        }
        let at_end = goes_through.then(|| self.expr(of, &known[1..], 1));
        let body = match goes_through {
            false => self.expr(of, &known, 3),
            true => {
                // Of a list `x : xs`, the result for the rest is available.
                let rest = std::iter::once("xs".to_owned())
                    .chain(parameters[1..].iter().map(|(name, _)| name.clone()))
                    .map(Expr::Name);
                known.push(("x".to_owned(), Type::Int));
                known.push(("rest".to_owned(), of));
                let body = self.expr(of, &known, 3);
                Expr::Let(
                    "rest".to_owned(),
                    Box::new(Expr::Call(name.clone(), rest.collect())),
                    Box::new(body),
                )
            }
        };
        Definition { name, parameters, of, at_end, body, local }
    }

    fn expr(&mut self, of: Type, known: &[(String, Type)], depth: usize) -> Expr {
        let names: Vec<&String> =
            known.iter().filter(|(_, other)| *other == of).map(|(name, _)| name).collect();
        if !names.is_empty() && self.dice.once_in(if depth == 0 { 1 } else { 4 }) {
            return Expr::Name((*self.dice.pick(&names)).clone());
        }
        if depth == 0 {
            return match of {
                Type::Int => Expr::Number(self.dice.below(5) as i64),
                Type::List | Type::Functions => Expr::Nil,
                Type::Function | Type::Maker | Type::Taker => self.lambda(of, known, 0),
            };
        }
        let callable: Vec<usize> =
            (0..self.definitions.len()).filter(|index| self.definitions[*index].of == of).collect();
        if !callable.is_empty() && !self.dice.once_in(3) {
            let index = *self.dice.pick(&callable);
            let name = self.definitions[index].name.clone();
            let types: Vec<Type> = self.definitions[index].parameters.iter().map(|(_, of)| *of).collect();
            let arguments = types.into_iter().map(|of| self.expr(of, known, depth - 1)).collect();
            return Expr::Call(name, arguments);
        }
        let deeper = depth - 1;
        match (of, self.dice.below(6)) {
            (Type::Function, 0) => {
                let functions = self.expr(Type::Functions, known, deeper);
                let compose = [Expr::Name("(.)".to_owned()), Expr::Name("id".to_owned()), functions];
                Expr::Call("foldr".to_owned(), compose.into())
            }
            (Type::Function, 1) => {
                let maker = self.function(Type::Maker, known, deeper);
                Expr::Call("id".to_owned(), vec![maker, self.expr(Type::Int, known, deeper)])
            }
            (Type::Function | Type::Maker | Type::Taker, _) => self.function(of, known, deeper),
            (Type::Functions, _) => {
                let head = self.function(Type::Function, known, deeper);
                Expr::Cons(Box::new(head), Box::new(self.expr(of, known, deeper)))
            }
            (_, 0) => {
                let (a, b) = (self.expr(Type::Int, known, deeper), self.expr(Type::Int, known, deeper));
                let (yes, no) = (self.expr(of, known, deeper), self.expr(of, known, deeper));
                Expr::If(Box::new([a, b, yes, no]))
            }
            (_, 1) => {
                let name = format!("v{depth}");
                let value = self.expr(Type::Int, known, deeper);
                let mut inside = known.to_vec();
                inside.push((name.clone(), Type::Int));
                Expr::Let(name, Box::new(value), Box::new(self.expr(of, &inside, deeper)))
            }
            (Type::Int, 2) => Expr::Call("sum".to_owned(), vec![self.expr(Type::List, known, deeper)]),
            (Type::Int, 3) => {
                let of = *self.dice.pick(&[Type::Function, Type::Maker, Type::Taker]);
                let mut all = vec![self.function(of, known, deeper)];
                for of in of.arguments().into_iter().flatten() {
                    all.push(self.expr(*of, known, deeper));
                }
                Expr::Call("id".to_owned(), all)
            }
            (Type::Int, 4) => {
                let argument = self.expr(Type::Int, known, 0);
                let apply = Expr::Call("id".to_owned(), vec![Expr::Name("h".to_owned()), argument]);
                let apply = Expr::Lambda("h".to_owned(), Box::new(apply));
                let applied =
                    Expr::Call("map".to_owned(), vec![apply, self.expr(Type::Functions, known, deeper)]);
                Expr::Call("sum".to_owned(), vec![applied])
            }
            (Type::Int, _) => {
                let operator = *self.dice.pick(&["+", "-", "*"]);
                let (a, b) = (self.expr(Type::Int, known, deeper), self.expr(Type::Int, known, deeper));
                Expr::Operator(operator, Box::new(a), Box::new(b))
            }
            (Type::List, 2) => {
                let function = self.function(Type::Function, known, deeper);
                Expr::Call("map".to_owned(), vec![function, self.expr(Type::List, known, deeper)])
            }
            (Type::List, 3) => {
                let function = self.function(Type::Function, known, deeper);
                let from = self.expr(Type::Int, known, deeper);
                let endless = Expr::Call("iterate".to_owned(), vec![function, from]);
                Expr::Call("take".to_owned(), vec![Expr::Number(3), endless])
            }
            (Type::List, _) => {
                let (head, tail) =
                    (self.expr(Type::Int, known, deeper), self.expr(Type::List, known, deeper));
                Expr::Cons(Box::new(head), Box::new(tail))
            }
        }
    }

    /// A function of the program with the arguments that make it one of this type, one that is at
    /// hand, or a lambda.
    fn function(&mut self, of: Type, known: &[(String, Type)], depth: usize) -> Expr {
        let wanted = of.arguments().unwrap_or_default();
        let given = |definition: &Definition| {
            let mut types: Vec<Type> = definition.parameters.iter().map(|(_, of)| *of).collect();
            types.extend(definition.of.arguments()?);
            types.strip_suffix(wanted).map(<[Type]>::to_vec)
        };
        let callable: Vec<(String, Vec<Type>)> = self
            .definitions
            .iter()
            .filter_map(|definition| Some((definition.name.clone(), given(definition)?)))
            .collect();
        let names: Vec<&String> =
            known.iter().filter(|(_, other)| *other == of).map(|(name, _)| name).collect();
        if !names.is_empty() && self.dice.once_in(3) {
            return Expr::Name((*self.dice.pick(&names)).clone());
        }
        if callable.is_empty() || self.dice.once_in(3) {
            return self.lambda(of, known, depth);
        }
        let (name, types) = self.dice.pick(&callable).clone();
        Expr::Call(name, types.into_iter().map(|of| self.expr(of, known, depth.min(1))).collect())
    }

    /// Names tell types apart.
    fn lambda(&mut self, of: Type, known: &[(String, Type)], depth: usize) -> Expr {
        let mut inside = known.to_vec();
        let (name, body) = match of {
            Type::Taker => {
                let name = format!("h{depth}");
                let argument = self.expr(Type::Int, known, depth.min(2));
                inside.push((name.clone(), Type::Function));
                (name.clone(), Expr::Call("id".to_owned(), vec![Expr::Name(name), argument]))
            }
            Type::Maker => {
                let name = format!("w{depth}");
                inside.push((name.clone(), Type::Int));
                return Expr::Lambda(name, Box::new(self.expr(Type::Function, &inside, depth.min(2))));
            }
            _ => {
                let name = format!("z{depth}");
                inside.push((name.clone(), Type::Int));
                (name.clone(), Expr::Name(name))
            }
        };
        let more = self.expr(Type::Int, &inside, depth.min(2));
        Expr::Lambda(name, Box::new(Expr::Operator("+", Box::new(body), Box::new(more))))
    }
}

/// Changes the expression that comes `start`-th, or the next that can be changed, as people get
/// things wrong.
fn spoil(body: &mut Expr, start: usize) {
    let mut left = start;
    while !spoil_at(body, &mut left) {
        // What is left tells how many there are: once around.
        if left == start {
            *body = Expr::Let("unused".to_owned(), Box::new(Expr::Number(0)), Box::new(body.clone()));
            return;
        }
    }
}

/// Whether something was changed; `left` counts down what is passed by.
fn spoil_at(expr: &mut Expr, left: &mut usize) -> bool {
    let can_be_changed = matches!(expr, Expr::Number(_) | Expr::Operator(..) | Expr::If(_) | Expr::Cons(..));
    if can_be_changed && *left == 0 {
        match expr {
            Expr::Number(number) => *number += 1,
            Expr::Operator(operator, ..) => *operator = if *operator == "-" { "+" } else { "-" },
            Expr::If(parts) => parts.swap(2, 3),
            Expr::Cons(_, tail) => *expr = (**tail).clone(),
            _ => {}
        }
        return true;
    }
    *left = left.saturating_sub(usize::from(can_be_changed));
    match expr {
        Expr::Number(_) | Expr::Name(_) | Expr::Nil => false,
        Expr::Operator(_, a, b) | Expr::Cons(a, b) | Expr::Let(_, a, b) => {
            spoil_at(a, left) || spoil_at(b, left)
        }
        Expr::If(parts) => parts.iter_mut().any(|part| spoil_at(part, left)),
        Expr::Call(_, arguments) => arguments.iter_mut().any(|part| spoil_at(part, left)),
        Expr::Lambda(_, body) => spoil_at(body, left),
    }
}

impl Definition {
    fn write(&self, text: &mut String) {
        let names: Vec<&str> = self.parameters.iter().map(|(name, _)| name.as_str()).collect();
        let mut rule = |first: Option<&str>, body: &Expr| {
            let mut shown = names.clone();
            if let (Some(first), Some(place)) = (first, shown.first_mut()) {
                *place = first;
            }
            // Writing into a string cannot fail.
            let _ = write!(text, "{} {} = {}", self.name, shown.join(" "), body.text());
            if let Some((name, parameter, body)) = &self.local {
                let _ = write!(text, "\n  where {name} {parameter} = {}", body.text());
            }
            text.push('\n');
        };
        match &self.at_end {
            Some(at_end) => {
                rule(Some("p0@[]"), at_end);
                rule(Some("p0@(x:xs)"), &self.body);
            }
            None => rule(None, &self.body),
        }
    }
}

impl Expr {
    fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Number(_) | Expr::Name(_) | Expr::Nil => Vec::new(),
            Expr::Operator(_, a, b) | Expr::Cons(a, b) | Expr::Let(_, a, b) => vec![a, b],
            Expr::If(parts) => parts.iter().collect(),
            Expr::Call(_, arguments) => arguments.iter().collect(),
            Expr::Lambda(_, body) => vec![body],
        }
    }

    fn text(&self) -> String {
        match self {
            Expr::Number(number) => number.to_string(),
            Expr::Name(name) => name.clone(),
            Expr::Operator(operator, a, b) => format!("({} {operator} {})", a.text(), b.text()),
            Expr::If(parts) => {
                let [a, b, yes, no] = &**parts;
                format!("(if {} < {} then {} else {})", a.text(), b.text(), yes.text(), no.text())
            }
            Expr::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(Expr::text).collect();
                match arguments.is_empty() {
                    true => name.clone(),
                    false => format!("({name} {})", arguments.join(" ")),
                }
            }
            Expr::Cons(a, b) => format!("({} : {})", a.text(), b.text()),
            Expr::Nil => "[]".to_owned(),
            Expr::Let(name, value, body) => format!("(let {name} = {} in {})", value.text(), body.text()),
            Expr::Lambda(name, body) => format!("(\\{name} -> {})", body.text()),
        }
    }
}
