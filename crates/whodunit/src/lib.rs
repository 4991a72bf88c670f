//! The command line. Thin: it finds files, hands them to the machine, and prints.
//!
//! The only crate that touches files, the environment, the terminal and the clock.
//!
//! # Files
//!
//! The command line. **Invariant: the only crate of the program that touches files, the
//! environment, the terminal or the clock**, and it holds no debugging logic. `disk.rs` gives
//! `debugger` the file system and the environment, `sources.rs` finds the language of the sources
//! and reads them, `drive.rs` gives a dialogue its slices and shows what the program prints,
//! `run.rs`, `tree.rs` and `diagram.rs` show what came of a run, `ask/` holds a dialogue at the
//! terminal (`host.rs` drives it, `conversation.rs` talks to people, `json.rs` to programs),
//! `rewind/` is the prompt and the script of a walk (it drives `debugger::Walk`), `editor.rs` is
//! `whodunit dap`, `test.rs` is `test` and `check`. `memory.rs` is the allocator: it counts, so
//! that `--max-memory` holds. `durable.rs` writes files: whole ones beside their place, synced and
//! moved there; those that grow are cut back to their last whole piece where a write fails.
//! `output.rs` is standard output: its errors reach the exit status.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

#[macro_use]
pub mod output;

pub mod args;
pub mod ask;
pub mod cache;
pub mod children;
pub mod diagram;
pub mod disk;
pub mod drive;
pub mod durable;
pub mod editor;
pub mod input;
pub mod interrupt;
pub mod manual;
pub mod memory;
pub mod rewind;
pub mod run;
pub mod sources;
pub mod status;
pub mod stopwatch;
pub mod style;
pub mod terminal;
pub mod test;
#[cfg(test)]
mod testing;
pub mod tree;
pub mod web;
pub mod words;
