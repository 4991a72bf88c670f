%% The eight queens problem.
-module(queens).
-export([main/0]).

queens(N) -> place(N, N).

place(0, _) -> [[]];
place(K, N) -> [[Q | Qs] || Qs <- place(K - 1, N), Q <- lists:seq(1, N), safe(Q, Qs, 1)].

safe(_, [], _) -> true;
safe(Q, [P | Ps], D) when Q =/= P, abs(Q - P) =/= D -> safe(Q, Ps, D + 1);
safe(_, _, _) -> false.

main() ->
    [First | _] = All = queens(6),
    lists:foreach(fun(Q) ->
        io:format("~s~n", [[if C =:= Q -> $Q; true -> $. end || C <- lists:seq(1, 6)]])
    end, First),
    {length(All), All}.
