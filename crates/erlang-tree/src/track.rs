//! One process on its way: which calls are open, and where its values go.

use computation_tree::{Skeleton, SkeletonBuilder};
use erlang_machine::exception::Exception;
use erlang_term::{Pid, Term};

use crate::call::CallOutcome;
use crate::milestones::Milestones;
use crate::subject::{EXPRESSION, Role};
use crate::values::{FrameId, Values};

/// Follows the calls of one process, from its beginning or (then without a shape) from any point of
/// it.
pub(crate) struct Track {
    pub(crate) pid: Pid,
    /// The tree as far as it is known, if it is to be built.
    shape: Option<SkeletonBuilder>,
    /// The number of the next node.
    next: u32,
    /// The frames that the machine has begun since the track began; below them are those that it
    /// had before.
    frames: Vec<Frame>,
    /// The node that was called last has not chosen its clause yet.
    choosing: bool,
    /// What was raised last, and its number among the values, once it has ended one of their
    /// frames.
    raised: Option<(Exception, Option<u32>)>,
    pub(crate) values: Values,
    pub(crate) milestones: Milestones,
}

#[derive(Clone, Copy)]
struct Frame {
    /// Open nodes: a tail call leaves its caller open, since the two end together.
    nodes: u32,
    /// The first and the last of them.
    first: u32,
    last: u32,
    values: FrameId,
}

impl Frame {
    const EMPTY: Frame = Frame { nodes: 0, first: 0, last: 0, values: FrameId::NONE };
}

impl Track {
    /// A process that begins. Its first node stands for the whole of it.
    pub(crate) fn beginning(pid: Pid, values: Values) -> Track {
        let mut shape = SkeletonBuilder::new();
        shape.open(EXPRESSION);
        Track { shape: Some(shape), ..Track::going_on(pid, 1, values) }
    }

    /// A process that has reached node `next`.
    pub(crate) fn going_on(pid: Pid, next: u32, values: Values) -> Track {
        let (frames, milestones) = (Vec::new(), Milestones::default());
        Track { pid, shape: None, next, frames, choosing: false, raised: None, values, milestones }
    }

    /// The number of the next node.
    pub(crate) fn next(&self) -> u32 {
        self.next
    }

    /// The innermost node that is open; 0 is the whole process.
    pub(crate) fn innermost(&self) -> u32 {
        self.frames.iter().rev().find(|frame| frame.nodes > 0).map_or(0, |frame| frame.last)
    }

    #[inline]
    pub(crate) fn call(&mut self, role: Role, arguments: &[Term], tail: bool) {
        if !tail || self.frames.is_empty() {
            self.frames.push(Frame::EMPTY);
        }
        let (Role::Node(subject), Some(frame)) = (role, self.frames.last_mut()) else {
            self.choosing = false;
            return;
        };
        if let Some(shape) = &mut self.shape {
            shape.open(subject);
        }
        if frame.nodes == 0 {
            frame.first = self.next;
        }
        frame.last = self.next;
        frame.nodes += 1;
        if self.values.wants(self.next) {
            frame.values = self.values.call(arguments.iter(), frame.values);
            self.choosing = true;
        } else {
            self.choosing = false;
        }
        self.next += 1;
    }

    #[inline]
    pub(crate) fn clause(&mut self, clause: u32) {
        if std::mem::take(&mut self.choosing) {
            self.values.clause(clause);
        }
    }

    #[inline]
    pub(crate) fn returned(&mut self, value: &Term) {
        let Some(frame) = self.frames.pop() else { return };
        if frame.values != FrameId::NONE {
            self.values.returned(frame.values, value);
        }
        self.close(frame, || CallOutcome::Value(value.clone()));
    }

    pub(crate) fn raised(&mut self, exception: &Exception) {
        self.choosing = false;
        self.raised = Some((exception.clone(), None));
    }

    pub(crate) fn unwound(&mut self, caught: bool) {
        let Some((exception, number)) = self.raised.take() else { return };
        if caught {
            return;
        }
        let mut number = number;
        if let Some(frame) = self.frames.pop() {
            if frame.values != FrameId::NONE {
                let known = number.unwrap_or_else(|| self.values.raised(exception.clone()));
                self.values.ended_by(frame.values, known);
                number = Some(known);
            }
            self.close(frame, || CallOutcome::from(&exception));
        }
        self.raised = Some((exception, number));
    }

    /// The open calls never return: what the process does when it wakes up hangs below
    /// them.
    pub(crate) fn hibernated(&mut self) {
        self.frames.clear();
    }

    #[inline]
    fn close(&mut self, frame: Frame, outcome: impl FnOnce() -> CallOutcome) {
        if let Some(shape) = &mut self.shape
            && frame.nodes > 0
        {
            self.milestones.note(frame.first, frame.last, self.next, outcome);
            for _ in 0..frame.nodes {
                shape.close();
            }
        }
    }

    /// Gives up all values and takes no more. Whether there were any.
    pub(crate) fn forget_values(&mut self) -> bool {
        let any = self.values.len() > 0;
        self.values = Values::new(0..0);
        self.frames.iter_mut().for_each(|frame| frame.values = FrameId::NONE);
        self.choosing = false;
        if let Some((_, number)) = &mut self.raised {
            *number = None;
        }
        any
    }

    /// The tree, if it was to be built, and the values. Calls that are still open end here.
    pub(crate) fn finish(mut self) -> (Option<Skeleton>, Values, Milestones) {
        self.milestones.sort();
        (self.shape.map(SkeletonBuilder::finish), self.values, self.milestones)
    }
}
