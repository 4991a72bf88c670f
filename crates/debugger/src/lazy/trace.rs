//! `--trace FILE`: the run of a lazy program as an observation trace, which `ask` and `tree` read
//! like those of other producers.

use std::path::PathBuf;
use std::rc::Rc;

use lazy_machine::Compiled;
use lazy_machine::machine::Machine;

use crate::files::Files;
use crate::language::Problem;

/// A program with what is observed of it, and the file for its trace.
pub struct Traced {
    pub compiled: Compiled,
    pub file: PathBuf,
    pub files: Rc<dyn Files>,
}

impl Traced {
    /// The machine writes its trace to the file.
    pub fn begin(&self, machine: &mut Machine) -> Result<(), Vec<Problem>> {
        let out = self.files.create(&self.file).map_err(|error| self.cannot(error))?;
        machine.write_trace(out).map_err(|error| self.cannot(error))
    }

    /// The trace is complete. How many events it has.
    pub fn finish(&self, machine: &mut Machine) -> Result<u32, Vec<Problem>> {
        machine.finish_trace().map_err(|error| self.cannot(error))
    }

    fn cannot(&self, error: std::io::Error) -> Vec<Problem> {
        Problem::error(format!("cannot write {}: {error}", self.file.display()))
    }
}
