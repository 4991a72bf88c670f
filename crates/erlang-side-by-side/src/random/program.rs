//! Makes random modules: functions with clauses that call each other until their fuel is used up,
//! and a `main/0` that calls them and returns the outcome of each call.

use super::expression::{Generator, Signature};
use super::tree::Tree;
use super::tree::Type::{self, Any, Atom, Binary, Bool, Float, Fun, Int, Ints, Map, Pair, Record, Text};
use dice::Dice;

/// What every module starts with; `random_helpers` is a module of the corpus.
const HEADER: &str = "-compile([export_all, nowarn_export_all]).
-import(random_helpers, [id/1, adder/1, twice/1, lim/1, cut/1, cutb/1, tick/0, show/1, hash/1, caught/1, answer/1,
                         last_words/1, outcome/2]).
-record(rec, {a = 1, b = b, c = []}).";

/// The module with this name that belongs to this seed.
pub fn program(name: &str, seed: u64) -> Tree {
    let mut dice = Dice::new(seed);
    let signatures = signatures(&mut dice);
    let mut forms =
        vec![Tree::fixed(format!("-module({name}).\n{HEADER}"), vec![]), main(&mut dice, &signatures)];
    for signature in &signatures {
        forms.push(function(&mut dice, &signatures, signature));
    }
    forms.push(Tree::fixed("", vec![]));
    Tree::joined("\n\n", forms)
}

fn signatures(dice: &mut Dice) -> Vec<Signature> {
    const PARAMETERS: [Type; 12] = [Int, Int, Ints, Ints, Text, Pair, Map, Binary, Record, Fun, Any, Float];
    const RESULTS: [Type; 10] = [Int, Int, Ints, Map, Text, Any, Binary, Atom, Bool, Pair];
    (1..=dice.between(2, 4))
        .map(|number| Signature {
            name: format!("f{number}"),
            parameters: (0..dice.between(1, 3)).map(|_| *dice.pick(&PARAMETERS)).collect(),
            result: *dice.pick(&RESULTS),
        })
        .collect()
}

fn main(dice: &mut Dice, signatures: &[Signature]) -> Tree {
    let mut calls = Vec::new();
    for signature in signatures {
        for _ in 0..2 {
            let mut generator =
                Generator { dice, functions: signatures, variables: Vec::new(), names: 0, has_fuel: false };
            let arguments = signature.parameters.iter().map(|&of| generator.expression(of, 1)).collect();
            let marks = vec![", @"; signature.parameters.len()].concat();
            calls.push(Tree::optional(
                format!("outcome(?MODULE, fun() -> {}(3{marks}) end)", signature.name),
                arguments,
            ));
        }
    }
    Tree::fixed("main() ->\n    [@].", vec![Tree::joined(",\n     ", calls)])
}

fn function(dice: &mut Dice, signatures: &[Signature], signature: &Signature) -> Tree {
    let name = &signature.name;
    let ignored = vec![", _"; signature.parameters.len()].concat();
    let empty = Tree::simplest(signature.result);
    let mut clauses = vec![Tree::fixed(format!("{name}(Fuel{ignored}) when Fuel =< 0 -> @"), vec![empty])];
    for _ in 0..dice.between(0, 2) {
        clauses.push(clause(dice, signatures, signature, true));
    }
    // Some functions have no clause for everything.
    let partial = dice.once_in(4);
    clauses.push(clause(dice, signatures, signature, partial));
    Tree::optional("@.", vec![Tree::joined(";\n", clauses)])
}

fn clause(dice: &mut Dice, signatures: &[Signature], signature: &Signature, choosy: bool) -> Tree {
    let mut generator =
        Generator { dice, functions: signatures, variables: Vec::new(), names: 0, has_fuel: true };
    let mut patterns = Vec::new();
    for (index, &of) in signature.parameters.iter().enumerate() {
        let (pattern, bound) = if choosy && generator.dice.once_in(2) {
            generator.pattern(of)
        } else {
            (format!("P{index}"), vec![(format!("P{index}"), of)])
        };
        patterns.push(pattern);
        generator.variables.extend(bound);
    }
    let guard = if choosy && generator.dice.once_in(2) { generator.guard() } else { String::new() };
    let body = generator.body(signature.result, 3);
    Tree::optional(
        format!("{}(Fuel, {}){guard} ->\n    tick(),\n        @", signature.name, patterns.join(", ")),
        vec![body],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_makes_the_same_program() {
        assert_eq!(program("m", 7).render(), program("m", 7).render());
        assert_ne!(program("m", 7).render(), program("m", 8).render());
    }
}
