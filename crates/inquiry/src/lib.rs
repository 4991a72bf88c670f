//! The search for the node to blame: suspects, questions, answers, verdict. Knows no language;
//! never prints, never waits.
//!
//! Declarative debugging (Shapiro; paper 1 §5): a node of a computation tree is *buggy* if its
//! statement is wrong and those of all its children are right. Below any wrong node there is a
//! buggy one, so that answers about statements lead to it. The owner of the conversation asks
//! [`Inquiry::next`] for the next question, and passes the answers back.

#![forbid(unsafe_code)]

mod act;
mod inquiry;
mod oracle;
mod remaining;
mod space;
mod strategy;
mod verdict;
mod view;
pub mod words;

pub use act::{Act, GroupJudgement, Judge, Judgement, Said};
pub use inquiry::{Inquiry, Next, NextQuestion, NodeStatus};
pub use oracle::{Oracle, Panel};
pub use strategy::Strategy;
pub use verdict::{Innocent, InquiryVerdict, WhyWrong};
