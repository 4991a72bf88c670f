//! Answers of goals in mode flp, in their order: the programs of the specification, and what each
//! rule of it promises.

mod common;

use common::Loaded;

fn check(program: &str, goal: &str, expected: &[&str]) {
    let mut loaded = Loaded::new("program.flp", program);
    assert_eq!(loaded.answers(goal, expected.len()), expected, "{goal}");
}

const TAKE: &str = "
data Nat = Z | S Nat
take Z xs = []
take (S n) [] = []
take (S n) (x:xs) = x : take n xs
from n = n : from n
";

#[test]
fn the_example_of_the_paper() {
    let expected =
        ["n = Z, ys = []", "n = S Z, ys = [x]", "n = S (S Z), ys = [x,x]", "n = S (S (S Z)), ys = [x,x,x]"];
    check(TAKE, "take n (from x) -> ys", &expected);
}

const PERMUTATION_SORT: &str = "
permSort xs = check (perm xs)
check xs | sorted xs = xs
perm [] = []
perm (x:xs) = insert x (perm xs)
insert x [] = [x]
insert x (y:ys) = x : y : ys
insert x (y:ys) = y : insert x ys
sorted [] = True
sorted [x] = True
sorted (x:y:ys) | x <= y = sorted (y:ys)
";

#[test]
fn permutations() {
    check(PERMUTATION_SORT, "permSort [3,1,2] -> r", &["r = [1,2,3]", "no more"]);
    let all =
        ["r = [1,2,3]", "r = [2,1,3]", "r = [2,3,1]", "r = [1,3,2]", "r = [3,1,2]", "r = [3,2,1]", "no more"];
    check(PERMUTATION_SORT, "perm [1,2,3] -> r", &all);
}

#[test]
fn constants_are_evaluated_at_each_use_and_arguments_once() {
    let coin = "coin = 0\ncoin = 1\ndouble x = x + x\npair = (coin, coin)\n";
    check(coin, "double coin -> r", &["r = 0", "r = 2", "no more"]);
    check(coin, "pair -> r", &["r = (0,0)", "r = (0,1)", "r = (1,0)", "r = (1,1)", "no more"]);
    check(coin, "coin + coin -> r", &["r = 0", "r = 1", "r = 1", "r = 2", "no more"]);
}

const FAMILY: &str = "
data Person = Alan | Alice | Tom | Lola | Bob | Dora | Luis | Lili | Pepe | Ana
father Tom = Alan
father Lola = Alan
father Luis = Tom
father Lili = Bob
father Pepe = Bob
mother Tom = Alice
mother Lola = Alice
mother Luis = Dora
mother Lili = Lola
mother Pepe = Lola
parent x = father x
parent x = mother x
cousin x y = True <== parent x == p, parent y == q, brothersM p q -> True
brothersM p q = True <== mother p == m, mother q == m, distinct p q -> True
distinct x y = x /= y
";

#[test]
fn conditions_are_solved() {
    check(FAMILY, "cousin Luis x -> True", &["x = Lili", "x = Pepe", "no more"]);
    check(FAMILY, "father x == Alan", &["x = Tom", "x = Lola", "no more"]);
    check(
        "f = 1\nf = 3\ng x = x + 1\nh = r <== f == x, g x == r\n",
        "h -> r",
        &["r = 2", "r = 4", "no more"],
    );
}

#[test]
fn equality_unifies_with_occurs_check() {
    let program = "data N = Z | S N\nadd Z y = y\nadd (S x) y = S (add x y)\nlast xs = x <== app ys [x] == xs\napp [] ys = ys\napp (x:xs) ys = x : app xs ys\n";
    check(
        program,
        "add x y == S (S Z)",
        &["x = Z, y = S (S Z)", "x = S Z, y = S Z", "x = S (S Z), y = Z", "no more"],
    );
    check(program, "x == S x", &["no more"]);
    check(program, "(x, y) == (y, Z)", &["x = Z, y = Z", "no more"]);
    check(
        program,
        "app xs ys == [1,2]",
        &["xs = [], ys = [1,2]", "xs = [1], ys = [2]", "xs = [1,2], ys = []", "no more"],
    );
}

#[test]
fn disequality_is_a_constraint() {
    let program =
        "data C = R | G | B\ndiff x y = x /= y\ncolour R = True\ncolour G = True\ncolour B = True\n";
    check(program, "diff x R -> True", &["x /= R", "no more"]);
    check(program, "diff x y -> True, x == R, y == R", &["no more"]);
    check(program, "diff x y -> True, x == y", &["no more"]);
    check(program, "diff x R -> True, colour x -> True", &["x = G", "x = B", "no more"]);
    check(program, "(x == R) -> b", &["x = R, b = True", "b = False, x /= R", "no more"]);
}

#[test]
fn arithmetic_waits() {
    let program = "data N = Z | S N\nf x y = True <== x + 1 == y\n";
    check(program, "x + 1 == y, x == 3", &["x = 3, y = 4", "no more"]);
    check(program, "f x y -> True, x == 3", &["x = 3, y = 4", "no more"]);
    check(program, "x + 1 == y, y == 5, x == 3", &["no more"]);
    check(program, "x + 1 == y", &["yes (floundered)", "no more"]);
    check(program, "x > 2, x == 3", &["x = 3", "no more"]);
    check(program, "x > 3, x == 3", &["no more"]);
    check(program, "x + y == z, y == 2, x == 3", &["x = 3, y = 2, z = 5", "no more"]);
}

