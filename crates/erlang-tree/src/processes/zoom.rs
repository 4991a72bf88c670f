//! Zoom into a node of a run: what one call evaluated between two receives.
//!
//! The call is made again by an instrumented copy of its function, from its beginning; of what that
//! reports, the part that lies in the node's segment is kept, below the expressions that were being
//! evaluated when the segment began.

use std::collections::VecDeque;
use std::rc::Rc;

use computation_tree::{NodeId, Tree, TreeExt};
use erlang_machine::code::{Function, FunctionId, Point};
use erlang_machine::exception::Exception;
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Cause, Observer, ObserverKind, ReceiveAt, StopAt};
use erlang_machine::process::State;
use erlang_machine::program::{Mfa, Program};
use erlang_syntax::ast::ExprId;
use erlang_term::{Atom, Pid, Ref, Term};
use slices::Meter;

use super::endings::Endings;
use super::marks::StandingMark;
use super::scene::Scene;
use super::strand::{Step, StrandNode};
use super::track::ProcessTrack;
use super::transition::NodeKind;
use super::{Life, RunTree};
use crate::subject::{Role, Subjects};
use crate::values::Values;
use crate::zoom::Zoom;
use crate::zoom::trace::Trace;
use crate::zoom::watch::Watch;

/// What is looked into.
struct Wanted {
    call: Step,
    segment: u32,
    /// The receive expression that the node is about, if it is not the call.
    receive: Option<ExprId>,
    /// The call begins in the segment.
    from_its_beginning: bool,
}

impl RunTree {
    /// Looks into one node, for which the run is made again.
    pub async fn zoom(&mut self, node: NodeId, meter: &Meter) -> Result<Zoom, String> {
        let nothing = || "there is no code to look into".to_owned();
        let index = self.index_of(node).ok_or_else(nothing)?;
        let life = &self.lives[index];
        let wanted = self.wanted(life, node).ok_or_else(nothing)?;
        // Calls are leaves of what is inside, and so is what was called before the segment and goes
        // on.
        let place = |node: NodeId| self.place(life, node);
        let mut children: VecDeque<(u32, NodeId)> = VecDeque::new();
        let mut inner = None;
        for child in self.tree.children(node) {
            match (self.kind(child), place(child)) {
                (NodeKind::FirstStep, Some(StrandNode::Step(step))) => children.push_back((step.0, child)),
                (NodeKind::Receive | NodeKind::Transition, _) => {
                    let of_this_call = self.wanted(life, child).filter(|child| child.call == wanted.call);
                    inner = Some((child, of_this_call.and_then(|child| child.receive)));
                }
                _ => {}
            }
        }
        let checkpoints = self.history.checkpoints();
        let StandingMark { checkpoint, standing } = life.marks.last(|mark| mark.next <= wanted.call.0);
        let (values, endings) = (Values::new(0..0), Endings::new(0..0));
        let mut tracer = Tracer {
            program: self.history.machine().program.clone(),
            subjects: &mut self.subjects,
            track: ProcessTrack::going_on(life.pid, standing.next, standing.segment, values, endings),
            wanted,
            children,
            watch: Watch::new(life.pid),
            standing: Standing::Before,
            slice: None,
        };
        let done = |tracer: &mut Tracer<'_>| tracer.watch.is_over();
        let begun = |tracer: &Tracer<'_>| tracer.standing == Standing::Stands || tracer.watch.is_over();
        let start = self.history.stand(&checkpoints[checkpoint], &mut tracer, begun, meter).await;
        if let Some(start) = &start {
            self.history.rerun_by_slices(start, &mut tracer, done, meter).await;
        }
        let (pid, stands) = (tracer.track.pid, tracer.standing == Standing::Stands);
        let trace = tracer.finish(inner)?;
        let start = start.filter(|_| stands);
        let scene = start.map(|start| Scene::new(self.history.clone(), start, pid, self.subjects.clone()));
        Ok(Zoom::new(trace).at(scene))
    }

    fn wanted(&self, life: &Life, node: NodeId) -> Option<Wanted> {
        let strand = &life.strand;
        let place = self.place(life, node)?;
        let segment = strand.segment_of(place);
        let expression = || Some(self.subject(self.tree.subject(node)).receive?.expr);
        // A receive is evaluated in the call that reached it.
        let reached_in = |segment: usize| Some(strand.segments.get(segment)?.call);
        let (call, receive, segment) = match place {
            StrandNode::Step(step) => match expression() {
                None => (step, None, segment),
                receive => (reached_in(segment.checked_sub(1)?)?, receive, segment),
            },
            StrandNode::Transition(n) => {
                let piece = strand.wraps.get(n as usize)?.piece;
                match expression() {
                    None => (piece, None, segment),
                    receive => {
                        let entered = strand.segment_of(StrandNode::Step(piece));
                        (reached_in(entered.checked_sub(1)?)?, receive, segment)
                    }
                }
            }
            StrandNode::Stuck => match life.stuck?.call {
                Some(call) => (call, None, segment),
                // What it looked at after all that it did.
                None => (reached_in(segment)?, Some(expression()?), segment + 1),
            },
        };
        let from_its_beginning = receive.is_none() && strand.segment_of(StrandNode::Step(call)) == segment;
        (call != Step::NONE).then_some(Wanted { call, segment: segment as u32, receive, from_its_beginning })
    }
}

struct Tracer<'a> {
    program: Rc<Program>,
    subjects: &'a mut Subjects,
    track: ProcessTrack,
    wanted: Wanted,
    /// The calls that it makes itself: their steps, and their nodes.
    children: VecDeque<(u32, NodeId)>,
    watch: Watch,
    standing: Standing,
    /// The nodes of the trace so far, and those of them that were open, when the segment began.
    slice: Option<(usize, Vec<u32>)>,
}

