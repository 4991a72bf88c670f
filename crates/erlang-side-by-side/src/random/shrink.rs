//! Cuts a program that differs down to a small one that still does.

use std::path::Path;

use super::tree::Tree;
use super::{Subject, write};
use crate::Trouble;
use crate::compare::{Comparison, Verdict};

/// How many smaller programs are tried at once; they share one start of either side.
const TRIED_AT_ONCE: usize = 60;

/// A smallest program, as far as single steps lead, and how its results differ.
pub struct Shrunk {
    pub source: String,
    pub difference: String,
}

/// None: the program of this seed does not differ (any more).
pub fn shrink(
    comparison: &Comparison,
    subject: Subject,
    seed: u64,
    scratch: &Path,
) -> Result<Option<Shrunk>, Trouble> {
    let folder = scratch.join(format!("shrink-{seed}"));
    let mut best = None;
    let mut candidates = vec![subject.program("shrunk", seed)];
    loop {
        let mut found = None;
        for (round, tried) in candidates.chunks(TRIED_AT_ONCE).enumerate() {
            found = smallest_that_differs(comparison, tried, &folder.join(round.to_string()))?;
            if found.is_some() {
                break;
            }
        }
        let Some((tree, difference)) = found else { return Ok(best) };
        candidates = tree.smaller();
        best = Some(Shrunk { source: tree.render(), difference });
    }
}

fn smallest_that_differs(
    comparison: &Comparison,
    candidates: &[Tree],
    folder: &Path,
) -> Result<Option<(Tree, String)>, Trouble> {
    let mut modules = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let name = format!("shrunk_{index}");
        let source = candidate.render().replacen("-module(shrunk).", &format!("-module({name})."), 1);
        modules.push(write(folder, &name, &source)?);
    }
    let outcomes = comparison.run(modules, folder)?;
    let differing = candidates.iter().zip(outcomes).filter_map(|(tree, outcome)| match outcome.verdict {
        // What erl itself cannot compile or finish is not a smaller version of anything.
        Verdict::Different(shown) if !shown.contains("cannot run it") => Some((tree.clone(), shown)),
        _ => None,
    });
    Ok(differing.min_by_key(|(tree, _)| tree.size()))
}
