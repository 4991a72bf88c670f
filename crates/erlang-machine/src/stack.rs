//! The stack of a process: frames of slots in segments.
//!
//! Only the topmost segment is ever written. The ones below are frozen and shared, so that a copy
//! of a process (a checkpoint) costs at most one segment, however deep the recursion.

use std::rc::Rc;

use erlang_term::Term;

use crate::code::{FunctionId, Pc};

/// Slots in the first segment, and the most in any but for a single frame that needs more.
const SMALLEST: usize = 32;
const LARGEST: usize = 4096;

/// How many empty segments are kept for the next calls.
const SPARE: usize = 16;

/// Where a caller goes on.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub function: FunctionId,
    pub pc: Pc,
    pub base: u32,
}

pub struct Stack {
    /// All of the topmost segment; those above the current frame hold nothing that is counted.
    pub slots: Vec<Term>,
    /// The callers whose frames are in this segment.
    pub frames: Vec<Frame>,
    /// Where the current frame begins.
    pub base: usize,
    below: Option<Rc<Segment>>,
    /// How many segments are below.
    pub(crate) depth: usize,
    /// Empty segments kept from returns to the ones below, so that calls across the border stay
    /// cheap.
    spare: Vec<(Vec<Term>, Vec<Frame>)>,
}

/// How deep in calls a process is, to be compared with other moments of the same process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Depth {
    segments: usize,
    frames: usize,
}

impl Depth {
    pub(crate) fn new(segments: usize, frames: usize) -> Depth {
        Depth { segments, frames }
    }

    /// Anything less deep is at most so deep. None: nothing is less deep.
    pub fn above(self) -> Option<Depth> {
        match (self.segments, self.frames) {
            (0, 0) => None,
            (segments, 0) => Some(Depth { segments: segments - 1, frames: usize::MAX }),
            (segments, frames) => Some(Depth { segments, frames: frames - 1 }),
        }
    }
}

#[derive(Clone)]
struct Segment {
    slots: Vec<Term>,
    frames: Vec<Frame>,
    /// The frame that called into the next segment, and where it expects the result.
    caller: Frame,
    result: usize,
    below: Option<Rc<Segment>>,
}

impl Stack {
    pub fn new() -> Stack {
        Stack {
            slots: vec![Term::Nil; SMALLEST],
            frames: Vec::new(),
            base: 0,
            below: None,
            depth: 0,
            spare: Vec::new(),
        }
    }

    /// Makes room for a frame of `size` slots at `base + first`, where `arity` arguments are, and
    /// says where it begins. The caller's frame has been pushed already if there is one (`calls`).
    #[cold]
    pub fn grow(&mut self, first: usize, arity: usize, size: usize, calls: bool) -> usize {
        let need = self.base + first + size;
        if !calls || need <= LARGEST {
            let len = (self.slots.len() * 2).clamp(SMALLEST, LARGEST).max(need);
            self.slots.resize(len, Term::Nil);
            return self.base + first;
        }
        let at = self.base + first;
        let (mut slots, frames) = self.spare.pop().unwrap_or_default();
        if slots.len() < size.max(LARGEST) {
            slots.resize(size.max(LARGEST), Term::Nil);
        }
        for (to, from) in slots.iter_mut().zip(&mut self.slots[at..at + arity]) {
            *to = std::mem::take(from);
        }
        let caller = self.frames.pop().expect("a call has pushed its caller");
        let segment = Segment {
            slots: std::mem::replace(&mut self.slots, slots),
            frames: std::mem::replace(&mut self.frames, frames),
            caller,
            result: at,
            below: self.below.take(),
        };
        self.below = Some(Rc::new(segment));
        self.depth += 1;
        self.base = 0;
        0
    }

    /// Returns from the last frame of a segment with the value in its first slot: the caller's
    /// frame, in the segment below. The frame's base is then the current base. None: the process
    /// has no caller left.
    #[cold]
    pub fn underflow(&mut self) -> Option<Frame> {
        let below = self.below.take()?;
        let segment = Rc::try_unwrap(below).unwrap_or_else(|shared| (*shared).clone());
        let mut old = std::mem::replace(&mut self.slots, segment.slots);
        self.slots[segment.result] = std::mem::take(&mut old[0]);
        let frames = std::mem::replace(&mut self.frames, segment.frames);
        if old.len() <= LARGEST && self.spare.len() < SPARE {
            self.spare.push((old, frames));
        }
        self.below = segment.below;
        self.depth -= 1;
        Some(segment.caller)
    }

    /// The callers, innermost first.
    pub fn callers(&self) -> impl Iterator<Item = Frame> + '_ {
        let mut frames = self.frames.iter().rev();
        let mut below = self.below.as_deref();
        std::iter::from_fn(move || {
            if let Some(frame) = frames.next() {
                return Some(*frame);
            }
            let segment = below?;
            frames = segment.frames.iter().rev();
            below = segment.below.as_deref();
            Some(segment.caller)
        })
    }

    /// The callers, innermost first, each with the slots from the beginning of its frame on.
    pub fn frames(&self) -> impl Iterator<Item = (Frame, &[Term])> + '_ {
        let (mut slots, mut frames) = (&self.slots[..], self.frames.iter().rev());
        let mut below = self.below.as_deref();
        std::iter::from_fn(move || {
            if let Some(frame) = frames.next() {
                return Some((*frame, slots.get(frame.base as usize..).unwrap_or_default()));
            }
            let segment = below?;
            (slots, frames) = (&segment.slots, segment.frames.iter().rev());
            below = segment.below.as_deref();
            Some((segment.caller, slots.get(segment.caller.base as usize..).unwrap_or_default()))
        })
    }

    /// How deep each of the callers is, innermost first.
    pub fn depths(&self) -> impl Iterator<Item = Depth> + '_ {
        let (mut segments, mut frames) = (self.depth, self.frames.len());
        let mut below = self.below.as_deref();
        std::iter::from_fn(move || {
            if frames > 0 {
                frames -= 1;
                return Some(Depth { segments, frames });
            }
            let segment = below?;
            (segments, frames, below) = (segments - 1, segment.frames.len(), segment.below.as_deref());
            Some(Depth { segments, frames })
        })
    }

    pub fn depth(&self) -> Depth {
        Depth::new(self.depth, self.frames.len())
    }

    /// Whether only the outermost function is on the stack.
    pub fn is_outermost(&self) -> bool {
        self.frames.is_empty() && self.below.is_none()
    }
}

impl Clone for Stack {
    fn clone(&self) -> Stack {
        Stack {
            slots: self.slots.clone(),
            frames: self.frames.clone(),
            base: self.base,
            below: self.below.clone(),
            depth: self.depth,
            spare: Vec::new(),
        }
    }
}

impl Default for Stack {
    fn default() -> Self {
        Stack::new()
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        // Segments are dropped one by one: a deep recursion has more of them than the Rust stack
        // bears.
        let mut below = self.below.take();
        while let Some(segment) = below {
            below = Rc::into_inner(segment).and_then(|mut segment| segment.below.take());
        }
    }
}

/// Empties slots of what is counted. Most hold nothing of the kind; what they hold else costs
/// nothing to keep.
#[inline(always)]
pub fn clear(slots: &mut [Term]) {
    for slot in slots {
        if !slot.is_immediate() {
            *slot = Term::Nil;
        }
    }
}
