//! Lazy functional and functional-logic programs.

mod drawn;
mod evaluation;
pub mod evidence;
mod port;
mod project;
mod run;
pub mod sources;
mod trace;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::files::Files;
use crate::language::{Abilities, Language, Options, Problem, Project};
pub use project::LazyProject;
use project::MAIN;
use sources::{dialect, texts};

pub struct LazyLanguage;

impl Language for LazyLanguage {
    fn name(&self) -> &'static str {
        "a lazy program"
    }

    fn owns(&self, file: &Path, _head: &[u8]) -> bool {
        dialect(file).is_some()
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
        // Properties are part of the program, and the last of it.
        let all: Vec<PathBuf> = sources.iter().chain(&options.properties).cloned().collect();
        let (read, dialect) = texts(&*files, &all)?;
        let reference = match options.reference.is_empty() {
            true => None,
            false => Some(texts(&*files, &options.reference)?.0),
        };
        let project = LazyProject { texts: read, dialect, reference, options, files };
        project.check()?;
        project.load(&project.texts, None)?;
        Ok(Rc::new(project))
    }
}

const FLOUNDERED: &str = "floundered: it depends on a variable that is never bound";

fn not_recorded() -> Vec<Problem> {
    Problem::error("this run was not recorded, or is looked at already")
}

impl LazyLanguage {
    /// The properties of a program, to be tried.
    pub fn tester(
        &self,
        sources: &[PathBuf],
        files: &dyn Files,
        colour: bool,
    ) -> Result<lazy_properties::Tester, Vec<Problem>> {
        let (texts, dialect) = texts(files, sources)?;
        let (tester, problems) = lazy_properties::Tester::new(texts, dialect);
        project::refuse(&tester.program, &problems, colour)?;
        Ok(tester)
    }
}
