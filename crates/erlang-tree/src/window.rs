//! Watches one process in a re-run, for the values of some of its calls.

use std::ops::Range;

use erlang_machine::code::{Function, FunctionId};
use erlang_machine::exception::Exception;
use erlang_machine::observer::{Observer, ObserverKind};
use erlang_term::{Pid, Term};

use crate::subject::Subjects;
use crate::track::Track;
use crate::values::Values;

pub(crate) struct Window<'a> {
    subjects: &'a mut Subjects,
    track: Track,
}

impl<'a> Window<'a> {
    /// The values of the nodes in `window`, in a re-run that begins where `next` is the next node
    /// of the process.
    pub(crate) fn new(subjects: &'a mut Subjects, pid: Pid, next: u32, window: Range<u32>) -> Window<'a> {
        Window { subjects, track: Track::going_on(pid, next, Values::new(window)) }
    }

    /// The number of the next node.
    pub(crate) fn next(&self) -> u32 {
        self.track.next()
    }

    /// Whether the window has been passed.
    pub(crate) fn is_passed(&self) -> bool {
        self.track.next() >= self.track.values.window().end
    }

    /// Whether this node has its result.
    pub(crate) fn has_ended(&self, wanted: u32) -> bool {
        self.track.values.has_ended(wanted)
    }

    /// Takes no more calls, if those it has include this node. Whether they do.
    pub(crate) fn close_after(&mut self, wanted: u32) -> bool {
        let held = self.track.values.holds(wanted);
        if held {
            self.track.values.close();
        }
        held
    }

    /// `to_the_end`: the whole of the recorded run has been seen, so what has no result now never
    /// will.
    pub(crate) fn values(self, to_the_end: bool) -> Values {
        let (_, mut values, _) = self.track.finish();
        values.set_final(to_the_end);
        values
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
}