#[test]
fn functions_are_values() {
    let program = "data N = Z | S N\ntwice f x = f (f x)\ninc x = S x\ninv (twice f) = f\nmap f [] = []\nmap f (x:xs) = f x : map f xs\n";
    check(program, "map (twice inc) [Z] -> r", &["r = [S (S Z)]", "no more"]);
    check(program, "inv (twice inc) -> r", &["r = inc", "no more"]);
    check(program, "inv x -> r", &["x = twice r", "no more"]);
    // More and fewer arguments of one function may be of the same type.
    let polymorphic = "first x y = x\ng (fun first) = 0\ng (first z) = 1\n";
    check(polymorphic, "g first -> r", &["r = 0", "no more"]);
    check(polymorphic, "g (first first) -> r", &["r = 1", "no more"]);
}

/// functional-logic §1.1: `c t1..tm` with fewer arguments than c has is a pattern.
#[test]
fn constructors_that_lack_arguments_are_values() {
    let program = "
data P = P Int Bool Char | Q Int Bool Char
data S = S !Int Bool
name P = 'p'
name Q = 'q'
first (P n) = n
second (P n b) = b
second (Q n b) = not b
lazy (P _ b) = b
strict (S n) = n
twice f x = f (f x)
pair = (,)
half ((,) x) = x
make Nothing = P 1
make (Just f) = f
";
    check(program, "name Q -> r", &["r = 'q'", "no more"]);
    check(program, "name x -> r", &["x = P, r = 'p'", "x = Q, r = 'q'", "no more"]);
    check(program, "first (P 3) -> r", &["r = 3", "no more"]);
    check(program, "first (Q 3) -> r", &["no more"]);
    check(program, "second x -> True", &["x = P _1 True", "x = Q _1 False", "no more"]);
    check(program, "lazy (P (error \"no\") True) -> r", &["r = True", "no more"]);
    check(program, "strict (S 3) -> r", &["r = 3", "no more"]);
    check(program, "half (pair 1) -> r", &["r = 1", "no more"]);
    check(program, "half x == 'a', x True == r", &["x = (,) 'a', r = ('a',True)", "no more"]);
    check(program, "make (Just (P 2)) -> f, f True 'c' == r", &["f = P 2, r = P 2 True 'c'", "no more"]);
    check(program, "P 1 == P x", &["x = 1", "no more"]);
    check(program, "P 1 == Q x", &["no more"]);
    check(program, "make m -> P n", &["m = Nothing, n = 1", "m = Just (P n)", "no more"]);
    check(program, "(\\f -> f 1) P -> P x", &["x = 1", "no more"]);
}

#[test]
fn only_what_is_needed_is_evaluated() {
    let program = "data N = Z | S N\nloop = loop\nf Z y = Z\nf (S x) y = x\nfst2 (x, y) = x\nleq Z y = True\nleq (S x) Z = False\nleq (S x) (S y) = leq x y\n";
    check(program, "f Z loop -> r", &["r = Z", "no more"]);
    check(program, "leq x (S Z) -> True", &["x = Z", "x = S Z", "no more"]);
    check(program, "leq Z loop -> r", &["r = True", "no more"]);
}

/// functional-logic §7.4: the choices of the expression are made inside, and none of them is seen
/// outside.
#[test]
fn encapsulated_search() {
    let coin = "
coin = 0
coin = 1
both x = (x, findall (\\y -> y == x))
pairs = findall (\\(x, ys) -> x =:= coin & ys =:= findall (\\y -> y == coin + x))
";
    check(coin, "findall (\\x -> x =:= coin) -> r", &["r = [0,1]", "no more"]);
    check(coin, "allValues (coin, coin) -> r", &["r = [(0,0),(0,1),(1,0),(1,1)]", "no more"]);
    check(coin, "(coin, length (allValues coin)) -> r", &["r = (0,2)", "r = (1,2)", "no more"]);
    check(coin, "both coin -> r", &["r = (0,[0])", "r = (1,[1])", "no more"]);
    check(coin, "pairs -> r", &["r = [(0,[0,1]),(1,[1,2])]", "no more"]);
    check(coin, "allValues failed -> r", &["r = []", "no more"]);
    check(coin, "allValues (x ? 1) == r, x == 5", &["x = 5, r = [5,1]", "no more"]);
    // What others have not decided is waited for; what is decided inside is a value.
    check(coin, "allValues (x ? 1) == r", &["yes (floundered)", "no more"]);
    check("data C = R | G\nwarm R = True\n", "findall warm -> r", &["r = [R]", "no more"]);
    check("data C = R | G\n", "allValues (Just unknown) -> r", &["r = [Just _1]", "no more"]);
    check("", "allValues (error \"no\") -> r", &["** no"]);
}

#[test]
fn fractions_as_patterns_are_solved_for() {
    let rates = "rate 0.5 = 1\nrate 2.5 = 2\nboth 1.5 True = 3\nboth 1.5 False = 4\n";
    check(rates, "rate 2.5 -> r", &["r = 2", "no more"]);
    check(rates, "rate 3.5 -> r", &["no more"]);
    check(rates, "rate x -> r", &["x = 0.5, r = 1", "x = 2.5, r = 2", "no more"]);
    check(rates, "both x False -> r", &["x = 1.5, r = 4", "no more"]);
}
