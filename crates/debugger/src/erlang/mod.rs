//! Erlang programs.

pub mod evidence;
pub mod project;
