%% Merges overlapping intervals.
-module(interval_merge).
-export([main/0]).

merge(L) -> lists:reverse(lists:foldl(fun add/2, [], lists:sort(L))).

add({A, B}, [{C, D} | T]) when A =< D -> [{C, max(B, D)} | T];
add(I, T) -> [I | T].

main() -> {merge([{1, 3}, {8, 10}, {2, 6}, {15, 18}, {17, 20}]), merge([]), merge([{1, 1}, {1, 1}])}.
