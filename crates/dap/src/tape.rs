//! A run as an editor sees it, both ways: every moment of it at which a process can stand is a place to go to.
//!
//! [`Timeline`] makes the run, and undoes it by causes. Who stands in the middle of what happens next does so on a copy of its machine.

use std::cell::RefCell;
use std::rc::Rc;

use erlang_history::timeline::{Next, RollLog};
use erlang_history::{EventLog, Position, Timeline};
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::observer::StopAt;
use erlang_machine::schedule::{Choice, Schedule};
use erlang_machine::world::{ClosedWorld, Stream, World};
use erlang_term::Pid;

/// Choices that are made at a time, before an editor is listened to.
const AHEAD: u32 = 64;
/// Entries that are looked through at a time on the way back, at first and at most.
const WINDOW: usize = 1 << 9;
const WIDEST: usize = 1 << 14;
/// Moments that are looked at closely at a time.
const CLOSELY: usize = 1 << 12;

/// A point in the time of a run: so many entries have been made, and so many places passed in what comes next at which a process can be asked to
/// stand. Undoing something moves what comes later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Moment {
    entry: usize,
    stops: u32,
}

/// Asked at every place where a process can stand: is this where to stop?
pub type Ask<'a> = dyn FnMut(Moment, Pid, &StopAt<'_>) -> bool + 'a;

pub struct Tape {
    timeline: Timeline,
    schedule: Box<dyn Schedule>,
    seed: u64,
    max_steps: u64,
    /// Why the run goes no further, if the present is its end.
    end: Option<End>,
    /// Someone stands in the middle of what happens next.
    attempt: Option<Attempt>,
    /// What was chosen last, and then gone back from before it was all done.
    chosen: Option<Choice>,
    printed: Rc<RefCell<Printed>>,
}

/// What the program has printed since someone asked.
type Printed = Vec<(Stream, Vec<u8>)>;

struct Attempt {
    next: Next,
    is_new: bool,
    machine: Machine,
    stops: u32,
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

/// A look back, for as long as nobody interrupts it.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// What comes from here on has been looked at.
    end: Moment,
    window: usize,
}

/// What was found in a part of the past.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    At(Moment, Pid),
    /// Nothing so far.
    NotYet,
    /// There is nothing.
    Nothing,
}

impl Tape {
    pub fn new(machine: Machine, schedule: Box<dyn Schedule>, seed: u64, max_steps: u64) -> Tape {
        let printed = Rc::new(RefCell::new(Vec::new()));
        let world = Stage { closed: closed(seed), printed: printed.clone() };
        Tape {
            timeline: Timeline::new(machine, Box::new(world), Budget::UNLIMITED),
            schedule,
            seed,
            max_steps,
            end: None,
            attempt: None,
            chosen: None,
            printed,
        }
    }

    /// The present state.
    pub fn machine(&self) -> &Machine {
        self.attempt.as_ref().map_or(self.timeline.machine(), |attempt| &attempt.machine)
    }

    pub fn now(&self) -> Moment {
        let stops = self.attempt.as_ref().map_or(0, |attempt| attempt.stops);
        Moment { entry: self.timeline.position().0, stops }
    }

    /// Everything that processes ever did to each other.
    pub fn log(&self) -> &EventLog {
        self.timeline.log()
    }

    /// Why the run is over, if the present is its end.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// What was printed since this was asked last: what is made again is not printed again.
    pub fn take_output(&mut self) -> Printed {
        self.printed.take()
    }

    /// Goes on for some time, at most until `ask` says to stop.
    pub fn forward(&mut self, ask: &mut Ask<'_>) -> Went {
        let mut world = closed(self.seed);
        for _ in 0..AHEAD {
            let Some(mut attempt) = self.attempt.take().or_else(|| self.begin()) else { return Went::Ended };
            let Attempt { next, machine, stops, .. } = &mut attempt;
            let entry = self.timeline.position().0;
            let standing = next.attempt(machine, &mut world, &mut |pid, at| {
                *stops += 1;
                ask(Moment { entry, stops: *stops }, pid, at)
            });
            if let Some(pid) = standing {
                self.attempt = Some(attempt);
                return Went::Stopped(pid);
            }
            self.timeline.make_next(attempt.next);
        }
        Went::On
    }

