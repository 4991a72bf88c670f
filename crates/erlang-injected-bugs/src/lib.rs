//! Soundness by injected bugs: correct programs get one bug each, are debugged with the correct version as reference, and only the
//! function with the bug may be blamed.
#![allow(clippy::disallowed_methods)]

pub mod code;
mod conversation;
pub mod debug;
pub mod generator;
mod memory;
mod messages;
pub mod mutation;
pub mod processes;
mod sites;
pub mod trial;
