%% Quicksort with comprehensions.
-module(quicksort).
-export([main/0]).

sort([]) -> [];
sort([Pivot | Rest]) ->
    sort([X || X <- Rest, X < Pivot]) ++ [Pivot] ++ sort([X || X <- Rest, X >= Pivot]).

main() ->
    io:format("~p~n", [sort([3, 1, 4, 1, 5, 9, 2, 6])]),
    io:format("~p~n", [sort("the quick brown fox")]),
    sort([b, 1, {c}, "d", 2.0, a]).
