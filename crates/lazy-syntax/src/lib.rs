//! Text of a lazy functional(-logic) program to a syntax tree with exact positions, its names
//! resolved and its types checked.
//!
//! One Haskell-like language with two modes (functional-logic §1.2): `hs`, and `flp` with
//! overlapping rules and logic variables. Never runs anything and never opens a file.
//!
//! # Files
//!
//! Lazy functional and functional-logic programs (`.hs`, `.curry`, `.toy`, `.flp`) to a syntax tree
//! with exact positions: names resolved, operators by their fixities, types checked. One language,
//! two modes. The whole program, prelude included, lives in the arenas of one `Program` (`ast.rs`).
//! `parser/` applies the layout rule on the way, `rename/` gives every name its meaning, `types/`
//! checks types (no dictionaries: classes are resolved by structure, and typed primitives are told
//! their type; a class of several types goes by the last, which decides the others,
//! `types/relations.rs`), `library/` is the library, in the language itself: modules in one scope
//! with the prelude, written so that they mean the same in both modes, and modules with scopes of
//! their own (`Data.Map`, `Data.Set`, `Data.Array`, `Data.Ratio`, `Data.IORef`,
//! `Control.Monad.State` and its kin, `System.IO`, `Text.Printf`, …), for mode hs, read when
//! somebody imports them; those called `….Internal` are for other modules of the library.
//! `primitives.rs` is the contract with the machine: every function that the prelude does not
//! define itself. `prepare.rs` takes the prose out of literate programs and follows the directives
//! of the C preprocessor; `modules.rs` is the user's own modules: the order in which they are read,
//! what they export and what others see of it. `pretty/locals.rs` writes a local function as an
//! expression of its free variables, so that another version of a program can be asked about it.

#![forbid(unsafe_code)]

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
