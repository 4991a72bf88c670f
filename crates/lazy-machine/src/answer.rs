//! An answer in words: the value, what the goal's variables are, and what else must hold.

use crate::core::TypeId;
use crate::lower::Asked;
use crate::machine::Machine;
use crate::print::Style;
use crate::view::View;
use crate::word::Word;

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComputedAnswer {
    /// Of an expression.
    pub value: Option<String>,
    /// Of the goal's variables; without those that are still variables and nothing else depends on.
    pub bindings: Vec<(String, String)>,
    /// Disequalities between what is not known completely.
    pub constraints: Vec<String>,
    /// Conditions that wait for a variable that nothing binds: it is not known whether this is an
    /// answer.
    pub floundered: usize,
}

impl ComputedAnswer {
    /// On one line.
    pub fn text(&self) -> String {
        let bindings = self.bindings.iter().map(|(name, value)| format!("{name} = {value}"));
        let all: Vec<String> = bindings.chain(self.constraints.iter().cloned()).collect();
        match (&self.value, all.is_empty()) {
            (Some(value), true) => value.clone(),
            (Some(value), false) => format!("{value}  {{{}}}", all.join(", ")),
            (None, true) => "yes".to_owned(),
            (None, false) => all.join(", "),
        }
    }
}

impl Machine {
    /// Values in which the variables of the goal have the names that they have there; of each value
    /// this many parts.
    pub fn style(&self, asked: &Asked, parts: usize) -> Style {
        let mut style = Style::new(parts);
        if let (Asked::Answer { value, variables }, View::Constructor(_, words)) =
            (asked, self.view(self.result()))
        {
            for (name, word) in variables.iter().zip(words.iter().skip(usize::from(value.is_some()))) {
                self.name_variable(*word, name, &mut style);
            }
        }
        style
    }

    /// The answer that the machine stands at; of each value this many parts.
    pub fn answer(&self, asked: &Asked, parts: usize) -> ComputedAnswer {
        self.answer_in(asked, self.style(asked, parts))
    }

    pub fn answer_in(&self, asked: &Asked, mut style: Style) -> ComputedAnswer {
        let (value, variables) = match asked {
            Asked::Answer { value, variables } => (value, variables),
            Asked::Value { ty } => {
                let value = self.typed_text(self.result(), *ty, &mut style);
                return ComputedAnswer {
                    value: Some(value),
                    bindings: Vec::new(),
                    constraints: Vec::new(),
                    floundered: 0,
                };
            }
        };
        let words = match self.view(self.result()) {
            View::Constructor(_, words) => words,
            _ => Vec::new(),
        };
        let (first, words) = words.split_at(usize::from(value.is_some()).min(words.len()));
        let ty = value.unwrap_or(TypeId::UNKNOWN);
        let value = first.first().map(|word| self.typed_text(*word, ty, &mut style));
        let bindings = variables
            .iter()
            .zip(words)
            .map(|(name, word)| (name.clone(), self.value_text(*word, 0, &mut style)))
            .filter(|(name, value)| name != value)
            .collect();
        let residue = self.residue();
        let constraints = residue
            .disequations
            .iter()
            .map(|pairs| {
                let one = |(left, right): &(Word, Word), style: &mut Style| {
                    format!("{} /= {}", self.value_text(*left, 5, style), self.value_text(*right, 5, style))
                };
                pairs.iter().map(|pair| one(pair, &mut style)).collect::<Vec<_>>().join(" or ")
            })
            .collect();
        ComputedAnswer { value, bindings, constraints, floundered: residue.floundered }
    }
}
