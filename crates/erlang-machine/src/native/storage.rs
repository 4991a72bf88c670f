//! What natives keep between calls, beside processes: tables, terms, counters. Cloned with every checkpoint, so it must share structure.

use erlang_term::Pid;

#[derive(Clone, Default)]
pub struct Storage {}

impl Storage {
    /// A process ended: its tables go, or are given away.
    pub fn owner_exited(&mut self, _pid: Pid) {}
}
