//! For tests of reversible runs: programs as text.

use std::rc::Rc;

use erlang_machine::compile;
use erlang_machine::machine::Machine;
use erlang_machine::program::Program;
use erlang_machine::system::Delivery;
use erlang_machine::world::{Found, Loader};
use erlang_syntax::source::NoIncludes;
use erlang_syntax::{Options, parse_module};
use erlang_term::Atom;

/// A module; the others are those of the embedded library, if any.
struct Sources {
    name: Atom,
    module: String,
    library: bool,
}

impl Loader for Sources {
    fn load(&self, module: Atom) -> Found {
        let (text, trusted) = match module.name() {
            _ if module == self.name => (self.module.as_str(), false),
            _ if !self.library => return Found::Nothing,
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

/// A machine that is about to call `m:main()`, of which these are the functions.
#[allow(dead_code)]
pub fn machine(functions: &str, delivery: Delivery) -> Machine {
    start("m", module(functions), true, delivery)
}

/// The same of a whole module.
#[allow(dead_code)]
pub fn machine_of(name: &str, module: &str, delivery: Delivery) -> Machine {
    start(name, module.to_owned(), true, delivery)
}

/// The same without a library, and so without processes that print.
#[allow(dead_code)]
pub fn bare_machine(functions: &str, delivery: Delivery) -> Machine {
    start("m", module(functions), false, delivery)
}

fn module(functions: &str) -> String {
    format!("-module(m).\n-export([main/0]).\n{functions}\n")
}

/// The same as a machine, whose code is compiled for a run that nobody looks at.
#[allow(dead_code)]
pub fn plain_machine(functions: &str, delivery: Delivery) -> Machine {
    compiled("m", module(functions), true, delivery, compile::Options::default())
}

fn start(name: &str, module: String, library: bool, delivery: Delivery) -> Machine {
    let options = compile::Options { bindings: true, stops: true, ..compile::Options::default() };
    compiled(name, module, library, delivery, options)
}

fn compiled(
    name: &str,
    module: String,
    library: bool,
    delivery: Delivery,
    options: compile::Options,
) -> Machine {
    let name = Atom::new(name);
    let program = Rc::new(Program::new(Box::new(Sources { name, module, library }), options));
    let mut machine = Machine::new(program, delivery);
    machine.start(name, Atom::new("main"));
    machine
}
