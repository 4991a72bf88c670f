//! Machines for tests of runs that go both ways: compiled with what it takes to look into them.

use std::rc::Rc;

use erlang_machine::compile;
use erlang_machine::machine::Machine;
use erlang_machine::program::Program;
use erlang_machine::system::Delivery;

use crate::sources::{self, Sources, export_all};

const COMPILED: compile::Options =
    compile::Options { clauses: false, bindings: true, receives: false, stops: true, library: false };

/// A machine that is about to call `m:main()`, of which these are the functions.
pub fn machine(functions: &str, delivery: Delivery) -> Machine {
    machine_of("m", &export_all(functions), delivery)
}

/// The same, compiled for a run that nobody looks at.
pub fn plain_machine(functions: &str, delivery: Delivery) -> Machine {
    let options = compile::Options::default();
    sources::machine(Sources::new(&[&export_all(functions)]), "m", options, delivery)
}

/// The same of a whole module.
pub fn machine_of(name: &str, module: &str, delivery: Delivery) -> Machine {
    sources::machine(Sources::new(&[module]), name, COMPILED, delivery)
}

/// The same without a library, and so without processes that print.
pub fn bare_machine(functions: &str, delivery: Delivery) -> Machine {
    sources::machine(Sources::new(&[&export_all(functions)]).without_library(), "m", COMPILED, delivery)
}

/// The code of a whole module, without a library, for machines that begin with any of its
/// functions.
pub fn code(module: &str) -> Rc<Program> {
    Rc::new(Program::new(Box::new(Sources::new(&[module]).without_library()), COMPILED))
}
