//! How texts are understood: each case shows a source, and the tree as text, in which layout and
//! fixities have become braces and parentheses. That text must read back to the same tree.

use lazy_syntax::ast::{DataId, FunctionId, Mode, Origin, Program};
use lazy_syntax::{Options, Spelling, load, render};

const HS: Options = Options { mode: Mode::Haskell, spelling: Spelling::Haskell };
const FLP: Options = Options { mode: Mode::FunctionalLogic, spelling: Spelling::Haskell };
const TOY: Options = Options { mode: Mode::FunctionalLogic, spelling: Spelling::Toy };

fn read(source: &str, options: Options) -> Program {
    let (program, problems) = load(&[("m", source)], options);
    let shown: Vec<String> =
        problems.iter().map(|problem| render(problem, &program.sources, false)).collect();
    assert!(shown.is_empty(), "{source}\n{}", shown.join("\n"));
    program
}

/// The types and functions that the user wrote, in order.
fn show(program: &Program) -> String {
    let file = program.sources.files.len() as u32 - 1;
    let data = (0..program.data.len() as u32).map(DataId).filter(|id| program[*id].span.file.0 == file);
    let all = (0..program.functions.len() as u32).map(FunctionId);
    let own = all.filter(|id| program[*id].origin == Origin::User && program[*id].parent.is_none());
    let data = data.map(|id| program.show_data(id));
    data.chain(own.flat_map(|id| program.show_function(id))).collect::<Vec<String>>().join("\n")
}

#[track_caller]
fn check(options: Options, source: &str, expected: &str) {
    let shown = show(&read(source, options));
    assert_eq!(shown, expected.trim());
    if options != TOY {
        assert_eq!(show(&read(&shown, options)), shown, "read again");
    }
}

#[test]
fn operators() {
    for (source, expected) in [
        ("f x = 1 + 2 * 3", "1 + (2 * 3)"),
        ("f x = 1 - 2 - 3", "(1 - 2) - 3"),
        ("f x = [] ++ [x] ++ []", "[] ++ ([x] ++ [])"),
        ("f x = 1 : 2 : []", "1 : (2 : [])"),
        ("f x = - x + 2", "(-x) + 2"),
        ("f x = - 2 * 3 - 4", "(-(2 * 3)) - 4"),
        ("f x = not $ x && True || x", "not $ ((x && True) || x)"),
        ("f x = x `div` 2 + x `mod` 2", "(x `div` 2) + (x `mod` 2)"),
        ("f x = (+ 1) x", "(+ 1) x"),
        ("f x = (x +) 2", "(x +) 2"),
        ("f x = (subtract 1 . (2 *)) x", "(subtract 1 . (2 *)) x"),
        ("f x = (`elem` [x])", "(`elem` [x])"),
        ("f x = (- 1)", "-1"),
        ("f x = (,) x 2", "(,) x 2"),
        ("f x = (:) x []", "(:) x []"),
        ("f x = x == 1 && x /= 2", "(x == 1) && (x /= 2)"),
        ("f x = if x then 1 else 2 + 3", "if x then 1 else 2 + 3"),
        ("f x = map (\\y -> y + x) [1 ..]", "map (\\y -> y + x) [1 ..]"),
        ("f x = (1 + 2 :: Int, 'a', \"b\\n\")", "((1 + 2) :: Int, 'a', \"b\\n\")"),
    ] {
        check(HS, source, &format!("f x = {expected}"));
    }
}

#[test]
fn user_fixities() {
    check(
        HS,
        "infixl 6 <+>\ninfixr 5 `to`\nx <+> y = x\na `to` b = a\nf x = x <+> x <+> x `to` x `to` x",
        "(<+>) x y = x\nto a b = a\nf x = ((x <+> x) <+> x) `to` (x `to` x)",
    );
}

