%% A token goes round a ring of processes.
-module(ring).
-export([main/0]).

main() ->
    Parent = self(),
    Last = lists:foldl(fun(I, Next) -> spawn(fun() -> node_(I, Next) end) end, Parent, lists:seq(20, 1, -1)),
    Last ! {token, []},
    receive
        {token, Path} ->
            io:format("the token passed ~p processes~n", [length(Path)]),
            lists:reverse(Path)
    end.

node_(I, Next) ->
    receive
        {token, Path} -> Next ! {token, [I | Path]}
    end.
