%% Walking tables with first and next, also while deleting.
-module(ets_iteration).
-export([main/0]).

main() ->
    T = ets:new(t, [ordered_set]),
    ets:insert(T, [{N, N * N} || N <- lists:seq(1, 10)]),
    Forward = walk(T, ets:first(T), fun(K) -> ets:next(T, K) end),
    Backward = walk(T, ets:last(T), fun(K) -> ets:prev(T, K) end),
    [ets:delete(T, K) || K <- Forward, K rem 2 =:= 0],
    {Page1, C1} = ets:select(T, [{{'$1', '_'}, [], ['$1']}], 2),
    {Page2, C2} = ets:select(C1),
    {Page3, C3} = ets:select(C2),
    {Forward, Backward, Page1, Page2, Page3, case C3 of '$end_of_table' -> C3; _ -> ets:select(C3) end}.

walk(_, '$end_of_table', _) -> [];
walk(T, K, Next) -> [K | walk(T, Next(K), Next)].
