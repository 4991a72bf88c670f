//! A reversible session: commands in, what they show out. Paper 4 (CauDEr), section 4.
//!
//! Knows no terminal, opens no file: whoever holds the session brings the lines, and does what only
//! they can do ([`Answer`]).

mod backward;
pub mod breakpoints;
pub mod calls;
pub mod command;
mod ending;
mod evaluate;
mod events;
mod forward;
mod heard;
mod judge;
mod names;
mod origin;
mod page;
pub mod reply;
mod search;
mod session;
pub mod source;
pub mod state;
mod stepping;
mod trail;
pub mod usage;
pub mod values;
mod waiting;

pub use backward::Past;
pub use ending::Ending;
pub use erlang_machine::exception::Exception;
pub use evaluate::Found;
pub use forward::Progress;
pub use heard::Listener;
pub use judge::{Reached, Reason};
pub use reply::{Breakpoint, Problem, Reply, Shown};
pub use session::{Answer, Schedules, Session, Setup};
pub use stepping::{Going, Pace, Step};

/// How the code of a session is compiled: with the values of variables for who looks, and places to
/// stop at, in the library, too.
pub const COMPILED: erlang_machine::compile::Options = erlang_machine::compile::Options {
    clauses: false,
    bindings: true,
    receives: false,
    stops: true,
    library: true,
    on_load: false,
};
