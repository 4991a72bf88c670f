//! Watches a whole run, and follows each of its processes from receive to receive.

use erlang_history::{EventId, EventLog, History, Position, Watcher};
use erlang_machine::code::{Function, FunctionId};
use erlang_machine::exception::Exception;
use erlang_machine::machine::Machine;
use erlang_machine::mailbox::MessageId;
use erlang_machine::native::Effect;
use erlang_machine::observer::{Cause, Observer, ObserverKind, ReceiveAt};
use erlang_machine::process::State;
use erlang_machine::program::Mfa;
use erlang_term::{Atom, Pid, Ref, Term, atoms};

use super::deeds::Deed;
use super::endings::Endings;
use super::marks::Trail;
use super::strand::encoded;
use super::track::ProcessTrack;
use crate::column::Column;
use crate::numbers::Numbers;
use crate::recorder;
use crate::shared::Collector;
use crate::subject::{Role, Subjects};
use crate::values::Values;

pub struct ProcessRecorder {
    pub(crate) subjects: Subjects,
    pub(crate) log: EventLog,
    /// By event.
    pub(crate) deeds: Column<Deed>,
    /// In the order in which they are first heard of.
    pub(crate) tracks: Vec<ProcessTrack>,
    /// For each, where it was at checkpoints.
    pub(crate) trails: Vec<Trail>,
    numbers: Numbers,
    /// The process that was heard of last.
    current: usize,
    /// Steps so far.
    steps: u64,
    /// Values are not recorded any more.
    forgetful: bool,
    /// How many steps had their values recorded when memory became short.
    pub(crate) room: Option<u64>,
    /// What was read and written beside arguments and messages.
    pub(crate) shared: Collector,
}

/// To remember the values of more steps takes longer than all questions that are ever asked about
/// them.
const MOST_REMEMBERED: u64 = 1 << 18;
/// Nodes and events are numbered up to 2^32; the run is stopped well before.
const MOST: u64 = (u32::MAX / 2 - (1 << 20)) as u64;

impl ProcessRecorder {
    fn new(machine: &Machine) -> ProcessRecorder {
        let expression = machine.main().map_or(atoms::EMPTY, |main| main.state.initial_call.module);
        ProcessRecorder {
            subjects: Subjects::new(machine.program.clone(), expression),
            log: EventLog::new(machine),
            deeds: Column::default(),
            tracks: Vec::new(),
            trails: Vec::new(),
            numbers: Numbers::default(),
            current: 0,
            steps: 0,
            forgetful: false,
            room: None,
            shared: Collector::default(),
        }
    }

    /// One that has watched the run so far. Beyond this many bytes, values are not kept.
    pub(crate) fn of_run(
        history: &History<recorder::Mark>,
        memory: fn() -> u64,
        comfortable: u64,
    ) -> ProcessRecorder {
        let mut recorder = ProcessRecorder::new(history.machine());
        let mut checkpoints = history.checkpoints().iter().skip(1).peekable();
        let mut now = Position(0);
        history.rerun(&history.checkpoints()[0], &mut recorder, |recorder| {
            if checkpoints.next_if(|checkpoint| checkpoint.position == now).is_some() {
                recorder.mark(now);
            }
            now.0 += 1;
            if memory() > comfortable {
                recorder.relieve();
            }
            false
        });
        recorder
    }

    /// One that collects what is read and written, and keeps no values.
    pub(super) fn collecting(machine: &Machine) -> ProcessRecorder {
        let shared = Collector::collecting();
        ProcessRecorder { shared, forgetful: true, ..ProcessRecorder::new(machine) }
    }

    /// A call or a receive begins. With very many of them it is cheaper to replay parts of the run
    /// for the values of a few.
    #[inline]
    fn count(&mut self) {
        self.steps += 1;
        if self.steps == MOST_REMEMBERED {
            self.forget();
        }
    }

