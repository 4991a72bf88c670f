//! The observer of a stretch: processes run whole turns, and what happens is only counted.

use std::cell::Cell;

use erlang_machine::machine::Machine;
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Access, Cause, Object, Observer, ObserverKind};
use erlang_machine::process::{ProcessEnd, State};
use erlang_machine::schedule::{Choice, Fair, Schedule};
use erlang_machine::system::{Counters, Delivery};
use erlang_machine::world::{Stream, World};
use erlang_term::{Atom, Pid, Ref, Term};

use super::entry::is_runnable;
use super::forward::receiver_of;
use super::touched::Touched;
use crate::EventLog;
use crate::events::{Left, Trail};

/// Runs turns, and counts the entries and events that they would be.
pub(super) struct Count<'a> {
    log: &'a EventLog,
    servants: Vec<Pid>,
    pub(super) first_event: usize,
    pub(super) next_event: usize,
    /// The number of the first message.
    pub(super) first_message: u64,
    /// What became of the messages that were sent since, by their numbers. Signals that are none
    /// have numbers, too.
    trails: Vec<Trail>,
    left: Left,
    /// What it began with, and what it touched of what was there then.
    before: Counters,
    pub(super) touched: Touched,
    steps_before: u64,
    pub(super) entries: usize,
    /// Deliveries and timers are steps, too.
    moves: u64,
    /// Whose turn it is.
    runner: Option<Pid>,
    /// Of the turn at hand: reductions up to the last entry.
    boundary: u64,
    /// What the last thing took, and how many were used then.
    last: (u64, u64),
    /// A receive looks at the mailbox.
    is_looking: bool,
    /// Something was done that others can see.
    has_acted: bool,
    /// It has ended: it does not do what follows itself.
    is_over: bool,
    /// Nothing else has happened than can be counted.
    pub(super) is_plain: bool,
}

