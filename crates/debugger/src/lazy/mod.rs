//! Lazy functional and functional-logic programs.

mod annotated;
mod drawn;
mod evaluation;
pub mod evidence;
mod lazy_host;
mod port;
mod project;
mod run;
pub mod sources;
mod tests;
mod trace;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::files::Files;
use crate::language::{Abilities, Language, Options, Problem, Project, TestOptions, Tests};
pub use project::LazyProject;
use project::MAIN;
use sources::dialect;
use tests::LazyTests;

pub struct LazyLanguage;

impl Language for LazyLanguage {
    fn name(&self) -> &'static str {
        "a lazy program"
    }

    fn owns(&self, source: &Path, _head: &[u8], files: &dyn Files) -> bool {
        dialect(source).is_some() || sources::is_project(files, source)
    }

    fn can(&self) -> Abilities {
        Abilities {
            run: true,
            walk: false,
            diagram: false,
            test: true,
            check: true,
            zoom: false,
            write_tests: false,
        }
    }

    fn default_expression(&self) -> Option<&'static str> {
        Some(MAIN)
    }

    fn read(
        &self,
        sources: &[PathBuf],
        options: Rc<Options>,
        files: Rc<dyn Files>,
    ) -> Result<Rc<dyn Project>, Vec<Problem>> {
        Ok(Rc::new(LazyProject::read(sources, options, files)?))
    }

    fn tests(
        &self,
        words: &[PathBuf],
        how: TestOptions,
        options: Rc<Options>,
        files: Rc<dyn Files>,
    ) -> Result<Rc<dyn Tests>, Vec<Problem>> {
        Ok(Rc::new(LazyTests::read(words, how, options, files)?))
    }
}

const FLOUNDERED: &str = "floundered: it depends on a variable that is never bound";

fn not_recorded() -> Vec<Problem> {
    Problem::error("this run was not recorded, or is already in use")
}
