//! One debugging session: events out, answers in.
//!
//! Returns, never waits; touches nothing outside itself; knows no language. What is being debugged
//! comes in as [`Evidence`].
//!
//! # Files
//!
//! One debugging session: events out (`Question`, `Judged`, `Verdict`), answers in, as types that
//! are the JSON contract. It asks earlier answers and judges before the person, remembers, takes
//! back, revises, and goes on inside a function. What is searched comes in as `Evidence`
//! (`evidence.rs`): what every tree has, and optional faces. A face is a small trait: `Judges` (who
//! may answer), `Inference` (what follows from other answers), `Provenance` (where inputs come
//! from), `Story` (several processes), `Moments` (when a node happened), `Inside` (zoom),
//! `Elsewhere` (another tree to search first). A tree without a face inherits `None`, so an
//! interface can hide a key instead of printing a refusal. `processes.rs` is the one table of
//! processes that every command shows. Before a verdict rests on inputs of a node that nobody
//! confirmed, `session/confirming.rs` asks about them; without an answer the verdict lists them.
//! Values that nodes pass on to each other (states of a server, rounds of a loop, writes of a key)
//! are bisected (`session/chains.rs`).

#![forbid(unsafe_code)]

pub mod answer;
mod certificate;
pub mod event;
pub mod evidence;
pub mod knowledge;
pub mod processes;
mod session;

pub use answer::Answer;
pub use event::Event;
pub use evidence::{Evidence, Moment, MomentKind, Side};
pub use knowledge::{Entry, Knowledge};
pub use processes::{Process, ProcessOutcome, Relations};
pub use session::{Answered, COMPARED, NOBODY, Recalled, SearchOptions, Session, YOU};
pub use session::{TreeBranch, TreeHits, TreeRow, TreeTwig};
