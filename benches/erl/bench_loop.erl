%% 100,000,000 tail calls: the memory must not grow.
-module(bench_loop).
-export([main/0]).

main() -> loop(100000000).

loop(0) -> done;
loop(N) -> loop(N - 1).