    /// Gives back what a re-run can bring again. Whether there was anything.
    #[cold]
    fn forget(&mut self) -> bool {
        let any = !self.forgetful;
        self.forgetful = true;
        self.tracks.iter_mut().for_each(|track| {
            track.forget_values();
        });
        any
    }

    #[inline]
    fn track(&mut self, pid: Pid) -> &mut ProcessTrack {
        if self.tracks.get(self.current).is_none_or(|track| track.pid != pid) {
            self.switch(pid);
        }
        &mut self.tracks[self.current]
    }

    fn switch(&mut self, pid: Pid) {
        self.current = self.numbers.get(pid).unwrap_or_else(|| self.begin(pid));
    }

    #[cold]
    fn begin(&mut self, pid: Pid) -> usize {
        let steps = if self.forgetful { 0..0 } else { 0..u32::MAX };
        let segments = steps.clone();
        self.tracks.push(ProcessTrack::beginning(pid, Values::new(steps), Endings::new(segments)));
        self.trails.push(Trail::default());
        self.numbers.add(pid)
    }

    /// Tells the log, and if it takes that for an event of the process, where it happened.
    #[inline]
    fn note(&mut self, pid: Pid, tell: impl FnOnce(&mut EventLog)) {
        if self.tell(tell).is_some() {
            self.set_deed(pid);
        }
    }

    #[inline]
    fn tell(&mut self, tell: impl FnOnce(&mut EventLog)) -> Option<EventId> {
        let before = self.log.len();
        tell(&mut self.log);
        (before..self.log.len()).for_each(|_| self.deeds.push(Deed::NOBODYS));
        (self.log.len() > before).then(|| EventId(self.log.len() as u32))
    }

    /// The last event is the doing of a process.
    #[inline]
    fn set_deed(&mut self, pid: Pid) {
        let event = EventId(self.log.len() as u32);
        let deed = self.track(pid).does(event);
        if let Some(last) = self.deeds.last_mut() {
            *last = deed;
        }
    }

    fn consumes(&mut self, pid: Pid, event: EventId) {
        let deed = self.track(pid).does(event);
        // In suspect code, the receive that goes on next is a node of its own.
        if !self.track(pid).consumes(event)
            && let Some(last) = self.deeds.last_mut()
        {
            *last = deed;
        }
    }

    fn is_suspect(&mut self, at: &ReceiveAt<'_>) -> bool {
        self.subjects.is_suspect(at.function.copy_of.unwrap_or(at.id))
    }
}

impl Watcher for ProcessRecorder {
    type Mark = recorder::Mark;

    fn mark(&mut self, at: Position) -> recorder::Mark {
        for (track, trail) in self.tracks.iter().zip(&mut self.trails) {
            trail.add(at, track.standing());
        }
        recorder::Mark::default()
    }

    fn relieve(&mut self) -> bool {
        let steps = self.steps;
        let any = self.forget();
        if any {
            self.room = Some(steps);
        }
        any
    }

    fn is_full(&self) -> bool {
        self.steps > MOST || self.log.len() > MOST as usize
    }
}

impl ObserverKind for ProcessRecorder {
    const CALLS: bool = true;
    const ACCESSES: bool = true;
}

impl Observer for ProcessRecorder {
    #[inline]
    fn call(&mut self, pid: Pid, id: FunctionId, _function: &Function, arguments: &[Term], tail: bool) {
        let role = self.subjects.role(id);
        if matches!(role, Role::Node(_)) {
            self.count();
        }
        self.track(pid).call(role, arguments, tail);
    }

    #[inline]
    fn returned(&mut self, pid: Pid, value: &Term) {
        self.track(pid).returned(value);
    }

    fn raised(&mut self, pid: Pid, exception: &Exception) {
        self.track(pid).raised(exception);
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        self.track(pid).unwound(caught);
    }

    fn hibernated(&mut self, pid: Pid) {
        self.track(pid).hibernated();
    }

