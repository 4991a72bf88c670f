//! What the machine reports while it runs.

use erlang_term::{Atom, Pid, Ref, Term};

use crate::code::{Function, FunctionId, Pc, Point, Receive};
use crate::exception::Exception;
use crate::mailbox::MessageId;
use crate::native::Effect;
use crate::process::{PidKey, RefKey, State};
use crate::program::Mfa;
use crate::stack::Depth;
use crate::timers::TimerId;

/// Someone who watches a run.
#[allow(unused_variables)]
pub trait Observer {
    /// A process goes on. Until the next one does, what is told of functions (calls, returns,
    /// exceptions, bindings, receives) is of this one.
    fn turn(&mut self, pid: Pid) {}
    /// A function is about to be called: the code to run for it, which is its own, an instrumented
    /// copy of it ([`crate::program::Program::instrumented`]), or that of another version
    /// ([`crate::program::Program::another`]).
    fn enter(&mut self, pid: Pid, id: FunctionId) -> FunctionId {
        id
    }
    /// A function begins. `tail`: in the frame of its caller, which is gone, or as the first call
    /// of a process.
    fn call(&mut self, pid: Pid, id: FunctionId, function: &Function, arguments: &[Term], tail: bool) {}
    /// The innermost function is done, and so are all whose tail call it was.
    fn returned(&mut self, pid: Pid, value: &Term) {}
    /// An exception is raised in the innermost function.
    fn raised(&mut self, pid: Pid, exception: &Exception) {}
    /// What [`Observer::raised`] told of is caught in the innermost function, or leaves it.
    fn unwound(&mut self, pid: Pid, caught: bool) {}
    /// The process hibernates: all its functions are gone, without a value.
    fn hibernated(&mut self, pid: Pid) {}
    /// The innermost function took this clause, from 1.
    fn clause(&mut self, pid: Pid, clause: u32) {}
    fn bind(&mut self, pid: Pid, function: &Function, variable: u32, value: &Term) {}
    /// An instrumented copy says something of its expressions.
    fn report(&mut self, pid: Pid, function: &Function, point: Point, value: &Term) {}
    /// Before an expression, in code compiled with [`crate::compile::Options::stops`], after a
    /// report, where an exception is raised, and before a native function is called
    /// ([`ObserverKind::NATIVES`]): is the process to stand still here? Then its
    /// [`crate::schedule::Choice`] is only half done; the same choice, made again, does the rest.
    fn stop(&mut self, pid: Pid, at: StopAt<'_>) -> bool {
        false
    }
    /// Does a stopped process keep the rest of its share? If not, the caller that stopped it gives
    /// it another one.
    fn keeps_share(&self) -> bool {
        true
    }
    /// A message is on its way. `cause`: it is the machine that writes it, on behalf of `from`;
    /// without one, the code of `from` does.
    fn send(&mut self, from: Pid, to: Pid, id: MessageId, content: &Term, cause: Option<Cause>) {}
    fn deliver(&mut self, from: Pid, to: Pid, id: MessageId) {}
    fn receive(&mut self, pid: Pid, id: MessageId, content: &Term) {}
    /// A receive goes on with its `after`.
    fn timeout(&mut self, pid: Pid, milliseconds: u64) {}
    /// `send_after` or `start_timer`: the message will be sent with [`Cause::Timer`].
    fn timer(&mut self, pid: Pid, timer: Ref, milliseconds: u64) {}
    /// A receive begins to look at the mailbox; only in code compiled with
    /// [`crate::compile::Options::receives`], as what follows.
    fn receive_reached(&mut self, pid: Pid, at: ReceiveAt<'_>) {}
    /// It goes on in this clause (from 1), with the message that [`Observer::receive`] told of; 0:
    /// it has waited long enough.
    fn receive_entered(&mut self, pid: Pid, at: ReceiveAt<'_>, clause: u32) {}
    /// It has this value. (One in the last place is over when its function is.)
    fn receive_ended(&mut self, pid: Pid, at: ReceiveAt<'_>, value: &Term) {}
    /// The innermost function caught an exception outside of all but this many of its receives.
    fn receives_left(&mut self, pid: Pid, id: FunctionId, count: u32) {}
    /// Links and monitors that a process begins with are in the state of the child, or in its
    /// `monitored_by`.
    fn spawn(&mut self, parent: Pid, child: &State) {}
    /// Why it ended is in the state: its outcome, and who killed it.
    fn exit(&mut self, pid: Pid, state: &State) {}
    /// `exit(To, Reason)`. The signal has a number of the same kind as messages have.
    fn exit_signal(&mut self, from: Pid, to: Pid, id: MessageId, reason: &Term) {}
    fn link(&mut self, pid: Pid, with: Pid) {}
    fn unlink(&mut self, pid: Pid, with: Pid) {}
    /// `of`: none where it was asked for by a name that nobody has.
    fn monitor(&mut self, pid: Pid, of: Option<Pid>, monitor: Ref) {}
    fn demonitor(&mut self, pid: Pid, of: Pid, monitor: Ref) {}
    /// `by` gives a process a name, maybe its own.
    fn register(&mut self, by: Pid, name: Atom, pid: Pid) {}
    fn unregister(&mut self, by: Pid, name: Atom, pid: Pid) {}
    /// Someone looks at, or changes, what others may look at or change, too.
    fn touch(&mut self, object: Object, access: Access) {}
    /// The process is about to change what only a later look shows: its dictionary or flags, a
    /// table, a persistent term, a counter. Only told where [`ObserverKind::WRITES`].
    fn write(&mut self, pid: Pid, function: Mfa, arguments: &[Term]) {}
    /// The process has called a native function that is not pure, from `caller`: `outcome` is its
    /// value, none if it raised. Only told where [`ObserverKind::ACCESSES`].
    fn accessed(
        &mut self,
        pid: Pid,
        caller: FunctionId,
        function: Mfa,
        effect: &Effect,
        arguments: &[Term],
        outcome: Option<&Term>,
    ) {
    }
    /// A signal from one process to another goes into its channel, where it waits if the schedule
    /// chooses when it arrives. Its other events are reported as well.
    fn signal(&mut self, from: Pid, to: Pid, id: MessageId) {}
    /// A receive looks at the mailbox, after this many reductions of this share; only told where
    /// [`ObserverKind::ACTIONS`], as what follows.
    fn look(&mut self, pid: Pid, used: u64) {}
    /// The process has just done something that took this many of the reductions that it has used.
    /// Whether that was a concurrent action.
    fn acted(&mut self, cost: u64, used: u64) -> bool {
        false
    }
}

/// What processes share, or know of each other: two steps that touch the same are in an order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Object {
    /// How far a process is.
    Steps(PidKey),
    /// The mailbox of a process, and what decides over signals that arrive: links, monitors,
    /// aliases, flags.
    Mailbox(PidKey),
    /// Whether it is alive.
    Life(PidKey),
    /// Its group leader. Looking at it is not an action: it is seldom changed.
    Leader(PidKey),
    /// All processes there are.
    Processes,
    Signal(MessageId),
    /// The signals from one process to another.
    Channel(PidKey, PidKey),
    Timer(TimerId),
    /// A timer as the program knows it, also when it is over.
    TimerReference(RefKey),
    Name(Atom),
    Names,
    /// Which name a process has.
    NameOf(PidKey),
    /// The names that `global` knows, by their hash.
    GlobalName(u64),
    GlobalNames,
    Alias(RefKey),
    /// An ETS table.
    Table(RefKey),
    /// What it holds under keys of this hash.
    Entry(RefKey, u64),
    /// Which table has this name.
    TableName(Atom),
    /// All tables there are.
    Tables,
    /// The persistent terms that have a key of this hash.
    Persistent(u64),
    Persistents,
    /// An element of an array of `atomics` or `counters`.
    Element(RefKey, u64),
    /// Unique integers in their order.
    Unique,
    /// Standard input, and how a process of the machine reads and writes.
    Servant(PidKey),
    /// What `system_flag` sets and `statistics` tells.
    Flags,
    /// Environment variables of the operating system, and those of this hash.
    Variables,
    Variable(u64),
    /// The file or folder whose path has this hash.
    File(u64),
    /// The folder in which relative paths begin.
    CurrentFolder,
    /// Which version of a module is the current one, and which the old one.
    Code(Atom),
}

/// What is done to an [`Object`]. An object that has parts is itself touched with
/// [`Access::LookAtPart`] or [`Access::ChangePart`] when one of them is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Access {
    Look,
    Change,
    LookAtPart,
    ChangePart,
}

/// Where an exit signal, or a message that the machine itself writes, comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// `exit(Pid, Reason)`, by the number that [`Observer::exit_signal`] told.
    ExitSignal(MessageId),
    /// The end of this process, which was linked, monitored, or had given its table an heir.
    Exit(Pid),
    /// There was nobody to link to.
    NotLinked(Pid),
    /// There was nobody to monitor.
    NotMonitored(Ref),
    /// `send_after`, `start_timer`
    Timer(Ref),
}

