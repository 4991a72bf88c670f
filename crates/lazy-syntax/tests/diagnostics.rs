//! What a person sees: each snapshot shows a source, then all that is said about it.

use lazy_syntax::ast::Mode;
use lazy_syntax::{Options, Spelling, load, render};

const FLP: Options = Options { mode: Mode::FunctionalLogic, spelling: Spelling::Haskell };
const TOY: Options = Options { mode: Mode::FunctionalLogic, spelling: Spelling::Toy };

fn check_in(options: Options, file: &str, name: &str, source: &str) {
    let text = format!("{}\n", source.trim_start_matches('\n').trim_end());
    let (program, problems) = load(&[(file, &text)], options);
    let shown: Vec<String> =
        problems.iter().map(|problem| render(problem, &program.sources, false)).collect();
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(name, format!("{text}\n----\n{}", shown.join("\n\n")));
    });
}

fn check(name: &str, source: &str) {
    check_in(Options::default(), "m.hs", name, source);
}

#[test]
fn syntax() {
    check(
        "several independent errors",
        "f x = (x + 1\ng y = y )\nh z = if z then 1\nk = 5 +\nok = 1\nm = [1, 2\n",
    );
    check("tokens", "a = 'ab'\nb = \"never ends\nc = 12x\nd = \"\\q\"\ne = ''\n");
    check("comment never ends", "f = 1\n{- {- -}\ng = 2");
    check(
        "operators",
        "f a b c = a == b == c\ng a b = a * -b\ninfixr 6 <>\nx <> y = x\nh = 1 + 2 <> 3\nk = (1 + 2 *)",
    );
    check("let without in", "f x = let y = 1\n      y + 1\n");
    check("layout", "f x = case x of\n  1 -> 2\n 2 -> 3\n");
    check(
        "class",
        "class Shape a where\n  area :: a -> Double\ninstance Show (a -> b) where\n  show _ = \"\"\nf = 1",
    );
    check("wildcard in expression", "f x = _ + 1\n");
    check("n plus k", "f (n+1) = n\n");
    check("do", "f = do\n  x <- getLine\ng = do\n");
    check(
        "unknown import",
        "import Data.Vector\nimport Data.List (sort, frobnicate)\nimport Data.Map (Map, frob)\nf = 1",
    );
    check("type without its import", "f :: Map Int Int -> Set.Set Int\nf = undefined");
}

#[test]
fn definitions() {
    check("different numbers of arguments", "f 0 = 1\nf x y = 2\n");
    check("defined twice", "f 0 = 1\ng = 2\nf 1 = 3\nx = 1\nx = 2\n");
    check("signature without definition", "f :: Int -> Int\ng = 1\n");
    check("data twice", "data T = A | B\ndata T = A\n");
    check(
        "fields of constructors",
        "data P = P Int Int\nf (P x) = x\ng P { z = 1 } = 2\nh = P { y = 1 }\nk p = p { w = 1 }\n",
    );
    check(
        "type parameters",
        "data T a = T b\ntype S a = [c]\nf :: Maybe -> T Int Int\nf = f\ntype L = [L]\n",
    );
}

#[test]
fn names() {
    check("unbound", "f x = lenght x + y\ng = sort [1]\nh = Jst 1\nk :: Itn\nk = 1\n");
    check("local names", "k = let { b = 1; b = 2 } in b\n");
    check("non-linear", "f x x = 1\ng (x, y : x) = 2\nh = \\a a -> 1\n");
}

