//! A run that can be made again: the choices that were made for it, what it learned from the
//! outside, and states to begin from.
//!
//! Knows no questions: what is to be found out in a re-run is the business of the observer that
//! watches it.
//!
//! # Files
//!
//! A run that can be made again: the log of the choices that were made for it, what it learned from
//! the outside, and checkpoints (clones of the machine), at most 128 of them, spread evenly however
//! long the run gets. `seek` goes to any point; `rerun` goes the same way again from a checkpoint,
//! watched by any observer. `events.rs` is the log of what processes do to each other, numbered:
//! spawns, sends, deliveries, receipts, exits, links, timeouts, each with its cause. Knows no
//! questions.
//!
//! `timeline/` is the run that goes both ways (paper 4). Its log is cut so that an entry holds one
//! concurrent action at most (`forward.rs`; the machine stops a process after each,
//! `ObserverKind::PAUSES`), and each entry knows what it touches: the steps and the mailbox of a
//! process, a signal, a name, a key of a table, … (for native functions their rows say so,
//! `native/effect.rs` of the machine). Two entries that touch the same are in an order: that is all
//! of causality (`causes.rs`). To undo is to take the causal future of an entry out of the log
//! (`leave.rs`). What stays never depends on what goes, so only the processes, channels, timers,
//! names and tables that lose something are made again: the parts of the run in which they do are
//! re-run, and their states are taken over into the present and all later checkpoints (`parts.rs`
//! of the machine). Each entry keeps the counters that it began with where the one before it is
//! gone, so that pids, references, numbers and the clock are what they were. Checkpoints are close
//! together near the present and sparse long ago. What was undone is kept and made again
//! (`future.rs`) until something else happens that contradicts it. What takes long pauses
//! (`…_by_slices`); `at_once.rs` has the same for callers that can wait. `fair.rs` makes
//! the fair run by choices; `refine.rs` cuts a run recorded for `ask` into such entries. In both,
//! events have the same numbers. Long parts of a fair run in which nothing is printed or read are
//! kept as their beginning and length (`stretch.rs`): they run in whole turns, and become entries
//! and events again where someone asks for them. What is near the present is always there as
//! entries. Each stretch knows what it touches (`touched.rs`), so that going back passes over those
//! that have nothing to do with it. A `Point` (`point.rs`) is where a process is: how many
//! reductions it has made, and at which of the places since then it stands (an expression, an
//! exception that is raised, the call of a native function). An entry is made as soon as its action
//! has happened, and who stands behind the action stands inside the entry, which nobody else can
//! tell. `undo_to` goes back to a point by causes, `seek_to` along the run, `forward` to the next
//! place that someone asks for, and replay ends at the points where processes stood. `walk.rs` goes
//! by expressions, `bind.rs` by variables. What an entry prints stays with it (`printed.rs`). A
//! `Moment` (`moment.rs`) is a call, a return or an exception of one process, said so that it means
//! the same however a run is cut into pieces: a node of a tree knows its moments
//! (`erlang-tree/src/moment.rs`), and `Timeline::go_to` goes there.

#![forbid(unsafe_code)]

mod checkpoints;
mod chunks;
pub mod events;
mod moment;
mod outside;
mod record;
pub mod timeline;

pub use events::{EventId, EventKind, EventLog, RunEvent};
pub use moment::{CallEdge, CallPoint, Ticks};
pub use record::{Limits, Watcher};
pub use timeline::{RunRecipe, Timeline};

use std::rc::Rc;

use erlang_machine::code::FunctionId;
use erlang_machine::machine::{End, Machine};
use erlang_machine::observer::{ObserverKind, Unobserved};
use erlang_machine::process::Status;
use erlang_machine::schedule::{Choice, Schedule};
use erlang_machine::world::World;
use erlang_term::{Pid, Term};
use slices::Meter;

use checkpoints::Checkpoints;
use outside::Outside;

/// A point of a run: the number of choices made so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Position(pub usize);

/// A run so far. `M` is what its watcher needs to go on from a checkpoint.
pub struct History<M> {
    /// The current state of the run.
    machine: Machine,
    choices: Rc<Vec<Choice>>,
    outside: Outside,
    checkpoints: Checkpoints<M>,
}

/// A state of the run to begin from.
pub struct Checkpoint<M> {
    pub position: Position,
    pub mark: M,
    /// Steps of the run up to here.
    steps: u64,
    machine: Machine,
    /// How many lines of input had been read.
    lines: usize,
}

impl<M> History<M> {
    /// A run that is about to begin.
    pub fn new(machine: Machine, mark: M) -> History<M> {
        let position = Position(0);
        let beginning = Checkpoint { position, mark, steps: 0, machine: machine.clone(), lines: 0 };
        History {
            machine,
            choices: Rc::default(),
            outside: Outside::default(),
            checkpoints: Checkpoints::new(beginning),
        }
    }

    /// The current state of the run.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The end of what has been recorded.
    pub fn end(&self) -> Position {
        Position(self.choices.len())
    }

    /// In the order of the run; the first is its beginning.
    pub fn checkpoints(&self) -> &[Checkpoint<M>] {
        self.checkpoints.all()
    }

    /// What was chosen at this point.
    pub fn choice(&self, position: Position) -> Option<Choice> {
        self.choices.get(position.0).copied()
    }

    /// The last state to begin from that is not after this point, and where it is.
    pub fn nearest(&self, position: Position) -> (Position, Machine) {
        let checkpoint = self.checkpoints.before(position);
        (checkpoint.position, checkpoint.machine.clone())
    }

