//! Bad input of every kind: nothing panics, whatever is cut, changed, or nested.

use dice::Dice;
use lazy_syntax::ast::Mode;
use lazy_syntax::{Options, Spelling, load, render};

const SEED: &str = "module M where\nimport Data.List (sortBy)\ninfixl 6 <+>\ndata T a = L | N { l, r :: !(T a) } | a :% Int deriving (Eq, Show)\n\
type B = [Int]\n{-# TRUST f, g #-}\nf :: (Ord a) => a -> [a] -> Maybe a\nf x (y:ys) | x < y, Just z <- f y ys = Just z\n           | otherwise = case ys of\n  [] -> Nothing\n  \
(z:_) -> if x == z then Just x else Nothing\n  where h 0 = 1\n        h n = n * h (n - 1)\nf _ [] = Nothing\n\
g t@N { l = a } ~(b, !c) = t { r = a }\na <+> b = let { k = [a, b .. 9]; m = \\x -> (x, -1) } in [fst p | p <- map m k, let q = p, snd q /= 0x1F]\n\
h = do { s <- getLine; let { n = 'a' : \"b\\n\\\"\\1234\" }; print (n, s, 1.5e3, (`div` 2), (2 ^)) }\nv = y <== g x -> y, x == z where z free\n";

fn all_options() -> [Options; 3] {
    [
        Options::default(),
        Options { mode: Mode::FunctionalLogic, spelling: Spelling::Haskell },
        Options { mode: Mode::FunctionalLogic, spelling: Spelling::Toy },
    ]
}

/// Reads a text and shows what is said about it.
fn survive(text: &str, options: Options) -> Vec<String> {
    let (mut program, problems) = load(&[("m", text)], options);
    // A long line shown for each of thousands of errors takes its time.
    let shown = problems.iter().take(10).map(|problem| render(problem, &program.sources, false)).collect();
    if problems.iter().all(|problem| !problem.is_error()) {
        program.query("f 1 [2]");
        program.query(text);
    }
    shown
}

#[test]
fn cuts() {
    for (at, _) in SEED.char_indices().step_by(4) {
        let options = all_options()[at / 4 % 3];
        survive(&SEED[..at], options);
        survive(&SEED[at..], options);
    }
}

#[test]
fn mutations() {
    let letters = b" \n\t(){}[];,|=-><:\\\"'`_@~!.#xX1\xc3%";
    let mut dice = Dice::new(1);
    let mut random = |below: usize| dice.below(below);
    for round in 0..300 {
        let mut bytes = SEED.as_bytes().to_vec();
        for _ in 0..=random(3) {
            let (at, letter) = (random(bytes.len()), letters[random(letters.len())]);
            match random(3) {
                0 => bytes[at] = letter,
                1 => bytes.insert(at, letter),
                _ => drop(bytes.remove(at)),
            }
        }
        survive(&String::from_utf8_lossy(&bytes), all_options()[round % 3]);
    }
}

/// `BEFORE×n CORE AFTER×n` as the body of a function.
fn nested(n: usize, before: &str, core: &str, after: &str) {
    let text = format!("f x = {}{core}{}\n", before.repeat(n), after.repeat(n));
    survive(&text, Options::default());
}

#[test]
fn nesting() {
    for n in [5_000, 20_000] {
        for (before, core, after) in [
            ("(", "x", ")"),
            ("[", "x", "]"),
            ("(x, ", "x", ")"),
            ("f (", "x", ")"),
            ("x : ", "[]", ""),
            ("", "x", " + x"),
            ("- ", "1", ""),
            ("\\y -> ", "x", ""),
            ("if x then x else ", "x", ""),
            ("let y = x in ", "x", ""),
            ("let y = ", "x", " in y"),
            ("case x of y -> ", "x", ""),
            ("[x | y <- ", "x", "]"),
            ("do ", "x", ""),
            ("(+ ", "x", ")"),
            ("f $ ", "x", ""),
            ("x { a = ", "x", "}"),
            ("(x :: ", "a", ")"),
            ("(", "", ""),
            ("[", "", ""),
            ("case x of {", "", ""),
            ("{-", "", ""),
        ] {
            nested(n, before, core, after);
        }
    }
}

#[test]
fn nested_patterns_and_types() {
    for n in [5_000, 20_000] {
        survive(&format!("f {}x{} = x\n", "(Just ".repeat(n), ")".repeat(n)), Options::default());
        survive(&format!("f {}x{} = x\n", "[".repeat(n), "]".repeat(n)), Options::default());
        survive(&format!("f :: {}Int{}\nf = f\n", "Maybe (".repeat(n), ")".repeat(n)), Options::default());
        survive(&format!("f :: {}Int\nf = f\n", "Int -> ".repeat(n)), Options::default());
        survive(&format!("f = 1\n{}", "  where g = 1\n".repeat(n)), Options::default());
    }
}

/// Types that grow exponentially when written out.
#[test]
fn exploding_types() {
    let mut text = String::from("type T0 = (Int, Int)\n");
    for n in 1..14 {
        text.push_str(&format!("type T{n} = (T{0}, T{0})\n", n - 1));
    }
    text.push_str("f :: T13 -> T13\nf x = x\n");
    survive(&text, Options::default());
}

/// What was meant is looked for among all names, so it is said of the first problems only.
#[test]
fn many_unknown_names() {
    let text: String = (0..3000).map(|n| format!("known{n} = knwon{n}\n")).collect();
    let (_, problems) = load(&[("m", &text)], Options::default());
    assert_eq!(problems.len(), 3000);
    let suggested = problems.iter().filter(|problem| problem.help.is_some());
    assert_eq!(suggested.count(), 100);
}
