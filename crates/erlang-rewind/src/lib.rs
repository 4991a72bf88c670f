//! A reversible session: commands in, what they show out. Paper 4 (CauDEr), section 4.
//!
//! Knows no terminal, opens no file: whoever holds the session brings the lines, and does what only they can do ([`Answer`]).

mod backward;
pub mod command;
mod events;
mod forward;
mod names;
mod origin;
mod page;
pub mod reply;
mod session;
pub mod source;
pub mod state;
mod stops;
mod trail;
pub mod usage;

pub use reply::{Breakpoint, Problem, Reply, Shown};
pub use session::{Answer, Schedules, Session};
