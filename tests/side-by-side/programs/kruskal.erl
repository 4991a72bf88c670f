%% A minimum spanning tree.
-module(kruskal).
-export([main/0]).

main() ->
    Edges = [{7, a, b}, {5, a, d}, {8, b, c}, {9, b, d}, {7, b, e}, {5, c, e}, {15, d, e}, {6, d, f}, {8, e, f}, {9, e, g}, {11, f, g}],
    {Tree, _} = lists:foldl(fun({W, A, B}, {T, Sets}) ->
        case {set_of(A, Sets), set_of(B, Sets)} of
            {S, S} -> {T, Sets};
            {S1, S2} -> {[{W, A, B} | T], [ordsets:union(S1, S2) | Sets -- [S1, S2]]}
        end
    end, {[], [[X] || X <- [a, b, c, d, e, f, g]]}, lists:sort(Edges)),
    {lists:sum([W || {W, _, _} <- Tree]), lists:reverse(Tree)}.

set_of(X, Sets) -> hd([S || S <- Sets, lists:member(X, S)]).
