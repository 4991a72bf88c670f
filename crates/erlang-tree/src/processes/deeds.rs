//! Which node did what: the events of the run, each with its node.

use computation_tree::{NodeId, Tree};
use erlang_history::{EventId, EventKind};

use super::strand::{NOWHERE, Step, StrandNode, decoded, encoded};
use super::{Life, RunTree};

/// Where an event happened in its process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deed {
    /// Encoded `CodePlace`.
    place: u32,
    /// How many steps there were; the highest bit: no node did it, the place is the last one
    /// before.
    steps: u32,
}

const OUTSIDE: u32 = 1 << 31;

impl Deed {
    /// Nobody's doing: a delivery, or what the machine sends.
    pub(crate) const NOBODYS: Deed = Deed { place: NOWHERE, steps: OUTSIDE };

    #[inline]
    pub(crate) fn new(place: Option<StrandNode>, steps: u32, inside: bool) -> Deed {
        Deed { place: encoded(place), steps: if inside { steps } else { steps | OUTSIDE } }
    }

    fn place(self) -> Option<StrandNode> {
        decoded(self.place)
    }

    fn is_inside(self) -> bool {
        self.steps & OUTSIDE == 0
    }
}

impl RunTree {
    /// The smallest node that did it; for what trusted code did by itself, the last node of that
    /// process before.
    pub fn innermost(&self, event: EventId) -> Option<NodeId> {
        let mut event = event;
        // A delivery is its send's, and what the machine sends its cause's.
        loop {
            let found = self.log.get(event)?;
            let by_itself = match &found.kind {
                EventKind::Deliver { .. } => false,
                EventKind::Send { .. } => found.cause.is_none(),
                _ => true,
            };
            if by_itself {
                let life = &self.lives[*self.by_pid.get(&found.process)?];
                return Some(life.node_of(self.deed(event)?.place()?));
            }
            event = found.cause?;
        }
    }

    /// The child of the process that it lies in.
    pub fn outermost(&self, event: EventId) -> Option<NodeId> {
        Some(self.child_of_process(self.innermost(event)?))
    }

    /// Whether a node did it, rather than trusted code by itself: the loop of a behaviour.
    pub fn is_by_node(&self, event: EventId) -> bool {
        self.deed(event).is_some_and(Deed::is_inside)
    }

    /// Whether an event happened in a node.
    pub(super) fn is_in(&self, event: EventId, node: NodeId) -> bool {
        let inside = self.deed(event).is_some_and(Deed::is_inside);
        let place = self.innermost(event).filter(|_| inside);
        place.is_some_and(|place| node <= place && place < self.tree.end(node))
    }

    /// Of an event that no node did: the step that its process began next, if it began any.
    pub(super) fn step_after(&self, event: EventId) -> Option<Option<Step>> {
        let deed = self.deed(event)?;
        Some((!deed.is_inside()).then_some(Step(deed.steps & !OUTSIDE)))
    }

    fn deed(&self, event: EventId) -> Option<Deed> {
        self.deeds.get((event.0 as usize).checked_sub(1)?).copied()
    }

    /// The events that nodes `first..end` of a process did, in order. All of them are in one
    /// segment.
    pub(super) fn deeds_of(&self, life: &Life, segment: usize, first: u32, end: u32) -> Vec<EventId> {
        let own = self.events_in(life, segment);
        let inside = own.filter(|(_, deed)| {
            let place = deed.place().filter(|_| deed.is_inside());
            place.is_some_and(|place| (first..end).contains(&life.strand.number(place)))
        });
        inside.map(|(event, _)| event).collect()
    }

    /// The events that no node did between the last step before this one and this one, last first.
    pub(super) fn deeds_before(&self, life: &Life, step: Step) -> Vec<EventId> {
        let segment = life.strand.segment_of(StrandNode::Step(step));
        let own = self.events_in(life, segment);
        let mut before: Vec<EventId> =
            own.filter(|(_, deed)| deed.steps == step.0 | OUTSIDE).map(|(event, _)| event).collect();
        before.reverse();
        before
    }

    /// The events of a process in a segment.
    fn events_in(&self, life: &Life, segment: usize) -> impl Iterator<Item = (EventId, Deed)> {
        let began = |segment: usize| life.strand.event(segment).map(|event| event.0);
        let spawned = || self.log.spawned_by(life.pid).map_or(0, |event| event.0);
        let first = (0..=segment).rev().find_map(began).unwrap_or_else(spawned).max(1);
        let next = (segment + 1..life.strand.segments.len()).find_map(began);
        let exit = || self.log.exit_of(life.pid).map_or(self.log.len() as u32, |event| event.0) + 1;
        let end = next.unwrap_or_else(exit);
        let at = |event: u32| life.events.partition_point(|known| known.0 < event);
        let events = (at(first)..at(end)).filter_map(|n| life.events.get(n).copied());
        events.filter_map(|event| Some((event, self.deed(event)?)))
    }
}
