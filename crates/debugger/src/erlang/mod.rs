//! Erlang programs.

pub mod evidence;
