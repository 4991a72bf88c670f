//! Values of expressions in mode hs. The expected ones were printed by GHC's `show`.

mod common;

use common::{Loaded, evaluate};

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
