//! A run that can go both ways (paper 4): forward by choices, back by causes.
//!
//! The run is the list of its entries, in one of the orders in which they can happen: the present
//! linearisation. To undo something is to drop it and what depends on it from that list, and to
//! make the rest again from a checkpoint.

mod at_once;
mod bind;
mod causes;
mod count;
mod entry;
mod fair;
mod forward;
mod future;
mod leave;
mod moment;
mod point;
mod printed;
pub(crate) mod quick;
mod refine;
mod saved;
pub(crate) mod stretch;
#[cfg(test)]
mod stretch_tests;
#[cfg(test)]
mod tests;
mod touched;
mod trial;
mod undo;
mod walk;
mod watch;
mod way;

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::rc::Rc;

use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::process::PidKey;
use erlang_machine::schedule::Choice;
use erlang_machine::system::Counters;
use erlang_machine::world::World;
use erlang_term::Pid;
use slices::Meter;

use crate::checkpoints::Checkpoints;
use crate::outside::Outside;
use crate::{Checkpoint, EventId, EventLog, Position, RunEvent};
use causes::Causality;
use entry::{Deed, Entry, is_runnable};
use forward::again;
use printed::Lines;
use stretch::Stretch;
use walk::Stands;

pub use crate::outside::Told;
pub use fair::FairByChoice;
pub use forward::{AdvanceEnd, Advanced, Refused};
pub use point::Point;
pub use refine::RunRecipe;
pub use saved::{Loaded, NotReadable};
pub use trial::StopFn;
pub use undo::{RollLog, Target};
pub use walk::Went;
pub use way::RunPath;

pub struct Timeline {
    /// The present.
    machine: Machine,
    world: Box<dyn World>,
    budget: Budget<'static>,
    /// Shared with the driver of long computations.
    meter: Meter,
    outside: Outside,
    /// How it reached the present, without the stretches.
    entries: Vec<Entry>,
    /// Parts of the way that are not kept as entries, in their order.
    stretches: Vec<Rc<Stretch>>,
    /// Nothing was undone since the last one: the next may follow it as if both were one.
    joins: bool,
    /// How long they may get.
    spacing: u64,
    /// The number of latest steps that are kept as entries.
    recent: u64,
    steps: u64,
    /// How many entries have ever printed something.
    prints: u64,
    lines: usize,
    /// Why it cannot go on.
    end: Option<End>,
    /// All events that ever happened, undone or not: their numbers never change.
    log: EventLog,
    /// Which of them are undone.
    undone: Vec<bool>,
    checkpoints: Checkpoints<()>,
    /// What was undone and is not contradicted, in the order in which it happened.
    future: VecDeque<Entry>,
    /// It is what came right behind the present, all of it: then an entry without counters begins
    /// with what the one before it ended with. Otherwise each has its counters.
    future_follows: bool,
    /// What no number in use is beyond, since something was undone: new things get new numbers.
    beyond: Option<Counters>,
    /// Who stands between two steps.
    stands: Stands,
    /// Where those were that have been taken back, when that was done first.
    stood: BTreeMap<PidKey, Point>,
    /// What is left of a choice in which someone stands.
    rest: Option<Choice>,
    /// As far as somebody asked.
    causality: RefCell<Option<Causality>>,
}

impl Timeline {
    /// Of a machine that is started and has not run, and delivers by choice. Of the budget, the
    /// steps are those of one command.
    pub fn new(machine: Machine, world: Box<dyn World>, budget: Budget<'static>) -> Timeline {
        let beginning =
            Checkpoint { position: Position(0), steps: 0, mark: (), machine: machine.clone(), lines: 0 };
        Timeline {
            log: EventLog::new(&machine),
            machine,
            world,
            budget,
            meter: Meter::unlimited(),
            outside: Outside::default(),
            entries: Vec::new(),
            stretches: Vec::new(),
            joins: true,
            spacing: stretch::SPACING,
            recent: stretch::RECENT,
            steps: 0,
            prints: 0,
            lines: 0,
            end: None,
            undone: Vec::new(),
            checkpoints: Checkpoints::recent(beginning),
            future: VecDeque::new(),
            future_follows: true,
            beyond: None,
            stands: Stands::new(),
            stood: BTreeMap::new(),
            rest: None,
            causality: RefCell::default(),
        }
    }

    /// The present state.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// How many entries led to the present.
    pub fn position(&self) -> Position {
        Position(self.entries.len() + self.stretches.iter().map(|stretch| stretch.entries).sum::<usize>())
    }

