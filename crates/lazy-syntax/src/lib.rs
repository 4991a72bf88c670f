//! Text of a lazy functional(-logic) program to a syntax tree with exact positions, its names resolved and its types checked.
//!
//! One Haskell-like language with two modes (spec §1.2): `hs`, and `flp` with overlapping rules and logic variables.
//! Never runs anything and never opens a file.

pub mod ast;
pub mod names;
pub mod primitives;
pub mod source;