#[test]
fn types() {
    check(
        "mismatch",
        "f :: Int -> Bool\nf x = x + 1\ng = length 5\nh = not 'a'\nk = [1, 'a']\nl x = if x then 1 else \"a\"\n",
    );
    check("too many arguments", "f x = x\ng = length [] 2\nh = (f 1) 2\nk = 'a' 1\n");
    check("rigid", "f :: a -> a\nf x = x + 1\ng :: a -> b\ng x = x\n");
    check("infinite", "f x = x x\n");
    check("classes", "f = id == id\ng = show (\\x -> x)\nh = True + 1\nk = 1 `div` 2.5\nl = [id ..]\n");
    check("floats", "f :: Float -> Float\nf x = x / 2\n");
    check("rules", "f 0 = 'a'\nf 1 = True\nf \"x\" = 'b'\n");
    check("case", "f x = case x of { 1 -> 'a'; 'b' -> 'c'; 2 -> True }\ng x | x = 1 | length x = 2\n");
    check(
        "what a type decides",
        "import Control.Monad.State\nf :: State Int ()\nf = modify not\ng :: StateT String Maybe Int\ng = get\n\
         h :: MonadState Int m => m Bool\nh = get\nk :: MonadState m => m ()\nk = return ()\nl :: Ord a b => a\nl = l\n",
    );
    check(
        "classes of several types",
        "class A a b where\n  a :: a -> b\nclass B a b | a -> b where\n  b :: a -> b\n",
    );
    check("contexts of classes", "class Eq a => C a b | b -> a where\n  c :: a -> b\n");
    check("fields after all others", "data T = T { x :: Int }\ng T {.., x = 1} = 2\n");
    check(
        "fields that are not named",
        "data T = T { x :: Int, y :: Int }\nf T {..} = x + z\nh t = t {..}\nk T {z} = z\n",
    );
    check(
        "deriving through a newtype",
        "newtype N a = N [a] deriving (Semigroup)\ndata D = D Int deriving (Num)\nnewtype M a = M Int deriving (Monad)\n",
    );
    for (name, text) in [
        (
            "existential types",
            "data S = forall a. Show a => S a\ndata U = U a\nf (S x) = x == x\ng = S not\n",
        ),
        (
            "signatures of constructors",
            "data T a where\n  C :: Int -> T Int\n  D :: a -> T a\nf :: T a -> a\nf (C n) = n\nf (D x) = True\n",
        ),
        ("forall", "f :: (forall a. a -> a) -> Int\nf g = g 1\nh = f not\nk = f (\\x -> x)\n"),
    ] {
        check(name, text);
    }
    let left_out = [
        "type family F a\n",
        "data family F a\n",
        "class C a where\n  type T a\n",
        "{-# LANGUAGE PatternSynonyms #-}\npattern P x = (x, x)\n",
        "$(deriveAll)\n",
        "class C a where\n  c :: a -> Int\n  default c :: Show a => a -> Int\n",
        "x = [(a, b) | a <- [1] | b <- [2]]\n",
    ];
    for text in left_out {
        let (_, problems) = load(&[("m.hs", text)], Options::default());
        let is_named = problems.first().is_some_and(|problem| problem.message.starts_with("not supported: "));
        assert!(is_named, "{text}: {problems:?}");
    }
    check("do of something else", "f = do { x <- Just 1; print x }\n");
}

#[test]
fn functional_logic() {
    check_in(
        FLP,
        "m.flp",
        "conditions",
        "f x = y <== g x -> x\ng x = z <== z == x, h z -> (a, a)\nh x = (x, x)\n",
    );
    check_in(FLP, "m.flp", "cyclic values", "f x = ys where ys = x : ys\n");
    check_in(FLP, "m.flp", "higher-order patterns", "f (g x) = x\ng y = y\nh (k 1) = 2\n");
    check_in(FLP, "m.flp", "functional patterns", "last (ys ++ [x]) = x\n");
    check_in(
        FLP,
        "m.flp",
        "instances of Eq",
        "data T = A | B\ninstance Eq T where\n  _ == _ = True\ninstance Show T where\n  show _ = \"T\"\n",
    );
    check_in(
        FLP,
        "m.flp",
        "a class that has to be said",
        "data T = A | B\ninstance Show T where\n  show _ = \"T\"\nf :: a -> String\nf x = show x\n",
    );
    check_in(FLP, "m.flp", "misspelt", "double x = x + x\nf x = duble x\ng x = Q\n");
    check_in(TOY, "m.toy", "toy", "data nat = z | s nat\nf X = y\ng w = z\n");
}
