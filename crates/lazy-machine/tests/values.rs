//! Values of expressions in mode hs. The expected ones were printed by GHC's `show`.

mod common;

use common::{Loaded, evaluate};
use lazy_machine::compile;
use lazy_machine::machine::{Budget, Machine, Stop};

#[test]
fn values_are_those_of_haskell() {
    let mut loaded = Loaded::new("program.hs", include_str!("data/program.hs"));
    let mut wrong = Vec::new();
    let table = include_str!("data/values.txt");
    for line in table.lines() {
        let (expression, expected) = line.split_once("  ==>  ").expect("an expression and its value");
        let value = evaluate(&mut loaded, expression);
        if value != expected {
            wrong.push(format!("{expression}\n  is        {value}\n  should be {expected}"));
        }
    }
    assert!(table.lines().count() >= 150);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn errors_are_named() {
    let program = "f (x:xs) = x\ng = error \"no\"\nh x = case x of { 1 -> 2 }\nloop = loop + 1\ndata R = A { a :: Int } | B deriving Show\n";
    let mut loaded = Loaded::new("errors.hs", program);
    let mut check =
        |expression: &str, expected: &str| assert_eq!(evaluate(&mut loaded, expression), expected);
    check("f []", "** no rule of f matches");
    check("g + 1", "** no");
    check("h 2", "** no alternative of the case in h matches");
    check("loop", "** <<loop>>");
    check("let x = x :: Int in x", "** <<loop>>");
    check("1 `div` 0", "** divide by zero");
    check("a B", "** no rule of a matches");
    check("length [g, g]", "2");
    check("[1, g]", "** no");
}

#[test]
fn what_failed_once_fails_the_same_way_again() {
    let mut loaded =
        Loaded::new("again.hs", "k :: [Int]\nk = error \"no\"\nf :: [Int] -> Int\nf (x:_) = x\nf [] = 0\n");
    let query = loaded.0.query("f k").0.expect("a question");
    let compiled = compile(&loaded.0, &query).expect("supported");
    let mut machine = Machine::new(compiled.code, compiled.main, 100, None);
    for _ in 0..2 {
        assert_eq!(machine.run(&Budget::UNLIMITED), Stop::Failed);
        assert_eq!(machine.failure_text(), "no");
        machine.evaluate_next(compiled.main, 100);
    }
}

#[test]
fn what_has_no_room_is_refused_by_name() {
    let mut loaded =
        Loaded::new("large.hs", "import Data.Bits\nfar :: Integer -> Integer\nfar x = shiftL x 60000000\n");
    let far = "far (far (far (far 1)))";
    assert_eq!(evaluate(&mut loaded, &format!("{far} > 0")), "True");
    assert_eq!(
        evaluate(&mut loaded, &format!("far ({far}) > 0")),
        "** not supported: an integer with this many digits"
    );
    assert_eq!(
        evaluate(&mut loaded, &format!("{far} * {far} > 0")),
        "** not supported: an integer with this many digits"
    );
    let bindings: Vec<String> = (0..33_000).map(|n| format!("v{} = g v{n}", n + 1)).collect();
    let program = format!("g x = x + 1\nf v0 = let {{ {} }} in v33000\n", bindings.join("; "));
    let mut loaded = Loaded::new("wide.hs", &program);
    assert_eq!(evaluate(&mut loaded, "f 1"), "not supported: a function with more than 32768 variables");
}

#[test]
fn nesting_is_no_matter_of_the_stack() {
    let program = "count 0 = 0\ncount n = 1 + count (n - 1)\ndata N = Z | S N deriving (Eq, Show)\nnat 0 = Z\nnat n = S (nat (n - 1))\n";
    let mut loaded = Loaded::new("deep.hs", program);
    let mut check =
        |expression: &str, expected: &str| assert_eq!(evaluate(&mut loaded, expression), expected);
    check("count 1000000", "1000000");
    check("foldr (+) 0 [1..300000]", "45000150000");
    check("nat 200000 == nat 200000", "True");
    check("length (show (nat 100000))", "399999");
    check("foldl (+) 0 [1..300000]", "45000150000");
}

/// What is long on the page is nested deep for the machine: its code is made without a stack as
/// deep, and without a walk through all the rest at every step.
#[test]
fn length_is_no_matter_of_the_stack() {
    let numbers = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
    let list = format!("list = [{}]\n", numbers(20_000).join(", "));
    let sum = format!("total x = {}\n", vec!["x"; 10_000].join(" + "));
    let guards: Vec<String> = (0..5_000).map(|n| format!("| x == {n} = {n}\n")).collect();
    let guarded = format!("guarded x\n  {}  | otherwise = 0\n", guards.join("  "));
    let actions: Vec<String> = (0..5_000).map(|n| format!("v{n} <- Just {n}")).collect();
    let actions = format!("actions = do {{ {}; return (v0 + v4999) }}\n", actions.join("; "));
    let mut loaded = Loaded::new("long.hs", &[list, sum, guarded, actions].concat());
    let mut check =
        |expression: &str, expected: &str| assert_eq!(evaluate(&mut loaded, expression), expected);
    check("sum list", "199990000");
    check("total 2", "20000");
    check("guarded 4999 + guarded 5000", "4999");
    check("actions", "Just 4999");
}
