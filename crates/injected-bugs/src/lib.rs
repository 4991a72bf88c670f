//! Soundness by injected bugs: correct programs get one bug each, are debugged with the correct version as reference, and only the
//! function with the bug may be blamed.

pub mod code;
pub mod debug;
pub mod generator;
mod memory;
pub mod mutation;
mod sites;
pub mod trial;
