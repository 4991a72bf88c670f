%% Disjoint sets with path compression in a map.
-module(union_find).
-export([main/0]).

find(X, P) ->
    case maps:get(X, P, X) of
        X -> {X, P};
        Y ->
            {R, P2} = find(Y, P),
            {R, P2#{X => R}}
    end.

union(A, B, P) ->
    {Ra, P1} = find(A, P),
    {Rb, P2} = find(B, P1),
    if Ra =:= Rb -> P2; true -> P2#{Ra => Rb} end.

main() ->
    P = lists:foldl(fun({A, B}, Acc) -> union(A, B, Acc) end, #{}, [{1, 2}, {3, 4}, {2, 3}, {5, 6}, {7, 7}]),
    Groups = maps:groups_from_list(fun(X) -> element(1, find(X, P)) end, lists:seq(1, 8)),
    lists:sort(maps:values(Groups)).
