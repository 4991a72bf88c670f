//! The two calculi of paper 3, to the letter and without any thought of speed: the goal solving
//! calculus GSC, which the machine must agree with, and the semantic calculus SC, whose rules every
//! proof tree must obey.
//!
//! `kernel` makes rules `f t1..tn -> r <== C` of a program, `solve` is GSC, `proof` makes the SC
//! proof of an answer, `check` believes nothing and checks one rule by rule, `abbreviated` is the
//! tree that questions are asked about, and `logged` the one that the machine has made. `generator`
//! makes random programs, and `trial` holds the machine against GSC on them.

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
