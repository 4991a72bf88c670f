%% Airline seats: agents sell the seats of one plane, which is a table; whoever takes a seat must be the first to write its name.
-module(seats).
-export([main/0]).

main() ->
    Plane = ets:new(plane, [public, set, named_table]),
    ets:insert(Plane, [{Seat, free} || Seat <- lists:seq(1, 8)]),
    Sold = counters:new(1, []),
    Agents = [spawn_monitor(fun() -> agent(N, 0, Sold) end) || N <- [1, 2, 3]],
    Each = [receive {'DOWN', Ref, process, Pid, {sold, N}} -> N end || {Pid, Ref} <- Agents],
    Names = [Name || {_, Name} <- ets:tab2list(plane)],
    {lists:sum(Each), counters:get(Sold, 1), [free || free <- Names], length(Names)}.

agent(N, Count, Sold) ->
    case ets:select(plane, [{{'$1', free}, [], ['$1']}]) of
        [] -> exit({sold, Count});
        Free ->
            Seat = lists:nth(1 + (N + Count) rem length(Free), Free),
            case ets:select_replace(plane, [{{Seat, free}, [], [{{Seat, {const, {agent, N}}}}]}]) of
                1 ->
                    counters:add(Sold, 1, 1),
                    put(Seat, mine),
                    erlang:yield(),
                    agent(N, Count + 1, Sold);
                0 -> agent(N, Count, Sold)
            end
    end.
