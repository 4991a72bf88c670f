//! Types whose values nobody wants to see: `<?>` stands for one that was evaluated (specification
//! (a)), apart from `_`, which was not.

use std::collections::HashSet;

use crate::code::Code;
use crate::core::ConstructorId;
use crate::machine::Machine;
use crate::number::Number;
use crate::types::Sort;
use crate::word::{ObjectKind, Value, Word};

pub const HIDDEN: &str = "<?>";

#[derive(Clone, Debug, Default)]
pub struct Hidden {
    /// The first constructors of data types.
    firsts: HashSet<ConstructorId>,
    sorts: Vec<Sort>,
    /// Lists of characters.
    text: bool,
}

impl Hidden {
    /// By the names of data types, and `String`. An error is the name that is not a known type.
    /// Values do not tell `Int` from `Integer`: either hides both.
    pub fn new(code: &Code, names: &[String]) -> Result<Hidden, String> {
        let mut hidden = Hidden::default();
        for name in names {
            let known: Vec<_> = code.data.iter().filter(|data| data.name == *name).collect();
            if known.is_empty() && name != "String" {
                return Err(name.clone());
            }
            hidden.text |= name == "String";
            for data in known {
                match data.sort {
                    Sort::Plain | Sort::List => {
                        hidden.firsts.insert(data.first);
                    }
                    Sort::Int | Sort::Integer => hidden.sorts.extend([Sort::Int, Sort::Integer]),
                    sort => hidden.sorts.push(sort),
                }
            }
        }
        Ok(hidden)
    }

    pub(crate) fn hides_characters(&self) -> bool {
        self.sorts.contains(&Sort::Char)
    }

    /// Of a word in head normal form.
    pub(crate) fn hides(&self, machine: &Machine, word: Word) -> bool {
        let sort = match word.value() {
            Value::Integer(_) => Sort::Int,
            Value::Char(_) => Sort::Char,
            Value::Constructor(id) => return self.hides_constructor(machine, id),
            Value::Function(_) | Value::Unapplied(_) | Value::Raw(_) => return false,
            Value::Reference(address) => {
                let header = machine.heap.header(address);
                match (header.kind(), machine.number_of(word)) {
                    (ObjectKind::Constructor, _) => {
                        let id = ConstructorId(header.symbol());
                        let head = || machine.heap.resolve(machine.heap.word(address, 0)).value();
                        let is_text =
                            self.text && id == machine.code.known.cons && matches!(head(), Value::Char(_));
                        return is_text || self.hides_constructor(machine, id);
                    }
                    (ObjectKind::Big | ObjectKind::Float, Some(Number::Integer(_))) => Sort::Int,
                    (ObjectKind::Big | ObjectKind::Float, Some(Number::Float(_))) => Sort::Double,
                    (ObjectKind::Big | ObjectKind::Float, Some(Number::Single(_))) => Sort::Float,
                    _ => return false,
                }
            }
        };
        self.sorts.contains(&sort)
    }

    fn hides_constructor(&self, machine: &Machine, id: ConstructorId) -> bool {
        let constructor = machine.code.constructors.get(id.0 as usize);
        constructor.is_some_and(|constructor| self.firsts.contains(&constructor.first))
    }
}
