//! What properties say of statements: every way to a judgement, and every reason for none (thesis
//! ch. 8).

use lazy_properties::{Opinion, Oracle};
use lazy_syntax::Options;
use lazy_tree::Fact;
use slices::testing::by_slices;
use slices::{Meter, finish};

fn oracle(source: &str, trusts: &[&str], asked: &str) -> Oracle {
    oracle_in("program.hs", source, trusts, asked)
}

fn oracle_in(file: &str, source: &str, trusts: &[&str], asked: &str) -> Oracle {
    let files = vec![(file.to_owned(), source.to_owned())];
    let is_trusted = |name: &str| trusts.contains(&name);
    let options = Options::for_file(file).unwrap_or_default();
    Oracle::new(files, 0, options, asked, &is_trusted, 1).expect("there are properties")
}

fn consult(oracle: &mut Oracle, statement: &str) -> Opinion {
    let (call, value) = statement.split_once(" = ").expect("a statement");
    let is_function = |name: &str| !matches!(name, "x" | "y" | "xs");
    let fact = Fact::read(call, value, &is_function).expect("a fact");
    (*finish(oracle.consult(&fact))).clone()
}

/// `right: …`, `wrong: …` with who says so; `?` with the advice; `!` with what to look at instead.
fn said(opinion: &Opinion) -> String {
    match (&opinion.judgement, &opinion.counterexample) {
        (Some((true, by)), _) => format!("right: {by}"),
        (Some((false, by)), _) => format!("wrong: {by}"),
        (None, Some(counterexample)) => format!("! {}", counterexample.expression),
        (None, None) => format!("? {}", opinion.advice.join("; ")).trim_end().to_owned(),
    }
}

fn check(source: &str, expected: &[(&str, &str)]) {
    let mut oracle = oracle(source, &[], "main");
    for (statement, words) in expected {
        assert_eq!(said(&consult(&mut oracle, statement)), *words, "{statement}");
    }
}

const SORTING: &str = r"
import Test.QuickCheck
insert :: Int -> [Int] -> [Int]
insert x [] = [x]
insert x (y:ys) = if x < y then x : ys else y : insert x ys

tsort :: (Int, Int) -> (Int, Int)
tsort (x, y) = if x > y then (s (x, y), x) else (x, y)
s (x, y) = x

main = (insert 1 [], tsort (1, 2))

prop_insert_length x xs = length (insert x xs) == length xs + 1
prop_insert_elem y x xs = (y `elem` x : xs) ==> y `elem` insert x xs
prop_tsort_compl (x, y) = x `telem` tsort (x, y) && y `telem` tsort (x, y)
  where telem x (y, z) = x == y || x == z
";

#[test]
fn what_is_recorded_is_all_that_is_seen() {
    check(
        SORTING,
        &[
            ("insert 1 [2,3] = [1,3]", "wrong: property prop_insert_length"),
            (
                "insert 3 [] = [3]",
                "? property prop_insert_length holds here; property prop_insert_elem holds here, in all tests",
            ),
            // Only what was demanded: 2 is missing, but nobody looked there.
            ("insert 1 [2,3] = 1 : _", "! prop_insert_length 1 (2 : (3 : []))"),
            // Listing 33: unrestricted, it is false; the statement is right all the same.
            ("tsort (4, 3) = (_, 4)", "! prop_tsort_compl (4, 3)"),
            ("tsort (4, 3) = (4, 4)", "wrong: property prop_tsort_compl"),
            ("tsort (4, 4) = (_, 4)", "? property prop_tsort_compl holds here"),
        ],
    );
}

const CONNECTIVES: &str = r"
import Test.QuickCheck
data M = M [[Int]] deriving Eq
pair, other :: Int -> (Bool, Bool)
pair n = (undefined, True)
other n = (True, undefined)
rows :: Int -> M
rows n = M [[1], [n]]
main = (pair 1, other 1, rows 1)

spec_pair n = fst (pair n) || snd (pair n)
prop_other n = not (snd (other n) && False)
spec_rows n = rows n == M [[1], [2 * n], []]
";

