//! How the outcome of a run is shown.

pub use debugger::erlang::exception;
pub use erlang_report::{processes, text};
