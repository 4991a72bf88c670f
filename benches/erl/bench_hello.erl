%% As little as there is: start to first result.
-module(bench_hello).
-export([main/0]).

main() -> hello.
