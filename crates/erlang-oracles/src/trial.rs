//! Makes a call by itself, to see what comes of it: in a machine of its own, within limits, and
//! only as far as its outcome follows from its arguments.

use std::cell::RefCell;
use std::rc::Rc;

use erlang_machine::code::{Function, FunctionId, Instr};
use erlang_machine::machine::{End, Machine};
use erlang_machine::observer::{Observer, ObserverKind};
use erlang_machine::process::{InitialCall, ProcessEnd, Status};
use erlang_machine::program::{Mfa, Program};
use erlang_machine::schedule::Choice;
use erlang_machine::spawn;
use erlang_machine::system::Delivery;
use erlang_machine::world::{ClosedWorld, Loader};
use erlang_machine::{Class, compile};
use erlang_term::{Closure, Fun, Pid, Term};
use slices::Meter;

/// Where calls are tried. One program for all of them: code is loaded once, and a trial costs
/// little more than the call.
pub struct Court {
    program: Rc<Program>,
    limits: Limits,
    /// Whether a function has a receive in it, by its number, as far as it was looked at.
    receives: RefCell<Vec<Option<bool>>>,
}

/// How much a trial may take.
#[derive(Clone)]
pub struct Limits {
    pub steps: u64,
    /// In bytes, as `memory_used` counts them.
    pub memory: u64,
    pub memory_used: fn() -> u64,
    /// Steps until the next pause: a slice, whatever the trial may take as a whole.
    pub meter: Meter,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 20_000_000, memory: u64::MAX, memory_used: || 0, meter: Meter::unlimited() }
    }
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Trial {
    Value(Term),
    Exception {
        class: Class,
        reason: Term,
    },
    /// Nothing that says anything: it reaches beyond its arguments, takes too long, or leans on
    /// what it should not.
    Inconclusive(String),
}

/// Whom a call may lean on. Of a function of the user's: is its answer beyond doubt here?
pub type MayLeanOn<'a> = &'a dyn Fn(&Function) -> bool;

/// Reductions between looks at the limits.
const SLICE: u32 = 10_000;

/// What it takes to begin a trial, in steps.
const BEGINNING: u64 = 100;

impl Court {
    pub fn new(loader: Box<dyn Loader>, limits: Limits) -> Court {
        let program = Program::pure(loader, compile::Options::default());
        Court { program: Rc::new(program), limits, receives: RefCell::default() }
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The function, exported or not.
    pub fn function(&self, mfa: Mfa) -> Option<FunctionId> {
        let module = self.program.module(mfa.module)?;
        module.functions.get(&(mfa.function, mfa.arity)).map(|(id, _)| *id)
    }

    /// Calls a function with the values of its arguments (and then of what it captured, if it was
    /// lifted from a fun).
    pub async fn call(&self, id: FunctionId, values: Vec<Term>, may_lean_on: Option<MayLeanOn<'_>>) -> Trial {
        let function = self.program.function(id);
        let (module, name, arity) = (function.module, function.name, function.arity);
        if arity as usize != values.len() {
            return Trial::Inconclusive("called with the wrong number of arguments".into());
        }
        let closure = Closure {
            module,
            function: name,
            arity,
            index: 0,
            uniq: 0,
            creator: Pid::local(0),
            code: (id.0, 0),
            environment: Vec::new(),
        };
        let fun = Some(Term::Fun(Rc::new(Fun::Closure(closure))));
        let call = InitialCall { module, function: name, arguments: values, fun };
        let mut machine = Machine::new(self.program.clone(), Delivery::Immediate);
        let leader = machine.system.next_pid();
        let process = spawn::prepare(&self.program, &machine.system, leader, call);
        let pid = process.state.pid;
        machine.system.add(process);
        self.limits.meter.spend(BEGINNING);
        self.run(machine, pid, Watch { court: self, may_lean_on, noticed: None }).await
    }

    async fn run(&self, mut machine: Machine, pid: Pid, mut watch: Watch<'_>) -> Trial {
        let mut world = ClosedWorld::default();
        loop {
            if let Some(reason) = watch.noticed {
                return Trial::Inconclusive(reason);
            }
            let Some(process) = machine.system.get(pid) else {
                return Trial::Inconclusive("it has no process".into());
            };
            match (&process.state.outcome, process.state.status) {
                (Some(ProcessEnd::Value(value)), _) => return Trial::Value(value.clone()),
                (Some(ProcessEnd::Exception(exception)), _) => {
                    return Trial::Exception { class: exception.class, reason: exception.reason.clone() };
                }
                (Some(ProcessEnd::Killed(_)), _) => return Trial::Inconclusive("it was killed".into()),
                (None, Status::Runnable) => {}
                (None, _) => return Trial::Inconclusive("it waits for a message".into()),
            }
            let left = self.limits.steps.saturating_sub(machine.system.steps);
            if left == 0 {
                return Trial::Inconclusive(format!("it takes more than {} steps", self.limits.steps));
            }
            if (self.limits.memory_used)() > self.limits.memory {
                return Trial::Inconclusive("it needs too much memory".into());
            }
            let meter = &self.limits.meter;
            meter.pause_if_spent().await;
            let before = machine.system.steps;
            let reductions = meter.piece(left.min(u64::from(SLICE))) as u32;
            let end = machine.apply(Choice::Run { pid, reductions }, &mut world, &mut watch);
            meter.spend(machine.system.steps - before);
            match end {
                None => {}
                Some(End::Unsupported(reason)) => return Trial::Inconclusive(reason),
                Some(_) => return Trial::Inconclusive("it halts the whole run".into()),
            }
        }
    }

    fn has_receive(&self, id: FunctionId, function: &Function) -> bool {
        let mut known = self.receives.borrow_mut();
        let at = id.0 as usize;
        if known.len() <= at {
            known.resize(at + 1, None);
        }
        *known[at].get_or_insert_with(|| {
            function.code.iter().any(|instruction| matches!(instruction, Instr::ReceiveStart { .. }))
        })
    }
}

/// Notices what natives do not: receives (even one that does not wait sees the mailbox), and calls
/// of functions that the outcome may not lean on.
struct Watch<'a> {
    court: &'a Court,
    may_lean_on: Option<MayLeanOn<'a>>,
    noticed: Option<String>,
}

impl Watch<'_> {
    fn look_at(&mut self, id: FunctionId, function: &Function) {
        let shown = || format!("{}:{}/{}", function.module.name(), function.name.name(), function.arity);
        if self.court.has_receive(id, function) {
            self.noticed = Some(format!("{} receives messages", shown()));
        } else if let Some(may_lean_on) = self.may_lean_on
            && !self.court.program.module_of(id).is_some_and(|module| module.trusted)
            && !may_lean_on(function)
        {
            self.noticed = Some(format!("it depends on {}, which is itself a suspect", shown()));
        }
    }
}

impl Observer for Watch<'_> {
    fn call(&mut self, _pid: Pid, id: FunctionId, function: &Function, _arguments: &[Term], _tail: bool) {
        if self.noticed.is_none() {
            self.look_at(id, function);
        }
    }
}

impl ObserverKind for Watch<'_> {
    const CALLS: bool = true;
}
