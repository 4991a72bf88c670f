//! What names mean: free variables of local functions, extra variables, order of bindings.

use lazy_syntax::ast::{BindingKind, FunctionId, Mode, Origin, Program};
use lazy_syntax::{Options, Spelling, load};

const FLP: Options = Options { mode: Mode::FunctionalLogic, spelling: Spelling::Haskell };

fn read(source: &str, options: Options) -> Program {
    let (program, problems) = load(&[("m", source)], options);
    assert!(problems.iter().all(|problem| !problem.is_error()), "{}", problems[0].message);
    program
}

fn function(program: &Program, name: &str) -> FunctionId {
    let all = (0..program.functions.len() as u32).map(FunctionId);
    let mut own = all.filter(|id| program[*id].origin == Origin::User && program.function_name(*id) == name);
    own.next().expect("a function of that name")
}

#[track_caller]
fn free(source: &str, name: &str, expected: &[&str]) {
    let program = read(source, Options::default());
    let free = &program[function(&program, name)].free;
    let free: Vec<&str> = free.iter().map(|variable| program.text(program[*variable].name)).collect();
    assert_eq!(free, expected, "{source}");
}

#[test]
fn free_variables_of_local_functions() {
    free("f x y = g 1 where g z = x + z", "g", &["x"]);
    free("f x y = g 1 where g z = z", "g", &[]);
    free("f x y = g 1 where { g z = h z + y; h w = w + x }", "g", &["x", "y"]);
    free("f x = g 1 where g y = h 2 where h z = x + y + z", "h", &["x", "y"]);
    free("f x = g 1 where g y = h 2 where h z = x + y + z", "g", &["x"]);
    free("f x = let k = x in g [1] where g y = map (\\z -> z + x) y", "g", &["x"]);
    free("f x = g 3 where { g 0 = 0; g n = h (n - 1); h m = g m + x }", "g", &["x"]);
    free("f x = g 1 where { v = x + 1; g y = y + v }", "g", &["v"]);
}

#[track_caller]
fn extra(source: &str, expected: &[&str]) {
    let program = read(source, FLP);
    let extra = &program[function(&program, "f")].rules()[0].extra;
    let extra: Vec<&str> = extra.iter().map(|variable| program.text(program[*variable].name)).collect();
    assert_eq!(extra, expected, "{source}");
}

#[test]
fn extra_variables() {
    extra("f x = y", &["y"]);
    extra("f x = r <== g x == p, g p == r\ng x = x", &["p", "r"]);
    extra("f x = y <== g x -> y\ng x = x", &[]);
    extra("f x = h x where h z = (z, w)", &["w"]);
}

#[test]
fn variables_of_goals() {
    let mut program = read(
        "take Z xs = []\ntake (S n) (x : xs) = x : take n xs\nfrom n = n : from (S n)\ndata N = Z | S N\n",
        FLP,
    );
    let (query, problems) = program.query("take n (from x) -> ys");
    assert!(problems.is_empty());
    let query = query.expect("a goal");
    let free: Vec<&str> = query.free.iter().map(|variable| program.text(program[*variable].name)).collect();
    assert_eq!(free, ["n", "x", "ys"]);
    let types: Vec<String> = query.types.iter().map(|ty| program.show_known_type(*ty)).collect();
    assert_eq!(types, ["N", "N", "[N]"]);
}

#[test]
fn bindings_come_after_what_they_need() {
    let program =
        read("f x = a where { a = b + c; b = g 1; c = x; g n = h n; h m = g m }", Options::default());
    let bindings = &program[function(&program, "f")].rules()[0].rhs.wheres;
    let name = |index: usize| match &bindings.all[index].kind {
        BindingKind::Function(function) => program.function_name(*function),
        BindingKind::Value { variable, .. } => program.text(program[*variable].name),
        _ => "",
    };
    let groups: Vec<(Vec<&str>, bool)> = bindings
        .groups
        .iter()
        .map(|group| (group.members.iter().map(|index| name(*index)).collect(), group.recursive))
        .collect();
    assert_eq!(groups, [(vec!["g", "h"], true), (vec!["b"], false), (vec!["c"], false), (vec!["a"], false)]);
}

#[test]
fn own_names_hide_those_of_the_library() {
    let program =
        read("data Maybe a = None | Some a\nmap f x = f x\nhead (Some x) = map id x\n", Options::default());
    assert_eq!(program.function_named("map"), Some(function(&program, "map")));
    assert_ne!(program.library_function("map"), program.function_named("map"));
    assert!(program.function_named("sort").is_none() && program.library_function("sort").is_some());
    let users = program.functions.iter().filter(|function| function.origin == Origin::User).count();
    assert_eq!(users, 2, "what is local in the library is the library's");
}