    /// How many steps did: reductions, deliveries and timers that fired.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many bytes the log of the run takes, beside checkpoints and what has been printed.
    pub fn size(&self) -> usize {
        let entries = self.entries.iter().chain(&self.future);
        entries.map(Entry::size).sum::<usize>() + self.log.size() + self.undone.len()
    }

    /// Does someone want what is being done to stop?
    pub fn is_interrupted(&self) -> bool {
        self.meter.is_stopped() || (self.budget.interrupted)()
    }

    /// Says how many bytes are in use, as far as someone counts them.
    pub fn memory(&self) -> fn() -> u64 {
        self.budget.memory
    }

    /// What takes long pauses when the steps of this meter are spent, and ends early when it is
    /// stopped.
    pub fn follow(&mut self, meter: Meter) {
        self.meter = meter;
    }

    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// A place to pause, after work that is worth this many steps. Returns whether the work was
    /// cancelled.
    pub async fn pause(&self, steps: u64) -> bool {
        self.meter.spend(steps);
        self.meter.pause_if_spent().await;
        self.is_interrupted()
    }

    /// Why the run cannot go on, if it cannot for another reason than that nothing is left to
    /// happen.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// All events that ever happened. Those that are undone are among them: see
    /// [`Timeline::event`].
    pub fn log(&self) -> &EventLog {
        &self.log
    }

