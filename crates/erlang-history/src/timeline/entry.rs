//! One entry of the log of a reversible run: a choice, cut so that it holds one concurrent action
//! at most, and all that is known of it.

use erlang_machine::machine::Machine;
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Access, Object};
use erlang_machine::process::Status;
use erlang_machine::system::Counters;
use erlang_machine::timers::TimerId;
use erlang_term::Pid;

use super::printed::Printed;
use crate::EventId;

/// What happens in an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// A process computes by itself for this many reductions: rules (Seq) and (Self) of paper 4,
    /// Fig. 4.
    Compute { pid: Pid, reductions: u32 },
    /// It does one thing that others can see: (Send), (Spawn), (Receive), …; or it looks at its
    /// mailbox and finds no match.
    Act { pid: Pid },
    /// (Sched)
    Deliver { from: Pid, to: Pid },
    /// The clock jumps to a timer, which fires.
    Fire { timer: TimerId },
}

/// How an entry uses an object. A look at a mailbox that finds no match depends on what had been
/// delivered, but nothing depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    Access(Access),
    InVain,
}

/// An entry of the log. Most are of a few common shapes, and kept in 16 bytes.
#[derive(Clone, Debug)]
pub(crate) struct Entry(Kept);

#[derive(Clone, Debug)]
enum Kept {
    Brief(Brief),
    Full(Box<Details>),
}

// A ring of messages has five entries where it makes four steps.
const _: () = assert!(size_of::<Entry>() == 16);

/// All that is known of an entry.
#[derive(Clone, Debug)]
pub(crate) struct Details {
    pub(crate) deed: Deed,
    /// How many steps it takes: reductions; or one, if it is none of a process.
    pub(crate) steps: u32,
    /// Its events have this number and the following ones.
    pub(crate) first_event: u32,
    pub(crate) events: u16,
    /// It ends in a receive that found nothing.
    pub(crate) blocked: bool,
    /// What it touches, beside the steps of its process.
    pub(crate) uses: Box<[(Object, Use)]>,
    /// What it began with the first time. None: what the entry before it ended with.
    pub(crate) counters: Option<Box<Counters>>,
    pub(crate) printed: Option<Box<Printed>>,
}

impl Details {
    pub(crate) fn new(deed: Deed, steps: u64, events: std::ops::Range<usize>, uses: Uses) -> Details {
        Details {
            deed,
            steps: u32::try_from(steps).unwrap_or(u32::MAX),
            first_event: events.start as u32 + 1,
            events: events.len() as u16,
            blocked: false,
            uses: uses.0.into_boxed_slice(),
            counters: None,
            printed: None,
        }
    }
}

impl From<Details> for Entry {
    fn from(details: Details) -> Entry {
        let Some(brief) = Brief::of(&details) else { return Entry(Kept::Full(Box::new(details))) };
        let entry = Entry(Kept::Brief(brief));
        debug_assert!(entry.is_as(&details), "{details:?} became {entry:?}");
        entry
    }
}

/// An entry that nothing has to be known of but what its shape says.
#[derive(Clone, Copy, Debug)]
struct Brief {
    first_event: u32,
    /// The number in the pid of the process; those of the sender and the receiver, 16 bits each.
    who: u32,
    /// The number of the signal; of a computation, its reductions.
    what: u32,
    /// But for a computation.
    steps: u16,
    events: u8,
    shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// Touches nothing.
    Compute,
    /// The same, though it acts.
    Act,
    /// Changes the mailbox of its process.
    Receive,
    /// Looks at it, finds no match, and waits.
    InVain,
    /// Changes one signal.
    Send,
    /// One signal changes one mailbox.
    Deliver,
}

