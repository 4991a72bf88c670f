//! Soundness by injected bugs: correct programs get one bug each, are debugged with the correct
//! version as reference, and only the function with the bug may be blamed.
#![allow(clippy::disallowed_methods)]

pub mod code;
mod conversation;
pub mod debug;
pub mod experiment;
pub mod gaps;
pub mod generator;
mod keeping;
mod memory;
mod messages;
pub mod mutation;
pub mod otp;
pub mod person;
pub mod processes;
mod sites;
pub mod sources;
pub mod trial;
