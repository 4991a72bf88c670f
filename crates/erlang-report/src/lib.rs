//! A run in words, for people and for programs: terms, places, what became of each process, which
//! messages are meant.
//!
//! # Files
//!
//! A run in words: terms, places in the source, what became of each process (`processes.rs`,
//! `table.rs`), who waits for whose reply (`calls.rs`), and patterns that say which messages are
//! meant (`pattern.rs`). All commands show a run in the same words because the words stand here.

#![forbid(unsafe_code)]

pub mod calls;
mod pattern;
pub mod processes;
pub mod text;
mod visible;

pub use pattern::Pattern;
pub use visible::visible;
