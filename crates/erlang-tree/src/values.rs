//! The values of the calls in a window of the tree: arguments, clauses and results, in columns.

use std::collections::HashMap;
use std::ops::Range;

use erlang_machine::exception::Exception;
use erlang_term::{Packed, Term};

use crate::call::{Clause, Outcome};
use crate::column::Column;

/// The calls of one frame of the machine: a function, and the functions that it and they called in the last place. They all end
/// at once, with the same result, so that it is kept once for all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    arguments: Column<Packed>,
    /// How many arguments there are before the calls that are multiples of [`STRIDE`].
    before: Column<u32>,
    /// By frame. None: it has not ended, or an exception ended it.
    results: Column<Option<Packed>>,
    /// Exceptions that ended frames.
    exceptions: Vec<Exception>,
    /// By frame, which of them did.
    ended_by: HashMap<FrameId, u32>,
    /// The run is over: frames without a result never get one.
    is_final: bool,
}

struct Entry {
    frame: FrameId,
    /// How many.
    arguments: u16,
    /// 0: none (yet); [`MANY`]: one that does not fit.
    clause: u16,
}

const MANY: u16 = u16::MAX;

/// Where the arguments of a call begin is found by counting from one of these.
const STRIDE: usize = 32;

// Beside what the values share with the machine, a call with one argument takes 24 bytes and its share of the skeleton.
const _: () = assert!(size_of::<Entry>() == 8 && size_of::<Option<Packed>>() == 8);

/// More values than this cannot be numbered.
const MOST: usize = u32::MAX as usize - 1024;

impl Values {
    pub(crate) fn new(window: Range<u32>) -> Values {
        Values {
            window,
            calls: Column::default(),
            arguments: Column::default(),
            before: Column::default(),
            results: Column::default(),
            exceptions: Vec::new(),
            ended_by: HashMap::new(),
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
        call.is_some_and(|Entry { frame, .. }| {
            matches!(self.results.get(frame.0 as usize), Some(Some(_))) || self.ended_by.contains_key(frame)
        })
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
        self.results.push(None);
        frame
    }

    /// The next node of the window. A call has at most 255 arguments, and as many captured values.
    #[inline]
    pub(crate) fn call<'t>(&mut self, arguments: impl Iterator<Item = &'t Term>, frame: FrameId) {
        let before = self.arguments.len();
        if self.calls.len().is_multiple_of(STRIDE) {
            self.before.push(before as u32);
        }
        arguments.for_each(|argument| self.arguments.push(Packed::new(argument.clone())));
        let arguments = (self.arguments.len() - before) as u16;
        self.calls.push(Entry { frame, arguments, clause: 0 });
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
            *result = Some(Packed::new(value.clone()));
        }
    }

    /// Remembers an exception that is about to end frames.
    pub(crate) fn raised(&mut self, exception: Exception) -> u32 {
        self.exceptions.push(exception);
        self.exceptions.len() as u32 - 1
    }

    pub(crate) fn ended_by(&mut self, frame: FrameId, exception: u32) {
        self.ended_by.insert(frame, exception);
    }

    // ---- reading ----

    /// The arguments (with captured values), the outcome if it is known, and the clause of a node.
    pub(crate) fn get(&self, node: u32) -> Option<(Vec<Term>, Option<Outcome>, Clause)> {
        let index = self.index(node)?;
        let entry = self.calls.get(index)?;
        let first = self.first_argument(index)?;
        let arguments = first..first + usize::from(entry.arguments);
        let arguments = arguments.filter_map(|n| self.arguments.get(n).map(Packed::get)).collect();
        let outcome = match (self.results.get(entry.frame.0 as usize)?, self.ended_by.get(&entry.frame)) {
            (Some(value), _) => Some(Outcome::Value(value.get())),
            (None, Some(n)) => Some(Outcome::from(self.exceptions.get(*n as usize)?)),
            (None, None) => self.is_final.then_some(Outcome::Unfinished),
        };
        let clause = match entry.clause {
            0 => Clause::NoneMatched,
            MANY => Clause::Unknown,
            n => Clause::Taken(u32::from(n)),
        };
        Some((arguments, outcome, clause))
    }

    /// Where the arguments of a call begin.
    fn first_argument(&self, index: usize) -> Option<usize> {
        let mut first = *self.before.get(index / STRIDE)? as usize;
        for earlier in index / STRIDE * STRIDE..index {
            first += usize::from(self.calls.get(earlier)?.arguments);
        }
        Some(first)
    }
}
