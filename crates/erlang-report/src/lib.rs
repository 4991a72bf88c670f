//! A run in words, for people and for programs: terms, places, what became of each process, which
//! messages are meant.

mod pattern;
pub mod processes;
pub mod text;

pub use pattern::Pattern;
