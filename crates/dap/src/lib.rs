//! The Debug Adapter Protocol: an editor drives a run that can go both ways.
//!
//! Opens no stream itself: whoever starts it brings the two ends of a connection.

mod framing;
mod message;

pub use framing::{Broken, read, write};
pub use message::{Connection, Incoming, Refusal};
