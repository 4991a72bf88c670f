//! The Debug Adapter Protocol: an editor drives a run that can go both ways.
//!
//! Opens no file and no connection itself: whoever starts it brings a [`Launcher`] and the two ends
//! of a connection.
//!
//! # Files
//!
//! The Debug Adapter Protocol, with which editors drive a run, forward and back. It only
//! translates: all that it does is done by a session of `erlang-rewind`. `framing.rs` and
//! `message.rs` are the protocol (its types come from `dapts`), `server.rs` is the conversation,
//! `adapter.rs` answers requests, `views.rs` those about what there is to see, `going.rs` those
//! that go on or back, `console.rs` takes commands of `rewind`, and completes them. What takes long
//! goes on by slices in `away.rs`; meanwhile an editor can pause it, and its other requests wait.
//! Going back is by causes, for the process that an editor names. The program comes in through
//! `Launcher`, which the command line implements. How to set up editors is in `docs/editors.md`;
//! `editors/vscode` is a manifest.

#![forbid(unsafe_code)]

mod adapter;
mod away;
mod console;
mod frames;
mod framing;
mod going;
mod launch;
mod message;
mod server;
mod variables;
mod views;

pub use framing::{Broken, read, write};
pub use launch::{Launch, Launched, Launcher};
pub use server::{Inbox, serve};
