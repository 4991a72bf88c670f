//! Random programs: made from a seed, run on both sides, and cut down when they differ.

mod expression;
mod forms;
mod mutation;
mod program;
mod scoping;
mod shrink;
mod tree;

use std::fs;
use std::path::Path;

use crate::Trouble;
use crate::compare::{Compared, Comparison, Verdict};
use crate::corpus::{Content, Module};

pub use dice::Dice;
pub use mutation::mutated;
pub use shrink::shrink;

use tree::Tree;

/// What random programs are about.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// Everything.
    Language,
    /// The scope of variables.
    Scoping,
}

impl Subject {
    /// The module with this name that belongs to this seed.
    fn program(self, name: &str, seed: u64) -> Tree {
        match self {
            Subject::Language => program::program(name, seed),
            Subject::Scoping => scoping::program(name, seed),
        }
    }
}

/// Compares `count` programs, of the seeds from `seed` on.
pub fn run(
    comparison: &Comparison,
    subject: Subject,
    seed: u64,
    count: u64,
    scratch: &Path,
) -> Result<Vec<Compared>, Trouble> {
    let folder = scratch.join("random");
    let modules = (seed..seed + count)
        .map(|seed| {
            let name = format!("random_{seed}");
            write(&folder, &name, &subject.program(&name, seed).render())
        })
        .collect::<Result<Vec<_>, _>>()?;
    comparison.run(modules, scratch)
}

/// The seed of a failed test, to make its program again.
pub fn seed_of(outcome: &Compared) -> Option<u64> {
    let different = matches!(outcome.verdict, Verdict::Different(_));
    outcome.module.strip_prefix("random_").filter(|_| different)?.parse().ok()
}

fn write(folder: &Path, name: &str, source: &str) -> Result<Module, Trouble> {
    fs::create_dir_all(folder).map_err(Trouble::with_path("make", folder))?;
    let path = folder.join(format!("{name}.erl"));
    fs::write(&path, source).map_err(Trouble::with_path("write", &path))?;
    Ok(Module {
        name: name.to_owned(),
        title: name.to_owned(),
        content: Content::Program { path, differs: None },
    })
}
