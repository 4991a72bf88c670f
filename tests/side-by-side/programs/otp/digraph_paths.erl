%% Graphs with the digraph library.
-module(digraph_paths).
-export([main/0]).

main() ->
    G = digraph:new(),
    [digraph:add_vertex(G, V) || V <- [a, b, c, d, e]],
    [digraph:add_edge(G, X, Y) || {X, Y} <- [{a, b}, {b, c}, {c, a}, {c, d}]],
    R = {digraph:get_path(G, a, d), digraph:get_path(G, d, a), lists:sort(digraph:out_neighbours(G, c)),
         digraph:no_vertices(G), lists:sort([lists:sort(C) || C <- digraph_utils:strong_components(G)]),
         digraph_utils:is_acyclic(G), lists:sort(digraph_utils:reachable([b], G))},
    digraph:delete(G),
    R.
