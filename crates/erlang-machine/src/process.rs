//! A process: its stack, and everything else about it.

use std::collections::BTreeMap;
use std::rc::Rc;

use erlang_term::{Atom, Map, Pid, Ref, Term, atoms};

use crate::code::{FunctionId, Pc};
use crate::exception::Exception;
use crate::mailbox::Mailbox;
use crate::observer::Cause;
use crate::program::Mfa;
use crate::stack::Stack;
use crate::timers::{Instant, TimerId};

/// Cheap to clone: the stack shares its lower segments, the rest is small or shared.
#[derive(Clone)]
pub struct Process {
    pub stack: Stack,
    pub state: State,
}

/// What a process is beside its stack.
#[derive(Clone)]
pub struct State {
    pub pid: Pid,
    pub status: Status,
    /// Where it goes on when it runs next.
    pub function: FunctionId,
    pub pc: Pc,
    /// The call to make before anything else.
    pub start: Option<Start>,
    pub mailbox: Mailbox,
    pub wait: Wait,
    pub trap_exit: bool,
    pub links: Links,
    /// Processes (or names) that this one watches, by reference.
    pub monitoring: BTreeMap<RefKey, Monitored>,
    /// Who watches this process.
    pub monitored_by: BTreeMap<RefKey, Watcher>,
    /// Active aliases of this process; [`crate::system::System::alias_owner`] knows them too.
    pub aliases: BTreeMap<RefKey, AliasEnd>,
    /// Whom this process has suspended, and how often.
    pub suspending: BTreeMap<PidKey, u32>,
    /// How often others have suspended this process.
    pub suspended: u32,
    pub name: Option<Atom>,
    pub dictionary: Map,
    pub group_leader: Pid,
    pub parent: Option<Pid>,
    pub initial_call: Rc<InitialCall>,
    pub flags: Map,
    pub reductions: u64,
    /// An `exit(Pid, Reason)` or linked death that arrived; taken up when the process runs next.
    pub pending_exit: Option<Term>,
    /// Where the signal came from that ends it, or is about to.
    pub killed_by: Option<Cause>,
    /// It has its value, or raised; its end is a step that is yet to come.
    pub ending: Option<ProcessEnd>,
    pub outcome: Option<ProcessEnd>,
    /// When it got its outcome, by [`crate::system::System::elapsed`].
    pub ended: Option<Instant>,
    /// It was asked to stand still in the middle of its share
    /// ([`crate::observer::Observer::stop`]).
    pub standing: Option<Box<Standing>>,
    /// It has given the others a turn, and not gone on since.
    pub yielded: bool,
}

/// What it takes to go on from where a process was asked to stand.
#[derive(Clone)]
pub struct Standing {
    /// The share that it goes on with. None: the next one that it is given.
    pub share: Option<Share>,
    /// The exception that is about to leave the place.
    pub raised: Option<Exception>,
    /// The native function that is about to be called.
    pub native: Option<Mfa>,
    /// [`crate::observer::StopAt::number`] of the place.
    pub number: u32,
}

/// The reductions of one choice.
#[derive(Clone, Copy)]
pub struct Share {
    /// Those that the process may use.
    pub all: u32,
    /// Those that are left of them.
    pub left: u32,
    /// Those that it used beyond them.
    pub owed: u64,
}

impl Share {
    pub fn used(&self) -> u64 {
        u64::from(self.all - self.left) + self.owed
    }
}

/// Links, in the order of their pids.
pub type Links = BTreeMap<PidKey, ()>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PidKey(pub u32, pub u32);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RefKey(pub u64);

impl From<Pid> for PidKey {
    fn from(pid: Pid) -> PidKey {
        PidKey(pid.serial(), pid.id())
    }
}

impl From<PidKey> for Pid {
    fn from(key: PidKey) -> Pid {
        Pid::new(atoms::NONODE_AT_NOHOST, key.1, key.0)
    }
}

impl From<Ref> for RefKey {
    fn from(reference: Ref) -> RefKey {
        RefKey(reference.id())
    }
}

impl From<RefKey> for Ref {
    fn from(key: RefKey) -> Ref {
        Ref::local(key.0)
    }
}

#[derive(Clone)]
pub struct Monitored {
    pub pid: Pid,
    /// The name it was watched by, if by name.
    pub name: Option<Atom>,
}

#[derive(Clone)]
pub struct Watcher {
    pub pid: Pid,
    pub name: Option<Atom>,
    /// `{tag, T}` replaces `'DOWN'`.
    pub tag: Term,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Runnable,
    /// In a receive that no message in the mailbox matches.
    Waiting,
    /// `erlang:suspend_process`.
    Suspended,
    Exited,
}

/// The receive under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wait {
    #[default]
    Forever,
    /// `after 0`
    NotAtAll,
    /// The timeout in milliseconds, before the timer starts.
    Milliseconds(u64),
    Timer(TimerId),
    /// After this many milliseconds.
    Expired(u64),
    /// No timeout at all: an error, should it have to wait.
    Bad,
    /// Not a timeout at all: an error, should the receive get to wait for it.
    Invalid,
}

/// A call that is made when a process runs next: the first one, if it has no place in the code yet
/// (a native function, an undefined one, a fun of the wrong arity), or the one it hibernated with.
#[derive(Clone)]
pub enum Start {
    Call(Mfa, Vec<Term>),
    Fun(Term, Vec<Term>),
}

/// What an alias ends with, beside `unalias/1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasEnd {
    Never,
    /// Its monitor is removed or delivers `'DOWN'`.
    Demonitor,
    /// The first message through it; for a monitor also as for [`AliasEnd::Demonitor`].
    Reply,
}

pub struct InitialCall {
    pub module: Atom,
    pub function: Atom,
    /// The arguments, or those of a fun: none, with its captured values inside the fun.
    pub arguments: Vec<Term>,
    /// The fun, if it was spawned as one.
    pub fun: Option<Term>,
}

#[derive(Clone)]
pub enum ProcessEnd {
    Value(Term),
    /// Of its own doing.
    Exception(Rc<Exception>),
    /// By a signal, with the reason.
    Killed(Term),
}

impl Process {
    pub fn new(pid: Pid, group_leader: Pid, initial_call: InitialCall) -> Process {
        Process {
            stack: Stack::new(),
            state: State {
                pid,
                status: Status::Runnable,
                function: FunctionId(0),
                pc: 0,
                start: None,
                mailbox: Mailbox::default(),
                wait: Wait::Forever,
                trap_exit: false,
                links: Links::new(),
                monitoring: BTreeMap::new(),
                monitored_by: BTreeMap::new(),
                aliases: BTreeMap::new(),
                suspending: BTreeMap::new(),
                suspended: 0,
                name: None,
                dictionary: Map::default(),
                group_leader,
                parent: None,
                initial_call: Rc::new(initial_call),
                flags: Map::default(),
                reductions: 0,
                pending_exit: None,
                killed_by: None,
                ending: None,
                outcome: None,
                ended: None,
                standing: None,
                yielded: false,
            },
        }
    }
}

impl State {
    /// The reason that links and monitors are told.
    pub fn exit_reason(&self) -> Term {
        match &self.outcome {
            None | Some(ProcessEnd::Value(_)) => Term::Atom(atoms::NORMAL),
            Some(ProcessEnd::Exception(exception)) => exception.exit_reason(),
            Some(ProcessEnd::Killed(reason)) => reason.clone(),
        }
    }
}