#[test]
fn layout() {
    check(HS, "f x = let y = 1; z = 2 in y + z", "f x = let { y = 1; z = 2 } in y + z");
    check(HS, "f x = let y = 1\n          z = 2\n      in y + z", "f x = let { y = 1; z = 2 } in y + z");
    check(
        HS,
        "f x = case x of\n  1 -> a\n  _ | x > 2 -> b\n    | otherwise -> c\n  where\n    a = 1\n    b = 2\n    c = 3",
        "f x = case x of { 1 -> a; _ | x > 2 -> b | otherwise -> c } where { a = 1; b = 2; c = 3 }",
    );
    check(
        HS,
        "f x\n  | x > 0\n  , y <- x + 1 = y\n  | otherwise = g x\n  where g 0 = 1\n        g n = n",
        "f x | x > 0, y <- x + 1 = y | otherwise = g x where { g 0 = 1; g n = n }",
    );
    check(HS, "f x = (case x of 1 -> 2; _ -> 3, 4)", "f x = (case x of { 1 -> 2; _ -> 3 }, 4)");
    check(HS, "f x = [y | let y = x, y > 1]", "f x = [y | let { y = x }, y > 1]");
    check(
        HS,
        "main = do\n  line <- getLine\n  let n = 1\n      m = 2\n  if n > m\n    then print n\n    else do\n      print m\n      print n\n  print line",
        "main = do { line <- getLine; let { n = 1; m = 2 }; if n > m then print n else do { print m; print n }; print line }",
    );
    check(HS, "module M (f) where {\nf x = y where { y = x\n}; g = 1 }", "f x = y where { y = x }\ng = 1");
    check(HS, "f x = y where y = x\ng = 1 -- end\n{- {- nested -} -}", "f x = y where { y = x }\ng = 1");
    check(HS, "f\tx\n\t= 1", "f x = 1");
}

#[test]
fn patterns_and_rules() {
    check(
        HS,
        "f [] _ = 1\nf all@(x : _) ~(a, b) = x\nf [x, 1] !y = -1",
        "f [] _ = 1\nf all@(x : _) ~(a, b) = x\nf [x, 1] !y = -1",
    );
    check(
        HS,
        "x <> y | x = y\n(f `on'` g) x y = f (g x) (g y)",
        "(<>) x y | x = y\non' f g x y = f (g x) (g y)",
    );
    check(HS, "f (-1) = 'x'\nf 2 = '\\''", "f (-1) = 'x'\nf 2 = '\\''");
    check(HS, "f x = y where (y, z) = x; h : _ = []", "f x = y where { (y, z) = x; h : _ = [] }");
    check(
        HS,
        "f :: (Ord a, Show b) => a -> [b] -> Maybe (a, Int)\nf x y = Nothing",
        "f :: (Ord a, Show b) => a -> [b] -> Maybe (a, Int)\nf x y = Nothing",
    );
}

#[test]
fn records() {
    let source = "data S a = S { focus :: !a, up, down :: [a] } | E\nf s = s { focus = 1, up = [] }\ng S { focus = x } = S { focus = x, up = [], down = [] }";
    check(
        HS,
        source,
        "data S a = S { focus :: !a, up :: [a], down :: [a] } | E\nf s = s { focus = 1, up = [] }\ng S { focus = x } = S { focus = x, up = [], down = [] }",
    );
}

#[test]
fn functional_logic() {
    check(FLP, "f x = y <== g x -> y, x == y\ng x = x", "f x | y <- g x, x == y = y\ng x = x");
}

#[test]
fn toy() {
    check(
        TOY,
        "% a comment\ndata nat = z | s nat\nplus :: nat -> nat -> nat\nplus z Y = Y\nplus (s X) Y = s (plus X Y)\nlast [X] = X\nlast [X, Y | Zs] = last [Y | Zs]\nfather luis X :- X == tom\ndata person = luis | tom",
        "data nat = z | s nat\ndata person = luis | tom\nplus :: nat -> nat -> nat\nplus z Y = Y\nplus (s X) Y = s (plus X Y)\nlast [X] = X\nlast (X : (Y : Zs)) = last (Y : Zs)\nfather luis X | X == tom = True",
    );
}
