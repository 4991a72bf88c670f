%% Memoisation in a named table.
-module(ets_cache).
-export([main/0]).

fib(N) when N < 2 -> N;
fib(N) ->
    case ets:lookup(ets_cache_table, N) of
        [{N, V}] -> ets:update_counter(ets_cache_table, hits, 1), V;
        [] ->
            V = fib(N - 1) + fib(N - 2),
            ets:insert(ets_cache_table, {N, V}),
            V
    end.

main() ->
    ets_cache_table = ets:new(ets_cache_table, [named_table, set]),
    ets:insert(ets_cache_table, {hits, 0}),
    V = fib(80),
    {V, ets:lookup(ets_cache_table, hits), ets:info(ets_cache_table, size)}.
