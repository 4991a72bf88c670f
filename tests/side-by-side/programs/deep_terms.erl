%% Very deep and very long terms are ordinary.
-module(deep_terms).
-export([main/0]).

deep(0, T) -> T;
deep(N, T) -> deep(N - 1, {n, [T]}).
height({n, [T]}, N) -> height(T, N + 1);
height(_, N) -> N.

count(0) -> 0;
count(N) -> 1 + count(N - 1).

main() ->
    D = deep(200000, leaf),
    L = lists:seq(1, 300000),
    {height(D, 0), D =:= deep(200000, leaf), D < deep(200000, zzz), length(L), lists:sum(L), count(500000), byte_size(term_to_binary(D)) > 200000}.
