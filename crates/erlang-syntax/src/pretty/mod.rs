//! Syntax trees as Erlang source again, with as few parentheses as the precedences allow.

mod literals;

pub use literals::atom;
