//! Random functional-logic programs with a goal: typed, and such that evaluation ends, if the
//! goal's variables are of finite types.
//!
//! A function calls itself only with a part of its first argument, and otherwise only functions
//! before it.

use std::fmt::Write;

use dice::Dice;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    Colour,
    Bool,
    Perhaps,
    Nat,
    Int,
    List,
    Tree,
    Pair,
    Wrapped,
    /// From colours to colours.
    Function,
    /// From colours to what is wrapped: a constructor that lacks its last argument is one.
    Wrapper,
}

use Type::{Bool, Colour, Function, Int, List, Nat, Pair, Perhaps, Tree, Wrapped, Wrapper};

const VALUES: [Type; 9] = [Colour, Bool, Perhaps, Nat, Int, List, Tree, Pair, Wrapped];
/// Types of which there are few values: a variable of such a type is tried in finite time.
const FINITE: [Type; 3] = [Colour, Bool, Perhaps];
const RECURSIVE: [Type; 3] = [Nat, List, Tree];

const HEADER: &str = "\
data C = R | G | B
data N = Z | S N
data T = L | K T C T
data W = V C | W C C
same :: C -> C -> C
same x y = x <== x == y
pick :: C -> C -> C
pick x y = x
pick x y = y
app :: (C -> C) -> C -> C
app f x = f x
upto :: N -> C -> [C]
upto Z c = []
upto (S n) c = c : upto n c
endless :: C -> [C]
endless c = c : endless c
first :: [C] -> C
first (c:cs) = c
";

struct Signature {
    name: String,
    parameters: Vec<Type>,
    result: Type,
}

#[derive(Clone, Default)]
struct Scope {
    variables: Vec<(String, Type)>,
    /// Parts of the first argument, with which the function itself may be called.
    smaller: Vec<String>,
}

pub struct Generated {
    pub program: String,
    pub goal: String,
}

struct Generator {
    dice: Dice,
    functions: Vec<Signature>,
    names: usize,
}

pub fn generate(seed: u64) -> Generated {
    let mut generator = Generator { dice: Dice::new(seed), functions: known(), names: 0 };
    let mut program = HEADER.to_owned();
    for index in 0..generator.dice.between(1, 4) {
        program.push_str(&generator.function(index));
    }
    let goal = generator.goal();
    Generated { program, goal }
}

/// A program, and the same with one rule that says something else.
pub struct Mutant {
    pub right: String,
    pub wrong: String,
    pub goal: String,
    /// The function whose rule it is.
    pub guilty: String,
}

/// One rule is missing or too narrow, or has another result. None: the program has no rule that can
/// be changed like that.
pub fn mutant(seed: u64, missing: bool) -> Option<Mutant> {
    let Generated { program, goal } = generate(seed);
    let mut dice = Dice::new(seed ^ 0x6d75_7461_6e74);
    let lines: Vec<&str> = program.lines().collect();
    // A rule goes on where lines are indented; with the type that its function gives.
    let mut rules: Vec<(std::ops::Range<usize>, &str, &str)> = Vec::new();
    let mut result = "";
    for (index, line) in lines.iter().enumerate().skip(HEADER.lines().count()) {
        match (line.split_whitespace().next(), line.rsplit_once(" -> ").or(line.split_once(" :: "))) {
            (Some(_), Some((_, of))) if line.contains(" :: ") => result = of,
            (Some(_), _) if line.starts_with(' ') => {
                if let Some((lines, ..)) = rules.last_mut() {
                    lines.end = index + 1;
                }
            }
            (Some(name), _) => rules.push((index..index + 1, name, result)),
            _ => {}
        }
    }
    let rules_of = |name: &str| rules.iter().filter(|(_, of, _)| *of == name).count();
    let (range, guilty, result) = dice.pick(&rules).clone();
    let first = lines[range.start];
    let (left, right) = first.split_once(" = ").filter(|_| range.len() == 1).unzip();
    let changed = match (missing, left, right) {
        // A parameter that may be anything.
        (true, Some(left), Some(right)) if left.contains(" _") && right.len() % 2 == 0 => {
            let narrow = left.replacen(" _", " undefined", 1);
            Some(format!("{} = {right}", narrowed(&program, guilty, &narrow)?))
        }
        (true, _, _) if rules_of(guilty) > 1 => None,
        (true, Some(left), Some(right)) if !right.contains(" <== ") && !right.contains(" where ") => {
            Some(format!("{left} = {right} <== False"))
        }
        (true, ..) => return None,
        (false, Some(left), Some(right)) => {
            let end = [" <== ", " where "].iter().filter_map(|mark| right.find(mark)).min();
            let (body, rest) = right.split_at(end.unwrap_or(right.len()));
            let other = constants(result).iter().find(|constant| **constant != body)?;
            Some(format!("{left} = {other}{rest}"))
        }
        (false, ..) => return None,
    };
    let mut wrong: Vec<&str> = lines[..range.start].to_vec();
    wrong.extend(changed.as_deref());
    wrong.extend(&lines[range.end..]);
    let (wrong, guilty) = (wrong.join("\n") + "\n", guilty.to_owned());
    Some(Mutant { right: program, wrong, goal, guilty })
}

