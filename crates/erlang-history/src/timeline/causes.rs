//! What depends on what: two entries that use the same object are in an order, unless both only
//! look.
//!
//! For send, delivery, receive, spawn and steps these are the orders of paper 4, Fig. 4 and 5. The
//! steps of a process are an object that all of them change; the mailbox is one that every delivery
//! and every receive changes: so the latest delivery is undone before a receive is (rule (Receive)
//! needs the queue as it was), and a receive before the deliveries that it saw (side condition of
//! (Sched)).

use std::collections::{BTreeSet, HashMap, hash_map};
use std::hash::BuildHasherDefault;

use erlang_machine::observer::{Access, Object};

use super::Timeline;
use super::entry::{Entry, Use};
use super::leave::Work;
use super::quick::Quick;
use crate::{EventId, Position};

const LOOK: u8 = 1;
const CHANGE: u8 = 2;
const LOOK_AT_PART: u8 = 4;
const CHANGE_PART: u8 = 8;
const IN_VAIN: u8 = 16;

const ALL_USES: [Use; 5] = [
    Use::Access(Access::Look),
    Use::Access(Access::Change),
    Use::Access(Access::LookAtPart),
    Use::Access(Access::ChangePart),
    Use::InVain,
];

fn bit(used: Use) -> u8 {
    match used {
        Use::Access(Access::Look) => LOOK,
        Use::Access(Access::Change) => CHANGE,
        Use::Access(Access::LookAtPart) => LOOK_AT_PART,
        Use::Access(Access::ChangePart) => CHANGE_PART,
        Use::InVain => IN_VAIN,
    }
}

/// What must have been done to an object before, for this to depend on it.
fn depends_on(used: Use) -> u8 {
    match used {
        Use::Access(Access::Look) => CHANGE | CHANGE_PART,
        Use::Access(Access::Change) => LOOK | CHANGE | LOOK_AT_PART | CHANGE_PART,
        Use::Access(Access::LookAtPart) | Use::InVain => CHANGE,
        Use::Access(Access::ChangePart) => LOOK | CHANGE,
    }
}

/// What must be done to it later, to depend on this.
fn needed_by(used: Use) -> u8 {
    match used {
        Use::Access(Access::Look) => CHANGE | CHANGE_PART,
        Use::Access(Access::Change) => LOOK | CHANGE | LOOK_AT_PART | CHANGE_PART | IN_VAIN,
        Use::Access(Access::LookAtPart) => CHANGE,
        Use::Access(Access::ChangePart) => LOOK | CHANGE,
        Use::InVain => 0,
    }
}

/// What some entries use.
#[derive(Clone, Default)]
pub(super) struct Used {
    bits: HashMap<Object, u8, BuildHasherDefault<Quick>>,
    /// The objects in the order in which they came.
    objects: Vec<Object>,
}

impl Used {
    pub(super) fn add(&mut self, entry: &Entry) {
        for (object, used) in entry.all_uses() {
            self.add_use(object, used);
        }
    }

    pub(super) fn add_use(&mut self, object: Object, used: Use) {
        self.add_bits(object, bit(used));
    }

    pub(super) fn extend(&mut self, other: &Used) {
        for object in &other.objects {
            self.add_bits(*object, other.bits_of(*object));
        }
    }

    fn add_bits(&mut self, object: Object, bits: u8) {
        match self.bits.entry(object) {
            hash_map::Entry::Occupied(mut known) => *known.get_mut() |= bits,
            hash_map::Entry::Vacant(place) => {
                place.insert(bits);
                self.objects.push(object);
            }
        }
    }

    fn bits_of(&self, object: Object) -> u8 {
        self.bits.get(&object).copied().unwrap_or(0)
    }

    /// Does one of others, which come after them, depend on one of them?
    pub(super) fn is_before_all(&self, others: &Used) -> bool {
        others.objects.iter().any(|object| {
            let bits = others.bits_of(*object);
            let needs = ALL_USES.iter().filter(|used| bits & bit(**used) != 0);
            let needs = needs.fold(0, |needs, used| needs | depends_on(*used));
            self.bits_of(*object) & needs != 0
        })
    }

    pub(super) fn size(&self) -> usize {
        self.objects.len() * (size_of::<(Object, u8)>() + size_of::<Object>())
    }

    /// Does an entry that comes after them depend on one of them?
    pub(super) fn is_before(&self, entry: &Entry) -> bool {
        entry
            .all_uses()
            .any(|(object, used)| self.bits.get(&object).is_some_and(|bits| bits & depends_on(used) != 0))
    }

    /// Does one of them depend on an entry that comes before them?
    pub(super) fn is_after(&self, entry: &Entry) -> bool {
        entry
            .all_uses()
            .any(|(object, used)| self.bits.get(&object).is_some_and(|bits| bits & needed_by(used) != 0))
    }
}