#[test]
fn one_side_may_be_enough() {
    check(
        CONNECTIVES,
        &[
            ("pair 1 = (_, True)", "right: property spec_pair"),
            ("pair 1 = (False, False)", "wrong: property spec_pair"),
            ("pair 1 = (False, _)", "right: property spec_pair"),
            ("other 1 = (True, _)", "? property prop_other holds here"),
            ("rows 3 = M (_ : [3] : _)", "wrong: property spec_rows"),
            ("rows 3 = M (_ : [6] : _)", "! spec_rows 3"),
        ],
    );
}

const BAD: &str = r#"
import Test.QuickCheck
f, g, h, k, l :: Int -> Int
f x = x
g x = x
h x = k x
k x = x
l x = x
helper x = g x
main = (f 1, g 1, h 1, helper 1, l 1)

prop_f_loops x = f x == loop x
prop_g_raises x = if g x == 1 then error "oh" else True
prop_h_suspect x = h x == k x + 1
prop_l_elsewhere x = l (x + 1) == x
prop_k_first x = x > 100 ==> k x == 0
loop x = loop x
"#;

#[test]
fn no_answer() {
    check(
        BAD,
        &[
            ("f 1 = 2", "?"),
            ("g 1 = 1", "?"),
            ("g 1 = 2", "? property prop_g_raises holds here"),
            // k is suspect, too.
            ("h 1 = 1", "?"),
            ("l 1 = 1", "?"),
            ("k 1 = 1", "?"),
            ("k 101 = 1", "wrong: property prop_k_first"),
            // Nobody says anything about it.
            ("helper 1 = 2", "?"),
        ],
    );
    let mut trusting = oracle(BAD, &["k"], "main");
    assert_eq!(said(&consult(&mut trusting, "h 1 = 1")), "wrong: property prop_h_suspect");
}

const PAINT: &str = r"
data Clr = Red | Blue deriving Eq
data Shape = Square Clr Int | Rect Clr Int Int
data Paint = Paint Clr Int deriving Eq
paint :: Shape -> Paint
paint (Square c x) = Paint c (x * x)
paint (Rect c w h) = Paint c (w * w)
main = paint (Square Red 1)
spec_paint p (Square c x) = p (Square c x) == Paint c (x*x)
spec_paint p (Rect c w h) = p (Rect c w h) == Paint c (w*h)
";

#[test]
fn values_for_what_was_never_demanded() {
    check(
        PAINT,
        &[
            ("paint (Rect Red 2 3) = Paint Red 4", "wrong: property spec_paint"),
            ("paint (Square Red 2) = Paint Red _", "right: property spec_paint"),
            // Listing 35: for all values that stand there, so far as tests show.
            ("paint (Square Red _) = Paint Red _", "? property spec_paint holds here, in all tests"),
            ("paint (Square Red _) = Paint Blue _", "wrong: property spec_paint"),
            ("paint (Rect Red 2 _) = Paint Red 4", "wrong: property spec_paint"),
        ],
    );
    let mut believing = oracle(PAINT, &[], "main").believing_tests(true);
    let opinion = consult(&mut believing, "paint (Square Red _) = Paint Red _");
    assert_eq!(said(&opinion), "right: property spec_paint in tests");
}

const HIGHER: &str = r"
import Prelude hiding (filter)
import Test.QuickCheck
filter :: (a -> Bool) -> [a] -> [a]
filter p [] = []
filter p (x:xs) = if p x then filter p xs else x : filter p xs
isEven :: Int -> Bool
isEven x = x `mod` 2 == 0
(+++) :: [a] -> [a] -> [a]
infixr 5 +++
xs +++ ys = foldr (:) ys xs
main = (filter isEven [1], filter even [1], [1] +++ [2])
prop_filter_all p xs = all p (filter p xs)
prop_filter_length p xs = length (filter p xs) <= length xs
prop_append xs ys = length (xs +++ ys) == length xs + length ys
";

