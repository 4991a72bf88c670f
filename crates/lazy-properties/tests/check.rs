//! Properties that hold, and what makes others false: small, and the same for the same seed.

use lazy_machine::machine::Budget;
use lazy_properties::{Limits, Report, Tester, Verdict};
use lazy_syntax::{Diagnostic, Options};
use slices::{Meter, finish};

const PROGRAM: &str = r#"
module Main where
import Test.QuickCheck
import Data.Array (Array, bounds)
import qualified Data.Map as M
import qualified Data.Set as S

data Colour = Red | Green | Blue deriving (Eq, Show)
data Tree a = Leaf | Node (Tree a) a (Tree a)
data Shape = Circle { radius :: Double } | Square Double Double
type Row = [Int]

mirror :: Tree a -> Tree a
mirror Leaf = Leaf
mirror (Node l x r) = Node (mirror r) x (mirror l)

toList :: Tree a -> [a]
toList Leaf = []
toList (Node l x r) = toList l ++ [x] ++ toList r

insert :: Int -> [Int] -> [Int]
insert x [] = [x]
insert x (y:ys) = if x < y then x : ys else y : insert x ys

prop_keys :: Int -> M.Map Int Bool -> Bool
prop_keys k m = M.lookup k (M.insertWith (||) k True (M.map not m)) /= Just (M.findWithDefault False k m)

prop_union :: S.Set Int -> S.Set Int -> Bool
prop_union s t = S.size (S.union s t) == S.size s + S.size t

prop_array :: Array Int Int -> Bool
prop_array a = fst (bounds a) == 0

prop_reverse :: [Int] -> Bool
prop_reverse xs = reverse (reverse xs) == xs

prop_reverse_is_id :: [Int] -> Bool
prop_reverse_is_id xs = reverse xs == xs

prop_mirror t = toList (mirror t) == reverse (toList t)

prop_mirror_is_id :: Tree Int -> Bool
prop_mirror_is_id t = toList (mirror t) == toList t

prop_insert :: Int -> Row -> Bool
prop_insert x xs = length (insert x xs) == length xs + 1

prop_ordered :: Int -> Int -> Bool
prop_ordered x y = x < y ==> x + 1 <= y

prop_never :: Int -> Bool
prop_never x = x /= x ==> False

prop_colour c = c /= Blue

prop_text :: String -> Bool
prop_text s = not ('z' `elem` s)

prop_map :: (Int -> Int) -> [Int] -> Bool
prop_map f xs = map f xs == xs

prop_head :: [Int] -> Bool
prop_head xs = head xs == head xs

prop_area :: Shape -> Bool
prop_area (Circle r) = r < 3
prop_area (Square a b) = True

prop_constant :: Bool
prop_constant = 1 + 1 == 3

prop_endless :: Int -> Bool
prop_endless n = length [n ..] > 3

prop_loop :: Bool
prop_loop = length [1 :: Int ..] > 3

prop_unmet :: Bool
prop_unmet = False ==> True

prop_lengths :: [Int] -> [Int] -> Bool
prop_lengths xs ys = length xs /= length ys || length xs < 2

prop_twice :: Int -> [Int] -> Bool
prop_twice x xs = x < 3 || length (filter (== x) (x : xs)) < 2

spec_insert :: (Int -> [Int] -> [Int]) -> Int -> [Int] -> Bool
spec_insert f x xs = length (f x xs) == length xs + 1

prop_action :: IO Int -> Bool
prop_action a = True

prop_number :: Int -> Int
prop_number n = n
"#;

fn report(name: &str) -> Result<Report, String> {
    let files = vec![("program.hs".to_owned(), PROGRAM.to_owned())];
    let (tester, problems) = Tester::new(files, Options::default());
    assert!(!problems.iter().any(Diagnostic::is_error), "{problems:?}");
    let property = tester.property(name).map_err(|unfit| unfit.0)?;
    let meter = Meter::new(1_000);
    let budget = Budget { max_steps: 20_000, meter: Some(&meter), ..Budget::UNLIMITED };
    let limits = Limits { tests: 100, seed: 1, budget };
    finish(tester.check(&property, &limits)).map_err(|unfit| unfit.0)
}

/// `holds`, `gave up`, `out of budget`, the smallest expression that fails, or why it cannot be
/// tried.
fn found(name: &str) -> String {
    match report(name) {
        Err(why) => why,
        Ok(report) => match report.verdict {
            Verdict::Holds => "holds".to_owned(),
            Verdict::GaveUp => "gave up".to_owned(),
            Verdict::OutOfBudget => format!("out of budget in {} tests", report.unfinished),
            Verdict::Interrupted => "interrupted".to_owned(),
            Verdict::Falsified(failure) => match failure.error {
                Some(error) => format!("{}: {error}", failure.expression),
                None => failure.expression,
            },
        },
    }
}

fn check(expected: &[(&str, &str)]) {
    let found: Vec<(&str, String)> = expected.iter().map(|(name, _)| (*name, found(name))).collect();
    let expected: Vec<(&str, String)> =
        expected.iter().map(|(name, text)| (*name, (*text).to_owned())).collect();
    assert_eq!(found, expected);
}

#[test]
fn what_holds_holds() {
    check(&[("prop_reverse", "holds"), ("prop_mirror", "holds"), ("prop_ordered", "holds")]);
}

#[test]
fn counterexamples_are_small() {
    check(&[
        ("prop_reverse_is_id", "prop_reverse_is_id [0, 1]"),
        ("prop_mirror_is_id", "prop_mirror_is_id (Node Leaf 1 (Node Leaf 0 Leaf))"),
        ("prop_insert", "prop_insert (-1) [0]"),
        ("prop_colour", "prop_colour Blue"),
        ("prop_text", "prop_text \"z\""),
        ("prop_map", "prop_map (\\_ -> 1) [0]"),
        ("prop_area", "prop_area (Circle 3.0)"),
        ("prop_constant", "prop_constant"),
        // Two at once, and the same number in two places.
        ("prop_lengths", "prop_lengths [0, 0] [0, 0]"),
        ("prop_twice", "prop_twice 3 [3]"),
        // It is tried with the function that it is about.
        ("spec_insert", "spec_insert insert (-1) [0]"),
        ("prop_keys", "prop_keys 0 (Data.Map.fromList [(0, True)])"),
        ("prop_union", "prop_union (Data.Set.fromList [0]) (Data.Set.fromList [0])"),
        ("prop_head", "prop_head []: no rule of head matches"),
    ]);
}

#[test]
fn what_cannot_be_tried_says_so() {
    check(&[
        ("prop_never", "gave up"),
        ("prop_unmet", "gave up"),
        ("prop_endless", "out of budget in 10 tests"),
        ("prop_loop", "out of budget in 1 tests"),
        ("prop_array", "not supported: values of Array, which prop_array takes"),
        ("prop_action", "not supported: values of IO, which prop_action takes"),
        ("prop_number", "prop_number is not a property: its result is not a Bool"),
        ("prop_nothing", "there is no function prop_nothing"),
    ]);
    let files = vec![("p.toy".to_owned(), "prop_a :: bool\nprop_a = true\n".to_owned())];
    let Some(options) = Options::for_file("p.toy") else { panic!("an extension of the language") };
    let (tester, _) = Tester::new(files, options);
    assert!(tester.property("prop_a").is_err());
}

#[test]
fn the_same_seed_gives_the_same() {
    assert_eq!(report("prop_insert"), report("prop_insert"));
}