/// A receive expression in a running function.
#[derive(Clone, Copy)]
pub struct ReceiveAt<'a> {
    pub id: FunctionId,
    pub function: &'a Function,
    /// Among [`Function::receives`].
    pub receive: u32,
    /// Where its variables are.
    pub frame: &'a [Term],
}

impl<'a> ReceiveAt<'a> {
    pub fn expression(&self) -> &'a Receive {
        &self.function.receives[self.receive as usize]
    }

    /// The values of the variables that were bound when it began.
    pub fn context(&self) -> impl Iterator<Item = &'a Term> + use<'a> {
        let frame = self.frame;
        self.expression().variables.iter().map(move |(_, slot)| &frame[slot.0 as usize])
    }

    /// What the pattern of the clause has bound beside them.
    pub fn bound(&self, clause: u32) -> impl ExactSizeIterator<Item = &'a Term> + use<'a> {
        let frame = self.frame;
        self.expression().clauses[clause as usize].iter().map(move |(_, slot)| &frame[slot.0 as usize])
    }
}

/// Where a process can be asked to stand.
#[derive(Clone, Copy)]
pub struct StopAt<'a> {
    pub id: FunctionId,
    pub function: &'a Function,
    /// The instruction, a [`crate::code::Instr::Stop`], the one that reported, the one that raised,
    /// or the call.
    pub pc: Pc,
    /// Its function begins here.
    pub first: bool,
    pub depth: Depth,
    /// Reductions that the process has made by then.
    pub steps: u64,
    /// Which of the places since the last reduction it is, from 1. That before a native function is
    /// always the last one: [`LAST_STOP`].
    pub number: u32,
    /// The exception that is about to leave this place.
    pub raised: Option<&'a Exception>,
    /// The native function that is about to be called, with its arguments.
    pub native: Option<(Mfa, &'a [Term])>,
}

