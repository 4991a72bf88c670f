//! Runs that go round in a circle: they come back to a state in which they have been before, so
//! they never end by themselves.
//!
//! A copy of the machine goes on with the fair schedule, and states are compared with an earlier
//! one after each turn. What changes with each round without making a difference is left out:
//! numbers of messages, how many reductions were made, and which references are new. Timers count
//! by the time that is left. Whatever could tell one round from another (the clock, unique
//! integers, a table that is written) ends the search, so that a circle is a proof.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use erlang_term::work::Allowance;
use erlang_term::{Fun, Pid, Term};

use crate::code::FunctionId;
use crate::machine::Machine;
use crate::native::effect::{On, Touch};
use crate::native::{Effect, units_of};
use crate::observer::{Observer, ObserverKind};
use crate::process::{Process, Start, Wait};
use crate::program::Mfa;
use crate::schedule::{Choice, Fair, Schedule};
use crate::system::Delivery;
use crate::timers::{Action, Destination, Instant, TimerId};
use crate::world::{Stream, World};

/// Terms that are looked at for a state, and for all states of a search.
const MOST_TERMS: usize = 20_000;
const MOST_TERMS_OF_ALL: usize = 1_000_000;

/// The way from a state to the next equal one.
pub struct Circle {
    begin: Machine,
    end: Machine,
    /// The next of the timers that were there before the circle: it ends it.
    until: Option<Instant>,
    /// Timers of the circle itself are under way.
    has_timers: bool,
    /// Someone outside sees something of each round.
    prints: bool,
}

/// Looks for a circle within this many steps.
pub fn find(machine: &Machine, most: u64) -> Option<Circle> {
    if machine.unfinished().is_some() || !machine.system.in_flight.is_empty() || machine.is_main_done() {
        return None;
    }
    let counters = machine.system.counters();
    let old = Old { timer: TimerId(counters.timer), reference: counters.reference };
    let mut probe = machine.clone();
    probe.system.delivery = Delivery::Immediate;
    let (mut watch, mut world) = (Watch::default(), NoWorld);
    let mut begin = State::of(&probe);
    let mut left = MOST_TERMS_OF_ALL;
    // A run that takes long is not a circle.
    let _allowance = Allowance::new(units_of(most));
    // Brent's: the state to compare with is taken anew after 1, 2, 4 … turns.
    let (mut turns, mut patience) = (0_u32, 1_u32);
    while probe.system.steps - counters.steps < most && left > 0 {
        let choice = Fair.next(&probe)?;
        if matches!(choice, Choice::Fire { timer } if timer < old.timer) {
            return None;
        }
        if probe.apply(choice, &mut world, &mut watch).is_some() || watch.is_over() {
            return None;
        }
        let mut now = State::of(&probe);
        if now.outline == begin.outline && begin.is_same(&mut now, old, &mut left) {
            let timers = &probe.system.timers;
            let until = timers.iter().find(|(id, _)| *id < old.timer).map(|(_, timer)| timer.due);
            let has_timers = timers.iter().any(|(id, _)| id >= old.timer);
            let (begin, end, prints) = (begin.machine, now.machine, watch.prints);
            return Some(Circle { begin, end, until, has_timers, prints });
        }
        turns += 1;
        if turns == patience {
            (begin, turns, patience) = (now, 0, patience.saturating_mul(2));
        }
    }
    None
}

impl Circle {
    /// The steps of one round.
    pub fn steps(&self) -> u64 {
        self.end.system.steps - self.begin.system.steps
    }

    /// Whether nothing ends it: not even a timer that was started before.
    pub fn is_endless(&self) -> bool {
        self.until.is_none()
    }

    /// The processes that run in it.
    pub fn processes(&self) -> Vec<Pid> {
        let ran = |process: &&Process| {
            let before = self.begin.system.get(process.state.pid);
            before.is_some_and(|before| before.state.reductions != process.state.reductions)
        };
        self.end.fates().map(|fate| fate.process).filter(ran).map(|process| process.state.pid).collect()
    }

