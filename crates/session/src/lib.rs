//! One debugging session: events out, answers in.
//!
//! Returns, never waits; touches nothing outside itself; knows no language. What is being debugged
//! comes in as [`Evidence`].

pub mod answer;
mod certificate;
pub mod event;
pub mod evidence;
pub mod knowledge;
pub mod processes;
mod session;

pub use answer::Answer;
pub use event::Event;
pub use evidence::{Evidence, Moment, MomentKind, Side};
pub use knowledge::{Entry, Knowledge};
pub use processes::{Process, ProcessOutcome};
pub use session::{Answered, COMPARED, NOBODY, Options, Session, YOU};