/// The first parameter that is marked, with a pattern of its type.
fn narrowed(program: &str, function: &str, left: &str) -> Option<String> {
    let signature = program.lines().find_map(|line| line.strip_prefix(&format!("{function} :: ")))?;
    let depth_of =
        |text: &str| text.matches(['(', '[']).count() as i64 - text.matches([')', ']']).count() as i64;
    let before = left.split(" undefined").next()?;
    // Inside a pattern its type is not at hand.
    if depth_of(before) != 0 {
        return None;
    }
    let mut index = 0;
    let mut depth = 0;
    for word in before.split(' ').skip(1) {
        depth += depth_of(word);
        index += usize::from(depth == 0);
    }
    let ty = signature.split(" -> ").nth(index).filter(|_| !signature.contains("(C -> "))?;
    let pattern = constants(ty).first()?;
    Some(left.replacen("undefined", pattern, 1))
}

/// Values of a type.
fn constants(ty: &str) -> &'static [&'static str] {
    match ty {
        "C" => &["R", "G"],
        "Bool" => &["True", "False"],
        "Maybe C" => &["Nothing", "(Just G)"],
        "N" => &["Z", "(S Z)"],
        "Int" => &["1", "7"],
        "[C]" => &["[]", "[B]"],
        "T" => &["L", "(K L G L)"],
        "(C, N)" => &["(G, Z)", "(R, Z)"],
        "W" => &["(V R)", "(W G B)"],
        _ => &[],
    }
}

fn known() -> Vec<Signature> {
    let signature = |name: &str, parameters: &[Type], result| Signature {
        name: name.to_owned(),
        parameters: parameters.to_vec(),
        result,
    };
    vec![
        signature("same", &[Colour, Colour], Colour),
        signature("pick", &[Colour, Colour], Colour),
        signature("app", &[Function, Colour], Colour),
        signature("upto", &[Nat, Colour], List),
        signature("first", &[List], Colour),
    ]
}

impl Generator {
    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    // ----------------------------------------------------------------------------------- functions

    fn function(&mut self, index: usize) -> String {
        let mut parameters = Vec::new();
        if self.dice.once_in(2) {
            parameters.push(*self.dice.pick(&RECURSIVE));
        }
        for _ in 0..self.dice.below(3) {
            parameters.push(match self.dice.below(12) {
                0 | 1 => Function,
                2 => Wrapper,
                _ => *self.dice.pick(&VALUES),
            });
        }
        let name = format!("f{index}");
        let signature = Signature { name: name.clone(), parameters, result: *self.dice.pick(&VALUES) };
        let types: Vec<&str> =
            signature.parameters.iter().chain([&signature.result]).map(|ty| written(*ty)).collect();
        let mut text = format!("{name} :: {}\n", types.join(" -> "));
        for _ in 0..self.dice.between(1, 4) {
            text.push_str(&self.rule(&signature));
        }
        self.functions.push(signature);
        text
    }

    fn rule(&mut self, signature: &Signature) -> String {
        let mut scope = Scope::default();
        let mut left = signature.name.clone();
        for (index, ty) in signature.parameters.iter().enumerate() {
            let before = scope.variables.len();
            let depth = if self.dice.once_in(3) { 0 } else { 2 };
            let pattern = self.pattern(*ty, depth, &mut scope);
            if index == 0 && pattern.starts_with(['(', '[']) {
                let parts = scope.variables[before..].iter().filter(|(_, part)| part == ty);
                scope.smaller = parts.map(|(name, _)| name.clone()).collect();
            }
            let _ = write!(left, " {pattern}");
        }
        let mut wheres = String::new();
        if self.dice.once_in(5) {
            let ty = *self.dice.pick(&VALUES);
            let (name, value) = (self.name("w"), self.expr(ty, 2, &scope, Some(signature)));
            wheres = format!("\n  where {name} = {value}");
            scope.variables.push((name, ty));
        }
        if self.dice.once_in(6) {
            let test = self.expr(Bool, 2, &scope, Some(signature));
            let then = self.expr(signature.result, 2, &scope, Some(signature));
            let otherwise = self.expr(signature.result, 2, &scope, Some(signature));
            return format!("{left}\n  | {test} = {then}\n  | otherwise = {otherwise}{wheres}\n");
        }
        let mut conditions = Vec::new();
        if self.dice.once_in(3) {
            for _ in 0..self.dice.between(1, 2) {
                conditions.push(self.condition(&mut scope, signature));
            }
        }
        let body = self.expr(signature.result, 3, &scope, Some(signature));
        let conditions = match conditions.is_empty() {
            true => String::new(),
            false => format!(" <== {}", conditions.join(", ")),
        };
        format!("{left} = {body}{conditions}{wheres}\n")
    }

