//! Erlang code to deterministic processes: the same code and the same choices give the same run, byte for byte.
//!
//! Touches no file, clock, thread or source of randomness: effects go through the one `World` trait.

pub mod native;
mod raise;

pub use raise::{Class, Raise};
