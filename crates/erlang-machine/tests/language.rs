//! The language, seen from outside: source in, printed value or exception out.

use erlang_machine::compile;
use erlang_machine::machine::{Budget, End};
use erlang_machine::observer::Unobserved;
use erlang_machine::process::ProcessEnd;
use erlang_machine::schedule::{Fair, Schedule};
use erlang_machine::world::ClosedWorld;
use erlang_term::Term;
use test_support::Sources;

/// Runs `m:main()`: what it printed, and its value or `class:reason`.
fn run(source: &str) -> (String, String) {
    let mut schedule = Fair;
    let options = compile::Options::default();
    let mut machine = test_support::machine(Sources::new(&[source]), "m", options, schedule.delivery());
    let mut world = ClosedWorld::default();
    let budget = Budget { max_steps: 50_000_000, ..Budget::UNLIMITED };
    let end = machine.run(&mut schedule, &mut world, &mut Unobserved, &budget);
    let printed = String::from_utf8_lossy(&world.out).into_owned();
    let main = machine.main().expect("started").state.clone();
    let value = match (end, main.outcome) {
        (End::Quiet, Some(ProcessEnd::Value(value))) => value.to_string(),
        (End::Quiet, Some(ProcessEnd::Exception(e))) => {
            format!("{}:{} {}", e.class.atom().name(), e.reason, short(&e.trace))
        }
        (End::Quiet, Some(ProcessEnd::Killed(reason))) => format!("killed:{reason}"),
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
fn generators_of_maps() {
    check("main() -> [{V, K} || K := V <- #{a => 1, b => 2}].", "[{1,a},{2,b}]");
    check("main() -> [K || K := 1 <- #{a => 1, b => 2, c => 1}].", "[a,c]");
    check("main() -> #{V => K || K := V <- #{a => 1, b => 2}, V > 1}.", "#{2 => b}");
    check("main() -> << <<V>> || _ := V <- #{a => 1, b => 2} >>.", "<<1,2>>");
    check("main() -> [{K, X} || K := V <- #{a => [1,2], b => [], c => [3]}, X <- V].", "[{a,1},{a,2},{c,3}]");
    check("main() -> [{X, K} || X <- [1,2], K := _ <- #{a => X}].", "[{1,a},{2,a}]");
    check("main() -> [K || K := _ <- maps:iterator(#{a => 1, b => 2}, reversed)].", "[b,a]");
    check("main() -> [K || K := _ <- #{}].", "[]");
    check(
        "main() -> try [K || K := _ <- x()] catch C:R -> {C, R} end.\nx() -> x.",
        "{error,{bad_generator,x}}",
    );
    check("main() -> try [K || {K} := _ <:- #{a => 1}] catch C:R -> {C, R} end.", "{error,{badmatch,{a,1}}}");
}

/// EEP 73. There is no OTP 28 to ask here: what is expected follows its reference manual and test
/// suite.
#[test]
fn generators_in_parallel() {
    let check = |comprehension: &str, expected: &str| {
        check(&format!("main() -> try {comprehension} catch error:Reason -> Reason end."), expected);
    };
    check("[{X, Y} || X <- [1,2] && Y <- [a,b]]", "[{1,a},{2,b}]");
    check("[X || X <- [] && _ <- []]", "[]");
    check("[X + Y || X <- [1,2,3] && <<Y>> <= <<10,20,30>>, Y > 10]", "[22,33]");
    check("[{X, K, V} || X <- [1,2] && K := V <- #{a => b, c => d}]", "[{1,a,b},{2,c,d}]");
    check("<< <<(X + Y)>> || X <- [1,2] && Y <- [3,4] >>", "<<4,6>>");
    check("#{X => Y || X <- [a,b] && Y <- [1,2]}", "#{a => 1,b => 2}");
    check("[{W, X, Y} || W <- [1,2], X <- [a,b] && Y <- [W,c]]", "[{1,a,1},{1,b,c},{2,a,2},{2,b,c}]");
    check("[{W, X} || X <- [a,b] && Y <- [1,2], W <- [X,Y]]", "[{a,a},{1,a},{b,b},{2,b}]");
    check("begin X = 0, {X, [X || X <- [1,2] && Y <- [3,4], Y > 3], X} end", "{0,[2],0}");
    // Relaxed generators pass over what does not match, together.
    check("[{X, Y} || {ok, X} <- [{ok,1},no,{ok,3}] && Y <- [a,b,c]]", "[{1,a},{3,c}]");
    check("[X || {X, _} <- [{1,a},{2,b}] && X <- [1,3]]", "[1]");
    check("[{X, Y} || <<1:1, X:3>> <= <<2#1001_0010_1011:12>> && Y <- [a,b,c]]", "[{1,a},{3,c}]");
    // All of them must end at once.
    check("[{X, Y} || X <- [1,2,3] && Y <- [a]]", "{bad_generators,{[2,3],[]}}");
    check("[{X, Y} || X <- x && Y <- [a]]", "{bad_generators,{x,[a]}}");
    check("[{X, Y} || X <- [1|x] && Y <- [a,b]]", "{bad_generators,{x,[b]}}");
    check("[X || X <- [] && _ := _ <- #{k => v}]", "{bad_generators,{[],{k,v,none}}}");
    check("[X || X <- [1] && _ := _ <- #{}]", "{bad_generators,{[1],none}}");
    check("[X || X <- [] && _ := _ <- m]", "{bad_generator,m}");
    check("[X || X <- [] && <<_:8>> <= <<1:3>>]", "[]");
    check("[X || X <- [1] && <<_:8>> <= <<1:3>>]", "{bad_generators,{[1],<<1:3>>}}");
    check("[X || X <- [] && <<_:8>> <= b]", "{bad_generators,{[],b}}");
    // What a strict one does not match is an error, whatever the others say.
    check("[X + Y || {X} <:- [{1}] && Y <:- [3]]", "[4]");
    check("[X + Y || {X} <:- [{1},2] && Y <- [3,4]]", "{bad_generators,{[2],[4]}}");
    check("[X + Y || {X} <:- [1] && {Y} <- [2]]", "{bad_generators,{[1],[2]}}");
    check("[X + Y || {X} <:- [{1},{2}] && {Y} <- [x,{2}]]", "[4]");
    check("[X || X <:- [1] && <<2:8>> <:= <<3:8>>]", "{bad_generators,{[1],<<3>>}}");
    check("[X || X <:- [] && <<_:8>> <:= <<1:3>>]", "{bad_generators,{[],<<1:3>>}}");
    check("[X || X <- [1] && k := {_} <:- #{k => v}]", "{bad_generators,{[1],{k,v,none}}}");
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
    check("main() -> catch 1/0.", "{'EXIT',{badarith,[{m,main,0,[{file,[109,46,101,114,108]},{line,3}]}]}}");
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
