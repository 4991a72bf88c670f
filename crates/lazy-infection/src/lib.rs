//! Soundness by infection (paper 5 §7): random lazy programs with declared defects are run and
//! observed; whatever a defect touches is marked wrong, so that statements judge themselves, and
//! only functions with a defect may be found faulty.
//!
//! # Files
//!
//! Soundness of trees of lazy programs, by experiment. From observation traces (paper 5, ch. 7):
//! random programs of a lazy core language run in a small machine of their own that writes traces,
//! with shared constants and functions in data; some functions are declared defective, all that
//! they touch is marked, and so every statement judges itself. No node, and no verdict of a search,
//! may blame a function without a defect. `cargo xtask test infection` tries 100,000 programs. The
//! trees of `lazy-tree` are tried with 100,000 random programs in the lazy language (`sketch.rs`),
//! in which one function is made wrong and the correct program judges (`own.rs`; many programs are
//! compiled together, and their facts judged in rounds): with functions as finite maps and by their
//! names, some with windows of a few calls, and some through the traces that the machine writes
//! (`traced.rs`), by spans and by stacks, which must agree on who does what (`agreement.rs` of
//! `observation`); and with the random functional-logic programs of `lazy-calculus`, in which a
//! rule gives a wrong answer, or is gone or too narrow.

#![forbid(unsafe_code)]

pub mod core;
pub mod generator;
pub mod machine;
pub mod own;
pub mod pair;
pub mod search;
pub mod sketch;
mod stated;
mod traced;
pub mod trial;
mod verdicts;
