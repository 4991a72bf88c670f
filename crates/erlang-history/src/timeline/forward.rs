//! Going forward: new entries, as someone chooses them.

use std::fmt;

use erlang_machine::machine::{End, Machine};
use erlang_machine::observer::{Access, Object, ObserverKind, Unobserved};
use erlang_machine::process::{PidKey, Status};
use erlang_machine::schedule::{Choice, Schedule};
use erlang_machine::signals::SignalKind;
use erlang_machine::system::Counters;
use erlang_machine::timers::{Action, Destination, TimerId};
use erlang_machine::world::World;
use erlang_term::{Atom, Pid, Term};

use super::entry::{Deed, Details, Entry, Use, Uses, is_runnable};
use super::point::is_standing;
use super::printed::{Printed, Printing};
use super::stretch::Haste;
use super::trial::StopFn;
use super::watch::Watch;
use super::{Timeline, choice_of};
use crate::{EventId, Position};

/// Says whether an event is what a run was to go to.
pub type Enough<'a> = dyn FnMut(&Timeline, EventId) -> bool + 'a;

/// Steps that a process is given at a time where nobody says how many.
pub(super) const LONG: u32 = 1 << 20;

/// How far a command went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advanced {
    /// Where it began; its events are those since then.
    pub from: Position,
    pub steps: u64,
    pub stopped: AdvanceEnd,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AdvanceEnd {
    /// It did what was asked.
    Done,
    /// Nothing more can happen, or the process cannot run.
    Quiet,
    /// At this event.
    Enough(EventId),
    Over(End),
}

/// Why something cannot be done; nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The choice is not among those there are.
    NotPossible,
    Over(End),
    NoSuchEvent(EventId),
    NoSuchProcess(Pid),
    /// The event is about no message.
    NoMessage(EventId),
    /// That has not happened to the message of this event.
    NotSoFar(EventId),
    /// It is undone already.
    Undone(EventId),
    /// It is not undone, or what was undone is forgotten.
    NotUndone(EventId),
    NothingUndone,
    NotBound(Pid, Atom),
    /// An earlier call of the process has bound it.
    NotBoundInThisCall(Pid, Atom),
    /// In what was undone.
    NotBoundAgain(Pid, Atom),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NotPossible => f.write_str("that cannot happen at this point"),
            Refused::Over(End::Halted(status)) => write!(f, "the program halted with status {status}"),
            Refused::Over(End::Unsupported(text)) => f.write_str(text),
            Refused::Over(End::Interrupted) => f.write_str("interrupted"),
            Refused::Over(End::Memory) => f.write_str("out of memory"),
            Refused::Over(End::Quiet | End::Steps | End::Endless) => f.write_str("the run is over"),
            Refused::NoSuchEvent(id) => write!(f, "there is no event {}", id.0),
            Refused::NoSuchProcess(pid) => write!(f, "there is no process {}", Term::Pid(*pid)),
            Refused::NoMessage(id) => write!(f, "event {} is not about a message", id.0),
            Refused::NotSoFar(id) => {
                write!(f, "the message of event {} has not got that far", id.0)
            }
            Refused::Undone(id) => write!(f, "event {} has been undone", id.0),
            Refused::NotUndone(id) => write!(f, "event {} was not undone", id.0),
            Refused::NothingUndone => f.write_str("nothing has been undone"),
            Refused::NotBound(pid, variable) => {
                write!(
                    f,
                    "{} has not bound a variable {} before this point",
                    Term::Pid(*pid),
                    variable.name()
                )
            }
            Refused::NotBoundInThisCall(pid, variable) => {
                let (pid, variable) = (Term::Pid(*pid), variable.name());
                write!(f, "{pid} has not bound {variable} in this call yet; an earlier call has")
            }
            Refused::NotBoundAgain(pid, variable) => {
                let (pid, variable) = (Term::Pid(*pid), variable.name());
                write!(f, "no undone step of {pid} binds a variable {variable}")
            }
        }
    }
}

