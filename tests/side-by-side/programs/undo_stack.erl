%% An editor buffer with undo and redo.
-module(undo_stack).
-export([main/0]).

-record(ed, {text = "", undo = [], redo = []}).

do({insert, S}, #ed{text = T, undo = U}) -> #ed{text = T ++ S, undo = [T | U]};
do({delete, N}, #ed{text = T, undo = U}) -> #ed{text = lists:sublist(T, max(0, length(T) - N)), undo = [T | U]};
do(undo, #ed{undo = []} = E) -> E;
do(undo, #ed{text = T, undo = [P | U], redo = R}) -> #ed{text = P, undo = U, redo = [T | R]};
do(redo, #ed{redo = []} = E) -> E;
do(redo, #ed{text = T, undo = U, redo = [N | R]}) -> #ed{text = N, undo = [T | U], redo = R}.

main() ->
    Cmds = [{insert, "hello"}, {insert, " world"}, {delete, 3}, undo, undo, redo, {insert, "!"}, redo, undo],
    {States, Last} = lists:mapfoldl(fun(C, E) -> E2 = do(C, E), {E2#ed.text, E2} end, #ed{}, Cmds),
    io:format("~p~n", [States]),
    Last.
