//! A reversible session: commands in, what they show out. Paper 4 (CauDEr), section 4.
//!
//! Knows no terminal and opens no file: the caller supplies the lines, and carries out what needs
//! the outside world ([`Directive`]).
//!
//! # Files
//!
//! The debugger that goes both ways (paper 4), under the prompt of `rewind` and under editors.
//! `session.rs` holds a `erlang_history::timeline::Timeline` and what is being done with it. Its
//! commands are lines in, replies out: `command.rs` is their language, `usage.rs` help and
//! completion; `reply.rs` is what they show, as data (the contract of `rewind --json`), and
//! `page.rs` as text. A command that takes time (`Session::perform`) pauses when the steps of its
//! meter are spent, and ends early when the meter is stopped; editors begin ways of their own
//! (`go`, `begin_step_back`, …) and take them further with `advance`.
//!
//! `breakpoints/` is where a run stops: `places.rs` finds lines, functions and bindings in the
//! code, `hits.rs` reads hit counts and texts to log. `judge.rs` says whether the place of a
//! process, or an event, is a reason to stop: conditions are evaluated in its frame
//! (`evaluate.rs`), on a copy of the machine; what could stand in a guard needs only the variables,
//! and no copy. `forward.rs` goes on, `backward.rs` undoes and runs in reverse, by causes or along
//! the run; what is looked for in the past is found by `search.rs`, in small parts, so that it can
//! be interrupted. Where a process stands is a `Point` of the timeline: before an expression, where
//! an exception is raised, or before a native function is called (`compile::Options::stops`,
//! `Observer::stop`). Code of the library has such places, too, for breakpoints in it; who steps
//! through the user's code (`stepping.rs`) does not see them.
//!
//! `calls.rs` are the calls under way in a process and their variables, `values.rs` values and
//! their parts, `state.rs` and `source.rs` what there is to see of one process and where it stands
//! in its source, `waiting.rs` what it waits for, and from whom. `origin.rs` follows a value back
//! to the expression that made it, through variables, calls and messages: `trail.rs` makes a
//! process again with its calls and their variables kept on the way.

#![forbid(unsafe_code)]

mod backward;
pub mod breakpoints;
pub mod calls;
pub mod command;
mod ending;
mod evaluate;
pub mod events;
mod forward;
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
pub use evaluate::ExpressionValue;
pub use forward::WayEnd;
pub use judge::{Reached, Reason};
pub use reply::{NotDone, Reply, Shown, ShownBreakpoint};
pub use session::{Directive, Rewinder, Schedules, Setup};
pub use stepping::{Going, Pace, Step};

/// How the code of a session is compiled: with the values of variables for who looks, and places to
/// stop at, in the library, too.
pub const COMPILED: erlang_machine::compile::Options = erlang_machine::compile::Options {
    clauses: false,
    bindings: true,
    receives: false,
    stops: true,
    library: true,
};
