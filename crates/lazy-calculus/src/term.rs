//! Expressions and patterns (functional-logic §1.1) in one arena. A variable may be bound; all that
//! looks at a term looks through bindings.

use lazy_syntax::ast::ConId;
use num_bigint::BigInt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(u32);

/// A function of the kernel program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub u32);

/// The head `h` of a rigid expression. Literals are constructors without arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Symbol {
    Constructor(ConId),
    Function(FunctionId),
    Integer(BigInt),
    Char(char),
    /// A constant that stands for a variable of a statement: what holds of it holds of everything.
    Constant(u32),
}

#[derive(Clone, Debug)]
pub enum Term {
    /// ⊥: what was never demanded.
    Bottom,
    Variable(Variable),
    /// `h e1..em`
    Rigid(Symbol, Vec<TermId>),
    /// `X e1..em`, m > 0: the head is a variable.
    Flexible(TermId, Vec<TermId>),
}

#[derive(Clone, Debug, Default)]
pub struct Variable {
    pub bound: Option<TermId>,
    /// In UD (functional-logic §3): a person wants its value.
    pub wanted: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Terms {
    terms: Vec<Term>,
}

/// A term with its bindings looked through.
#[derive(Clone, Debug)]
pub enum View<'a> {
    Bottom,
    Variable(TermId),
    /// The arguments in front came with the binding of a variable at the head.
    Rigid(&'a Symbol, Vec<TermId>),
    Flexible(TermId, Vec<TermId>),
}

impl Terms {
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    pub fn truncate(&mut self, length: usize) {
        self.terms.truncate(length);
    }

    pub fn add(&mut self, term: Term) -> TermId {
        self.terms.push(term);
        TermId(self.terms.len() as u32 - 1)
    }

    pub fn variable(&mut self) -> TermId {
        self.add(Term::Variable(Variable::default()))
    }

    pub fn rigid(&mut self, symbol: Symbol, arguments: Vec<TermId>) -> TermId {
        self.add(Term::Rigid(symbol, arguments))
    }

    /// `function argument1 …`, whatever the function is.
    pub fn apply(&mut self, function: TermId, arguments: Vec<TermId>) -> TermId {
        if arguments.is_empty() {
            return function;
        }
        let term = match self.view(function) {
            View::Bottom => Term::Bottom,
            View::Variable(variable) => Term::Flexible(variable, arguments),
            View::Rigid(symbol, first) => Term::Rigid(symbol.clone(), [first, arguments].concat()),
            View::Flexible(variable, first) => Term::Flexible(variable, [first, arguments].concat()),
        };
        self.add(term)
    }

