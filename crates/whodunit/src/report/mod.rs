//! What became of a run, as far as it takes more than the run to say it: the sources, and what else went wrong with them.

pub mod details;
pub mod exception;

pub use erlang_report::{processes, text};
