//! Watches a whole run, and builds the tree of each of its processes.

use erlang_history::{Position, Watcher};
use erlang_machine::code::{Function, FunctionId};
use erlang_machine::exception::Exception;
use erlang_machine::machine::Machine;
use erlang_machine::mailbox::MessageId;
use erlang_machine::native::Effect;
use erlang_machine::observer::{Cause, Observer, ObserverKind};
use erlang_machine::process::State;
use erlang_machine::program::Mfa;
use erlang_term::{Atom, Pid, Term};

use crate::numbers::Numbers;
use crate::shared::Collector;
use crate::subject::Subjects;
use crate::track::Track;
use crate::values::Values;

pub(crate) struct Recorder {
    pub(crate) subjects: Subjects,
    /// In the order in which they are first heard of.
    pub(crate) tracks: Vec<Track>,
    numbers: Numbers,
    /// The process whose turn it is.
    current: usize,
    /// Memory was short, or the tree will be made of another recording: values are not recorded any
    /// more.
    forgetful: bool,
    /// Processes of the machine itself.
    servants: Vec<Pid>,
    /// Another process was created, or a message was sent: such a run is asked about from receive
    /// to receive ([`crate::processes`]).
    pub(crate) concurrent: bool,
    /// The calls of such a run are not wanted at all: then another recorder watches from there on.
    pub(crate) only_sequential: bool,
    /// There was nothing to free: skip this many attempts.
    nothing_for: u32,
    /// How many calls had their values recorded when memory became short.
    pub(crate) room: Option<u64>,
    /// What was read and written beside arguments and messages.
    pub(crate) shared: Collector,
}

/// What it takes to go on from a checkpoint: the next node of each process.
#[derive(Clone, Default)]
pub struct Mark(Vec<(Pid, u32)>);

impl Mark {
    pub(crate) fn next(&self, pid: Pid) -> u32 {
        self.0.iter().find(|(known, _)| *known == pid).map_or(1, |(_, next)| *next)
    }
}

/// Node numbers end at 2^32; the run is stopped well before.
const MOST: u32 = u32::MAX - (1 << 20);

/// To look through all processes for something to give back takes a while.
const PATIENCE: u32 = 1000;

impl Recorder {
    pub(crate) fn new(machine: &Machine, expression: Atom) -> Recorder {
        Recorder {
            subjects: Subjects::new(machine.program.clone(), expression),
            tracks: Vec::new(),
            numbers: Numbers::default(),
            current: 0,
            forgetful: false,
            servants: machine.servants().to_vec(),
            concurrent: false,
            only_sequential: false,
            nothing_for: 0,
            room: None,
            shared: Collector::default(),
        }
    }

    /// One that collects what is read and written, and keeps no values.
    pub(crate) fn collecting(machine: &Machine, expression: Atom) -> Recorder {
        let shared = Collector::collecting();
        Recorder { shared, forgetful: true, ..Recorder::new(machine, expression) }
    }

    #[cold]
    fn turn_concurrent(&mut self) {
        self.concurrent = true;
        self.forgetful = true;
        self.tracks.iter_mut().for_each(|track| {
            track.forget_values();
        });
    }

    #[inline]
    fn track(&mut self) -> &mut Track {
        &mut self.tracks[self.current]
    }

    #[cold]
    fn begin(&mut self, pid: Pid) -> usize {
        let window = if self.forgetful { 0..0 } else { 1..u32::MAX };
        self.tracks.push(Track::beginning(pid, Values::new(window)));
        self.numbers.add(pid)
    }
}

impl Watcher for Recorder {
    type Mark = Mark;

    fn mark(&mut self, _at: Position) -> Mark {
        Mark(self.tracks.iter().map(|track| (track.pid, track.next())).collect())
    }

    fn relieve(&mut self) -> bool {
        if self.nothing_for > 0 {
            self.nothing_for -= 1;
            return false;
        }
        self.forgetful = true;
        let recorded: u64 = self.tracks.iter().map(|track| u64::from(track.values.len())).sum();
        self.room.get_or_insert(recorded);
        let mut any = false;
        self.tracks.iter_mut().for_each(|track| any |= track.forget_values());
        if !any {
            self.tracks.iter_mut().for_each(|track| any |= track.milestones.thin());
        }
        if !any {
            self.nothing_for = PATIENCE;
        }
        any
    }

    fn is_full(&self) -> bool {
        self.tracks.get(self.current).is_some_and(|track| track.next() > MOST || track.values.is_full())
    }

    fn has_enough(&self) -> bool {
        self.concurrent && self.only_sequential
    }
}

impl ObserverKind for Recorder {
    const CALLS: bool = true;
    const ACCESSES: bool = true;
}

impl Observer for Recorder {
    fn turn(&mut self, pid: Pid) {
        self.current = self.numbers.get(pid).unwrap_or_else(|| self.begin(pid));
    }

    #[inline]
    fn call(&mut self, _pid: Pid, id: FunctionId, _function: &Function, arguments: &[Term], tail: bool) {
        let role = self.subjects.role(id);
        self.track().call(role, arguments, tail);
    }

    #[inline]
    fn returned(&mut self, _pid: Pid, value: &Term) {
        self.track().returned(value);
    }

    fn raised(&mut self, _pid: Pid, exception: &Exception) {
        self.track().raised(exception);
    }

    fn unwound(&mut self, _pid: Pid, caught: bool) {
        self.track().unwound(caught);
    }

    fn hibernated(&mut self, _pid: Pid) {
        self.track().hibernated();
    }

    #[inline]
    fn clause(&mut self, _pid: Pid, clause: u32) {
        self.track().clause(clause);
    }

    fn accessed(
        &mut self,
        pid: Pid,
        caller: FunctionId,
        function: Mfa,
        effect: &Effect,
        arguments: &[Term],
        outcome: Option<&Term>,
    ) {
        let is_suspect = self.subjects.is_suspect(caller);
        let access = self.shared.access(pid, is_suspect, function, effect, arguments, outcome);
        if let Some(access) = access {
            let node = self.track().innermost();
            self.shared.add(node, 0, access);
        }
    }

    fn send(&mut self, from: Pid, to: Pid, _id: MessageId, _content: &Term, _cause: Option<Cause>) {
        // What is printed goes to the machine's own processes.
        if !self.concurrent && !self.servants.contains(&from) && !self.servants.contains(&to) {
            self.turn_concurrent();
        }
    }

    fn spawn(&mut self, _parent: Pid, _child: &State) {
        if !self.concurrent {
            self.turn_concurrent();
        }
    }
}
