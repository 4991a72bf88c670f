//! What became of a run, for people and for programs.

pub mod details;
pub mod exception;
pub mod processes;
pub mod table;
pub mod text;
