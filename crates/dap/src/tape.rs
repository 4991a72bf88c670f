//! A run along its own time, both ways: every moment of it at which a process can stand is a place to go to.
//!
//! [`History`] makes the run and knows its choices. The present is another machine that follows, and may stand in the middle of a choice.

use std::cell::Cell;

use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::observer::{Observer, ObserverKind, StopAt, Unobserved};
use erlang_machine::schedule::{Choice, Schedule};
use erlang_machine::world::{ClosedWorld, Stream, World};
use erlang_term::Pid;
use history::{History, Limits, Position, Watcher};

/// Choices that are made at a time, ahead of the present: as many shares of processes.
const AHEAD: u32 = 64;

/// A point in the time of a run: so many choices have been made, and so many places passed in the next one at which a process can be
/// asked to stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Moment {
    choice: usize,
    stops: u32,
}

/// Asked at every place where a process can stand: is this where to stop?
pub type Ask<'a> = dyn FnMut(Moment, Pid, &StopAt<'_>) -> bool + 'a;

pub struct Tape {
    history: History<()>,
    schedule: Box<dyn Schedule>,
    seed: u64,
    max_steps: u64,
    /// Why what is recorded goes no further.
    end: Option<End>,
    machine: Machine,
    now: Moment,
    /// How far the present ever was.
    furthest: Moment,
    /// What the program has printed since someone asked.
    printed: Vec<(Stream, Vec<u8>)>,
}

/// How a way forward ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Went {
    /// This process stands at what was asked for.
    Stopped(Pid),
    /// The run is over.
    Ended,
    /// Neither, yet.
    On,
}

impl Tape {
    pub fn new(machine: Machine, schedule: Box<dyn Schedule>, seed: u64, max_steps: u64) -> Tape {
        Tape {
            history: History::new(machine.clone(), ()),
            schedule,
            seed,
            max_steps,
            end: None,
            machine,
            now: Moment::default(),
            furthest: Moment::default(),
            printed: Vec::new(),
        }
    }

    /// The present state.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    pub fn now(&self) -> Moment {
        self.now
    }

    /// Why the run is over, if the present is its end.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref().filter(|_| self.now.choice >= self.history.end().0)
    }

    /// What was printed since this was asked last: what is printed again after going back is no news.
    pub fn take_output(&mut self) -> Vec<(Stream, Vec<u8>)> {
        std::mem::take(&mut self.printed)
    }

    /// Goes on for some time, at most until `ask` says to stop.
    pub fn forward(&mut self, ask: &mut Ask<'_>) -> Went {
        if self.now.choice >= self.history.end().0 {
            self.record();
        }
        let end = Moment { choice: self.history.end().0, stops: 0 };
        if self.now >= end {
            return Went::Ended;
        }
        let closed = ClosedWorld { seed: self.seed, ..Default::default() };
        let mut world = Stage { closed, heard: Vec::new() };
        let mut present = Present { machine: &mut self.machine, now: &mut self.now };
        while *present.now < end {
            // What is printed before the furthest moment has been heard.
            let known = *present.now < self.furthest;
            let until = if known { self.furthest } else { end };
            let stopped = present.one_choice(&self.history, until, &mut world, ask);
            let heard = std::mem::take(&mut world.heard);
            if !known {
                self.printed.extend(heard);
                self.furthest = *present.now;
            }
            if let Some((pid, true)) = stopped {
                return Went::Stopped(pid);
            }
        }
        Went::On
    }

    /// Makes some more choices.
    fn record(&mut self) {
        if self.end.is_some() {
            return;
        }
        let left = Cell::new(AHEAD);
        let enough = || left.replace(left.get().saturating_sub(1)) == 0;
        let budget = Budget { max_steps: self.max_steps, interrupted: &enough, ..Budget::UNLIMITED };
        let limits = Limits { budget, comfortable: u64::MAX };
        let mut world = ClosedWorld { seed: self.seed, ..Default::default() };
        let end = self.history.record(&mut *self.schedule, &mut world, &mut Nobody, &limits);
        self.end = (end != End::Interrupted).then_some(end);
    }

    /// Goes to a moment of the run that has been before.
    pub fn seek(&mut self, moment: Moment) {
        let (position, machine) = self.history.nearest(Position(moment.choice));
        let start = Moment { choice: position.0, stops: 0 };
        if self.now > moment || start > self.now {
            (self.machine, self.now) = (machine, start);
        }
        let mut world = ClosedWorld { seed: self.seed, ..Default::default() };
        // The rest of a choice that was only half made.
        if self.now.stops > 0 && self.now.choice < moment.choice {
            let end = Moment { choice: self.now.choice + 1, stops: 0 };
            let mut present = Present { machine: &mut self.machine, now: &mut self.now };
            present.one_choice(&self.history, end, &mut world, &mut |_, _, _| false);
        }
        while self.now.choice < moment.choice
            && let Some(choice) = self.history.choice(Position(self.now.choice))
        {
            self.machine.apply(choice, &mut world, &mut Unobserved);
            self.now.choice += 1;
        }
        if self.now < moment {
            let mut present = Present { machine: &mut self.machine, now: &mut self.now };
            present.one_choice(&self.history, moment, &mut world, &mut |at, _, _| at == moment);
        }
    }

    /// The last moment before the present at which `ask` says so, and `confirm` of the state of that moment does, too.
    pub fn last_before_now(
        &self,
        ask: &mut Ask<'_>,
        confirm: &mut dyn FnMut(&Machine, Moment, Pid) -> bool,
    ) -> Option<(Moment, Pid)> {
        let mut end = self.now;
        loop {
            // Inside a choice, its beginning is before it.
            let last = if end.stops > 0 { end.choice } else { end.choice.checked_sub(1)? };
            let (position, mut machine) = self.history.nearest(Position(last));
            let begin = Moment { choice: position.0, stops: 0 };
            let mut now = begin;
            let mut found = None;
            let mut world = ClosedWorld { seed: self.seed, ..Default::default() };
            let mut present = Present { machine: &mut machine, now: &mut now };
            while *present.now < end {
                if let Some((pid, true)) = present.one_choice(&self.history, end, &mut world, ask)
                    && *present.now < end
                    && confirm(present.machine, *present.now, pid)
                {
                    found = Some((*present.now, pid));
                }
            }
            if found.is_some() || begin == Moment::default() {
                return found;
            }
            end = begin;
        }
    }
}

