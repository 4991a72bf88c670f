//! The machine: code, processes and time, moved on by one choice after another.

use std::rc::Rc;
use std::time::Duration;

use erlang_term::print::{Pretty, pretty};
use erlang_term::work::{Allowance, GivenUp};
use erlang_term::{Atom, Pid, Term};

use crate::code::{CodePlace, FunctionId};
use crate::mailbox::Message;
use crate::native;
use crate::observer::{Access, Cause, Object, ObserverKind};
use crate::process::{InitialCall, Process, ProcessEnd, Status, Wait};
use crate::program::{Mfa, Program, Target};
use crate::reports;
use crate::schedule::{Choice, Schedule};
use crate::servants;
use crate::signals::{Scene, Signal, SignalKind, finish};
use crate::spawn;
use crate::stack::Stack;
use crate::system::{Delivery, System};
use crate::timers::{Action, Destination, Instant, TimerId};
use crate::vm::{Pause, Vm};
use crate::world::{Stream, World};

/// A run at one point. Cheap to clone: code is shared, and so is all structure of processes and
/// tables.
#[derive(Clone)]
pub struct Machine {
    pub program: Rc<Program>,
    pub system: System,
    /// The process that evaluates the expression.
    main: Option<Pid>,
    /// The choice that was interrupted because there was no line of input yet.
    unfinished: Option<Choice>,
    /// How long a run goes on after the expression has ended, in virtual time.
    /// None: until nothing can run without advancing the clock.
    pub overtime: Option<Duration>,
}

/// What is left to happen when a run is stopped some time after the expression has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CutOff {
    /// [`Machine::overtime`]
    pub overtime: Duration,
    /// Processes that can run, or wait for a timer of their own.
    pub running: usize,
    /// The time from the end of the run until the next timer that concerns a process would fire.
    pub next_timer: Option<Duration>,
}

/// Why a run is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing can run any more, or the time after the end of the expression is up
    /// ([`Machine::cut_off`] tells which).
    Quiet,
    /// `halt/0,1`
    Halted(i32),
    /// `not supported: …`
    Unsupported(String),
    Steps,
    Memory,
    /// The user wants to stop.
    Interrupted,
    /// It goes round in a circle ([`crate::circle`]), as its driver found out.
    Endless,
}

/// Limits of a run.
pub struct Budget<'a> {
    pub max_steps: u64,
    pub max_memory: u64,
    /// Bytes in use, as far as someone counts them.
    pub memory: fn() -> u64,
    pub interrupted: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    pub const UNLIMITED: Budget<'static> =
        Budget { max_steps: u64::MAX, max_memory: u64::MAX, memory: || 0, interrupted: &|| false };
}

/// How a process fares, for people.
pub struct Fate<'a> {
    pub process: &'a Process,
    pub kind: FateKind,
}

pub enum FateKind {
    Value(Term),
    /// With class, reason and trace in the process's outcome.
    Exception,
    Killed(Term),
    /// In a receive.
    Blocked(Option<CodePlace>),
    /// In a receive that a timer ends.
    Sleeping(Option<CodePlace>),
    Running(Option<CodePlace>),
}

impl Machine {
    /// A machine without processes. `delivery` is the schedule's.
    pub fn new(program: Rc<Program>, delivery: Delivery) -> Machine {
        Machine { program, system: System::new(delivery), main: None, unfinished: None, overtime: None }
    }

    /// Starts the processes that print and the one that logs (if there is code for them), then the
    /// one that calls `module:function()`.
    pub fn start(&mut self, module: Atom, function: Atom) -> Pid {
        self.start_with(module, function, Vec::new())
    }

    /// The same, for a function with arguments.
    pub fn start_with(&mut self, module: Atom, function: Atom, arguments: Vec<Term>) -> Pid {
        let io = Mfa { module: Atom::new("whodunit_io"), function: Atom::new("server"), arity: 1 };
        let mut leader = self.system.next_pid();
        if let Target::Code(_) = self.program.resolve(io) {
            for (name, stream) in [("user", "standard_io"), ("standard_error", "standard_error")] {
                let arguments = vec![Term::atom(stream)];
                let call = InitialCall { module: io.module, function: io.function, arguments, fun: None };
                let kernel = Pid::local(servants::KERNEL_SUPERVISOR);
                let mut process = spawn::prepare(&self.program, &self.system, kernel, call);
                let pid = process.state.pid;
                process.state.name = Some(Atom::new(name));
                self.system.register(Atom::new(name), pid);
                self.system.add(process);
                self.system.servants.push(pid);
            }
            reports::add_logger(&mut self.system, leader);
            servants::add_kernel(&mut self.system, leader);
        } else {
            leader = self.system.next_pid();
        }
        let call = InitialCall { module, function, arguments, fun: None };
        let process = spawn::prepare(&self.program, &self.system, leader, call);
        let pid = process.state.pid;
        self.system.add(process);
        self.main = Some(pid);
        pid
    }

