//! What follows from what (functional-logic §5): `f t1..tn -> t` entails `f s1..sn -> s` if for
//! some total θ each `tiθ ⊑ si` and `s ⊑ tθ`. If the first is valid so is the second, and if the
//! second is not, the first is not. Without variables this is the generality rule of mode hs (paper
//! 5 §8): a result with more holes is more general.

use std::collections::HashMap;

use crate::fact::{Entry, Fact, Term, TermId};

impl Fact {
    /// Whether this one being valid means that the other is.
    pub fn entails(&self, other: &Fact) -> bool {
        let mut theta = HashMap::new();
        let (Term::Node(name, parameters), Term::Node(other_name, arguments)) =
            (self.term(self.call), other.term(other.call))
        else {
            return false;
        };
        name == other_name
            && parameters.len() == arguments.len()
            && parameters
                .iter()
                .zip(arguments)
                .all(|(mine, theirs)| self.is_below(*mine, other, *theirs, &mut theta))
            && self.is_above(self.value, other, other.value, &mut theta)
    }

    /// `mine θ ⊑ theirs`, where θ may grow.
    fn is_below<'a>(&'a self, mine: TermId, other: &Fact, theirs: TermId, theta: &mut Theta<'a>) -> bool {
        let mut todo = vec![(mine, theirs)];
        while let Some((mine, theirs)) = todo.pop() {
            match (self.term(mine), other.term(theirs)) {
                (Term::Hole, _) => {}
                (Term::Variable(name), _) => {
                    if !other.is_total(theirs) || !bind(theta, name, other, theirs) {
                        return false;
                    }
                }
                (Term::Node(name, parts), Term::Node(other_name, others))
                    if name == other_name && parts.len() == others.len() =>
                {
                    todo.extend(parts.iter().copied().zip(others.iter().copied()));
                }
                (Term::Map(entries), Term::Map(others)) if self.are_among(entries, other, others) => {}
                _ => return false,
            }
        }
        true
    }

    /// A map with more entries says more. An entry of one may belong to any of the other's: only
    /// those that are the same are known to.
    fn are_among(&self, entries: &[Entry], other: &Fact, others: &[Entry]) -> bool {
        entries.iter().all(|mine| others.iter().any(|theirs| self.is_same(mine, other, theirs)))
    }

    fn is_same(&self, mine: &Entry, other: &Fact, theirs: &Entry) -> bool {
        let mut todo = vec![(mine, theirs)];
        while let Some((mine, theirs)) = todo.pop() {
            if mine.arguments.len() != theirs.arguments.len() {
                return false;
            }
            let arguments = mine.arguments.iter().copied().zip(theirs.arguments.iter().copied());
            let mut terms: Vec<(TermId, TermId)> = arguments.chain([(mine.result, theirs.result)]).collect();
            while let Some((mine, theirs)) = terms.pop() {
                match (self.term(mine), other.term(theirs)) {
                    (Term::Hole, Term::Hole) => {}
                    (Term::Variable(name), Term::Variable(other_name)) if name == other_name => {}
                    (Term::Node(name, parts), Term::Node(other_name, others))
                        if name == other_name && parts.len() == others.len() =>
                    {
                        terms.extend(parts.iter().copied().zip(others.iter().copied()));
                    }
                    (Term::Map(entries), Term::Map(others)) if entries.len() == others.len() => {
                        todo.extend(entries.iter().zip(others));
                    }
                    _ => return false,
                }
            }
        }
        true
    }

    /// `theirs ⊑ mine θ`.
    fn is_above<'a>(&'a self, mine: TermId, other: &Fact, theirs: TermId, theta: &mut Theta<'a>) -> bool {
        let mut todo = vec![(mine, theirs)];
        while let Some((mine, theirs)) = todo.pop() {
            match (self.term(mine), other.term(theirs)) {
                (_, Term::Hole) => {}
                (Term::Variable(name), _) => {
                    let fits = match theta.get(name.as_str()) {
                        Some(bound) => other.approximates(theirs, *bound),
                        None => other.is_total(theirs) && bind(theta, name, other, theirs),
                    };
                    if !fits {
                        return false;
                    }
                }
                (Term::Node(name, parts), Term::Node(other_name, others))
                    if name == other_name && parts.len() == others.len() =>
                {
                    todo.extend(parts.iter().copied().zip(others.iter().copied()));
                }
                (Term::Map(entries), Term::Map(others)) if other.are_among(others, self, entries) => {}
                _ => return false,
            }
        }
        true
    }

    /// `less ⊑ more`; variables are constants here.
    fn approximates(&self, less: TermId, more: TermId) -> bool {
        let mut todo = vec![(less, more)];
        while let Some((less, more)) = todo.pop() {
            match (self.term(less), self.term(more)) {
                (Term::Hole, _) => {}
                (Term::Variable(less), Term::Variable(more)) if less == more => {}
                (Term::Node(name, parts), Term::Node(other, others))
                    if name == other && parts.len() == others.len() =>
                {
                    todo.extend(parts.iter().copied().zip(others.iter().copied()));
                }
                _ => return false,
            }
        }
        true
    }

    fn is_total(&self, id: TermId) -> bool {
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            match self.term(id) {
                Term::Hole | Term::Map(_) => return false,
                Term::Variable(_) => {}
                Term::Node(_, parts) => todo.extend(parts),
            }
        }
        true
    }
}

