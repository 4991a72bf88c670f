//! Follows one process through a re-run to one of its nodes, and puts the code of another version
//! in the place of calls.

use erlang_machine::code::{Function, FunctionId};
use erlang_machine::exception::Exception;
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Cause, Observer, ObserverKind, ReceiveAt};
use erlang_machine::process::{ProcessEnd, State};
use erlang_machine::program::Mfa;
use erlang_term::{Atom, Pid, Ref, Term};

use super::super::missing::is_request;
use super::super::strand::Step;
use super::{Effect, Open, Reached, Rehearsal, RehearsalEnd};
use crate::subject::{Role, Subjects};
use crate::version::Version;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// (BFUN)
    Call(Step),
    /// (RCV3)
    Receive(Step),
    /// (RCV1): a call or a receive that goes on in the segment that this receive began.
    Transition { receive: Step, piece: Step },
    /// (LOCK): the end of the run.
    Stuck,
}

pub(crate) struct Follower<'a> {
    subjects: &'a mut Subjects,
    version: &'a Version,
    pid: Pid,
    target: Target,
    /// Calls that run in the version although the node has not begun.
    early: &'a [Step],
    /// Whether anything is replaced at all.
    replaces: bool,
    /// Receives that it may still reach without being over.
    receives: u32,
    /// The next step of the process.
    next: u32,
    frames: Vec<Frame>,
    /// Receives that are open.
    bodies: Vec<Body>,
    /// In a receive of suspect code that has not gone on.
    waiting: bool,
    consumed: Option<MessageId>,
    raised: Option<Exception>,
    phase: Phase,
    /// In the node: it is over with the next call.
    hibernates: bool,
    found: Rehearsal,
}

struct Frame {
    /// The call whose code it runs; for the function of a comprehension, the call that it is part
    /// of.
    piece: Option<Step>,
    /// Of that call, as in the program that ran.
    function: FunctionId,
    is_part: bool,
    told: Vec<Term>,
}

#[derive(Clone, Copy)]
struct Body {
    frame: usize,
    step: Step,
    /// How many receives of the function there are around it.
    depth: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Before,
    /// The node ends with this frame at the latest; and, if it is a receive, with that.
    Within {
        frame: usize,
        receive: Option<u32>,
    },
    After,
}