    pub fn main(&self) -> Option<&Process> {
        self.main.and_then(|pid| self.system.get(pid))
    }

    /// The processes of the machine itself, which are none of the program's.
    pub fn servants(&self) -> &[Pid] {
        &self.system.servants
    }

    /// Has the expression its value, or failed?
    pub fn is_main_done(&self) -> bool {
        self.main().is_none_or(|process| process.state.status == Status::Exited)
    }

    /// Virtual time until the run is stopped. None: no end is set, or the expression is still being
    /// evaluated.
    fn time_left(&self) -> Option<Duration> {
        let ended = self.main()?.state.ended?;
        Some(ended.after(self.overtime?).since(self.system.elapsed()))
    }

    /// Has the expression ended so long ago that the run is stopped?
    pub(crate) fn is_time_up(&self) -> bool {
        self.time_left().is_some_and(|left| left.is_zero())
    }

    /// May a timer fire that is due then?
    pub(crate) fn may_fire(&self, due: Instant) -> bool {
        match self.time_left() {
            Some(left) => due.since(self.system.now) < left,
            None => !self.is_main_done(),
        }
    }

    /// What would still happen in a run that was stopped because its time was up. None: nothing, or
    /// the expression has not ended.
    pub fn cut_off(&self) -> Option<CutOff> {
        let overtime = self.overtime.filter(|_| self.is_main_done())?;
        let system = &self.system;
        let lives = |pid: Pid| system.get(pid).is_some_and(|process| process.state.outcome.is_none());
        let concerns_someone = |action: &Action| match action {
            Action::Wake { pid, .. } | Action::Send { to: Destination::Process(pid), .. } => lives(*pid),
            Action::Send { to: Destination::Name(name), .. } => system.whereis(*name).is_some(),
        };
        let next = system.timers.iter().find(|(_, timer)| concerns_someone(&timer.action));
        let end = system.now.after(self.time_left()?);
        let next_timer = next.map(|(_, timer)| timer.due.since(end));
        let is_running = |fate: &Fate<'_>| matches!(fate.kind, FateKind::Running(_) | FateKind::Sleeping(_));
        let running = self.fates().filter(is_running).count();
        (running > 0 || next_timer.is_some() || !system.in_flight.is_empty()).then_some(CutOff {
            overtime,
            running,
            next_timer,
        })
    }

    /// Goes on as the schedule chooses until the run is over.
    pub fn run<O: ObserverKind>(
        &mut self,
        schedule: &mut dyn Schedule,
        world: &mut dyn World,
        observer: &mut O,
        budget: &Budget<'_>,
    ) -> End {
        let allowance = Allowance::new(0);
        loop {
            if self.system.steps >= budget.max_steps {
                return End::Steps;
            }
            allowance.set(native::units_of(budget.max_steps - self.system.steps));
            if (budget.memory)() > budget.max_memory {
                return End::Memory;
            }
            if (budget.interrupted)() {
                return End::Interrupted;
            }
            let choice = self.unfinished.or_else(|| schedule.next(self));
            let Some(mut choice) = choice else { return End::Quiet };
            if let Choice::Run { reductions, .. } = &mut choice {
                let left = budget.max_steps - self.system.steps;
                *reductions = (*reductions).min(u32::try_from(left).unwrap_or(u32::MAX));
            }
            if let Some(end) = self.apply(choice, world, observer) {
                return end;
            }
        }
    }

