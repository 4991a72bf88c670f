//! Everything of a run beside the code and the process that is running: the other processes, names,
//! time, signals in flight.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use erlang_term::{Atom, Pid, Ref, Term};

use crate::mailbox::MessageId;
use crate::process::{PidKey, Process, RefKey, State, Status};
use crate::servants;
use crate::signals::Signal;
use crate::taint::Taints;
use crate::timers::{Instant, Timers};

/// The first pid that a run gives, so that pids look as they do in a fresh Erlang shell.
pub const FIRST_PID: u32 = 80;

/// The counters that a run is to have before some of its choices, by how many choices come before.
pub type Numbering = BTreeMap<u64, Counters>;

/// Cheap to clone: a checkpoint of the machine is a clone of this.
#[derive(Clone)]
pub struct System {
    /// By number, from [`servants::LOWEST`] on. The running process is not in its place; there are
    /// none where processes were undone.
    processes: Vec<Option<Rc<Process>>>,
    names: BTreeMap<&'static str, Pid>,
    /// Processes of the machine itself: those that print, and the one that logs.
    pub servants: Vec<Pid>,
    /// Processes that can run, in the order in which the fair schedule takes them.
    pub run_queue: VecDeque<Pid>,
    pub timers: Timers,
    pub now: Instant,
    /// How far [`System::set_counters`] has set the clock forward, all in all (modulo 2^64, since
    /// it may also set it back):
    /// time that has not passed in this run.
    set_forward: u64,
    pub delivery: Delivery,
    /// Signals sent and not yet delivered, oldest first, for each pair of sender and receiver.
    pub in_flight: BTreeMap<(PidKey, PidKey), VecDeque<Signal>>,
    /// Whose alias a reference is.
    aliases: BTreeMap<RefKey, Pid>,
    next_pid: u32,
    next_ref: u64,
    next_message: u64,
    next_unique: i64,
    /// Reductions of all processes together.
    pub steps: u64,
    /// What natives of the library keep: ETS tables and the like.
    pub storage: crate::native::storage::Storage,
    pub unsupported: Unsupported,
    /// What to follow, and how many choices have been made under it.
    numbering: Option<(Rc<Numbering>, u64)>,
}

/// What becomes of a process that calls something that whodunit does not have.
#[derive(Clone, Default)]
pub enum Unsupported {
    /// The run is over.
    #[default]
    EndsTheRun,
    /// It fails with `error:{not_supported, Text}`, and whatever depends on it is tainted. For
    /// running many tests, of which one does not end the others.
    Taints(Rc<Taints>),
}

impl Unsupported {
    /// Does the run go on after it?
    #[inline]
    pub fn is_lenient(&self) -> bool {
        matches!(self, Unsupported::Taints(_))
    }

    pub fn taints_processes() -> Unsupported {
        Unsupported::Taints(Rc::default())
    }

    pub(crate) fn taints(&self) -> Option<&Taints> {
        if let Unsupported::Taints(taints) = self { Some(taints) } else { None }
    }

    pub(crate) fn taints_mut(&mut self) -> Option<&mut Taints> {
        if let Unsupported::Taints(taints) = self { Some(Rc::make_mut(taints)) } else { None }
    }
}

/// What all processes count together. A part of a run that is made again with the counters that it
/// began with gets the same pids, references and numbers of messages, and the clock says the same,
/// whatever else is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counters {
    pub pid: u32,
    pub reference: u64,
    pub message: u64,
    pub unique: i64,
    pub timer: u64,
    pub now: Instant,
    pub last_now: i64,
    pub steps: u64,
}

impl Counters {
    /// What neither of two runs has used.
    pub fn beyond(&self, other: &Counters) -> Counters {
        Counters {
            pid: self.pid.max(other.pid),
            reference: self.reference.max(other.reference),
            message: self.message.max(other.message),
            unique: self.unique.max(other.unique),
            timer: self.timer.max(other.timer),
            now: self.now.max(other.now),
            last_now: self.last_now.max(other.last_now),
            steps: self.steps.max(other.steps),
        }
    }
}

