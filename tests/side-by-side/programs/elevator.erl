%% A discrete event simulation with a priority queue.
-module(elevator).
-export([main/0]).

main() ->
    Events = gb_sets:from_list([{0, call, 3}, {2, call, 1}, {4, call, 5}, {50, call, 2}]),
    run(Events, #{floor => 0, queue => [], busy => false}, []).

run(Events, State, Log) ->
    case gb_sets:is_empty(Events) of
        true -> lists:reverse(Log);
        false ->
            {E, Rest} = gb_sets:take_smallest(Events),
            {New, State2, Entry} = handle(E, State),
            run(lists:foldl(fun gb_sets:add/2, Rest, New), State2, Entry ++ Log)
    end.

handle({T, call, F}, #{busy := false, floor := Here} = S) -> {[{T + 5 * abs(F - Here), arrive, F}], S#{busy := true}, []};
handle({_, call, F}, #{queue := Q} = S) -> {[], S#{queue := Q ++ [F]}, []};
handle({T, arrive, F}, #{queue := []} = S) -> {[], S#{floor := F, busy := false}, [{T, F}]};
handle({T, arrive, F}, #{queue := [N | Q]} = S) -> {[{T + 5 * abs(N - F), arrive, N}], S#{floor := F, queue := Q}, [{T, F}]}.
