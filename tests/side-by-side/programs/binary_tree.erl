%% A binary search tree with insertion, deletion and folds.
-module(binary_tree).
-export([main/0]).

insert(X, nil) -> {nil, X, nil};
insert(X, {L, Y, R}) when X < Y -> {insert(X, L), Y, R};
insert(X, {L, Y, R}) when X > Y -> {L, Y, insert(X, R)};
insert(_, T) -> T.

delete(_, nil) -> nil;
delete(X, {L, Y, R}) when X < Y -> {delete(X, L), Y, R};
delete(X, {L, Y, R}) when X > Y -> {L, Y, delete(X, R)};
delete(_, {nil, _, R}) -> R;
delete(_, {L, _, nil}) -> L;
delete(_, {L, _, R}) ->
    M = least(R),
    {L, M, delete(M, R)}.

least({nil, X, _}) -> X;
least({L, _, _}) -> least(L).

to_list(nil) -> [];
to_list({L, X, R}) -> to_list(L) ++ [X | to_list(R)].

depth(nil) -> 0;
depth({L, _, R}) -> 1 + max(depth(L), depth(R)).

main() ->
    T = lists:foldl(fun insert/2, nil, [50, 30, 70, 20, 40, 60, 80, 30]),
    io:format("~p~ndepth ~p~n", [T, depth(T)]),
    T2 = delete(50, delete(20, T)),
    {to_list(T), to_list(T2), T2}.
