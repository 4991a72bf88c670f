//! A run that was recorded in large pieces becomes one that can go both ways: the same run, with
//! the same numbers of events.

use std::rc::Rc;

use erlang_machine::machine::{Budget, Machine};
use erlang_machine::schedule::{Choice, Schedule};
use erlang_machine::system::Delivery;
use erlang_machine::world::{Stream, World};
use erlang_term::{Pid, Term};
use slices::Meter;

use super::Timeline;
use super::fair::{FairByChoice, work};
use super::forward::{AdvanceEnd, Advanced};
use crate::outside::Outside;
use crate::{History, Position};

impl<M> History<M> {
    /// The same run up to a position, able to go both ways. What it prints, nobody hears a second
    /// time.
    pub fn timeline(&self, until: Position, world: Box<dyn World>, budget: Budget<'static>) -> Timeline {
        self.recorded(until).timeline(self.checkpoints()[0].machine.clone(), world, budget)
    }

    /// How it reached a position.
    pub fn recorded(&self, until: Position) -> RunRecipe {
        let delivery = self.machine.system.delivery;
        RunRecipe { choices: self.choices.clone(), until, delivery, outside: self.outside.clone() }
    }
}

/// How a run was made: enough to make it again, in a machine that was started as its own was.
#[derive(Clone)]
pub struct RunRecipe {
    choices: Rc<Vec<Choice>>,
    until: Position,
    delivery: Delivery,
    outside: Outside,
}

impl RunRecipe {
    /// The same run, able to go both ways. The code may be compiled otherwise: that makes no
    /// difference to a run.
    pub fn timeline(&self, machine: Machine, world: Box<dyn World>, budget: Budget<'static>) -> Timeline {
        slices::finish(self.timeline_by_slices(machine, world, budget, Meter::unlimited()))
    }

    /// The same by slices. If it is stopped, this is the run as far as it was made by then.
    pub async fn timeline_by_slices(
        &self,
        mut machine: Machine,
        world: Box<dyn World>,
        budget: Budget<'static>,
        meter: Meter,
    ) -> Timeline {
        machine.system.delivery = Delivery::Chosen;
        let mut timeline = Timeline::new(machine, Box::new(Quiet), budget);
        timeline.follow(meter);
        timeline.outside = self.outside.clone();
        let (choices, delivery) = (&self.choices[..self.until.0.min(self.choices.len())], self.delivery);
        let mut recorded = AsRecorded { choices, delivery, arrivals: FairByChoice::default(), turn: None };
        loop {
            let piece = timeline.meter.piece(u64::MAX);
            let Advanced { steps, stopped, .. } = timeline.run(&mut recorded, piece, &mut |_, _| false);
            if stopped != AdvanceEnd::Done {
                break;
            }
            timeline.pause(steps).await;
        }
        timeline.world = world;
        timeline
    }
}

/// The choices of a log, made in small pieces.
struct AsRecorded<'a> {
    choices: &'a [Choice],
    /// How signals arrived.
    delivery: Delivery,
    arrivals: FairByChoice,
    /// Who is running, until how much work is done.
    turn: Option<(Pid, u64)>,
}

impl Schedule for AsRecorded<'_> {
    fn next(&mut self, machine: &Machine) -> Option<Choice> {
        if self.delivery == Delivery::Immediate
            && let Some(arrival) = self.arrivals.arrival(machine)
        {
            return Some(arrival);
        }
        if let Some((pid, until)) = self.turn.take() {
            let left = until.saturating_sub(work(machine));
            if left > 0 && super::is_runnable(machine, pid) {
                self.turn = Some((pid, until));
                return Some(Choice::Run { pid, reductions: left as u32 });
            }
        }
        loop {
            let (&choice, rest) = self.choices.split_first()?;
            match choice {
                // It has done its work when it was asked; its answers arrive now.
                Choice::Run { pid, .. } if machine.servants().contains(&pid) => {
                    let mut channels = machine.system.in_flight.keys();
                    let answer = channels.find(|(from, _)| Pid::from(*from) == pid);
                    if let (Delivery::Immediate, Some((from, to))) = (self.delivery, answer) {
                        return Some(Choice::Deliver { from: (*from).into(), to: (*to).into() });
                    }
                    self.choices = rest;
                }
                // Requests have arrived when they were made.
                Choice::Deliver { to, .. } if machine.servants().contains(&to) => self.choices = rest,
                Choice::Run { pid, reductions } => {
                    self.choices = rest;
                    self.turn = Some((pid, work(machine) + u64::from(reductions)));
                    return Some(choice);
                }
                Choice::Deliver { .. } | Choice::Fire { .. } => {
                    self.choices = rest;
                    return Some(choice);
                }
            }
        }
    }

    fn delivery(&self) -> Delivery {
        Delivery::Chosen
    }
}

/// Nobody hears anything; what else the world said is known.
pub(super) struct Quiet;

impl World for Quiet {
    fn output(&mut self, _stream: Stream, _bytes: &[u8]) {}

    fn input_line(&mut self) -> Option<Vec<u8>> {
        None
    }

    fn epoch(&self) -> i64 {
        0
    }

    fn seed(&self) -> u64 {
        0
    }

    fn report(&mut self, _term: &Term) {}
}
