//! Random programs about the scope of variables: few names, bound, compared, shadowed and forgotten
//! in every construct that can do so.

use super::tree::Tree;
use dice::Dice;

const NAMES: [&str; 5] = ["A", "B", "C", "D", "E"];
/// The deepest nesting of constructs.
const DEPTH: usize = 4;

const HEADER: &str = "-compile([export_all, nowarn_export_all]).
-import(random_helpers, [outcome/2]).

pair(X, Y) -> {X, Y}.
";

/// The module with this name that belongs to this seed.
pub fn program(name: &str, seed: u64) -> Tree {
    let mut dice = Dice::new(seed);
    let mut forms = vec![Tree::fixed(format!("-module({name}).\n{HEADER}"), vec![])];
    let (mut functions, mut calls) = (Vec::new(), Vec::new());
    for number in 1..=3 {
        let mut scope = Scope::default();
        let head = if dice.once_in(2) { "A" } else { "_" };
        if head == "A" {
            scope.bound.push("A");
        }
        let body = Writer { dice: &mut dice }.body(&mut scope, DEPTH);
        functions.push(Tree::fixed(format!("f{number}({head}) ->\n    {body}."), vec![]));
        calls.push(Tree::optional(format!("outcome(?MODULE, fun() -> f{number}(1) end)"), vec![]));
    }
    forms.push(Tree::fixed("main() ->\n    [@].", vec![Tree::joined(",\n     ", calls)]));
    forms.extend(functions);
    forms.push(Tree::fixed("", vec![]));
    Tree::joined("\n\n", forms)
}

/// The names that erlc allows an expression to use.
#[derive(Clone, Default)]
struct Scope {
    bound: Vec<&'static str>,
    /// Bound in some clauses only, or at a place that may not be reached: can neither be used nor
    /// bound.
    spoilt: Vec<&'static str>,
}

impl Scope {
    fn bind(&mut self, name: &'static str) {
        if !self.bound.contains(&name) {
            self.bound.push(name);
        }
        self.spoilt.retain(|spoilt| *spoilt != name);
    }

    fn spoil(&mut self, names: impl IntoIterator<Item = &'static str>) {
        for name in names {
            if !self.bound.contains(&name) && !self.spoilt.contains(&name) {
                self.spoilt.push(name);
            }
        }
    }

    /// The names that a part has touched which started from this scope.
    fn touched(&self, part: &Scope) -> Vec<&'static str> {
        let all = part.bound.iter().chain(&part.spoilt).copied();
        all.filter(|name| !self.bound.contains(name) && !self.spoilt.contains(name)).collect()
    }

    /// Goes on after parts that did not see each other.
    fn after_siblings(&mut self, parts: &[Scope]) {
        let before = self.clone();
        let spoilt: Vec<_> = parts.iter().flat_map(|part| before.spoilt_by(part)).collect();
        for name in parts.iter().flat_map(|part| before.touched(part)) {
            if !spoilt.contains(&name) {
                self.bind(name);
            }
        }
        self.spoil(spoilt);
    }

    fn spoilt_by(&self, part: &Scope) -> Vec<&'static str> {
        part.spoilt.iter().copied().filter(|name| !self.spoilt.contains(name)).collect()
    }

    /// Goes on after clauses of which one was taken.
    fn after_clauses(&mut self, clauses: &[Scope]) {
        let before = self.clone();
        for name in clauses.iter().flat_map(|clause| before.touched(clause)) {
            if clauses.iter().all(|clause| clause.bound.contains(&name)) {
                self.bind(name);
            } else {
                self.spoil([name]);
            }
        }
    }
}

struct Writer<'d> {
    dice: &'d mut Dice,
}

