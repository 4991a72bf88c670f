//! A recorded run goes the same way again, from wherever one begins.

use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use erlang_machine::code::{Function, FunctionId};
use erlang_machine::compile;
use erlang_machine::exception::Exception;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Observer, ObserverKind};
use erlang_machine::program::Program;
use erlang_machine::schedule::{Fair, Random, Schedule};
use erlang_machine::world::{ClosedWorld, Found, Loader, Stream, World};
use erlang_syntax::source::NoIncludes;
use erlang_syntax::{Options, parse_module};
use erlang_term::{Atom, Pid, Term};
use history::{History, Limits, Position, Watcher};

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
"#;

struct Sources;

impl Loader for Sources {
    fn load(&self, module: Atom) -> Found {
        let (text, trusted) = match module.name() {
            "m" => (PROGRAM, false),
            name => match erlang_library::source(name) {
                Some(text) => (text, true),
                None => return Found::Nothing,
            },
        };
        let options = Options { include: &NoIncludes, ..Options::default() };
        let (module, problems) = parse_module("m.erl", text.as_bytes(), &options);
        assert!(problems.iter().all(|problem| !problem.is_error()), "{problems:?}");
        Found::Module { module: Rc::new(module), trusted }
    }
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
    fn mark(&self) -> Digest {
        *self
    }
    fn relieve(&mut self) -> bool {
        false
    }
}

/// Two lines of input, and it counts what is printed.
#[derive(Default)]
struct Lines(u32);

impl World for Lines {
    fn output(&mut self, _: Stream, _: &[u8]) {}
    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.0 += 1;
        (self.0 <= 1).then(|| format!("line {}\n", self.0).into_bytes())
    }
    fn epoch(&self) -> i64 {
        ClosedWorld::default().epoch()
    }
    fn seed(&self) -> u64 {
        7
    }
    fn environment(&self, _: &str) -> Option<String> {
        None
    }
}

/// Records a run, stopping every so often to look at the watcher; then looks again in re-runs from every checkpoint.
fn check(mut schedule: Box<dyn Schedule>, memory: fn() -> u64) -> usize {
    let program = Rc::new(Program::new(Box::new(Sources), compile::Options::default()));
    let mut machine = Machine::new(program, schedule.delivery());
    machine.start(Atom::new("m"), Atom::new("main"));
    let mut history = History::new(machine, Digest::default());
    let (mut watcher, mut world) = (Digest::default(), Lines::default());
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

#[test]
fn without_memory_only_the_beginning_is_kept() {
    assert_eq!(check(Box::new(Random::new(5)), || 2000), 1);
}