impl<'a> Count<'a> {
    pub(super) fn new(log: &'a EventLog, machine: &Machine) -> Count<'a> {
        Count {
            log,
            servants: machine.servants().to_vec(),
            first_event: log.next(),
            next_event: log.next(),
            first_message: machine.system.counters().message + 1,
            trails: Vec::new(),
            left: Left::default(),
            before: machine.system.counters(),
            touched: Touched::default(),
            steps_before: machine.system.steps,
            entries: 0,
            moves: 0,
            runner: None,
            boundary: 0,
            last: (0, 0),
            is_looking: false,
            has_acted: false,
            is_over: false,
            is_plain: true,
        }
    }

    pub(super) fn steps(&self, machine: &Machine) -> u64 {
        machine.system.steps - self.steps_before + self.moves
    }

    /// At most this many, and hardly more steps. How many turns could be counted: all but the last,
    /// if something else happened in it.
    pub(super) fn take_turns(&mut self, machine: &mut Machine, steps: u64, most: u64) -> u64 {
        machine.system.delivery = Delivery::Immediate;
        let mut world = Unasked::default();
        let mut turns = 0;
        while turns < most && self.steps(machine) < steps {
            let Some(choice) = Fair.next(machine) else { break };
            let before = machine.system.steps;
            match choice {
                Choice::Run { pid, .. } if self.servants.contains(&pid) => {
                    // It has done its work; `make` lets it go, too.
                    if is_runnable(machine, pid) {
                        self.is_plain = false;
                    }
                    machine.system.run_queue.retain(|queued| *queued != pid);
                }
                Choice::Run { pid, .. } => {
                    let entries = self.entries;
                    self.runner = Some(pid);
                    self.touched.add_process(pid);
                    let end = machine.apply(choice, &mut world, self);
                    let used = machine.system.steps - before;
                    self.end_turn(used, is_runnable(machine, pid));
                    // The turn of who was killed while it waited for it is nothing, but an entry.
                    self.entries += usize::from(self.entries == entries);
                    self.is_plain &= end.is_none();
                }
                Choice::Fire { timer } => {
                    self.runner = None;
                    if let Some(to) = receiver_of(machine, timer) {
                        self.touched.add_process(to);
                    }
                    self.touched.add(Object::Timer(timer), Access::Change, &self.before);
                    self.is_plain &= machine.apply(choice, &mut world, self).is_none();
                    self.has_acted = false;
                    self.entries += 1;
                    self.moves += 1;
                }
                Choice::Deliver { .. } => self.is_plain = false,
            }
            if !self.is_plain || world.was_asked.get() {
                self.is_plain = false;
                break;
            }
            turns += 1;
        }
        turns
    }

    /// As `make_run` cuts it: what is computed before an action is an entry of its own.
    fn end_turn(&mut self, used: u64, is_runnable: bool) {
        if self.is_over {
            // Its last entry is counted.
        } else if self.is_looking || self.has_acted {
            // It found no match, or has begun to wait for a timer.
            self.entries += 1;
            self.is_plain &= !is_runnable;
        } else if used > self.boundary {
            self.entries += 1;
        }
        (self.boundary, self.is_looking, self.has_acted, self.is_over) = (0, false, false, false);
    }

    fn event(&mut self) -> u32 {
        self.next_event += 1;
        self.next_event as u32
    }

    fn trail(&mut self, id: MessageId) -> Option<&mut Trail> {
        let place = usize::try_from(id.0.checked_sub(self.first_message)?).ok()?;
        if place >= self.trails.len() {
            self.trails.resize(place + 1, Trail::default());
        }
        self.trails.get_mut(place)
    }

    /// A process does something that is an event.
    fn action(&mut self) -> u32 {
        self.has_acted = true;
        self.event()
    }

    fn something_else(&mut self) {
        self.is_plain = false;
    }

    fn is_servant(&self, pid: Pid) -> bool {
        self.servants.contains(&pid)
    }

    /// What the log has to know of it: messages only if someone may still receive them.
    pub(super) fn left(&mut self, machine: &Machine) -> Left {
        let mut left = std::mem::take(&mut self.left);
        let waiting = machine.system.processes().flat_map(|process| process.state.mailbox.iter());
        let sent = waiting.filter_map(|message| Some((message.id, *self.trail(message.id)?)));
        left.trails.extend(sent.filter(|(_, trail)| trail.sent > 0));
        left
    }
}

impl ObserverKind for Count<'_> {
    const CALLS: bool = false;
    const ACTIONS: bool = true;
}

