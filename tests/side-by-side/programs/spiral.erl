%% Reads a matrix in spiral order.
-module(spiral).
-export([main/0]).

spiral([]) -> [];
spiral([Row | Rest]) -> Row ++ spiral(rotate(Rest)).

rotate([]) -> [];
rotate(M) -> lists:reverse(transpose(M)).

transpose([[] | _]) -> [];
transpose(M) -> [[hd(R) || R <- M] | transpose([tl(R) || R <- M])].

main() -> {spiral([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]), spiral([[a]]), spiral([])}.