/// The causal past, among these entries, of those that are wanted; they are part of it.
pub(super) fn past_of<'a>(
    entries: impl DoubleEndedIterator<Item = &'a Entry> + ExactSizeIterator,
    wanted: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let mut used = Used::default();
    let mut found = vec![false; entries.len()];
    for (n, entry) in entries.enumerate().rev() {
        if wanted(n) || used.is_after(entry) {
            used.add(entry);
            found[n] = true;
        }
    }
    found
}

/// Direct causes and effects of the events of the present.
#[derive(Default)]
pub(super) struct Causality {
    causes: HashMap<EventId, Vec<EventId>>,
    effects: HashMap<EventId, Vec<EventId>>,
}

/// The events that were last to change an object, and those that looked at it since.
#[derive(Default)]
struct Latest {
    changes: Vec<EventId>,
    part_changes: Vec<EventId>,
    looks: Vec<EventId>,
}

impl Latest {
    fn before(&self, used: Use) -> impl Iterator<Item = EventId> {
        let bits = depends_on(used);
        let some =
            |events: &'_ [EventId], bit: u8| if bits & bit != 0 { events.to_vec() } else { Vec::new() };
        let all =
            [some(&self.changes, CHANGE), some(&self.part_changes, CHANGE_PART), some(&self.looks, LOOK)];
        all.into_iter().flatten()
    }

    fn add(&mut self, used: Use, events: &[EventId]) {
        match used {
            Use::Access(Access::Change) => {
                *self = Latest { changes: events.to_vec(), ..Latest::default() };
            }
            Use::Access(Access::ChangePart) => self.part_changes.extend(events),
            Use::Access(Access::Look) => self.looks.extend(events),
            Use::Access(Access::LookAtPart) | Use::InVain => {}
        }
    }
}

/// All events that can be reached from one of them, in order.
fn reachable(from: EventId, next: &HashMap<EventId, Vec<EventId>>) -> Vec<EventId> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(event) = open.pop() {
        let near = next.get(&event).map(Vec::as_slice).unwrap_or_default();
        open.extend(near.iter().filter(|event| found.insert(**event)));
    }
    found.into_iter().collect()
}

impl Timeline {
    /// The events that directly led to this one (each of the other causes led to one of them), and
    /// those that it directly led to. None: someone wanted the search to stop.
    pub async fn causes_and_effects(&self, id: EventId) -> Option<(Vec<EventId>, Vec<EventId>)> {
        if self.causality.borrow().is_none() {
            let found = self.find_causality().await?;
            self.causality.replace(Some(found));
        }
        let causality = self.causality.borrow();
        let of = |events: &HashMap<EventId, Vec<EventId>>| events.get(&id).cloned().unwrap_or_default();
        causality.as_ref().map(|known| (of(&known.causes), of(&known.effects)))
    }

    /// Everything that led to an event, and everything that it led to: its causal past and future.
    /// None: someone wanted the search to stop.
    pub async fn past_and_future(&self, id: EventId) -> Option<(Vec<EventId>, Vec<EventId>)> {
        self.causes_and_effects(id).await?;
        let causality = self.causality.borrow();
        let known = causality.as_ref()?;
        Some((reachable(id, &known.causes), reachable(id, &known.effects)))
    }

    async fn find_causality(&self) -> Option<Causality> {
        let (mut all, mut work) = (Causality::default(), Work::default());
        let mut latest: HashMap<Object, Latest> = HashMap::new();
        // A look without a match has no effects.
        for entry in self.entries_between(Position(0), self.position()).filter(|entry| !entry.is_in_vain()) {
            // A stretch is made again when its first entry is asked for.
            if let Some(steps) = work.add(entry)
                && self.pause(steps).await
            {
                return None;
            }
            let mut causes: Vec<EventId> = Vec::new();
            for (object, used) in entry.all_uses() {
                if let Some(latest) = latest.get(&object) {
                    causes.extend(latest.before(used));
                }
            }
            // What is not an event stands for what it depends on.
            let mut last = causes.clone();
            for event in entry.events() {
                causes.extend(self.log.get(event).and_then(|event| event.cause));
                causes.sort_unstable();
                causes.dedup();
                for cause in causes.iter().filter(|cause| self.is_present(**cause)) {
                    all.effects.entry(*cause).or_default().push(event);
                    all.causes.entry(event).or_default().push(*cause);
                }
                // Of several events in an entry, each leads to the next.
                causes = vec![event];
                last.clone_from(&causes);
            }
            last.sort_unstable();
            last.dedup();
            for (object, used) in entry.all_uses() {
                latest.entry(object).or_default().add(used, &last);
            }
        }
        Some(all)
    }
}
