//! Erlang text, or the debug information of a `.beam`, to a syntax tree with exact positions; and
//! back to text.
//!
//! Never runs anything and never opens a file: included files come through [`source::Include`].

#![forbid(unsafe_code)]

pub mod ast;
pub mod beam;
mod constant;
pub mod diagnostics;
mod encoding;
pub mod forms;
mod lexer;
pub mod lint;
mod module;
mod parser;
mod parts;
mod preprocessor;
pub mod pretty;
pub mod source;
mod term_reader;
mod token;

pub use constant::literal_term;
pub use diagnostics::{Diagnostic, Severity, closest, render};
pub use module::{Options, add_expressions, parse_expressions, parse_module};
pub use term_reader::{read_term, read_terms};
