//! Runs of Erlang as computation trees: a node for each call of a function or fun that is not
//! trusted (paper 1, Definition 2: the abbreviated proof tree keeps the conclusions of (BFUN) and
//! nothing else).
//!
//! The shape of the tree stays in memory. The values of its calls stay there while there is room;
//! others are recomputed by replaying the run.
//!
//! # Files
//!
//! Runs of Erlang as computation trees. `recorder.rs` watches a run and builds, for each process,
//! the shape of its tree (`Skeleton`) and the values of its calls (`values.rs`); `subject.rs` says
//! what is a node and what is transparent: trusted modules, the expression itself, the functions
//! that comprehensions are lifted to. When memory nears the budget the values go and only the shape
//! stays; `CallTree::call` then makes the run again from the last checkpoint for the values of the
//! calls around the wanted one, and keeps the latest of such windows. `statement.rs` is calls and
//! values as text that reads back.
//!
//! `processes/` is for runs of several processes (paper 2): as soon as a run turns out to be one,
//! its recorder takes over (it makes the run again so far, and then watches the rest), and
//! `track.rs` cuts each process into segments at the receives of suspect code, of which the machine
//! tells with the values of all variables (`compile::Options::receives`). `strand.rs` keeps calls
//! and receives as they come, and puts the transitions (RCV1), which are known last and lie around
//! all else in their segment, in front when the run is over. What nodes say is kept for short runs,
//! and otherwise brought by a re-run from the last checkpoint: for one node with what is around it,
//! and for all statements of a group in at most one re-run of the parts that they lie in
//! (`fetch.rs`, `RunTree::prefetch`). `deeds.rs` knows which node did which event, `inbox.rs` what
//! was in a mailbox, `binder.rs` which node bound a variable, `missing.rs` why a request was not
//! answered in time. `shared.rs` has what nodes read and wrote beside arguments and messages
//! (tables, the process dictionary, names, settings, clocks), and who wrote what was read.
//! Recording only notes whether there is any; the rest is found by one replay, when a statement
//! first needs it.
//!
//! `zoom/` looks into one call: the run is made again, and where that call begins an instrumented
//! copy of its function runs in its place (`Program::instrumented`, `compile/report.rs` in the
//! machine), which reports its expressions, clauses and bindings. They become a tree of their own,
//! for the same search. `zoom/reference.rs` lets another version of the function answer, by
//! evaluating what stands there at the same place. In a run of several processes that happens where
//! the expression was evaluated (`processes/scene.rs`): what is in the mailbox, and what processes
//! share, is given as the values of variables are.
//!
//! `version.rs` puts another version of the user's modules beside the one that ran, in the same
//! `Program`; `processes/rehearsal/` makes one node of a concurrent run again, as it was and in
//! that version: the other processes, and all that came before, stay as they were, and the calls of
//! this process run other code from there on.

#![forbid(unsafe_code)]

mod call;
mod column;
mod milestones;
mod moment;
mod numbers;
pub mod processes;
mod recorder;
mod recording;
pub mod shared;
pub mod statement;
mod subject;
mod track;
mod tree;
mod values;
pub mod version;
mod window;
pub mod zoom;

pub use call::{Call, CallOutcome, Clause};
pub use moment::Side;
pub use processes::RunTree;
pub use recording::{COMPILED, Recording};
pub use subject::{EXPRESSION, Site, Subject};
pub use tree::CallTree;
pub use version::Version;
