%% Merge sort in which halves are sorted by processes of their own, down to a depth.
-module(parallel_mergesort).
-export([main/0]).

main() ->
    {sort([5, 3, 8, 1, 9, 2, 7], 2), sort([], 1), sort([b, a, c, a], 1)}.

sort(List, 0) ->
    split_and_merge(List, fun(Half) -> sort(Half, 0) end, fun(Sorted) -> Sorted end);
sort(List, Depth) ->
    Start = fun(Half) -> start(Half, Depth - 1) end,
    split_and_merge(List, Start, fun await/1).

split_and_merge(List, _, _) when length(List) < 2 ->
    List;
split_and_merge(List, Start, Await) ->
    {Left, Right} = lists:split(length(List) div 2, List),
    {A, B} = {Start(Left), Start(Right)},
    merge(Await(A), Await(B)).

start(List, Depth) ->
    Parent = self(),
    spawn(fun() -> Parent ! {sorted, self(), sort(List, Depth)} end).

await(Child) ->
    receive
        {sorted, Child, Sorted} -> Sorted
    end.

merge([], Right) -> Right;
merge(Left, []) -> Left;
merge([L | Left], [R | Right]) when L =< R -> [L | merge(Left, [R | Right])];
merge(Left, [R | Right]) -> [R | merge(Left, Right)].