impl Writer<'_> {
    /// Expressions in sequence.
    fn body(&mut self, scope: &mut Scope, depth: usize) -> String {
        let count = self.dice.between(1, 2);
        let parts: Vec<String> = (0..count).map(|_| self.expression(scope, depth)).collect();
        parts.join(", ")
    }

    fn expression(&mut self, scope: &mut Scope, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(scope);
        }
        let depth = depth - 1;
        match self.dice.below(18) {
            0..=2 => self.matching(scope, depth),
            3 | 4 => {
                let (open, close) =
                    *self.dice.pick(&[("{", "}"), ("[", "]"), ("pair(", ")"), ("#{1 => ", "}")]);
                let between = if open.starts_with('#') { ", 2 => " } else { ", " };
                let parts = self.siblings(scope, depth);
                format!("{open}{}{close}", parts.join(between))
            }
            5 => format!("begin {} end", self.body(scope, depth)),
            6 | 7 => self.case(scope, depth),
            8..=10 => self.fun(scope, depth),
            11 => self.named_fun(scope, depth),
            12..=14 => self.comprehension(scope, depth),
            15 => self.protected(scope, depth),
            16 => {
                let left = self.leaf(scope);
                let mut right = scope.clone();
                let text = self.expression(&mut right, depth);
                scope.spoil(scope.clone().touched(&right));
                format!("({left} =:= 1 andalso {text})")
            }
            _ => self.leaf(scope),
        }
    }

    fn leaf(&mut self, scope: &Scope) -> String {
        if !scope.bound.is_empty() && self.dice.once_in(2) {
            return (*self.dice.pick(&scope.bound)).to_owned();
        }
        self.dice.between(1, 3).to_string()
    }

    /// Operands, each with the variables from before.
    fn siblings(&mut self, scope: &mut Scope, depth: usize) -> Vec<String> {
        let (mut left, mut right) = (scope.clone(), scope.clone());
        let parts = vec![self.expression(&mut left, depth), self.expression(&mut right, depth)];
        scope.after_siblings(&[left, right]);
        parts
    }

    fn matching(&mut self, scope: &mut Scope, depth: usize) -> String {
        // The pattern sees the variables from before the value.
        let before = scope.clone();
        let mut value = self.expression(scope, depth);
        // OTP 25 forgets the comparison of `begin C = (A = 1), true end` in a filter.
        if value.starts_with('(') && !value.starts_with("(fun") {
            *scope = before.clone();
            value = self.leaf(scope);
        }
        let mut names = before.clone();
        names.spoil(scope.spoilt.clone());
        let pattern = self.pattern(&mut names);
        scope.after_siblings(&[names]);
        format!("({pattern} = {value})")
    }

    /// A name that can be bound or compared with.
    fn name(&mut self, scope: &Scope) -> Option<&'static str> {
        let name = *self.dice.pick(&NAMES);
        (!scope.spoilt.contains(&name)).then_some(name)
    }

    fn pattern(&mut self, scope: &mut Scope) -> String {
        let before = scope.clone();
        match self.dice.below(6) {
            0 => self.dice.between(1, 3).to_string(),
            1 => {
                let parts = [self.pattern_name(&before, scope), self.pattern_name(&before, scope)];
                format!("{{{}, {}}}", parts[0], parts[1])
            }
            _ => self.pattern_name(&before, scope),
        }
    }

    fn pattern_name(&mut self, before: &Scope, scope: &mut Scope) -> String {
        match self.name(before) {
            Some(name) => {
                scope.bind(name);
                name.to_owned()
            }
            None => "_".to_owned(),
        }
    }

    fn case(&mut self, scope: &mut Scope, depth: usize) -> String {
        let value = self.expression(scope, depth);
        let mut clauses = Vec::new();
        let mut texts = Vec::new();
        for last in [false, true] {
            let mut clause = scope.clone();
            let pattern = if last { "_".to_owned() } else { self.pattern(&mut clause) };
            let body = self.body(&mut clause, depth);
            texts.push(format!("{pattern} -> {body}"));
            clauses.push(clause);
        }
        scope.after_clauses(&clauses);
        format!("case {value} of {} end", texts.join("; "))
    }

    /// A pattern of a fun's head or a generator: its variables are new. Sizes and keys come from
    /// outside.
    fn head(&mut self, outside: &Scope, inside: &mut Scope) -> String {
        let reader = |dice: &mut Dice| match outside.bound.is_empty() {
            true => dice.between(1, 3).to_string(),
            false => (*dice.pick(&outside.bound)).to_owned(),
        };
        let new = |dice: &mut Dice, inside: &mut Scope| {
            let name = *dice.pick(&NAMES);
            inside.bind(name);
            name
        };
        match self.dice.below(6) {
            0 => {
                let size = reader(self.dice);
                let first = new(self.dice, inside);
                let second = new(self.dice, inside);
                format!("<<{first}:{size}, {second}:{first}, _/bits>>")
            }
            1 => {
                let key = reader(self.dice);
                format!("#{{{key} := {}}}", new(self.dice, inside))
            }
            2 => {
                let first = new(self.dice, inside);
                format!("{{{first}, {}}}", new(self.dice, inside))
            }
            _ => new(self.dice, inside).to_owned(),
        }
    }

    fn argument(&mut self, scope: &mut Scope, depth: usize) -> String {
        match self.dice.below(4) {
            0 => "<<5, 17, 3>>".to_owned(),
            1 => format!("#{{{} => {}}}", self.leaf(scope), self.leaf(scope)),
            _ => self.expression(scope, depth),
        }
    }

    fn fun(&mut self, scope: &mut Scope, depth: usize) -> String {
        let mut inside = scope.clone();
        let heads = [self.head(scope, &mut inside), self.head(scope, &mut inside)];
        let body = self.body(&mut inside, depth);
        let mut other = scope.clone();
        let otherwise = self.body(&mut other, depth);
        let outside = scope.clone();
        let (mut first, mut second) = (outside.clone(), outside.clone());
        let arguments = [self.argument(&mut first, depth), self.argument(&mut second, depth)];
        scope.after_siblings(&[first, second]);
        format!(
            "(fun({}, {}) -> {body}; (_, _) -> {otherwise} end)({}, {})",
            heads[0], heads[1], arguments[0], arguments[1]
        )
    }

    fn named_fun(&mut self, scope: &mut Scope, depth: usize) -> String {
        let name = *self.dice.pick(&NAMES);
        let mut inside = scope.clone();
        // Its value is a fun, whose printed form is not the same everywhere.
        inside.bound.retain(|bound| *bound != name);
        inside.spoil([name]);
        let outside = inside.clone();
        let mut head = self.head(&outside, &mut inside);
        // OTP 25 compares an argument of the fun's own name with the fun, unlike what its manual
        // says.
        if inside.bound.contains(&name) {
            inside = outside;
            head = "_".to_owned();
        }
        let body = self.body(&mut inside, depth);
        let argument = self.argument(scope, depth);
        format!("(fun {name}({head}) -> {body}; {name}(_) -> 0 end)({argument})")
    }

    fn comprehension(&mut self, scope: &mut Scope, depth: usize) -> String {
        let mut inside = scope.clone();
        let (mut qualifiers, mut generators) = (Vec::new(), 0);
        for _ in 0..self.dice.between(1, 3) {
            if self.dice.once_in(2) {
                // What a filter in front of the first generator binds stays bound in OTP 25, so
                // none binds anything.
                qualifiers.push(match generators {
                    0 => format!("{} =/= 2", self.leaf(&inside)),
                    _ => self.filter(&mut inside, depth),
                });
                continue;
            }
            generators += 1;
            let outside = inside.clone();
            if self.dice.once_in(4) {
                let size = self.leaf(&outside);
                let name = *self.dice.pick(&NAMES);
                inside.bind(name);
                // One more bit, so that it ends if the size is 0.
                qualifiers.push(format!("<<{name}:{size}, _:1>> <= <<85, 3>>"));
                continue;
            }
            let mut source = outside.clone();
            let elements = self.siblings(&mut source, depth.saturating_sub(1));
            let head = self.head(&outside, &mut inside);
            qualifiers.push(format!("{head} <- [{}]", elements.join(", ")));
        }
        let template = self.expression(&mut inside, depth);
        format!("[{template} || {}]", qualifiers.join(", "))
    }

    fn filter(&mut self, scope: &mut Scope, depth: usize) -> String {
        match self.dice.below(3) {
            0 => format!("{} =/= 2", self.leaf(scope)),
            1 => format!("begin {}, true end", self.matching(scope, depth)),
            _ => {
                let value = self.expression(scope, depth.saturating_sub(1));
                format!("begin {value}, {} =:= {} end", self.leaf(scope), self.leaf(scope))
            }
        }
    }

    /// `catch` and `try`: nothing that they bind can be relied on.
    fn protected(&mut self, scope: &mut Scope, depth: usize) -> String {
        let mut inside = scope.clone();
        let value = self.body(&mut inside, depth);
        let mut handler = scope.clone();
        handler.spoil(scope.touched(&inside));
        let text = match self.dice.below(2) {
            0 => format!("(catch begin {value} end)"),
            _ => {
                let body = self.body(&mut handler, depth);
                format!("try {value} catch _:_ -> {body} end")
            }
        };
        let touched: Vec<_> = [&inside, &handler].into_iter().flat_map(|part| scope.touched(part)).collect();
        scope.spoil(touched);
        text
    }
}
