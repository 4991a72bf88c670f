//! One process on its way: which calls are open, and where its values go.

use computation_tree::{Skeleton, SkeletonBuilder};
use erlang_machine::exception::Exception;
use erlang_term::{Pid, Term};

use crate::subject::{EXPRESSION, Role};
use crate::values::{FrameId, Values};

/// Follows the calls of one process, from its beginning or (then without a shape) from any point of it.
pub(crate) struct Track {
    pub(crate) pid: Pid,
    /// The tree as far as it is known, if it is to be built.
    shape: Option<SkeletonBuilder>,
    /// The number of the next node.
    next: u32,
    /// The frames that the machine has begun since the track began; below them are those that it had before.
    frames: Vec<Frame>,
    /// The node that was called last has not chosen its clause yet.
    choosing: bool,
    /// What was raised last, until it is known whether it ends anything.
    raised: Raised,
    pub(crate) values: Values,
}

#[derive(Clone, Copy)]
struct Frame {
    /// Open nodes: a tail call leaves its caller open, since the two end together.
    nodes: u32,
    values: FrameId,
}

enum Raised {
    Nothing,
    New(Exception),
    /// Remembered by [`Values`] under this number.
    Kept(u32),
}

impl Track {
    /// A process that begins. Its first node stands for the whole of it.
    pub(crate) fn beginning(pid: Pid, values: Values) -> Track {
        let mut shape = SkeletonBuilder::new();
        shape.open(EXPRESSION);
        Track { shape: Some(shape), ..Track::going_on(pid, 1, values) }
    }

    /// A process that has come to node `next`.
    pub(crate) fn going_on(pid: Pid, next: u32, values: Values) -> Track {
        let (frames, raised) = (Vec::new(), Raised::Nothing);
        Track { pid, shape: None, next, frames, choosing: false, raised, values }
    }

    /// The number of the next node.
    pub(crate) fn next(&self) -> u32 {
        self.next
    }

    #[inline]
    pub(crate) fn call(&mut self, role: Role, arguments: &[Term], tail: bool) {
        if !tail || self.frames.is_empty() {
            self.frames.push(Frame { nodes: 0, values: FrameId::NONE });
        }
        let (Role::Node(subject), Some(frame)) = (role, self.frames.last_mut()) else {
            self.choosing = false;
            return;
        };
        if let Some(shape) = &mut self.shape {
            shape.open(subject);
        }
        frame.nodes += 1;
        if self.values.wants(self.next) {
            if frame.values == FrameId::NONE {
                frame.values = self.values.new_frame();
            }
            self.values.call(arguments, frame.values);
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
        self.close(frame.nodes);
    }

    pub(crate) fn raised(&mut self, exception: &Exception) {
        self.choosing = false;
        self.raised = Raised::New(exception.clone());
    }

    pub(crate) fn unwound(&mut self, caught: bool) {
        if caught {
            self.raised = Raised::Nothing;
            return;
        }
        let Some(frame) = self.frames.pop() else { return };
        if frame.values != FrameId::NONE {
            let number = match std::mem::replace(&mut self.raised, Raised::Nothing) {
                Raised::New(exception) => Some(self.values.raised(exception)),
                Raised::Kept(number) => Some(number),
                Raised::Nothing => None,
            };
            if let Some(number) = number {
                self.values.ended_by(frame.values, number);
                self.raised = Raised::Kept(number);
            }
        }
        self.close(frame.nodes);
    }

    /// The open calls never come to anything: what the process does when it wakes up hangs below them.
    pub(crate) fn hibernated(&mut self) {
        self.frames.clear();
    }

    fn close(&mut self, nodes: u32) {
        if let Some(shape) = &mut self.shape {
            for _ in 0..nodes {
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
        if let Raised::Kept(_) = self.raised {
            self.raised = Raised::Nothing;
        }
        any
    }

    /// The tree, if it was to be built, and the values. What is still open ends here.
    pub(crate) fn finish(self) -> (Option<Skeleton>, Values) {
        (self.shape.map(SkeletonBuilder::finish), self.values)
    }
}
