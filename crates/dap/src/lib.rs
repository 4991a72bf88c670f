//! The Debug Adapter Protocol: an editor drives a run that can go both ways.
//!
//! Opens no file and no connection itself: whoever starts it brings a [`Launcher`] and the two ends of a connection.

mod adapter;
mod back;
mod breakpoints;
mod evaluate;
mod frames;
mod framing;
mod going;
mod judge;
mod launch;
mod message;
mod server;
mod tape;
mod variables;
mod views;

pub use framing::{Broken, read, write};
pub use launch::{Launch, Launched, Launcher};
pub use server::{Inbox, serve};

/// How the program of a [`Launched`] run is compiled.
pub const COMPILED: erlang_machine::compile::Options = erlang_machine::compile::Options {
    clauses: false,
    bindings: true,
    receives: false,
    stops: true,
    // An editor may have breakpoints there at any time.
    library: true,
};