/// What the variables of the first fact are, as terms of the second.
type Theta<'a> = HashMap<&'a str, TermId>;

/// A variable is the same wherever it occurs.
fn bind<'a>(theta: &mut Theta<'a>, name: &'a str, other: &Fact, term: TermId) -> bool {
    match theta.get(name) {
        Some(bound) => other.approximates(*bound, term) && other.approximates(term, *bound),
        None => {
            theta.insert(name, term);
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Fact> {
        let (call, value) = text.split_once(" -> ")?;
        Fact::read(call, value, &|name| matches!(name, "f" | "g" | "tail" | "twice"))
    }

    #[test]
    fn what_follows() {
        let check = |first: &str, second: &str, expected: bool| {
            let facts = read(first).zip(read(second));
            let (first_fact, second_fact) = facts.unwrap_or_else(|| panic!("{first} and {second} are facts"));
            assert_eq!(first_fact.entails(&second_fact), expected, "{first} entails {second}");
        };
        check("f [1,2] -> True", "f [1,2] -> True", true);
        // A hole in an argument stands for anything, in a result for less.
        check("f [_,2] -> True", "f [1,2] -> True", true);
        check("f [1,2] -> True", "f [_,2] -> True", false);
        check("f 1 -> 1:2:_", "f 1 -> 1:_", true);
        check("f 1 -> 1:_", "f 1 -> 1:2:_", false);
        check("f 1 -> [1,2]", "f 1 -> 1:_:_", true);
        // Variables stand for any total value, the same everywhere.
        check("f x -> x", "f (S Z) -> S Z", true);
        check("f x -> x", "f (S Z) -> S _", true);
        check("f x x -> True", "f 1 1 -> True", true);
        check("f x x -> True", "f 1 2 -> True", false);
        check("f x -> x", "f (S _) -> S _", false);
        check("f 1 -> 1", "f x -> x", false);
        // Functions are values, and no variables.
        check("f (twice tail) -> 1", "f (twice tail) -> 1", true);
        check("f tail -> 1", "f g -> 1", false);
        check("f \"ab\" -> 'c'", "f \"ab\" -> 'c'", true);
        check("f \"ab\" -> \"xy\"", "f \"ab\" -> 'x':_", true);
        check("f (-1) 2.0e-2 -> -1", "f (-1) 2.0e-2 -> -1", true);
        check("f (1,_) -> (2,3)", "f (1,5) -> (_,3)", true);
        check("f P {a = _, b = 2} -> 1", "f P {a = 3, b = 2} -> 1", true);
        check("f 1 -> 1", "g 1 -> 1", false);
        check("_ + 2 -> 3", "1 + 2 -> 3", true);
        // A map with more entries says more.
        check("f {\\1->2} -> 1", "f {\\1->2, \\2 3->4} -> 1", true);
        check("f {\\1->2, \\2 3->4} -> 1", "f {\\1->2} -> 1", false);
        check("f {} -> 1", "f {\\1->2} -> 1", true);
        check("f {\\1->2} -> 1", "f {\\1->3} -> 1", false);
        check("f {\\1->_} -> 1", "f {\\1->3} -> 1", false);
        check("f [{\\{\\1->2}->2}] -> 1", "f [{\\{\\1->2}->2}] -> 1", true);
        check("f 1 -> {\\1->2, \\(-2)->-4}", "f 1 -> {\\(-2)->-4}", true);
        check("f 1 -> {\\1->2}", "f 1 -> {\\1->2, \\2->4}", false);
        check("f {\\1->2} -> 1", "f g -> 1", false);
    }

    #[test]
    fn what_cannot_be_read_says_nothing() {
        for text in ["f <error: x> -> 1", "f [1,2,..] -> 1", "f (1 -> 1", "f \"abc -> 1", "f 1 ] -> 1"] {
            assert_eq!(read(text), None, "{text}");
        }
        let deep = format!("f {}1{} -> 1", "(S ".repeat(10_000), ")".repeat(10_000));
        assert_eq!(read(&deep), None);
    }
}
