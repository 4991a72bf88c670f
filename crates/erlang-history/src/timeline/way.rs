//! The present as choices of the machine, for those who make the same run again in their own way:
//! as a recording, say.

use std::collections::BTreeMap;

use erlang_machine::schedule::Choice;
use erlang_machine::system::Numbering;

use super::entry::Deed;
use super::{Timeline, choice_of};
use crate::Position;

/// How a run reached its present state.
pub struct RunPath {
    /// For a machine that delivers by choice.
    pub choices: Vec<Choice>,
    /// For its [`erlang_machine::system::System::follow`]: what was undone has left its numbers
    /// unused.
    pub numbering: Numbering,
}

impl Timeline {
    pub fn way(&self) -> RunPath {
        let mut way = RunPath { choices: Vec::new(), numbering: BTreeMap::new() };
        for entry in self.entries_between(Position(0), self.position()) {
            if let Some(counters) = entry.counters() {
                way.numbering.insert(way.choices.len() as u64, *counters);
            }
            way.choices.push(match entry.deed() {
                // A look without a match takes a share, but no step of it.
                Deed::Act { pid } => {
                    Choice::Run { pid, reductions: entry.steps() + u32::from(entry.is_blocked()) }
                }
                _ => choice_of(entry),
            });
            if let Deed::Deliver { to, .. } = entry.deed()
                && self.is_servant(to)
            {
                way.choices.push(Choice::Run { pid: to, reductions: u32::MAX });
            }
        }
        way
    }
}
