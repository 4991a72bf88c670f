%% What each class of exception looks like to each kind of handler.
-module(exception_classes).
-export([main/0]).

raise(1) -> throw(t);
raise(2) -> exit(e);
raise(3) -> error(r);
raise(4) -> error({tagged, r});
raise(5) -> erlang:raise(error, custom, []);
raise(6) -> 1 / 0;
raise(7) -> fine.

with_catch(N) -> case catch raise(N) of {'EXIT', {R, S}} when is_list(S) -> {exit_error, R}; Other -> Other end.

with_try(N) ->
    try raise(N) of
        V -> {value, V}
    catch
        throw:X -> {throw, X};
        exit:X -> {exit, X};
        error:{tagged, X} -> {tagged, X};
        error:X -> {error, X}
    after
        put(count, get(count) + 1)
    end.

main() ->
    put(count, 0),
    R = [{with_catch(N), with_try(N)} || N <- lists:seq(1, 7)],
    [io:format("~p~n", [X]) || X <- R],
    get(count).
