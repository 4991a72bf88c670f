//! Text of a lazy functional(-logic) program to a syntax tree with exact positions, its names
//! resolved and its types checked.
//!
//! One Haskell-like language with two modes (functional-logic §1.2): `hs`, and `flp` with
//! overlapping rules and logic variables. Never runs anything and never opens a file.

pub mod ast;
pub mod builtin;
pub mod classes;
mod derive;
mod diagnostics;
mod instances;
mod lexer;
mod library;
mod load;
pub mod modules;
pub mod names;
mod parser;
pub mod prepare;
pub mod pretty;
pub mod primitives;
mod rename;
mod scope;
pub mod source;
mod token;
mod types;
mod walk;

pub use diagnostics::{Diagnostic, Severity, render};
pub use lexer::Spelling;
pub use load::{Options, load};
