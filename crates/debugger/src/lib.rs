//! One debugger under every interface: terminal, JSON, editor and browser drive the same
//! [`Dialogue`].
//!
//! Never blocks, opens no file, has no clock.

pub mod dialogue;
pub mod erlang;
pub mod files;
pub mod language;
pub mod lazy;
pub mod trace;
pub mod words;

pub use dialogue::{Dialogue, Input, Output};
pub use language::{Language, Problem, Project, Recorded, RunOutcome};