    /// Makes one choice happen. A choice that is not possible here does nothing.
    pub fn apply<O: ObserverKind>(
        &mut self,
        choice: Choice,
        world: &mut dyn World,
        observer: &mut O,
    ) -> Option<End> {
        if self.unfinished.take().is_none() {
            self.system.count_choice();
        }
        match choice {
            Choice::Run { pid, reductions } => return self.run_process(pid, reductions, world, observer),
            Choice::Deliver { from, to } => {
                let channel = (from.into(), to.into());
                if let Some(queue) = self.system.in_flight.get_mut(&channel) {
                    let signal = queue.pop_front();
                    if queue.is_empty() {
                        self.system.in_flight.remove(&channel);
                    }
                    if let Some(signal) = signal {
                        self.deliver(signal, observer);
                    }
                }
            }
            Choice::Fire { timer } => self.fire(timer, observer),
        }
        None
    }

    /// The choice to go on with, if a run was interrupted because there was no line of input yet.
    pub fn unfinished(&self) -> Option<Choice> {
        self.unfinished
    }

    /// A process drops all it is doing and makes this call instead: for a copy of a run, in which
    /// something is tried out.
    pub fn call_instead(&mut self, pid: Pid, function: FunctionId, arguments: &[Term]) {
        // It takes as long as it takes, whenever the expression has ended.
        self.overtime = Some(Duration::MAX);
        let Some(process) = self.system.get_mut(pid) else { return };
        process.stack = Stack::new();
        let state = &mut process.state;
        (state.start, state.ending, state.standing, state.pending_exit) = (None, None, None, None);
        (state.wait, state.status, state.suspended) = (Wait::Forever, Status::Runnable, 0);
        spawn::enter(&self.program, process, function, arguments.iter());
        self.system.run_queue.retain(|queued| *queued != pid);
        self.system.run_queue.push_front(pid);
    }

    fn run_process<O: ObserverKind>(
        &mut self,
        pid: Pid,
        reductions: u32,
        world: &mut dyn World,
        observer: &mut O,
    ) -> Option<End> {
        if self.system.get(pid).is_none_or(|p| p.state.status != Status::Runnable) {
            self.system.run_queue.retain(|queued| *queued != pid);
            return None;
        }
        if self.system.run_queue.front() == Some(&pid) {
            self.system.run_queue.pop_front();
        } else if self.system.run_queue.back() == Some(&pid) {
            // It has just run, and goes on.
            self.system.run_queue.pop_back();
        } else {
            self.system.run_queue.retain(|queued| *queued != pid);
        }
        let mut shared = self.system.take(pid)?;
        let process = Rc::make_mut(&mut shared);
        let mut vm = Vm { program: &self.program, system: &mut self.system, world, observer };
        let pause = vm.run(process, reductions);
        let mut end = None;
        match pause {
            // The choice is only half done: the rest of it finds the queue as it was.
            Pause::Standing => self.system.run_queue.push_front(pid),
            Pause::AwaitsLine => {
                self.system.run_queue.push_front(pid);
                self.unfinished = Some(Choice::Run { pid, reductions });
                end = Some(End::Interrupted);
            }
            Pause::GivenUp(why) => {
                self.system.run_queue.push_front(pid);
                end = Some(match why {
                    GivenUp::Spent => End::Steps,
                    GivenUp::Asked => End::Interrupted,
                    GivenUp::Memory => End::Memory,
                });
            }
            Pause::Preempted => self.system.run_queue.push_back(pid),
            // A message may have come while the process was on its way to wait.
            Pause::Waiting if process.state.mailbox.peek().is_some() => self.system.run_queue.push_back(pid),
            Pause::Waiting => process.state.status = Status::Waiting,
            Pause::Exited(outcome) => {
                let mut signals = Vec::new();
                // The caller reports the value of the expression itself.
                if self.main != Some(pid)
                    && !self.system.is_tainted(pid)
                    && let Some(report) = reports::of(&process.state, &outcome, &self.system, world)
                {
                    let current = &mut process.state;
                    let mut scene = Scene { system: &mut self.system, current, observer };
                    scene.send(reports::logger(), report);
                }
                finish(process, outcome, &mut self.system, observer, &mut signals);
                let current = &mut process.state;
                let mut scene = Scene { system: &mut self.system, current, observer };
                signals.into_iter().for_each(|signal| scene.signal(signal));
                // A permanent application has ended, and the node with it.
                if pid.id() == servants::APPLICATION_CONTROLLER {
                    let text = pretty(&process.state.exit_reason(), &Pretty::default());
                    let line = format!("{{\"Kernel pid terminated\",application_controller,{text}}}\n");
                    world.output(Stream::Error, line.as_bytes());
                    end = Some(End::Halted(1));
                }
            }
            Pause::Halted(status) => end = Some(End::Halted(status)),
            Pause::Unsupported(text) => end = Some(End::Unsupported(text)),
        }
        self.system.put(shared);
        end
    }

