//! What the tests of several crates share: random numbers, Erlang programs given as text, worlds.
//! Only a `[dev-dependencies]` section may name this crate.

pub mod program;
mod sources;
mod worlds;

pub use dice::Dice;
pub use sources::{EXPRESSION, Sources, export_all, machine, module};
pub use worlds::Lines;
