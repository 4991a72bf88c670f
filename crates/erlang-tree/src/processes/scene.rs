//! Where an expression was evaluated: the state of the whole run there, from which it can be
//! evaluated anew (paper 2: what is in the mailbox is given, as the values of variables are).

use std::cell::RefCell;
use std::rc::Rc;

use erlang_history::{Checkpoint, History};
use erlang_machine::code::{Function, FunctionId, Point};
use erlang_machine::observer::{Observer, ObserverKind, StopAt};
use erlang_machine::schedule::Fair;
use erlang_term::{Pid, Term};
use slices::Meter;

use super::rehearsal::{Follower, MORE_STEPS, Rehearsal};
use crate::recorder::Mark;
use crate::subject::Subjects;
use crate::version::Version;

pub(crate) struct Scene {
    history: Rc<History<Mark>>,
    /// An instrumented copy runs, and has made its first report.
    start: Checkpoint<()>,
    pid: Pid,
    subjects: RefCell<Subjects>,
}

impl Scene {
    pub(crate) fn new(
        history: Rc<History<Mark>>,
        start: Checkpoint<()>,
        pid: Pid,
        subjects: Subjects,
    ) -> Scene {
        Scene { history, start, pid, subjects: RefCell::new(subjects) }
    }

    /// Makes calls instead of what the process did after this many reports. Each runs until it has
    /// a value, or has reached a receive beyond this many.
    pub(crate) async fn rehearse(
        &self,
        reports: u32,
        receives: u32,
        version: &Version,
        [was, other]: [(FunctionId, &[Term]); 2],
        meter: &Meter,
    ) -> Option<[Rehearsal; 2]> {
        let later = match reports {
            0 => None,
            reports => {
                let mut listener = Listener { pid: self.pid, left: reports };
                let stands = |listener: &Listener| listener.left == 0;
                Some(self.history.stand(&self.start, &mut listener, stands, meter).await?)
            }
        };
        let from = later.as_ref().unwrap_or(&self.start);
        // A copy, since nothing may stay borrowed during a pause.
        let mut subjects = self.subjects.borrow().clone();
        let mut rehearse = async |(function, arguments): (FunctionId, &[Term]), replaces: bool, most: u64| {
            let from = from.calling(self.pid, function, arguments);
            let mut follower =
                Follower::new_call(&mut subjects, version, self.pid, function, receives, replaces);
            let done = |follower: &mut Follower<'_>| follower.is_done();
            let machine = self.history.diverge(&from, &mut Fair, most, &mut follower, done, meter).await;
            let is_final = machine.system.steps < most;
            Rehearsal { steps: machine.system.steps, is_final, ..follower.finish() }
        };
        let was = rehearse(was, false, self.history.machine().system.steps + MORE_STEPS).await;
        let other = rehearse(other, true, was.steps + MORE_STEPS).await;
        self.subjects.replace(subjects);
        Some([was, other])
    }
}

/// Stops the process after this many more reports.
struct Listener {
    pid: Pid,
    left: u32,
}

impl ObserverKind for Listener {
    const CALLS: bool = true;
    const STOPS: bool = true;
}

impl Observer for Listener {
    fn report(&mut self, pid: Pid, _function: &Function, _point: Point, _value: &Term) {
        if pid == self.pid {
            self.left = self.left.saturating_sub(1);
        }
    }

    fn stop(&mut self, pid: Pid, at: StopAt<'_>) -> bool {
        pid == self.pid && self.left == 0 && at.raised.is_none()
    }
}
