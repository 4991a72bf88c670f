//! Instrumented copies do what the functions do: every program of the corpus runs the same, event
//! by event, when all of its functions are replaced.

#![allow(clippy::disallowed_methods)]

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use erlang_machine::code::{Function, FunctionId, Point};
use erlang_machine::compile;
use erlang_machine::exception::Exception;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::mailbox::MessageId;
use erlang_machine::observer::{Cause, Observer, ObserverKind, StopAt};
use erlang_machine::process::State;
use erlang_machine::program::Program;
use erlang_machine::schedule::{Choice, Fair, Schedule};
use erlang_machine::system::Delivery;
use erlang_machine::world::ClosedWorld;
use erlang_term::{Atom, Pid, Term};
use test_support::Sources;

/// Takes down what happens, with instrumented copies in place of all functions (`copies`), or with
/// the functions themselves.
struct Replacing {
    program: Rc<Program>,
    copies: bool,
    /// The code to run, as far as it is known.
    code: HashMap<FunctionId, FunctionId>,
    events: Vec<u64>,
    reports: u64,
    /// Whether processes are asked to stand still wherever they can.
    stands: bool,
    stops: u64,
}

impl ObserverKind for Replacing {
    const CALLS: bool = true;
    const REPLACES: bool = true;
    const STOPS: bool = true;
    const NATIVES: bool = true;
}

impl Observer for Replacing {
    fn enter(&mut self, _pid: Pid, id: FunctionId) -> FunctionId {
        if !self.copies {
            return id;
        }
        *self.code.entry(id).or_insert_with(|| {
            let is_suspect = self.program.module_of(id).is_some_and(|module| !module.trusted);
            if !is_suspect || self.program.function(id).copy_of.is_some() {
                return id;
            }
            // `module_info/0,1` and their like have no source.
            self.program.instrumented(id).unwrap_or(id)
        })
    }

    fn call(&mut self, pid: Pid, id: FunctionId, function: &Function, arguments: &[Term], tail: bool) {
        self.note((pid, function.copy_of.unwrap_or(id), arguments.len(), tail));
    }

    fn stop(&mut self, _pid: Pid, _at: StopAt<'_>) -> bool {
        self.stops += 1;
        self.stands
    }

    fn returned(&mut self, pid: Pid, value: &Term) {
        self.note((pid, "returned", shallow(value)));
    }

    fn raised(&mut self, pid: Pid, exception: &Exception) {
        self.note((pid, exception.class.atom(), exception.trace.to_string()));
    }

    fn unwound(&mut self, pid: Pid, caught: bool) {
        self.note((pid, caught));
    }

    fn send(&mut self, from: Pid, to: Pid, id: MessageId, content: &Term, cause: Option<Cause>) {
        self.note((from, to, id.0, shallow(content), cause));
    }

    fn receive(&mut self, pid: Pid, id: MessageId, _content: &Term) {
        self.note((pid, "receives", id.0));
    }

    fn spawn(&mut self, parent: Pid, child: &State) {
        self.note((parent, child.pid));
    }

    fn exit(&mut self, pid: Pid, _state: &State) {
        self.note((pid, "exits"));
    }

    fn report(&mut self, _pid: Pid, _function: &Function, _point: Point, _value: &Term) {
        self.reports += 1;
    }
}

impl Replacing {
    fn note(&mut self, event: impl Hash) {
        let mut hasher = DefaultHasher::new();
        event.hash(&mut hasher);
        self.events.push(hasher.finish());
    }
}

/// As much of a value as is quickly seen: programs print the rest.
fn shallow(value: &Term) -> Option<Term> {
    matches!(value, Term::Atom(_) | Term::Int(_) | Term::Float(_) | Term::Nil).then(|| value.clone())
}

struct Run {
    end: End,
    steps: u64,
    output: Vec<u8>,
    observer: Replacing,
}

fn run(program: &Rc<Program>, module: &str, copies: bool) -> Run {
    run_and_stand(program, module, copies, false)
}

fn run_and_stand(program: &Rc<Program>, module: &str, copies: bool, stands: bool) -> Run {
    let mut schedule = Again { fair: Fair, last: None };
    let mut machine = Machine::new(program.clone(), schedule.delivery());
    machine.start(Atom::new(module), Atom::new("main"));
    let mut world = ClosedWorld::default();
    let budget = Budget { max_steps: 20_000, ..Budget::UNLIMITED };
    let (program, code, events) = (program.clone(), HashMap::new(), Vec::new());
    let mut observer = Replacing { program, copies, code, events, reports: 0, stands, stops: 0 };
    let end = machine.run(&mut schedule, &mut world, &mut observer, &budget);
    Run { end, steps: machine.system.steps, output: world.out, observer }
}

/// Fair; a process that was asked to pause continues with the rest of its share.
struct Again {
    fair: Fair,
    last: Option<Choice>,
}

