%% Longest Collatz chain below a limit, with a cache in the process dictionary.
-module(collatz).
-export([main/0]).

chain(1) -> 1;
chain(N) ->
    case get({chain, N}) of
        undefined ->
            L = 1 + chain(if N rem 2 =:= 0 -> N div 2; true -> 3 * N + 1 end),
            put({chain, N}, L),
            L;
        L -> L
    end.

main() ->
    {Length, Start} = lists:max([{chain(N), N} || N <- lists:seq(1, 1000)]),
    io:format("~p has a chain of ~p~n", [Start, Length]),
    {Start, Length, chain(27)}.
