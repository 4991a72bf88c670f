//! Watches one process in a re-run, for the values of some of its steps and segments.

use std::ops::Range;

use erlang_machine::code::{Function, FunctionId};
use erlang_machine::exception::Exception;
use erlang_machine::observer::{Observer, ObserverKind, ReceiveAt};
use erlang_machine::process::State;
use erlang_term::{Pid, Term};

use super::endings::Endings;
use super::recorder::Mark;
use super::track::Track;
use crate::subject::Subjects;
use crate::values::Values;

pub(crate) struct Window<'a> {
    subjects: &'a mut Subjects,
    track: Track,
    over: bool,
}

impl<'a> Window<'a> {
    /// The values in a range of steps and segments, in a re-run that begins at a mark.
    pub(crate) fn new(
        subjects: &'a mut Subjects,
        pid: Pid,
        from: Mark,
        steps: Range<u32>,
        segments: Range<u32>,
    ) -> Window<'a> {
        let (values, endings) = (Values::new(steps), Endings::new(segments));
        let track = match from {
            // Nothing has happened yet, so that what happens is known from the beginning.
            Mark { next: 0, segment: 0, .. } => Track::starting(pid, values, endings),
            Mark { next, segment, .. } => Track::going_on(pid, next, segment, values, endings),
        };
        Window { subjects, track, over: false }
    }

    /// Whether the process has come to its end, or this segment has.
    pub(crate) fn has_ended(&self, segment: u32) -> bool {
        let now = self.track.segment();
        self.over || now > segment || now == segment && self.track.is_waiting()
    }

    /// Whether all of the steps have begun.
    pub(crate) fn is_passed(&self) -> bool {
        self.over || self.track.next() >= self.track.values.window().end
    }

    /// Takes no more steps, if those it has include this one. Whether they do.
    pub(crate) fn close_after(&mut self, step: u32) -> bool {
        let held = self.track.values.holds(step);
        if held {
            self.track.values.close();
        }
        held
    }

    pub(crate) fn finish(self) -> (Values, Endings) {
        (self.track.values, self.track.endings)
    }

    fn hears(&mut self, at: &ReceiveAt<'_>, pid: Pid) -> bool {
        pid == self.track.pid && self.subjects.is_suspect(at.function.copy_of.unwrap_or(at.id))
    }
}

impl ObserverKind for Window<'_> {
    const CALLS: bool = true;
}

impl Observer for Window<'_> {
    #[inline]
    fn call(&mut self, pid: Pid, id: FunctionId, _function: &Function, arguments: &[Term], tail: bool) {
        if pid == self.track.pid {
            let role = self.subjects.role(id);
            self.track.call(role, arguments, tail);
        }
    }

    #[inline]
    fn returned(&mut self, pid: Pid, value: &Term) {
        if pid == self.track.pid {
            self.track.returned(value);
        }
    }

    fn raised(&mut self, pid: Pid, exception: &Exception) {
        if pid == self.track.pid {
            self.track.raised(exception);
        }
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        if pid == self.track.pid {
            self.track.unwound(caught);
        }
    }

    fn hibernated(&mut self, pid: Pid) {
        if pid == self.track.pid {
            self.track.hibernated();
        }
    }

    #[inline]
    fn clause(&mut self, pid: Pid, clause: u32) {
        if pid == self.track.pid {
            self.track.clause(clause);
        }
    }

    fn receive_reached(&mut self, pid: Pid, at: ReceiveAt<'_>) {
        if self.hears(&at, pid) {
            self.track.reached(at, self.subjects);
        }
    }

    fn receive_entered(&mut self, pid: Pid, at: ReceiveAt<'_>, clause: u32) {
        if self.hears(&at, pid) {
            let _ = self.track.entered(at, clause, self.subjects);
        }
    }

    fn receive_ended(&mut self, pid: Pid, at: ReceiveAt<'_>, value: &Term) {
        if self.hears(&at, pid) {
            self.track.ended(at, value);
        }
    }

    fn receives_left(&mut self, pid: Pid, id: FunctionId, count: u32) {
        if pid == self.track.pid && self.subjects.is_suspect(id) {
            self.track.left(count);
        }
    }

    fn exit(&mut self, pid: Pid, _state: &State) {
        self.over |= pid == self.track.pid;
    }
}