impl Timeline {
    /// Makes one choice happen; of a process, this many reductions.
    pub fn take(&mut self, choice: Choice) -> Result<Advanced, Refused> {
        if let Some(end) = &self.end {
            return Err(Refused::Over(end.clone()));
        }
        let same = |other: &Choice| match (choice, *other) {
            (Choice::Run { pid, .. }, Choice::Run { pid: other, .. }) => pid == other,
            (choice, other) => choice == other,
        };
        if !self.choices().iter().any(same) {
            return Err(Refused::NotPossible);
        }
        if let Choice::Run { pid, reductions } = choice {
            return Ok(self.step(pid, reductions.into()));
        }
        let from = self.here();
        self.advance(choice);
        self.settle();
        Ok(self.moved(from, AdvanceEnd::Done))
    }

    /// One process runs for this many steps, as long as it can.
    pub async fn step_by_slices(&mut self, pid: Pid, steps: u64) -> Advanced {
        let from = self.here();
        let mut used = 0;
        self.settle();
        while used < steps {
            if self.end.is_some() || !is_runnable(&self.machine, pid) || self.is_servant(pid) {
                return self.moved(from, AdvanceEnd::Quiet);
            }
            if let Some(stopped) = self.stopped_from_outside() {
                return self.moved(from, stopped);
            }
            let left = u32::try_from(steps - used).unwrap_or(u32::MAX);
            let before = self.steps;
            self.advance(Choice::Run { pid, reductions: left.min(LONG) });
            self.settle();
            self.pause(self.steps.saturating_sub(before) + 1).await;
            used = self.steps_of(pid, from.0);
        }
        self.moved(from, AdvanceEnd::Done)
    }

    /// Goes on as the schedule chooses until this many steps are made, nothing can happen any more,
    /// or an event was enough.
    pub fn run(&mut self, schedule: &mut dyn Schedule, steps: u64, enough: &mut Enough<'_>) -> Advanced {
        self.go_on(schedule, steps, 0, Some(enough))
    }

    /// The same, whatever events there are: where it can, in long stretches, which take less time
    /// and memory.
    pub fn go(&mut self, schedule: &mut dyn Schedule, steps: u64) -> Advanced {
        self.go_on(schedule, steps, 0, None)
    }

    /// The same for a part of the way, of which this many more steps are ahead: what comes last of
    /// all is kept as entries, and not what comes last in each part.
    pub fn go_with_more_ahead(&mut self, schedule: &mut dyn Schedule, steps: u64, ahead: u64) -> Advanced {
        self.go_on(schedule, steps, ahead, None)
    }

    fn go_on(
        &mut self,
        schedule: &mut dyn Schedule,
        steps: u64,
        ahead: u64,
        mut enough: Option<&mut Enough<'_>>,
    ) -> Advanced {
        let from = self.here();
        let goal = self.steps.saturating_add(steps);
        let (mut haste, mut hurried) = (Haste::default(), false);
        while self.steps < goal {
            if self.end.is_some() {
                return self.moved(from, AdvanceEnd::Quiet);
            }
            if let Some(stopped) = self.stopped_from_outside() {
                return self.moved(from, stopped);
            }
            if enough.is_none() && self.hurry(schedule, goal, ahead, &mut haste) {
                hurried = true;
                continue;
            }
            // What comes next is likely to be gone back to: not through the stretch.
            if std::mem::take(&mut hurried) {
                self.add_checkpoint();
            }
            let at = self.entries.len();
            if self.future.is_empty() {
                let Some(mut choice) = schedule.next(&self.machine) else {
                    return self.moved(from, AdvanceEnd::Quiet);
                };
                if let Choice::Run { reductions, .. } = &mut choice {
                    *reductions = (*reductions).min(u32::try_from(goal - self.steps).unwrap_or(u32::MAX));
                }
                self.make(choice);
                self.deliver_requests();
            } else {
                self.replay_at(0, goal - self.steps);
            }
            if let Some(enough) = &mut enough
                && let Some(event) = self.first_since(at, enough)
            {
                return self.moved(from, AdvanceEnd::Enough(event));
            }
        }
        self.moved(from, AdvanceEnd::Done)
    }

