//! How segments of a process end: the variables of the receive that each one reaches, and what
//! returned to calls and receives from before it.

use std::ops::Range;

use erlang_machine::exception::Exception;
use erlang_term::Term;

use crate::call::CallOutcome;
use crate::column::Column;

/// Values of segments, in columns.
pub(crate) struct Endings {
    wanted: Wanted,
    /// In order.
    segments: Column<Entry>,
    /// The variables of the receives that segments reach.
    contexts: Column<Term>,
    returns: Column<Return>,
    /// The last segment that began, if it is one of them.
    open: Option<u32>,
}

/// Which segments.
pub(crate) enum Wanted {
    Range(Range<u32>),
    /// In order.
    These(Vec<u32>),
}

impl Wanted {
    fn contains(&self, segment: u32) -> bool {
        match self {
            Wanted::Range(range) => range.contains(&segment),
            Wanted::These(segments) => segments.binary_search(&segment).is_ok(),
        }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    segment: u32,
    contexts: u32,
    returns: u32,
    /// Whether it has reached its receive.
    reached: bool,
    whole: bool,
}

enum Return {
    Value(Term),
    Exception(Box<Exception>),
}

const _: () = assert!(size_of::<Return>() == size_of::<Term>());

impl Endings {
    pub(crate) fn new(window: Range<u32>) -> Endings {
        Endings::of(Wanted::Range(window))
    }

    pub(crate) fn of(wanted: Wanted) -> Endings {
        let (segments, contexts, returns) = (Column::default(), Column::default(), Column::default());
        Endings { wanted, segments, contexts, returns, open: None }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.segments.len() == 0
    }

    /// `whole`: it is seen from its beginning.
    pub(crate) fn begin(&mut self, segment: u32, whole: bool) {
        self.open = self.wanted.contains(segment).then_some(segment);
        if self.open.is_some() {
            let (contexts, returns) = (self.contexts.len() as u32, self.returns.len() as u32);
            self.segments.push(Entry { segment, contexts, returns, reached: false, whole });
        }
    }

    /// Whether the segment is being kept, or is not wanted.
    pub(crate) fn is_at(&self, segment: u32) -> bool {
        self.open == Some(segment) || !self.wanted.contains(segment)
    }

    pub(crate) fn reached<'t>(&mut self, context: impl Iterator<Item = &'t Term>) {
        if self.open.is_some()
            && let Some(entry) = self.segments.last_mut()
        {
            entry.reached = true;
            context.for_each(|value| self.contexts.push(value.clone()));
        }
    }

    #[inline]
    pub(crate) fn returned(&mut self, value: &Term) {
        if self.open.is_some() {
            self.returns.push(Return::Value(value.clone()));
        }
    }

    pub(crate) fn raised(&mut self, exception: &Exception) {
        if self.open.is_some() {
            self.returns.push(Return::Exception(Box::new(exception.clone())));
        }
    }

    fn entry(&self, segment: u32) -> Option<(Entry, Option<Entry>)> {
        let index = self.segments.partition_point(|entry| entry.segment < segment);
        let entry = self.segments.get(index).filter(|entry| entry.segment == segment)?;
        Some((*entry, self.segments.get(index + 1).copied()))
    }

    /// The variables of the receive that a segment has reached.
    pub(crate) fn context(&self, segment: u32) -> Option<Vec<Term>> {
        let (entry, next) = self.entry(segment)?;
        let end = next.map_or(self.contexts.len(), |next| next.contexts as usize);
        let values = (entry.contexts as usize..end).filter_map(|n| self.contexts.get(n).cloned());
        entry.reached.then(|| values.collect())
    }

    /// What the `n`-th return to something older than the segment brought.
    pub(crate) fn outcome(&self, segment: u32, n: u32) -> Option<CallOutcome> {
        let (entry, next) = self.entry(segment)?;
        let index = entry.returns as usize + n as usize;
        if !entry.whole || next.is_some_and(|next| index >= next.returns as usize) {
            return None;
        }
        Some(match self.returns.get(index)? {
            Return::Value(value) => CallOutcome::Value(value.clone()),
            Return::Exception(exception) => CallOutcome::from(&**exception),
        })
    }
}
