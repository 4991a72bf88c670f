//! What a node says: from memory, or by re-run.

use computation_tree::{NodeId, SubjectId, Tree};
use erlang_history::{EventId, EventKind};
use erlang_machine::code::{Receive, Slot};
use erlang_machine::process::ProcessEnd;
use erlang_term::{Atom, Pid, Term};

use super::strand::{End, Step, StrandNode, Wrap};
use super::transition::{CameTo, Consumed, NodeKind, ReceivePoint, Transition};
use super::{PROCESSES, RunTree, Stuck};
use crate::call::{CallOutcome, Clause};
use crate::subject::{Site, Subject};

impl RunTree {
    /// What happened in a node.
    pub fn transition(&mut self, node: NodeId) -> Transition {
        let kind = self.kind(node);
        let subject = self.subject(self.tree.subject(node)).clone();
        let Some(index) = self.index_of(node) else {
            return self.whole(kind, subject, self.lives.first().map_or(Pid::local(0), |life| life.pid));
        };
        let pid = self.lives[index].pid;
        let Some(place) = self.place(&self.lives[index], node) else { return self.whole(kind, subject, pid) };
        let segment = self.lives[index].strand.segment_of(place) as u32;
        let mut said = self.whole(kind, subject, pid);
        // The call itself; of a transition, the one that goes on.
        let call = match place {
            StrandNode::Step(step) => Some(step),
            StrandNode::Transition(n) => {
                self.lives[index].strand.wraps.get(n as usize).map(|wrap| wrap.piece)
            }
            StrandNode::Stuck => self.lives[index].stuck.and_then(|stuck| stuck.call),
        };
        if let Some(step) = call
            && said.subject.receive.is_none()
        {
            let (mut arguments, _, clause) = match kind {
                NodeKind::Transition => self.distant_step(index, step),
                _ => self.step(index, step),
            };
            said.captured = arguments.split_off((said.subject.arity as usize).min(arguments.len()));
            (said.arguments, said.clause) = (arguments, clause);
        }
        match kind {
            NodeKind::Receive | NodeKind::Transition => self.tell_receive(index, segment, &mut said),
            NodeKind::Stuck => self.tell_waiting(index, segment, &mut said),
            NodeKind::FirstStep => {
                said.consumed =
                    self.dispatched(index, place).or_else(|| self.shared_event(index, node, &said));
            }
            NodeKind::Run | NodeKind::Process => {}
        }
        said.came_to = self.came_to(index, place, segment);
        if said.clause == Clause::NoneMatched && !matches!(said.came_to, CameTo::Exception { .. }) {
            // The run ended while the clauses were tried.
            said.clause = Clause::Unknown;
        }
        let first = node.0 - self.lives[index].node.0 - 1;
        let end = self.tree.end(node).0 - self.lives[index].node.0 - 1;
        // What the own receive of the segment took is not an answer.
        let own = self.lives[index].strand.event(segment as usize);
        for event in self.deeds_of(&self.lives[index], segment as usize, first, end) {
            match self.log.get(event).map(|event| &event.kind) {
                Some(EventKind::Send { .. }) => said.sent.push(event),
                Some(EventKind::Timer { .. }) => said.sent.extend(self.message_of_timer(event)),
                Some(EventKind::Spawn { .. }) => said.created.push(event),
                Some(EventKind::Receive { message }) if Some(event) != own => {
                    let send = self.log.send_of(*message);
                    said.answers.extend(send.filter(|send| !said.sent.contains(send)));
                }
                Some(EventKind::Timeout { .. }) if Some(event) != own => {
                    said.missing.extend(self.unanswered(index, event));
                }
                _ => {}
            }
        }
        if matches!(said.came_to, CameTo::Stuck | CameTo::Running) {
            said.missing.extend(self.waits(index, node));
        }
        if let Some(Consumed::Message(request)) = said.consumed {
            said.unanswered = self.never_answered(request);
        }
        if kind == NodeKind::FirstStep && node.0 == self.lives[index].node.0 + 1 {
            said.replaces = self.replaced_by(pid);
        }
        said
    }

    /// The message that a timer sent, if it fired.
    fn message_of_timer(&self, timer: EventId) -> Option<EventId> {
        let timed = self.timed.get_or_init(|| {
            let sends = self.log.iter().filter(|(_, event)| matches!(event.kind, EventKind::Send { .. }));
            sends.filter_map(|(id, event)| Some((event.cause?, id))).collect()
        });
        timed.get(&timer).copied()
    }