impl Brief {
    fn of(entry: &Details) -> Option<Brief> {
        const CHANGE: Use = Use::Access(Access::Change);
        if entry.counters.is_some() || entry.printed.is_some() {
            return None;
        }
        let number = |pid: Pid| (pid == Pid::local(pid.id())).then(|| pid.id());
        let (shape, who, what) = match (entry.deed, &*entry.uses) {
            (Deed::Compute { pid, reductions }, []) if reductions == entry.steps => {
                (Shape::Compute, number(pid)?, reductions)
            }
            (Deed::Act { pid }, []) => (Shape::Act, number(pid)?, 0),
            (Deed::Act { pid }, [(Object::Mailbox(of), used)]) if *of == pid.into() => {
                let shape = if *used == Use::InVain { Shape::InVain } else { Shape::Receive };
                if shape == Shape::Receive && *used != CHANGE {
                    return None;
                }
                (shape, number(pid)?, 0)
            }
            (Deed::Act { pid }, [(Object::Signal(id), CHANGE)]) => {
                (Shape::Send, number(pid)?, u32::try_from(id.0).ok()?)
            }
            (Deed::Deliver { from, to }, [(Object::Signal(id), CHANGE), (Object::Mailbox(of), CHANGE)])
                if *of == to.into() =>
            {
                let (from, to) = (u16::try_from(number(from)?).ok()?, u16::try_from(number(to)?).ok()?);
                (Shape::Deliver, u32::from(from) << 16 | u32::from(to), u32::try_from(id.0).ok()?)
            }
            _ => return None,
        };
        let steps = if shape == Shape::Compute { 0 } else { u16::try_from(entry.steps).ok()? };
        let events = u8::try_from(entry.events).ok()?;
        let brief = Brief { first_event: entry.first_event, who, what, steps, events, shape };
        (brief.is_blocked() == entry.blocked).then_some(brief)
    }

    fn deed(&self) -> Deed {
        let pid = Pid::local(self.who);
        match self.shape {
            Shape::Compute => Deed::Compute { pid, reductions: self.what },
            Shape::Act | Shape::Receive | Shape::InVain | Shape::Send => Deed::Act { pid },
            Shape::Deliver => {
                Deed::Deliver { from: Pid::local(self.who >> 16), to: Pid::local(self.who & 0xffff) }
            }
        }
    }

    fn steps(&self) -> u32 {
        if self.shape == Shape::Compute { self.what } else { self.steps.into() }
    }

    fn is_blocked(&self) -> bool {
        self.shape == Shape::InVain
    }

    fn uses(&self) -> [Option<(Object, Use)>; 2] {
        let change = Use::Access(Access::Change);
        let mailbox = |id: u32| Object::Mailbox(Pid::local(id).into());
        let signal = || (Object::Signal(MessageId(self.what.into())), change);
        match self.shape {
            Shape::Compute | Shape::Act => [None, None],
            Shape::Receive => [Some((mailbox(self.who), change)), None],
            Shape::InVain => [Some((mailbox(self.who), Use::InVain)), None],
            Shape::Send => [Some(signal()), None],
            Shape::Deliver => [Some(signal()), Some((mailbox(self.who & 0xffff), change))],
        }
    }
}

impl Entry {
    pub(crate) fn deed(&self) -> Deed {
        match &self.0 {
            Kept::Brief(brief) => brief.deed(),
            Kept::Full(full) => full.deed,
        }
    }

    pub(crate) fn steps(&self) -> u32 {
        match &self.0 {
            Kept::Brief(brief) => brief.steps(),
            Kept::Full(full) => full.steps,
        }
    }

    pub(crate) fn first_event(&self) -> u32 {
        match &self.0 {
            Kept::Brief(brief) => brief.first_event,
            Kept::Full(full) => full.first_event,
        }
    }

    pub(crate) fn count_events(&self) -> u16 {
        match &self.0 {
            Kept::Brief(brief) => brief.events.into(),
            Kept::Full(full) => full.events,
        }
    }

    pub(crate) fn is_blocked(&self) -> bool {
        match &self.0 {
            Kept::Brief(brief) => brief.is_blocked(),
            Kept::Full(full) => full.blocked,
        }
    }

    /// What it touches, beside the steps of its process.
    pub(crate) fn uses(&self) -> impl Iterator<Item = (Object, Use)> {
        let (brief, full): (_, &[_]) = match &self.0 {
            Kept::Brief(brief) => (brief.uses(), &[]),
            Kept::Full(full) => ([None, None], &full.uses),
        };
        brief.into_iter().flatten().chain(full.iter().copied())
    }

    pub(crate) fn counters(&self) -> Option<&Counters> {
        match &self.0 {
            Kept::Brief(_) => None,
            Kept::Full(full) => full.counters.as_deref(),
        }
    }

    pub(crate) fn printed(&self) -> Option<&Printed> {
        match &self.0 {
            Kept::Brief(_) => None,
            Kept::Full(full) => full.printed.as_deref(),
        }
    }

    /// Does it say all that these details do?
    fn is_as(&self, details: &Details) -> bool {
        let numbers = (self.steps(), self.first_event(), self.count_events(), self.is_blocked());
        self.deed() == details.deed
            && numbers == (details.steps, details.first_event, details.events, details.blocked)
            && self.uses().eq(details.uses.iter().copied())
    }

