//! Trees and sequence diagrams: text, DOT and SVG. Generic: what stands in a node or beside an
//! arrow is the caller's to say.
//!
//! # Files
//!
//! Trees as text, DOT and SVG, with a tidy layout of its own; sequence diagrams as text and SVG
//! (`sequence/`). Generic: what stands in a node or beside an arrow is the caller's to say.

#![forbid(unsafe_code)]

pub mod cards;
pub mod dot;
mod layout;
pub mod measure;
pub mod outline;
pub mod sequence;
pub mod svg;
pub mod text;
mod tone;

pub use tone::Tone;

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