    fn condition(&mut self, scope: &mut Scope, signature: &Signature) -> String {
        match self.dice.below(4) {
            0 => self.expr(Bool, 2, scope, Some(signature)),
            1 => {
                let ty = *self.dice.pick(&VALUES);
                let value = self.expr(ty, 2, scope, Some(signature));
                format!("{value} -> {}", self.pattern(ty, 2, scope))
            }
            2 => {
                // An extra variable.
                let ty = *self.dice.pick(&FINITE);
                let (name, value) = (self.name("e"), self.expr(ty, 2, scope, Some(signature)));
                scope.variables.push((name.clone(), ty));
                match self.dice.once_in(2) {
                    true => format!("{value} == {name}"),
                    false => format!("{} == {name}", self.value_of(ty)),
                }
            }
            _ => {
                let ty = *self.dice.pick(&VALUES);
                let left = self.expr(ty, 2, scope, Some(signature));
                format!("{left} == {}", self.expr(ty, 2, scope, Some(signature)))
            }
        }
    }

    // ------------------------------------------------------------------------------------ patterns

    fn pattern(&mut self, ty: Type, depth: usize, scope: &mut Scope) -> String {
        if depth == 0 || self.dice.once_in(4) || ty == Function && !self.dice.once_in(3) {
            if self.dice.once_in(4) {
                return "_".to_owned();
            }
            let name = self.name("v");
            scope.variables.push((name.clone(), ty));
            return name;
        }
        let mut part = |generator: &mut Generator, ty| generator.pattern(ty, depth - 1, scope);
        let pattern = match ty {
            Colour => (*self.dice.pick(&["R", "G", "B"])).to_owned(),
            Bool => (*self.dice.pick(&["True", "False"])).to_owned(),
            Int => self.dice.below(3).to_string(),
            Perhaps if self.dice.once_in(3) => "Nothing".to_owned(),
            Perhaps => format!("(Just {})", part(self, Colour)),
            Nat if self.dice.once_in(2) => "Z".to_owned(),
            Nat => format!("(S {})", part(self, Nat)),
            List if self.dice.once_in(2) => "[]".to_owned(),
            List => format!("({}:{})", part(self, Colour), part(self, List)),
            Tree if self.dice.once_in(2) => "L".to_owned(),
            Tree => format!("(K {} {} {})", part(self, Tree), part(self, Colour), part(self, Tree)),
            Pair => format!("({}, {})", part(self, Colour), part(self, Nat)),
            Wrapped if self.dice.once_in(2) => format!("(V {})", part(self, Colour)),
            Wrapped => format!("(W {} {})", part(self, Colour), part(self, Colour)),
            // Higher-order patterns (functional-logic §1.1).
            Function => format!("({} {})", self.dice.pick(&["pick", "same"]), part(self, Colour)),
            Wrapper if self.dice.once_in(3) => "V".to_owned(),
            Wrapper => format!("(W {})", part(self, Colour)),
        };
        match pattern.starts_with('(') && ty != Pair && self.dice.once_in(8) {
            true => {
                let name = self.name("a");
                scope.variables.push((name.clone(), ty));
                format!("{name}@{pattern}")
            }
            false => pattern,
        }
    }

    // --------------------------------------------------------------------------------- expressions

