//! Which of the possible choices is made next.

use erlang_term::Pid;

use crate::machine::Machine;
use crate::system::Delivery;
use crate::timers::{Instant, TimerId};

/// One step of a run as the outside chooses it. Same code and same choices: same run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A process runs for at most this many reductions.
    Run { pid: Pid, reductions: u32 },
    /// The oldest signal between two processes arrives.
    Deliver { from: Pid, to: Pid },
    /// The clock jumps to a timer, which fires.
    Fire { timer: TimerId },
}

/// Makes the choices of a run.
#[allow(unused_variables)]
pub trait Schedule {
    /// None: nothing is to happen any more.
    fn next(&mut self, machine: &Machine) -> Option<Choice>;
    fn delivery(&self) -> Delivery;
    /// Is what it chooses from here on the same run as [`Fair`] with immediate delivery would make?
    fn goes_on_fairly(&mut self, machine: &Machine) -> bool {
        false
    }
    /// What it takes to go on from here, as words with blanks between them.
    fn save(&self) -> String {
        String::new()
    }
    /// Goes on from there. False: these words mean nothing to it, and it is as it was.
    fn restore(&mut self, saved: &str) -> bool {
        saved.is_empty()
    }
}

/// Reductions that a process gets in turn, as on the BEAM.
pub const SHARE: u32 = 4000;

/// Round robin, and signals arrive at once: like a BEAM with one core.
pub struct Fair;

impl Schedule for Fair {
    fn next(&mut self, machine: &Machine) -> Option<Choice> {
        if machine.is_time_up() {
            return None;
        }
        let run = |&pid: &Pid| Choice::Run { pid, reductions: SHARE };
        late_timer(machine)
            .or_else(|| machine.system.run_queue.front().map(run))
            .or_else(|| next_timer(machine))
    }

    fn delivery(&self) -> Delivery {
        Delivery::Immediate
    }
}

/// Any process, any waiting signal, small shares: a different interleaving for each seed.
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { state: seed ^ 0x9e37_79b9_7f4a_7c15 }
    }

    /// SplitMix64: every seed starts a good sequence.
    fn draw(&mut self, below: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    }
}

impl Schedule for Random {
    fn next(&mut self, machine: &Machine) -> Option<Choice> {
        if machine.is_time_up() {
            return None;
        }
        let (runnable, in_flight) = (&machine.system.run_queue, &machine.system.in_flight);
        let possible = runnable.len() + in_flight.len();
        if let Some(fire) = late_timer(machine) {
            return Some(fire);
        }
        if possible == 0 {
            return next_timer(machine);
        }
        let n = self.draw(possible as u64) as usize;
        Some(match runnable.get(n) {
            // Mostly short shares, so that processes meet; sometimes long ones, so that work gets
            // done.
            Some(&pid) => {
                let longest = 1 << self.draw(12);
                Choice::Run { pid, reductions: 1 + self.draw(longest) as u32 }
            }
            None => {
                let (from, to) = *in_flight.keys().nth(n - runnable.len())?;
                Choice::Deliver { from: from.into(), to: to.into() }
            }
        })
    }

    fn delivery(&self) -> Delivery {
        Delivery::Chosen
    }

    fn save(&self) -> String {
        self.state.to_string()
    }

    fn restore(&mut self, saved: &str) -> bool {
        let state = saved.parse();
        self.state = *state.as_ref().unwrap_or(&self.state);
        state.is_ok()
    }
}

/// Nothing else can happen: time jumps to the next timer.
fn next_timer(machine: &Machine) -> Option<Choice> {
    timer_until(machine, Instant(u64::MAX))
}

/// The work of others took so long that a timer is due.
fn late_timer(machine: &Machine) -> Option<Choice> {
    timer_until(machine, machine.system.now)
}

fn timer_until(machine: &Machine, moment: Instant) -> Option<Choice> {
    let (due, timer) = machine.system.timers.next_due()?;
    (due <= moment && machine.may_fire(due)).then_some(Choice::Fire { timer })
}

impl Schedule for Box<dyn Schedule> {
    fn next(&mut self, machine: &Machine) -> Option<Choice> {
        (**self).next(machine)
    }

    fn delivery(&self) -> Delivery {
        (**self).delivery()
    }

    fn goes_on_fairly(&mut self, machine: &Machine) -> bool {
        (**self).goes_on_fairly(machine)
    }

    fn save(&self) -> String {
        (**self).save()
    }

    fn restore(&mut self, saved: &str) -> bool {
        (**self).restore(saved)
    }
}

/// Writes down the choices of another schedule.
pub struct Recorded<S> {
    pub inner: S,
    pub log: Vec<Choice>,
}

impl<S: Schedule> Recorded<S> {
    pub fn new(inner: S) -> Recorded<S> {
        Recorded { inner, log: Vec::new() }
    }
}

impl<S: Schedule> Schedule for Recorded<S> {
    fn next(&mut self, machine: &Machine) -> Option<Choice> {
        let choice = self.inner.next(machine)?;
        self.log.push(choice);
        Some(choice)
    }

    fn delivery(&self) -> Delivery {
        self.inner.delivery()
    }
}

/// Makes the choices of a log again.
pub struct Replay<'a> {
    pub log: &'a [Choice],
    pub delivery: Delivery,
}

impl Schedule for Replay<'_> {
    fn next(&mut self, _machine: &Machine) -> Option<Choice> {
        let (choice, rest) = self.log.split_first()?;
        self.log = rest;
        Some(*choice)
    }

    fn delivery(&self) -> Delivery {
        self.delivery
    }
}
