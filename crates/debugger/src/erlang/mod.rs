//! Erlang programs.

mod by_slices;
pub mod diagram;
mod drawn;
pub mod evidence;
pub mod exception;
pub mod expression;
pub mod oracles;
pub mod project;
mod protocol;
mod run;
mod tests;
pub mod trust;
pub mod unit_tests;
pub mod walk;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::files::Files;
use crate::language::{Abilities, Language, Options, Problem, Project, TestOptions, Tests};
use project::{Code, Parts};
pub use run::{ErlangProject, Investigation, machine, outcome_of, rendered};
use tests::ErlangTests;

pub struct Erlang;

impl Language for Erlang {
    fn name(&self) -> &'static str {
        "an Erlang program"
    }

    /// Folders, too, are Erlang's: projects.
    fn owns(&self, source: &Path, _head: &[u8], _files: &dyn Files) -> bool {
        source.extension().is_none_or(|extension| extension == "erl" || extension == "beam")
    }

    fn can(&self) -> Abilities {
        Abilities {
            run: true,
            walk: true,
            diagram: true,
            test: true,
            check: false,
            zoom: true,
            write_tests: true,
        }
    }

    fn default_expression(&self) -> Option<&'static str> {
        None
    }

    fn read(
        &self,
        sources: &[PathBuf],
        options: Rc<Options>,
        files: Rc<dyn Files>,
    ) -> Result<Rc<dyn Project>, Vec<Problem>> {
        let reading = project::CodeOptions::of(sources, &options);
        let refuse = |troubles| rendered(troubles, options.colour);
        let mut code = Code::find(files, reading, Parts::Program).map_err(refuse)?;
        code.read_modules().map_err(refuse)?;
        Ok(Rc::new(ErlangProject { code, options }))
    }

    fn tests(
        &self,
        words: &[PathBuf],
        how: TestOptions,
        options: Rc<Options>,
        files: Rc<dyn Files>,
    ) -> Result<Rc<dyn Tests>, Vec<Problem>> {
        Ok(Rc::new(ErlangTests::read(words, how, options, files)?))
    }
}
