//! The exit statuses, the same for all commands. 0: done.

/// The program's own failure: an exception, a deadlock.
pub const FAILED: u8 = 1;
/// Bad usage or source, or something that whodunit does not have.
pub const BAD_SOURCE: u8 = 2;
/// A budget (`--max-steps`, `--max-memory`) ran out.
pub const BUDGET: u8 = 3;
/// Interrupted; a session that ended undecided or aborted.
pub const ABORTED: u8 = 4;