/// The number of the place before a native function: the call is the next reduction.
pub const LAST_STOP: u32 = u32::MAX;

impl StopAt<'_> {
    /// Is it an expression that is about to be evaluated?
    pub fn is_expression(&self) -> bool {
        self.raised.is_none() && self.native.is_none()
    }

    /// The same, in code of the user's.
    pub fn is_own_expression(&self) -> bool {
        self.is_expression() && !self.function.trusted
    }
}

/// The machine is compiled once for each kind of observer, so that [`Unobserved`] costs nothing.
pub trait ObserverKind: Observer {
    /// Whether the frequent events (calls, returns, bindings) are reported.
    const CALLS: bool;
    /// Whether [`Observer::enter`] may name other code than the function's own.
    const REPLACES: bool = false;
    /// Whether a process gives back control after every concurrent action ([`Observer::acted`]),
    /// and before a receive looks at the mailbox: then a share contains one action at most, at its
    /// end.
    const PAUSES: bool = false;
    /// Whether concurrent actions are told: [`Observer::touch`] by native functions,
    /// [`Observer::look`], [`Observer::acted`].
    const ACTIONS: bool = Self::PAUSES;
    /// Whether [`Observer::stop`] is asked.
    const STOPS: bool = false;
    /// Whether it is also asked before native functions are called.
    const NATIVES: bool = false;
    /// Whether [`Observer::write`] is told.
    const WRITES: bool = false;
    /// Whether [`Observer::accessed`] is told.
    const ACCESSES: bool = false;
}

/// Nobody watches.
pub struct Unobserved;

impl Observer for Unobserved {}

impl ObserverKind for Unobserved {
    const CALLS: bool = false;
}
