%% The knapsack problem by dynamic programming over a map.
-module(knapsack).
-export([main/0]).

main() ->
    Items = [{map, 9, 150}, {compass, 13, 35}, {water, 153, 200}, {sandwich, 50, 160}, {glucose, 15, 60},
             {tin, 68, 45}, {banana, 27, 60}, {apple, 39, 40}],
    Best = lists:foldl(fun({Name, W, V}, Table) ->
        maps:fold(fun(Cap, {Val, Names}, T) when Cap + W =< 200 ->
                          New = {Val + V, [Name | Names]},
                          case T of
                              #{Cap + W := Old} when Old >= New -> T;
                              _ -> T#{Cap + W => New}
                          end;
                     (_, _, T) -> T
                  end, Table, Table)
    end, #{0 => {0, []}}, Items),
    {Value, Names} = lists:max(maps:values(Best)),
    {Value, lists:sort(Names)}.
