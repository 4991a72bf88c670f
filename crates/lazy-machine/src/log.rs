//! The call log (functional-logic §8.4): each call of a suspect function, with the call whose rule
//! it was written in. What an abbreviated proof tree (flp) or an evaluation dependence tree (hs) is
//! made of.

use std::ops::Range;
use std::rc::Rc;

use crate::code::{RuleId, RuleTable};
use crate::core::{FunctionId, RuleNumber};
use crate::heap::Collection;
use crate::word::{Value, Word};

/// A call, by its place in the log. 0 is the goal itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallId(pub u32);

impl CallId {
    pub const GOAL: CallId = CallId(0);
}

#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub function: FunctionId,
    /// 0 while no rule has been chosen.
    pub rule: RuleNumber,
    pub parent: CallId,
}

#[derive(Default)]
pub struct Log {
    /// The goal first.
    calls: Vec<Entry>,
    rules: Rc<RuleTable>,
    /// Which calls' arguments and results are kept.
    window: Range<u32>,
    /// From the first of those on, of this many calls more is wanted than the shape: one more than
    /// the window has if none are kept when there are more.
    heeded: u32,
    /// Of each call in the window: its result, then its arguments.
    values: Vec<Word>,
    offsets: Vec<u32>,
    /// What the calls of constants are: shared, so each is called once (hs).
    constants: Vec<(FunctionId, CallId)>,
    /// Who mentioned which constant: an edge from every use.
    uses: Vec<(CallId, FunctionId)>,
    /// Calls whose rules asked for all answers of something: a call below is not to blame for an
    /// answer that is missing among those.
    encapsulating: Vec<CallId>,
    /// Calls of encapsulated searches were put back: they had other numbers when they were made,
    /// and so a window of some calls misses them.
    has_encapsulated: bool,
}

/// Calls that were taken out, with what is known of them.
pub(crate) struct TakenCalls {
    calls: Vec<Entry>,
    /// Of each call its result, then its arguments; nothing of calls outside the window.
    values: Vec<Vec<Word>>,
    encapsulating: Vec<CallId>,
}

impl TakenCalls {
    pub(crate) fn words(&self) -> impl Iterator<Item = Word> {
        self.values.iter().flatten().copied()
    }
}

/// There may be hundreds of millions.
#[derive(Clone, Copy)]
struct Entry {
    /// Of the function that is called.
    rule: RuleId,
    parent: CallId,
}

/// What is known of a call's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallResult {
    /// The value, as far as it was evaluated; perhaps an error.
    Value(Word),
    /// The call did not come back.
    Unfinished,
}

impl Log {
    /// Keeps the values of the calls in `window`; of others only the shape of the tree.
    pub fn new(window: Range<u32>) -> Log {
        let goal = Entry { rule: RuleId::GOAL, parent: CallId::GOAL };
        // The goal itself has no values.
        let window = window.start.max(1)..window.end.max(1);
        Log { calls: vec![goal], heeded: window.len() as u32, window, ..Log::default() }
    }

    /// Keeps the values of this many calls, and if there are more, of none: a long run is made
    /// again for them anyway, and holding on to what it throws away would make it slow.
    pub fn of_short_runs(most: u32) -> Log {
        let log = Log::new(0..most);
        Log { heeded: log.heeded + 1, ..log }
    }

    pub fn len(&self) -> usize {
        self.calls.len()
    }

    pub fn is_empty(&self) -> bool {
        self.calls.len() <= 1
    }

    /// All calls but the goal, in the order in which they were made.
    pub fn calls(&self) -> impl DoubleEndedIterator<Item = CallId> + use<> {
        (1..self.calls.len() as u32).map(CallId)
    }

    pub fn call(&self, call: CallId) -> Call {
        let entry = self.calls[call.0 as usize];
        let (function, rule) = self.rules.get(entry.rule);
        Call { function, rule, parent: entry.parent }
    }

    /// The calls of shared constants: each is a child of every call that uses it.
    pub fn constants(&self) -> &[(FunctionId, CallId)] {
        &self.constants
    }

    /// Calls and the shared constants that they came by. A use may be told more than once.
    pub fn uses(&self) -> &[(CallId, FunctionId)] {
        &self.uses
    }

    /// Whether its rule asked for all answers of something.
    pub fn encapsulates(&self, call: CallId) -> bool {
        self.encapsulating.contains(&call)
    }

    pub fn has_encapsulated(&self) -> bool {
        self.has_encapsulated
    }

    pub fn has_values(&self, call: CallId) -> bool {
        self.window.contains(&call.0)
    }

    pub fn arguments(&self, call: CallId, arity: usize) -> &[Word] {
        if !self.has_values(call) {
            return &[];
        }
        let offset = self.offset(call);
        &self.values[offset + 1..offset + 1 + arity]
    }

    pub fn outcome(&self, mut call: CallId) -> CallResult {
        loop {
            if !self.has_values(call) {
                return CallResult::Unfinished;
            }
            let word = self.values[self.offset(call)];
            match word.value() {
                Value::Raw(0) => return CallResult::Unfinished,
                Value::Raw(same) => call = CallId(same as u32),
                _ => return CallResult::Value(word),
            }
        }
    }

