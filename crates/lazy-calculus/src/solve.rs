//! The goal solving calculus GSC (functional-logic §3), rule by rule, depth first with rules in
//! textual order.
//!
//! Every subgoal is a node of the proof tree to be (§4.1): a step gives the selected one its
//! children.

use std::collections::HashSet;

use crate::kernel::{Goal, Kernel, Statement};
use crate::primitive::{Computed, Primitive};
use crate::term::{Copier, FunctionId, Symbol, Term, TermId, Terms, View};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SubgoalId(pub u32);

/// A rule of a function, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleNumber(pub usize);

#[derive(Clone, Debug)]
pub struct Subgoal {
    pub statement: Statement,
    /// None while it waits to be selected.
    pub step: Option<Step>,
}

/// The rule that was applied to a subgoal, and what it became.
#[derive(Clone, Debug)]
pub enum Step {
    /// e -> ⊥
    Bottom,
    /// OB, IB: both sides are the same pattern now. EL: the right side is ⊥ now. Of `==`: both
    /// sides are the same.
    Bound,
    /// DC, IIM: the parts.
    Parts(Vec<SubgoalId>),
    /// FA
    Application(Box<Application>),
    /// PA and PF: of each argument the subgoal that evaluates it, if it was not a pattern; then the
    /// call with patterns.
    Primitive { arguments: Vec<Option<SubgoalId>>, call: Option<SubgoalId> },
    /// EQ: a side was given a name.
    Named { side: Side, value: SubgoalId, equal: SubgoalId },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Left,
    Right,
}

#[derive(Clone, Debug)]
pub struct Application {
    pub function: FunctionId,
    pub rule: RuleNumber,
    pub arguments: Vec<SubgoalId>,
    /// The boxed fact `f t1..tn -> s`.
    pub fact: Statement,
    pub conditions: Vec<SubgoalId>,
    pub body: SubgoalId,
    /// `s a1..ak -> t`, if there are more arguments than the function takes.
    pub rest: Option<SubgoalId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The goal is solved: an answer stands in the bindings.
    Answer,
    NoMore,
    /// No rule applies to what is left: it waits for a variable that nothing binds.
    Floundered,
    /// A primitive has no value there.
    Undefined,
    Limit,
}

pub struct Solver<'k> {
    pub kernel: &'k Kernel<'k>,
    pub terms: Terms,
    pub subgoals: Vec<Subgoal>,
    /// The nodes that the initial goal became.
    pub roots: Vec<SubgoalId>,
    pub variables: Vec<(String, TermId)>,
    pub steps: u64,
    max_steps: u64,
    goal: Vec<SubgoalId>,
    trail: Vec<Change>,
    points: Vec<ChoicePoint>,
}

enum Change {
    Bound(TermId),
    Wanted(TermId),
    Expanded(SubgoalId),
}

struct ChoicePoint {
    trail: usize,
    terms: usize,
    subgoals: usize,
    goal: Vec<SubgoalId>,
    selected: usize,
    next: usize,
}

/// The result of the selected subgoal.
enum Reduction {
    /// These in its place.
    To(Step, Vec<SubgoalId>),
    Fails,
    /// FA: the rules of the function at its head, one after the other.
    Apply,
    Stops(Stop),
}

