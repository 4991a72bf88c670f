%% Matrix operations on lists of lists.
-module(matrix).
-export([main/0]).

transpose([[] | _]) -> [];
transpose(M) -> [[hd(R) || R <- M] | transpose([tl(R) || R <- M])].

mul(A, B) ->
    Bt = transpose(B),
    [[lists:sum(lists:zipwith(fun(X, Y) -> X * Y end, R, C)) || C <- Bt] || R <- A].

identity(N) -> [[if I =:= J -> 1; true -> 0 end || J <- lists:seq(1, N)] || I <- lists:seq(1, N)].

power(M, 0) -> identity(length(M));
power(M, N) when N rem 2 =:= 0 -> H = power(M, N div 2), mul(H, H);
power(M, N) -> mul(M, power(M, N - 1)).

det([[X]]) -> X;
det([Row | Rest]) ->
    lists:sum([sign(J) * X * det([drop(J, R) || R <- Rest]) || {J, X} <- lists:zip(lists:seq(1, length(Row)), Row)]).

sign(J) when J rem 2 =:= 1 -> 1;
sign(_) -> -1.

drop(J, R) -> lists:sublist(R, J - 1) ++ lists:nthtail(J, R).

main() ->
    A = [[1, 2], [3, 4]],
    io:format("~p~n", [transpose([[1, 2, 3], [4, 5, 6]])]),
    {mul(A, A), power([[1, 1], [1, 0]], 90), det([[2, 0, 1], [1, 3, 2], [1, 1, 1]]), det(A), mul(A, [[0.5], [1]])}.
