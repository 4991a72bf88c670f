%% A server that changes its own behaviour by message.
-module(hot_swap).
-export([main/0]).

main() ->
    S = spawn(fun() -> server(fun(X) -> X + 1 end) end),
    A = call(S, 10),
    S ! {swap, fun(X) -> X * 2 end},
    B = call(S, 10),
    S ! {swap, fun lists:reverse/1},
    C = call(S, "abc"),
    {A, B, C}.

call(S, X) -> S ! {self(), X}, receive {S, R} -> R end.

server(F) ->
    receive
        {swap, G} -> server(G);
        {From, X} -> From ! {self(), F(X)}, server(F)
    end.
