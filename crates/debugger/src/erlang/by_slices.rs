//! Runs of the machine by slices of steps, and the world that they see.

use std::cell::Cell;
use std::collections::VecDeque;

use erlang_history::Limits;
use erlang_machine::circle::{self, Circle};
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::schedule::Schedule;
use erlang_machine::world::{self, World};
use erlang_term::Term;
use erlang_tree::Recording;
use slices::Meter;

use crate::dialogue::{Outside, Stream};
use crate::language::{Options, ScheduleName};

/// Reductions of one turn of a process: runs pause between turns.
const TURN: u64 = 4_000;

/// Runs to the end, or until the meter is stopped.
pub async fn by_slices(
    recording: &mut Recording,
    schedule: &mut dyn Schedule,
    world: &mut dyn World,
    options: &Options,
    meter: &Meter,
) -> End {
    loop {
        let before = recording.machine().system.steps;
        let end = within_slice(options, meter, |budget| {
            recording.run(schedule, world, &Limits { budget, comfortable: options.comfortable })
        });
        meter.spend(recording.machine().system.steps - before);
        if end != End::Interrupted || meter.is_stopped() {
            return end;
        }
        // Short turns may leave something of the slice.
        meter.spend(u64::MAX);
        meter.pause_if_spent().await;
    }
}

/// Runs with a budget of as many steps as the meter has left.
fn within_slice<T>(options: &Options, meter: &Meter, run: impl FnOnce(Budget<'_>) -> T) -> T {
    let turns = Cell::new(meter.left() / TURN + 1);
    let is_over = || {
        let left = turns.get();
        turns.set(left.saturating_sub(1));
        left == 0
    };
    run(Budget {
        max_steps: options.max_steps.unwrap_or(u64::MAX),
        max_memory: options.max_memory(),
        memory: options.memory_used,
        interrupted: &is_over,
    })
}

/// Where a machine stands between two slices.
pub(super) struct Stand {
    steps: u64,
    /// It cannot go on without a line of input.
    wants_line: bool,
}

impl Stand {
    pub(super) fn of(machine: &Machine) -> Stand {
        Stand { steps: machine.system.steps, wants_line: machine.unfinished().is_some() }
    }
}

/// Runs to the end, or until the outside says stop. `go` runs within a budget.
pub(super) async fn go_by_slices(
    options: &Options,
    world: &mut RunWorld<'_>,
    mut go: impl FnMut(&mut RunWorld<'_>, Budget<'_>) -> (End, Stand),
) -> End {
    let outside = world.outside.clone();
    let mut before = 0;
    loop {
        let slice = |budget: Budget<'_>| go(world, budget);
        let (end, Stand { steps, wants_line }) = within_slice(options, outside.meter(), slice);
        outside.meter().spend(steps - before);
        before = steps;
        if end != End::Interrupted {
            return end;
        }
        if wants_line {
            let line = outside.line().await;
            world.heard.push(line.clone());
            world.lines.push_back(line);
        } else {
            // Short turns may leave something of the slice.
            outside.meter().spend(u64::MAX);
        }
        if outside.pause(steps).await {
            return End::Interrupted;
        }
    }
}

/// Looks now and then whether a run goes round in a circle, and so would never end.
pub(super) struct CircleWatch {
    /// The steps of the run at which it began to look, and at which it looks next.
    begin: u64,
    next: u64,
}

impl CircleWatch {
    /// It looks first after this many steps, and then each time the run has made four times as
    /// many. The search takes a small part of the time of the run.
    const FIRST: u64 = 1 << 17;
    const PART: u64 = 1 << 5;

    pub(super) fn of(options: &Options) -> CircleWatch {
        // Chance has no state that could be the same again.
        let is_fair = matches!(options.schedule, ScheduleName::Fair);
        CircleWatch { begin: 0, next: if is_fair { Self::FIRST } else { u64::MAX } }
    }

    /// Something else begins, which may be endless.
    pub(super) fn begin(&mut self, machine: &Machine) {
        if self.next < u64::MAX {
            self.begin = machine.system.steps;
            self.next = self.begin + Self::FIRST;
        }
    }

    pub(super) fn look(&mut self, machine: &Machine) -> Option<Circle> {
        if machine.system.steps < self.next {
            return None;
        }
        let steps = machine.system.steps.saturating_sub(self.begin);
        self.next = self.begin.saturating_add(steps.saturating_mul(4));
        circle::find(machine, (steps / Self::PART).max(4 * TURN))
    }

    /// The end of a slice of this run, or that of the run if it has no other.
    pub(super) fn end(&mut self, end: End, machine: &Machine) -> End {
        match end {
            End::Interrupted if self.look(machine).is_some_and(|circle| circle.is_endless()) => End::Endless,
            end => end,
        }
    }
}

pub(super) type Listener<'a> = Box<dyn FnMut(&Term) + 'a>;

/// The world of a run, as its dialogue offers it.
pub(super) struct RunWorld<'a> {
    outside: Outside,
    seed: u64,
    /// Lines of input that have not been read.
    lines: VecDeque<Option<Vec<u8>>>,
    /// All lines of input so far.
    heard: Vec<Option<Vec<u8>>>,
    /// What was printed, if someone wants to know.
    pub printed: Option<Vec<u8>>,
    /// Nobody reads what it prints.
    pub is_mute: bool,
    /// Who hears what a program of whodunit's own says about how far it is.
    pub listener: Option<Listener<'a>>,
}

impl<'a> RunWorld<'a> {
    pub fn new(options: &Options, outside: &Outside) -> RunWorld<'a> {
        RunWorld {
            outside: outside.clone(),
            seed: options.seed,
            lines: VecDeque::new(),
            heard: Vec::new(),
            printed: None,
            is_mute: false,
            listener: None,
        }
    }

    /// The same for a second run: it reads what this one has read, and nobody reads what it prints.
    pub fn again(&self) -> RunWorld<'a> {
        RunWorld {
            outside: self.outside.clone(),
            lines: self.heard.iter().cloned().collect(),
            heard: Vec::new(),
            printed: Some(Vec::new()),
            is_mute: true,
            listener: None,
            seed: self.seed,
        }
    }
}

impl World for RunWorld<'_> {
    fn output(&mut self, stream: world::Stream, bytes: &[u8]) {
        if let Some(printed) = &mut self.printed {
            printed.extend_from_slice(bytes);
        }
        if self.is_mute {
            return;
        }
        let stream = match stream {
            world::Stream::Out => Stream::Out,
            world::Stream::Error => Stream::Error,
        };
        self.outside.print(stream, bytes);
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.lines.pop_front().flatten()
    }

    fn has_line(&self) -> bool {
        !self.lines.is_empty()
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn report(&mut self, term: &Term) {
        if let Some(listener) = &mut self.listener {
            listener(term);
        }
    }
}
