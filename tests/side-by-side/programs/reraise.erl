%% An exception is caught, logged, and raised again with its old trace.
-module(reraise).
-export([main/0]).

work(X) -> 10 div X.

logged(F) ->
    try F()
    catch
        Class:Reason:Stack ->
            io:format("log: ~p ~p~n", [Class, Reason]),
            erlang:raise(Class, Reason, Stack)
    end.

main() ->
    try logged(fun() -> work(0) end)
    catch error:badarith:S ->
        [F || {?MODULE, F, _, _} <- S, lists:member(F, [work, logged, main])]
    end.
