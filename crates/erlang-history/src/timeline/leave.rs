//! Entries leave the present, and only what loses something is made again.
//!
//! What stays never depends on what goes. So the state of every process, table, channel and timer
//! that loses nothing is right as it is, in the present and in all checkpoints. The states of the
//! others are found by re-running the parts of the run, from one known state to the next, in which
//! they lose something or go on without it; from there they are taken over into all later states.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use erlang_machine::machine::Machine;
use erlang_machine::parts::Parts;
use erlang_machine::process::{PidKey, Status};
use erlang_machine::system::Counters;
use erlang_term::Pid;

use super::Timeline;
use super::entry::Entry;
use super::forward::again;
use super::point::Point;
use super::printed::Lines;
use super::touched::{Leaving, concerns, lose};
use super::undo::RollLog;
use crate::Position;

/// Work of more than this many steps or entries can be interrupted; less is done in a moment.
const LONG_WAY: u64 = 2_000_000;
const LONG_LOG: usize = 100_000;

/// How much has been done since the last time to pause.
#[derive(Default)]
pub(super) struct Work(u64);

impl Work {
    /// An entry was made again. The steps since the last pause, when it is time for the next one.
    pub(super) fn add(&mut self, entry: &Entry) -> Option<u64> {
        /// An entry takes as long as this many steps.
        const EACH: u64 = 32;
        self.add_steps(u64::from(entry.steps()) + EACH)
    }

    pub(super) fn add_steps(&mut self, steps: u64) -> Option<u64> {
        const MUCH: u64 = 1 << 16;
        self.0 += steps;
        (self.0 > MUCH).then(|| std::mem::take(&mut self.0))
    }
}

/// A state that is known, behind the first entry that goes.
#[derive(Clone, Copy)]
enum Known {
    Checkpoint(usize),
    Stretch(usize),
    Present,
}

/// What becomes of the states that are known, and what those entries began with that have to know
/// it from now on.
#[derive(Default)]
struct Rest {
    /// Parts that have lost something, in a state that has them as they are then.
    lost: Vec<(Parts, Machine)>,
    /// For the known states from there on.
    since: Vec<(Known, Option<usize>)>,
    /// Of those that go, in their order.
    gone: Vec<Counters>,
    /// How long each of them took, in nanoseconds of the run's own time.
    times: Vec<u64>,
    /// Of those that stay where the one before them goes, by their positions.
    alone: Vec<(usize, Counters)>,
    /// What the last one that stays ends with, if those behind it go.
    last: Option<Counters>,
    /// Lines of input that have been read, if some have not any more.
    lines: Option<usize>,
}

impl Timeline {
    /// The entry at this index and its causal future. (Stretches that may have a part in it become
    /// entries.) The error says that there is no memory for it, or that someone wanted it to stop.
    pub(super) async fn future_of(&mut self, at: usize) -> Result<Vec<usize>, RollLog> {
        let (mut leaving, mut work) = (Leaving::default(), Work::default());
        leaving.add(&self.entries[at]);
        let (mut found, mut next) = (vec![at], at + 1);
        let position = self.position_at(at);
        let mut stretch = self.stretches.partition_point(|stretch| stretch.first_position() <= position.0);
        loop {
            let following = self.stretches.get(stretch);
            let end = following.map_or(self.entries.len(), |one| self.index(Position(one.first_position())));
            for n in next..end {
                if let Some(steps) = work.add_steps(1) {
                    self.pause(steps).await;
                }
                if leaving.takes(&self.entries[n]) {
                    leaving.add(&self.entries[n]);
                    found.push(n);
                }
            }
            next = end;
            match following {
                None => return Ok(found),
                Some(one) if leaving.meets(one.touched()) => {
                    if !self.has_room_for(one.entries + found.len(), true) {
                        return Err(RollLog::NO_MEMORY);
                    }
                    let steps = one.steps;
                    self.thaw_one(stretch);
                    if self.pause(steps).await {
                        return Err(RollLog::INTERRUPTED);
                    }
                }
                Some(_) => stretch += 1,
            }
        }
    }

