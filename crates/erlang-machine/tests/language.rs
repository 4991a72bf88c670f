//! The language, seen from outside: source in, printed value or exception out.

use std::rc::Rc;

use erlang_machine::compile;
use erlang_machine::machine::{Budget, End, Machine};
use erlang_machine::observer::Unobserved;
use erlang_machine::process::Outcome;
use erlang_machine::program::Program;
use erlang_machine::schedule::{Fair, Schedule};
use erlang_machine::world::{ClosedWorld, Found, Loader};
use erlang_syntax::source::Include;
use erlang_syntax::{Options, parse_module};
use erlang_term::{Atom, Term};

struct NoFiles;

impl Include for NoFiles {
    fn include(&self, _from: &str, _name: &str) -> Option<(String, Vec<u8>)> {
        None
    }
    fn include_lib(&self, _from: &str, _name: &str) -> Option<(String, Vec<u8>)> {
        None
    }
}

struct OneModule(String);

impl Loader for OneModule {
    fn load(&self, module: Atom) -> Found {
        let (text, trusted) = match module.name() {
            "m" => (self.0.as_str(), false),
            name => match erlang_library::source(name) {
                Some(text) => (text, true),
                None => return Found::Nothing,
            },
        };
        let options = Options { include: &NoFiles, ..Options::default() };
        let (module, problems) = parse_module(&format!("{}.erl", module.name()), text.as_bytes(), &options);
        match problems.first() {
            Some(problem) => Found::Broken(problem.message.clone()),
            None => Found::Module { module: Rc::new(module), trusted },
        }
    }
}

/// Runs `m:main()`: what it printed, and its value or `class:reason`.
fn run(source: &str) -> (String, String) {
    let program = Program::new(Box::new(OneModule(source.into())), compile::Options::default());
    let mut schedule = Fair;
    let mut machine = Machine::new(Rc::new(program), schedule.delivery());
    machine.start(Atom::new("m"), Atom::new("main"));
    let mut world = ClosedWorld::default();
    let budget = Budget { max_steps: 50_000_000, ..Budget::UNLIMITED };
    let end = machine.run(&mut schedule, &mut world, &mut Unobserved, &budget);
    let printed = String::from_utf8_lossy(&world.out).into_owned();
    let main = machine.main().expect("started").state.clone();
    let value = match (end, main.outcome) {
        (End::Quiet, Some(Outcome::Value(value))) => value.to_string(),
        (End::Quiet, Some(Outcome::Exception(e))) => {
            format!("{}:{} {}", e.class.atom().name(), e.reason, short(&e.trace))
        }
        (End::Quiet, Some(Outcome::Killed(reason))) => format!("killed:{reason}"),
        (End::Quiet, None) => "stuck".into(),
        (end, _) => format!("{end:?}"),
    };
    (printed, value)
}

/// `f/1:3` for each entry of a trace.
fn short(trace: &Term) -> String {
    let entries = trace.proper_list().unwrap_or_default();
    let texts = entries.iter().map(|entry| {
        let entry = entry.as_tuple().expect("an entry");
        let line = entry[3].proper_list().unwrap_or_default().iter().find_map(|item| {
            let item = item.as_tuple()?;
            (item[0] == Term::atom("line")).then(|| item[1].to_string())
        });
        let arity = match &entry[2] {
            Term::Int(n) => n.to_string(),
            arguments => arguments.to_string(),
        };
        format!("{}:{}/{}@{}", entry[0], entry[1], arity, line.unwrap_or_default())
    });
    texts.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(body: &str, expected: &str) {
    let source = format!("-module(m).\n-export([main/0]).\n{body}");
    let (_, value) = run(&source);
    assert_eq!(value, expected, "\n{body}");
}

#[test]
fn calls_and_arithmetic() {
    check("main() -> fib(20).\nfib(N) when N < 2 -> N;\nfib(N) -> fib(N-1) + fib(N-2).", "6765");
    check("main() -> fact(25).\nfact(0) -> 1;\nfact(N) -> N * fact(N-1).", "15511210043330985984000000");
    check("main() -> loop(1000000, 0).\nloop(0, A) -> A;\nloop(N, A) -> loop(N-1, A+N).", "500000500000");
    check("main() -> count(1000000).\ncount(0) -> 0;\ncount(N) -> 1 + count(N-1).", "1000000");
}

#[test]
fn patterns() {
    check("main() -> {A, [B|C]} = {1, [2,3]}, {C, B, A}.", "{[3],2,1}");
    check("main() -> f([{1},1]).\nf([{X}|[X]]) -> X;\nf(_) -> no.", "1");
    check("main() -> case #{a => 1, b => 2} of #{a := X, c := _} -> {c, X}; #{a := X} -> X end.", "1");
    check("main() -> <<A:4, B:4, R/binary>> = <<16#ab, 1, 2>>, {A, B, R}.", "{10,11,<<1,2>>}");
    check("main() -> \"ab\" ++ T = \"abc\", T.", "[99]");
    check("main() -> X = 1, case 2 of X -> same; _ -> other end.", "other");
}

#[test]
fn funs_and_comprehensions() {
    check("main() -> Y = 10, F = fun(X) -> X + Y end, [F(1), F(2)].", "[11,12]");
    check("main() -> F = fun Fact(0) -> 1; Fact(N) -> N * Fact(N-1) end, F(10).", "3628800");
    check("main() -> [{X,Y} || X <- [1,2,3], X > 1, Y <- [a,b]].", "[{2,a},{2,b},{3,a},{3,b}]");
    check("main() -> X = 5, [X || X <- [1,2], _ <- [X,X]].", "[1,1,2,2]");
    check("main() -> << <<(X*2)>> || X <- [1,2,3] >>.", "<<2,4,6>>");
    check("main() -> [X || <<X:2>> <= <<27>>].", "[0,1,2,3]");
    check("main() -> [X || X <- [1,2]] ++ [3].", "[1,2,3]");
    check("main() -> F = fun lists:reverse/1, F([1,2]).", "[2,1]");
}

#[test]
fn exceptions() {
    check("main() -> f(a).\nf(1) -> ok.", "error:function_clause m:f/[a]@4");
    check(
        "main() -> X = f(), {X}.\nf() -> {1 + a()}.\na() -> b.",
        "error:badarith erlang:'+'/[1,b]@ m:f/0@4 m:main/0@3",
    );
    check("main() -> try throw(x) catch throw:X -> {caught, X} end.", "{caught,x}");
    check("main() -> try error(x) after put(a, 1) end.", "error:x m:main/0@3");
    check(
        "main() -> catch 1/0.",
        "{'EXIT',{badarith,[{erlang,'/',[1,0],[{error_info,#{module => erl_erts_errors}}]},{m,main,0,[{file,[109,46,101,114,108]},{line,3}]}]}}",
    );
    check("main() -> {a, b} = c().\nc() -> x.", "error:{badmatch,x} m:main/0@3");
    check("main() -> nope:f(1), ok.", "error:undef nope:f/[1]@ m:main/0@3");
}

#[test]
fn processes() {
    check(
        "main() -> P = self(), C = spawn(fun() -> receive {X, Y} -> P ! X + Y end end), C ! {1, 2}, receive R -> R end.",
        "3",
    );
    check("main() -> receive after 1000 -> done end.", "done");
    check("main() -> receive x -> ok end.", "stuck");
    check(
        "main() -> process_flag(trap_exit, true), P = spawn_link(fun() -> exit(bye) end), receive {'EXIT', P, R} -> R end.",
        "bye",
    );
}
