//! Running for the first time: the schedule chooses, and everything that a re-run needs is written
//! down.

use std::rc::Rc;

use erlang_machine::machine::{Budget, End};
use erlang_machine::native::units_of;
use erlang_machine::observer::ObserverKind;
use erlang_machine::schedule::{Choice, Schedule};
use erlang_machine::world::World;
use erlang_term::work::Allowance;

use crate::{Checkpoint, History, Position};

/// Someone who watches the run from its beginning, and can go on watching from any checkpoint of
/// it.
pub trait Watcher: ObserverKind {
    /// What it takes to go on from a checkpoint.
    type Mark;

    /// A checkpoint is made here.
    fn mark(&mut self, at: Position) -> Self::Mark;

    /// Memory is short: gives back what a re-run can bring again. Whether there was anything to
    /// give.
    fn relieve(&mut self) -> bool;

    /// Whether it can hold no more, whatever the budget.
    fn is_full(&self) -> bool {
        false
    }

    /// Whether another one should watch from here on: the run is interrupted.
    fn has_enough(&self) -> bool {
        false
    }
}

/// How far a recording may go.
pub struct Limits<'a> {
    pub budget: Budget<'a>,
    /// Beyond this many bytes, what a re-run can bring again is given back.
    pub comfortable: u64,
}

impl<M> History<M> {
    /// Goes on as the schedule chooses until the run is over. After an interruption it can be
    /// called again, and goes on.
    pub fn record<W: Watcher<Mark = M>>(
        &mut self,
        schedule: &mut dyn Schedule,
        world: &mut dyn World,
        watcher: &mut W,
        limits: &Limits<'_>,
    ) -> End {
        let Limits { budget, comfortable } = limits;
        let allowance = Allowance::new(0);
        loop {
            let steps = self.machine.system.steps;
            if steps >= budget.max_steps {
                return End::Steps;
            }
            allowance.set(units_of(budget.max_steps - steps));
            if (budget.interrupted)() || watcher.has_enough() {
                return End::Interrupted;
            }
            let short = self.make_room(watcher, budget, *comfortable);
            if (budget.memory)() > budget.max_memory || watcher.is_full() {
                return End::Memory;
            }
            let unfinished = self.machine.unfinished();
            if !short && unfinished.is_none() && self.checkpoints.is_due(steps) {
                let position = self.end();
                self.checkpoints.add(Checkpoint {
                    position,
                    mark: watcher.mark(position),
                    steps,
                    machine: self.machine.clone(),
                    lines: self.outside.lines(),
                });
            }
            let choice = unfinished.or_else(|| schedule.next(&self.machine));
            let Some(mut choice) = choice else { return End::Quiet };
            if let Choice::Run { reductions, .. } = &mut choice {
                *reductions = (*reductions).min(u32::try_from(budget.max_steps - steps).unwrap_or(u32::MAX));
            }
            Rc::make_mut(&mut self.choices).push(choice);
            if let Some(end) = self.machine.apply(choice, &mut self.outside.watch(world), watcher) {
                let choices = Rc::make_mut(&mut self.choices);
                let is_cut = matches!(end, End::Steps | End::Memory | End::Interrupted);
                match (self.machine.unfinished(), choices.last_mut()) {
                    // It is written down when it has been made as a whole.
                    (Some(_), _) => drop(choices.pop()),
                    // Something long was given up: the turn ended before it.
                    (None, Some(Choice::Run { reductions, .. })) if is_cut => {
                        *reductions = u32::try_from(self.machine.system.steps - steps).unwrap_or(u32::MAX);
                    }
                    _ => {}
                }
                return end;
            }
        }
    }

    /// Gives back memory where it is short: first what the watcher keeps, then checkpoints. Whether
    /// it is still short.
    fn make_room<W: Watcher<Mark = M>>(
        &mut self,
        watcher: &mut W,
        budget: &Budget<'_>,
        comfortable: u64,
    ) -> bool {
        while (budget.memory)() > comfortable {
            if !watcher.relieve() && !self.checkpoints.thin() {
                return true;
            }
        }
        false
    }
}