    fn deliver<O: ObserverKind>(&mut self, signal: Signal, observer: &mut O) {
        let Some(mut shared) = self.system.take(signal.to) else { return };
        let receiver = Rc::make_mut(&mut shared);
        let was_exited = receiver.state.status == Status::Exited;
        let current = &mut receiver.state;
        let mut scene = Scene { system: &mut self.system, current, observer };
        scene.deliver(signal);
        // What arrived may end the receiver, or wake it.
        if let Some(reason) = receiver.state.pending_exit.take() {
            let mut signals = Vec::new();
            finish(receiver, ProcessEnd::Killed(reason), &mut self.system, observer, &mut signals);
            let current = &mut receiver.state;
            let mut scene = Scene { system: &mut self.system, current, observer };
            signals.into_iter().for_each(|signal| scene.signal(signal));
        } else if !was_exited
            && receiver.state.status == Status::Waiting
            && receiver.state.mailbox.peek().is_some()
        {
            receiver.state.status = Status::Runnable;
            self.system.run_queue.push_back(receiver.state.pid);
        }
        self.system.put(shared);
    }

    /// The clock jumps to the timer, and it fires.
    fn fire<O: ObserverKind>(&mut self, id: TimerId, observer: &mut O) {
        let Some(timer) = self.system.timers.cancel(id) else { return };
        let timer_id = id;
        self.system.now = self.system.now.max(timer.due);
        match timer.action {
            Action::Wake { pid, milliseconds } => {
                if let Some(process) = self.system.get_mut(pid)
                    && process.state.wait == Wait::Timer(id)
                {
                    process.state.wait = Wait::Expired(milliseconds);
                    self.system.wake(pid);
                }
            }
            Action::Send { from, to, message: content, reference } => {
                observer.touch(Object::TimerReference(reference.into()), Access::Change);
                let to = match to {
                    Destination::Process(pid) => Some(pid),
                    Destination::Name(name) => {
                        observer.touch(Object::Name(name), Access::Look);
                        self.system.whereis(name)
                    }
                };
                if let Some(to) = to {
                    let id = self.system.new_message_id();
                    observer.send(from, to, id, &content, Some(Cause::Timer(reference)));
                    self.system.taint_by_object(id, Object::Timer(timer_id));
                    let kind = SignalKind::Message(Message { id, content, alias: None });
                    self.deliver(Signal { id, from, to, kind }, observer);
                }
            }
        }
    }

    /// The processes of the program, in the order of their creation.
    pub fn fates(&self) -> impl Iterator<Item = Fate<'_>> {
        self.system
            .processes()
            .filter(|process| self.is_of_program(process))
            .map(|process| Fate { process, kind: self.fate(process) })
    }

    /// Is it a process of the program, rather than of the machine or of OTP itself?
    fn is_of_program(&self, process: &Process) -> bool {
        !self.servants().contains(&process.state.pid) && !servants::is_of_otp(&process.state)
    }

    /// A process of the program.
    pub fn fate_of(&self, pid: Pid) -> Option<Fate<'_>> {
        let process = self.system.get(pid).filter(|process| self.is_of_program(process))?;
        Some(Fate { process, kind: self.fate(process) })
    }

    fn fate(&self, process: &Process) -> FateKind {
        let state = &process.state;
        match &state.outcome {
            Some(ProcessEnd::Value(value)) => FateKind::Value(value.clone()),
            Some(ProcessEnd::Exception(_)) => FateKind::Exception,
            Some(ProcessEnd::Killed(reason)) => FateKind::Killed(reason.clone()),
            None if state.status == Status::Waiting && matches!(state.wait, Wait::Timer(_)) => {
                FateKind::Sleeping(self.place(process))
            }
            None if state.status == Status::Waiting => FateKind::Blocked(self.place(process)),
            None => FateKind::Running(self.place(process)),
        }
    }

    /// Where in the source a process is.
    pub fn place(&self, process: &Process) -> Option<CodePlace> {
        if process.state.start.is_some() {
            return None;
        }
        self.program.function(process.state.function).place_at(process.state.pc)
    }
}
