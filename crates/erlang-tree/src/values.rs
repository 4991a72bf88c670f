//! The values of the calls in a window of the tree: arguments, clauses and results, in columns.

use std::collections::HashMap;
use std::ops::Range;

use erlang_machine::exception::Exception;
use erlang_term::{Packed, Short, Term};

use crate::call::{CallOutcome, Clause};
use crate::column::Column;

/// The calls of one frame of the machine: a function, and the functions that it and they called in
/// the last place. They all end at once, with the same result, so that it is kept once for all of
/// them: at this place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FrameId(u32);

impl FrameId {
    /// No call of the frame is in the window.
    pub(crate) const NONE: FrameId = FrameId(u32::MAX);
}

pub(crate) struct Values {
    /// The nodes whose values are wanted.
    window: Range<u32>,
    /// How many of them have been called.
    calls: u32,
    /// Of each call: its [`Head`], its result, its arguments. The result is that of the frame, and
    /// stands at its first call; the others say where.
    tape: Tape,
    /// Where the calls are that are multiples of [`STRIDE`].
    starts: Column<u32>,
    /// Where the call is that came last.
    last: u32,
    /// What does not fit into words.
    others: Column<Packed>,
    /// Exceptions that ended frames.
    exceptions: Vec<Exception>,
    /// By frame, which of them did.
    ended_by: HashMap<FrameId, u32>,
    /// The run is over: frames without a result never get one.
    is_final: bool,
}

/// Where a call is on the tape is found by counting from one of these.
const STRIDE: u32 = 32;

/// The first word of a call: how many arguments there are, whether it is the first call of its
/// frame, and its clause: 0 for none (yet), [`Head::MANY`] for one that does not fit.
#[derive(Clone, Copy)]
struct Head(u32);

impl Head {
    const ARGUMENTS: u32 = (1 << 12) - 1;
    const TAIL: u32 = 1 << 12;
    /// So that it is not nothing.
    const CALL: u32 = 1 << 13;
    const CLAUSE: u32 = 14;
    const MANY: u32 = (1 << (32 - Head::CLAUSE)) - 1;

    fn arguments(self) -> usize {
        (self.0 & Head::ARGUMENTS) as usize
    }

    /// How many words the call takes.
    fn size(self) -> u32 {
        2 + (self.0 & Head::ARGUMENTS)
    }

    fn is_tail(self) -> bool {
        self.0 & Head::TAIL != 0
    }

    fn clause(self) -> Clause {
        match self.0 >> Head::CLAUSE {
            0 => Clause::NoneMatched,
            Head::MANY => Clause::Unknown,
            n => Clause::Taken(n),
        }
    }
}

