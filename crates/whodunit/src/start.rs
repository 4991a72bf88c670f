//! From the options that all commands share to a machine that is ready to run.

use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use erlang_machine::compile;
use erlang_machine::machine::Machine;
use erlang_machine::program::Program;
use erlang_machine::schedule::Schedule;
use erlang_term::Atom;

use crate::args::{Common, Project};
use crate::disk::Disk;
use crate::project::{self, Code, EXPRESSION, Parts, Trouble};

/// Finds and reads the code that the command line names. The error lists everything that is wrong.
pub fn read(args: &Common) -> Result<Code, Vec<Trouble>> {
    let mut code = find(&args.project, &args.project.sources, Parts::Program)?;
    code.read(&args.expression)?;
    Ok(code)
}

/// Finds the code, without reading it.
pub fn find(project: &Project, sources: &[PathBuf], parts: Parts) -> Result<Code, Vec<Trouble>> {
    let options = project::Options {
        sources: sources.to_vec(),
        include: project.include.clone(),
        define: project.define.clone(),
        otp: project.otp.clone(),
        no_otp: project.no_otp,
        access: project.access.of_erlang(),
    };
    Code::find(Rc::new(Disk), options, parts)
}

/// The program of this code; nothing is compiled yet.
pub fn program(code: &Rc<Code>, options: compile::Options) -> Rc<Program> {
    Rc::new(Program::new(project::loader(code), options))
}

/// How long a run goes on after the expression has ended, if `--for` does not say.
const OVERTIME: Duration = Duration::from_secs(60);

/// A machine with the process that is to evaluate the expression.
pub fn machine(program: &Rc<Program>, schedule: &dyn Schedule, project: &Project) -> Machine {
    let mut machine = Machine::new(program.clone(), schedule.delivery());
    machine.overtime = Some(project.overtime.unwrap_or(OVERTIME));
    machine.start(Atom::new(EXPRESSION), Atom::new("main"));
    machine
}
