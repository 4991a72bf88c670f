//! The fair schedule for runs in which deliveries are chosen: the same run as that of
//! [`erlang_machine::schedule::Fair`], event for event.

use erlang_machine::machine::Machine;
use erlang_machine::schedule::{Choice, Fair, SHARE, Schedule};
use erlang_machine::system::Delivery;
use erlang_term::Pid;

/// Signals arrive at once, in the order in which they were sent; processes take turns.
#[derive(Default)]
pub struct FairByChoice {
    /// Whose turn it is, and until how much work is done.
    turn: Option<(Pid, u64)>,
    /// What each arrival set off goes before what was on its way already: the first number of each
    /// such group of signals, latest last.
    groups: Vec<u64>,
    /// The last number that was seen.
    last: u64,
}

impl FairByChoice {
    /// The signal that would have arrived by now, had it not been for the schedule.
    pub(super) fn arrival(&mut self, machine: &Machine) -> Option<Choice> {
        let system = &machine.system;
        let last = system.counters().message;
        if last > self.last {
            self.groups.push(self.last + 1);
            self.last = last;
        }
        loop {
            let first = *self.groups.last()?;
            // Those of the machine's own processes arrive when it is their turn, as long as they
            // have one.
            let has_turns = |pid: Pid| {
                machine.servants().contains(&pid)
                    && system.get(pid).is_some_and(|servant| servant.state.outcome.is_none())
            };
            let waiting = system
                .in_flight
                .iter()
                .filter(|((from, _), _)| !has_turns(Pid::from(*from)))
                .filter_map(|(channel, queue)| Some((queue.front()?.id.0, channel)))
                .filter(|(id, _)| *id >= first);
            match waiting.min_by_key(|(id, _)| *id) {
                Some((_, (from, to))) => {
                    return Some(Choice::Deliver { from: (*from).into(), to: (*to).into() });
                }
                None => {
                    self.groups.pop();
                }
            }
        }
    }

    /// The process goes on that has not used up its share.
    fn same_turn(&mut self, machine: &Machine) -> Option<Choice> {
        let (pid, until) = self.turn?;
        if is_over(machine, pid, until) {
            self.turn = None;
            return None;
        }
        Some(Choice::Run { pid, reductions: (until - work(machine)) as u32 })
    }

    /// A process of the machine's own has done its work when the request arrived. Its answers
    /// arrive when it is its turn.
    fn answer(machine: &Machine) -> Option<Choice> {
        let servant = machine.system.run_queue.front().filter(|pid| machine.servants().contains(pid))?;
        let mut channels = machine.system.in_flight.keys();
        let answer = channels.find(|(from, _)| Pid::from(*from) == *servant);
        Some(match answer {
            Some((from, to)) => Choice::Deliver { from: (*from).into(), to: (*to).into() },
            None => Choice::Run { pid: *servant, reductions: 1 },
        })
    }
}

impl Schedule for FairByChoice {
    fn next(&mut self, machine: &Machine) -> Option<Choice> {
        if let Some(choice) = self.arrival(machine).or_else(|| self.same_turn(machine)) {
            return Some(choice);
        }
        let choice = Fair.next(machine)?;
        if let Choice::Run { pid, .. } = choice {
            if let Some(answer) = FairByChoice::answer(machine) {
                return Some(answer);
            }
            self.turn = Some((pid, work(machine) + u64::from(SHARE)));
        }
        Some(choice)
    }

    fn delivery(&self) -> Delivery {
        Delivery::Chosen
    }

    fn goes_on_fairly(&mut self, machine: &Machine) -> bool {
        let is_over = self.turn.is_none_or(|(pid, until)| is_over(machine, pid, until));
        let begins = machine.system.in_flight.is_empty() && is_over;
        if begins {
            // The process that had the last turn may be able to run again when the next choice is
            // made.
            self.turn = None;
        }
        begins
    }

    /// The last number seen, whose turn it is (0: nobody's) until when, and the groups.
    fn save(&self) -> String {
        let (pid, until) = self.turn.map_or((0, 0), |(pid, until)| (pid.id().into(), until));
        let numbers = [self.last, pid, until].into_iter().chain(self.groups.iter().copied());
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn restore(&mut self, saved: &str) -> bool {
        let numbers: Result<Vec<u64>, _> = saved.split(' ').map(str::parse).collect();
        let Ok([last, pid, until, groups @ ..]) = numbers.as_deref() else { return false };
        let Ok(pid) = u32::try_from(*pid) else { return false };
        let turn = (pid > 0).then_some((Pid::local(pid), *until));
        *self = FairByChoice { turn, groups: groups.to_vec(), last: *last };
        true
    }
}

/// Is the turn of a process over? Its share is used up, or it waits, or it has given the others a
/// turn.
fn is_over(machine: &Machine, pid: Pid, until: u64) -> bool {
    let has_yielded = machine.system.get(pid).is_some_and(|process| process.state.yielded);
    until <= work(machine) || has_yielded || !super::is_runnable(machine, pid)
}

/// Steps that were made, but for those of the processes that print: they work while others have
/// their turn.
pub(super) fn work(machine: &Machine) -> u64 {
    let servants = machine.servants().iter().filter_map(|pid| machine.system.get(*pid));
    let theirs: u64 = servants.map(|process| process.state.reductions).sum();
    machine.system.steps.saturating_sub(theirs)
}
