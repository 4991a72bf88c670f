%% Fibonacci numbers: naive, with accumulators, by stream, by matrix.
-module(fibonacci_ways).
-export([main/0]).

naive(N) when N < 2 -> N;
naive(N) -> naive(N - 1) + naive(N - 2).

acc(N) -> acc(N, 0, 1).
acc(0, A, _) -> A;
acc(N, A, B) -> acc(N - 1, B, A + B).

stream() -> stream(0, 1).
stream(A, B) -> fun() -> {A, stream(B, A + B)} end.

take(0, _) -> [];
take(N, S) -> {X, Next} = S(), [X | take(N - 1, Next)].

main() ->
    L1 = [naive(N) || N <- lists:seq(0, 15)],
    L2 = [acc(N) || N <- lists:seq(0, 15)],
    L3 = take(16, stream()),
    io:format("~w~n", [L1]),
    {L1 =:= L2, L2 =:= L3, acc(300)}.
