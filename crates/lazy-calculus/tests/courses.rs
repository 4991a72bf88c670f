//! The answers of programs as courses have them (`tests/lazy/logic`) are written down from the
//! machine's; GSC, which shares nothing with it but the syntax, must have the same answers. Where
//! it cannot, the table says why: so a new program is never silently unchecked.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod common;
#[path = "../../lazy-machine/tests/goals/mod.rs"]
mod goals;

use std::collections::BTreeSet;
use std::fs;

use goals::goals;
use lazy_calculus::check::check;
use lazy_calculus::kernel::Kernel;
use lazy_calculus::show::Printer;
use lazy_calculus::solve::{Solver, Stop};
use lazy_syntax::ast::Program;

const MOST_STEPS: u64 = 20_000;

/// What GSC says of a goal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Said {
    /// These are all answers.
    All,
    /// Its search takes too long. It has found nothing else, and each answer holds, by itself.
    Each,
    /// It takes too long to prove even that.
    Nothing,
    Refused(String),
}

/// Goals of which GSC cannot say that the answers are all there are.
const NOT_ALL: &[(&str, &str, &str)] = &[
    ("change.curry", "length (findall (\\c -> c =:= change 12))", "the primitive encapsulated"),
    ("change.curry", "best 12", "the primitive encapsulated"),
    ("classes.curry", "show (Complex 1 2)", "the primitive show"),
    ("classes.curry", "maximum [Red, Blue, Green]", "the method max at a type that is not known"),
    ("classes.curry", "succ Red", "the primitive succ"),
    ("classes.curry", "[Red ..]", "a primitive at another type than Int"),
    ("family.curry", "findall (\\c -> c =:= children Christine)", "the primitive encapsulated"),
    ("grammar.curry", "length sentences", "the primitive encapsulated"),
    ("lists.toy", "sum3 [1,2,3] == S", "the method foldr at a type that is not known"),
    ("money.curry", "puzzle", "too long"),
    ("numbers.curry", "toInt (fromInt 3 * fromInt 2)", "the method - at a type that is not known"),
    ("numbers.curry", "show (S Z)", "the primitive show"),
    ("paths.curry", "path A D", "the method elem at a type that is not known"),
    ("paths.curry", "reachable A x", "the method elem at a type that is not known"),
    ("paths.curry", "shortest A D", "the method elem at a type that is not known"),
    ("patterns.curry", "last [1, 2, 3]", "a pattern that calls a function"),
    ("patterns.curry", "last [failed, 2]", "a pattern that calls a function"),
    ("patterns.curry", "last (take 3 (1 : failed : [2]))", "a pattern that calls a function"),
    ("patterns.curry", "twice [1, 2, 3, 2, 1]", "a pattern that calls a function"),
    ("patterns.curry", "palindrome [True, False, False, True]", "a pattern that calls a function"),
    ("patterns.curry", "palindrome [True, False, True, True]", "a pattern that calls a function"),
    ("patterns.curry", "same 2 2", "a pattern that calls a function"),
    ("patterns.curry", "same 2 3", "a pattern that calls a function"),
    ("patterns.curry", "ends [3, 4, 3]", "a pattern that calls a function"),
    (
        "patterns.curry",
        "simplify (Plus (Number 3) (Times (Number 0) (Name \"x\")))",
        "a pattern that calls a function",
    ),
    ("patterns.curry", "sorted [Red, White, Blue, Red]", "a pattern that calls a function"),
    ("patterns.curry", "lastOf [1, 2] x", "a pattern that calls a function"),
    ("patterns.curry", "take 3 ones", "a value that is defined by itself"),
    ("patterns.curry", "fst (alternating 2)", "a value that is defined by itself"),
    ("queens.curry", "queens 4", "a comprehension"),
    ("queens.curry", "queens 6", "a comprehension"),
    ("queens.curry", "queens 3", "a comprehension"),
    ("records.curry", "queens 4", "a comprehension"),
    ("records.curry", "map age (filter adult people)", "record braces"),
    ("records.curry", "oldest people", "record braces"),
    ("records.curry", "[(x, y) | x <- [1 .. 3], y <- \"ab\", odd x]", "a comprehension"),
    ("river.curry", "length (head solutions)", "the method elem at a type that is not known"),
    ("river.curry", "solve", "the method elem at a type that is not known"),
    ("sets.curry", "sortValues (set1 add (10 ? 20))", "the primitive encapsulated"),
    ("sets.curry", "queens [1, 2, 3, 4]", "the primitive encapsulated"),
    (
        "sets.curry",
        "(isEmpty (set1 none 1), notEmpty (set0 coin), valuesOf (mapValues (+ 1) (set2 plus 1 2)))",
        "the primitive encapsulated",
    ),
    ("symbolic.curry", "simplify (diff X (Mul (Var X) (Var X)))", "a case whose alternatives overlap"),
    ("trie.curry", "allWords (fromWords [\"to\", \"tea\", \"ten\"])", "the primitive encapsulated"),
    ("trie.curry", "show (fromWords [\"a\"])", "the primitive show"),
];

