//! Requests that were not answered in time, and why: rules M1 to M8 of complete statements.

use computation_tree::{NodeId, Tree};
use erlang_history::{EventId, EventKind};
use erlang_term::{Pid, Term};

use super::strand::{End, Step, StrandNode};
use super::transition::Missing;
use super::{Life, RunTree};

/// Why a reply is missing: the node in which to look, and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silence {
    pub node: NodeId,
    pub why: Why,
    /// Of a deadlock: nodes that wait for each other, each with the request that it waits for.
    pub circle: Vec<(NodeId, EventId)>,
}

impl Silence {
    fn new(node: NodeId, why: Why) -> Silence {
        Silence { node, why, circle: Vec::new() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// (M4) The process that was asked had ended, in this node.
    Ended,
    /// (M5) This node took the request and ended without a reply.
    NoReply,
    /// (M6) This node took the request and had not ended.
    NotYet,
    /// (M6) The same, and it waits for a process that waits for it.
    Deadlock,
    /// (M7) The request was there, and this node was under way instead of taking it.
    NotTaken,
    /// Nothing was asked for: this is what the process did last.
    NotSent,
}

impl RunTree {
    /// The request that a timeout of trusted code is about: what the process sent right before it
    /// began to wait. None: nothing was asked for, as in `timer:sleep`.
    pub(super) fn unanswered(&self, index: usize, timeout: EventId) -> Option<Missing> {
        let request = self.open_request(&self.lives[index], timeout)?;
        Some(Missing { request, timeout })
    }

    /// The request that a process waits for the reply to when the run ends: there is no event for
    /// that, so it is the one after the last.
    pub(super) fn waits(&self, index: usize, node: NodeId) -> Option<Missing> {
        let timeout = self.never();
        let request = self.open_request(&self.lives[index], timeout)?;
        let has_ended = self.log.exit_of(self.lives[index].pid).is_some();
        (!has_ended && self.is_in(request, node)).then_some(Missing { request, timeout })
    }

    /// The timeout of the process that sent this request, if nobody replied before it.
    pub(super) fn never_answered(&self, request: EventId) -> Option<Missing> {
        let open = self.open_requests.get_or_init(|| {
            let timeouts = self.lives.iter().flat_map(|life| {
                let events = (0..life.events.len()).filter_map(|n| life.events.get(n).copied());
                let is_timeout = |event: &EventId| {
                    matches!(self.log.get(*event).map(|it| &it.kind), Some(EventKind::Timeout { .. }))
                };
                let waits = life.stuck.map(|_| self.never());
                events.filter(is_timeout).chain(waits).map(move |event| (life, event))
            });
            let requests = timeouts.filter_map(|(life, timeout)| {
                let request = self.open_request(life, timeout)?;
                (!self.is_answered(request, timeout)).then_some((request, timeout))
            });
            requests.collect()
        });
        open.get(&request).map(|timeout| Missing { request, timeout: *timeout })
    }

    /// Whether a reply to a request was sent before an event.
    fn is_answered(&self, request: EventId, until: EventId) -> bool {
        let content = |event: u32| match &self.log.get(EventId(event))?.kind {
            EventKind::Send { content, .. } => content.as_tuple(),
            _ => None,
        };
        let Some([_, from, _]) = content(request.0) else { return false };
        let Some([_, tag]) = from.as_tuple() else { return false };
        (request.0 + 1..until.0).any(|event| matches!(content(event), Some([other, _]) if other == tag))
    }

    /// The exit signal for which a supervisor created a process, by its send: what it received last
    /// before, but for what ended or began other children.
    pub(super) fn replaced_by(&self, pid: Pid) -> Option<EventId> {
        let spawn = self.log.spawned_by(pid)?;
        let is_callback = self.outermost(spawn).is_some_and(|node| {
            let subject = self.subject(self.tree.subject(node));
            subject.function.name().starts_with("handle_")
        });
        if is_callback {
            return None;
        }
        let creator = self.log.get(spawn)?.process;
        let life = &self.lives[*self.by_pid.get(&creator)?];
        let before = life.events.partition_point(|known| *known < spawn);
        for event in (0..before).rev().filter_map(|n| life.events.get(n).copied()) {
            let Some(EventKind::Receive { message }) = self.log.get(event).map(|event| &event.kind) else {
                continue;
            };
            let send = self.log.send_of(*message)?;
            let EventKind::Send { content, .. } = &self.log.get(send)?.kind else { return None };
            let tag = match content.as_tuple() {
                Some([Term::Atom(tag), ..]) => tag.name(),
                _ => return None,
            };
            match tag {
                // What suspect code receives, a supervisor does not.
                "EXIT" => {
                    let is_own = self.innermost(event).is_some_and(|node| {
                        let subject = self.subject(self.tree.subject(node));
                        subject.receive.is_some()
                    });
                    return (!is_own).then_some(send);
                }
                "DOWN" | "ack" | "nack" => {}
                _ => return None,
            }
        }
        None
    }

    /// After all events.
    fn never(&self) -> EventId {
        EventId(self.log.len() as u32 + 1)
    }

    /// Where to look if a process should have sent something to another one before an event (None:
    /// ever): in what it did with the last message that it had got from there, or else in what it
    /// did last.
    pub fn absence(&self, from: Pid, to: Pid, until: Option<EventId>) -> Option<Silence> {
        let timeout = until.unwrap_or_else(|| self.never());
        let asked = self.sends_before(to, timeout, |other| other == from);
        let found = asked.and_then(|request| self.silence(Missing { request, timeout }));
        // What somebody else has to do with it is for later questions.
        let found = found.filter(|silence| self.process_of(silence.node) == Some(from));
        let life = &self.lives[*self.by_pid.get(&from)?];
        let last = || Some(Silence::new(self.under_way(life, timeout)?, Why::NotSent));
        found.or_else(last)
    }

    /// The same if nobody says who: the last one that was sent something.
    pub fn absence_of_anyone(&self, to: Pid, until: Option<EventId>) -> Option<Silence> {
        let timeout = until.unwrap_or_else(|| self.never());
        let has_nodes = |pid: Pid| self.by_pid.get(&pid).is_some_and(|index| self.has_nodes(*index));
        let request = self.sends_before(to, timeout, |other| other != to && has_nodes(other))?;
        self.silence(Missing { request, timeout })
    }

    /// The last message that a process sent before an event, to someone who is meant.
    fn sends_before(&self, of: Pid, until: EventId, is_meant: impl Fn(Pid) -> bool) -> Option<EventId> {
        let life = &self.lives[*self.by_pid.get(&of)?];
        let now = life.events.partition_point(|known| *known < until);
        let mut before = (0..now).rev().filter_map(|n| life.events.get(n).copied());
        before.find(|event| match self.log.get(*event).map(|event| &event.kind) {
            Some(EventKind::Send { to, .. }) => is_meant(*to),
            _ => false,
        })
    }

    /// Where to look if a reply is missing, by the first rule that applies. None: trusted code was
    /// asked, or the reply was under way (M8).
    pub fn silence(&self, missing: Missing) -> Option<Silence> {
        let (mut met, mut waiting): (Vec<Pid>, Vec<(NodeId, EventId)>) = (Vec::new(), Vec::new());
        let (mut request, until) = (missing.request, missing.timeout);
        loop {
            let EventKind::Send { to, message, .. } = self.log.get(request)?.kind else { return None };
            let life = &self.lives[*self.by_pid.get(&to)?];
            met.push(to);
            let taken = self.log.receipt_of(message).filter(|receipt| *receipt < until);
            let Some(taken) = taken else {
                if let Some(exit) = self.log.exit_of(to).filter(|exit| *exit < until) {
                    return Some(Silence::new(self.innermost(exit)?, Why::Ended));
                }
                return Some(Silence::new(self.under_way(life, until)?, Why::NotTaken));
            };
            let node = self.taker(life, taken)?;
            // What it waits for itself, if that is a reply, too.
            let waits = self.open_request(life, until).filter(|next| self.is_in(*next, node));
            let asked = waits.and_then(|next| match self.log.get(next)?.kind {
                EventKind::Send { to, .. } => Some((next, to)),
                _ => None,
            });
            match asked {
                Some((next, to)) if met.contains(&to) => {
                    waiting.push((node, next));
                    let first = met.iter().position(|known| *known == to).unwrap_or(0);
                    let circle = waiting.split_off(first.min(waiting.len()));
                    return Some(Silence { node, why: Why::Deadlock, circle });
                }
                Some((next, to)) if self.by_pid.get(&to).is_some_and(|index| self.has_nodes(*index)) => {
                    waiting.push((node, next));
                    request = next;
                }
                Some(_) => return Some(Silence::new(node, Why::NotYet)),
                None => {
                    let now = life.events.partition_point(|known| *known < until);
                    let around = [now.checked_sub(1), Some(now)].into_iter().flatten();
                    let mut around = around.filter_map(|n| life.events.get(n));
                    let is_under_way = around.any(|event| self.is_in(*event, node));
                    let why = if is_under_way { Why::NotYet } else { Why::NoReply };
                    return Some(Silence::new(node, why));
                }
            }
        }
    }

    fn has_nodes(&self, index: usize) -> bool {
        self.lives[index].strand.steps() > 0
    }

    /// The node that a message was taken for: the own receive that took it, or the callback that
    /// the loop called next.
    fn taker(&self, life: &Life, receipt: EventId) -> Option<NodeId> {
        match self.step_after(receipt)? {
            None => self.outermost(receipt),
            Some(step) if step.0 < life.strand.steps() => {
                Some(self.child_of_process(life.node_of(StrandNode::Step(step))))
            }
            Some(_) => None,
        }
    }

    /// The node that a process was in at some time, or had come out of last. If it waited in a
    /// receive of its own, how it went on there.
    fn under_way(&self, life: &Life, until: EventId) -> Option<NodeId> {
        let segments = life.strand.segments.len();
        let next = (1..segments).find(|n| life.strand.event(*n).is_some_and(|event| event >= until));
        let current = next.unwrap_or(segments).checked_sub(1);
        let ends = current.and_then(|n| life.strand.segments.get(n)).map(|segment| segment.end);
        if let Some(End::Reached(_)) = ends {
            // What it did before it waited happened before.
            let after = match (next, life.stuck) {
                (Some(next), _) => {
                    life.strand.segments.get(next).map(|segment| StrandNode::Step(Step(segment.first_step)))
                }
                (None, Some(_)) => Some(StrandNode::Stuck),
                (None, None) => None,
            };
            if let Some(place) = after {
                return Some(self.child_of_process(life.node_of(place)));
            }
        }
        let now = life.events.partition_point(|known| *known < until);
        let last = *life.events.get(now.checked_sub(1)?)?;
        self.taker(life, last).or_else(|| self.outermost(last))
    }

    /// The request that a process had sent, and waited for the reply to, at some time.
    fn open_request(&self, life: &Life, until: EventId) -> Option<EventId> {
        let now = life.events.partition_point(|known| *known < until);
        let last = *life.events.get(now.checked_sub(1)?)?;
        let EventKind::Send { content, .. } = &self.log.get(last)?.kind else { return None };
        is_request(content).then_some(last)
    }
}

/// Whether a message asks a server of OTP's for a reply.
pub(super) fn is_request(content: &Term) -> bool {
    let (kind, from) = match content.as_tuple() {
        Some([Term::Atom(kind), from, _]) => (kind, from),
        // Of gen_event.
        Some([Term::Pid(_), from, _]) => return matches!(from.as_tuple(), Some([Term::Pid(_), _])),
        _ => return false,
    };
    let kinds = ["$gen_call", "$gen_sync_event", "$gen_sync_all_state_event", "system"];
    kinds.contains(&kind.name()) && matches!(from.as_tuple(), Some([Term::Pid(_), _]))
}
