%% Conway's game of life on a set of cells.
-module(game_of_life).
-export([main/0]).

step(Cells) ->
    Counts = lists:foldl(fun(C, M) -> maps:update_with(C, fun(N) -> N + 1 end, 1, M) end, #{},
                         [{X + Dx, Y + Dy} || {X, Y} <- ordsets:to_list(Cells),
                                              Dx <- [-1, 0, 1], Dy <- [-1, 0, 1], {Dx, Dy} =/= {0, 0}]),
    ordsets:from_list([C || {C, N} <- maps:to_list(Counts), N =:= 3 orelse (N =:= 2 andalso ordsets:is_element(C, Cells))]).

show(Cells) ->
    [io:format("~s~n", [[case ordsets:is_element({X, Y}, Cells) of true -> $#; false -> $. end || X <- lists:seq(0, 7)]])
     || Y <- lists:seq(0, 5)],
    io:nl().

main() ->
    Glider = ordsets:from_list([{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}]),
    lists:foldl(fun(_, C) -> show(C), step(C) end, Glider, lists:seq(1, 4)).