    pub fn variable_mut(&mut self, id: TermId) -> Option<&mut Variable> {
        match &mut self.terms[id.0 as usize] {
            Term::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    pub fn is_wanted(&self, id: TermId) -> bool {
        matches!(&self.terms[id.0 as usize], Term::Variable(variable) if variable.wanted)
    }

    pub fn view(&self, mut id: TermId) -> View<'_> {
        // Arguments from the outside in.
        let mut applied: Vec<&[TermId]> = Vec::new();
        let arguments = |first: &[TermId], applied: &[&[TermId]]| {
            let mut all = first.to_vec();
            for more in applied.iter().rev() {
                all.extend_from_slice(more);
            }
            all
        };
        loop {
            match &self.terms[id.0 as usize] {
                Term::Bottom => return View::Bottom,
                Term::Variable(Variable { bound: Some(value), .. }) => id = *value,
                Term::Variable(_) if applied.is_empty() => return View::Variable(id),
                Term::Variable(_) => return View::Flexible(id, arguments(&[], &applied)),
                Term::Rigid(symbol, first) => return View::Rigid(symbol, arguments(first, &applied)),
                Term::Flexible(head, more) => {
                    applied.push(more);
                    id = *head;
                }
            }
        }
    }

    /// The variables of a term, each as often as it occurs, from the left.
    pub fn variables(&self, term: TermId) -> Vec<TermId> {
        let mut found = Vec::new();
        let mut left = vec![term];
        while let Some(term) = left.pop() {
            match self.view(term) {
                View::Bottom => {}
                View::Variable(variable) => found.push(variable),
                View::Flexible(variable, arguments) => {
                    found.push(variable);
                    left.extend(arguments.into_iter().rev());
                }
                View::Rigid(_, arguments) => left.extend(arguments.into_iter().rev()),
            }
        }
        found
    }

    pub fn occurs(&self, variable: TermId, term: TermId) -> bool {
        let mut left = vec![term];
        while let Some(term) = left.pop() {
            match self.view(term) {
                View::Bottom => {}
                View::Variable(found) if found == variable => return true,
                View::Variable(_) => {}
                View::Flexible(found, _) if found == variable => return true,
                View::Flexible(_, arguments) | View::Rigid(_, arguments) => left.extend(arguments),
            }
        }
        false
    }

    /// Without ⊥.
    pub fn is_total(&self, term: TermId) -> bool {
        let mut left = vec![term];
        while let Some(term) = left.pop() {
            match self.view(term) {
                View::Bottom => return false,
                View::Variable(_) => {}
                View::Flexible(_, arguments) | View::Rigid(_, arguments) => left.extend(arguments),
            }
        }
        true
    }

    /// Whether both are the same expression, letter by letter.
    pub fn same(&self, one: TermId, other: TermId) -> bool {
        let mut left = vec![(one, other)];
        while let Some((one, other)) = left.pop() {
            if one == other {
                continue;
            }
            let (ones, others) = match (self.view(one), self.view(other)) {
                (View::Bottom, View::Bottom) => continue,
                (View::Variable(one), View::Variable(other)) if one == other => continue,
                (View::Rigid(one, ones), View::Rigid(other, others)) if one == other => (ones, others),
                (View::Flexible(one, ones), View::Flexible(other, others)) if one == other => (ones, others),
                _ => return false,
            };
            if ones.len() != others.len() {
                return false;
            }
            left.extend(ones.into_iter().zip(others));
        }
        true
    }
}

/// Copies terms from one arena to another, where bound variables are what they are bound to.
/// Variables keep who they are.
pub struct Copier<'a> {
    from: &'a Terms,
    copied: std::collections::HashMap<TermId, TermId>,
}

impl<'a> Copier<'a> {
    pub fn new(from: &'a Terms) -> Copier<'a> {
        Copier { from, copied: Default::default() }
    }

    /// What a variable becomes.
    pub fn set(&mut self, variable: TermId, value: TermId) {
        self.copied.insert(variable, value);
    }

    /// What a variable became, if it has been met.
    pub fn get(&self, variable: TermId) -> Option<TermId> {
        self.copied.get(&variable).copied()
    }

    pub fn copy(&mut self, term: TermId, to: &mut Terms) -> TermId {
        // Arguments first; what is in `copied` is done.
        let mut left = vec![(term, false)];
        while let Some((term, visited)) = left.pop() {
            if self.copied.contains_key(&term) {
                continue;
            }
            let view = self.from.view(term);
            if let (false, View::Rigid(_, arguments) | View::Flexible(_, arguments)) = (visited, &view) {
                left.push((term, true));
                left.extend(arguments.iter().map(|argument| (*argument, false)));
                if let View::Flexible(head, _) = view {
                    left.push((head, false));
                }
                continue;
            }
            let copy = match view {
                View::Bottom => to.add(Term::Bottom),
                View::Variable(variable) => match self.copied.get(&variable) {
                    Some(copy) => *copy,
                    None => {
                        let copy = to.variable();
                        self.copied.insert(variable, copy);
                        copy
                    }
                },
                View::Rigid(symbol, arguments) => {
                    let arguments = arguments.iter().map(|argument| self.copied[argument]).collect();
                    to.rigid(symbol.clone(), arguments)
                }
                View::Flexible(head, arguments) => {
                    let arguments = arguments.iter().map(|argument| self.copied[argument]).collect();
                    to.apply(self.copied[&head], arguments)
                }
            };
            self.copied.insert(term, copy);
        }
        self.copied[&term]
    }
}
