%% Workers end in different ways; the monitors say how.
-module(monitor_workers).
-export([main/0]).

main() ->
    Jobs = [fun() -> ok end, fun() -> exit(done) end, fun() -> error(failed) end, fun() -> throw(ball) end,
            fun() -> exit(self(), kill) end, fun() -> lists:nosuch(1) end],
    Refs = [element(2, spawn_monitor(F)) || F <- Jobs],
    [receive {'DOWN', R, process, _, Why} -> simple(Why) end || R <- Refs].

simple({Why, Trace}) when is_list(Trace) -> {Why, trace};
simple(Why) -> Why.
