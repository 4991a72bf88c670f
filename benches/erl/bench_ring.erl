%% A message goes 100,000 hops round a ring of 100 processes.
-module(bench_ring).
-export([main/0]).

main() ->
    Last = lists:foldl(fun(_, Next) -> spawn(fun() -> hop(Next) end) end, self(), lists:seq(1, 99)),
    Last ! 100000,
    root(Last).

hop(Next) ->
    receive
        0 -> Next ! 0;
        N -> Next ! N - 1, hop(Next)
    end.

root(Next) ->
    receive
        0 -> done;
        N -> Next ! N - 1, root(Next)
    end.