impl<'a> Follower<'a> {
    pub(crate) fn new(
        subjects: &'a mut Subjects,
        version: &'a Version,
        pid: Pid,
        target: Target,
        early: &'a [Step],
        replaces: bool,
    ) -> Follower<'a> {
        Follower {
            subjects,
            version,
            pid,
            target,
            early,
            replaces,
            receives: 0,
            next: 0,
            frames: Vec::new(),
            bodies: Vec::new(),
            waiting: false,
            consumed: None,
            raised: None,
            phase: Phase::Before,
            hibernates: false,
            found: Rehearsal::default(),
        }
    }

    /// Follows a call that a process makes instead of what it did, until it has reached this many
    /// receives and one more.
    pub(crate) fn new_call(
        subjects: &'a mut Subjects,
        version: &'a Version,
        pid: Pid,
        function: FunctionId,
        receives: u32,
        replaces: bool,
    ) -> Follower<'a> {
        let follower = Follower::new(subjects, version, pid, Target::Call(Step::NONE), &[], replaces);
        let frames = vec![Frame { piece: None, function, is_part: false, told: Vec::new() }];
        let phase = Phase::Within { frame: 0, receive: None };
        let found = Rehearsal { began: true, ..Rehearsal::default() };
        Follower { receives, frames, phase, found, ..follower }
    }

    /// Follows the process from a point at which it had reached this step. The calls that are open
    /// there are not known.
    pub(crate) fn starting_at(self, next: u32) -> Follower<'a> {
        Follower { next, ..self }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.phase == Phase::After
    }

    pub(crate) fn finish(mut self) -> Rehearsal {
        if self.target == Target::Stuck
            && let Some(top) = self.frames.len().checked_sub(1)
        {
            self.found.early = self.changed_since(self.owner(top));
        }
        self.found.calls = self.next;
        self.found
    }

    fn is_within(&self) -> bool {
        matches!(self.phase, Phase::Within { .. })
    }

    fn top(&self) -> usize {
        self.frames.len().wrapping_sub(1)
    }

    /// Is this the process, and is there anything left to see?
    fn listens(&self, pid: Pid) -> bool {
        pid == self.pid && self.phase != Phase::After
    }

    fn note(&mut self, pid: Pid, effect: impl FnOnce() -> Effect) {
        if !self.listens(pid) {
            return;
        }
        if self.is_within() {
            self.found.effects.push(effect());
        } else if self.early.first().is_some_and(|first| first.0 < self.next) {
            self.found.before.push(effect());
        }
    }

    fn role(&mut self, original: FunctionId) -> Role {
        self.subjects.role(original)
    }

    fn is_suspect(&mut self, id: FunctionId) -> bool {
        self.subjects.is_suspect(self.version.original(id))
    }

    // ---- the beginning and the end of the node ----

    fn begin(&mut self, frame: usize, receive: Option<u32>) {
        if !matches!(self.target, Target::Call(_)) {
            self.found.early = self.changed_since(frame);
            self.frames.iter_mut().for_each(|frame| frame.told.clear());
        }
        self.found.began = true;
        self.phase = Phase::Within { frame, receive };
    }

    /// Open calls that differ in the version, from a frame on.
    fn changed_since(&self, frame: usize) -> Vec<Step> {
        let changed = self.frames[frame.min(self.frames.len())..]
            .iter()
            .filter(|frame| self.version.replacement(frame.function).is_some());
        let mut steps: Vec<Step> = changed.filter_map(|frame| frame.piece).collect();
        steps.sort();
        steps.dedup();
        steps
    }

    fn end(&mut self, end: RehearsalEnd) {
        let Phase::Within { frame, .. } = self.phase else { return };
        let open = self.frames.drain(frame.min(self.frames.len())..);
        let unchanged = open.filter(|frame| self.version.replacement(frame.function).is_none());
        self.found.open = unchanged.map(|Frame { function, told, .. }| Open { function, told }).collect();
        self.found.end = Some(end);
        self.phase = Phase::After;
    }

    /// The frame of the call that a frame belongs to.
    fn owner(&self, frame: usize) -> usize {
        let piece = self.frames[frame].piece;
        match self.frames[frame].is_part {
            true => self.frames.iter().position(|frame| frame.piece == piece).unwrap_or(frame),
            false => frame,
        }
    }

    /// The innermost function is gone.
    fn leave(&mut self, end: impl FnOnce() -> RehearsalEnd) {
        let top = self.top();
        if matches!(self.phase, Phase::Within { frame, .. } if frame == top) {
            self.frames.pop();
            self.end(end());
            return;
        }
        self.frames.pop();
        while self.bodies.pop_if(|body| body.frame >= top).is_some() {}
    }

    /// Receives of the innermost function end until no more than this many are left.
    fn end_receives(&mut self, left: u32, end: impl FnOnce() -> RehearsalEnd) {
        let top = self.top();
        while self.bodies.pop_if(|body| body.frame == top && body.depth >= left).is_some() {}
        if let Phase::Within { frame, receive: Some(depth) } = self.phase
            && frame == top
            && depth >= left
        {
            self.end(end());
        }
    }

    fn exception(&self) -> RehearsalEnd {
        match &self.raised {
            Some(Exception { class, reason, .. }) => {
                RehearsalEnd::Exception { class: *class, reason: reason.clone() }
            }
            None => RehearsalEnd::Killed,
        }
    }

    fn tell(&mut self, value: &Term) {
        if self.is_within()
            && let Some(frame) = self.frames.last_mut()
        {
            frame.told.push(value.clone());
        }
    }
}

fn reached(at: &ReceiveAt<'_>) -> Reached {
    let names = at.expression().variables.iter().map(|(name, _)| *name);
    let context = names.zip(at.context().cloned()).collect();
    Reached { module: at.function.module, function: at.function.name, number: at.receive, context }
}

impl ObserverKind for Follower<'_> {
    const CALLS: bool = true;
    const REPLACES: bool = true;
    const WRITES: bool = true;
}

