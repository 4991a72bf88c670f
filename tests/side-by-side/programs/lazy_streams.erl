%% Infinite lists as functions.
-module(lazy_streams).
-export([main/0]).

from(N) -> fun() -> [N | from(N + 1)] end.
map(F, S) -> fun() -> [H | T] = S(), [F(H) | map(F, T)] end.
filter(P, S) ->
    fun() ->
        [H | T] = S(),
        case P(H) of
            true -> [H | filter(P, T)];
            false -> (filter(P, T))()
        end
    end.
take(0, _) -> [];
take(N, S) -> [H | T] = S(), [H | take(N - 1, T)].
sieve(S) -> fun() -> [P | T] = S(), [P | sieve(filter(fun(X) -> X rem P =/= 0 end, T))] end.

main() ->
    {take(5, from(1)), take(5, map(fun(X) -> X * X end, from(1))), take(5, filter(fun(X) -> X rem 3 =:= 0 end, from(1))),
     take(15, sieve(from(2)))}.