    fn offset(&self, call: CallId) -> usize {
        self.offsets[(call.0 - self.window.start) as usize] as usize
    }

    // ----------------------------------------------------------------------------- for the machine

    /// The program's rules, whose calls are logged.
    pub(crate) fn of_rules(self, rules: &Rc<RuleTable>) -> Log {
        Log { rules: rules.clone(), ..self }
    }

    #[inline(always)]
    pub(crate) fn next(&self) -> CallId {
        CallId(self.calls.len() as u32)
    }

    /// Whether more is to be done about the next call than to [`Log::record`] it: see
    /// [`Log::keep`].
    #[inline(always)]
    pub(crate) fn heeds(&self, call: CallId) -> bool {
        // Within the window, or just behind it.
        call.0.wrapping_sub(self.window.start) < self.heeded
    }

    /// Keeps the values of the next call, or those of nobody any longer.
    pub(crate) fn keep(&mut self, call: CallId, arguments: &[Word], result: Word) {
        if self.has_values(call) {
            self.offsets.push(self.values.len() as u32);
            self.values.push(result);
            self.values.extend_from_slice(arguments);
        } else {
            (self.values, self.offsets) = (Vec::new(), Vec::new());
            (self.window, self.heeded) = (1..1, 0);
        }
    }

    #[inline(always)]
    pub(crate) fn record(&mut self, rule: RuleId, parent: CallId) {
        self.calls.push(Entry { rule, parent });
    }

    pub(crate) fn record_constant(&mut self, function: FunctionId, call: CallId) {
        self.constants.push((function, call));
    }

    #[inline]
    pub(crate) fn record_use(&mut self, user: CallId, constant: FunctionId) {
        if self.uses.last() != Some(&(user, constant)) {
            self.uses.push((user, constant));
        }
    }

    #[inline(always)]
    pub(crate) fn set_rule(&mut self, call: CallId, rule: RuleId) {
        self.calls[call.0 as usize].rule = rule;
    }

    pub(crate) fn set_result(&mut self, call: CallId, result: Word) {
        if self.has_values(call) {
            let offset = self.offset(call);
            self.values[offset] = result;
        }
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.calls.truncate(length.max(1));
        self.encapsulating.retain(|call| (call.0 as usize) < length.max(1));
        let kept = (length as u32).clamp(self.window.start, self.window.end) - self.window.start;
        if (kept as usize) < self.offsets.len() {
            self.values.truncate(self.offsets[kept as usize] as usize);
            self.offsets.truncate(kept as usize);
        }
    }

    pub(crate) fn record_encapsulated(&mut self, by: CallId) {
        self.has_encapsulated = true;
        if !self.encapsulating.contains(&by) {
            self.encapsulating.push(by);
        }
    }

    /// The calls from this one on.
    pub(crate) fn taken_from(&self, start: usize) -> TakenCalls {
        let calls = self.calls[start..].to_vec();
        let values = (start as u32..self.calls.len() as u32)
            .map(|call| match self.window.contains(&call) {
                true => {
                    let at = (call - self.window.start) as usize;
                    let end = self.offsets.get(at + 1).map_or(self.values.len(), |next| *next as usize);
                    self.values[self.offsets[at] as usize..end].to_vec()
                }
                false => Vec::new(),
            })
            .collect();
        let encapsulating =
            self.encapsulating.iter().copied().filter(|call| call.0 as usize >= start).collect();
        TakenCalls { calls, values, encapsulating }
    }

    /// Puts calls back that were taken from `start` on, after all that are there. The words are
    /// theirs, as they are now.
    pub(crate) fn put_back(
        &mut self,
        start: usize,
        taken: TakenCalls,
        mut words: impl Iterator<Item = Word>,
    ) {
        let moved = (self.calls.len() - start) as u32;
        let number = |call: u32| if call as usize >= start { call + moved } else { call };
        self.encapsulating.extend(taken.encapsulating.into_iter().map(|call| CallId(number(call.0))));
        for (entry, values) in taken.calls.into_iter().zip(taken.values) {
            let values: Vec<Word> = words.by_ref().take(values.len()).collect();
            let (result, arguments) = match values.split_first() {
                Some((result, arguments)) => (*result, arguments),
                None => (Word::raw(0), &[][..]),
            };
            // The result of a call that ended with another is the other's.
            let result = match result.value() {
                Value::Raw(same) if same > 0 => Word::raw(u64::from(number(same as u32))),
                _ => result,
            };
            let call = self.next();
            if self.heeds(call) {
                self.keep(call, arguments, result);
            }
            self.record(entry.rule, CallId(number(entry.parent.0)));
        }
    }

    pub(crate) fn roots(&mut self, collection: &mut Collection) {
        for word in &mut self.values {
            collection.root(word);
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.calls.len() * size_of::<Entry>()
            + self.values.len() * 8
            + self.offsets.len() * 4
            + self.uses.len() * 8) as u64
    }
}