impl Observer for Follower<'_> {
    // ---- calls ----

    fn enter(&mut self, pid: Pid, id: FunctionId) -> FunctionId {
        let original = self.version.original(id);
        // A fun that was made in the version may be called by others, for whom nothing changes.
        if !self.replaces || !self.listens(pid) || !matches!(self.role(original), Role::Node(_)) {
            return original;
        }
        let step = Step(self.next);
        let replaced = self.is_within() || self.target == Target::Call(step) || self.early.contains(&step);
        match self.version.replacement(original) {
            Some(other) if replaced => other,
            _ => {
                self.found.doubtful |= replaced && self.version.lacks(original);
                original
            }
        }
    }

    fn call(&mut self, pid: Pid, id: FunctionId, _function: &Function, arguments: &[Term], tail: bool) {
        if !self.listens(pid) {
            return;
        }
        let function = self.version.original(id);
        if self.hibernates {
            self.end(RehearsalEnd::Hibernated { function, arguments: arguments.to_vec() });
            return;
        }
        let role = self.role(function);
        let is_part = matches!(role, Role::Part);
        let (piece, function) = match (role, self.frames.last()) {
            (Role::Node(_), _) => (Some(Step(self.next)), function),
            (Role::Part, Some(caller)) => (caller.piece, caller.function),
            _ => (None, function),
        };
        if tail && self.frames.pop().is_some() && !is_part {
            let top = self.frames.len();
            while self.bodies.pop_if(|body| body.frame == top).is_some() {}
        }
        let begins = self.target == Target::Call(Step(self.next)) && matches!(role, Role::Node(_));
        let told = if self.is_within() || begins { arguments.to_vec() } else { Vec::new() };
        self.frames.push(Frame { piece, function, is_part, told });
        if let Role::Node(_) = role {
            let arguments = || arguments.to_vec();
            if !self.is_within() {
                self.note(pid, || Effect::Call { function, arguments: arguments() });
            }
            self.next += 1;
            if begins {
                self.begin(self.top(), None);
            }
        }
    }

    fn returned(&mut self, pid: Pid, value: &Term) {
        if self.listens(pid) {
            self.leave(|| RehearsalEnd::Value(value.clone()));
            self.tell(value);
        }
    }

    fn raised(&mut self, pid: Pid, exception: &Exception) {
        if self.listens(pid) {
            self.raised = Some(exception.clone());
            self.waiting = false;
        }
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        if !self.listens(pid) {
            return;
        }
        if caught {
            let reason = self.raised.as_ref().map_or(Term::Nil, |exception| exception.reason.clone());
            self.tell(&reason);
        } else {
            let end = self.exception();
            self.leave(|| end);
        }
    }

    fn hibernated(&mut self, pid: Pid) {
        if self.listens(pid) {
            self.frames.clear();
            self.bodies.clear();
            self.hibernates = self.is_within();
        }
    }

    fn exit(&mut self, pid: Pid, state: &State) {
        if self.listens(pid) && matches!(state.outcome, Some(ProcessEnd::Killed(_))) {
            self.frames.clear();
            self.end(RehearsalEnd::Killed);
        }
    }

    // ---- receives ----

    fn receive_reached(&mut self, pid: Pid, at: ReceiveAt<'_>) {
        if !self.listens(pid) || !self.is_suspect(at.id) {
            return;
        }
        if self.is_within() && self.receives == 0 {
            self.end(RehearsalEnd::Reached(reached(&at)));
        } else {
            self.receives = self.receives.saturating_sub(1);
            self.waiting = true;
            self.note(pid, || Effect::Reached(reached(&at)));
        }
    }

    fn receive_entered(&mut self, pid: Pid, at: ReceiveAt<'_>, _clause: u32) {
        if !self.listens(pid) || !self.is_suspect(at.id) {
            return;
        }
        let (step, frame, depth) = (Step(self.next), self.top(), at.expression().depth);
        self.next += 1;
        self.waiting = false;
        self.bodies.push(Body { frame, step, depth });
        match self.target {
            Target::Receive(target) if target == step => self.begin(frame, Some(depth)),
            Target::Transition { receive, piece } if receive == step => {
                let body = self.bodies.iter().find(|body| body.step == piece).copied();
                let call = self.frames.iter().position(|frame| frame.piece == Some(piece));
                match (body, call) {
                    (Some(body), _) => self.begin(body.frame, Some(body.depth)),
                    (None, Some(call)) => self.begin(call, None),
                    (None, None) => self.phase = Phase::After,
                }
            }
            _ => {}
        }
        let consumed = self.consumed.take();
        self.note(pid, || Effect::Consumed(consumed));
    }

    fn receive_ended(&mut self, pid: Pid, at: ReceiveAt<'_>, value: &Term) {
        if self.listens(pid) && self.is_suspect(at.id) {
            self.tell(value);
            self.end_receives(at.expression().depth, || RehearsalEnd::Value(value.clone()));
        }
    }

    fn receives_left(&mut self, pid: Pid, id: FunctionId, count: u32) {
        if self.listens(pid) && self.is_suspect(id) {
            let end = self.exception();
            self.end_receives(count, || end);
        }
    }

    fn receive(&mut self, pid: Pid, id: MessageId, _content: &Term) {
        if self.listens(pid) && self.waiting {
            self.consumed = Some(id);
        }
    }

    // ---- what others see ----

    fn send(&mut self, from: Pid, to: Pid, _id: MessageId, content: &Term, cause: Option<Cause>) {
        if cause.is_none() {
            self.note(from, || Effect::Send { to, content: content.clone() });
        }
    }

    fn spawn(&mut self, parent: Pid, child: &State) {
        if self.listens(parent) && self.is_within() {
            self.found.children.push(child.pid);
        }
        let call = &child.initial_call;
        self.note(parent, || Effect::Spawn {
            module: call.module,
            function: call.function,
            arguments: call.arguments.clone(),
            fun: call.fun.clone(),
            ties: child.links.len() + child.monitored_by.len(),
        });
    }

    fn write(&mut self, pid: Pid, function: Mfa, arguments: &[Term]) {
        self.note(pid, || Effect::Write { function, arguments: arguments.to_vec() });
    }

    /// Other processes notice a pause: their actions in the meantime come first. A reply that did
    /// not come in time is not a pause.
    fn timeout(&mut self, pid: Pid, milliseconds: u64) {
        let asked = match self.found.effects.last() {
            Some(Effect::Send { content, .. }) => is_request(content),
            _ => false,
        };
        if !self.waiting && !asked {
            self.note(pid, || other("pause", None, None, Some(Term::Int(milliseconds as i64))));
        }
    }

    fn timer(&mut self, pid: Pid, timer: Ref, milliseconds: u64) {
        self.note(pid, || other("timer", None, Some(timer), Some(Term::Int(milliseconds as i64))));
    }

    fn exit_signal(&mut self, from: Pid, to: Pid, _id: MessageId, reason: &Term) {
        self.note(from, || other("exit", Some(to), None, Some(reason.clone())));
    }

    fn link(&mut self, pid: Pid, with: Pid) {
        self.note(pid, || other("link", Some(with), None, None));
    }

    fn unlink(&mut self, pid: Pid, with: Pid) {
        self.note(pid, || other("unlink", Some(with), None, None));
    }

    fn monitor(&mut self, pid: Pid, of: Option<Pid>, monitor: Ref) {
        self.note(pid, || other("monitor", of, Some(monitor), None));
    }

    fn demonitor(&mut self, pid: Pid, of: Pid, monitor: Ref) {
        self.note(pid, || other("demonitor", Some(of), Some(monitor), None));
    }

    fn register(&mut self, by: Pid, name: Atom, pid: Pid) {
        self.note(by, || other("register", Some(pid), None, Some(Term::Atom(name))));
    }

    fn unregister(&mut self, by: Pid, name: Atom, pid: Pid) {
        self.note(by, || other("unregister", Some(pid), None, Some(Term::Atom(name))));
    }
}

fn other(what: &'static str, pid: Option<Pid>, reference: Option<Ref>, term: Option<Term>) -> Effect {
    Effect::Other { what, pid, reference, term }
}
