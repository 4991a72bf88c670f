//! Erlang runs as evidence.

mod calls;
mod expressions;
mod layout;
pub mod moments;
mod origin;
mod processes;
mod shared;
mod source;

pub use calls::{Calls, JudgesInside, named};
pub use expressions::ExpressionJudge;
pub use processes::{Draw, Processes, TransitionJudge};

use erlang_tree::statement;

use session::event::ClaimKind;

pub fn claim_kind(kind: statement::ClaimKind) -> ClaimKind {
    match kind {
        statement::ClaimKind::Context => ClaimKind::Context,
        statement::ClaimKind::Consumed => ClaimKind::Consumed,
        statement::ClaimKind::Value => ClaimKind::Value,
        statement::ClaimKind::Exception => ClaimKind::Exception,
        statement::ClaimKind::Reached => ClaimKind::Unfinished,
    }
}
