//! A random program twice, right and wrong.

use lazy_calculus::generator::{Mutant, mutant};

use crate::sketch::Sketch;

/// The program of a seed, right and wrong, what is asked of it, and who is guilty.
pub struct Pair {
    pub seed: u64,
    pub right: String,
    pub wrong: String,
    pub question: String,
    pub guilty: String,
    /// The functions at the top, with how many parameters they have, if what they give can be
    /// compared.
    pub functions: Vec<(String, Option<usize>)>,
}

/// What is made wrong, and looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defect {
    /// A function has another value (hs).
    Value,
    /// A rule of a functional-logic program gives a wrong answer.
    WrongAnswer,
    /// A rule of one is gone, or too narrow.
    MissingAnswer,
}

impl Defect {
    /// Says which language the programs are in.
    pub fn file(self) -> &'static str {
        match self {
            Defect::Value => "random.hs",
            Defect::WrongAnswer | Defect::MissingAnswer => "random.flp",
        }
    }

    /// One program in this many is judged by properties, too: their trials are slow.
    pub fn stated(self) -> u64 {
        match self {
            Defect::Value => 1_000,
            Defect::WrongAnswer | Defect::MissingAnswer => 10,
        }
    }

    /// Programs that are compiled together: names of functions tell them apart in mode hs.
    pub fn together(self) -> usize {
        match self {
            Defect::Value => 192,
            Defect::WrongAnswer | Defect::MissingAnswer => 1,
        }
    }
}

pub fn pair(seed: u64, defect: Defect) -> Option<Pair> {
    if defect != Defect::Value {
        let Mutant { right, wrong, goal, guilty } = mutant(seed, defect == Defect::MissingAnswer)?;
        let functions = signatures(&right);
        return Some(Pair { seed, right, wrong, question: goal, guilty, functions });
    }
    let mut sketch = Sketch::new(seed);
    let (right, question) = (sketch.text(), sketch.question());
    let guilty = sketch.break_one();
    let functions = sketch.functions();
    Some(Pair { seed, right, wrong: sketch.text(), question, guilty, functions })
}

/// The functions that have signatures, by which what all their arguments lead to can be compared.
fn signatures(program: &str) -> Vec<(String, Option<usize>)> {
    let signatures = program.lines().filter_map(|line| line.split_once(" :: "));
    let arity = |ty: &str| {
        let (mut depth, mut arrows, mut before) = (0, 0, ' ');
        for char in ty.chars() {
            depth += i32::from("([".contains(char)) - i32::from(")]".contains(char));
            arrows += usize::from(depth == 0 && char == '>' && before == '-');
            before = char;
        }
        arrows
    };
    signatures.map(|(name, ty)| (name.to_owned(), Some(arity(ty)))).collect()
}
