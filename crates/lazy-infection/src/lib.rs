//! Soundness by infection (paper 5 §7): random lazy programs with declared defects are run and
//! observed; whatever a defect touches is marked wrong, so that statements judge themselves, and
//! only functions with a defect may be found faulty.

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
