//! The texts and the cost-centre stacks that events name by number.

use std::collections::HashMap;

use crate::event::{StackId, TextId};

/// Texts by number.
#[derive(Clone, Default, Debug)]
pub struct Texts {
    texts: Vec<Box<str>>,
    numbers: HashMap<Box<str>, TextId>,
}

impl Texts {
    /// The text's number, and whether it is new.
    pub fn intern(&mut self, text: &str) -> (TextId, bool) {
        if let Some(known) = self.numbers.get(text) {
            return (*known, false);
        }
        (self.push(text), true)
    }

    /// A text that gets the next number, whether it is known or not.
    pub fn push(&mut self, text: &str) -> TextId {
        let id = TextId(self.texts.len() as u32);
        self.texts.push(text.into());
        self.numbers.entry(text.into()).or_insert(id);
        id
    }

    pub fn get(&self, id: TextId) -> &str {
        self.texts.get(id.0 as usize).map_or("?", |text| text)
    }

    pub fn find(&self, text: &str) -> Option<TextId> {
        self.numbers.get(text).copied()
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// Stacks by number: each is an earlier one with one more label on top.
#[derive(Clone, Default, Debug)]
pub struct Stacks {
    /// Of the stacks from 1 on, what is below, and the top.
    cells: Vec<(StackId, TextId)>,
    numbers: HashMap<(StackId, TextId), StackId>,
    /// Programs do the same over and over.
    pushed: Recent,
    merged: Recent,
}

/// A small cache of results for pairs. Each pair has one place, and replaces what was there.
#[derive(Clone, Default, Debug)]
struct Recent {
    known: Vec<Option<(u32, u32, StackId)>>,
}

impl Recent {
    const PLACES: usize = 1 << 10;

    fn place(one: u32, other: u32) -> usize {
        (one.wrapping_mul(0x9e37_79b1) ^ other.wrapping_mul(0x85eb_ca77)) as usize >> 8 & (Recent::PLACES - 1)
    }

    fn get(&self, one: u32, other: u32) -> Option<StackId> {
        match self.known.get(Recent::place(one, other)) {
            Some(Some((first, second, stack))) if (*first, *second) == (one, other) => Some(*stack),
            _ => None,
        }
    }

    fn set(&mut self, one: u32, other: u32, stack: StackId) -> StackId {
        self.known.resize(Recent::PLACES, None);
        self.known[Recent::place(one, other)] = Some((one, other, stack));
        stack
    }
}

impl Stacks {
    /// The stack with that label on top, whatever is below; and whether it is new. The label must
    /// not be in it: see [`Stacks::push_label`].
    pub fn intern(&mut self, below: StackId, top: TextId) -> (StackId, bool) {
        if let Some(known) = self.numbers.get(&(below, top)) {
            return (*known, false);
        }
        self.cells.push((below, top));
        let id = StackId(self.cells.len() as u32);
        self.numbers.insert((below, top), id);
        (id, true)
    }

    /// What is below the top, and the top. None: the stack is empty.
    pub fn split(&self, stack: StackId) -> Option<(StackId, TextId)> {
        self.cells.get((stack.0 as usize).checked_sub(1)?).copied()
    }

    /// The labels, from the bottom up.
    pub fn labels(&self, mut stack: StackId) -> Vec<TextId> {
        let mut labels = Vec::new();
        while let Some((below, top)) = self.split(stack) {
            labels.push(top);
            stack = below;
        }
        labels.reverse();
        labels
    }

    /// How many there are beside the empty one.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// `push(S, f)`: cuts the stack just after the label if it is in it (thesis Fig. 23, ◁).
    pub fn push_label(&mut self, stack: StackId, label: TextId) -> StackId {
        if let Some(known) = self.pushed.get(stack.0, label.0) {
            return known;
        }
        let mut place = stack;
        while let Some((below, top)) = self.split(place) {
            if top == label {
                return self.pushed.set(stack.0, label.0, place);
            }
            place = below;
        }
        let (pushed, _) = self.intern(stack, label);
        self.pushed.set(stack.0, label.0, pushed)
    }

    /// `merge(Sapp, Slam)`: the common prefix, then the rest of the function's stack, then that of
    /// the application's (thesis Fig. 23, ⋈).
    pub fn merge(&mut self, application: StackId, function: StackId) -> StackId {
        if function == StackId::EMPTY || application == function {
            return application;
        }
        if let Some(known) = self.merged.get(application.0, function.0) {
            return known;
        }
        let (of_application, of_function) = (self.labels(application), self.labels(function));
        let common = of_application.iter().zip(&of_function).take_while(|(a, b)| a == b).count();
        let mut merged = StackId::EMPTY;
        for label in &of_application[..common] {
            merged = self.intern(merged, *label).0;
        }
        for label in of_function[common..].iter().chain(&of_application[common..]) {
            merged = self.push_label(merged, *label);
        }
        self.merged.set(application.0, function.0, merged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stacks as words: each letter is a label.
    fn check(operation: impl Fn(&mut Stacks, StackId, StackId) -> StackId, a: &str, b: &str, expected: &str) {
        let mut stacks = Stacks::default();
        let mut make = |word: &str| {
            let label = |letter: char| TextId(letter as u32);
            word.chars().fold(StackId::EMPTY, |below, letter| stacks.intern(below, label(letter)).0)
        };
        let (a, b) = (make(a), make(b));
        let result = operation(&mut stacks, a, b);
        let shown: String =
            stacks.labels(result).iter().filter_map(|label| char::from_u32(label.0)).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn pushing_cuts_after_the_label() {
        let push = |stacks: &mut Stacks, stack, label| {
            let top = stacks.split(label).map(|(_, top)| top).unwrap_or(TextId(0));
            stacks.push_label(stack, top)
        };
        check(push, "", "f", "f");
        check(push, "mr", "f", "mrf");
        check(push, "mr", "r", "mr");
        check(push, "mrf", "r", "mr");
    }

    #[test]
    fn merging() {
        let merge = |stacks: &mut Stacks, application, function| stacks.merge(application, function);
        check(merge, "m", "f", "fm");
        check(merge, "abc", "", "abc");
        check(merge, "", "abc", "abc");
        check(merge, "abc", "abd", "abdc");
        check(merge, "abc", "xb", "xbc");
        check(merge, "ta", "t", "ta");
    }
}
