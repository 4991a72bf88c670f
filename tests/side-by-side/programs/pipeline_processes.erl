%% Stages connected by messages, ended by a marker.
-module(pipeline_processes).
-export([main/0]).

stage(F, Next) ->
    spawn(fun() -> stage_loop(F, Next) end).

stage_loop(F, Next) ->
    receive
        eof -> Next ! eof;
        X -> [Next ! Y || Y <- F(X)], stage_loop(F, Next)
    end.

main() ->
    Last = stage(fun(X) -> [X * 10] end, self()),
    Middle = stage(fun(X) when X rem 2 =:= 0 -> []; (X) -> [X, X] end, Last),
    First = stage(fun(X) -> [X + 1] end, Middle),
    [First ! N || N <- lists:seq(1, 6)],
    First ! eof,
    collect().

collect() -> receive eof -> []; X -> [X | collect()] end.
