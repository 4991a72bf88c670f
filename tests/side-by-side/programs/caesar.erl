%% Caesar cipher and its breaking by letter frequency.
-module(caesar).
-export([main/0]).

shift(N, S) -> [rot(N, C) || C <- S].

rot(N, C) when C >= $a, C =< $z -> (C - $a + N + 26) rem 26 + $a;
rot(N, C) when C >= $A, C =< $Z -> (C - $A + N + 26) rem 26 + $A;
rot(_, C) -> C.

score(S) -> length([C || C <- S, lists:member(C, "etaoin")]).

main() ->
    Secret = shift(7, "Meet me at the station at nine tonight"),
    io:format("~s~n", [Secret]),
    {_, Best} = lists:max([{score(shift(-N, Secret)), -N} || N <- lists:seq(0, 25)]),
    {Secret, shift(Best, Secret)}.
