%% A mutual-exclusion server guards a shared table.
-module(mutex).
-export([main/0]).

main() ->
    Mutex = spawn(fun free/0),
    T = ets:new(shared, [public]),
    ets:insert(T, {n, 0}),
    Ps = [spawn_monitor(fun() -> [with(Mutex, fun() -> bump(T) end) || _ <- lists:seq(1, 20)] end) || _ <- lists:seq(1, 5)],
    [receive {'DOWN', R, _, _, Why} -> normal = Why end || {_, R} <- Ps],
    ets:lookup(T, n).

bump(T) ->
    [{n, V}] = ets:lookup(T, n),
    erlang:yield(),
    ets:insert(T, {n, V + 1}).

with(Mutex, F) ->
    Mutex ! {acquire, self()},
    receive granted -> ok end,
    try F() after Mutex ! {release, self()} end.

free() -> receive {acquire, P} -> P ! granted, busy(P) end.
busy(P) -> receive {release, P} -> free() end.
