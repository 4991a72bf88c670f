//! Erlang code to deterministic processes: the same code and the same choices give the same run,
//! byte for byte.
//!
//! Touches no file, clock, thread or source of randomness: effects go through the one `World`
//! trait.
//!
//! # Files
//!
//! Syntax trees to code (`compile/`), code to processes. `compile/scope.rs` decides which variable
//! is meant where, on the model of OTP's `erl_lint` and `v3_core`, and gives a variable that has
//! the name of another one a name of its own; the rest of the compiler knows variables by name
//! alone. `system.rs` is the state of a run beside the process that is running, and cloning it is a
//! checkpoint: what is large is shared. `native/` holds the functions written in Rust, one table a
//! module; `docs/builtins.md` is generated from those tables. `world.rs` is the only way out. A row
//! is name, arity, effect and code. The effect (`effect.rs`) says what a call looks at or changes,
//! by which argument: whether it is pure, what observers are told of it (`touches.rs`), whether it
//! counts as a write and what the documentation says all follow from it. To add a built-in function
//! is to add a row, and a line to `erlang-history/tests/races/calls.rs` if it is not pure.
//!
//! `host.rs` is the computer that a run sees: its files and its environment. The `Loader` brings
//! it, and `Pinned` remembers what it said, so that every re-run sees the same. What a run writes
//! stays in its own state (`native/files/`): a layer over the host's files that checkpoints share,
//! with OTP's `prim_file`, `file` and `file_io_server` above it. What OTP asks of its process
//! `file_server_2` the process that calls does itself (`whodunit_files.erl` of the library), so two
//! processes that use different files do not depend on each other.
//!
//! Three processes of every run are the machine's own (`System::servants`): `user` and
//! `standard_error`, which print, and `logger_proxy`, which logs that a process died of an
//! exception (`reports.rs`). `logger_proxy` has a pid below all others and sleeps until its first
//! message, so it takes no pid and no step from a program that logs nothing. Servants have no
//! number and are in no table of processes. Their actions are not events of the run. This holds for
//! a handler of the program, too, when it logs such a death: a message that it sends then has no
//! sender in `ask` and `trace`.
//!
//! `servants.rs` adds processes of OTP's kernel: `application_controller`, `kernel_sup` and
//! `kernel_safe_sup`. They sleep until their first message, then run OTP's own code
//! (`whodunit_applications.erl` of the library starts them). What they do has causes and
//! consequences like the work of any process, so undo knows of it; they only have no number and are
//! in no table. The table `ac_tab`, in which OTP keeps applications and their settings, is there
//! from the beginning (`native/applications.rs`), so reading a setting wakes nobody.

pub mod circle;
pub mod code;
pub mod compile;
pub mod digest;
pub mod exception;
pub mod host;
pub mod machine;
pub mod mailbox;
pub mod native;
pub mod observer;
pub mod parts;
pub mod process;
pub mod program;
mod raise;
mod reports;
pub mod schedule;
pub mod servants;
pub mod signals;
pub mod spawn;
pub mod stack;
pub mod system;
pub mod taint;
pub mod timers;
pub mod verify;
pub mod versions;
pub mod vm;
pub mod world;

pub use raise::{Class, Raise};