    /// In parentheses where it needs them.
    fn expr(&mut self, ty: Type, depth: usize, scope: &Scope, own: Option<&Signature>) -> String {
        let variables: Vec<&String> =
            scope.variables.iter().filter(|(_, of)| *of == ty).map(|(name, _)| name).collect();
        if !variables.is_empty() && (depth == 0 || self.dice.once_in(3)) {
            return (*self.dice.pick(&variables)).clone();
        }
        if depth == 0 {
            return self.value_of(ty);
        }
        let next = depth - 1;
        if let Some(signature) = own
            && signature.result == ty
            && !scope.smaller.is_empty()
            && self.dice.once_in(3)
        {
            let smaller = self.dice.pick(&scope.smaller).clone();
            let mut call = format!("({} {smaller}", signature.name);
            for parameter in &signature.parameters[1..] {
                let _ = write!(call, " {}", self.expr(*parameter, next, scope, None));
            }
            return call + ")";
        }
        let callable: Vec<usize> =
            (0..self.functions.len()).filter(|index| self.functions[*index].result == ty).collect();
        if !callable.is_empty() && self.dice.once_in(2) {
            let index = *self.dice.pick(&callable);
            return self.call(index, |generator, ty| generator.expr(ty, next, scope, own));
        }
        if self.dice.once_in(10) {
            let test = self.expr(Bool, next, scope, own);
            let then = self.expr(ty, next, scope, own);
            return format!("(if {test} then {then} else {})", self.expr(ty, next, scope, own));
        }
        if self.dice.once_in(12) {
            return self.local(ty, next, scope, own);
        }
        if self.dice.once_in(12) {
            let (one, other) = (self.expr(ty, next, scope, own), self.expr(ty, next, scope, own));
            return format!("({one} ? {other})");
        }
        if self.dice.once_in(14) {
            return self.case(ty, next, scope, own);
        }
        let part = |generator: &mut Generator, ty| generator.expr(ty, next, scope, own);
        match ty {
            Colour => {
                let functions: Vec<&String> =
                    scope.variables.iter().filter(|(_, of)| *of == Function).map(|(name, _)| name).collect();
                match functions.is_empty() {
                    true => self.value_of(ty),
                    false => {
                        let function = (*self.dice.pick(&functions)).clone();
                        format!("({function} {})", part(self, Colour))
                    }
                }
            }
            Bool => match self.dice.below(6) {
                0 => format!("({} < {})", part(self, Int), part(self, Int)),
                1 => format!("({} == {})", part(self, Int), part(self, Int)),
                2 => format!("(not {})", part(self, Bool)),
                3 => format!("({} && {})", part(self, Bool), part(self, Bool)),
                4 => format!("({} || {})", part(self, Bool), part(self, Bool)),
                _ => self.value_of(ty),
            },
            Perhaps => format!("(Just {})", part(self, Colour)),
            Nat => format!("(S {})", part(self, Nat)),
            Int => {
                let operator = *self.dice.pick(&["+", "-", "*"]);
                format!("({} {operator} {})", part(self, Int), part(self, Int))
            }
            List => match self.dice.below(5) {
                0 => format!("(take {} (endless {}))", self.dice.below(4), part(self, Colour)),
                1 => format!("(map {} {})", part(self, Function), part(self, List)),
                2 => format!("({} ++ {})", part(self, List), part(self, List)),
                _ => format!("({} : {})", part(self, Colour), part(self, List)),
            },
            Tree => format!("(K {} {} {})", part(self, Tree), part(self, Colour), part(self, Tree)),
            Pair => format!("({}, {})", part(self, Colour), part(self, Nat)),
            Wrapped => {
                let wrapper = self.expr(Wrapper, next, scope, own);
                format!("({wrapper} {})", part(self, Colour))
            }
            Function => self.function_value(next, scope, own),
            Wrapper if self.dice.once_in(3) => "V".to_owned(),
            Wrapper => format!("(W {})", part(self, Colour)),
        }
    }

    fn call(&mut self, index: usize, mut argument: impl FnMut(&mut Generator, Type) -> String) -> String {
        let (name, parameters) =
            (self.functions[index].name.clone(), self.functions[index].parameters.clone());
        let mut call = name;
        for parameter in &parameters {
            let _ = write!(call, " {}", argument(self, *parameter));
        }
        if parameters.is_empty() { call } else { format!("({call})") }
    }

    /// A function of colours by its name, by too few arguments, or as a lambda.
    fn function_value(&mut self, depth: usize, scope: &Scope, own: Option<&Signature>) -> String {
        let partial: Vec<usize> = (0..self.functions.len())
            .filter(|index| {
                let signature = &self.functions[*index];
                signature.result == Colour && signature.parameters.last() == Some(&Colour)
            })
            .collect();
        if self.dice.once_in(3) {
            let mut inner = scope.clone();
            let name = self.name("l");
            inner.variables.push((name.clone(), Colour));
            return format!("(\\{name} -> {})", self.expr(Colour, depth, &inner, own));
        }
        let index = *self.dice.pick(&partial);
        let (name, parameters) =
            (self.functions[index].name.clone(), self.functions[index].parameters.clone());
        let mut call = name;
        for parameter in &parameters[..parameters.len() - 1] {
            let argument = match *parameter == Function {
                true => "(pick R)".to_owned(),
                false => self.expr(*parameter, depth.saturating_sub(1), scope, own),
            };
            let _ = write!(call, " {argument}");
        }
        format!("({call})")
    }

