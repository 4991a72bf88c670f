//! Numbers for processes, in the order in which they are first heard of.

use std::collections::HashMap;

use erlang_term::Pid;

/// Processes take turns at every message, so that this is asked all the time.
#[derive(Default)]
pub(crate) struct Numbers {
    all: HashMap<Pid, usize>,
    /// The same by the number in a pid, where that is small.
    small: Vec<(Option<Pid>, u32)>,
}

/// Pids with larger numbers are looked up.
const SMALL: usize = 1 << 20;

impl Numbers {
    #[inline]
    pub(crate) fn get(&self, pid: Pid) -> Option<usize> {
        match self.small.get(pid.id() as usize) {
            Some((known, number)) if *known == Some(pid) => Some(*number as usize),
            Some((None, _)) => None,
            _ => self.all.get(&pid).copied(),
        }
    }

    pub(crate) fn add(&mut self, pid: Pid) -> usize {
        let next = self.all.len();
        let number = *self.all.entry(pid).or_insert(next);
        let index = pid.id() as usize;
        if index < SMALL {
            self.small.resize(self.small.len().max(index + 1), (None, 0));
            self.small[index] = (Some(pid), number as u32);
        }
        number
    }
}
