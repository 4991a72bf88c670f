//! Lists of characters: literals unfold a few at a time.

use crate::machine::Machine;
use crate::word::{Address, ObjectKind, Value, Word};

/// Characters of a literal that are unfolded at a time.
const UNFOLDED: usize = 64;

impl Machine {
    /// Unfolds the next characters of a string literal.
    pub(crate) fn unfold_text(&mut self, address: Address) -> Word {
        let code = self.code.clone();
        let number = self.heap.header(address).symbol();
        let (creator, from) = (self.heap.word(address, 0), self.heap.word(address, 1).as_raw() as usize);
        let text = &code.texts[number as usize];
        let until = (from + UNFOLDED).min(text.len());
        let mut list = match until == text.len() {
            true => Word::constructor(code.known.nil),
            false => {
                let rest = [creator, Word::raw(until as u64)];
                Word::reference(self.heap.make(ObjectKind::Text, number, &rest))
            }
        };
        for char in text[from..until].iter().rev() {
            list = self.cons(Word::char(*char), list);
        }
        self.update(address, list);
        list
    }

    pub(crate) fn cons(&mut self, head: Word, tail: Word) -> Word {
        Word::reference(self.heap.make(ObjectKind::Constructor, self.code.known.cons.0, &[head, tail]))
    }

    pub(crate) fn list_of(&mut self, text: &str, rest: Word) -> Word {
        text.chars().rev().fold(rest, |list, char| self.cons(Word::char(char), list))
    }

    /// An evaluated list of characters.
    pub(crate) fn text(&self, list: Word) -> String {
        let mut text = String::new();
        let mut list = self.heap.resolve(list);
        while let Some(address) = list.address() {
            if self.heap.header(address).kind() != ObjectKind::Constructor {
                break;
            }
            if let Value::Char(char) = self.heap.resolve(self.heap.word(address, 0)).value() {
                text.push(char);
            }
            list = self.heap.resolve(self.heap.word(address, 1));
        }
        text
    }
}