/// A machine that follows what is recorded.
struct Present<'a> {
    machine: &'a mut Machine,
    now: &'a mut Moment,
}

impl Present<'_> {
    /// Makes one recorded choice, or the rest of it, up to where `ask` says to stop, but not beyond `end`. Who was stopped, if someone was, and whether
    /// `ask` said so.
    fn one_choice(
        &mut self,
        history: &History<()>,
        end: Moment,
        world: &mut dyn World,
        ask: &mut Ask<'_>,
    ) -> Option<(Pid, bool)> {
        let choice = history.choice(Position(self.now.choice))?;
        let mut watch = Watch { now: *self.now, end, asked: false, ask };
        self.machine.apply(choice, world, &mut watch);
        *self.now = watch.now;
        let asked = watch.asked;
        if let Choice::Run { pid, .. } = choice
            && self.machine.system.get(pid).is_some_and(|process| process.state.standing.is_some())
        {
            return Some((pid, asked));
        }
        *self.now = Moment { choice: self.now.choice + 1, stops: 0 };
        None
    }
}

struct Watch<'a, 'b> {
    now: Moment,
    end: Moment,
    asked: bool,
    ask: &'a mut Ask<'b>,
}

impl Observer for Watch<'_, '_> {
    fn stop(&mut self, pid: Pid, at: StopAt<'_>) -> bool {
        self.now.stops += 1;
        self.asked = (self.ask)(self.now, pid, &at);
        self.asked || self.now == self.end
    }
}

impl ObserverKind for Watch<'_, '_> {
    const CALLS: bool = false;
    const STOPS: bool = true;
}

/// Nobody watches the recording: the present comes after it.
struct Nobody;

impl Observer for Nobody {}

impl ObserverKind for Nobody {
    const CALLS: bool = false;
}

impl Watcher for Nobody {
    type Mark = ();

    fn mark(&mut self, _at: Position) {}

    fn relieve(&mut self) -> bool {
        false
    }
}

/// A closed world in which someone listens.
struct Stage {
    closed: ClosedWorld,
    heard: Vec<(Stream, Vec<u8>)>,
}

