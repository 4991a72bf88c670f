//! What a node of a run says.

use computation_tree::NodeId;
use erlang_history::EventId;
use erlang_machine::Class;
use erlang_machine::code::CodePlace;
use erlang_syntax::ast::ExprId;
use erlang_term::{Atom, Pid, Term};

use crate::call::Clause;
use crate::subject::Subject;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NodeKind {
    /// All of it; never to blame.
    Run,
    /// One process; never to blame.
    Process,
    /// (BFUN): a call, until it has its value or reaches a receive.
    FirstStep,
    /// (RCV3): a receive goes on with a message, or after its timeout, until it has its value or
    /// another receive is reached.
    Receive,
    /// (RCV1): a call, or the body of a receive, that had reached a receive goes on behind it.
    Transition,
    /// (LOCK): a process blocks forever.
    Stuck,
}

/// What happened in a node.
#[derive(Clone)]
pub struct Transition {
    pub kind: NodeKind,
    pub pid: Pid,
    pub subject: Subject,
    /// Of the call; none of a receive.
    pub arguments: Vec<Term>,
    /// For a fun: the values that it brought along, in the order of [`Subject::captured`].
    pub captured: Vec<Term>,
    /// Of the function that was called.
    pub clause: Clause,
    /// The receive that goes on ([`NodeKind::Receive`]), that went on before
    /// ([`NodeKind::Transition`]) or that waits ([`NodeKind::Stuck`]).
    pub receive: Option<ReceivePoint>,
    /// Which clause of that receive accepted the message, from 1.
    pub accepted: Option<u32>,
    /// The variables of that receive, by name, with those that the accepted pattern bound.
    pub context: Vec<(Atom, Term)>,
    /// Sends. Of a receive: those whose messages were there from the sender of the consumed one,
    /// when it was consumed; if its time was over, all that were there. Of a process that is stuck:
    /// all that are there.
    pub received: Vec<EventId>,
    /// The sends of messages that trusted code received in this node: replies to calls of a
    /// server, for example. A message that the node sent to itself is not among them.
    pub answers: Vec<EventId>,
    /// Requests of this node that were not answered in time.
    pub missing: Vec<Missing>,
    /// The request that this node took, if nobody had replied to it in time.
    pub unanswered: Option<Missing>,
    /// Of the first call of a process that a supervisor started again: the exit signal of the
    /// process that it replaces, by its send.
    pub replaces: Option<EventId>,
    /// What the receive consumed. Of a call that trusted code makes by itself (a callback): what it
    /// received right before.
    pub consumed: Option<Consumed>,
    pub came_to: CameTo,
    /// In order, those of the nodes below included.
    pub sent: Vec<EventId>,
    pub created: Vec<EventId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consumed {
    /// By its send.
    Message(EventId),
    /// The event of the timeout.
    Timeout(EventId),
}

/// A request that trusted code made, and whose reply did not come in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing {
    /// The send of the request.
    pub request: EventId,
    /// The event of the timeout.
    pub timeout: EventId,
}

/// A receive expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceivePoint {
    pub expr: ExprId,
    pub file: String,
    pub line: u32,
    /// As it is written.
    pub source: String,
}

#[derive(Clone)]
pub enum CameTo {
    Value(Term),
    Exception {
        class: Class,
        reason: Term,
        trace: Term,
    },
    /// It reached this receive, with these variables.
    Receive {
        point: ReceivePoint,
        context: Vec<(Atom, Term)>,
    },
    /// It blocks forever.
    Stuck,
    /// A signal ended the process: the event that sent it, if it is known.
    Killed {
        reason: Term,
        by: Option<EventId>,
    },
    /// The process hibernated: its calls never return.
    Hibernated,
    /// The run was over first.
    Running,
}

/// One process of the run.
#[derive(Clone)]
pub struct ProcessSummary {
    pub pid: Pid,
    pub node: NodeId,
    pub parent: Option<Pid>,
    /// The name that it has, or had last.
    pub name: Option<Atom>,
    /// As text; of the first process, the expression.
    pub first_call: String,
    pub outcome: ProcessOutcome,
}

#[derive(Clone)]
pub enum ProcessOutcome {
    Value(Term),
    Exception {
        class: Class,
        reason: Term,
        trace: Term,
    },
    Killed(Term),
    /// In a receive.
    Blocked(Option<CodePlace>),
    Running(Option<CodePlace>),
}
