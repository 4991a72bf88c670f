//! Erlang text, or the debug information of a `.beam`, to a syntax tree with exact positions; and back to text.
//!
//! Never runs anything and never opens a file: included files come through [`source::Include`].

pub mod ast;
pub mod beam;
pub mod diagnostics;
pub mod source;

pub use diagnostics::{Diagnostic, Severity, render};
