%% Shortest paths in a weighted graph.
-module(dijkstra).
-export([main/0]).

graph() -> #{a => [{b, 7}, {c, 9}, {f, 14}], b => [{a, 7}, {c, 10}, {d, 15}], c => [{a, 9}, {b, 10}, {d, 11}, {f, 2}],
             d => [{b, 15}, {c, 11}, {e, 6}], e => [{d, 6}, {f, 9}], f => [{a, 14}, {c, 2}, {e, 9}], g => []}.

search(From) -> search(gb_sets:singleton({0, From, [From]}), #{}).

search(Front, Done) ->
    case gb_sets:is_empty(Front) of
        true -> Done;
        false ->
            {{D, N, Path}, Rest} = gb_sets:take_smallest(Front),
            case Done of
                #{N := _} -> search(Rest, Done);
                _ ->
                    Next = lists:foldl(fun({M, W}, F) -> gb_sets:add({D + W, M, [M | Path]}, F) end,
                                       Rest, maps:get(N, graph())),
                    search(Next, Done#{N => {D, lists:reverse(Path)}})
            end
    end.

main() ->
    Result = search(a),
    maps:foreach(fun(N, {D, P}) -> io:format("~p: ~p by ~p~n", [N, D, P]) end, Result),
    {maps:get(e, Result), is_map_key(g, Result)}.