/// The process stands once, where the copy has made its first report: expressions can be evaluated
/// anew from there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Before,
    Wanted,
    Stands,
}

impl Tracer<'_> {
    /// `inner`: the node below that goes on in this segment, and which of the call's own receives
    /// it is, if it is one.
    fn finish(self, inner: Option<(NodeId, Option<ExprId>)>) -> Result<Trace, String> {
        let trace = self.watch.finish()?;
        match self.slice {
            Some((before, open)) => trace.cut(before, &open, self.wanted.receive, inner),
            None if self.wanted.from_its_beginning => Ok(trace),
            None => Err("the call does not happen".into()),
        }
    }

    fn acts(&mut self, pid: Pid) {
        if let Some(trace) = self.watch.listening(pid) {
            trace.clock.deeds += 1;
        }
    }

    fn hears(&mut self, at: &ReceiveAt<'_>, pid: Pid) -> bool {
        pid == self.track.pid && self.subjects.is_suspect(at.function.copy_of.unwrap_or(at.id))
    }
}

impl ObserverKind for Tracer<'_> {
    const CALLS: bool = true;
    const REPLACES: bool = true;
    const STOPS: bool = true;
    const WRITES: bool = true;
}

impl Observer for Tracer<'_> {
    fn enter(&mut self, pid: Pid, id: FunctionId) -> FunctionId {
        if pid != self.track.pid || self.watch.is_over() {
            return id;
        }
        let original = self.program.function(id).copy_of.unwrap_or(id);
        let Role::Node(subject) = self.subjects.role(original) else { return id };
        let step = self.track.next();
        if let Some((_, node)) = self.children.pop_front_if(|(child, _)| *child == step) {
            self.watch.calls(node);
        }
        if step != self.wanted.call.0 {
            return id;
        }
        self.watch.begin(&self.program, id, self.subjects.get(subject))
    }

    fn call(&mut self, pid: Pid, id: FunctionId, function: &Function, arguments: &[Term], tail: bool) {
        if pid != self.track.pid {
            return;
        }
        let role = self.subjects.role(function.copy_of.unwrap_or(id));
        self.track.call(role, arguments, tail);
        self.watch.call(arguments, tail);
    }

    fn returned(&mut self, pid: Pid, value: &Term) {
        if pid == self.track.pid {
            self.track.returned(value);
            self.watch.returned(value);
        }
    }

    fn raised(&mut self, pid: Pid, exception: &Exception) {
        if pid == self.track.pid {
            self.track.raised(exception);
            self.watch.raised(exception);
        }
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        if pid == self.track.pid {
            self.track.unwound(caught);
            self.watch.unwound(caught);
        }
    }

    fn hibernated(&mut self, pid: Pid) {
        if pid == self.track.pid {
            self.track.hibernated();
            self.watch.hibernated();
        }
    }

    fn exit(&mut self, pid: Pid, _state: &State) {
        if pid == self.track.pid {
            self.watch.cut_off();
        }
    }

    fn receive_reached(&mut self, pid: Pid, at: ReceiveAt<'_>) {
        if !self.hears(&at, pid) {
            return;
        }
        let segment = self.track.standing().segment;
        self.track.reached(at, self.subjects);
        let Some(trace) = self.watch.inside() else { return };
        trace.clock.receives += 1;
        if segment == self.wanted.segment {
            self.watch.cut_off();
        } else if segment + 1 == self.wanted.segment {
            trace.receives_before = trace.clock.receives;
            self.slice = Some((trace.nodes.len(), trace.open().to_vec()));
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

    fn bind(&mut self, pid: Pid, function: &Function, variable: u32, value: &Term) {
        self.watch.bind(pid, function, variable, value);
    }

    fn report(&mut self, pid: Pid, _function: &Function, point: Point, value: &Term) {
        if self.watch.report(pid, point, value) && self.standing == Standing::Before {
            self.standing = Standing::Wanted;
        }
    }

    fn stop(&mut self, _pid: Pid, _at: StopAt<'_>) -> bool {
        let wanted = self.standing == Standing::Wanted;
        if wanted {
            self.standing = Standing::Stands;
        }
        wanted
    }

    // ---- what others see ----

    fn send(&mut self, from: Pid, _to: Pid, _id: MessageId, _content: &Term, _cause: Option<Cause>) {
        self.acts(from);
    }

    fn spawn(&mut self, parent: Pid, _child: &State) {
        self.acts(parent);
    }

    fn write(&mut self, pid: Pid, _function: Mfa, _arguments: &[Term]) {
        self.acts(pid);
    }

    fn receive(&mut self, pid: Pid, _id: MessageId, _content: &Term) {
        self.acts(pid);
    }

    fn timer(&mut self, pid: Pid, _timer: Ref, _milliseconds: u64) {
        self.acts(pid);
    }

    fn exit_signal(&mut self, from: Pid, _to: Pid, _id: MessageId, _reason: &Term) {
        self.acts(from);
    }

    fn link(&mut self, pid: Pid, _with: Pid) {
        self.acts(pid);
    }

    fn unlink(&mut self, pid: Pid, _with: Pid) {
        self.acts(pid);
    }

    fn monitor(&mut self, pid: Pid, _of: Option<Pid>, _monitor: Ref) {
        self.acts(pid);
    }

    fn demonitor(&mut self, pid: Pid, _of: Pid, _monitor: Ref) {
        self.acts(pid);
    }

    fn register(&mut self, by: Pid, _name: Atom, _pid: Pid) {
        self.acts(by);
    }

    fn unregister(&mut self, by: Pid, _name: Atom, _pid: Pid) {
        self.acts(by);
    }
}
