%% A process that keeps the last N events.
-module(event_log).
-export([main/0]).

main() ->
    L = spawn(fun() -> log(queue:new(), 3) end),
    [L ! {event, E} || E <- [a, b, c, d, e]],
    L ! {dump, self()},
    receive {events, Es} -> io:format("~p~n", [Es]), Es end.

log(Q, Max) ->
    receive
        {event, E} ->
            Q1 = queue:in(E, Q),
            log(case queue:len(Q1) > Max of true -> queue:drop(Q1); false -> Q1 end, Max);
        {dump, To} -> To ! {events, queue:to_list(Q)}, log(Q, Max)
    end.
