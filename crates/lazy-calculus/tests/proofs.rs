//! Proof trees: the one of the paper's example to the letter, and that no tree passes in which
//! something was broken.

mod common;

use std::rc::Rc;

use lazy_calculus::abbreviated::{self, Abbreviated, FactId, Gap};
use lazy_calculus::check::check;
use lazy_calculus::kernel::{Goal, Kernel, Statement};
use lazy_calculus::logged::logged;
use lazy_calculus::proof::{Inference, NodeId, Proof};
use lazy_calculus::show::Printer;
use lazy_calculus::solve::{RuleNumber, Solver, Stop};
use lazy_calculus::term::{Symbol, Term, Terms, View};
use lazy_machine::machine::Budget;
use lazy_tree::{Nowhere, Recording};

const TAKE: &str = include_str!("programs/take-from.flp");
const FAMILY: &str = include_str!("programs/family.flp");
const MAP: &str = include_str!("programs/map-twice.flp");
const SORT: &str = include_str!("programs/permsort.flp");
const PRIMES: &str = include_str!("programs/primes.flp");
const MISSING: &str = include_str!("programs/missing.flp");
const TAKE_RIGHT: &str = include_str!("programs/take-from-right.flp");

/// What `look` sees of the proof of an answer.
fn with_proof(text: &str, goal: &str, answer: usize, look: impl FnOnce(&Kernel<'_>, &Goal, Proof)) {
    let mut program = common::read(text);
    let query = common::ask(&mut program, goal);
    let (kernel, asked) = Kernel::new(&program, &query).expect("kernel form");
    let mut solver = Solver::new(&kernel, &asked, 200_000);
    for _ in 0..answer {
        assert_eq!(solver.run(), Stop::Answer);
    }
    look(&kernel, &asked, solver.proof());
}

/// functional-logic §6.
const WORKED_EXAMPLE: &str = "\
take (S (S Z)) (from x) -> [x,x]  FA
  S (S Z) -> S (S Z)  DC
    S Z -> S Z  DC
      Z -> Z  DC
  from x -> x:x:_  FA
    x -> x  RR
    [[ from x -> x:x:_ ]] from.1
      x:from x -> x:x:_  DC
        x -> x  RR
        from x -> x:_  FA
          x -> x  RR
          [[ from x -> x:_ ]] from.1
            x:from x -> x:_  DC
              x -> x  RR
              from x -> _  BT
  [[ take (S (S Z)) (x:x:_) -> [x,x] ]] take.3
    x:take (S Z) (x:_) -> [x,x]  DC
      x -> x  RR
      take (S Z) (x:_) -> [x]  FA
        S Z -> S Z  DC
          Z -> Z  DC
        x:_ -> x:_  DC
          x -> x  RR
          _ -> _  BT
        [[ take (S Z) (x:_) -> [x] ]] take.3
          x:take Z _ -> [x]  DC
            x -> x  RR
            take Z _ -> []  FA
              Z -> Z  DC
              _ -> _  BT
              [[ take Z _ -> [] ]] take.1
                [] -> []  DC
";

#[test]
fn the_proof_tree_of_the_paper() {
    with_proof(TAKE, "take n (from x) -> ys", 3, |kernel, _, proof| {
        let mut printer = Printer::new(kernel, &proof.terms, &proof.answer);
        assert_eq!(printer.proof(&proof), WORKED_EXAMPLE);
        assert_eq!(check(kernel, &proof), Ok(()));
    });
}

const GOALS: [(&str, &str, usize); 4] = [
    (TAKE, "take n (from x) -> ys", 3),
    (FAMILY, "cousin Luis x -> True", 1),
    (MAP, "map drop4 [[1,2,3,4,5],[6,7,8,9,10,11]] -> r", 1),
    (SORT, "permSort [3,1,2] -> r", 1),
];

#[test]
fn each_fact_of_an_abbreviated_tree_follows_from_those_below() {
    let mut broken = 0;
    for (text, goal, answer) in GOALS {
        with_proof(text, goal, answer, |kernel, asked, mut proof| {
            let tree = Abbreviated::new(kernel, &proof);
            assert_eq!(abbreviated::check(kernel, asked, &proof.terms, &tree, 20_000), Ok(()), "{goal}");
            let other = proof.terms.rigid(Symbol::Integer((-77).into()), Vec::new());
            let goal_fails = |mutant: Abbreviated| {
                let gap = Gap { fact: None, cut: false };
                assert_eq!(abbreviated::check(kernel, asked, &proof.terms, &mutant, 20_000), Err(gap));
            };
            goal_fails(Abbreviated { top: Vec::new(), ..tree.clone() });
            for at in 0..tree.answer.len() {
                let mut mutant = tree.clone();
                mutant.answer[at].1 = other;
                goal_fails(mutant);
            }
            for index in 0..tree.facts.len() {
                let id = FactId(index as u32);
                let flawed = |change: &dyn Fn(&mut Abbreviated)| {
                    let mut mutant = tree.clone();
                    change(&mut mutant);
                    assert!(
                        abbreviated::check(kernel, asked, &proof.terms, &mutant, 20_000).is_err(),
                        "{goal}, {id:?}"
                    );
                };
                flawed(&|mutant| {
                    let (call, _) = mutant.facts[index].statement.sides();
                    mutant.facts[index].statement = Statement::Approximates(call, other);
                });
                flawed(&|mutant| mutant.facts[index].rule = RuleNumber(99));
                if tree.fact(id).children.len() == 1 {
                    flawed(&|mutant| mutant.facts[index].children.clear());
                }
                broken += 1;
            }
        });
    }
    assert!(broken > 30, "{broken}");
}

/// Goals of the programs that are searched, and which answer of the machine's is looked at.
const LOGGED: [(&str, &str, usize); 8] = [
    (TAKE, "take n (from x) -> ys", 3),
    (TAKE_RIGHT, "take n (from x) -> ys", 3),
    (FAMILY, "cousin Luis x -> True", 1),
    (FAMILY, "cousin Luis x -> True", 2),
    (MAP, "map drop4 [[1,2,3,4,5],[6,7,8,9,10,11]] -> r", 1),
    (SORT, "permSort [3,1,2] -> r", 1),
    (PRIMES, "take 5 primes -> r", 1),
    (MISSING, "h -> r", 2),
];

/// The trees that the machine makes of its answers are proofs as well, and only as they are.
#[test]
fn what_the_machine_logs_is_a_proof() {
    let mut broken = 0;
    for (text, goal, answer) in LOGGED {
        let mut program = common::read(text);
        let query = common::ask(&mut program, goal);
        let (kernel, asked) = Kernel::new(&program, &query).expect("kernel form");
        let compiled =
            lazy_machine::compile(&program, &query).unwrap_or_else(|_| panic!("{goal} is refused"));
        let (shared, asked_for, outside) = (Rc::new(program.clone()), query.clone(), &mut Nowhere);
        let budget = Budget::UNLIMITED;
        let recording = Recording::new(shared, asked_for, compiled, 10_000, answer, &budget, outside);
        let recording = slices::finish(recording);
        let (mut terms, tree) = logged(&kernel, &recording).expect("kernel form");
        let holds =
            |terms: &Terms, tree: &Abbreviated| abbreviated::check(&kernel, &asked, terms, tree, 20_000);
        assert_eq!(holds(&terms, &tree), Ok(()), "{goal}");
        let other = terms.rigid(Symbol::Integer((-77).into()), Vec::new());
        for index in 0..tree.facts.len() {
            let mut mutant = tree.clone();
            let (call, _) = mutant.facts[index].statement.sides();
            mutant.facts[index].statement = Statement::Approximates(call, other);
            assert!(holds(&terms, &mutant).is_err(), "{goal}, {index}");
            let mut mutant = tree.clone();
            mutant.facts[index].rule = RuleNumber(99);
            assert!(holds(&terms, &mutant).is_err(), "{goal}, {index}");
            broken += 2;
        }
    }
    assert!(broken > 100, "{broken}");
}

/// Each way to break a node that says something must be noticed, at every node.
#[test]
fn broken_trees_are_rejected() {
    let mut broken = 0;
    for (text, goal, answer) in GOALS {
        with_proof(text, goal, answer, |kernel, _, proof| {
            assert_eq!(check(kernel, &proof), Ok(()));
            for index in 0..proof.nodes.len() {
                for (what, mutant) in mutants(&proof, NodeId(index as u32)) {
                    broken += 1;
                    assert!(check(kernel, &mutant).is_err(), "{goal}, node {index}: {what}");
                }
            }
        });
    }
    assert!(broken > 1_000, "{broken}");
}

fn mutants(proof: &Proof, id: NodeId) -> Vec<(&'static str, Proof)> {
    let node = proof.node(id);
    let is_root = proof.roots.contains(&id);
    let mut all = Vec::new();
    let mut push = |what: &'static str, change: &dyn Fn(&mut Proof)| {
        let mut mutant = proof.clone();
        change(&mut mutant);
        all.push((what, mutant));
    };
    let at = id.0 as usize;
    let (left, right) = node.statement.sides();
    // Of what nobody refers to, the statement is whatever the proof makes it.
    if !is_root {
        push("another value", &|mutant| {
            let other = mutant.terms.rigid(Symbol::Integer((-77).into()), Vec::new());
            mutant.nodes[at].statement = match node.statement {
                Statement::Approximates(..) => Statement::Approximates(left, other),
                Statement::Equal(..) => Statement::Equal(left, other),
            };
        });
    }
    if let (Statement::Approximates(..), View::Rigid(..)) = (node.statement, proof.terms.view(right))
        && !is_root
    {
        push("less of the value", &|mutant| {
            let bottom = mutant.terms.add(Term::Bottom);
            mutant.nodes[at].statement = Statement::Approximates(left, bottom);
        });
    }
    if !node.premises.is_empty() {
        push("a premise less", &|mutant| {
            mutant.nodes[at].premises.pop();
        });
        push("a premise twice", &|mutant| {
            let first = mutant.nodes[at].premises[0];
            mutant.nodes[at].premises.push(first);
        });
        push("the premises of a leaf", &|mutant| mutant.nodes[at].by = Inference::BT);
    }
    push("by itself", &|mutant| mutant.nodes[at].premises = vec![id]);
    match node.by {
        Inference::Fact(function, RuleNumber(rule)) => {
            push("no such rule", &|mutant| mutant.nodes[at].by = Inference::Fact(function, RuleNumber(99)));
            push("rule 0", &|mutant| mutant.nodes[at].by = Inference::Fact(function, RuleNumber(0)));
            let other = if rule == 1 { 2 } else { rule - 1 };
            push("another rule", &|mutant| {
                mutant.nodes[at].by = Inference::Fact(function, RuleNumber(other))
            });
        }
        Inference::FA => push("without a fact", &|mutant| mutant.nodes[at].by = Inference::DC),
        Inference::DC => push("as a call", &|mutant| mutant.nodes[at].by = Inference::FA),
        Inference::JN => push("as parts", &|mutant| mutant.nodes[at].by = Inference::DC),
        Inference::PR => push("as a rule", &|mutant| mutant.nodes[at].by = Inference::FA),
        Inference::RR => push("as parts", &|mutant| mutant.nodes[at].by = Inference::DC),
        Inference::BT => push("as a variable", &|mutant| mutant.nodes[at].by = Inference::RR),
    }
    all
}
