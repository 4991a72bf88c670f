%% The shortest way through a maze by breadth-first search.
-module(bfs_maze).
-export([main/0]).

maze() -> ["S.#.....", "..#.###.", ".##...#.", "....#.#.", "###.#...", "....###E"].

main() ->
    Cells = maps:from_list([{{X, Y}, C} || {Y, Row} <- count(maze()), {X, C} <- count(Row)]),
    [Start] = [P || {P, $S} <- maps:to_list(Cells)],
    Path = bfs(queue:from_list([[Start]]), sets:from_list([Start]), Cells),
    Marked = lists:foldl(fun(P, M) -> maps:update_with(P, fun($.) -> $*; (C) -> C end, M) end, Cells, Path),
    [io:format("~s~n", [[maps:get({X, Y}, Marked) || X <- lists:seq(1, 8)]]) || Y <- lists:seq(1, 6)],
    length(Path) - 1.

count(L) -> lists:zip(lists:seq(1, length(L)), L).

bfs(Queue, Seen, Cells) ->
    {{value, [{X, Y} = Here | _] = Path}, Rest} = queue:out(Queue),
    case maps:get(Here, Cells) of
        $E -> lists:reverse(Path);
        _ ->
            Next = [P || P <- [{X + 1, Y}, {X - 1, Y}, {X, Y + 1}, {X, Y - 1}],
                         maps:get(P, Cells, $#) =/= $#, not sets:is_element(P, Seen)],
            bfs(lists:foldl(fun(P, Q) -> queue:in([P | Path], Q) end, Rest, Next),
                lists:foldl(fun sets:add_element/2, Seen, Next), Cells)
    end.
