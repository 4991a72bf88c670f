//! Who is wrong if a variable is: the node that bound it.

use computation_tree::{NodeId, Tree};
use erlang_machine::compile::variables::pattern_variables;
use erlang_term::{Atom, Term};

use super::strand::{End, Step, StrandNode};
use super::transition::{CameTo, Consumed, NodeKind};
use super::{Life, PROCESSES, RunTree};
use crate::call::Clause;
use crate::subject::Site;

/// How many callbacks are looked at for the one that returned a state.
const MOST_CALLBACKS: usize = 1000;

impl RunTree {
    /// The earlier node that is wrong if a variable of a node's context is. Of a call, which has no
    /// context: if this argument is.
    pub fn binder(&mut self, node: NodeId, variable: usize) -> Option<NodeId> {
        let index = self.index_of(node)?;
        let place = self.place(&self.lives[index], node)?;
        let segment = self.lives[index].strand.segment_of(place);
        let reached = match self.kind(node) {
            NodeKind::FirstStep => {
                let StrandNode::Step(step) = place else { return None };
                let argument = self.step(index, step).0.into_iter().nth(variable);
                return self.caller(index, step, argument.as_ref());
            }
            NodeKind::Receive | NodeKind::Transition => segment.checked_sub(1)?,
            NodeKind::Stuck => segment,
            NodeKind::Run | NodeKind::Process => return None,
        };
        let said = self.transition(node);
        let (name, value) = said.context.get(variable)?;
        let life = &self.lives[index];
        if !self.is_in_context(life, reached, *name) {
            // The accepted pattern took it from the message.
            return match said.consumed? {
                Consumed::Message(send) => self.innermost(send),
                Consumed::Timeout(_) => None,
            };
        }
        self.binder_of(index, reached, *name, value)
    }

    /// Who bound a variable that a receive has in its context: `reached` is the segment that
    /// reached it.
    fn binder_of(&mut self, index: usize, reached: usize, name: Atom, value: &Term) -> Option<NodeId> {
        let life = &self.lives[index];
        let call = life.strand.segments.get(reached)?.call;
        let began = life.strand.segment_of(StrandNode::Step(call));
        // The first segment since the call began that reached a receive of it with the variable.
        let mut first = reached;
        if !self.is_in_comprehension(life, reached) {
            for earlier in (began..reached).rev() {
                let same_call = life.strand.segments.get(earlier).is_some_and(|segment| segment.call == call);
                if same_call {
                    if !self.is_in_context(life, earlier, name) {
                        break;
                    }
                    first = earlier;
                }
            }
        }
        if first > began && self.was_received(index, first, call, name) {
            let step = self.lives[index].strand.segments.get(first)?.first_step;
            return Some(self.lives[index].node_of(StrandNode::Step(Step(step))));
        }
        if first == began && self.is_argument(index, call, name) {
            return self.caller(index, call, Some(value));
        }
        let life = &self.lives[index];
        let last = life.strand.segments.get(first)?.last()?;
        Some(life.node_of(last))
    }

    fn site(&self, life: &Life, segment: usize) -> Option<Site> {
        match life.strand.segments.get(segment)?.end {
            End::Reached(receive) => self.subjects.get(receive).receive,
            _ => None,
        }
    }

    /// Is the variable bound when the receive that a segment reaches begins?
    fn is_in_context(&self, life: &Life, segment: usize, name: Atom) -> bool {
        let site = self.site(life, segment);
        site.is_some_and(|site| self.expression(site).variables.iter().any(|(known, _)| *known == name))
    }

    /// Each element of a comprehension has variables of its own.
    fn is_in_comprehension(&self, life: &Life, segment: usize) -> bool {
        match life.strand.segments.get(segment).map(|segment| segment.end) {
            Some(End::Reached(receive)) => {
                let subject = self.subjects.get(receive);
                subject.receive.is_some_and(|site| site.code != subject.id)
            }
            _ => false,
        }
    }

    /// Did the receive that the segment began with, in the same call, bind the variable by its
    /// pattern?
    fn was_received(&mut self, index: usize, segment: usize, call: Step, name: Atom) -> bool {
        let before = segment - 1;
        let life = &self.lives[index];
        let same = life.strand.segments.get(before).is_some_and(|segment| segment.call == call);
        let (Some(site), Some(now), true) =
            (self.site(life, before), life.strand.segments.get(segment), same)
        else {
            return false;
        };
        match self.step(index, Step(now.first_step)).2 {
            Clause::Taken(clause) => {
                self.expression(site).clauses[clause as usize].iter().any(|(bound, _)| *bound == name)
            }
            _ => false,
        }
    }

    /// Does a call have the variable from its arguments, or has the fun brought it along?
    fn is_argument(&mut self, index: usize, call: Step, name: Atom) -> bool {
        let node = self.lives[index].node_of(StrandNode::Step(call));
        let Clause::Taken(clause) = self.step(index, call).2 else { return false };
        let subject = self.subject(self.tree.subject(node));
        let patterns = subject.clauses().get(clause as usize - 1).map(|clause| &clause.patterns[..]);
        subject.captured.contains(&name)
            || patterns.is_some_and(|patterns| pattern_variables(&subject.source, patterns).contains(&name))
    }

    /// Who made a call with these arguments: the node around it, or who created the process. What
    /// trusted code calls with the state of a process: the callback that returned that state.
    fn caller(&mut self, index: usize, call: Step, argument: Option<&Term>) -> Option<NodeId> {
        let node = self.lives[index].node_of(StrandNode::Step(call));
        if self.tree.depth(node) > PROCESSES {
            return self.tree.parent(node);
        }
        let state = argument.and_then(|state| self.returned_before(index, node, state));
        let pid = self.lives[index].pid;
        state.or_else(|| self.innermost(self.log.spawned_by(pid)?))
    }

    /// The last node before this one that returned the state to trusted code: `{reply, _, State}`
    /// and its like.
    fn returned_before(&mut self, index: usize, node: NodeId, state: &Term) -> Option<NodeId> {
        let process = self.lives[index].node;
        let mut before = node;
        for _ in 0..MOST_CALLBACKS {
            before = NodeId(before.0 - 1);
            if before <= process {
                return None;
            }
            before = self.tree.ancestor(before, PROCESSES);
            let place = self.place(&self.lives[index], before)?;
            let segment = self.lives[index].strand.segment_of(place) as u32;
            if let CameTo::Value(value) = self.came_to(index, place, segment)
                && value.as_tuple().is_some_and(|parts| parts[1.min(parts.len())..].contains(state))
            {
                return Some(before);
            }
        }
        None
    }
}
