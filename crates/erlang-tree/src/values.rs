//! The values of the calls in a window of the tree: arguments, clauses and results, in columns.

use std::ops::Range;

use erlang_machine::exception::Exception;
use erlang_term::Term;

use crate::call::{Clause, Outcome};
use crate::column::Column;

/// The calls of one frame of the machine: a function, and the functions that it and they called in the last place. They all end
/// at once, with the same result, so that it is kept once for all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FrameId(u32);

impl FrameId {
    /// No call of the frame is in the window.
    pub(crate) const NONE: FrameId = FrameId(u32::MAX);
}

pub(crate) struct Values {
    /// The nodes whose values are wanted.
    window: Range<u32>,
    /// One for each node of the window that has been called.
    calls: Column<Entry>,
    arguments: Column<Term>,
    /// By frame.
    results: Column<Ended>,
    /// Exceptions that ended frames.
    exceptions: Vec<Exception>,
    /// The run is over: frames without a result never get one.
    is_final: bool,
}

struct Entry {
    /// Where its arguments begin; they end where the next entry's do.
    arguments: u32,
    frame: FrameId,
    /// 0: none (yet); [`MANY`]: one that does not fit.
    clause: u16,
}

const MANY: u16 = u16::MAX;

enum Ended {
    Value(Term),
    /// An index into [`Values::exceptions`].
    Exception(u32),
    NotYet,
}

// Beside what the values share with the machine, a call with one argument takes 44 bytes and its share of the skeleton.
const _: () = assert!(size_of::<Entry>() == 12 && size_of::<Ended>() == size_of::<Term>());

/// More values than this cannot be numbered.
const MOST: usize = u32::MAX as usize - 1024;

impl Values {
    pub(crate) fn new(window: Range<u32>) -> Values {
        Values {
            window,
            calls: Column::default(),
            arguments: Column::default(),
            results: Column::default(),
            exceptions: Vec::new(),
            is_final: false,
        }
    }

    /// Are the values of this node, which is being called, wanted?
    #[inline]
    pub(crate) fn wants(&self, node: u32) -> bool {
        self.window.contains(&node)
    }

    pub(crate) fn holds(&self, node: u32) -> bool {
        self.index(node).is_some()
    }

    fn index(&self, node: u32) -> Option<usize> {
        let index = node.checked_sub(self.window.start)? as usize;
        (index < self.calls.len()).then_some(index)
    }

    pub(crate) fn window(&self) -> &Range<u32> {
        &self.window
    }

    /// How many calls there are values of.
    pub(crate) fn len(&self) -> u32 {
        self.calls.len() as u32
    }

    /// Has this node a result?
    pub(crate) fn has_ended(&self, node: u32) -> bool {
        let call = self.index(node).and_then(|index| self.calls.get(index));
        let result = call.and_then(|call| self.results.get(call.frame.0 as usize));
        matches!(result, Some(Ended::Value(_) | Ended::Exception(_)))
    }

    pub(crate) fn set_final(&mut self, is_final: bool) {
        self.is_final = is_final;
    }

    pub(crate) fn is_full(&self) -> bool {
        self.arguments.len() > MOST
    }

    /// Takes no more nodes; results of those that are here are still welcome.
    pub(crate) fn close(&mut self) {
        self.window.end = self.window.start + self.len();
    }

    // ---- recording ----

    #[inline]
    pub(crate) fn new_frame(&mut self) -> FrameId {
        let frame = FrameId(self.results.len() as u32);
        self.results.push(Ended::NotYet);
        frame
    }

    /// The next node of the window.
    #[inline]
    pub(crate) fn call<'t>(&mut self, arguments: impl Iterator<Item = &'t Term>, frame: FrameId) {
        self.calls.push(Entry { arguments: self.arguments.len() as u32, frame, clause: 0 });
        arguments.for_each(|argument| self.arguments.push(argument.clone()));
    }

    /// The node that was called last took this clause.
    #[inline]
    pub(crate) fn clause(&mut self, clause: u32) {
        if let Some(call) = self.calls.last_mut() {
            call.clause = u16::try_from(clause).unwrap_or(MANY);
        }
    }

    #[inline]
    pub(crate) fn returned(&mut self, frame: FrameId, value: &Term) {
        if let Some(result) = self.results.get_mut(frame.0 as usize) {
            *result = Ended::Value(value.clone());
        }
    }

    /// Remembers an exception that is about to end frames.
    pub(crate) fn raised(&mut self, exception: Exception) -> u32 {
        self.exceptions.push(exception);
        self.exceptions.len() as u32 - 1
    }

    pub(crate) fn ended_by(&mut self, frame: FrameId, exception: u32) {
        if let Some(result) = self.results.get_mut(frame.0 as usize) {
            *result = Ended::Exception(exception);
        }
    }

    // ---- reading ----

    /// The arguments (with captured values), the outcome if it is known, and the clause of a node.
    pub(crate) fn get(&self, node: u32) -> Option<(Vec<Term>, Option<Outcome>, Clause)> {
        let index = self.index(node)?;
        let entry = self.calls.get(index)?;
        let end = self.calls.get(index + 1).map_or(self.arguments.len(), |next| next.arguments as usize);
        let arguments =
            (entry.arguments as usize..end).filter_map(|n| self.arguments.get(n).cloned()).collect();
        let outcome = match self.results.get(entry.frame.0 as usize)? {
            Ended::Value(value) => Some(Outcome::Value(value.clone())),
            Ended::Exception(n) => Some(Outcome::from(self.exceptions.get(*n as usize)?)),
            Ended::NotYet if self.is_final => Some(Outcome::Unfinished),
            Ended::NotYet => None,
        };
        let clause = match entry.clause {
            0 => Clause::NoneMatched,
            MANY => Clause::Unknown,
            n => Clause::Taken(u32::from(n)),
        };
        Some((arguments, outcome, clause))
    }
}
