%% Pseudo-random numbers by hand, and a Monte Carlo estimate.
-module(linear_congruential).
-export([main/0]).

next(S) -> (S * 1103515245 + 12345) band 16#7fffffff.

numbers(0, _) -> [];
numbers(N, S) -> X = next(S), [X | numbers(N - 1, X)].

main() ->
    Ns = numbers(2000, 42),
    Fs = [N / 16#80000000 || N <- Ns],
    {Xs, Ys} = lists:split(1000, Fs),
    Inside = length([1 || {X, Y} <- lists:zip(Xs, Ys), X * X + Y * Y =< 1]),
    {lists:sublist(Ns, 5), Inside, 4 * Inside / 1000}.
