%% A map whose function runs in one process per element.
-module(parallel_map).
-export([main/0]).

pmap(F, L) ->
    Refs = [begin
        Ref = make_ref(),
        Self = self(),
        spawn(fun() -> Self ! {Ref, try {ok, F(X)} catch C:R -> {C, R} end} end),
        Ref
    end || X <- L],
    [receive {Ref, R} -> R end || Ref <- Refs].

main() ->
    io:format("~p~n", [pmap(fun(X) -> X * X end, lists:seq(1, 10))]),
    pmap(fun(X) -> 12 div X end, [1, 0, 3, a]).
