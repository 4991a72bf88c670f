//! One debugging session: events out, answers in. Terminal, JSON, browser and editor are front ends of this, and of nothing below it.
//!
//! Returns, never waits; touches nothing outside itself. What is being debugged comes in as [`Evidence`].

pub mod answer;
pub mod erlang;
pub mod event;
pub mod evidence;
pub mod knowledge;
pub mod lazy;
pub mod observed;
mod session;

pub use answer::Answer;
pub use erlang_tree::Side;
pub use event::Event;
pub use evidence::Evidence;
pub use knowledge::{Entry, Knowledge};
pub use session::{Answered, NOBODY, Options, Session, YOU};
