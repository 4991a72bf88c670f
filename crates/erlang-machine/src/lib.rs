//! Erlang code to deterministic processes: the same code and the same choices give the same run, byte for byte.
//!
//! Touches no file, clock, thread or source of randomness: effects go through the one `World` trait.

pub mod code;
pub mod compile;
pub mod digest;
pub mod exception;
pub mod host;
pub mod machine;
pub mod mailbox;
pub mod native;
pub mod observer;
pub mod parts;
pub mod process;
pub mod program;
mod raise;
mod reports;
pub mod schedule;
pub mod servants;
pub mod signals;
pub mod spawn;
pub mod stack;
pub mod system;
pub mod timers;
pub mod verify;
pub mod vm;
pub mod world;

pub use raise::{Class, Raise};
