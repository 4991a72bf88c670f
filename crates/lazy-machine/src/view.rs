//! Values seen from outside, one constructor at a time.

use crate::core::{ConstructorId, FunctionId};
use crate::machine::Machine;
use crate::word::{ObjectKind, Value, Word};

/// The head of a value, as far as it is evaluated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum View {
    /// With all its fields, or fewer.
    Constructor(ConstructorId, Vec<Word>),
    /// With fewer arguments than it takes.
    Function(FunctionId, Vec<Word>),
    /// A number or a character.
    Atom,
    /// A logic variable.
    Variable,
    Error,
    Unevaluated,
}

impl Machine {
    pub fn view(&self, word: Word) -> View {
        let word = self.heap.resolve(word);
        let address = match word.value() {
            Value::Reference(address) => address,
            Value::Constructor(id) | Value::Unapplied(id) => return View::Constructor(id, Vec::new()),
            Value::Function(id) => return View::Function(id, Vec::new()),
            Value::Integer(_) | Value::Char(_) => return View::Atom,
            Value::Raw(_) => return View::Unevaluated,
        };
        let header = self.heap.header(address);
        let words =
            || -> Vec<Word> { (0..header.length()).map(|index| self.heap.word(address, index)).collect() };
        match header.kind() {
            ObjectKind::Constructor | ObjectKind::PartialConstructor => {
                View::Constructor(ConstructorId(header.symbol()), words())
            }
            ObjectKind::Partial => {
                let id = FunctionId(header.symbol());
                let hidden = &self.code.functions[id.0 as usize].hidden;
                let words = words().into_iter().skip(self.code.lead());
                let shown = words.enumerate().filter(|(index, _)| !hidden[*index]);
                View::Function(id, shown.map(|(_, word)| word).collect())
            }
            ObjectKind::Big | ObjectKind::Float => View::Atom,
            ObjectKind::Variable => View::Variable,
            ObjectKind::Error => View::Error,
            _ => View::Unevaluated,
        }
    }

    /// What is said of an error that stands for a value; nothing of other values.
    pub fn error_in_words(&self, word: Word) -> Option<String> {
        let word = self.heap.resolve(word);
        (self.view(word) == View::Error).then(|| self.error_text(word))
    }
}
