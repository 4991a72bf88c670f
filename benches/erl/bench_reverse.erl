%% Naive reverse of 2,000 elements, ten times: lists made and dropped.
-module(bench_reverse).
-export([main/0]).

main() -> repeat(10, lists:seq(1, 2000)).

repeat(1, List) -> hd(reverse(List));
repeat(N, List) -> reverse(List), repeat(N - 1, List).

reverse([]) -> [];
reverse([X | Xs]) -> append(reverse(Xs), [X]).

append([], Ys) -> Ys;
append([X | Xs], Ys) -> [X | append(Xs, Ys)].