    /// The machine as it is after all rounds before the timer that ends the circle, within this
    /// many steps. None: there is nothing to leave out, or it would not be the same for those who
    /// watch.
    pub fn skipped(self, max_steps: u64) -> Option<Machine> {
        let Circle { begin, end: mut machine, until, has_timers, prints } = self;
        let (before, after) = (begin.system.counters(), machine.system.counters());
        let (time, steps) = (after.now.0 - before.now.0, after.steps - before.steps);
        // Timers of the circle itself would have to move along.
        if prints || has_timers || time == 0 || steps == 0 {
            return None;
        }
        let by_time = until?.0.saturating_sub(after.now.0) / time;
        let by_steps = max_steps.saturating_sub(after.steps) / steps;
        let rounds = by_time.min(by_steps).checked_sub(1)?;
        let mut counters = after;
        counters.now.0 += rounds * time;
        counters.steps += rounds * steps;
        counters.reference += rounds * (after.reference - before.reference);
        counters.timer += rounds * (after.timer - before.timer);
        counters.message += rounds * (after.message - before.message);
        machine.system.set_counters(&counters);
        // That time has passed in this run.
        machine.system.leave_out((rounds * time).wrapping_neg());
        let pids: Vec<Pid> = machine.system.processes().map(|process| process.state.pid).collect();
        for pid in pids {
            let past = begin.system.get(pid).map_or(0, |process| process.state.reductions);
            if let Some(process) = machine.system.get_mut(pid)
                && process.state.reductions > past
            {
                process.state.reductions += rounds * (process.state.reductions - past);
            }
        }
        Some(machine)
    }
}

/// What was there before the search: this and what follows is new.
#[derive(Clone, Copy)]
struct Old {
    timer: TimerId,
    reference: u64,
}

/// What must be the same in two equal states, and is seen at once.
#[derive(PartialEq, Eq)]
struct Outline(Vec<(Pid, FunctionId, u32, usize, usize)>);

struct State {
    machine: Machine,
    outline: Outline,
    /// If it was asked for.
    sketch: Option<Option<u64>>,
}

impl State {
    fn of(machine: &Machine) -> State {
        let ready = machine.system.run_queue.iter().filter_map(|pid| machine.system.get(*pid));
        let line = |process: &Process| {
            let (state, stack) = (&process.state, &process.stack);
            (state.pid, state.function, state.pc, stack.frames.len(), state.mailbox.len())
        };
        let outline = Outline(ready.map(line).collect());
        State { machine: machine.clone(), outline, sketch: None }
    }

    fn is_same(&mut self, other: &mut State, old: Old, left: &mut usize) -> bool {
        let sketch = self.sketch(old, left);
        sketch.is_some() && sketch == other.sketch(old, left)
    }

    /// None: there is too much of it.
    fn sketch(&mut self, old: Old, left: &mut usize) -> Option<u64> {
        let machine = &self.machine;
        *self.sketch.get_or_insert_with(|| {
            let mut sketch =
                Sketch { hasher: DefaultHasher::new(), left: MOST_TERMS, old, new: BTreeMap::new() };
            let whole = sketch.add_machine(machine);
            *left = left.saturating_sub(MOST_TERMS - sketch.left);
            whole.map(|()| sketch.finish())
        })
    }
}

/// The hash of a state. Each part of it gives up where there is too much.
struct Sketch {
    hasher: DefaultHasher,
    left: usize,
    old: Old,
    /// New references, numbered as they occur.
    new: BTreeMap<u64, u64>,
}

impl Sketch {
    fn add_machine(&mut self, machine: &Machine) -> Option<()> {
        let system = &machine.system;
        self.add(&system.run_queue);
        for (id, timer) in system.timers.iter() {
            match id < self.old.timer {
                true => self.add((id, timer.due.0)),
                false => self.add_timer(machine, timer.due, &timer.action)?,
            }
        }
        for name in system.registered() {
            self.add(name.as_atom().and_then(|name| system.whereis(name)));
            self.add_term(&name)?;
        }
        for process in system.processes() {
            self.left = self.left.checked_sub(1)?;
            match process.state.outcome {
                Some(_) => self.add(process.state.pid),
                None => self.add_process(machine, process)?,
            }
        }
        Some(())
    }

