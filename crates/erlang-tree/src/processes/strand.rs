//! The shape of one process: its segments from receive to receive.
//!
//! Which transitions (RCV1) a segment has is known only when it is over, but they lie around
//! everything else in it. So a strand keeps what happened without them, and puts them in front when
//! the run is over. Until then nodes are numbered without transitions: *steps* are calls and
//! receives.

use computation_tree::{SkeletonBuilder, SubjectId};
use erlang_history::EventId;

use crate::column::Column;

/// A call or a receive of a process, in the order in which they begin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Step(pub u32);

impl Step {
    pub(crate) const NONE: Step = Step(u32::MAX);
}

/// Which node of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StrandNode {
    Step(Step),
    /// By its number among the transitions of the process.
    Transition(u32),
    Stuck,
}

/// What happens between two receives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub(crate) first_step: u32,
    /// Transitions before this segment.
    pub(crate) first_transition: u32,
    /// Nodes that ended before the segment did.
    closes: u32,
    /// The event that it began with, if it was a receive.
    pub(crate) event: u32,
    pub(crate) end: End,
    /// The call in which it ended, and the node (encoded `CodePlace`) that did.
    pub(crate) call: Step,
    last: u32,
}

impl Segment {
    /// The innermost node that was open at its end.
    pub(crate) fn last(&self) -> Option<StrandNode> {
        decoded(self.last)
    }
}

/// How a segment ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Open,
    Reached(SubjectId),
    Hibernated,
}

/// (RCV1)
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wrap {
    /// The call or receive that goes on.
    pub(crate) piece: Step,
    /// By which return to what was there before the segment (counted in the segment) it ended.
    /// [`Wrap::OPEN`]: the segment did first.
    pub(crate) ended: u32,
}

impl Wrap {
    pub(crate) const OPEN: u32 = u32::MAX;
}

/// The highest bit tells transitions from steps.
const MARK: u32 = 1 << 31;
pub(super) const NOWHERE: u32 = u32::MAX;

/// A place in four bytes.
pub(super) fn encoded(place: Option<StrandNode>) -> u32 {
    match place {
        Some(StrandNode::Step(step)) => step.0,
        Some(StrandNode::Transition(n)) => n | MARK,
        Some(StrandNode::Stuck) | None => NOWHERE,
    }
}

pub(super) fn decoded(place: u32) -> Option<StrandNode> {
    match place {
        NOWHERE => None,
        place if place & MARK != 0 => Some(StrandNode::Transition(place & !MARK)),
        place => Some(StrandNode::Step(Step(place))),
    }
}

#[derive(Default)]
pub(crate) struct Strand {
    /// Openings (1) and ends (0).
    bits: Bits,
    subjects: Column<SubjectId>,
    pub(crate) segments: Column<Segment>,
    pub(crate) wraps: Column<Wrap>,
    steps: u32,
}

impl Strand {
    pub(crate) fn begin_segment(&mut self, event: Option<EventId>) {
        self.segments.push(Segment {
            first_step: self.steps,
            first_transition: self.wraps.len() as u32,
            closes: 0,
            event: event.map_or(0, |event| event.0),
            end: End::Open,
            call: Step::NONE,
            last: NOWHERE,
        });
    }

    pub(crate) fn end_segment(&mut self, end: End, call: Step, last: Option<StrandNode>) {
        if let Some(segment) = self.segments.last_mut() {
            (segment.end, segment.call, segment.last) = (end, call, encoded(last));
        }
    }

    #[inline]
    pub(crate) fn open(&mut self, subject: SubjectId) {
        self.bits.push(true);
        self.subjects.push(subject);
        self.steps += 1;
    }

    #[inline]
    pub(crate) fn close(&mut self) {
        self.bits.push(false);
        if let Some(segment) = self.segments.last_mut() {
            segment.closes += 1;
        }
    }

    /// A piece goes on: it lies around everything in the segment so far.
    pub(crate) fn wrap(&mut self, piece: Step) -> u32 {
        self.wraps.push(Wrap { piece, ended: Wrap::OPEN });
        self.wraps.len() as u32 - 1
    }

    pub(crate) fn close_wrap(&mut self, wrap: u32, ended: u32) {
        if let Some(wrap) = self.wraps.get_mut(wrap as usize) {
            wrap.ended = ended;
        }
        self.close();
    }

    pub(crate) fn steps(&self) -> u32 {
        self.steps
    }

    pub(crate) fn subject(&self, step: Step) -> Option<SubjectId> {
        self.subjects.get(step.0 as usize).copied()
    }

    pub(crate) fn len(&self) -> u32 {
        self.steps + self.wraps.len() as u32
    }

