%% A token makes several rounds; each process counts its visits.
-module(ring_hops).
-export([main/0]).

main() ->
    Self = self(),
    N = 7,
    Pids = [spawn(fun() -> wait_next(Self) end) || _ <- lists:seq(1, N)],
    lists:foreach(fun({P, Next}) -> P ! {next, Next} end, lists:zip(Pids, tl(Pids) ++ [hd(Pids)])),
    hd(Pids) ! {hop, 30},
    receive finished -> ok end,
    Counts = [begin P ! {count, self()}, receive {count, P, C} -> C end end || P <- Pids],
    io:format("visits ~w~n", [Counts]),
    lists:sum(Counts).

wait_next(Main) ->
    receive {next, Next} -> loop(Main, Next, 0) end.

loop(Main, Next, Count) ->
    receive
        {hop, 0} -> Main ! finished, loop(Main, Next, Count + 1);
        {hop, N} -> Next ! {hop, N - 1}, loop(Main, Next, Count + 1);
        {count, From} -> From ! {count, self(), Count}
    end.
