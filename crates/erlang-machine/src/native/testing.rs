//! For tests of native functions: calls written as Erlang, outcomes as text.

use erlang_syntax::read_term;
use erlang_term::{Atom, Term, print};

use super::Context;
use crate::observer::Unobserved;
use crate::process::{InitialCall, Process};
use crate::program::{Mfa, Program};
use crate::system::{Delivery, System};
use crate::world::{ClosedWorld, FoundModule, Loader};
use crate::{Class, compile};

/// A system with one process, which makes the calls.
pub struct Scenario {
    program: Program,
    pub system: System,
    pub process: Process,
    pub world: ClosedWorld,
    last: Term,
}

/// A program of nothing but native functions.
pub struct NoModules;

impl Loader for NoModules {
    fn load(&self, _: Atom) -> FoundModule {
        FoundModule::Nothing
    }
}

impl Scenario {
    pub fn new() -> Scenario {
        let mut system = System::new(Delivery::Immediate);
        let process = || -> InitialCall {
            InitialCall { module: Atom::new("t"), function: Atom::new("t"), arguments: Vec::new(), fun: None }
        };
        // The first process stays in its place, as someone else.
        let first = system.next_pid();
        system.add(Process::new(first, first, process()));
        let pid = system.next_pid();
        let running = Process::new(pid, first, process());
        system.add(Process::new(pid, first, process()));
        system.take(pid);
        let program = Program::new(Box::new(NoModules), compile::Options::default());
        Scenario { program, system, process: running, world: ClosedWorld::default(), last: Term::Nil }
    }

    /// The last value.
    pub fn last(&self) -> String {
        print::write(&self.last)
    }

    /// Calls `m:f(Arguments)`, in which the atom `it` stands for the last value and `other` for
    /// another process; the value, or `class:reason`, with the cause in brackets if there is one.
    pub fn call(&mut self, call: &str) -> String {
        let (name, arguments) = call.split_once('(').expect("a call");
        let (module, function) = name.split_once(':').expect("a module");
        let text = format!("[{}]", arguments.strip_suffix(')').expect("a call"));
        let arguments = read_term(&text).expect("arguments").proper_list().expect("a list");
        let other = Term::Pid(self.process.state.group_leader);
        let replace = |term: Term| match term.as_atom().map(Atom::name) {
            Some("it") => self.last.clone(),
            Some("other") => other.clone(),
            _ => term,
        };
        let arguments: Vec<Term> = arguments.into_iter().map(replace).collect();
        let (module, function) = (Atom::new(module), Atom::new(function));
        let mfa = Mfa { module, function, arity: arguments.len() as u32 };
        let (_, _, _, native) =
            self.program.native(mfa).unwrap_or_else(|| panic!("no native function {mfa:?}"));
        let mut context = Context {
            program: &self.program,
            system: &mut self.system,
            process: &mut self.process.state,
            stack: &self.process.stack,
            world: &mut self.world,
            observer: &mut Unobserved,
            then: None,
            used: 0,
            cost: 0,
        };
        match native(&mut context, &arguments) {
            Ok(value) => {
                self.last = value;
                print::write(&self.last)
            }
            Err(raise) => {
                let class = match raise.class {
                    Class::Error => "error",
                    Class::Exit => "exit",
                    Class::Throw => "throw",
                };
                let cause = raise.cause.map_or(String::new(), |cause| format!(" [{}]", print::write(&cause)));
                format!("{class}:{}{cause}", print::write(&raise.reason))
            }
        }
    }
}

/// One call per line, then ` = ` and its outcome; `_` stands for any value. All run in one
/// scenario.
pub fn check(script: &str) {
    let mut scenario = Scenario::new();
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (call, expected) = line.rsplit_once(" = ").expect("an expected outcome");
        let outcome = scenario.call(call.trim_end());
        if expected == "_" {
            assert!(!outcome.starts_with("error"), "{call}: {outcome}");
        } else {
            assert_eq!(outcome, expected, "{call}");
        }
    }
}