    fn add_timer(&mut self, machine: &Machine, due: Instant, action: &Action) -> Option<()> {
        self.add(due.since(machine.system.now));
        match action {
            Action::Wake { pid, milliseconds } => self.add((pid, milliseconds)),
            Action::Send { from, to, message, reference } => {
                match to {
                    Destination::Process(pid) => self.add((from, pid)),
                    Destination::Name(name) => self.add((from, name)),
                }
                self.add_term(message)?;
                self.add_reference(reference.id());
            }
        }
        Some(())
    }

    fn add_process(&mut self, machine: &Machine, process: &Process) -> Option<()> {
        let Process { stack, state } = process;
        // In the middle of something that is not a call.
        if state.standing.is_some() || state.pending_exit.is_some() || state.ending.is_some() {
            return None;
        }
        self.add((state.pid, state.status as u8, state.function, state.pc, state.yielded));
        match &state.start {
            Some(Start::Call(mfa, arguments)) => {
                self.add((mfa.module, mfa.function));
                arguments.iter().try_for_each(|argument| self.add_term(argument))?;
            }
            Some(Start::Fun(fun, arguments)) => {
                std::iter::once(fun).chain(arguments).try_for_each(|term| self.add_term(term))?;
            }
            None => {}
        }
        self.add((state.mailbox.len(), state.mailbox.place()));
        for message in state.mailbox.iter() {
            self.add_term(&message.content)?;
            if let Some(alias) = message.alias {
                self.add_reference(alias.id());
            }
        }
        match state.wait {
            Wait::Timer(id) if id >= self.old.timer => self.add("timer"),
            wait => self.add(format!("{wait:?}")),
        }
        self.add((state.trap_exit, state.suspended, state.name, state.group_leader, state.parent));
        self.add((&state.suspending, state.links.len()));
        state.links.keys().for_each(|key| self.add(key));
        for (reference, monitored) in &state.monitoring {
            self.add_reference(reference.0);
            self.add((monitored.pid, monitored.name));
        }
        for (reference, watcher) in &state.monitored_by {
            self.add_reference(reference.0);
            self.add((watcher.pid, watcher.name));
            self.add_term(&watcher.tag)?;
        }
        for (reference, end) in &state.aliases {
            self.add_reference(reference.0);
            self.add(format!("{end:?}"));
        }
        self.add_term(&Term::Map(state.dictionary.clone()))?;
        self.add_term(&Term::Map(state.flags.clone()))?;
        if state.start.is_none() {
            let size = machine.program.function(state.function).frame_size as usize;
            let end = stack.slots.len().min(stack.base + size);
            stack.slots[stack.base..end].iter().try_for_each(|slot| self.add_term(slot))?;
            for (frame, slots) in stack.frames() {
                let size = machine.program.function(frame.function).frame_size as usize;
                self.add((frame.function, frame.pc));
                slots[..size.min(slots.len())].iter().try_for_each(|slot| self.add_term(slot))?;
            }
        }
        Some(())
    }

    fn add(&mut self, part: impl Hash) {
        part.hash(&mut self.hasher);
    }

    fn add_reference(&mut self, id: u64) {
        match id < self.old.reference {
            true => self.add((0, id)),
            false => {
                let next = self.new.len() as u64;
                let number = *self.new.entry(id).or_insert(next);
                self.add((1, number));
            }
        }
    }

