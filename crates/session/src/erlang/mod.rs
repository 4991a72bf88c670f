//! Erlang runs as evidence.

mod calls;
mod expressions;
mod layout;
mod origin;
mod processes;
mod source;

pub use calls::{Calls, JudgesInside};
pub use expressions::ExpressionJudge;
pub use processes::{Draw, Processes};