impl Schedule for Again {
    fn next(&mut self, machine: &Machine) -> Option<Choice> {
        if let Some(Choice::Run { pid, .. }) = self.last
            && machine.system.get(pid).is_some_and(|process| process.state.standing.is_some())
        {
            return self.last;
        }
        self.last = self.fair.next(machine);
        self.last
    }

    fn delivery(&self) -> Delivery {
        self.fair.delivery()
    }
}

/// Runs `main/0` with its functions, and with copies of them.
fn check(module: &str, text: &str, bindings: bool) -> u64 {
    let loader = Sources::new(&[text]);
    let program = Rc::new(Program::new(
        Box::new(loader),
        compile::Options { bindings, receives: true, ..Default::default() },
    ));
    // Modules are numbered as they are loaded: the first run loads what both need.
    run(&program, module, false);
    let plain = run(&program, module, false);
    let copies = run(&program, module, true);
    let (plain_events, events) = (&plain.observer.events, &copies.observer.events);
    let same = plain_events.iter().zip(events).take_while(|(a, b)| a == b).count();
    assert_eq!(same, plain_events.len().max(events.len()), "{module}: events\n{text}");
    assert_eq!(plain.output, copies.output, "{module}: output");
    assert_eq!((plain.end, plain.steps), (copies.end, copies.steps), "{module}: end");
    copies.observer.reports
}

fn corpus(folder: &str, extension: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/side-by-side").join(folder);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(root).expect("the corpus").map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

#[test]
fn programs_run_the_same() {
    let mut reports = 0;
    for path in corpus("programs", "erl") {
        let module = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a program");
        reports += check(&module, &text, true);
    }
    assert!(reports > 100_000, "{reports}");
}

/// All expressions of a topic are functions of one module, which catches what they raise.
#[test]
fn expressions_run_the_same() {
    let mut reports = 0;
    for path in corpus("expressions", "txt") {
        let text = std::fs::read_to_string(&path).expect("a topic");
        let (forms, expressions) = text.split_once("\n====\n").unwrap_or(("", &text));
        let mut texts: Vec<String> = Vec::new();
        for line in expressions.lines().filter(|line| !line.starts_with('%') && !line.trim().is_empty()) {
            match texts.last_mut() {
                Some(last) if line.starts_with(' ') => *last = format!("{last}\n{line}"),
                _ => texts.push(line.into()),
            }
        }
        let calls: Vec<String> = (0..texts.len()).map(|n| format!("show(fun e{n}/0)")).collect();
        let mut module = format!("-module(topic).\n-export([main/0]).\n{forms}\n");
        module += &format!("main() -> {}.\n", calls.join(",\n"));
        module += "show(F) -> io:write(try F() catch C:R:S -> {C, R, S} end).\n";
        for (n, text) in texts.iter().enumerate() {
            module += &format!("e{n}() -> {text}.\n");
        }
        reports += check("topic", &module, false);
    }
    assert!(reports > 10_000, "{reports}");
}

/// Code that reports its receives does what it does without.
#[test]
fn reported_receives_run_the_same() {
    for path in corpus("programs", "erl") {
        let module = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a program");
        let runs = [false, true].map(|receives| {
            let loader = Sources::new(&[text.as_str()]);
            let options = compile::Options { receives, ..Default::default() };
            run(&Rc::new(Program::new(Box::new(loader), options)), &module, false)
        });
        let [plain, reported] = &runs;
        assert!(plain.observer.events == reported.observer.events, "{module}: events");
        assert_eq!(
            (&plain.output, &plain.end, plain.steps),
            (&reported.output, &reported.end, reported.steps)
        );
    }
}

/// A process that stands still at every expression, its own and the library's, before every call of
/// what is native, and at every exception, does what it does without.
#[test]
fn stopped_programs_run_the_same() {
    let mut stops = 0;
    for path in corpus("programs", "erl") {
        let module = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a program");
        let [plain, stopped] = [false, true].map(|stops| {
            let loader = Sources::new(&[text.as_str()]);
            let options = compile::Options { bindings: true, stops, library: stops, ..Default::default() };
            run_and_stand(&Rc::new(Program::new(Box::new(loader), options)), &module, false, stops)
        });
        let (plain_events, events) = (&plain.observer.events, &stopped.observer.events);
        let same = plain_events.iter().zip(events).take_while(|(a, b)| a == b).count();
        // Who stands when all steps are used does not go on to where the next one would be needed.
        let is_cut = plain.end == End::Steps && same == events.len();
        assert!(is_cut || same == plain_events.len().max(events.len()), "{module}: events");
        assert_eq!(
            (&plain.output, &plain.end, plain.steps),
            (&stopped.output, &stopped.end, stopped.steps),
            "{module}"
        );
        stops += stopped.observer.stops;
    }
    assert!(stops > 100_000, "{stops}");
}
