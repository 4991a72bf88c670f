//! The types that are found for functions and expressions.

use lazy_syntax::ast::{ExprKind, FunctionId, Literal, Mode, Origin, QueryKind};
use lazy_syntax::{Options, Spelling, load, render};

const FLP: Options = Options { mode: Mode::FunctionalLogic, spelling: Spelling::Haskell };

#[track_caller]
fn check_in(options: Options, source: &str, expected: &[&str]) {
    let (program, problems) = load(&[("m", source)], options);
    let shown: Vec<String> =
        problems.iter().map(|problem| render(problem, &program.sources, false)).collect();
    assert!(shown.is_empty(), "{source}\n{}", shown.join("\n"));
    let all = (0..program.functions.len() as u32).map(FunctionId);
    let found: Vec<String> = all
        .filter(|id| program[*id].origin == Origin::User && program[*id].parent.is_none())
        .filter_map(|id| {
            Some(format!("{} :: {}", program.function_name(id), program.show_known_type(program[id].ty?)))
        })
        .collect();
    assert_eq!(found, expected, "{source}");
}

#[track_caller]
fn check(source: &str, expected: &[&str]) {
    check_in(Options::default(), source, expected);
}

#[test]
fn functions() {
    check("f x = x", &["f :: a -> a"]);
    check("twice f x = f (f x)", &["twice :: (a -> a) -> a -> a"]);
    check("f x y = if x == y then [x] else [y]", &["f :: a -> a -> [a]"]);
    check("f xs = [(a, b) | (a, Just b) <- xs, b > 1.5]", &["f :: [(a, Maybe b)] -> [(a, b)]"]);
    check(
        "isEven n = n == 0 || isOdd (n - 1)\nisOdd n = n /= 0 && isEven (n - 1)",
        &["isEven :: a -> Bool", "isOdd :: a -> Bool"],
    );
    check("f x = let g y = (y, y) in (g x, g 'a')", &["f :: a -> ((a, a), (Char, Char))"]);
    check("main = do { s <- getLine; putStrLn (reverse s); return (length s) }", &["main :: IO Int"]);
    check("half x = x / 2", &["half :: a -> a"]);
    check("f = (+ 1) . length", &["f :: [a] -> Int"]);
}

#[test]
fn data_types() {
    check(
        "data T a = L | N (T a) a (T a)\nsize L = 0\nsize (N l _ r) = size l + 1 + size r",
        &["size :: T a -> b"],
    );
    check(
        "data P a = P { left, right :: a }\nf p = left p : [right p]\ng p = p { left = 1, right = 2 }",
        &["f :: P a -> [a]", "g :: P a -> P b"],
    );
    check("type Board = [Int]\nf :: Board -> Maybe Board\nf b = Just b", &["f :: [Int] -> Maybe [Int]"]);
}

/// `(Foldable t, Eq (t a))`: whether such values can be compared is asked where the function is
/// used.
#[test]
fn classes_of_applied_variables() {
    let source = "f xs = length xs > 0 && xs == xs\ng = f [1, 2]\nh = f (Just 'a')\nk xs = f xs";
    check(source, &["f :: a b -> Bool", "g :: Bool", "h :: Bool", "k :: a b -> Bool"]);
    let (program, problems) = load(&[("m", &format!("{source}\nbad = f [id]"))], Options::default());
    let shown: Vec<String> =
        problems.iter().map(|problem| render(problem, &program.sources, false)).collect();
    assert!(shown.len() == 1 && shown[0].contains("cannot be compared"), "{shown:?}");
}

#[test]
fn constants_have_one_type() {
    check("x = 5\nf = show", &["x :: Integer", "f :: () -> String"]);
    check("x = 5\ny = x + 0.5", &["x :: Double", "y :: Double"]);
    check("n = 3\nf = replicate n 'a'", &["n :: Int", "f :: String"]);
}

#[test]
fn functional_logic() {
    check_in(FLP, "f x = y <== g y == x\ng z = z : []", &["f :: [a] -> a", "g :: a -> [a]"]);
    check_in(
        FLP,
        "inv (compose f g) = compose g f\ncompose f g x = f (g x)",
        &["inv :: (a -> a) -> b -> b", "compose :: (a -> b) -> (c -> a) -> c -> b"],
    );
}

/// An expression, its type, and the type for which the typed primitive in it is used.
#[track_caller]
fn check_query(text: &str, expected: &str, instances: &[&str]) {
    let (mut program, problems) = load(&[("m", "data C = R | G | B\n")], Options::default());
    assert!(problems.is_empty());
    let before = program.exprs.len() as u32;
    let (query, problems) = program.query(text);
    let shown: Vec<String> =
        problems.iter().map(|problem| render(problem, &program.sources, false)).collect();
    let query = query.unwrap_or_else(|| panic!("{text}\n{}", shown.join("\n")));
    let ty = query.ty.map(|ty| program.show_known_type(ty));
    assert_eq!(ty.as_deref(), Some(expected), "{text}");
    let mut uses: Vec<_> = (before..program.exprs.len() as u32)
        .filter_map(|id| program.instances.get(&lazy_syntax::ast::ExprId(id)))
        .flat_map(|types| types.iter().map(|ty| program.show_known_type(*ty)))
        .collect();
    uses.dedup();
    assert_eq!(uses, instances, "{text}");
}

#[test]
fn queries() {
    check_query("show \"\"", "String", &["String"]);
    check_query("print [[], [1.5]]", "IO ()", &["[[Double]]"]);
    check_query("[minBound .. maxBound] :: [C]", "[C]", &["C"]);
    check_query("fromIntegral (length \"ab\") / 2", "Double", &["Double", "Int", "[]", "Double"]);
    check_query("sum []", "Integer", &["[]", "Integer"]);
    check_query("(read \"1\" :: Int) + 1", "Int", &["Int"]);
}

#[test]
fn integers_among_doubles_are_doubles() {
    let (mut program, _) = load(&[("m", "")], Options::default());
    let (query, _) = program.query("1 + 0.5");
    let Some(QueryKind::Expression(expr)) = query.map(|query| query.kind) else { panic!("no query") };
    let ExprKind::Operator { left, .. } = program[expr].kind else { panic!("no operation") };
    assert!(matches!(program[left].kind, ExprKind::Literal(Literal::Float(one)) if one == 1.0));
}
