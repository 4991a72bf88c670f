//! Value-observation traces (paper 5): their [`format`](format), what they say ([`statement`]), and
//! computation trees from them, by request-response [`spans`] or by cost-centre [`stacks`]. Traces
//! may come from any lazy program: nothing here knows the language that it was written in.

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