    /// The events of the present, in the order of the present linearisation.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = (EventId, &RunEvent)> {
        self.events_since(Position(0))
    }

    /// Those of the entries from this position on.
    pub fn events_since(&self, position: Position) -> impl DoubleEndedIterator<Item = (EventId, &RunEvent)> {
        let mut parts = self.parts_between(position, self.position());
        // Stretches are long, and not made for nothing.
        parts.retain(|(stretch, _)| stretch.is_none_or(|stretch| stretch.events > 0));
        let entries = parts.into_iter().flat_map(|(stretch, range)| self.entries_of(stretch, range));
        entries.flat_map(Entry::events).filter_map(|id| Some((id, self.log.get(id)?)))
    }

    /// How many there are.
    pub fn count_events_since(&self, position: Position) -> usize {
        let parts = self.parts_between(position, self.position()).into_iter();
        let counts = parts.map(|(stretch, range)| match stretch {
            Some(stretch) if range.len() == stretch.entries || stretch.events == 0 => stretch.events,
            _ => self.entries_of(stretch, range).map(|entry| usize::from(entry.count_events())).sum(),
        });
        counts.sum()
    }

    /// The entries from one position to another.
    fn entries_between(&self, from: Position, to: Position) -> impl DoubleEndedIterator<Item = &Entry> {
        // Stretches are expanded only when the iteration reaches them.
        let parts = self.parts_between(from, to).into_iter();
        parts.flat_map(|(stretch, range)| self.entries_of(stretch, range))
    }

    fn entries_of<'a>(
        &'a self,
        stretch: Option<&'a Stretch>,
        range: Range<usize>,
    ) -> std::slice::Iter<'a, Entry> {
        match stretch {
            Some(stretch) => stretch.made().entries[range].iter(),
            None => self.entries[range].iter(),
        }
    }

    /// Where those entries are: in stretches, or kept as such.
    fn parts_between(&self, from: Position, to: Position) -> Vec<(Option<&Stretch>, Range<usize>)> {
        let mut parts: Vec<(Option<&Stretch>, Range<usize>)> = Vec::new();
        let (mut at, mut skipped) = (from.0, 0);
        for stretch in &self.stretches {
            let (first, end) = (stretch.first_position(), stretch.end());
            if at < first.min(to.0) {
                parts.push((None, at - skipped..first.min(to.0) - skipped));
                at = first;
            }
            if at < end.min(to.0) {
                parts.push((Some(stretch), at - first..end.min(to.0) - first));
                at = end;
            }
            skipped += stretch.entries;
        }
        if at < to.0 {
            parts.push((None, at - skipped..to.0 - skipped));
        }
        parts
    }

    /// Where the entry at a position is kept; the position lies in no stretch.
    fn index(&self, position: Position) -> usize {
        let before = self.stretches.iter().take_while(|stretch| stretch.first_position() < position.0);
        position.0 - before.map(|stretch| stretch.entries).sum::<usize>()
    }

    /// The position of the entry that is kept there.
    fn position_at(&self, index: usize) -> Position {
        let all = self.stretches.iter();
        Position(all.fold(index, |position, stretch| match stretch.first_position() <= position {
            true => position + stretch.entries,
            false => position,
        }))
    }

    /// An event, if it is not undone.
    pub fn event(&self, id: EventId) -> Option<&RunEvent> {
        self.is_present(id).then(|| self.log.get(id)).flatten()
    }

    /// Has it happened, and is not undone?
    pub fn is_present(&self, id: EventId) -> bool {
        self.log.get(id).is_some() && !self.undone.get(id.0 as usize).copied().unwrap_or_default()
    }

    /// The position right before the entry in which an event of the present happened.
    pub fn position_of(&self, id: EventId) -> Option<Position> {
        if !self.is_present(id) {
            return None;
        }
        let has = |stretch: &&Rc<Stretch>| {
            (stretch.first_event + 1..=stretch.first_event + stretch.events).contains(&(id.0 as usize))
        };
        match self.stretches.iter().find(has) {
            Some(stretch) => {
                let at = stretch.made().entries.iter().rposition(|entry| entry.has(id))?;
                Some(Position(stretch.first_position() + at))
            }
            None => {
                let at = self.entries.iter().rposition(|entry| entry.has(id))?;
                Some(self.position_at(at))
            }
        }
    }

    /// The state at an earlier position of the present linearisation.
    pub fn machine_at(&self, position: Position) -> Machine {
        self.state_at(position).0
    }

    /// The same, and how many lines had been read.
    fn state_at(&self, position: Position) -> (Machine, usize) {
        let position = position.min(self.position());
        let checkpoint = self.checkpoints.before(position);
        let mut stretches = self.stretches.iter().rev();
        let stretch = stretches.find(|stretch| stretch.first_position() <= position.0);
        let (from, (mut machine, mut lines)) = match stretch {
            Some(stretch) if stretch.first_position() > checkpoint.position.0 => {
                (Position(stretch.first_position()), stretch.beginning())
            }
            _ => (checkpoint.position, (checkpoint.machine.clone(), checkpoint.lines)),
        };
        let mut world = Lines { inner: self.outside.again(lines), lines: &mut lines };
        for entry in self.entries_between(from, position) {
            again(&mut machine, entry, &mut world);
        }
        (machine, lines)
    }

    /// A world that says what this run was told, for those who make it again in their own way.
    pub fn told(&self) -> impl World + '_ {
        self.outside.again(0)
    }

    /// The same for owners that outlive this timeline.
    pub fn told_again(&self) -> Told {
        Told { outside: self.outside.clone(), lines: 0 }
    }

    /// What can happen next. A timer fires only if none is due before it.
    pub fn choices(&self) -> Vec<Choice> {
        if self.end.is_some() {
            return Vec::new();
        }
        let system = &self.machine.system;
        let able = system.processes().map(|process| process.state.pid).filter(|pid| !self.is_servant(*pid));
        let runs =
            able.filter(|pid| is_runnable(&self.machine, *pid)).map(|pid| Choice::Run { pid, reductions: 1 });
        let channels = system.in_flight.keys().map(|(from, to)| (Pid::from(*from), Pid::from(*to)));
        let deliveries = channels
            .filter(|(from, to)| !self.is_servant(*from) && !self.is_servant(*to))
            .map(|(from, to)| Choice::Deliver { from, to });
        let fires = system.timers.next_due().map(|(_, timer)| Choice::Fire { timer });
        runs.chain(deliveries).chain(fires).collect()
    }

    fn is_servant(&self, pid: Pid) -> bool {
        self.machine.servants().contains(&pid)
    }

    /// What was found out about the present does not hold any more.
    fn changed(&mut self) {
        self.causality.take();
    }

    /// Adds what has just happened to the present.
    fn push(&mut self, entry: Entry) {
        if let Some(pid) = entry.process() {
            self.stands.remove(&pid.into());
        }
        self.steps += u64::from(entry.steps());
        self.entries.push(entry);
    }

    /// Makes a checkpoint where one is due.
    fn mark(&mut self) {
        // A copy of the machine names all processes that ever were.
        let least = 8 * self.machine.system.size() as u64;
        if self.checkpoints.is_due(self.steps.saturating_sub(least)) {
            self.add_checkpoint();
        }
    }

    fn add_checkpoint(&mut self) {
        self.checkpoints.add(Checkpoint {
            position: self.position(),
            steps: self.steps,
            mark: (),
            machine: self.machine.clone(),
            lines: self.lines,
        });
    }
}

/// As the machine has it.
fn choice_of(entry: &Entry) -> Choice {
    match entry.deed() {
        Deed::Compute { pid, reductions } => Choice::Run { pid, reductions },
        // Up to the action, and no further.
        Deed::Act { pid } => Choice::Run { pid, reductions: u32::MAX },
        Deed::Deliver { from, to } => Choice::Deliver { from, to },
        Deed::Fire { timer } => Choice::Fire { timer },
    }
}