    /// The run or a process, without anything below; the beginning of what others say.
    fn whole(&self, kind: NodeKind, subject: Subject, pid: Pid) -> Transition {
        Transition {
            kind,
            pid,
            subject,
            arguments: Vec::new(),
            captured: Vec::new(),
            clause: Clause::Unknown,
            receive: None,
            accepted: None,
            context: Vec::new(),
            received: Vec::new(),
            answers: Vec::new(),
            missing: Vec::new(),
            unanswered: None,
            replaces: None,
            consumed: None,
            came_to: self.end_of(pid),
            sent: Vec::new(),
            created: Vec::new(),
        }
    }

    pub(super) fn index_of(&self, node: NodeId) -> Option<usize> {
        let after = self.lives.partition_point(|life| life.node <= node);
        after.checked_sub(1)
    }

    /// The message that trusted code took right before it made a call by itself: what a callback is
    /// for.
    fn dispatched(&self, index: usize, place: StrandNode) -> Option<Consumed> {
        let life = &self.lives[index];
        let StrandNode::Step(step) = place else { return None };
        let outermost = self.tree.depth(life.node_of(place)) == PROCESSES;
        let events = if outermost { self.deeds_before(life, step) } else { Vec::new() };
        events.into_iter().find_map(|event| match self.log.get(event)?.kind {
            EventKind::Receive { message } => self.log.send_of(message).map(Consumed::Message),
            EventKind::Timeout { .. } => Some(Consumed::Timeout(event)),
            _ => None,
        })
    }

    /// The loop of `gen_event` calls every handler for one message: what the handlers before this
    /// one were called for.
    fn shared_event(&mut self, index: usize, node: NodeId, said: &Transition) -> Option<Consumed> {
        let is_handler = |subject: &Subject| {
            subject.arity == 2 && matches!(subject.function.name(), "handle_event" | "handle_info")
        };
        let mut node = node;
        while is_handler(&said.subject) && self.tree.depth(node) == PROCESSES {
            let before = NodeId(node.0.checked_sub(1)?);
            if self.tree.depth(before) < PROCESSES {
                return None;
            }
            node = self.tree.ancestor(before, PROCESSES);
            let subject = self.subject(self.tree.subject(node));
            if subject.function != said.subject.function || subject.arity != said.subject.arity {
                return None;
            }
            let place = self.place(&self.lives[index], node)?;
            let StrandNode::Step(step) = place else { return None };
            if self.step(index, step).0.first() != said.arguments.first() {
                return None;
            }
            if let Some(consumed) = self.dispatched(index, place) {
                return Some(consumed);
            }
        }
        None
    }

    // ---- receives ----

    /// The receive that a segment began with.
    fn tell_receive(&mut self, index: usize, segment: u32, said: &mut Transition) {
        let life = &self.lives[index];
        let Some(before) = segment.checked_sub(1) else { return };
        let Some(End::Reached(reached)) = life.strand.segments.get(before as usize).map(|before| before.end)
        else {
            return;
        };
        let Some(site) = self.subjects.get(reached).receive else { return };
        said.receive = self.point(reached);
        let values = self.context(index, before);
        let receive = self.expression(site);
        said.context = named(&receive.variables, values);
        let Some(event) = self.lives[index].strand.event(segment as usize) else { return };
        let first = self.lives[index].strand.segments.get(segment as usize).map_or(0, |s| s.first_step);
        let (bound, _, clause) = self.step(index, Step(first));
        if let Clause::Taken(clause) = clause {
            said.accepted = Some(clause);
            let variables = &self.expression(site).clauses[clause as usize];
            said.context.extend(named(variables, bound));
            said.context.sort_by(|(a, _), (b, _)| a.name().cmp(b.name()));
        }
        match self.log.get(event).map(|event| &event.kind) {
            Some(EventKind::Receive { message }) => {
                said.consumed = self.log.send_of(*message).map(Consumed::Message);
                let delivery = self.log.delivery_of(*message).and_then(|delivery| self.log.get(delivery));
                if let Some(EventKind::Deliver { from, .. }) = delivery.map(|event| &event.kind) {
                    said.received = self.lives[index].inbox.at(&self.log, event, Some(*from));
                }
            }
            _ => {
                said.consumed = Some(Consumed::Timeout(event));
                said.received = self.lives[index].inbox.at(&self.log, event, None);
            }
        }
    }