#[test]
fn functions_as_values_and_operators() {
    check(
        HIGHER,
        &[
            ("filter even [3,4] = [3]", "wrong: property prop_filter_all"),
            // isEven is suspect: only what does not call it says something.
            ("filter isEven [3,4] = [3]", "? property prop_filter_length holds here"),
            ("filter isEven [3] = [3,3]", "wrong: property prop_filter_length"),
            ("[1] +++ [2] = [1]", "wrong: property prop_append"),
        ],
    );
}

const LOGIC: &str = r"
import Test.Prop
coin, both :: Int
coin = 0 ? 2
both = 0 ? 1
insert :: a -> [a] -> [a]
insert x ys = x : ys
insert x (y:ys) = y : insert x (x:ys)
perm :: [Int] -> [Int]
perm [] = []
perm (x:xs) = insert x (perm xs)
last, other, first :: [Int] -> Int
last xs | ys ++ [y] =:= xs = y where ys, y free
first xs = last (reverse xs)
other xs = helper xs
helper xs = 1 ? 2

spec_coin = coin == 0 || coin == 1
prop_both_all = length (allValues both) == 2
prop_insert_length x ys = length (insert x ys) == length ys + 1
spec_perm_one xs = perm xs `elem` allValues (permute xs)
prop_last_member xs = not (null xs) ==> any (last xs ==) xs
prop_first x xs = first (x : xs) == (x ? 0)
spec_other xs = other xs == helper xs

permute [] = []
permute (x:xs) = place x (permute xs)
place x ys = x : ys
place x (y:ys) = y : place x ys
";

/// A statement says that its value is one of those that the function has.
#[test]
fn one_value_of_several() {
    let mut oracle = oracle_in("program.curry", LOGIC, &[], "(coin, both, perm, last, first, other)");
    for (statement, words) in [
        ("coin = 0", "right: property spec_coin"),
        ("coin = 2", "wrong: property spec_coin"),
        // Of all values, one is known.
        ("both = 0", "? property prop_both_all cannot tell: it asks for all values, of which this is one"),
        ("insert 1 [2] = [2,1]", "? property prop_insert_length holds here"),
        ("insert 1 [2] = [2,1,1]", "wrong: property prop_insert_length"),
        // With logic variables: for all their values.
        ("insert x [y] = [y,x,x]", "wrong: property prop_insert_length"),
        ("insert x [y] = [y,x]", "? property prop_insert_length holds here, in all tests"),
        ("insert x (y : _) = y : x : _", "?"),
        // All values of something else are as good as any value.
        ("perm [1,2] = [2,1]", "right: property spec_perm_one"),
        ("perm [1,2] = [2,2]", "wrong: property spec_perm_one"),
        ("last [1,2] = 3", "wrong: property prop_last_member"),
        ("last [1,2] = 2", "? property prop_last_member holds here"),
        ("first [1,2] = 1", "? property prop_first cannot tell: of this value alone it is True, and False"),
        ("first [1,2] = 2", "wrong: property prop_first"),
        // helper is suspect.
        ("other [] = 3", "?"),
    ] {
        assert_eq!(said(&consult(&mut oracle, statement)), words, "{statement}");
    }
}

/// By slices they say the same as at once, and nothing is lost if a trial is dropped in between.
#[test]
fn by_slices_of_steps() {
    let source = "f x = x\nspec_f x = f x == slow x\nslow n = if n == 0 then 0 else 1 + slow (n - 1)\n";
    for file in ["program.hs", "program.flp"] {
        for (value, expected) in [("30000", "right: property spec_f"), ("30001", "wrong: property spec_f")] {
            let make = |meter: &Meter| {
                let fact = Fact::read("f 30000", value, &|_| true).expect("a fact");
                (oracle_in(file, source, &[], "f 30000").pausing(meter.clone()), fact)
            };
            let opinion = by_slices(1_000, make, |(oracle, fact)| Box::pin(oracle.consult(fact)));
            assert_eq!(said(&opinion), expected, "{file}");
        }
    }
}
