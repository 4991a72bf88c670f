//! What the tests of several crates share: random numbers, Erlang programs given as text, worlds.
//! Only a `[dev-dependencies]` section may name this crate.
//!
//! # Files
//!
//! What the tests of several crates share: random numbers (`dice`), Erlang programs given as text
//! (`sources.rs`) and machines that are about to run them, worlds with input. Only a
//! `[dev-dependencies]` section names it. Tests inside `erlang-machine` itself cannot use it, since
//! to them its `Machine` is that of another crate.

#![forbid(unsafe_code)]

pub mod program;
mod sources;
mod worlds;

pub use dice::Dice;
pub use sources::{EXPRESSION, Sources, export_all, machine, module};
pub use worlds::Lines;