    /// The receive that a process blocks in forever.
    fn tell_waiting(&mut self, index: usize, segment: u32, said: &mut Transition) {
        if let Some(Stuck { subject, call: None }) = self.lives[index].stuck
            && let Some(site) = said.subject.receive
        {
            said.receive = self.point(subject);
            let values = self.context(index, segment);
            said.context = named(&self.expression(site).variables, values);
        }
        if let Some(process) = self.machine().system.get(said.pid) {
            let messages = process.state.mailbox.iter();
            said.received = messages.filter_map(|message| self.log.send_of(message.id)).collect();
        }
    }

    pub(super) fn expression(&self, site: Site) -> &Receive {
        &self.machine().program.function(site.code).receives[site.number as usize]
    }

    fn point(&self, receive: SubjectId) -> Option<ReceivePoint> {
        let subject = self.subjects.get(receive);
        let expr = subject.receive?.expr;
        let (sources, found) = (&subject.source.sources, &subject.source[expr]);
        Some(ReceivePoint {
            expr,
            file: sources.name(found.span.file).into(),
            line: found.span.start.line,
            source: sources.text(found.span).unwrap_or_default().into(),
        })
    }

    // ---- outcomes ----

    pub(super) fn came_to(&mut self, index: usize, place: StrandNode, segment: u32) -> CameTo {
        let outcome = match place {
            StrandNode::Step(step) => match self.step(index, step).1 {
                Some(CallOutcome::Unfinished) => None,
                outcome => outcome,
            },
            StrandNode::Transition(n) => match self.lives[index].strand.wraps.get(n as usize) {
                Some(Wrap { ended: Wrap::OPEN, .. }) | None => None,
                Some(Wrap { ended, .. }) => self.outcome(index, segment, *ended),
            },
            StrandNode::Stuck => return CameTo::Stuck,
        };
        match outcome {
            Some(CallOutcome::Value(value)) => return CameTo::Value(value),
            Some(CallOutcome::Exception { class, reason, trace }) => {
                return CameTo::Exception { class, reason, trace };
            }
            Some(CallOutcome::Unfinished) | None => {}
        }
        let life = &self.lives[index];
        match life.strand.segments.get(segment as usize).map(|segment| segment.end) {
            Some(End::Reached(receive)) => {
                let (point, site) = (self.point(receive), self.subjects.get(receive).receive);
                let values = self.context(index, segment);
                match (point, site) {
                    (Some(point), Some(site)) => {
                        CameTo::Receive { point, context: named(&self.expression(site).variables, values) }
                    }
                    _ => CameTo::Running,
                }
            }
            Some(End::Hibernated) => CameTo::Hibernated,
            Some(End::Open) | None if life.stuck.is_some() => CameTo::Stuck,
            Some(End::Open) | None => self.end_of(life.pid),
        }
    }

    /// What became of a process.
    fn end_of(&self, pid: Pid) -> CameTo {
        let process = self.machine().system.get(pid);
        match process.and_then(|process| process.state.outcome.as_ref()) {
            Some(ProcessEnd::Value(value)) => CameTo::Value(value.clone()),
            Some(ProcessEnd::Exception(exception)) => CameTo::Exception {
                class: exception.class,
                reason: exception.reason.clone(),
                trace: exception.trace.clone(),
            },
            Some(ProcessEnd::Killed(reason)) => {
                let exit = self.log.exit_of(pid).and_then(|event| self.log.get(event));
                let by = match exit.map(|exit| &exit.kind) {
                    Some(EventKind::Exit { by, .. }) => *by,
                    _ => None,
                };
                CameTo::Killed { reason: reason.clone(), by }
            }
            None => match self.by_pid.get(&pid).and_then(|index| self.lives[*index].stuck) {
                Some(_) => CameTo::Stuck,
                None => CameTo::Running,
            },
        }
    }
}

fn named(variables: &[(Atom, Slot)], values: Vec<Term>) -> Vec<(Atom, Term)> {
    variables.iter().map(|(name, _)| *name).zip(values).collect()
}
