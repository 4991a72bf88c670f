%% Pascal's triangle, centred.
-module(pascal).
-export([main/0]).

next(Row) -> lists:zipwith(fun(A, B) -> A + B end, [0 | Row], Row ++ [0]).

main() ->
    Rows = lists:reverse(lists:foldl(fun(_, [R | _] = Acc) -> [next(R) | Acc] end, [[1]], lists:seq(1, 7))),
    lists:foreach(fun(R) ->
        io:format("~s~n", [string:trim(string:centre(lists:flatten(lists:join(" ", [integer_to_list(X) || X <- R])), 40), trailing)])
    end, Rows),
    lists:last(Rows).
