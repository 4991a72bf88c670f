//! The debugger in the browser: one page on loopback that holds a [`debugger::Dialogue`].
//!
//! # Threads
//!
//! ```text
//! browser ⇄ handlers (tokio) ── mpsc<Message> ──► worker thread: Dialogue, Host
//!              ▲                                      │
//!              └── watch<Arc<Snapshot>> ◄─────────────┘ after every change
//! ```
//!
//! The worker builds everything inside its own thread, because a dialogue cannot move between
//! threads. It does one slice of work, then serves readers, then takes one command. Handlers
//! never touch the dialogue: most readers are served from the `Snapshot` alone. A reader who is
//! slow misses snapshots between two that it sees, and holds nobody up.
//!
//! **Every command names the revision that it was decided on.** The revision changes whenever the
//! page asks for something else. An old one is refused with 409, and the page shows what there is
//! now: two tabs cannot contradict each other.
//!
//! # Routes
//!
//! | route | answer |
//! |---|---|
//! | `GET /?token=T` | the page; sets the cookie that every other request needs |
//! | `GET /assets/NAME` | scripts and styles, which are part of the program |
//! | `GET /state` | `{"rev":7,"title":"…","busy":false,"panels":{"card":"<h2>…"}}` |
//! | `GET /events` | server-sent events: the same object, with those panels that have changed |
//! | `POST /say` | takes `{"rev":7,"say":{…}}`; 200 and 409 `{"rev":8}`, 400 a text |
//! | `GET /look/…` | a piece of HTML that is made on request ([`look::Look`]) |
//!
//! A panel is the inside of the element with that name. HTML is made here, where values are
//! escaped; scripts only put it in its place. [`say::Say`] lists the commands.
//!
//! # Safe
//!
//! `guard.rs` lets nobody in without the token, and refuses foreign `Host` and `Origin` headers, so
//! that neither another site nor another name for this address can reach the page. No script or
//! style may stand in the page itself, so that a value that slipped through could do nothing.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod assets;
mod comparison;
mod guard;
mod highlight;
pub mod host;
pub mod look;
mod pace;
mod page;
pub mod say;
mod scene;
mod server;
mod snapshot;
mod statement;
mod tested;
mod value;
mod words;
mod worker;

pub use host::{Beginning, Host, Recent};
pub use server::{Site, serve};