/// When a signal arrives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delivery {
    /// At once, as on a BEAM with one core.
    Immediate,
    /// When the schedule chooses so: any order that keeps the order of signals between each pair of
    /// processes.
    Chosen,
}

impl System {
    pub fn new(delivery: Delivery) -> System {
        System {
            processes: Vec::new(),
            names: BTreeMap::new(),
            servants: Vec::new(),
            run_queue: VecDeque::new(),
            timers: Timers::default(),
            now: Instant(0),
            set_forward: 0,
            delivery,
            in_flight: BTreeMap::new(),
            aliases: BTreeMap::new(),
            next_pid: FIRST_PID,
            next_ref: 1,
            next_message: 1,
            next_unique: 1,
            steps: 0,
            storage: crate::native::storage::Storage::new(),
            unsupported: Unsupported::default(),
            numbering: None,
        }
    }

    pub fn new_ref(&mut self) -> Ref {
        self.next_ref += 1;
        Ref::local(self.next_ref)
    }

    pub fn new_message_id(&mut self) -> MessageId {
        self.next_message += 1;
        MessageId(self.next_message)
    }

    pub fn unique_integer(&mut self) -> i64 {
        self.next_unique += 1;
        self.next_unique
    }

    /// The pid that the next process gets.
    pub fn next_pid(&self) -> Pid {
        Pid::local(self.next_pid)
    }

    pub fn add(&mut self, process: Process) {
        let pid = process.state.pid;
        debug_assert!(pid == self.next_pid());
        self.next_pid += 1;
        self.place(process);
        self.run_queue.push_back(pid);
    }

    /// A process with a pid of its own choice that runs when the first message arrives.
    pub fn add_asleep(&mut self, mut process: Process) {
        process.state.status = Status::Waiting;
        self.place(process);
    }

    fn place(&mut self, process: Process) {
        if let Some(n) = Self::index(process.state.pid) {
            self.processes.resize(self.processes.len().max(n + 1), None);
            self.processes[n] = Some(Rc::new(process));
        }
    }

    /// Where the next of everything begins that must not be the same twice.
    pub fn counters(&self) -> Counters {
        Counters {
            pid: self.next_pid,
            reference: self.next_ref,
            message: self.next_message,
            unique: self.next_unique,
            timer: self.timers.next,
            now: self.now,
            last_now: self.storage.last_now,
            steps: self.steps,
        }
    }

    pub fn set_counters(&mut self, counters: &Counters) {
        self.next_pid = counters.pid;
        self.next_ref = counters.reference;
        self.next_message = counters.message;
        self.next_unique = counters.unique;
        self.timers.next = counters.timer;
        let set_forward = counters.now.0.wrapping_sub(self.now.0);
        self.set_forward = self.set_forward.wrapping_add(set_forward);
        self.now = counters.now;
        self.storage.last_now = counters.last_now;
        self.steps = counters.steps;
    }

    /// Nanoseconds that the clock has shown although they have not passed in this run.
    pub fn leave_out(&mut self, nanoseconds: u64) {
        self.set_forward = self.set_forward.wrapping_add(nanoseconds);
    }

    /// How much time has passed in this run. The clock says the same, unless parts of the run were
    /// left out.
    pub fn elapsed(&self) -> Instant {
        Instant(self.now.0.wrapping_sub(self.set_forward))
    }

    /// The run that begins here is one of which parts were left out: it counts as it did with them.
    pub fn follow(&mut self, numbering: Numbering) {
        self.numbering = (!numbering.is_empty()).then(|| (Rc::new(numbering), 0));
    }

    /// A choice is about to be made.
    pub(crate) fn count_choice(&mut self) {
        let Some((numbering, made)) = &mut self.numbering else { return };
        let counters = numbering.get(made).copied();
        *made += 1;
        if let Some(counters) = counters {
            self.set_counters(&counters);
        }
    }

    fn index(pid: Pid) -> Option<usize> {
        pid.id().checked_sub(servants::LOWEST).map(|n| n as usize)
    }

    /// A process that is not running just now, alive or exited.
    pub fn get(&self, pid: Pid) -> Option<&Process> {
        self.processes.get(Self::index(pid)?)?.as_deref()
    }

