%% Calls and small integers.
-module(bench_fib).
-export([main/0, fib/1]).

main() -> fib(32).

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).