    /// What happens next; none: the run is over.
    fn begin(&mut self) -> Option<Attempt> {
        self.end = self.timeline.end().cloned();
        if self.timeline.steps() >= self.max_steps {
            self.end = Some(End::Steps);
        }
        if self.end.is_some() {
            return None;
        }
        let is_new = !self.timeline.has_future();
        // What had been chosen already is still what is chosen, if it can be.
        let chosen = if is_new { self.chosen.take() } else { None };
        let next = match chosen.filter(|choice| self.is_possible(*choice)) {
            Some(choice) => Some(self.timeline.next_by(choice)),
            None => self.timeline.next(&mut *self.schedule),
        };
        let Some(next) = next else {
            self.end = Some(End::Quiet);
            return None;
        };
        Some(Attempt { next, is_new, machine: self.timeline.machine().clone(), stops: 0 })
    }

    fn is_possible(&self, choice: Choice) -> bool {
        self.timeline.choices().iter().any(|possible| match (choice, *possible) {
            (Choice::Run { pid, .. }, Choice::Run { pid: other, .. }) => pid == other,
            (choice, other) => choice == other,
        })
    }

    /// Begins to look back from the present.
    pub fn search(&self) -> Search {
        Search { end: self.now(), window: WINDOW }
    }

    /// Begins to look back from right behind the beginning of a process. None: nobody of the program began it.
    pub fn search_before_spawn(&self, pid: Pid) -> Option<Search> {
        let spawn = self.timeline.position_of(self.log().spawned_by(pid)?)?;
        Some(Search { end: Moment { entry: spawn.0 + 1, stops: 0 }, window: WINDOW })
    }

    /// Looks through one more part of the past for the last moment at which `ask` says so, and `confirm` of the state of that moment does, too.
    pub fn look_back(
        &self,
        search: &mut Search,
        ask: &mut Ask<'_>,
        confirm: &mut dyn FnMut(&Machine, Moment, Pid) -> bool,
    ) -> Found {
        let mut world = closed(self.seed);
        let mut found = None;
        let end = search.end;
        // Inside what happens next.
        if let Some(attempt) = self.attempt.as_ref().filter(|_| end.stops > 0) {
            let mut machine = self.timeline.machine().clone();
            let mut now = Moment { stops: 0, ..end };
            loop {
                let standing = attempt.next.attempt(&mut machine, &mut world, &mut |pid, at| {
                    now.stops += 1;
                    now >= end || ask(now, pid, at)
                });
                match standing.filter(|_| now < end) {
                    Some(pid) if confirm(&machine, now, pid) => found = Some((now, pid)),
                    Some(_) => {}
                    None => break,
                }
            }
        } else {
            let from = end.entry.saturating_sub(search.window);
            let mut machine = self.timeline.machine_at(Position(from));
            let mut looked = 0;
            for entry in from..end.entry {
                // Too much for one time: a smaller part first.
                if looked > CLOSELY && search.window > 1 {
                    search.window = (search.window / 4).max(1);
                    return Found::NotYet;
                }
                let mut now = Moment { entry, stops: 0 };
                while let Some(pid) =
                    self.timeline.retry(Position(entry), &mut machine, &mut world, &mut |pid, at| {
                        now.stops += 1;
                        ask(now, pid, at)
                    })
                {
                    looked += 1;
                    if confirm(&machine, now, pid) {
                        found = Some((now, pid));
                    }
                }
            }
            search.end.entry = from;
            if looked < CLOSELY / 4 {
                search.window = (search.window * 2).min(WIDEST);
            }
        }
        search.end.stops = 0;
        match found {
            Some((moment, pid)) => Found::At(moment, pid),
            None if search.end.entry == 0 => Found::Nothing,
            None => Found::NotYet,
        }
    }

    /// Goes back along the run to a moment of it: what came later is undone, and happens again on the way forward.
    pub fn seek(&mut self, moment: Moment) {
        let attempt = self.leave();
        if moment.entry < self.timeline.position().0 {
            self.timeline.seek(Position(moment.entry));
        }
        self.stand(moment, attempt);
    }