    /// The first event since then that is enough.
    fn first_since(&self, at: usize, enough: &mut Enough<'_>) -> Option<EventId> {
        self.entries[at..].iter().flat_map(Entry::events).find(|event| enough(self, *event))
    }

    /// Everything that can happen without deliveries and timers, in turns, for this many steps at
    /// most.
    pub async fn normalise_by_slices(&mut self, steps: u64) -> Advanced {
        let from = self.here();
        let goal = self.steps.saturating_add(steps);
        self.settle();
        while self.steps < goal {
            if self.end.is_some() {
                return self.moved(from, AdvanceEnd::Quiet);
            }
            if let Some(stopped) = self.stopped_from_outside() {
                return self.moved(from, stopped);
            }
            let before = self.steps;
            if let Some(at) = self.next_of_a_process() {
                self.replay_at(at, goal - self.steps);
                self.settle();
                self.pause(self.steps.saturating_sub(before) + 1).await;
                continue;
            }
            // Those that were undone wait for a delivery that was, too.
            let was_undone = |pid| self.future.iter().any(|entry| entry.process() == Some(pid));
            let mut queue = self.machine.system.run_queue.iter().copied();
            let Some(pid) = queue.find(|pid| !self.is_servant(*pid) && !was_undone(*pid)) else {
                return self.moved(from, AdvanceEnd::Quiet);
            };
            let left = u32::try_from(goal - self.steps).unwrap_or(u32::MAX);
            self.make(Choice::Run { pid, reductions: left.min(LONG) });
            self.settle();
            self.pause(self.steps.saturating_sub(before) + 1).await;
        }
        self.moved(from, AdvanceEnd::Done)
    }

    /// Makes a choice happen, again if it was undone.
    pub(super) fn advance(&mut self, choice: Choice) {
        let steps = if let Choice::Run { reductions, .. } = choice { reductions } else { u32::MAX };
        match self.recorded(choice) {
            Some(at) => self.replay_at(at, steps.into()),
            None => self.make(choice),
        }
    }

    /// A choice of the machine becomes an entry, or two: what a process computes, and then does.
    pub(super) fn make(&mut self, choice: Choice) {
        if let Choice::Run { pid, .. } = choice
            && self.is_servant(pid)
        {
            // Their work is done when requests arrive.
            return self.machine.system.run_queue.retain(|queued| *queued != pid);
        }
        self.make_new(|timeline| match choice {
            Choice::Run { pid, reductions } => drop(timeline.make_run(pid, reductions, None)),
            Choice::Deliver { from, to } => timeline.make_delivery(from, to),
            Choice::Fire { timer } => timeline.make_fire(timer),
        });
    }

    /// The same, but a process that runs may be asked to stand: then its entry ends there. Whether
    /// it does.
    pub(super) fn make_to(&mut self, choice: Choice, stop: &mut StopFn<'_>) -> bool {
        match choice {
            Choice::Run { pid, reductions } if !self.is_servant(pid) => {
                self.make_new(|timeline| timeline.make_run(pid, reductions, Some(stop)))
            }
            _ => {
                self.make(choice);
                false
            }
        }
    }

    fn make_new<T>(&mut self, happen: impl FnOnce(&mut Timeline) -> T) -> T {
        self.give_future_counters();
        let (from, counters) = (self.entries.len(), self.new_counters());
        let made = happen(self);
        if let Some(first) = self.entries.get_mut(from) {
            first.set_counters(counters);
        }
        if let Some(beyond) = &mut self.beyond {
            *beyond = beyond.beyond(&self.machine.system.counters());
        }
        self.forget_contradicted(from);
        self.mark();
        self.changed();
        made
    }