    /// Adds the nodes to a tree, transitions in their place, and forgets its own list of them.
    pub(crate) fn unfold(&mut self, tree: &mut SkeletonBuilder) {
        let depth = tree.depth();
        let (bits, subjects) = (std::mem::take(&mut self.bits), std::mem::take(&mut self.subjects));
        let mut bits = bits.iter();
        let mut step = 0;
        for n in 0..self.segments.len() {
            let Some(segment) = self.segments.get(n).copied() else { break };
            let following = self.segments.get(n + 1);
            let (last_step, last_wrap) = following.map_or((self.steps, self.wraps.len() as u32), |next| {
                (next.first_step, next.first_transition)
            });
            for wrap in (segment.first_transition..last_wrap).rev() {
                let piece = self.wraps.get(wrap as usize).map(|wrap| wrap.piece.0 as usize);
                tree.open(piece.and_then(|piece| subjects.get(piece)).copied().unwrap_or(SubjectId(0)));
            }
            for _ in 0..last_step - segment.first_step + segment.closes {
                if bits.next() == Some(true) {
                    tree.open(subjects.get(step).copied().unwrap_or(SubjectId(0)));
                    step += 1;
                } else {
                    tree.close();
                }
            }
            tree.close_to(depth);
        }
    }

    // ---- numbers, once all is known ----

    /// Steps and transitions up to the end of a segment.
    fn after(&self, segment: usize) -> (u32, u32) {
        match self.segments.get(segment + 1) {
            Some(next) => (next.first_step, next.first_transition),
            None => (self.steps, self.wraps.len() as u32),
        }
    }

    /// The last segment for which `begins_before` holds; it must hold for a first part of them.
    fn last_segment(&self, begins_before: impl Fn(&Segment) -> bool) -> usize {
        self.segments.partition_point(begins_before).saturating_sub(1)
    }

    pub(crate) fn segment_of(&self, place: StrandNode) -> usize {
        match place {
            StrandNode::Step(step) => self.last_segment(|segment| segment.first_step <= step.0),
            StrandNode::Transition(n) => self.last_segment(|segment| segment.first_transition <= n),
            StrandNode::Stuck => self.segments.len().saturating_sub(1),
        }
    }

    /// What the `n`-th node of the process is.
    pub(crate) fn place(&self, n: u32) -> StrandNode {
        if n >= self.len() {
            return StrandNode::Stuck;
        }
        let index = self.last_segment(|segment| segment.first_step + segment.first_transition <= n);
        let Some(segment) = self.segments.get(index) else { return StrandNode::Stuck };
        let (_, last_wrap) = self.after(index);
        let offset = n - segment.first_step - segment.first_transition;
        let wraps = last_wrap - segment.first_transition;
        match offset.checked_sub(wraps) {
            Some(step) => StrandNode::Step(Step(segment.first_step + step)),
            None => StrandNode::Transition(last_wrap - 1 - offset),
        }
    }

    /// The place of a node among those of the process.
    pub(crate) fn number(&self, place: StrandNode) -> u32 {
        let index = self.segment_of(place);
        let Some(segment) = self.segments.get(index) else { return self.len() };
        let (_, last_wrap) = self.after(index);
        match place {
            StrandNode::Step(step) => step.0 + last_wrap,
            StrandNode::Transition(n) => segment.first_step + segment.first_transition + (last_wrap - 1 - n),
            StrandNode::Stuck => self.len(),
        }
    }

    /// The first step of a segment.
    pub(crate) fn first_of(&self, segment: u32) -> u32 {
        self.segments.get(segment as usize).map_or(0, |segment| segment.first_step)
    }

    /// The event that a segment begins with.
    pub(crate) fn event(&self, segment: usize) -> Option<EventId> {
        self.segments.get(segment).filter(|segment| segment.event > 0).map(|segment| EventId(segment.event))
    }
}

/// A long list of bits.
#[derive(Default)]
struct Bits {
    words: Column<u64>,
    word: u64,
    filled: u32,
}

impl Bits {
    #[inline]
    fn push(&mut self, bit: bool) {
        self.word |= u64::from(bit) << self.filled;
        self.filled += 1;
        if self.filled == u64::BITS {
            self.words.push(std::mem::take(&mut self.word));
            self.filled = 0;
        }
    }

    fn iter(&self) -> impl Iterator<Item = bool> {
        let full = (0..self.words.len()).filter_map(|n| self.words.get(n)).map(|word| (*word, u64::BITS));
        full.chain([(self.word, self.filled)])
            .flat_map(|(word, bits)| (0..bits).map(move |n| word >> n & 1 == 1))
    }
}
