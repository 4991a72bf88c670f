//! One node of a run made again, as it was or in another version of the code: what would that
//! version have done in its place?
//!
//! The question is conditional: everything before the node stays as it was, and so do the other
//! processes. Only the process of the node runs other code, and only from where the node begins. A
//! node that begins in the middle of calls (RCV1, RCV3) finds those that differ in the version
//! already open. They are then made in the version from their beginning, in the midst of code as it
//! was; if that shows before the node begins, the version would not have come there in this way.

mod follower;

use computation_tree::NodeId;
use erlang_machine::Class;
use erlang_machine::code::FunctionId;
use erlang_machine::mailbox::MessageId;
use erlang_machine::process::Status;
use erlang_machine::program::Mfa;
use erlang_machine::schedule::Fair;
use erlang_term::{Atom, Pid, Ref, Term};
use slices::Meter;

use super::marks::StandingMark;
use super::strand::{Step, StrandNode};
use super::{NodeKind, RunTree};
use crate::version::Version;
pub(crate) use follower::Follower;
use follower::Target;

/// What happened in a node.
#[derive(Default)]
pub struct Rehearsal {
    /// What the process did since the first of the calls that were replaced early. Nothing, where
    /// none had to be.
    pub before: Vec<Effect>,
    /// Whether the process reached the node at all.
    pub began: bool,
    /// What it did in the node.
    pub effects: Vec<Effect>,
    /// None: it did not end.
    pub end: Option<RehearsalEnd>,
    /// The calls of the node that are still open at the end, outermost first, if the version does
    /// not change them: what they have been told.
    pub open: Vec<Open>,
    /// The processes that were created in the node.
    pub children: Vec<Pid>,
    /// Something was called that the version does not have.
    pub doubtful: bool,
    /// How many reductions the run had made at the end.
    pub steps: u64,
    /// Without an end: whether there would never have been one, for nothing could run any more.
    pub is_final: bool,
    /// Calls and receives of the process until then.
    pub(crate) calls: u32,
    /// Calls that differ in the version, and were open when the node began.
    pub(crate) early: Vec<Step>,
}

/// What others can see of a process, and what it hears.
#[derive(Clone, Debug)]
pub enum Effect {
    Call {
        function: FunctionId,
        arguments: Vec<Term>,
    },
    Send {
        to: Pid,
        content: Term,
    },
    Spawn {
        module: Atom,
        function: Atom,
        arguments: Vec<Term>,
        fun: Option<Term>,
        /// How many links and monitors the process begins with.
        ties: usize,
    },
    Consumed(Option<MessageId>),
    Reached(Reached),
    /// What is left behind for later looks: in a dictionary, a table, …
    Write {
        function: Mfa,
        arguments: Vec<Term>,
    },
    /// Links, monitors, names, timers, exit signals.
    Other {
        what: &'static str,
        pid: Option<Pid>,
        reference: Option<Ref>,
        term: Option<Term>,
    },
}

/// A receive, with its variables.
#[derive(Clone, Debug)]
pub struct Reached {
    pub module: Atom,
    /// The code that it is in: a function, a fun, or a comprehension.
    pub function: Atom,
    /// Among the receives of that.
    pub number: u32,
    pub context: Vec<(Atom, Term)>,
}

#[derive(Clone, Debug)]
pub enum RehearsalEnd {
    Value(Term),
    Exception {
        class: Class,
        reason: Term,
    },
    Reached(Reached),
    /// With the call that it will wake up to.
    Hibernated {
        function: FunctionId,
        arguments: Vec<Term>,
    },
    /// The process was ended by another.
    Killed,
}

/// A call that is not over.
#[derive(Clone, Debug)]
pub struct Open {
    pub function: FunctionId,
    /// Its arguments if it began in the node, and what has returned to it in the node.
    pub told: Vec<Term>,
}

/// A node as it was and as it would have been.
pub struct Rehearsals {
    pub was: Rehearsal,
    pub other: Rehearsal,
    /// For a process that blocks forever: whether it goes on in the version.
    pub stuck: Option<bool>,
}

/// How much longer than the original the version may take for a node.
pub(crate) const MORE_STEPS: u64 = 100_000;

