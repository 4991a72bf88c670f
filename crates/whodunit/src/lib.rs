//! The command line. Thin: it finds files, hands them to the machine, and prints.
//!
//! The only crate that touches files, the environment, the terminal and the clock.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

#[macro_use]
pub mod output;

pub mod args;
pub mod ask;
pub mod diagram;
pub mod disk;
pub mod drive;
pub mod durable;
pub mod editor;
pub mod input;
pub mod interrupt;
pub mod memory;
pub mod report;
pub mod rewind;
pub mod run;
pub mod sources;
pub mod start;
pub mod status;
pub mod stopwatch;
pub mod style;
pub mod terminal;
pub mod test;
#[cfg(test)]
mod testing;
pub mod tree;
pub mod words;

pub use debugger::erlang::project;
