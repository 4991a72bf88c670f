//! One debugger under every interface.

pub mod erlang;
pub mod lazy;
pub mod trace;