    /// The state after this many choices.
    pub fn seek(&self, position: Position) -> Machine {
        let from = self.checkpoints.before(position);
        let count = position.0.saturating_sub(from.position.0);
        let mut left = count;
        self.rerun(from, &mut Unobserved, |_| {
            let over = left == 0;
            left = left.saturating_sub(1);
            over
        })
    }

    /// Goes the same way again from a checkpoint, watched by an observer, until `enough` says so
    /// (it is asked before every choice) or the recorded run is over. What the program prints is
    /// heard by nobody.
    pub fn rerun<N, O: ObserverKind>(
        &self,
        from: &Checkpoint<N>,
        observer: &mut O,
        enough: impl FnMut(&mut O) -> bool,
    ) -> Machine {
        slices::finish(self.rerun_by_slices(from, observer, enough, &Meter::unlimited()))
    }

    /// The same, with pauses between choices.
    pub async fn rerun_by_slices<N, O: ObserverKind>(
        &self,
        from: &Checkpoint<N>,
        observer: &mut O,
        mut enough: impl FnMut(&mut O) -> bool,
        meter: &Meter,
    ) -> Machine {
        let mut machine = from.machine.clone();
        let mut world = self.outside.again(from.lines);
        for choice in self.choices[from.position.0..].iter() {
            if enough(observer) {
                break;
            }
            meter.pause_if_spent().await;
            if apply(&mut machine, *choice, &mut world, observer, meter).is_some() {
                break;
            }
        }
        machine
    }

    /// Goes the same way again until the observer has made a process stand
    /// ([`erlang_machine::observer::Observer::stop`]) and `stands` says so. None: the recorded run
    /// is over before. Pauses between choices.
    pub async fn stand<N, O: ObserverKind>(
        &self,
        from: &Checkpoint<N>,
        observer: &mut O,
        mut stands: impl FnMut(&O) -> bool,
        meter: &Meter,
    ) -> Option<Checkpoint<()>> {
        let mut machine = from.machine.clone();
        let mut world = self.outside.again(from.lines);
        for (choice, n) in self.choices[from.position.0..].iter().zip(from.position.0..) {
            meter.pause_if_spent().await;
            let end = apply(&mut machine, *choice, &mut world, observer, meter);
            if stands(observer) {
                let (steps, lines) = (machine.system.steps, world.lines());
                // The choice is half done, and made again it does the rest.
                return Some(Checkpoint { position: Position(n), mark: (), steps, machine, lines });
            }
            if end.is_some() {
                break;
            }
        }
        None
    }

    /// Replays the run as long as possible, with an observer that replaces some of the code. Then
    /// continues as the schedule chooses, until `enough` says so, this many reductions have been
    /// made, or the run is over. Pauses between choices.
    pub async fn diverge<N, O: ObserverKind>(
        &self,
        from: &Checkpoint<N>,
        schedule: &mut dyn Schedule,
        max_steps: u64,
        observer: &mut O,
        mut enough: impl FnMut(&mut O) -> bool,
        meter: &Meter,
    ) -> Machine {
        let mut machine = from.machine.clone();
        let mut world = self.outside.again(from.lines);
        let mut recorded = self.choices[from.position.0..].iter().copied();
        let mut same_way = true;
        while !enough(observer) && machine.system.steps < max_steps {
            let again = recorded.next().filter(|choice| same_way && is_possible(&machine, *choice));
            same_way = again.is_some();
            let Some(choice) = again.or_else(|| any_delivery(&machine)).or_else(|| schedule.next(&machine))
            else {
                break;
            };
            meter.pause_if_spent().await;
            if apply(&mut machine, choice, &mut world, observer, meter).is_some() {
                break;
            }
        }
        machine
    }
}

/// Makes a choice happen, and counts its steps. A choice is a step even if no reduction is made.
fn apply<O: ObserverKind>(
    machine: &mut Machine,
    choice: Choice,
    world: &mut dyn World,
    observer: &mut O,
    meter: &Meter,
) -> Option<End> {
    let before = machine.system.steps;
    let end = machine.apply(choice, world, observer);
    meter.spend(machine.system.steps - before + 1);
    end
}

impl Checkpoint<()> {
    /// The same state, but for one process that drops what it is doing for this call.
    pub fn calling(&self, pid: Pid, function: FunctionId, arguments: &[Term]) -> Checkpoint<()> {
        let Checkpoint { position, steps, lines, .. } = *self;
        let mut machine = self.machine.clone();
        machine.call_instead(pid, function, arguments);
        Checkpoint { position, mark: (), steps, machine, lines }
    }
}

/// Whether a choice means what it meant. A timer may fire only if none is due before it.
fn is_possible(machine: &Machine, choice: Choice) -> bool {
    let system = &machine.system;
    match choice {
        Choice::Run { pid, .. } => system.get(pid).is_some_and(|p| p.state.status == Status::Runnable),
        Choice::Deliver { from, to } => system.in_flight.contains_key(&(from.into(), to.into())),
        Choice::Fire { timer } => system.timers.next_due().is_some_and(|(_, next)| next == timer),
    }
}

/// For a schedule that knows no signals on their way.
fn any_delivery(machine: &Machine) -> Option<Choice> {
    let (from, to) = machine.system.in_flight.keys().next()?;
    Some(Choice::Deliver { from: (*from).into(), to: (*to).into() })
}