    /// Is there memory for this many more entries, which have to know what they began with, or need
    /// not?
    pub(super) fn has_room_for(&self, entries: usize, with_counters: bool) -> bool {
        /// What an entry takes with its events, twice while it is moved. (The end of a long ring of
        /// messages needs 90 bytes an entry at most: `cargo xtask bench rewind`.)
        const EACH: u64 = 160;
        /// What it began with, twice, and where it is kept.
        const COUNTERS: u64 = 320;
        let each = if with_counters { EACH + COUNTERS } else { EACH };
        let more = (entries as u64).saturating_mul(each);
        (self.budget.memory)().saturating_add(more) <= self.budget.max_memory
    }

    /// Takes entries out of the present, by their indices in ascending order, that nothing depends
    /// on which stays; they become part of the undone future. If someone wants it to stop, nothing
    /// changes.
    pub(super) async fn leave(&mut self, gone: &[usize]) -> RollLog {
        let Some(&first) = gone.first() else { return RollLog::default() };
        if gone.len() == self.position().0 - self.position_at(first).0 {
            return self.leave_tail(first).await;
        }
        let can_stop = self.is_long_from(first);
        let positions: Vec<usize> = gone.iter().map(|index| self.position_at(*index).0).collect();
        let Some(rest) = self.rest_without(&positions, can_stop).await else { return RollLog::INTERRUPTED };
        self.give_future_counters();
        let losing = gone.iter().filter_map(|n| self.entries[*n].process().map(PidKey::from)).collect();
        let present = self.begin_to_leave(&losing);
        if gone.last() == Some(&(self.entries.len() - 1)) {
            self.end = None;
        }
        self.patch(&rest, &positions);
        self.lines = rest.lines.unwrap_or(self.lines);
        self.stand_as_in(&present);
        let log = self.move_to_future(gone, rest.gone);
        self.changed();
        log
    }

    /// The same for all entries from an index on. There is no stretch behind it.
    pub(super) async fn leave_tail(&mut self, first: usize) -> RollLog {
        let cut = self.position_at(first);
        let (machine, lines) = self.state_at(cut);
        // If what was undone before does not follow them, each has to know what it began with.
        let follows = self.future_would_follow();
        let counters = match follows {
            true => Vec::new(),
            false => {
                let can_stop = self.is_long_from(first);
                let tail = self.entries[first..].iter();
                match self.counters_of(tail, machine.clone(), lines, can_stop).await {
                    Some(counters) => counters,
                    None => return RollLog::INTERRUPTED,
                }
            }
        };
        let was_undone = self.beyond.is_some();
        let losing = self.entries[first..].iter().filter_map(|entry| entry.process().map(PidKey::from));
        let present = self.begin_to_leave(&losing.collect());
        self.end = None;
        self.checkpoints.truncate(cut);
        self.stretches.retain(|stretch| stretch.first_position() < cut.0);
        self.machine = machine;
        if was_undone {
            self.line_up();
        }
        self.lines = lines;
        self.stand_as_in(&present);
        let mut tail = self.entries.split_off(first);
        for (entry, counters) in tail.iter_mut().zip(counters) {
            entry.set_counters(Some(counters));
        }
        let log = self.undone_log(&tail);
        // A tail as long as the whole run is not copied.
        let mut future = VecDeque::from(tail);
        future.append(&mut self.future);
        (self.future, self.future_follows) = (future, follows);
        self.changed();
        log
    }

    /// Would what was undone go on where something ends that is undone now, the last of all?
    pub(super) fn future_would_follow(&self) -> bool {
        self.future.is_empty() || self.future_follows
    }

    /// Does so much come behind this entry that someone may want it to stop?
    fn is_long_from(&self, first: usize) -> bool {
        let steps: u64 = self.entries[first..].iter().map(|entry| u64::from(entry.steps())).sum();
        steps > LONG_WAY || self.entries.len() - first > LONG_LOG
    }

    /// Processes lose what they did: where they stood is kept. The state before that.
    fn begin_to_leave(&mut self, losing: &BTreeSet<PidKey>) -> Machine {
        self.rest = None;
        self.joins = false;
        let beyond = self.machine.system.counters();
        self.beyond = Some(self.beyond.map_or(beyond, |other| other.beyond(&beyond)));
        for point in losing.iter().filter_map(|pid| self.point((*pid).into())).collect::<Vec<Point>>() {
            self.stood.entry(point.pid.into()).or_insert(point);
        }
        // Who loses nothing stands where it stood.
        self.stands.retain(|pid, _| !losing.contains(pid));
        self.machine.clone()
    }

