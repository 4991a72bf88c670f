//! The Debug Adapter Protocol: an editor drives a run that can go both ways.
//!
//! Opens no file and no connection itself: the caller supplies a [`Launcher`] and the two ends of a
//! connection.
//!
//! # Files
//!
//! It only translates: all that it does is done by a `debugger::Walk`, and it depends on no other
//! crate of the workspace. `framing.rs` and `message.rs` are the protocol (its types come from
//! `dapts`), `server.rs` is the conversation, `adapter.rs` answers requests, `views.rs` those about
//! what there is to see, `going.rs` those that go on or back, `console.rs` takes commands of
//! `rewind`, and completes them; `printed.rs` is the console of the program. What takes long goes
//! on by slices (`Adapter::advance`). Meanwhile an editor can pause it; a run that goes forward can
//! be looked at, and while it goes back other requests wait. Going back is by causes, for the
//! process that an editor names. The program comes in through `Launcher`, which the command line
//! implements. How to set up editors is in `docs/editors.md`; `editors/vscode` is a manifest.

#![forbid(unsafe_code)]

mod adapter;
mod console;
mod framing;
mod going;
mod launch;
mod message;
mod printed;
mod server;
mod variables;
mod views;

pub use framing::{Broken, read, write};
pub use launch::{Launch, Launcher};
pub use server::{Inbox, serve};