impl Values {
    pub(crate) fn new(window: Range<u32>) -> Values {
        Values {
            window,
            calls: 0,
            tape: Tape::default(),
            starts: Column::default(),
            last: 0,
            others: Column::default(),
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

    fn index(&self, node: u32) -> Option<u32> {
        node.checked_sub(self.window.start).filter(|index| *index < self.calls)
    }

    pub(crate) fn window(&self) -> &Range<u32> {
        &self.window
    }

    /// How many calls there are values of.
    pub(crate) fn len(&self) -> u32 {
        self.calls
    }

    /// Has this node a result?
    pub(crate) fn has_ended(&self, node: u32) -> bool {
        let frame = self.index(node).and_then(|index| self.start(index)).map(|start| self.frame(start));
        frame.is_some_and(|frame| self.tape.get(frame.0) != NOTHING || self.ended_by.contains_key(&frame))
    }

    pub(crate) fn set_final(&mut self, is_final: bool) {
        self.is_final = is_final;
    }

    pub(crate) fn is_full(&self) -> bool {
        self.tape.is_full() || self.others.len() > MOST_OTHERS
    }

    /// Takes no more nodes; results of those that are here are still welcome.
    pub(crate) fn close(&mut self) {
        self.window.end = self.window.start + self.len();
    }

    // ---- recording ----

    /// The next node of the window, and the frame it is in: a new one, if it is none yet. A call
    /// has at most 255 arguments, and as many captured values.
    #[inline(always)]
    pub(crate) fn call<'t>(
        &mut self,
        arguments: impl ExactSizeIterator<Item = &'t Term>,
        frame: FrameId,
    ) -> FrameId {
        let count = arguments.len();
        let (start, words) = self.tape.next(2 + count);
        let (head, frame) = match frame {
            FrameId::NONE => (Head::CALL, FrameId(start + 1)),
            FrameId(result) => {
                words[1] = result;
                (Head::CALL | Head::TAIL, frame)
            }
        };
        words[0] = head | count as u32;
        let others = &mut self.others;
        words[2..].iter_mut().zip(arguments).for_each(|(word, argument)| *word = pack(argument, others));
        if self.calls.is_multiple_of(STRIDE) {
            self.starts.push(start);
        }
        self.calls += 1;
        self.last = start;
        frame
    }

    /// The node that was called last took this clause.
    #[inline]
    pub(crate) fn clause(&mut self, clause: u32) {
        if self.calls > 0 {
            *self.tape.recent(self.last) |= clause.min(Head::MANY) << Head::CLAUSE;
        }
    }

    #[inline]
    pub(crate) fn returned(&mut self, frame: FrameId, value: &Term) {
        *self.tape.get_mut(frame.0) = pack(value, &mut self.others);
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
    pub(crate) fn get(&self, node: u32) -> Option<(Vec<Term>, Option<CallOutcome>, Clause)> {
        let start = self.start(self.index(node)?)?;
        let head = Head(self.tape.get(start));
        let words = (start + 2..).take(head.arguments());
        let arguments = words.filter_map(|place| self.unpack(self.tape.get(place))).collect();
        let frame = self.frame(start);
        let outcome = match (self.unpack(self.tape.get(frame.0)), self.ended_by.get(&frame)) {
            (Some(value), _) => Some(CallOutcome::Value(value)),
            (None, Some(n)) => Some(CallOutcome::from(self.exceptions.get(*n as usize)?)),
            (None, None) => self.is_final.then_some(CallOutcome::Unfinished),
        };
        Some((arguments, outcome, head.clause()))
    }

    /// Where a call is on the tape.
    fn start(&self, index: u32) -> Option<u32> {
        let mut start = *self.starts.get((index / STRIDE) as usize)?;
        for _ in 0..index % STRIDE {
            start = self.tape.something(start + Head(self.tape.get(start)).size());
        }
        Some(start)
    }

    /// The frame of the call that is here.
    fn frame(&self, start: u32) -> FrameId {
        let is_tail = Head(self.tape.get(start)).is_tail();
        FrameId(if is_tail { self.tape.get(start + 1) } else { start + 1 })
    }

    /// None: there is nothing (yet).
    fn unpack(&self, word: u32) -> Option<Term> {
        match Short::from_number(word) {
            Some(short) => Some(short.get()),
            None if word == NOTHING => None,
            None => self.others.get((word >> OTHER_WIDTH) as usize).map(Packed::get),
        }
    }
}

// ---- words: numbers that no short term has are free for what else there is to say ----

const NOTHING: u32 = 0;

/// What is not a short term is among the others. Behind this, where.
const OTHER: u32 = 0b11;
const OTHER_WIDTH: u32 = 2;

/// More others than this cannot be numbered.
const MOST_OTHERS: usize = (u32::MAX >> OTHER_WIDTH) as usize - (1 << 20);

#[inline(always)]
fn pack(term: &Term, others: &mut Column<Packed>) -> u32 {
    match Short::of(term) {
        Some(short) => short.number(),
        None => pack_other(term, others),
    }
}

#[inline(never)]
fn pack_other(term: &Term, others: &mut Column<Packed>) -> u32 {
    let index = others.len() as u32;
    others.push(Packed::new(term.clone()));
    index << OTHER_WIDTH | OTHER
}

/// Words in pieces of one size. What is put there together is in one piece: where there is no room
/// for it, the rest of the piece is left empty.
#[derive(Default)]
struct Tape {
    full: Vec<Vec<u32>>,
    /// The last piece, as far as there is memory for it.
    last: Vec<u32>,
    /// The next free place.
    next: u32,
}

impl Tape {
    /// The distance of pieces.
    const STRIDE: usize = 1 << 15;
    /// How much of it is used: a little less, so that an allocator with size classes wastes
    /// nothing.
    const PIECE: usize = 32_000;
    /// Words of the first piece at first: many processes make few calls.
    const FEW: usize = 32;

    /// The next words, all zero, and where they are.
    #[inline]
    fn next(&mut self, count: usize) -> (u32, &mut [u32]) {
        if self.next as usize % Tape::STRIDE + count > self.last.len() {
            self.make_room(count);
        }
        let start = self.next;
        self.next += count as u32;
        let inside = start as usize % Tape::STRIDE;
        (start, &mut self.last[inside..inside + count])
    }

    #[cold]
    fn make_room(&mut self, count: usize) {
        let end = self.next as usize % Tape::STRIDE + count;
        if end <= Tape::PIECE {
            let size = end.next_power_of_two().clamp(Tape::FEW, Tape::PIECE);
            self.last.resize(size, NOTHING);
        } else {
            self.full.push(std::mem::replace(&mut self.last, vec![NOTHING; Tape::PIECE]));
            self.next = self.next.next_multiple_of(Tape::STRIDE as u32);
        }
    }

    /// What is here, if anything.
    fn get(&self, place: u32) -> u32 {
        let (piece, inside) = (place as usize / Tape::STRIDE, place as usize % Tape::STRIDE);
        let piece = self.full.get(piece).unwrap_or(&self.last);
        piece.get(inside).copied().unwrap_or(NOTHING)
    }

    #[inline]
    fn get_mut(&mut self, place: u32) -> &mut u32 {
        let (piece, inside) = (place as usize / Tape::STRIDE, place as usize % Tape::STRIDE);
        let piece = if piece == self.full.len() { &mut self.last } else { &mut self.full[piece] };
        &mut piece[inside]
    }

    /// A word of the last piece.
    #[inline]
    fn recent(&mut self, place: u32) -> &mut u32 {
        &mut self.last[place as usize % Tape::STRIDE]
    }

    /// Where the next words are that do not begin with nothing.
    fn something(&self, from: u32) -> u32 {
        if self.get(from) == NOTHING { from.next_multiple_of(Tape::STRIDE as u32) } else { from }
    }

    /// More words cannot be numbered.
    fn is_full(&self) -> bool {
        self.next > u32::MAX - (1 << 20)
    }
}