    /// Makes an entry of another run anew. False if it is not the same here; then there is nothing
    /// of it.
    pub(super) fn make_as(&mut self, entry: &Entry) -> bool {
        let (from, steps) = (self.entries.len(), self.steps);
        if let Some(counters) = entry.counters() {
            self.machine.system.set_counters(counters);
        }
        match entry.deed() {
            Deed::Compute { pid, reductions } => drop(self.make_run(pid, reductions, None)),
            Deed::Act { pid } => drop(self.make_run(pid, u32::MAX, None)),
            Deed::Deliver { from, to } => self.make_delivery(from, to),
            Deed::Fire { timer } => self.make_fire(timer),
        }
        if let [made] = &mut self.entries[from..]
            && (made.deed(), made.count_events()) == (entry.deed(), entry.count_events())
        {
            made.set_counters(entry.counters().copied());
            if let (Some(printed), Some(saved)) = (made.printed(), entry.printed()) {
                made.set_printed(Printed { order: saved.order, bytes: printed.bytes.clone() });
                self.prints = self.prints.max(saved.order.saturating_add(1));
            }
            self.mark();
            self.changed();
            return true;
        }
        self.entries.truncate(from);
        self.steps = steps;
        false
    }

    fn make_fire(&mut self, timer: TimerId) {
        let mut uses = Uses::default();
        uses.add(Object::Timer(timer), Use::Access(Access::Change));
        // Also where nobody is any more.
        if let Some(to) = receiver_of(&self.machine, timer) {
            uses.add(Object::Mailbox(to.into()), Use::Access(Access::Change));
        }
        self.make_one(Deed::Fire { timer }, Choice::Fire { timer }, uses);
    }

    /// Since something was undone, new things begin beyond all numbers there were.
    fn new_counters(&mut self) -> Option<Counters> {
        let now = self.machine.system.counters();
        let beyond = self.beyond?.beyond(&now);
        self.beyond = Some(beyond);
        self.machine.system.set_counters(&beyond);
        (beyond != now).then_some(beyond)
    }

    /// A process runs, and may be asked to stand on its way. Whether it does.
    fn make_run(&mut self, pid: Pid, reductions: u32, stop: Option<&mut StopFn<'_>>) -> bool {
        let (first, before) = (self.log.next(), self.machine.system.counters());
        let mut output = Vec::new();
        let mut world = Printing {
            inner: self.outside.go_on(&mut *self.world, self.lines),
            output: &mut output,
            lines: &mut self.lines,
        };
        let (machine, log) = (&mut self.machine, Some(&mut self.log));
        let (end, ran) = match stop {
            None => run_entry(machine, pid, reductions, &mut world, Watch::new(log)),
            Some(stop) => {
                let stop: &mut StopFn<'_> = &mut |pid, at| stop(pid, at);
                run_entry(machine, pid, reductions, &mut world, Watch::logging(log, stop))
            }
        };
        self.end = end;
        let Ran { mut uses, looked, acted, cost } = ran;
        let used = self.machine.system.steps - before.steps;
        let alone = match acted {
            _ if looked => 0,
            true => used.saturating_sub(cost),
            false => used,
        };
        let stands = is_standing(&self.machine, pid);
        if alone > 0 || !(looked || acted || stands) {
            let reductions = u32::try_from(alone.max(1)).unwrap_or(u32::MAX);
            let looks = uses.0.iter().filter(|(object, _)| matches!(object, Object::Leader(_)));
            let looks = Uses(looks.copied().collect());
            self.push(Details::new(Deed::Compute { pid, reductions }, alone, first..first, looks).into());
        }
        if looked || acted {
            if looked && !acted {
                uses.add(Object::Mailbox(pid.into()), Use::InVain);
            } else if looked {
                uses.add(Object::Mailbox(pid.into()), Use::Access(Access::Change));
            }
            let events = first..self.log.next();
            let blocked = looked && !is_runnable(&self.machine, pid);
            let act = Details::new(Deed::Act { pid }, used - alone, events, uses);
            self.push(Details { blocked, ..act }.into());
        }
        self.keep_printed(output);
        if stands {
            self.stands_now(pid);
        }
        stands
    }

    /// A process has stopped on its way.
    pub(super) fn stands_now(&mut self, pid: Pid) {
        let standing = self.machine.system.get(pid).and_then(|process| process.state.standing.as_ref());
        let Some(number) = standing.map(|standing| standing.number) else { return };
        self.stands.insert(pid.into(), number);
        // Whose turn it is, is as if it had used up its share.
        let queue = &mut self.machine.system.run_queue;
        if queue.front() == Some(&pid) {
            queue.rotate_left(1);
        }
    }