/// The answers that GSC finds, each proved and the proof checked; and how its search ended.
fn solved(program: &mut Program, goal: &str) -> Result<(BTreeSet<String>, Stop), String> {
    let query = common::ask(program, goal);
    let (kernel, asked) = Kernel::new(program, &query).map_err(|unsupported| unsupported.0)?;
    let mut solver = Solver::new(&kernel, &asked, MOST_STEPS);
    let mut answers = BTreeSet::new();
    loop {
        match solver.run() {
            Stop::Answer => {
                let proof = solver.proof();
                assert_eq!(check(&kernel, &proof), Ok(()), "{goal}");
                answers.insert(Printer::new(&kernel, &proof.terms, &proof.answer).answer(&proof.answer));
            }
            end => return Ok((answers, end)),
        }
    }
}

/// `value {x = v, y = w}` or `x = v, y = w`, as a goal that holds if this is an answer of the goal.
/// None: it has variables of its own.
fn instance(goal: &str, answer: &str) -> Option<String> {
    let (value, bindings) = match answer.strip_suffix('}').and_then(|rest| rest.split_once("  {")) {
        Some((value, bindings)) => (Some(value), bindings),
        None if answer.contains(" = ") => (None, answer),
        None if answer == "yes" => (None, ""),
        None => (Some(answer), ""),
    };
    let goal = match value {
        Some(value) => format!("{goal} -> {value}"),
        None => goal.to_owned(),
    };
    let equations = bindings.replace(" = ", " == ");
    let is_closed = !answer.contains(['_', '/']);
    is_closed.then(|| if equations.is_empty() { goal } else { format!("{equations}, {goal}") })
}

fn said(program: &mut Program, goal: &str, recorded: &[&str]) -> Result<Said, String> {
    let (found, end) = match solved(program, goal) {
        Ok(solved) => solved,
        Err(what) => return Ok(Said::Refused(what)),
    };
    let answers: BTreeSet<String> =
        recorded.iter().filter(|answer| **answer != "no more").map(|answer| (*answer).to_owned()).collect();
    let is_whole = recorded.last() == Some(&"no more");
    match end {
        Stop::NoMore if is_whole && found == answers => return Ok(Said::All),
        Stop::Floundered => return Ok(Said::Refused("a variable that nothing binds".to_owned())),
        Stop::Undefined => return Ok(Said::Refused("a primitive at another type than Int".to_owned())),
        _ => {}
    }
    if is_whole && (end == Stop::NoMore || !found.is_subset(&answers)) {
        return Err(format!("GSC: {found:?}, then {end:?}"));
    }
    for answer in answers.difference(&found) {
        let Some(instance) = instance(goal, answer) else { return Ok(Said::Nothing) };
        match solved(program, &instance) {
            Ok((found, _)) if !found.is_empty() => {}
            Ok((_, Stop::NoMore)) => return Err(format!("GSC: {answer} is no answer")),
            _ => return Ok(Said::Nothing),
        }
    }
    Ok(Said::Each)
}

#[test]
fn answers_of_courses_are_those_of_the_calculus() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/lazy/logic");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("the programs").filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let (mut differences, mut others) = (String::new(), Vec::new());
    let (mut whole, mut count) = (0, 0);
    for path in &paths {
        let text = fs::read_to_string(path).expect("a program");
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let mut program = common::read_as(name, &text);
        for (goal, recorded) in goals(&text) {
            count += 1;
            let reason = match said(&mut program, goal, &recorded) {
                Ok(Said::All) => {
                    whole += 1;
                    continue;
                }
                Ok(Said::Each) => "too long; each by itself".to_owned(),
                Ok(Said::Nothing) => "too long".to_owned(),
                Ok(Said::Refused(what)) => what,
                Err(difference) => {
                    differences.push_str(&format!("{name}: {goal}: {difference}\n"));
                    continue;
                }
            };
            others.push((name.to_owned(), goal.to_owned(), reason));
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
    let known: Vec<(String, String, String)> = NOT_ALL
        .iter()
        .map(|(name, goal, reason)| ((*name).to_owned(), (*goal).to_owned(), (*reason).to_owned()))
        .collect();
    let table: String = others
        .iter()
        .map(|(name, goal, reason)| format!("    ({name:?}, {goal:?}, {reason:?}),\n"))
        .collect();
    assert!(others == known, "of {count} goals GSC comes to all answers of {whole}; the others are\n{table}");
}