    pub(crate) fn details(&self) -> Details {
        match &self.0 {
            Kept::Full(full) => (**full).clone(),
            Kept::Brief(brief) => Details {
                deed: brief.deed(),
                steps: brief.steps(),
                first_event: brief.first_event,
                events: brief.events.into(),
                blocked: brief.is_blocked(),
                uses: brief.uses().into_iter().flatten().collect(),
                counters: None,
                printed: None,
            },
        }
    }

    pub(crate) fn set_counters(&mut self, counters: Option<Counters>) {
        if counters.is_some() || self.counters().is_some() {
            *self = Details { counters: counters.map(Box::new), ..self.details() }.into();
        }
    }

    pub(crate) fn set_printed(&mut self, printed: Printed) {
        *self = Details { printed: Some(Box::new(printed)), ..self.details() }.into();
    }

    pub(crate) fn set_steps(&mut self, steps: u32) {
        if steps != self.steps() {
            *self = Details { steps, ..self.details() }.into();
        }
    }

    pub(crate) fn events(&self) -> impl DoubleEndedIterator<Item = EventId> + use<> {
        let first = self.first_event();
        (first..first + u32::from(self.count_events())).map(EventId)
    }

    /// A part of what a process computes by itself.
    pub(crate) fn part(&self, pid: Pid, reductions: u32) -> Details {
        let deed = Deed::Compute { pid, reductions };
        Details { deed, steps: reductions, counters: None, printed: None, ..self.details() }
    }

    pub(crate) fn size(&self) -> usize {
        let details = match &self.0 {
            Kept::Brief(_) => 0,
            Kept::Full(full) => {
                let counters = full.counters.as_ref().map_or(0, |_| size_of::<Counters>());
                let printed = full.printed.as_ref();
                let printed = printed.map_or(0, |printed| size_of::<Printed>() + printed.bytes.len());
                size_of::<Details>() + size_of_val(&*full.uses) + counters + printed
            }
        };
        size_of::<Entry>() + details
    }

    pub(crate) fn has(&self, event: EventId) -> bool {
        let first = self.first_event();
        (first..first + u32::from(self.count_events())).contains(&event.0)
    }

    /// The process that makes it, if one does.
    pub(crate) fn process(&self) -> Option<Pid> {
        match self.deed() {
            Deed::Compute { pid, .. } | Deed::Act { pid } => Some(pid),
            Deed::Deliver { .. } | Deed::Fire { .. } => None,
        }
    }

    /// Everything that it touches.
    pub(crate) fn all_uses(&self) -> impl Iterator<Item = (Object, Use)> {
        let own = self.process().map(|pid| (Object::Steps(pid.into()), Use::Access(Access::Change)));
        own.into_iter().chain(self.uses())
    }

    /// A receive that found nothing, and started no timer: made again later, it may find something.
    pub(crate) fn is_in_vain(&self) -> bool {
        self.uses().any(|(_, used)| used == Use::InVain)
    }

    /// The number of the signal that arrives.
    pub(crate) fn delivers(&self) -> Option<MessageId> {
        let signal = |(object, _): (Object, Use)| match object {
            Object::Signal(id) => Some(id),
            _ => None,
        };
        // It is noted before what the arrival sets off.
        matches!(self.deed(), Deed::Deliver { .. }).then(|| self.uses().find_map(signal)).flatten()
    }

    /// How many steps of this process: reductions, and its death at the hands of others.
    pub(crate) fn steps_of(&self, pid: Pid) -> u64 {
        match self.process() {
            Some(process) if process == pid => self.steps().into(),
            Some(_) => 0,
            None => u64::from(self.uses().any(|(object, _)| object == Object::Steps(pid.into()))),
        }
    }
}

/// The objects that an entry uses, each once in each way.
#[derive(Default, Debug)]
pub(crate) struct Uses(pub(crate) Vec<(Object, Use)>);

impl Uses {
    pub(crate) fn add(&mut self, object: Object, used: Use) {
        if !self.0.contains(&(object, used)) {
            self.0.push((object, used));
        }
    }
}

/// Can this process run?
pub(crate) fn is_runnable(machine: &Machine, pid: Pid) -> bool {
    machine.system.get(pid).is_some_and(|process| process.state.status == Status::Runnable)
}
