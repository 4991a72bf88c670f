//! Lazy functional and functional-logic programs.

mod drawn;
mod evaluation;
pub mod evidence;
mod port;
mod project;
mod run;
mod trace;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use lazy_syntax::Options as Dialect;

use crate::files::Files;
use crate::language::{Abilities, Language, Options, Problem, Project};
pub use project::LazyProject;
use project::MAIN;

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
        let (texts, dialect) = texts(&*files, &all)?;
        let reference = match options.reference.is_empty() {
            true => None,
            false => Some(self::texts(&*files, &options.reference)?.0),
        };
        let project = LazyProject { texts, dialect, reference, options, files };
        project.check()?;
        project.load(&project.texts, None)?;
        Ok(Rc::new(project))
    }
}

fn dialect(path: &Path) -> Option<Dialect> {
    Dialect::for_file(&path.to_string_lossy())
}

/// The names and contents of files.
type Texts = Vec<(String, String)>;

/// The texts of a program, and the dialect that they are written in.
fn texts(files: &dyn Files, sources: &[PathBuf]) -> Result<(Texts, Dialect), Vec<Problem>> {
    let mut texts = Vec::new();
    let mut chosen: Option<Dialect> = None;
    for path in sources {
        let name = path.display().to_string();
        let dialect = dialect(path).ok_or_else(|| {
            Problem::error(format!("{name} is no lazy program, and does not go together with one"))
        })?;
        if chosen.is_some_and(|chosen| chosen != dialect) {
            return Err(Problem::error(format!("{name} is not in the same language as the file before it")));
        }
        chosen = Some(dialect);
        let bytes =
            files.read(path).map_err(|error| Problem::error(format!("cannot read {name}: {error}")))?;
        let text = String::from_utf8(bytes)
            .map_err(|error| Problem::error(format!("cannot read {name}: {error}")))?;
        texts.push((name, text));
    }
    Ok((texts, chosen.unwrap_or_default()))
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
