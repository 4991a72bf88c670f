%% Solves a sudoku by backtracking with exceptions.
-module(sudoku).
-export([main/0]).

main() ->
    Rows = ["530070000", "600195000", "098000060", "800060003", "400803001",
            "700020006", "060000280", "000419005", "000080079"],
    Grid = maps:from_list([{{R, C}, D - $0} || {R, Row} <- number(Rows), {C, D} <- number(Row), D =/= $0]),
    Empty = [{R, C} || R <- lists:seq(1, 9), C <- lists:seq(1, 9), not is_map_key({R, C}, Grid)],
    try solve(Empty, Grid), unsolvable
    catch throw:{solved, G} ->
        [io:format("~s~n", [[maps:get({R, C}, G) + $0 || C <- lists:seq(1, 9)]]) || R <- lists:seq(1, 9)],
        lists:sum([V || {{R, C}, V} <- maps:to_list(G), R =:= C])
    end.

number(L) -> lists:zip(lists:seq(1, length(L)), L).

solve([], G) -> throw({solved, G});
solve([Cell | Rest], G) ->
    lists:foreach(fun(D) ->
        case allowed(Cell, D, G) of
            true -> solve(Rest, G#{Cell => D});
            false -> ok
        end
    end, lists:seq(1, 9)).

allowed({R, C}, D, G) ->
    R0 = (R - 1) div 3 * 3, C0 = (C - 1) div 3 * 3,
    not (lists:any(fun(I) -> maps:get({R, I}, G, 0) =:= D orelse maps:get({I, C}, G, 0) =:= D end, lists:seq(1, 9))
         orelse lists:any(fun({I, J}) -> maps:get({R0 + I, C0 + J}, G, 0) =:= D end,
                          [{I, J} || I <- [1, 2, 3], J <- [1, 2, 3]])).
