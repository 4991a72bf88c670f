//! One debugger under every interface.

pub mod erlang;
pub mod files;
pub mod lazy;
pub mod trace;