impl<'k> Solver<'k> {
    pub fn new(kernel: &'k Kernel<'k>, goal: &Goal, max_steps: u64) -> Solver<'k> {
        let mut solver = Solver {
            kernel,
            terms: Terms::default(),
            subgoals: Vec::new(),
            roots: Vec::new(),
            variables: Vec::new(),
            steps: 0,
            max_steps,
            goal: Vec::new(),
            trail: Vec::new(),
            points: Vec::new(),
        };
        let mut copier = Copier::new(&kernel.terms);
        for condition in &goal.conditions {
            let statement = condition.map(|term| copier.copy(term, &mut solver.terms));
            let subgoal = solver.subgoal(statement);
            solver.roots.push(subgoal);
        }
        for (name, variable) in &goal.variables {
            let term = copier.copy(*variable, &mut solver.terms);
            solver.variables.push((name.clone(), term));
        }
        // UD: the variables of the initial goal; not those of `let`, which nobody asks about.
        for (_, variable) in solver.variables.clone() {
            solver.want(variable);
        }
        solver.goal = solver.roots.clone();
        solver
    }

    /// The next answer, or why there is none.
    pub fn run(&mut self) -> Stop {
        if self.goal.is_empty() && self.steps > 0 && !self.backtrack() {
            return Stop::NoMore;
        }
        loop {
            if self.goal.is_empty() {
                self.steps = self.steps.max(1);
                return Stop::Answer;
            }
            // Long goals take long to look through.
            self.steps += 1 + (self.goal.len() * self.goal.len() / 64) as u64;
            if self.steps > self.max_steps {
                return Stop::Limit;
            }
            let Some((selected, reduction)) = self.select() else { return Stop::Floundered };
            match reduction {
                Reduction::To(step, new) => self.replace(selected, step, new),
                Reduction::Apply => {
                    self.points.push(ChoicePoint {
                        trail: self.trail.len(),
                        terms: self.terms.len(),
                        subgoals: self.subgoals.len(),
                        goal: self.goal.clone(),
                        selected,
                        next: 0,
                    });
                    if !self.backtrack() {
                        return Stop::NoMore;
                    }
                }
                Reduction::Fails => {
                    if !self.backtrack() {
                        return Stop::NoMore;
                    }
                }
                Reduction::Stops(stop) => return stop,
            }
        }
    }

    /// Selection (quasi-leftmost): the first subgoal that a rule applies to.
    fn select(&mut self) -> Option<(usize, Reduction)> {
        for at in 0..self.goal.len() {
            let subgoal = self.goal[at];
            let reduction = match self.subgoals[subgoal.0 as usize].statement {
                Statement::Approximates(expr, pattern) => self.approximation(at, expr, pattern),
                Statement::Equal(left, right) => self.equation(at, left, right),
            };
            if let Some(reduction) = reduction {
                return Some((at, reduction));
            }
        }
        None
    }

    // -------------------------------------------------------------------------------------- e -> t

    fn approximation(&mut self, at: usize, expr: TermId, pattern: TermId) -> Option<Reduction> {
        let left = self.kind(expr);
        match self.terms.view(pattern) {
            View::Bottom => Some(Reduction::To(Step::Bottom, Vec::new())),
            View::Variable(variable) => {
                let demanded = self.is_demanded(variable);
                let occurs = self.occurs_elsewhere(variable, at);
                match left {
                    // EL
                    _ if !demanded && !occurs => {
                        let bottom = self.terms.add(Term::Bottom);
                        self.bind(variable, bottom);
                        Some(Reduction::To(Step::Bound, Vec::new()))
                    }
                    TermKind::Bottom if demanded => Some(Reduction::Fails),
                    // IB
                    _ if self.is_pattern(expr) => {
                        // `X -> X` says nothing.
                        if !matches!(self.terms.view(expr), View::Variable(same) if same == variable) {
                            self.bind(variable, expr);
                        }
                        Some(Reduction::To(Step::Bound, Vec::new()))
                    }
                    // IIM
                    TermKind::Passive => {
                        let View::Rigid(symbol, arguments) = self.terms.view(expr) else { return None };
                        let symbol = symbol.clone();
                        let new: Vec<TermId> = arguments.iter().map(|_| self.terms.variable()).collect();
                        let value = self.terms.rigid(symbol, new.clone());
                        self.bind(variable, value);
                        Some(self.parts(arguments.into_iter().zip(new).collect(), Statement::Approximates))
                    }
                    // FA
                    TermKind::Active(function) if demanded => self.application(expr, pattern, function),
                    _ => None,
                }
            }
            View::Rigid(symbol, arguments) => match left {
                TermKind::Bottom => Some(Reduction::Fails),
                // OB
                TermKind::Variable(variable) => {
                    if self.terms.occurs(variable, pattern) {
                        return Some(Reduction::Fails);
                    }
                    self.bind(variable, pattern);
                    Some(Reduction::To(Step::Bound, Vec::new()))
                }
                // DC
                TermKind::Passive => {
                    let View::Rigid(head, parts) = self.terms.view(expr) else { return None };
                    if head != symbol || parts.len() != arguments.len() {
                        return Some(Reduction::Fails);
                    }
                    Some(self.parts(parts.into_iter().zip(arguments).collect(), Statement::Approximates))
                }
                // FA
                TermKind::Active(function) => self.application(expr, pattern, function),
                TermKind::Flexible => None,
            },
            View::Flexible(..) => None,
        }
    }

    fn parts(
        &mut self,
        pairs: Vec<(TermId, TermId)>,
        statement: impl Fn(TermId, TermId) -> Statement,
    ) -> Reduction {
        let new: Vec<SubgoalId> =
            pairs.into_iter().map(|(left, right)| self.subgoal(statement(left, right))).collect();
        Reduction::To(Step::Parts(new.clone()), new)
    }

    fn application(&mut self, expr: TermId, pattern: TermId, function: FunctionId) -> Option<Reduction> {
        match self.kernel.function(function).primitive() {
            None => Some(Reduction::Apply),
            Some(primitive) => self.primitive(expr, pattern, function, primitive),
        }
    }

    /// PA: arguments that are not patterns get names. PF: the value of the rest.
    fn primitive(
        &mut self,
        expr: TermId,
        pattern: TermId,
        function: FunctionId,
        primitive: Primitive,
    ) -> Option<Reduction> {
        let View::Rigid(_, arguments) = self.terms.view(expr) else { return None };
        if arguments.len() > self.kernel.function(function).arity {
            return Some(Reduction::Stops(Stop::Undefined));
        }
        if arguments.iter().all(|argument| self.is_pattern(*argument)) {
            return match primitive.evaluate(self.kernel.source, &self.terms, &arguments) {
                Computed::Value(symbol) => {
                    let value = self.terms.rigid(symbol, Vec::new());
                    let call = self.subgoal(Statement::Approximates(value, pattern));
                    let arguments = vec![None; arguments.len()];
                    Some(Reduction::To(Step::Primitive { arguments, call: None }, vec![call]))
                }
                Computed::Needs(_) => None,
                Computed::Undefined => Some(Reduction::Stops(Stop::Undefined)),
            };
        }
        let (mut new, mut named, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for argument in arguments {
            if self.is_pattern(argument) {
                values.push(argument);
                named.push(None);
                continue;
            }
            let value = self.terms.variable();
            let subgoal = self.subgoal(Statement::Approximates(argument, value));
            values.push(value);
            named.push(Some(subgoal));
            new.push(subgoal);
        }
        let call = self.terms.rigid(Symbol::Function(function), values);
        let call = self.subgoal(Statement::Approximates(call, pattern));
        new.push(call);
        Some(Reduction::To(Step::Primitive { arguments: named, call: Some(call) }, new))
    }

    // ------------------------------------------------------------------------------------- e == e'

    fn equation(&mut self, at: usize, left: TermId, right: TermId) -> Option<Reduction> {
        let (one, other) = (self.kind(left), self.kind(right));
        // EQ
        for (side, kind) in [(Side::Left, one), (Side::Right, other)] {
            if matches!(kind, TermKind::Active(_) | TermKind::Flexible) {
                let name = self.terms.variable();
                let (value, equal) = match side {
                    Side::Left => (left, Statement::Equal(name, right)),
                    Side::Right => (right, Statement::Equal(left, name)),
                };
                let value = self.subgoal(Statement::Approximates(value, name));
                let equal = self.subgoal(equal);
                return Some(Reduction::To(Step::Named { side, value, equal }, vec![value, equal]));
            }
        }
        if one == TermKind::Bottom || other == TermKind::Bottom {
            return Some(Reduction::Fails);
        }
        // DC=
        if let (View::Rigid(head, parts), View::Rigid(other, others)) =
            (self.terms.view(left), self.terms.view(right))
        {
            if head != other || parts.len() != others.len() {
                return Some(Reduction::Fails);
            }
            return Some(self.parts(parts.into_iter().zip(others).collect(), Statement::Equal));
        }
        // BD=: not while a subgoal further left produces a variable of it.
        for kind in [one, other] {
            if let TermKind::Variable(variable) = kind
                && self.goal[..at].iter().any(|earlier| {
                    matches!(self.subgoals[earlier.0 as usize].statement,
                        Statement::Approximates(_, pattern) if self.terms.occurs(variable, pattern))
                })
            {
                return None;
            }
        }
        match (one, other) {
            (TermKind::Variable(one), TermKind::Variable(other)) => {
                if one != other {
                    self.bind(one, other);
                    self.want(other);
                }
                Some(Reduction::To(Step::Bound, Vec::new()))
            }
            (TermKind::Variable(variable), _) => self.bind_equal(variable, right, Side::Left),
            (_, TermKind::Variable(variable)) => self.bind_equal(variable, left, Side::Right),
            _ => None,
        }
    }

    /// X == h e1..em: X becomes h X1..Xm.
    fn bind_equal(&mut self, variable: TermId, value: TermId, side: Side) -> Option<Reduction> {
        if self.is_pattern(value) && self.terms.occurs(variable, value) {
            return Some(Reduction::Fails);
        }
        let View::Rigid(symbol, parts) = self.terms.view(value) else { return None };
        let symbol = symbol.clone();
        let new: Vec<TermId> = parts.iter().map(|_| self.terms.variable()).collect();
        let open = self.terms.rigid(symbol, new.clone());
        self.bind(variable, open);
        let pairs = match side {
            Side::Left => new.into_iter().zip(parts).collect(),
            Side::Right => parts.into_iter().zip(new).collect(),
        };
        Some(self.parts(pairs, Statement::Equal))
    }

    // -------------------------------------------------------------------------------------- search

    fn replace(&mut self, at: usize, step: Step, new: Vec<SubgoalId>) {
        let selected = self.goal[at];
        self.subgoals[selected.0 as usize].step = Some(step);
        self.trail.push(Change::Expanded(selected));
        self.goal.splice(at..=at, new);
    }

    /// Back to the last application that has a rule left, and there the next rule (FA).
    fn backtrack(&mut self) -> bool {
        while let Some(point) = self.points.last_mut() {
            let (trail, terms, subgoals) = (point.trail, point.terms, point.subgoals);
            let (selected, next) = (point.selected, point.next);
            point.next += 1;
            let goal = point.goal.clone();
            self.undo(trail);
            self.terms.truncate(terms);
            self.subgoals.truncate(subgoals);
            self.goal = goal;
            let Statement::Approximates(expr, pattern) =
                self.subgoals[self.goal[selected].0 as usize].statement
            else {
                self.points.pop();
                continue;
            };
            let TermKind::Active(function) = self.kind(expr) else {
                self.points.pop();
                continue;
            };
            let rules = self.kernel.function(function).rules().len();
            if next + 1 >= rules {
                self.points.pop();
            }
            if next < rules {
                self.apply_rule(selected, expr, pattern, function, next);
                return true;
            }
        }
        false
    }

    fn apply_rule(
        &mut self,
        selected: usize,
        expr: TermId,
        pattern: TermId,
        function: FunctionId,
        index: usize,
    ) {
        let kernel = self.kernel;
        let rule = &kernel.function(function).rules()[index];
        let View::Rigid(_, mut arguments) = self.terms.view(expr) else { return };
        let rest = arguments.split_off(kernel.function(function).arity);
        // A variant with new variables.
        let mut copier = Copier::new(&kernel.terms);
        let patterns: Vec<TermId> =
            rule.patterns.iter().map(|pattern| copier.copy(*pattern, &mut self.terms)).collect();
        let result = if rest.is_empty() { pattern } else { self.terms.variable() };
        let fact = self.terms.rigid(Symbol::Function(function), patterns.clone());
        let evaluated: Vec<SubgoalId> = arguments
            .into_iter()
            .zip(patterns)
            .map(|(argument, pattern)| self.subgoal(Statement::Approximates(argument, pattern)))
            .collect();
        let mut conditions = Vec::new();
        for condition in &rule.conditions {
            let condition = condition.map(|term| copier.copy(term, &mut self.terms));
            conditions.push(self.subgoal(condition));
        }
        let body = copier.copy(rule.body, &mut self.terms);
        let body = self.subgoal(Statement::Approximates(body, result));
        let rest = (!rest.is_empty()).then(|| {
            let applied = self.terms.apply(result, rest);
            self.subgoal(Statement::Approximates(applied, pattern))
        });
        let new = evaluated.iter().chain(&conditions).copied().chain([body]).chain(rest).collect();
        let application = Application {
            function,
            rule: RuleNumber(index + 1),
            arguments: evaluated,
            fact: Statement::Approximates(fact, result),
            conditions,
            body,
            rest,
        };
        self.replace(selected, Step::Application(Box::new(application)), new);
    }

    fn subgoal(&mut self, statement: Statement) -> SubgoalId {
        self.subgoals.push(Subgoal { statement, step: None });
        SubgoalId(self.subgoals.len() as u32 - 1)
    }

    fn bind(&mut self, variable: TermId, value: TermId) {
        let wanted = self.terms.is_wanted(variable);
        if let Some(variable) = self.terms.variable_mut(variable) {
            variable.bound = Some(value);
        }
        self.trail.push(Change::Bound(variable));
        if wanted {
            self.want(value);
        }
    }

    /// UD := the variables of what the variables of UD became.
    fn want(&mut self, term: TermId) {
        for variable in self.terms.variables(term) {
            if let Some(wanted) = self.terms.variable_mut(variable).filter(|variable| !variable.wanted) {
                wanted.wanted = true;
                self.trail.push(Change::Wanted(variable));
            }
        }
    }

    fn undo(&mut self, length: usize) {
        for change in self.trail.drain(length..).rev() {
            match change {
                Change::Bound(variable) => {
                    if let Some(variable) = self.terms.variable_mut(variable) {
                        variable.bound = None;
                    }
                }
                Change::Wanted(variable) => {
                    if let Some(variable) = self.terms.variable_mut(variable) {
                        variable.wanted = false;
                    }
                }
                Change::Expanded(subgoal) => self.subgoals[subgoal.0 as usize].step = None,
            }
        }
    }

    // ------------------------------------------------------------------------------ classification

    fn kind(&self, term: TermId) -> TermKind {
        match self.terms.view(term) {
            View::Bottom => TermKind::Bottom,
            View::Variable(variable) => TermKind::Variable(variable),
            View::Flexible(..) => TermKind::Flexible,
            View::Rigid(Symbol::Function(id), arguments)
                if arguments.len() >= self.kernel.function(*id).arity =>
            {
                TermKind::Active(*id)
            }
            View::Rigid(..) => TermKind::Passive,
        }
    }

    fn is_pattern(&self, term: TermId) -> bool {
        is_pattern(self.kernel, &self.terms, term)
    }

    fn occurs_elsewhere(&self, variable: TermId, at: usize) -> bool {
        self.goal.iter().enumerate().any(|(place, subgoal)| {
            let (left, right) = self.subgoals[subgoal.0 as usize].statement.sides();
            place != at && (self.terms.occurs(variable, left) || self.terms.occurs(variable, right))
        })
    }

    /// In UD, or at the head of an expression whose value is demanded.
    fn is_demanded(&self, variable: TermId) -> bool {
        let mut seen = HashSet::from([variable]);
        let mut left = vec![variable];
        while let Some(variable) = left.pop() {
            if self.terms.is_wanted(variable) {
                return true;
            }
            for subgoal in &self.goal {
                match self.subgoals[subgoal.0 as usize].statement {
                    Statement::Equal(one, other) => {
                        if self.needs(one) == Some(variable) || self.needs(other) == Some(variable) {
                            return true;
                        }
                    }
                    Statement::Approximates(expr, pattern) => {
                        if self.needs(expr) != Some(variable) {
                            continue;
                        }
                        match self.terms.view(pattern) {
                            View::Variable(next) if seen.insert(next) => left.push(next),
                            View::Variable(_) | View::Bottom => {}
                            _ => return true,
                        }
                    }
                }
            }
        }
        false
    }

    /// The variable without whose value an expression has none.
    fn needs(&self, expr: TermId) -> Option<TermId> {
        match self.terms.view(expr) {
            View::Variable(variable) | View::Flexible(variable, _) => Some(variable),
            View::Rigid(Symbol::Function(id), arguments) => {
                let function = self.kernel.function(*id);
                let primitive = function.primitive().filter(|_| arguments.len() >= function.arity)?;
                if !arguments.iter().all(|argument| self.is_pattern(*argument)) {
                    return None;
                }
                match primitive.evaluate(self.kernel.source, &self.terms, &arguments) {
                    Computed::Needs(variable) => Some(variable),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TermKind {
    Bottom,
    Variable(TermId),
    Flexible,
    Active(FunctionId),
    Passive,
}

/// A pattern: no call that could be evaluated, and no variable applied.
pub fn is_pattern(kernel: &Kernel<'_>, terms: &Terms, term: TermId) -> bool {
    let mut left = vec![term];
    while let Some(term) = left.pop() {
        match terms.view(term) {
            View::Bottom | View::Variable(_) => {}
            View::Flexible(..) => return false,
            View::Rigid(symbol, arguments) => {
                if let Symbol::Function(id) = symbol
                    && arguments.len() >= kernel.function(*id).arity
                {
                    return false;
                }
                left.extend(arguments);
            }
        }
    }
    true
}