    pub fn get_mut(&mut self, pid: Pid) -> Option<&mut Process> {
        self.processes.get_mut(Self::index(pid)?)?.as_mut().map(Rc::make_mut)
    }

    /// Takes a process out to run it.
    pub fn take(&mut self, pid: Pid) -> Option<Rc<Process>> {
        self.processes.get_mut(Self::index(pid)?)?.take()
    }

    pub fn put(&mut self, process: Rc<Process>) {
        if let Some(n) = Self::index(process.state.pid) {
            self.processes[n] = Some(process);
        }
    }

    /// A process becomes as it is in another state, or there is none if there is none there.
    pub(crate) fn copy_process(&mut self, pid: Pid, from: &System) {
        let Some(n) = Self::index(pid) else { return };
        let process = from.processes.get(n).cloned().flatten();
        if process.is_some() || n < self.processes.len() {
            self.processes.resize(self.processes.len().max(n + 1), None);
            self.processes[n] = process;
        }
    }

    /// How many processes there have been.
    pub fn size(&self) -> usize {
        self.processes.len()
    }

    /// All processes but the running one, in the order of their creation.
    pub fn processes(&self) -> impl Iterator<Item = &Process> {
        self.processes.iter().flatten().map(|process| &**process)
    }

    /// Is this process there and not exited? `current` is the running one.
    pub fn is_alive(&self, pid: Pid, current: &State) -> bool {
        pid == current.pid || self.get(pid).is_some_and(|p| p.state.status != Status::Exited)
    }

    pub fn whereis(&self, name: Atom) -> Option<Pid> {
        self.names.get(name.name()).copied()
    }

    pub fn register(&mut self, name: Atom, pid: Pid) {
        self.names.insert(name.name(), pid);
    }

    pub fn unregister(&mut self, name: Atom) {
        self.names.remove(name.name());
    }

    /// All registered names, in the order of their text.
    pub fn registered(&self) -> Vec<Term> {
        self.names.keys().map(|name| Term::atom(name)).collect()
    }

    pub fn alias_owner(&self, alias: Ref) -> Option<Pid> {
        self.aliases.get(&alias.into()).copied()
    }

    pub fn add_alias(&mut self, alias: Ref, owner: Pid) {
        self.aliases.insert(alias.into(), owner);
    }

    pub fn forget_alias(&mut self, alias: Ref) {
        self.aliases.remove(&alias.into());
    }

    /// A process ended: its tables go, or are given away, with a message to each heir.
    pub fn release_tables(&mut self, owner: Pid) -> Vec<(Pid, Term)> {
        let mut storage = std::mem::take(&mut self.storage);
        // The running process is not in its place, but alive.
        let alive = |pid: Pid| pid != owner && self.get(pid).is_none_or(|p| p.state.status != Status::Exited);
        let messages = storage.owner_exited(owner, alive);
        self.storage = storage;
        messages
    }

    /// Takes a process that is not the running one out of the run queue until it is resumed as
    /// often.
    pub fn suspend(&mut self, pid: Pid) {
        if let Some(process) = self.get_mut(pid) {
            process.state.suspended += 1;
            process.state.status = Status::Suspended;
            self.run_queue.retain(|queued| *queued != pid);
        }
    }

    /// Takes back `count` suspensions. The last one makes the process runnable: should it be in a
    /// receive, it looks again.
    pub fn resume(&mut self, pid: Pid, count: u32) {
        if let Some(process) = self.get_mut(pid)
            && process.state.status == Status::Suspended
        {
            process.state.suspended = process.state.suspended.saturating_sub(count);
            if process.state.suspended == 0 {
                process.state.status = Status::Runnable;
                self.run_queue.push_back(pid);
            }
        }
    }

    /// Makes a waiting process runnable.
    pub fn wake(&mut self, pid: Pid) {
        if let Some(process) = self.get_mut(pid)
            && process.state.status == Status::Waiting
        {
            process.state.status = Status::Runnable;
            self.run_queue.push_back(pid);
        }
    }
}
