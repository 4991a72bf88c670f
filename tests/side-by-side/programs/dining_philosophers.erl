%% Philosophers that take the lower fork first never starve.
-module(dining_philosophers).
-export([main/0]).

main() ->
    N = 5,
    Forks = list_to_tuple([spawn(fun fork/0) || _ <- lists:seq(1, N)]),
    Self = self(),
    [spawn(fun() -> philosopher(I, element(min(I, I rem N + 1), Forks), element(max(I, I rem N + 1), Forks), 3, Self) end)
     || I <- lists:seq(1, N)],
    lists:sort([receive {ate, I, Times} -> {I, Times} end || _ <- lists:seq(1, N)]).

philosopher(I, _, _, 0, Main) -> Main ! {ate, I, 3};
philosopher(I, A, B, Meals, Main) ->
    take(A), take(B),
    erlang:yield(),
    B ! {put, self()}, A ! {put, self()},
    philosopher(I, A, B, Meals - 1, Main).

take(F) -> F ! {take, self()}, receive {taken, F} -> ok end.

fork() -> receive {take, P} -> P ! {taken, self()}, receive {put, P} -> fork() end end.
