%% A leftist heap and heap sort.
-module(heap).
-export([main/0]).

merge(nil, H) -> H;
merge(H, nil) -> H;
merge({_, X, L, R}, {_, Y, _, _} = H) when X =< Y -> node_(X, L, merge(R, H));
merge(H, {_, Y, L, R}) -> node_(Y, L, merge(H, R)).

node_(X, A, B) ->
    case {rank(A), rank(B)} of
        {Ra, Rb} when Ra >= Rb -> {Rb + 1, X, A, B};
        {Ra, _} -> {Ra + 1, X, B, A}
    end.

rank(nil) -> 0;
rank({N, _, _, _}) -> N.

push(X, H) -> merge({1, X, nil, nil}, H).
drain(nil) -> [];
drain({_, X, L, R}) -> [X | drain(merge(L, R))].

main() ->
    L = [X * 31 rem 17 || X <- lists:seq(1, 16)],
    H = lists:foldl(fun push/2, nil, L),
    {L, drain(H), rank(H), drain(push(b, push(1.5, push(a, nil))))}.