impl World for Stage {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.heard.push((stream, bytes.to_vec()));
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.closed.input_line()
    }

    fn epoch(&self) -> i64 {
        self.closed.epoch()
    }

    fn seed(&self) -> u64 {
        self.closed.seed()
    }

    fn environment(&self, name: &str) -> Option<String> {
        self.closed.environment(name)
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use erlang_machine::program::Program;
    use erlang_machine::schedule::{Fair, Random};
    use erlang_machine::world::{Found, Loader};
    use erlang_syntax::{Options, parse_module};
    use erlang_term::Atom;

    use super::*;

    const TEXT: &str = "
        -module(m).
        -export([main/0, worker/2]).
        main() ->
            Me = self(),
            Workers = [spawn(m, worker, [Me, N]) || N <- [1, 2, 3]],
            A = [receive {W, X} -> X end || W <- Workers],
            B = (catch loop(-1, 0)),
            {A, B}.
        worker(Main, N) ->
            X = loop(N * 70, 0),
            Main ! {self(), X}.
        loop(0, Sum) -> Sum;
        loop(N, Sum) when N > 0 ->
            Next = Sum + N,
            loop(N - 1, Next).
    ";

    struct One;

    impl Loader for One {
        fn load(&self, name: Atom) -> Found {
            if name.name() != "m" {
                return Found::Nothing;
            }
            let (module, problems) = parse_module("m.erl", TEXT.as_bytes(), &Options::default());
            assert!(problems.is_empty());
            Found::Module { module: Rc::new(module), trusted: false }
        }
    }

    fn tape(schedule: Box<dyn Schedule>) -> Tape {
        let program = Rc::new(Program::new(Box::new(One), crate::COMPILED));
        let mut machine = Machine::new(program, schedule.delivery());
        machine.start(Atom::new("m"), Atom::new("main"));
        Tape::new(machine, schedule, 0, u64::MAX)
    }

    /// What there is to see of each process.
    fn sight(tape: &Tape) -> Vec<String> {
        let process = |process: &erlang_machine::process::Process| {
            let state = &process.state;
            let calls: Vec<_> = crate::frames::calls(tape.machine(), process)
                .map(|call| (call.name(), call.stands, call.variables()))
                .collect();
            format!("{:?} {calls:?} {} {:?}", state.pid, state.mailbox.len(), state.exit_reason())
        };
        tape.machine().system.processes().map(process).collect()
    }

    /// Stands at every moment of a run, and then goes to all of them again, in another order, and from each to the one before.
    fn check(schedule: Box<dyn Schedule>) {
        let mut tape = tape(schedule);
        let mut moments = Vec::new();
        loop {
            match tape.forward(&mut |_, _, _| true) {
                Went::Stopped(pid) => moments.push((tape.now(), pid, sight(&tape))),
                Went::On => {}
                Went::Ended => break,
            }
        }
        assert!(moments.len() > 800, "{}", moments.len());
        assert!(moments.is_sorted_by_key(|(moment, ..)| *moment));
        let last = tape.last_before_now(&mut |_, _, _| true, &mut |_, _, _| true);
        assert_eq!(last.map(|(moment, _)| moment), moments.last().map(|(moment, ..)| *moment));
        for n in 0..moments.len() / 13 {
            let n = n * 389 % moments.len();
            let (moment, pid, seen) = &moments[n];
            tape.seek(*moment);
            assert_eq!((tape.now(), sight(&tape)), (*moment, seen.clone()), "{moment:?}");
            let before = tape.last_before_now(&mut |_, _, _| true, &mut |_, _, _| true);
            let expected = n.checked_sub(1).map(|n| (moments[n].0, moments[n].1));
            assert_eq!(before, expected, "before {moment:?}");
            let own = tape.last_before_now(&mut |_, who, _| who == *pid, &mut |_, _, _| true);
            let expected = moments[..n].iter().rev().find(|(_, who, _)| who == pid);
            assert_eq!(own.map(|(moment, _)| moment), expected.map(|(moment, ..)| *moment));
        }
        // Going on is as it was.
        tape.seek(moments[10].0);
        assert_eq!(tape.forward(&mut |_, _, _| true), Went::Stopped(moments[11].1));
        assert_eq!(sight(&tape), moments[11].2);
    }

    #[test]
    fn every_moment_can_be_gone_to() {
        check(Box::new(Fair));
        check(Box::new(Random::new(5)));
    }
}
