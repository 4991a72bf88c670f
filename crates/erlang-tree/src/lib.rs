//! Runs of Erlang as computation trees: a node for each call of a function or fun that is not trusted (paper 1, Definition 2: the
//! abbreviated proof tree keeps the conclusions of (BFUN) and nothing else).
//!
//! The shape of the tree stays in memory; the values of its calls do as far as there is room, and are otherwise had again by re-run.

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

pub use call::{Call, Clause, Outcome};
pub use moment::Side;
pub use processes::RunTree;
pub use recording::{COMPILED, Recording};
pub use subject::{EXPRESSION, Site, Subject};
pub use tree::CallTree;
pub use version::Version;