    /// Goes back to a moment by causes: what happened there is undone with all that depends on it, and nothing else.
    pub fn undo(&mut self, moment: Moment) -> RollLog {
        let attempt = self.leave();
        let log = match moment.entry < self.timeline.position().0 {
            true => self.timeline.undo_at(Position(moment.entry)),
            false => RollLog::default(),
        };
        self.stand(moment, attempt);
        log
    }

    /// Who stands in the middle of something goes back to its beginning.
    fn leave(&mut self) -> Option<Next> {
        self.end = None;
        let attempt = self.attempt.take()?;
        if let (true, choice) = (attempt.is_new, attempt.next.choice) {
            self.chosen = Some(choice);
        }
        Some(attempt.next)
    }

    /// What happens next goes as far as this moment.
    fn stand(&mut self, moment: Moment, attempt: Option<Next>) {
        if moment.stops == 0 {
            return;
        }
        let is_new = !self.timeline.has_future();
        // Nothing was undone: it is within what was under way.
        let next = attempt.filter(|_| is_new).or_else(|| self.timeline.next(&mut *self.schedule));
        let Some(next) = next else { return };
        let mut attempt = Attempt { next, is_new, machine: self.timeline.machine().clone(), stops: 0 };
        let Attempt { machine, stops, .. } = &mut attempt;
        let standing = next.attempt(machine, &mut closed(self.seed), &mut |_, _| {
            *stops += 1;
            *stops == moment.stops
        });
        self.attempt = standing.map(|_| attempt);
    }
}

fn closed(seed: u64) -> ClosedWorld {
    ClosedWorld { seed, ..Default::default() }
}

/// A closed world in which someone listens.
struct Stage {
    closed: ClosedWorld,
    printed: Rc<RefCell<Printed>>,
}

impl World for Stage {
    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.printed.borrow_mut().push((stream, bytes.to_vec()));
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

    use erlang_history::timeline::FairByChoice;
    use erlang_machine::program::Program;
    use erlang_machine::schedule::Random;
    use erlang_machine::world::{self, Loader};
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
        fn load(&self, name: Atom) -> world::Found {
            if name.name() != "m" {
                return world::Found::Nothing;
            }
            let (module, problems) = parse_module("m.erl", TEXT.as_bytes(), &Options::default());
            assert!(problems.is_empty());
            world::Found::Module { module: Rc::new(module), trusted: false }
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

    fn last_before_now(tape: &Tape, ask: &mut Ask<'_>) -> Option<(Moment, Pid)> {
        let mut search = tape.search();
        loop {
            match tape.look_back(&mut search, ask, &mut |_, _, _| true) {
                Found::At(moment, pid) => return Some((moment, pid)),
                Found::NotYet => {}
                Found::Nothing => return None,
            }
        }
    }

    /// Who stands at each moment from here to the end, and what there is to see then.
    fn all_moments(tape: &mut Tape) -> Vec<(Pid, Vec<String>)> {
        let mut moments = Vec::new();
        loop {
            match tape.forward(&mut |_, _, _| true) {
                Went::Stopped(pid) => moments.push((pid, sight(tape))),
                Went::On => {}
                Went::Ended => return moments,
            }
        }
    }

    /// Stands at every moment of a run, and then goes back to each of them from the one after it, and on again.
    fn check(schedule: Box<dyn Schedule>) {
        let mut tape = tape(schedule);
        let moments = all_moments(&mut tape);
        assert!(moments.len() > 800, "{}", moments.len());
        let mut half = None;
        for (n, (pid, seen)) in moments.iter().enumerate().rev() {
            let (moment, who) = last_before_now(&tape, &mut |_, _, _| true).expect("there is one");
            tape.seek(moment);
            assert_eq!((who, tape.now()), (*pid, moment));
            assert_eq!(sight(&tape), *seen, "{moment:?}");
            if n == moments.len() / 2 {
                half = Some(moment);
                // Going on is as it was.
                assert_eq!(all_moments(&mut tape), moments[n + 1..]);
                tape.seek(moment);
            }
        }
        assert_eq!(last_before_now(&tape, &mut |_, _, _| true), None);
        assert!(half.is_some_and(|half| tape.now() < half));
        assert_eq!(all_moments(&mut tape), moments[1..]);
    }

    #[test]
    fn every_moment_can_be_gone_to() {
        check(Box::new(FairByChoice::default()));
        check(Box::new(Random::new(5)));
    }
}
