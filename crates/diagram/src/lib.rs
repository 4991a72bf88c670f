//! Trees as pictures: text, DOT and SVG. Generic: what stands in a node is the caller's to say.

pub mod dot;
mod layout;
pub mod outline;
pub mod svg;
pub mod text;

/// What stands in a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// `m:f(1)`
    pub statement: String,
    /// `2`
    pub outcome: String,
    /// Something went wrong there: an exception.
    pub is_failure: bool,
}

impl Label {
    /// `m:f(1) = 2`
    pub fn in_one_line(&self) -> String {
        match self.outcome.is_empty() {
            true => self.statement.clone(),
            false => format!("{} = {}", self.statement, self.outcome),
        }
    }
}
