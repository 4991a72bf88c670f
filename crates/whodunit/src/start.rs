//! From the options that all commands share to a machine that is ready to run.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use debugger::language::Problem;
use erlang_machine::compile;
use erlang_machine::machine::{Budget, Machine};
use erlang_machine::program::Program;
use erlang_machine::schedule::{Fair, Random, Schedule};
use erlang_term::Atom;

use crate::args::{Common, Project, ScheduleName};
use crate::disk::Disk;
use crate::project::{self, Code, EXPRESSION, Parts, Trouble};
use crate::status::BAD_SOURCE;
use crate::{interrupt, memory};

/// Memory beyond the budget that a report may take.
const SPARE: u64 = 64 << 20;

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

/// What is wrong, for people at the terminal.
pub fn rendered(troubles: &[Trouble]) -> Vec<Problem> {
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    troubles.iter().map(|trouble| Problem::source(trouble.render(colour))).collect()
}

/// Says why a run cannot start.
pub fn refuse(troubles: &[Trouble]) -> ExitCode {
    let shown: Vec<String> = rendered(troubles).into_iter().map(|problem| problem.text).collect();
    eprintln!("{}", shown.join("\n\n"));
    ExitCode::from(BAD_SOURCE)
}

/// The program of this code; nothing is compiled yet.
pub fn program(code: &Rc<Code>, options: compile::Options) -> Rc<Program> {
    Rc::new(Program::new(project::loader(code), options))
}

pub fn schedule(project: &Project) -> Box<dyn Schedule> {
    match project.schedule {
        ScheduleName::Fair => Box::new(Fair),
        ScheduleName::Random => Box::new(Random::new(project.seed)),
    }
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

pub fn budget(project: &Project) -> Budget<'static> {
    Budget {
        max_steps: project.max_steps.unwrap_or(u64::MAX),
        max_memory: project.max_memory.unwrap_or(u64::MAX),
        memory: memory::in_use,
        interrupted: &interrupt::asked,
    }
}

/// Makes `--max-memory` hold also within a step. What is left when a run is stopped in time is for the report.
pub fn limit_memory(project: &Project) {
    if let Some(bytes) = project.max_memory {
        memory::never_exceed(bytes.saturating_add((bytes / 4).max(SPARE)));
    }
}
