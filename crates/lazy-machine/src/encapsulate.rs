//! Encapsulated search (functional-logic §7.4): all values of an expression as one list, found by a
//! search of its own inside the search.
//!
//! Each value is taken out of the heap before its branch is given up, and so are the calls that led
//! to it: when the search is over, the calls of all branches with a value are in the log, one after
//! the other, as if they had been made so. What the expression depends on from outside must be
//! known before: variables of others are waited for. Choices in arguments that nobody has evaluated
//! yet are made inside.

use crate::detached::{Detached, Taken};
use crate::frames::{FrameId, FrameKind};
use crate::log::TakenCalls as Calls;
use crate::machine::{Flow, Machine, Stop};
use crate::search::Alternative;
use crate::word::{ObjectKind, Word};

/// A search that is going on.
pub(crate) struct Encapsulated {
    found: Vec<EncapsulatedValue>,
    /// How long the log was before, and what waited.
    log: usize,
    pub(crate) suspended: Word,
}

struct EncapsulatedValue {
    /// The value, then what the log has of the calls.
    words: Detached,
    calls: Calls,
}

impl Machine {
    /// A list of all values, as far as they are finite.
    pub(crate) fn all_values(&mut self, value: Word) -> Flow {
        if let Some(variable) = self.first_variable(value) {
            self.frames.push_all(FrameKind::Encapsulate, &[value]);
            return self.suspend(variable);
        }
        self.log.record_encapsulated(self.call);
        if let Some(watch) = &mut self.watch {
            watch.record_encapsulated(self.call);
        }
        self.frames.push_all(FrameKind::Solution, &[value]);
        self.push_point(Alternative::Solutions);
        let (log, suspended) = (self.log.len(), self.search.suspended);
        self.search.encapsulated.push(Encapsulated { found: Vec::new(), log, suspended });
        self.evaluate_all(value)
    }

    /// A branch has a fully evaluated value. On to the next.
    pub(crate) fn solution(&mut self, frame: FrameId) -> Flow {
        let value = self.frames.word(frame, 0);
        let residue = self.residue();
        let Some(search) = self.search.encapsulated.last() else { return Err(Stop::Done.into()) };
        let (log, waited) = (search.log, search.suspended);
        // What waited before waits for others.
        let outside = self.residue_of(waited);
        if residue.floundered + residue.disequations.len() > outside.floundered + outside.disequations.len() {
            self.failure = Some(value);
            return Err(Stop::Floundered.into());
        }
        let calls = self.log.taken_from(log);
        let words: Vec<Word> = std::iter::once(value).chain(calls.words()).collect();
        let words = self.detach_words(&words, Taken::Values(usize::MAX));
        if let Some(search) = self.search.encapsulated.last_mut() {
            search.found.push(EncapsulatedValue { words, calls });
        }
        self.fail()
    }

    /// All branches are over; the frame of the search is on top.
    pub(crate) fn all_solutions(&mut self) -> Flow {
        self.frames.pop();
        let Some(search) = self.search.encapsulated.pop() else { return Err(Stop::Done.into()) };
        let mut values = Vec::new();
        for EncapsulatedValue { words, calls } in search.found {
            let mut words = self.attach(&words).into_iter();
            values.extend(words.next());
            self.log.put_back(search.log, calls, words);
        }
        let (nil, cons) = (self.code.known.nil, self.code.known.cons);
        let list = values.into_iter().rev().fold(Word::constructor(nil), |rest, value| {
            Word::reference(self.heap.make(ObjectKind::Constructor, cons.0, &[value, rest]))
        });
        self.give(list)
    }
}
