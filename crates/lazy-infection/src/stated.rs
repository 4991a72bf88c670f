//! Properties as judges: the correct program is stated as properties of the wrong one, `spec_f x =
//! f x == c_f x`. Whatever they say must be so: in mode flp, too, where both may have several
//! values.

use computation_tree::{NodeId, Tree};
use lazy_properties::Oracle;
use lazy_syntax::Options;
use lazy_tree::{Fact, Recording, Reference};
use slices::finish;

use crate::own::{self, Names};
use crate::pair::{Defect, Pair};
use crate::verdicts;

/// Trials are slow, and statements many: of a program this many are looked at.
const STATEMENTS: usize = 12;

/// What properties said.
#[derive(Clone, Default, Debug)]
pub struct StatedTally {
    pub right: u64,
    pub wrong: u64,
    pub nothing: u64,
    pub mistakes: Vec<String>,
}

impl StatedTally {
    pub fn with(mut self, other: StatedTally) -> StatedTally {
        self.right += other.right;
        self.wrong += other.wrong;
        self.nothing += other.nothing;
        self.mistakes.extend(other.mistakes);
        self
    }
}

/// Holds what properties say of the statements of a run against the truth.
pub fn compare(
    pair: &Pair,
    defect: Defect,
    recording: &mut Recording,
    names: &Names,
    reference: &mut Reference,
    said: &mut StatedTally,
) {
    let name = format!("seed {}", pair.seed);
    let Some(mut oracle) = oracle(pair, defect) else {
        said.mistakes.push(format!("{name}: the properties are refused"));
        return;
    };
    let mut seen: Vec<Fact> = Vec::new();
    for node in 1..recording.tree().tree().len() {
        if let verdicts::Said::Fact(fact) = own::said(recording, names, NodeId(node))
            && seen.len() < STATEMENTS
            && !seen.contains(&fact)
        {
            seen.push(fact);
        }
    }
    for fact in seen {
        let truth = finish(reference.is_right(&fact));
        match finish(oracle.consult(&fact)).judgement.clone() {
            None => said.nothing += 1,
            Some((is_right, by)) => {
                said.right += u64::from(is_right);
                said.wrong += u64::from(!is_right);
                if truth.is_some_and(|truth| truth != is_right) {
                    said.mistakes.push(format!("{name}: {by} says that {fact:?} is right: {is_right}"));
                }
            }
        }
    }
}

fn oracle(pair: &Pair, defect: Defect) -> Option<Oracle> {
    let mut text = String::new();
    for (name, arity) in &pair.functions {
        let Some(arity) = arity else { continue };
        let parameters: String = (0..*arity).map(|index| format!(" p{index}")).collect();
        text.push_str(&format!("spec_{name}{parameters} = {name}{parameters} == c_{name}{parameters}\n"));
    }
    text.push_str(&correct(&pair.right, &pair.functions));
    let file = defect.file();
    let files = vec![(file.to_owned(), pair.wrong.clone()), (format!("properties_{file}"), text)];
    Oracle::new(files, 1, Options::for_file(file)?, &pair.question, &|_| false, 1)
}

/// The correct program under other names; its types stay as they are.
fn correct(text: &str, functions: &[(String, Option<usize>)]) -> String {
    let text: String =
        text.lines().filter(|line| !line.starts_with("data ")).map(|line| format!("{line}\n")).collect();
    let is_part = |char: char| char.is_alphanumeric() || char == '_';
    let mut found = String::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let length = match is_part(first) {
            true => rest.find(|char| !is_part(char)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        if functions.iter().any(|(name, _)| name == word) {
            found.push_str("c_");
        }
        found.push_str(word);
        rest = after;
    }
    found
}
