//! The two calculi of paper 3, to the letter and without any thought of speed: the goal solving
//! calculus GSC, which the machine must agree with, and the semantic calculus SC, whose rules every
//! proof tree must obey.
//!
//! `kernel` makes rules `f t1..tn -> r <== C` of a program, `solve` is GSC, `proof` makes the SC
//! proof of an answer, `check` believes nothing and checks one rule by rule, `abbreviated` is the
//! tree that questions are asked about, and `logged` the one that the machine has made. `generator`
//! makes random programs, and `trial` holds the machine against GSC on them.
//!
//! # Files
//!
//! The two calculi of paper 3, to the letter and without any thought of speed; only tests use it.
//! `kernel.rs` and `lift.rs` make rules `f t1..tn -> r <== C` of what `lazy-syntax` read,
//! `solve.rs` is the goal solving calculus GSC, `proof.rs` makes the SC proof tree of an answer,
//! `check.rs` checks a proof node by node and believes nothing, `abbreviated.rs` is the tree that
//! questions are asked about, and checks that each fact of such a tree follows from those below it,
//! and the answer from those at the top: with a proof that `check.rs` believes. `logged.rs` reads
//! the tree that the machine's log made, as people see it, so that it is checked in the same way.
//! What has no kernel form is refused by name. `generator.rs` makes random typed programs with
//! goals, and `trial.rs` holds the machine's answers against those of GSC, as sets; every answer of
//! GSC is proved, and the proof checked, as are the trees that the machine makes of its answers.
//! `cargo xtask test calculus` tries 3,000.
//!
//! *`tests/courses.rs` holds the answers of `tests/lazy/logic` against those of GSC, with a table
//! of the goals that it cannot solve; `tests/conformance.rs` holds answers and trees against those
//! of the specification's reference model, written down in `tests/programs`; `tests/proofs.rs` has
//! the proof tree of the paper, and breaks proofs and trees, the machine's too, in every place:
//! none may pass.*

#![forbid(unsafe_code)]

pub mod abbreviated;
pub mod check;
pub mod generator;
pub mod jobs;
pub mod kernel;
mod lift;
pub mod logged;
pub mod primitive;
pub mod proof;
pub mod show;
pub mod solve;
pub mod term;
pub mod trial;