    fn make_delivery(&mut self, from: Pid, to: Pid) {
        let channel = (PidKey::from(from), PidKey::from(to));
        let Some(signal) = self.machine.system.in_flight.get(&channel).and_then(|queue| queue.front()) else {
            return;
        };
        let mut uses = Uses::default();
        uses.add(Object::Signal(signal.id), Use::Access(Access::Change));
        if self.is_servant(to) {
            // Requests are served each by itself, those that only print in any order.
            let access = if only_prints(&signal.kind) { Access::Look } else { Access::Change };
            uses.add(Object::Servant(to.into()), Use::Access(access));
            uses.add(Object::Channel(channel.0, channel.1), Use::Access(Access::Change));
        } else {
            uses.add(Object::Mailbox(to.into()), Use::Access(Access::Change));
        }
        self.make_one(Deed::Deliver { from, to }, Choice::Deliver { from, to }, uses);
    }

    /// An entry that no process of the program makes.
    fn make_one(&mut self, deed: Deed, choice: Choice, mut uses: Uses) {
        let first = self.log.next();
        let mut output = Vec::new();
        let mut world = Printing {
            inner: self.outside.go_on(&mut *self.world, self.lines),
            output: &mut output,
            lines: &mut self.lines,
        };
        let mut watch = Watch::new(Some(&mut self.log));
        let mut steps = 1;
        self.end = self.machine.apply(choice, &mut world, &mut watch);
        if let Deed::Deliver { from, to } = deed {
            if self.machine.servants().contains(&to) {
                self.end = serve(&mut self.machine, to, &mut world, &mut watch);
                // What it does for one does not concern others, but its end does.
                let lives =
                    self.machine.system.get(to).is_some_and(|servant| servant.state.outcome.is_none());
                if lives {
                    watch.uses.0.retain(|(object, _)| matches!(object, Object::Signal(_)));
                }
            }
            let servants = self.machine.servants();
            if servants.contains(&to) || servants.contains(&from) {
                steps = 0;
            }
        }
        watch.uses.0.iter().for_each(|(object, used)| uses.add(*object, *used));
        let events = first..self.log.next();
        self.push(Details::new(deed, steps, events, uses).into());
        self.keep_printed(output);
    }

    /// What a person need not decide: requests to the processes that print arrive at once, and so
    /// do their answers.
    pub(super) fn settle(&mut self) {
        loop {
            self.deliver_requests();
            let mut channels = self.machine.system.in_flight.keys();
            let Some(&(from, to)) = channels.find(|(from, _)| self.is_servant((*from).into())) else { break };
            self.advance(Choice::Deliver { from: from.into(), to: to.into() });
        }
    }

    pub(super) fn deliver_requests(&mut self) {
        loop {
            let mut channels = self.machine.system.in_flight.keys();
            let Some(&(from, to)) = channels.find(|(_, to)| self.is_servant((*to).into())) else { break };
            self.advance(Choice::Deliver { from: from.into(), to: to.into() });
        }
    }

    /// Someone wants to stop, or memory is short.
    pub(super) fn stopped_from_outside(&mut self) -> Option<AdvanceEnd> {
        if self.is_interrupted() {
            return Some(AdvanceEnd::Over(End::Interrupted));
        }
        while (self.budget.memory)() > self.budget.max_memory {
            let stretches = self.stretches.len();
            self.merge_stretches();
            if !self.checkpoints.thin() && self.stretches.len() == stretches {
                return Some(AdvanceEnd::Over(End::Memory));
            }
        }
        None
    }

    pub(super) fn here(&self) -> (Position, u64) {
        (self.position(), self.steps)
    }

    pub(super) fn moved(&self, from: (Position, u64), stopped: AdvanceEnd) -> Advanced {
        let stopped = self.end.clone().map_or(stopped, AdvanceEnd::Over);
        Advanced { from: from.0, steps: self.steps - from.1, stopped }
    }

