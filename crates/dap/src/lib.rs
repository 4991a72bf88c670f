//! The Debug Adapter Protocol: an editor drives a run that can go both ways.
//!
//! Opens no file and no connection itself: whoever starts it brings a [`Launcher`] and the two ends
//! of a connection.

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
