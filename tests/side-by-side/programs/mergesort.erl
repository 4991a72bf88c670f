%% Merge sort, bottom of the recursion first.
-module(mergesort).
-export([main/0]).

sort([]) -> [];
sort([X]) -> [X];
sort(L) ->
    {A, B} = lists:split(length(L) div 2, L),
    merge(sort(A), sort(B)).

merge([], B) -> B;
merge(A, []) -> A;
merge([X | A], [Y | _] = B) when X =< Y -> [X | merge(A, B)];
merge(A, [Y | B]) -> [Y | merge(A, B)].

main() ->
    L = [X * 37 rem 101 || X <- lists:seq(1, 50)],
    S = sort(L),
    io:format("~w~n", [S]),
    S =:= lists:sort(L).