impl Observer for Count<'_> {
    fn send(&mut self, _from: Pid, _to: Pid, id: MessageId, _content: &Term, _cause: Option<Cause>) {
        let sent = self.action();
        match self.trail(id) {
            Some(trail) => *trail = Trail { sent, ..Trail::default() },
            None => self.something_else(),
        }
    }

    /// Its delivery is an entry.
    fn signal(&mut self, from: Pid, to: Pid, _id: MessageId) {
        self.is_plain &= !self.is_servant(from) && !self.is_servant(to);
        self.touched.add_process(from);
        self.touched.add_process(to);
        self.has_acted = true;
        self.entries += 1;
        self.moves += 1;
    }

    fn deliver(&mut self, _from: Pid, _to: Pid, id: MessageId) {
        let event = self.event();
        match self.trail(id) {
            Some(trail) => trail.delivered = event,
            None => self.something_else(),
        }
    }

    fn receive(&mut self, _pid: Pid, id: MessageId, _content: &Term) {
        self.has_acted = true;
        let before = (id.0 < self.first_message).then(|| self.log.trail(id));
        if before.is_some_and(|before| before.delivered == 0) {
            // From the processes that print: no event.
            return;
        }
        let event = self.event();
        match (before, self.trail(id)) {
            (Some(before), _) => self.left.trails.push((id, Trail { received: event, ..before })),
            (None, Some(trail)) => trail.received = event,
            (None, None) => {}
        }
    }

    fn timeout(&mut self, _pid: Pid, _milliseconds: u64) {
        self.action();
    }

    fn touch(&mut self, object: Object, access: Access) {
        self.touched.add(object, access, &self.before);
        match object {
            Object::Leader(_) => {}
            _ => self.has_acted = true,
        }
    }

    fn look(&mut self, _pid: Pid, used: u64) {
        if !self.is_looking && used > self.boundary {
            self.entries += 1;
            self.boundary = used;
        }
        self.is_looking = true;
    }

    fn acted(&mut self, cost: u64, used: u64) -> bool {
        self.last = (cost, used);
        if self.has_acted {
            let alone = used.saturating_sub(cost);
            self.entries += 1 + usize::from(!self.is_looking && alone > self.boundary);
            (self.boundary, self.is_looking, self.has_acted) = (used, false, false);
        }
        false
    }

    fn timer(&mut self, _pid: Pid, timer: Ref, _milliseconds: u64) {
        let event = self.action();
        self.left.references.push((timer, event));
    }

    fn spawn(&mut self, _parent: Pid, child: &State) {
        self.touched.add_process(child.pid);
        self.touched.add(Object::Processes, Access::ChangePart, &self.before);
        let event = self.action();
        self.left.spawned.push((child.pid, event));
    }

    fn exit(&mut self, pid: Pid, state: &State) {
        self.touched.add_process(pid);
        let objects = state
            .name
            .map(Object::Name)
            .into_iter()
            .chain(state.aliases.keys().copied().map(Object::Alias))
            .chain(state.suspending.keys().copied().map(Object::Steps));
        objects.for_each(|object| self.touched.add(object, Access::Change, &self.before));
        self.touched.add(Object::Processes, Access::ChangePart, &self.before);
        if state.name.is_some() {
            self.touched.add(Object::Names, Access::ChangePart, &self.before);
        }
        let event = self.event();
        self.left.exited.push((pid, event));
        if self.runner == Some(pid) {
            // Who is killed by what it did has ended with that; others take a step for it.
            if !matches!(state.outcome, Some(ProcessEnd::Killed(_))) {
                let (cost, used) = self.last;
                self.entries += 1 + usize::from(used.saturating_sub(cost) > self.boundary);
            }
            self.is_over = true;
        }
    }

    fn exit_signal(&mut self, _from: Pid, _to: Pid, id: MessageId, _reason: &Term) {
        let sent = self.action();
        if let Some(trail) = self.trail(id) {
            trail.sent = sent;
        }
    }

    fn link(&mut self, _pid: Pid, _with: Pid) {
        self.action();
    }

    fn unlink(&mut self, _pid: Pid, _with: Pid) {
        self.action();
    }

    fn monitor(&mut self, _pid: Pid, _of: Option<Pid>, _monitor: Ref) {
        self.action();
    }

    fn demonitor(&mut self, _pid: Pid, _of: Pid, monitor: Ref) {
        self.action();
        self.left.forgotten.push(monitor);
    }

    fn register(&mut self, _by: Pid, _name: Atom, _pid: Pid) {
        self.action();
    }

    fn unregister(&mut self, _by: Pid, _name: Atom, _pid: Pid) {
        self.action();
    }
}

/// A world that nobody may need: whether someone did.
#[derive(Default)]
struct Unasked {
    was_asked: Cell<bool>,
}

impl World for Unasked {
    fn output(&mut self, _stream: Stream, _bytes: &[u8]) {
        self.was_asked.set(true);
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.was_asked.set(true);
        None
    }

    fn epoch(&self) -> i64 {
        self.was_asked.set(true);
        0
    }

    fn seed(&self) -> u64 {
        self.was_asked.set(true);
        0
    }

    fn report(&mut self, _term: &Term) {
        self.was_asked.set(true);
    }
}
