//! `save FILE` and `--load FILE`: a session is its code, what it learned from outside, and its commands. The same commands on the same code lead to the same
//! point, which is checked when they have been given again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use erlang_syntax::ast::Module;
use rewind::Session;
use serde::{Deserialize, Serialize};

use crate::args::{Rewind, ScheduleName};
use crate::project::Code;

/// The version of the format.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
pub struct Saved {
    /// [`VERSION`]
    pub rewind: u32,
    /// Who wrote it.
    whodunit: String,
    pub expression: String,
    pub sources: Vec<PathBuf>,
    pub schedule: String,
    pub seed: u64,
    /// The user's modules, with a number that changes with their text.
    modules: BTreeMap<String, String>,
    /// The lines of standard input that the program has read; none: there was no more.
    pub input: Vec<Option<String>>,
    pub commands: Vec<String>,
    /// Where they led.
    position: usize,
    steps: u64,
}

impl Saved {
    pub fn of(
        args: &Rewind,
        expression: &str,
        code: &Code,
        session: &Session,
        input: Vec<Option<String>>,
    ) -> Saved {
        let schedule = match args.project.schedule {
            ScheduleName::Fair => "fair",
            ScheduleName::Random => "random",
        };
        Saved {
            rewind: VERSION,
            whodunit: env!("CARGO_PKG_VERSION").to_owned(),
            expression: expression.to_owned(),
            sources: args.project.sources.clone(),
            schedule: schedule.to_owned(),
            seed: args.project.seed,
            modules: identities(code),
            input,
            commands: session.journal().to_vec(),
            position: session.timeline().position().0,
            steps: session.timeline().steps(),
        }
    }

    pub fn read(path: &Path) -> Result<Saved, String> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
        let version: Version =
            serde_json::from_str(&text).map_err(|error| format!("{shown} is no saved session: {error}"))?;
        if version.rewind != VERSION {
            return Err(format!(
                "{shown} was written by another version of whodunit (format {})",
                version.rewind
            ));
        }
        serde_json::from_str(&text).map_err(|error| format!("{shown} is no saved session: {error}"))
    }

    pub fn write(&self, file: &str) -> Result<(), String> {
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::write(file, text + "\n").map_err(|error| format!("cannot write {file}: {error}"))
    }

    /// Which of the modules are not what they were.
    pub fn changes(&self, code: &Code) -> Vec<String> {
        let now = identities(code);
        let mut changes = Vec::new();
        for (name, identity) in &self.modules {
            match now.get(name) {
                None => changes.push(format!("module {name} is not there any more")),
                Some(other) if other != identity => changes.push(format!("module {name} has changed")),
                Some(_) => {}
            }
        }
        let new = now.keys().filter(|name| !self.modules.contains_key(*name));
        changes.extend(new.map(|name| format!("module {name} is new")));
        changes
    }

    /// The session as it was left.
    pub fn resume(&self, session: &mut Session) -> Result<(), String> {
        session.resume(&self.commands)?;
        let here = (session.timeline().position().0, session.timeline().steps());
        if here != (self.position, self.steps) {
            return Err("the commands of the saved session lead somewhere else now: this is not the run that was saved".into());
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct Version {
    rewind: u32,
}

fn identities(code: &Code) -> BTreeMap<String, String> {
    code.modules().map(|module| (module.name.name().to_owned(), identity(module))).collect()
}

/// FNV-1a of all texts of the module; of one without texts, as `.beam` files may be, of its tree.
fn identity(module: &Module) -> String {
    let texts: Vec<&str> = module.sources.files.iter().filter_map(|file| file.text.as_deref()).collect();
    let tree = if texts.is_empty() { format!("{:?}", module.forms) } else { String::new() };
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0])).chain(tree.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
