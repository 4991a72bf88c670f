//! The events of a value-observation trace (paper 5 §3 and §6.1): what was demanded of observed
//! values, and what came of it.

use std::fmt;

/// The place of an event in its trace, from 0. The parent of an event always has a smaller one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventId(pub u32);

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text of the trace's table: a label, a constructor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TextId(pub u32);

/// A cost-centre stack of the trace's table. 0 is the empty one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StackId(pub u32);

impl StackId {
    pub const EMPTY: StackId = StackId(0);
}

/// Events of one thread are in the order in which they happened, those of several are mixed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadId(pub u32);

impl ThreadId {
    pub const MAIN: ThreadId = ThreadId(0);
}

/// Which part of an earlier event's value this is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Port {
    /// `P i`: all of what the root `i` observes.
    Whole(EventId),
    /// `Pc i k`: field `k`, from 1, of the constructor `i`.
    Field(EventId, u32),
    /// `Pa i`: the argument of the application `i`.
    Argument(EventId),
    /// `Pr i`: its result.
    Result(EventId),
}

impl Port {
    /// The event whose part it is.
    pub fn event(self) -> EventId {
        match self {
            Port::Whole(id) | Port::Field(id, _) | Port::Argument(id) | Port::Result(id) => id,
        }
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Port::Whole(id) => write!(f, "(P {id})"),
            Port::Field(id, field) => write!(f, "(Pc {id} {field})"),
            Port::Argument(id) => write!(f, "(Pa {id})"),
            Port::Result(id) => write!(f, "(Pr {id})"),
        }
    }
}

/// One event. A stack is the cost-centre stack at that moment, if the producer keeps one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// `observe label e` is forced. `is_constant`: its binding is no λ-abstraction. Then it is one
    /// statement even if its value is a function, for its applications share work.
    Root { label: TextId, stack: Option<StackId>, is_constant: bool },
    /// A request: what is observed there is about to be forced.
    Enter(Port),
    /// A response: it is this constructor.
    Con { at: Port, name: TextId, arity: u32 },
    /// A response: it is a function.
    Lam(Port),
    /// A response: an exception with this text. (The specification's `Con` of an exception, told
    /// apart from constructors.)
    Raise { at: Port, text: TextId },
    /// The function `of` is applied. The stack is that of the call, before the label is pushed.
    MapsTo { of: EventId, stack: Option<StackId> },
    /// The constant of that name is used here (paper 5 §7.3).
    Use { label: TextId, stack: Option<StackId> },
}

impl Event {
    /// What a request or a response is about.
    pub fn port(&self) -> Option<Port> {
        match *self {
            Event::Enter(at) | Event::Lam(at) | Event::Con { at, .. } | Event::Raise { at, .. } => Some(at),
            Event::Root { .. } | Event::MapsTo { .. } | Event::Use { .. } => None,
        }
    }

    /// The earlier event that this one belongs to.
    pub fn parent(&self) -> Option<EventId> {
        match *self {
            Event::MapsTo { of, .. } => Some(of),
            _ => self.port().map(Port::event),
        }
    }
}
