//! A recorded run goes the same way again, from wherever one begins.

use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use erlang_history::{History, Limits, Position, Watcher};
use erlang_machine::code::{Function, FunctionId};
use erlang_machine::exception::Exception;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Observer, ObserverKind};
use erlang_machine::process::ProcessEnd;
use erlang_machine::program::Program;
use erlang_machine::schedule::{Fair, Random, Schedule};
use erlang_term::{Pid, Term};
use slices::{Meter, finish};
use test_support::{Lines, program};

/// Processes that race, time out, raise, draw numbers and read lines.
const PROGRAM: &str = r#"
-module(m).
-export([main/0]).
main() ->
    Me = self(),
    Workers = [spawn(fun() -> work(Me, N, 300) end) || N <- [1, 2, 3]],
    Line = line(),
    Sum = collect(length(Workers) * 300, 0),
    {Line, line(), Sum, catch error({bad, erlang:unique_integer()})}.
work(_, _, 0) -> done;
work(Parent, N, Left) ->
    receive after N -> ok end,
    Parent ! {self(), fib(N + 5), make_ref()},
    work(Parent, N, Left - 1).
collect(0, Sum) -> Sum;
collect(N, Sum) -> receive {_, X, _} -> collect(N - 1, Sum + X) end.
fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).
line() -> io:get_line("").
one(_) -> 1.
nothing(_, _, _) -> done.
for_ever(N) -> for_ever(N).
"#;

fn machine(schedule: &dyn Schedule) -> Machine {
    program::machine_of("m", PROGRAM, schedule.delivery())
}

/// One number for all events so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Digest(u64);

impl Digest {
    fn note(&mut self, event: impl Hash) {
        let mut hasher = DefaultHasher::new();
        (self.0, event).hash(&mut hasher);
        self.0 = hasher.finish();
    }
}

impl ObserverKind for Digest {
    const CALLS: bool = true;
}

impl Observer for Digest {
    fn call(&mut self, pid: Pid, id: FunctionId, _: &Function, arguments: &[Term], tail: bool) {
        self.note((1, pid, id, arguments, tail));
    }
    fn returned(&mut self, pid: Pid, value: &Term) {
        self.note((2, pid, value));
    }
    fn raised(&mut self, pid: Pid, exception: &Exception) {
        self.note((3, pid, &exception.reason));
    }
    fn receive(&mut self, pid: Pid, id: MessageId, content: &Term) {
        self.note((4, pid, id.0, content));
    }
}

impl Watcher for Digest {
    type Mark = Digest;
    fn mark(&mut self, _: Position) -> Digest {
        *self
    }
    fn relieve(&mut self) -> bool {
        false
    }
}

/// A world with one line of input.
fn lines() -> Lines {
    Lines { seed: 7, lines: 1, read: 0 }
}

/// Records a run, stopping every so often to look at the watcher; then looks again in re-runs from
/// every checkpoint.
fn check(mut schedule: Box<dyn Schedule>, memory: fn() -> u64) -> usize {
    let mut history = History::new(machine(schedule.as_ref()), Digest::default());
    let (mut watcher, mut world) = (Digest::default(), lines());
    let mut seen: Vec<(Position, Digest, u64)> = Vec::new();
    loop {
        let left = Cell::new(17_u32);
        let interrupted = || {
            left.set(left.get() - 1);
            left.get() == 0
        };
        let budget = Budget { interrupted: &interrupted, memory, ..Budget::UNLIMITED };
        let end =
            history.record(&mut *schedule, &mut world, &mut watcher, &Limits { budget, comfortable: 1000 });
        seen.push((history.end(), watcher, history.machine().system.steps));
        if end != End::Interrupted {
            assert_eq!(end, End::Quiet);
            break;
        }
    }
    assert!(seen.len() > 10, "a run with some choices in it");
    for from in history.checkpoints() {
        for (position, digest, steps) in
            seen.iter().filter(|(position, ..)| *position >= from.position).step_by(seen.len() / 8)
        {
            let mut observer = from.mark;
            let mut left = position.0 - from.position.0;
            let machine = history.rerun(from, &mut observer, |_| {
                let over = left == 0;
                left = left.saturating_sub(1);
                over
            });
            assert_eq!(
                (observer, machine.system.steps),
                (*digest, *steps),
                "{position:?} from {:?}",
                from.position
            );
        }
    }
    for (position, _, steps) in seen.iter().step_by(seen.len() / 20) {
        assert_eq!(history.seek(*position).system.steps, *steps);
    }
    history.checkpoints().len()
}

#[test]
fn the_same_way_again() {
    assert!(check(Box::new(Fair), || 0) > 1);
    for seed in 0..3 {
        assert!(check(Box::new(Random::new(seed)), || 0) > 1);
    }
}

/// Puts a function in the place of another.
struct Instead {
    program: Rc<Program>,
    of: &'static str,
    comes: &'static str,
}

impl ObserverKind for Instead {
    const CALLS: bool = true;
    const REPLACES: bool = true;
}

impl Observer for Instead {
    fn enter(&mut self, _: Pid, id: FunctionId) -> FunctionId {
        let function = self.program.function(id);
        if function.module.name() != "m" || function.name.name() != self.of {
            return id;
        }
        let all = (function.first_of_module..).map(FunctionId);
        let mut of_that_name = all.filter(|id| self.program.function(*id).name.name() == self.comes);
        of_that_name.next().expect("a function of the module")
    }
}

/// The outcome of the program, from any checkpoint, with other code in it. `None`: it waits, or is
/// stopped.
fn check_other_code(of: &'static str, comes: &'static str, most: u64, expected: Option<&str>) {
    let mut history = History::new(machine(&Fair), Digest::default());
    let program = history.machine().program.clone();
    let limits = Limits { budget: Budget::UNLIMITED, comfortable: u64::MAX };
    history.record(&mut Fair, &mut lines(), &mut Digest::default(), &limits);
    let mut observer = Instead { program, of, comes };
    let from = &history.checkpoints()[0];
    let machine =
        finish(history.diverge(from, &mut Fair, most, &mut observer, |_| false, &Meter::unlimited()));
    let outcome = machine.main().and_then(|main| main.state.outcome.as_ref());
    let found = outcome.map(|outcome| match outcome {
        ProcessEnd::Value(value) => value.as_tuple().expect("a tuple")[2].to_string(),
        _ => "no value".into(),
    });
    assert_eq!(found.as_deref(), expected, "{comes} instead of {of}");
    assert!(machine.system.steps <= most.saturating_add(10_000), "{} steps", machine.system.steps);
    // Code that is not replaced takes the same steps to the same end, from every checkpoint.
    for from in history.checkpoints() {
        let mut digest = from.mark;
        let meter = Meter::new(1_000);
        let again = finish(history.diverge(from, &mut Fair, u64::MAX, &mut digest, |_| false, &meter));
        assert_eq!(again.system.steps, history.machine().system.steps);
    }
}

#[test]
fn another_way_from_some_point_on() {
    check_other_code("fib", "fib", u64::MAX, Some("12600"));
    // The same messages at the same times, with something else in them.
    check_other_code("fib", "one", u64::MAX, Some("900"));
    // The workers are gone at once: nothing that was recorded of them is possible, and nothing else
    // happens.
    check_other_code("work", "nothing", u64::MAX, None);
    check_other_code("fib", "for_ever", 1_000_000, None);
}

#[test]
fn without_memory_only_the_beginning_is_kept() {
    assert_eq!(check(Box::new(Random::new(5)), || 2000), 1);
}