impl RunTree {
    /// Makes a node again, both ways. None: it is nothing that a process did.
    pub async fn rehearse(&mut self, node: NodeId, version: &Version, meter: &Meter) -> Option<Rehearsals> {
        let (pid, target) = self.target(node)?;
        let mut was = self.as_it_was(pid, target, version, &[], meter).await;
        if !was.early.is_empty() {
            let early = std::mem::take(&mut was.early);
            let again = self.as_it_was(pid, target, version, &early, meter).await;
            was = Rehearsal { early, ..again };
        }
        // Where the run was cut off, there is nothing to be said of what would have come later.
        let waits = target == Target::Stuck && self.machine().system.run_queue.is_empty();
        let other = self.in_version(pid, target, version, &was, was.end.is_some() || waits, meter).await;
        let stuck = (target == Target::Stuck).then_some(other.calls > was.calls);
        Some(Rehearsals { was, other, stuck })
    }

    fn target(&self, node: NodeId) -> Option<(Pid, Target)> {
        let life = self.life_of(node)?;
        let target = match self.place(life, node)? {
            StrandNode::Stuck => Target::Stuck,
            StrandNode::Step(step) if self.kind(node) == NodeKind::Receive => Target::Receive(step),
            StrandNode::Step(step) => Target::Call(step),
            StrandNode::Transition(n) => {
                let segment = life.strand.segment_of(StrandNode::Transition(n));
                // Only a receive can be gone on from.
                life.strand.event(segment)?;
                let receive = Step(life.strand.segments.get(segment)?.first_step);
                Target::Transition { receive, piece: life.strand.wraps.get(n as usize)?.piece }
            }
        };
        Some((life.pid, target))
    }

    /// The last checkpoint before the node, and before the call that it is a part of: whatever else
    /// is open is none of its business.
    fn mark_before(&self, pid: Pid, target: Target) -> StandingMark {
        let life = &self.lives[self.by_pid[&pid]];
        let strand = &life.strand;
        // A receive is evaluated in the call that reached it.
        let reached_in =
            |segment: usize| strand.segments.get(segment).map_or(Step(0), |reached| reached.call);
        let call_of = |step: Step| match self.kind(life.node_of(StrandNode::Step(step))) {
            NodeKind::Receive => reached_in(strand.segment_of(StrandNode::Step(step)).saturating_sub(1)),
            _ => step,
        };
        let call = match target {
            Target::Call(step) => step,
            Target::Receive(step) => call_of(step),
            Target::Transition { piece, .. } => call_of(piece),
            Target::Stuck => match life.stuck.and_then(|stuck| stuck.call) {
                Some(call) => call,
                None => reached_in(strand.segments.len().saturating_sub(1)),
            },
        };
        let first = if call == Step::NONE { Step(0) } else { call };
        life.marks.last(|mark| mark.next <= first.0)
    }

    async fn as_it_was(
        &mut self,
        pid: Pid,
        target: Target,
        version: &Version,
        early: &[Step],
        meter: &Meter,
    ) -> Rehearsal {
        let StandingMark { checkpoint, standing } = self.mark_before(pid, target);
        let mut follower =
            Follower::new(&mut self.subjects, version, pid, target, early, false).starting_at(standing.next);
        let from = &self.history.checkpoints()[checkpoint];
        let done = |follower: &mut Follower<'_>| follower.is_done();
        let machine = self.history.rerun_by_slices(from, &mut follower, done, meter).await;
        let is_final = machine.system.get(pid).is_none_or(|process| process.state.status != Status::Runnable);
        Rehearsal { steps: machine.system.steps, is_final, ..follower.finish() }
    }

    /// `live`: it may go on beyond what was recorded.
    async fn in_version(
        &mut self,
        pid: Pid,
        target: Target,
        version: &Version,
        was: &Rehearsal,
        live: bool,
        meter: &Meter,
    ) -> Rehearsal {
        let StandingMark { checkpoint, standing } = self.mark_before(pid, target);
        let follower = Follower::new(&mut self.subjects, version, pid, target, &was.early, true);
        let mut follower = follower.starting_at(standing.next);
        let (from, most) = (&self.history.checkpoints()[checkpoint], was.steps + MORE_STEPS);
        let done = |follower: &mut Follower<'_>| follower.is_done();
        let machine = match live {
            true => self.history.diverge(from, &mut Fair, most, &mut follower, done, meter).await,
            false => self.history.rerun_by_slices(from, &mut follower, done, meter).await,
        };
        Rehearsal { steps: machine.system.steps, ..follower.finish() }
    }
}