    fn local(&mut self, ty: Type, depth: usize, scope: &Scope, own: Option<&Signature>) -> String {
        let mut inner = scope.clone();
        if self.dice.once_in(3) {
            let value = self.expr(Pair, depth, scope, own);
            let (one, other) = (self.name("p"), self.name("p"));
            inner.variables.extend([(one.clone(), Colour), (other.clone(), Nat)]);
            return format!("(let ({one}, {other}) = {value} in {})", self.expr(ty, depth, &inner, own));
        }
        let of = *self.dice.pick(&VALUES);
        let (name, value) = (self.name("x"), self.expr(of, depth, scope, own));
        inner.variables.push((name.clone(), of));
        format!("(let {name} = {value} in {})", self.expr(ty, depth, &inner, own))
    }

    fn case(&mut self, ty: Type, depth: usize, scope: &Scope, own: Option<&Signature>) -> String {
        let (of, patterns): (Type, &[&str]) = match self.dice.below(4) {
            0 => (Colour, &["R", "G", "B"]),
            1 => (Nat, &["Z", "S _"]),
            2 => (Bool, &["True", "False"]),
            _ => (Perhaps, &["Nothing", "Just _"]),
        };
        let mut alternatives = Vec::new();
        for pattern in patterns {
            if alternatives.is_empty() || !self.dice.once_in(4) {
                alternatives.push(format!("{pattern} -> {}", self.expr(ty, depth, scope, own)));
            }
        }
        format!("(case {} of {{ {} }})", self.expr(of, depth, scope, own), alternatives.join("; "))
    }

    /// Without variables and calls.
    fn value_of(&mut self, ty: Type) -> String {
        match ty {
            Colour => (*self.dice.pick(&["R", "G", "B"])).to_owned(),
            Bool => (*self.dice.pick(&["True", "False"])).to_owned(),
            Perhaps => (*self.dice.pick(&["Nothing", "(Just R)", "(Just B)"])).to_owned(),
            Nat => (*self.dice.pick(&["Z", "(S Z)", "(S (S Z))"])).to_owned(),
            Int => self.dice.below(4).to_string(),
            List => (*self.dice.pick(&["[]", "[G]", "[R,B]"])).to_owned(),
            Tree => (*self.dice.pick(&["L", "(K L R L)", "(K L B (K L G L))"])).to_owned(),
            Pair => (*self.dice.pick(&["(R, Z)", "(B, S Z)"])).to_owned(),
            Wrapped => (*self.dice.pick(&["(V G)", "(W R B)"])).to_owned(),
            Function => (*self.dice.pick(&["(pick R)", "(same B)", "(app (pick G))"])).to_owned(),
            Wrapper => (*self.dice.pick(&["V", "(W B)"])).to_owned(),
        }
    }

    // ---------------------------------------------------------------------------------------- goal

    /// A call of the last function, with variables; sometimes equal to something, and with another
    /// condition.
    fn goal(&mut self) -> String {
        let last = self.functions.len() - 1;
        let mut scope = Scope::default();
        // Variables of infinite types make infinite searches, mostly: not too often.
        let infinite = self.dice.once_in(4);
        let call = self.call(last, |generator, ty| {
            let variable = FINITE.contains(&ty) || ty == Wrapper || (infinite && RECURSIVE.contains(&ty));
            if variable && generator.dice.once_in(2) {
                let name = format!("x{}", scope.variables.len());
                scope.variables.push((name.clone(), ty));
                return name;
            }
            generator.expr(ty, 1, &Scope::default(), None)
        });
        let result = self.functions[last].result;
        let mut goal = match self.dice.once_in(4) {
            true => format!("{call} == {}", self.expr(result, 1, &scope, None)),
            false => format!("{call} -> r"),
        };
        if self.dice.once_in(4) {
            let left = self.expr(Colour, 2, &scope, None);
            goal = format!("{goal}, {left} == {}", self.expr(Colour, 1, &scope, None));
        }
        goal
    }
}

fn written(ty: Type) -> &'static str {
    match ty {
        Colour => "C",
        Bool => "Bool",
        Perhaps => "Maybe C",
        Nat => "N",
        Int => "Int",
        List => "[C]",
        Tree => "T",
        Pair => "(C, N)",
        Wrapped => "W",
        Function => "(C -> C)",
        Wrapper => "(C -> W)",
    }
}