    fn add_term(&mut self, term: &Term) -> Option<()> {
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            self.left = self.left.checked_sub(1)?;
            self.add(std::mem::discriminant(term));
            match term {
                Term::Cons(cell) => pending.extend([&cell.tail, &cell.head]),
                Term::Tuple(elements) => {
                    self.add(elements.len());
                    self.left = self.left.checked_sub(elements.len())?;
                    pending.extend(elements.iter());
                }
                Term::Map(map) => {
                    self.add(map.len());
                    self.left = self.left.checked_sub(map.len())?;
                    pending.extend(map.iter().flat_map(|(key, value)| [key, value]));
                }
                Term::Fun(fun) => match &**fun {
                    Fun::External { module, function, arity } => self.add((module, function, arity)),
                    Fun::Closure(closure) => {
                        self.add((closure.module, closure.index, closure.uniq, closure.creator));
                        pending.extend(&closure.environment);
                    }
                },
                Term::Ref(reference) => self.add_reference(reference.id()),
                // `0.0` and `-0.0` are not the same here.
                Term::Float(number) => self.add(number.get().to_bits()),
                Term::Bits(bits) => {
                    self.left = self.left.checked_sub(bits.bit_len() / 512)?;
                    self.add(bits);
                }
                Term::Big(number) => {
                    self.left = self.left.checked_sub(number.bits() as usize / 64)?;
                    self.add(number);
                }
                Term::Nil | Term::Int(_) | Term::Atom(_) | Term::Pid(_) | Term::Port(_) => self.add(term),
            }
        }
        Some(())
    }

    /// New references compare in the order of their making, so this is part of the state.
    fn finish(mut self) -> u64 {
        let order: Vec<u64> = self.new.values().copied().collect();
        self.add(order);
        self.hasher.finish()
    }
}

/// Notes whether something happens that could tell one round from another.
#[derive(Default)]
struct Watch {
    prints: bool,
    /// New references exist.
    makes_references: bool,
    /// Something depends on which pid or reference it was given.
    is_opaque: bool,
    is_other: bool,
}

impl Watch {
    fn is_over(&self) -> bool {
        self.is_other || self.is_opaque && self.makes_references
    }

    fn look(&mut self, on: On) {
        self.is_other |= matches!(
            on,
            On::Clock
                | On::Steps(_)
                | On::Statistics(_)
                | On::SystemFlag(_)
                | On::Input
                | On::Timer(_)
                | On::Position(_)
                | On::Buffer(_)
                | On::Fresh
                | On::Ordered
                | On::Unsupported(_)
        );
    }

    fn change(&mut self, on: On, outcome: Option<&Term>) {
        match on {
            On::Output | On::Log | On::Report => self.prints = true,
            On::Fresh | On::NewTimer if matches!(outcome, Some(Term::Ref(_))) => {
                self.makes_references = true;
            }
            // All of these are in the state.
            On::Dictionary
            | On::DictionaryKey(_)
            | On::ProcessFlag(_)
            | On::Mailbox(_)
            | On::Signal(_)
            | On::GlobalSignal(_)
            | On::Alias(_) => {}
            _ => self.is_other = true,
        }
    }
}

impl Observer for Watch {
    fn spawn(&mut self, _parent: Pid, _child: &crate::process::State) {
        self.is_other = true;
    }

    fn exit(&mut self, _pid: Pid, _state: &crate::process::State) {
        self.is_other = true;
    }

    fn accessed(
        &mut self,
        pid: Pid,
        _caller: FunctionId,
        _function: Mfa,
        effect: &Effect,
        arguments: &[Term],
        outcome: Option<&Term>,
    ) {
        match effect {
            Effect::Pure | Effect::Itself => {}
            Effect::Opaque => self.is_opaque = true,
            Effect::Ends => self.is_other = true,
            Effect::Touches(_) | Effect::TouchesSome(..) => {
                for touch in effect.touches_of(pid, arguments) {
                    match *touch {
                        Touch::Look(on) => self.look(on),
                        Touch::Change(on) => self.change(on, outcome),
                    }
                }
            }
        }
    }
}

impl ObserverKind for Watch {
    const CALLS: bool = false;
    const ACCESSES: bool = true;
}

/// Nothing of a search is seen outside, and nothing comes in.
struct NoWorld;

impl World for NoWorld {
    fn output(&mut self, _stream: Stream, _bytes: &[u8]) {}

    fn input_line(&mut self) -> Option<Vec<u8>> {
        None
    }

    fn has_line(&self) -> bool {
        false
    }

    fn seed(&self) -> u64 {
        0
    }
}