    /// Steps of a process in the entries from this position on.
    fn steps_of(&self, pid: Pid, from: Position) -> u64 {
        self.entries[self.index(from)..].iter().map(|entry| entry.steps_of(pid)).sum()
    }
}

/// Whom a timer wakes, or sends its message to.
pub(super) fn receiver_of(machine: &Machine, timer: TimerId) -> Option<Pid> {
    let system = &machine.system;
    match system.timers.iter().find(|(id, _)| *id == timer).map(|(_, timer)| &timer.action)? {
        Action::Wake { pid, .. } => Some(*pid),
        Action::Send { to: Destination::Process(pid), .. } => Some(*pid),
        Action::Send { to: Destination::Name(name), .. } => system.whereis(*name),
    }
}

/// What a process did in one share.
struct Ran {
    uses: Uses,
    looked: bool,
    acted: bool,
    cost: u64,
}

/// A process runs for a share, which ends with its first action or where it is asked to stand.
fn run_entry<const STANDS: bool>(
    machine: &mut Machine,
    pid: Pid,
    reductions: u32,
    world: &mut dyn World,
    mut watch: Watch<'_, STANDS>,
) -> (Option<End>, Ran) {
    let mut share = reductions;
    loop {
        let end = machine.apply(Choice::Run { pid, reductions: share }, world, &mut watch);
        let goes_on = end.is_none() && is_runnable(machine, pid) && !is_standing(machine, pid);
        // A receive that has begun to look at the mailbox goes on until it has found something, or
        // nothing.
        if !goes_on || !watch.looked || watch.acted {
            let Watch { uses, looked, acted, cost, .. } = watch;
            return (end, Ran { uses, looked, acted, cost });
        }
        share = LONG;
    }
}

/// Makes an entry happen again.
pub(super) fn again(machine: &mut Machine, entry: &Entry, world: &mut dyn World) -> Option<End> {
    match entry.deed() {
        Deed::Compute { .. } => again_with(machine, entry, world, &mut Unobserved),
        // The watch ends it after its action.
        _ => again_with(machine, entry, world, &mut Watch::new(None)),
    }
}

pub(super) fn again_with<O: ObserverKind>(
    machine: &mut Machine,
    entry: &Entry,
    world: &mut dyn World,
    observer: &mut O,
) -> Option<End> {
    if let Some(counters) = entry.counters() {
        machine.system.set_counters(counters);
    }
    let end = machine.apply(choice_of(entry), world, observer);
    match entry.deed() {
        Deed::Deliver { to, .. } if machine.servants().contains(&to) => serve(machine, to, world, observer),
        _ => end,
    }
}

/// A process of the machine's own does its work until it waits for more. It stays in the queue, for
/// those who go by turns.
pub(super) fn serve<O: ObserverKind>(
    machine: &mut Machine,
    servant: Pid,
    world: &mut dyn World,
    observer: &mut O,
) -> Option<End> {
    let mut worked = false;
    while is_runnable(machine, servant) {
        worked = true;
        let end = machine.apply(Choice::Run { pid: servant, reductions: u32::MAX }, world, observer);
        if end.is_some() {
            return end;
        }
    }
    let waits = machine.system.get(servant).is_some_and(|process| process.state.status == Status::Waiting);
    if worked && waits {
        machine.system.run_queue.push_back(servant);
    }
    None
}

/// A request that leaves the servant as it was. (To monitor one belongs to every request, and
/// nobody else can tell.)
fn only_prints(kind: &SignalKind) -> bool {
    let message = match kind {
        SignalKind::Message(message) => message,
        SignalKind::Exit { .. } | SignalKind::LinkExit { .. } => return false,
        _ => return true,
    };
    match message.content.as_tuple() {
        Some([Term::Atom(tag), _, _, request]) if tag.name() == "io_request" => request
            .as_tuple()
            .and_then(<[Term]>::first)
            .and_then(Term::as_atom)
            .is_some_and(|kind| kind.name() == "put_chars"),
        _ => true,
    }
}
