//! When a call of the tree was made, and when it was over, in words that hold for every re-run: for
//! those who go there in their own way.

use computation_tree::{NodeId, Tree};
use erlang_history::{CallEdge, CallPoint, Checkpoint, History, Position, Ticks};
use erlang_machine::code::{Function, FunctionId};
use erlang_machine::exception::Exception;
use erlang_machine::observer::{Observer, ObserverKind, ReceiveAt};
use erlang_machine::process::State;
use erlang_term::{Pid, Term};

use crate::subject::EXPRESSION;
use crate::tree::CallTree;
use crate::window::Window;

/// The beginning or the end of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Entry,
    Exit,
}

impl CallTree {
    /// When a node began, or reached its value or exception. None: never, or it is not a call.
    pub fn moment(&mut self, node: NodeId, side: Side) -> Option<CallPoint> {
        if self.tree().subject(node) == EXPRESSION {
            return None;
        }
        let pid = self.pid();
        let checkpoints = self.history.checkpoints();
        let after = checkpoints.partition_point(|checkpoint| checkpoint.mark.next(pid) <= node.0);
        let from = &checkpoints[after.saturating_sub(1)];
        let window = Window::new(&mut self.subjects, pid, from.mark.next(pid), 0..0);
        Clock::new(window, pid, node.0, side).find(&self.history, from)
    }
}

/// Numbers the calls of one process, as the nodes of a tree are.
pub(crate) trait Numbering: ObserverKind {
    /// The number of the next one.
    fn next(&self) -> u32;
}

impl Numbering for Window<'_> {
    fn next(&self) -> u32 {
        Window::next(self)
    }
}

/// Something told of the process, counted within the choice at a position.
#[derive(Clone, Copy)]
struct Tick {
    kind: CallEdge,
    position: Position,
    tick: u32,
}

/// Watches one process in a re-run until a call of it begins or ends.
pub(crate) struct Clock<N> {
    numbering: N,
    wanted: u32,
    side: Side,
    /// The choice that is being made.
    position: Position,
    ticks: Ticks,
    /// Frames above that of the call, once it has begun.
    depth: Option<u32>,
    /// What was raised last since then.
    raised: Option<Tick>,
    found: Option<Tick>,
}

impl<N: Numbering> Clock<N> {
    pub(crate) fn new(numbering: N, pid: Pid, wanted: u32, side: Side) -> Clock<N> {
        let (position, ticks) = (Position(0), Ticks::of(pid));
        Clock { numbering, wanted, side, position, ticks, depth: None, raised: None, found: None }
    }

    /// In a re-run that begins where the numbering does.
    pub(crate) fn find<M>(mut self, history: &History<M>, from: &Checkpoint<M>) -> Option<CallPoint> {
        let mut next = from.position;
        history.rerun(from, &mut self, |clock| {
            clock.begin(next);
            next.0 += 1;
            clock.found.is_some()
        });
        let Tick { kind, position, tick } = self.found?;
        let pid = self.ticks.pid;
        let steps = history.seek(position).system.get(pid)?.state.reductions;
        Some(CallPoint { pid, kind, steps, tick })
    }

    fn begin(&mut self, position: Position) {
        self.position = position;
        self.ticks.count = 0;
    }

    /// Counts it, if it is of the process.
    fn tick(&mut self, pid: Pid, kind: CallEdge) -> Option<Tick> {
        self.ticks.tick(pid);
        let (position, tick) = (self.position, self.ticks.count);
        (pid == self.ticks.pid && self.found.is_none()).then_some(Tick { kind, position, tick })
    }

    /// The innermost function is gone. Whether it was that of the call.
    fn leaves(&mut self) -> bool {
        match &mut self.depth {
            Some(0) => true,
            Some(depth) => {
                *depth -= 1;
                false
            }
            None => false,
        }
    }
}

impl<N: Numbering> ObserverKind for Clock<N> {
    const CALLS: bool = true;
}

impl<N: Numbering> Observer for Clock<N> {
    fn call(&mut self, pid: Pid, id: FunctionId, function: &Function, arguments: &[Term], tail: bool) {
        let number = self.numbering.next();
        self.numbering.call(pid, id, function, arguments, tail);
        let Some(now) = self.tick(pid, CallEdge::Call) else { return };
        if let Some(depth) = &mut self.depth {
            *depth += u32::from(!tail);
        }
        if number == self.wanted && self.numbering.next() > number {
            match self.side {
                Side::Entry => self.found = Some(now),
                Side::Exit => self.depth = Some(0),
            }
        }
    }

    fn returned(&mut self, pid: Pid, value: &Term) {
        self.numbering.returned(pid, value);
        if let Some(now) = self.tick(pid, CallEdge::Return)
            && self.leaves()
        {
            self.found = Some(now);
        }
    }

    fn raised(&mut self, pid: Pid, exception: &Exception) {
        self.numbering.raised(pid, exception);
        if let Some(now) = self.tick(pid, CallEdge::Raise) {
            self.raised = Some(now).filter(|_| self.depth.is_some());
        }
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        self.numbering.unwound(pid, caught);
        if self.tick(pid, CallEdge::Raise).is_some() && !caught && self.leaves() {
            self.found = self.raised;
        }
    }

    fn hibernated(&mut self, pid: Pid) {
        self.numbering.hibernated(pid);
        if pid == self.ticks.pid {
            self.depth = None;
        }
    }

    // Receives are numbered among the calls of a process.

    fn receive_reached(&mut self, pid: Pid, at: ReceiveAt<'_>) {
        self.numbering.receive_reached(pid, at);
    }

    fn receive_entered(&mut self, pid: Pid, at: ReceiveAt<'_>, clause: u32) {
        self.numbering.receive_entered(pid, at, clause);
    }

    fn receive_ended(&mut self, pid: Pid, at: ReceiveAt<'_>, value: &Term) {
        self.numbering.receive_ended(pid, at, value);
    }

    fn receives_left(&mut self, pid: Pid, id: FunctionId, count: u32) {
        self.numbering.receives_left(pid, id, count);
    }

    fn exit(&mut self, pid: Pid, state: &State) {
        self.numbering.exit(pid, state);
    }
}
