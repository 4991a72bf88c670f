//! Lazy functional and functional-logic programs.

pub mod evidence;
