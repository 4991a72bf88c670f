//! Value-observation traces (paper 5): their [format](mod@format), what they say ([`statement`]),
//! and computation trees from them, by request-response [`spans`] or by cost-centre [`stacks`].
//! Traces may come from any lazy program: nothing here knows the language that it was written in.
//!
//! # Files
//!
//! Value-observation traces (paper 5), of any lazy program. `format/` is the trace as a file,
//! documented there: checksummed blocks of small records, append-only and readable while it is
//! written. `statement.rs` makes statements of the events, `spans.rs` the exact graph of what
//! depends on what, in one pass and 4 bytes an event, `stacks.rs` an approximation from cost-centre
//! stacks; `tree.rs` makes of either a tree for `inquiry`. `agreement.rs` holds the two against
//! each other, for traces whose stacks are exact. `judgement.rs` is what the outcomes of properties
//! say of a statement.

#![forbid(unsafe_code)]

pub mod agreement;
pub mod event;
pub mod format;
pub mod judgement;
pub mod reading;
pub mod spans;
pub mod stacks;
pub mod statement;
pub mod tables;
pub mod trace;
pub mod tree;
pub mod value;
