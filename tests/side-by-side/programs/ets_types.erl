%% The four table types with equal keys.
-module(ets_types).
-export([main/0]).

main() ->
    [begin
        T = ets:new(t, [Type]),
        ets:insert(T, [{k, 1}, {k, 2}, {k, 1}, {1, int}, {1.0, float}]),
        R = {Type, ets:lookup(T, k), ets:info(T, size), ets:lookup(T, 1), ets:member(T, 1.0)},
        ets:delete_object(T, {k, 1}),
        io:format("~p~n~p~n", [R, lists:sort(ets:tab2list(T))]),
        ets:delete(T),
        element(3, R)
     end || Type <- [set, ordered_set, bag, duplicate_bag]].