    /// What was undone knows what it began with, whatever happens next.
    pub(super) fn give_future_counters(&mut self) {
        if !std::mem::replace(&mut self.future_follows, false) || self.future.is_empty() {
            return;
        }
        let counters = self.counters_of(self.future.iter(), self.machine.clone(), self.lines, false);
        let counters = slices::finish(counters).unwrap_or_default();
        for (entry, counters) in self.future.iter_mut().zip(counters) {
            entry.set_counters(Some(counters));
        }
    }

    /// What entries begin with that follow this state. None: someone wanted it to stop.
    pub(super) async fn counters_of<'a>(
        &self,
        entries: impl DoubleEndedIterator<Item = &'a Entry>,
        mut machine: Machine,
        lines: usize,
        can_stop: bool,
    ) -> Option<Vec<Counters>> {
        let (mut world, mut work) = (self.outside.again(lines), Work::default());
        let mut all = Vec::new();
        for entry in entries {
            if let Some(steps) = work.add(entry)
                && self.pause(steps).await
                && can_stop
            {
                return None;
            }
            all.push(entry.counters().copied().unwrap_or_else(|| machine.system.counters()));
            again(&mut machine, entry, &mut world);
        }
        Some(all)
    }

    /// Some entries go, by their positions. None: someone wanted it to stop.
    async fn rest_without(&self, gone: &[usize], can_stop: bool) -> Option<Rest> {
        let (mut rest, mut parts, mut work) = (Rest::default(), Parts::default(), Work::default());
        let (mut position, mut state) = self.known_before(Position(gone[0]));
        let (mut next, mut was_gone) = (0, false);
        let mut last_kept = self.counters_at(state);
        for (end, known) in self.known_after(position) {
            let of_part = &gone[next..next + gone[next..].partition_point(|at| *at < end)];
            let runs = !of_part.is_empty()
                || next > 0
                    && (self.kept_between(position, end).any(|entry| concerns(&parts, entry))
                        || self.is_on_another_way(&parts, state, known));
            let mut new = runs.then(|| self.known(state));
            let lines = self.lines_at(state);
            if let (Some(new), Some((lost, of))) = (&mut new, rest.lost.last()) {
                new.system.take_over(lost, &of.system);
            }
            if let Some(new) = &mut new {
                // As it was, as long as counters are to be known.
                let mut old = self.known(state);
                let known_lines = rest.lines.unwrap_or(lines);
                let (mut old_world, mut new_lines) = (self.outside.again(lines), known_lines);
                let inner = self.outside.again(known_lines);
                let mut world = Lines { inner, lines: &mut new_lines };
                let last = of_part.last().map_or(position, |last| last + 2);
                for (entry, at) in self.entries_between(Position(position), Position(end)).zip(position..) {
                    if let Some(steps) = work.add(entry)
                        && self.pause(steps).await
                        && can_stop
                    {
                        return None;
                    }
                    let goes = gone.get(next) == Some(&at);
                    let began = entry.counters().copied().unwrap_or_else(|| old.system.counters());
                    if at < last {
                        again(&mut old, entry, &mut old_world);
                    }
                    if goes {
                        rest.gone.push(began);
                        rest.times.push(old.system.now.0.saturating_sub(began.now.0));
                        lose(&mut parts, entry);
                        next += 1;
                    } else {
                        if was_gone {
                            new.system.set_counters(&began);
                            rest.alone.push((at, began));
                        }
                        again(new, entry, &mut world);
                        last_kept = new.system.counters();
                    }
                    was_gone = goes;
                }
                if new_lines != known_lines + (self.lines_at(known) - lines) {
                    rest.lines = Some(new_lines);
                }
            } else if position < end {
                if was_gone {
                    rest.alone.push((position, self.counters_at(state)));
                }
                was_gone = false;
                last_kept = self.counters_at(known);
            }
            if let Some(new) = new {
                rest.lost.push((parts.clone(), new));
            }
            rest.since.push((known, rest.lost.len().checked_sub(1)));
            (position, state) = (end, known);
        }
        rest.last = was_gone.then_some(last_kept);
        Some(rest)
    }

    /// Are the signals to or from lost processes that wait for their delivery not the same in two
    /// states? (Who only sends to one of them does not have to do with it before that arrives.)
    fn is_on_another_way(&self, parts: &Parts, before: Known, after: Known) -> bool {
        let ways = |machine: &Machine| -> Vec<_> {
            let concerned = machine
                .system
                .in_flight
                .iter()
                .filter(|((from, to), _)| parts.processes.contains(from) || parts.processes.contains(to));
            concerned.flat_map(|(_, signals)| signals.iter().map(|signal| signal.id)).collect()
        };
        let of = |known| match known {
            Known::Checkpoint(n) => ways(&self.checkpoints.all()[n].machine),
            Known::Stretch(n) => self.stretches[n].look(ways),
            Known::Present => ways(&self.machine),
        };
        of(before) != of(after)
    }

    /// Entries in a part of the run that are there as such. (Stretches have nothing to do with what
    /// goes.)
    fn kept_between(&self, from: usize, to: usize) -> impl Iterator<Item = &Entry> {
        let index = |position: usize| {
            let before = self.stretches.iter().take_while(|stretch| stretch.first_position() < position);
            position - before.map(|one| one.entries.min(position - one.first_position())).sum::<usize>()
        };
        self.entries[index(from)..index(to)].iter()
    }

    /// The last state that is known and not behind a position.
    fn known_before(&self, position: Position) -> (usize, Known) {
        let all = self.checkpoints.all();
        let checkpoint = all.partition_point(|one| one.position <= position).saturating_sub(1);
        let at = all[checkpoint].position.0;
        let stretch = self.stretches.partition_point(|stretch| stretch.first_position() <= position.0);
        match stretch.checked_sub(1) {
            Some(last) if self.stretches[last].first_position() > at => {
                (self.stretches[last].first_position(), Known::Stretch(last))
            }
            _ => (at, Known::Checkpoint(checkpoint)),
        }
    }

    /// The states that are known behind a position, in their order, and where they are.
    fn known_after(&self, position: usize) -> Vec<(usize, Known)> {
        let checkpoints = self.checkpoints.all().iter().enumerate();
        let checkpoints = checkpoints.map(|(n, one)| (one.position.0, Known::Checkpoint(n)));
        let stretches = self.stretches.iter().enumerate();
        let stretches = stretches.map(|(n, one)| (one.first_position(), Known::Stretch(n)));
        let mut all: Vec<(usize, Known)> =
            checkpoints.chain(stretches).filter(|(at, _)| *at > position).collect();
        all.sort_by_key(|(at, _)| *at);
        all.push((self.position().0, Known::Present));
        all
    }

    fn known(&self, known: Known) -> Machine {
        match known {
            Known::Checkpoint(n) => self.checkpoints.all()[n].machine.clone(),
            Known::Stretch(n) => self.stretches[n].beginning().0,
            Known::Present => self.machine.clone(),
        }
    }

    fn counters_at(&self, known: Known) -> Counters {
        match known {
            Known::Checkpoint(n) => self.checkpoints.all()[n].machine.system.counters(),
            Known::Stretch(n) => self.stretches[n].counters(),
            Known::Present => self.machine.system.counters(),
        }
    }

    fn lines_at(&self, known: Known) -> usize {
        match known {
            Known::Checkpoint(n) => self.checkpoints.all()[n].lines,
            Known::Stretch(n) => self.stretches[n].lines(),
            Known::Present => self.lines,
        }
    }

    /// All known states become what they are without what goes.
    fn patch(&mut self, rest: &Rest, gone: &[usize]) {
        let before = |position: usize| gone.partition_point(|at| *at < position);
        let steps = gone.iter().map(|at| u64::from(self.entries[self.index(Position(*at))].steps()));
        let (steps_of, times_of) = (sums(steps), sums(rest.times.iter().copied()));
        let mut alone = Vec::new();
        let mut alone_stretches = BTreeSet::new();
        for (position, counters) in &rest.alone {
            match self.stretches.binary_search_by_key(position, |stretch| stretch.first_position()) {
                Ok(stretch) => drop(alone_stretches.insert(stretch)),
                Err(_) => alone.push((self.index(Position(*position)), counters)),
            }
        }
        for (index, counters) in alone {
            if self.entries[index].counters().is_none() {
                self.entries[index].set_counters(Some(*counters));
            }
        }
        for (known, lost) in &rest.since {
            let lost = lost.map(|n| &rest.lost[n]);
            match known {
                Known::Checkpoint(n) => {
                    let checkpoint = &mut self.checkpoints.later_mut()[n - 1];
                    let fewer = before(checkpoint.position.0);
                    checkpoint.position.0 -= fewer;
                    checkpoint.steps = checkpoint.steps.saturating_sub(steps_of[fewer]);
                    checkpoint.lines = checkpoint.lines.min(rest.lines.unwrap_or(usize::MAX));
                    if let Some((parts, state)) = lost {
                        checkpoint.machine.system.take_over(parts, &state.system);
                    }
                    checkpoint.machine.system.leave_out(times_of[fewer]);
                }
                Known::Stretch(n) => {
                    let stretch = &self.stretches[*n];
                    let fewer = before(stretch.first_position());
                    let lost = lost.map(|(parts, state)| (parts, state));
                    stretch.lose(fewer, lost, rest.lines, times_of[fewer]);
                    if alone_stretches.contains(n) {
                        let alone = Rc::new(stretch.alone());
                        self.log.replace(stretch, &alone);
                        self.stretches[*n] = alone;
                    }
                }
                Known::Present => {
                    let Some((parts, state)) = lost else { continue };
                    self.machine.system.leave_out(times_of[gone.len()]);
                    self.machine.system.take_over(parts, &state.system);
                    self.fix_queue(parts);
                }
            }
        }
        if let Some(counters) = &rest.last {
            self.machine.system.set_counters(counters);
        }
    }

    /// Known states do not agree on whose turn it is once something was undone: the oldest comes
    /// first.
    fn line_up(&mut self) {
        let able = self.machine.system.processes().map(|process| &process.state);
        let able = able.filter(|state| state.status == Status::Runnable).map(|state| state.pid);
        let able: Vec<Pid> = able.filter(|pid| !self.is_servant(*pid)).collect();
        let servants = self.machine.servants().to_vec();
        self.machine.system.run_queue = able.into_iter().chain(servants).collect();
    }

    /// Those whose state has changed wait for their turn if they can run.
    fn fix_queue(&mut self, parts: &Parts) {
        for pid in parts.processes.iter().copied().map(Pid::from) {
            let runs = self.machine.system.get(pid).map(|process| process.state.status);
            let queue = &mut self.machine.system.run_queue;
            match runs {
                Some(Status::Runnable) if queue.contains(&pid) => {}
                Some(Status::Runnable) => queue.push_back(pid),
                _ if self.machine.servants().contains(&pid) => {}
                _ => self.machine.system.run_queue.retain(|queued| *queued != pid),
            }
        }
    }

    fn move_to_future(&mut self, gone: &[usize], counters: Vec<Counters>) -> RollLog {
        let first = gone[0];
        let tail = self.entries.split_off(first);
        let (mut dropped, mut counters) = (Vec::new(), counters.into_iter());
        let mut gone = gone.iter().copied().peekable();
        for (mut entry, index) in tail.into_iter().zip(first..) {
            if gone.next_if_eq(&index).is_none() {
                self.entries.push(entry);
                continue;
            }
            entry.set_counters(counters.next());
            dropped.push(entry);
        }
        let log = self.undone_log(&dropped);
        let mut dropped = VecDeque::from(dropped);
        dropped.append(&mut self.future);
        self.future = dropped;
        log
    }

    /// Entries do not count any more.
    fn undone_log(&mut self, entries: &[Entry]) -> RollLog {
        let mut log = RollLog { entries: entries.len(), ..RollLog::default() };
        let mut steps: BTreeMap<PidKey, u64> = BTreeMap::new();
        for entry in entries {
            self.steps -= u64::from(entry.steps());
            if let Some(pid) = entry.process() {
                *steps.entry(pid.into()).or_default() += u64::from(entry.steps());
            }
            for event in entry.events() {
                self.set_undone(event, true);
                log.events += 1;
            }
        }
        log.steps = steps.into_iter().filter(|(_, n)| *n > 0).map(|(pid, n)| (pid.into(), n)).collect();
        log
    }
}

/// The sums of the first numbers: of none, of one, of two, …
fn sums(numbers: impl Iterator<Item = u64>) -> Vec<u64> {
    let sums = numbers.scan(0, |sum, number| {
        *sum += number;
        Some(*sum)
    });
    std::iter::once(0).chain(sums).collect()
}