    #[inline]
    fn clause(&mut self, pid: Pid, clause: u32) {
        self.track(pid).clause(clause);
    }

    fn receive_reached(&mut self, pid: Pid, at: ReceiveAt<'_>) {
        if self.is_suspect(&at) {
            self.track(pid);
            self.tracks[self.current].reached(at, &mut self.subjects);
        }
    }

    fn receive_entered(&mut self, pid: Pid, at: ReceiveAt<'_>, clause: u32) {
        if self.is_suspect(&at) {
            self.track(pid);
            let track = &mut self.tracks[self.current];
            if let Some(event) = track.entered(at, clause, &mut self.subjects)
                && let Some(deed) = self.deeds.get_mut(event.0 as usize - 1)
            {
                *deed = track.deed();
            }
            self.count();
        }
    }

    fn receive_ended(&mut self, pid: Pid, at: ReceiveAt<'_>, value: &Term) {
        if self.is_suspect(&at) {
            self.track(pid).ended(at, value);
        }
    }

    fn receives_left(&mut self, pid: Pid, id: FunctionId, count: u32) {
        if self.subjects.is_suspect(id) {
            self.track(pid).left(count);
        }
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
            let place = self.track(pid).innermost();
            self.shared.add(encoded(place), self.log.len(), access);
        }
    }

    // ---- events ----

    fn send(&mut self, from: Pid, to: Pid, id: MessageId, content: &Term, cause: Option<Cause>) {
        let event = self.tell(|log| log.send(from, to, id, content, cause));
        // The machine sends this, not the code that runs; the code is its cause.
        if event.is_some() && cause.is_none() {
            self.set_deed(from);
        }
    }

    fn deliver(&mut self, from: Pid, to: Pid, id: MessageId) {
        if let Some(event) = self.tell(|log| log.deliver(from, to, id)) {
            let receiver = self.numbers.get(to).unwrap_or_else(|| self.begin(to));
            self.tracks[receiver].deliveries.push(event);
        }
    }

    fn receive(&mut self, pid: Pid, id: MessageId, content: &Term) {
        if let Some(event) = self.tell(|log| log.receive(pid, id, content)) {
            self.consumes(pid, event);
        }
    }

    fn timeout(&mut self, pid: Pid, milliseconds: u64) {
        if let Some(event) = self.tell(|log| log.timeout(pid, milliseconds)) {
            self.consumes(pid, event);
        }
    }

    fn timer(&mut self, pid: Pid, timer: Ref, milliseconds: u64) {
        self.note(pid, |log| log.timer(pid, timer, milliseconds));
    }

    fn spawn(&mut self, parent: Pid, child: &State) {
        self.note(parent, |log| log.spawn(parent, child));
    }

    fn exit(&mut self, pid: Pid, state: &State) {
        self.note(pid, |log| log.exit(pid, state));
        self.track(pid).exits();
    }

    fn exit_signal(&mut self, from: Pid, to: Pid, id: MessageId, reason: &Term) {
        self.note(from, |log| log.exit_signal(from, to, id, reason));
    }

    fn link(&mut self, pid: Pid, with: Pid) {
        self.note(pid, |log| log.link(pid, with));
    }

    fn unlink(&mut self, pid: Pid, with: Pid) {
        self.note(pid, |log| log.unlink(pid, with));
    }

    fn monitor(&mut self, pid: Pid, of: Option<Pid>, monitor: Ref) {
        self.note(pid, |log| log.monitor(pid, of, monitor));
    }

    fn demonitor(&mut self, pid: Pid, of: Pid, monitor: Ref) {
        self.note(pid, |log| log.demonitor(pid, of, monitor));
    }

    fn register(&mut self, by: Pid, name: Atom, pid: Pid) {
        self.note(by, |log| log.register(by, name, pid));
    }

    fn unregister(&mut self, by: Pid, name: Atom, pid: Pid) {
        self.note(by, |log| log.unregister(by, name, pid));
    }
}
