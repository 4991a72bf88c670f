//! Lazy functional and functional-logic programs.

pub mod evidence;
mod run;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use lazy_syntax::Options as Dialect;

use crate::files::Files;
use crate::language::{Abilities, Language, Options, Problem, Project};
pub use run::LazyProject;

pub struct LazyLanguage;

impl Language for LazyLanguage {
    fn name(&self) -> &'static str {
        "a lazy program"
    }

    fn owns(&self, file: &Path, _head: &[u8]) -> bool {
        dialect(file).is_some()
    }

    fn can(&self) -> Abilities {
        Abilities { run: true, walk: false, diagram: false, test: true, zoom: false }
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
        LazyProject::load(&texts, dialect)?;
        let reference = match options.reference.is_empty() {
            true => None,
            false => Some(self::texts(&*files, &options.reference)?.0),
        };
        Ok(Rc::new(LazyProject { files: texts, dialect, reference, options }))
    }
}

fn dialect(path: &Path) -> Option<Dialect> {
    Dialect::for_file(&path.to_string_lossy())
}

/// The names and contents of files.
type Texts = Vec<(String, String)>;

/// The texts of a program, and the dialect that they are written in.
fn texts(files: &dyn Files, sources: &[PathBuf]) -> Result<(Texts, Dialect), Vec<Problem>> {
    let refuse = |message: String| vec![Problem(format!("error: {message}"))];
    let mut texts = Vec::new();
    let mut chosen: Option<Dialect> = None;
    for path in sources {
        let name = path.display().to_string();
        let dialect = dialect(path)
            .ok_or_else(|| refuse(format!("{name} is not a lazy program, and cannot be read with one")))?;
        if chosen.is_some_and(|chosen| chosen != dialect) {
            return Err(refuse(format!("{name} is in another language than the file before it")));
        }
        chosen = Some(dialect);
        let bytes = files.read(path).map_err(|error| refuse(format!("cannot read {name}: {error}")))?;
        let text =
            String::from_utf8(bytes).map_err(|error| refuse(format!("cannot read {name}: {error}")))?;
        texts.push((name, text));
    }
    Ok((texts, chosen.unwrap_or_default()))
}
