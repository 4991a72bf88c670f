//! Soundness by injected bugs: correct programs get one bug each, are debugged with the correct
//! version as reference, and only the function with the bug may be blamed.
//!
//! # Files
//!
//! Soundness by experiment: correct programs (the corpus, and random ones) get one bug each, as
//! people make them; the mutant is debugged under every strategy with the correct version as
//! reference, and the function, then the expression, that is blamed must be the one with the bug.
//! `cargo xtask test injected` tries 20,000; `cargo run --release -p erlang-injected-bugs --
//! --count 1000000` takes longer. Concurrent programs (`--processes`) are searched across their
//! processes: the reference answers for each transition, and the bugs are also in what is sent,
//! received, waited for and spawned. Each of them is also found in a session, as people have it,
//! down to the expression (`conversation.rs`).
//!
//! Programs with OTP (`--otp`) show whether verdicts are proofs. `otp/` writes them at random, by
//! family: client functions, servers that call each other, calls behind a receive, receive loops,
//! `gen_statem`, `gen_event`, supervisors, ETS, dictionaries, persistent terms, time limits.
//! `person/` is a truthful person who sees the statements of a session and nothing else, and knows
//! every statement of the correct run: the same inputs must have the same outputs. An input that
//! statements do not show makes that person blame the innocent. `known-gaps.txt` has the families
//! in which that still happens, with figures; `gaps.rs` compares. A gap that grows fails the check,
//! and so does one that closes and is still listed. Fresh programs, from a seed that belongs to the
//! sources of the project, must show no new ones.
#![allow(clippy::disallowed_methods)]

pub mod code;
mod conversation;
pub mod debug;
pub mod experiment;
pub mod gaps;
pub mod generator;
mod keeping;
mod memory;
mod messages;
pub mod mutation;
pub mod otp;
pub mod person;
pub mod processes;
mod sites;
pub mod sources;
pub mod trial;
