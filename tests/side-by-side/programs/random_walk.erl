%% A seeded random walk is the same everywhere.
-module(random_walk).
-export([main/0]).

main() ->
    rand:seed(exsss, {12, 34, 56}),
    Path = walk({0, 0}, 15, []),
    io:format("~w~n", [Path]),
    Dice = [rand:uniform(6) || _ <- lists:seq(1, 20)],
    Shuffled = [X || {_, X} <- lists:sort([{rand:uniform(), X} || X <- lists:seq(1, 10)])],
    {lists:last(Path), Dice, Shuffled}.

walk(_, 0, Acc) -> lists:reverse(Acc);
walk({X, Y} = P, N, Acc) ->
    Next = case rand:uniform(4) of 1 -> {X + 1, Y}; 2 -> {X - 1, Y}; 3 -> {X, Y + 1}; 4 -> {X, Y - 1} end,
    walk(Next, N - 1, [P | Acc]).
