//! Patterns of match specifications: terms in which `'_'` and `'$N'` stand for anything.

use std::collections::BTreeMap;

use erlang_term::{Atom, Term, atoms};

/// What to do with the next part of the object, the whole first, then its parts from left to right.
pub struct Pattern {
    steps: Vec<Step>,
    pub variables: Variables,
}

/// The number after the `$`, and which binding it is.
pub type Variables = BTreeMap<u32, usize>;

enum Step {
    Anything,
    Bind,
    /// As bound before.
    Same(usize),
    Constant(Term),
    Cons,
    Tuple(usize),
    /// At least these keys; their values are matched by the steps that follow.
    Map(Vec<Term>),
}

/// The number of `'$N'`.
pub fn variable(atom: Atom) -> Option<u32> {
    let digits = atom.name().strip_prefix('$')?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok().filter(|n| *n < 100_000_000)
}

impl Pattern {
    pub fn compile(term: &Term) -> Option<Pattern> {
        let mut pattern = Pattern { steps: Vec::new(), variables: Variables::new() };
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            let step = match term {
                Term::Atom(atoms::ANY) => Step::Anything,
                Term::Atom(atom) => match variable(*atom) {
                    Some(number) => pattern.variable_step(number),
                    None => Step::Constant(term.clone()),
                },
                Term::Cons(cell) => {
                    pending.extend([&cell.tail, &cell.head]);
                    Step::Cons
                }
                Term::Tuple(elements) => {
                    pending.extend(elements.iter().rev());
                    Step::Tuple(elements.len())
                }
                Term::Map(map) => {
                    let keys: Vec<Term> = map.keys().cloned().collect();
                    if keys.iter().any(has_variable) {
                        return None;
                    }
                    pending.extend(map.values().rev());
                    Step::Map(keys)
                }
                _ => Step::Constant(term.clone()),
            };
            pattern.steps.push(step);
        }
        Some(pattern)
    }

    fn variable_step(&mut self, number: u32) -> Step {
        let next = self.variables.len();
        match self.variables.get(&number) {
            Some(&binding) => Step::Same(binding),
            None => {
                self.variables.insert(number, next);
                Step::Bind
            }
        }
    }

    /// The values of the variables, if the object matches.
    pub fn matches(&self, object: &Term) -> Option<Vec<Term>> {
        let mut bindings = Vec::with_capacity(self.variables.len());
        let mut parts = vec![object];
        for step in &self.steps {
            let part = parts.pop()?;
            let fits = match (step, part) {
                (Step::Anything, _) => true,
                (Step::Bind, _) => {
                    bindings.push(part.clone());
                    true
                }
                (Step::Same(binding), _) => bindings[*binding] == *part,
                (Step::Constant(constant), _) => constant == part,
                (Step::Cons, Term::Cons(cell)) => {
                    parts.extend([&cell.tail, &cell.head]);
                    true
                }
                (Step::Tuple(arity), Term::Tuple(elements)) if elements.len() == *arity => {
                    parts.extend(elements.iter().rev());
                    true
                }
                (Step::Map(keys), Term::Map(map)) => {
                    let values: Option<Vec<&Term>> = keys.iter().rev().map(|key| map.get(key)).collect();
                    let found = values.is_some();
                    parts.extend(values.into_iter().flatten());
                    found
                }
                _ => false,
            };
            if !fits {
                return None;
            }
        }
        Some(bindings)
    }

    /// The element of a tuple pattern at this position (from 1) if it is a plain constant.
    pub fn constant_element(&self, position: usize) -> Option<Term> {
        let Some(Step::Tuple(arity)) = self.steps.first() else { return None };
        if position > *arity {
            return None;
        }
        let mut at = 1;
        for _ in 1..position {
            at = self.after(at)?;
        }
        self.constant(at)
    }

    /// The step behind the part that begins with step `at`.
    fn after(&self, at: usize) -> Option<usize> {
        let (mut at, mut open) = (at, 1);
        while open > 0 {
            open += match self.steps.get(at)? {
                Step::Cons => 2,
                Step::Tuple(arity) => *arity,
                Step::Map(keys) => keys.len(),
                _ => 0,
            };
            open -= 1;
            at += 1;
        }
        Some(at)
    }

    /// The part that begins at this step as a term, if nothing in it is open. (A map is: it matches
    /// larger ones.)
    fn constant(&self, at: usize) -> Option<Term> {
        let end = self.after(at)?;
        let mut built: Vec<Term> = Vec::new();
        // From the right, so that the parts of a whole are there, the first on top.
        for step in self.steps[at..end].iter().rev() {
            let term = match step {
                Step::Constant(constant) => constant.clone(),
                Step::Cons => {
                    let (head, tail) = (built.pop()?, built.pop()?);
                    Term::cons(head, tail)
                }
                Step::Tuple(arity) => {
                    let mut elements = built.split_off(built.len().checked_sub(*arity)?);
                    elements.reverse();
                    Term::tuple(elements)
                }
                Step::Anything | Step::Bind | Step::Same(_) | Step::Map(_) => return None,
            };
            built.push(term);
        }
        built.pop()
    }
}

fn has_variable(term: &Term) -> bool {
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        match term {
            Term::Atom(atom) if *atom == atoms::ANY || variable(*atom).is_some() => return true,
            Term::Cons(cell) => pending.extend([&cell.tail, &cell.head]),
            Term::Tuple(elements) => pending.extend(elements.iter()),
            Term::Map(map) => pending.extend(map.iter().flat_map(|(key, value)| [key, value])),
            _ => {}
        }
    }
    false
}
