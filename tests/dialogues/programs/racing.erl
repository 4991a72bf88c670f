%% Two processes count in one table: each reads, then writes.
-module(racing).
-export([count/0]).

count() ->
    Table = ets:new(hits, [public]),
    ets:insert(Table, {hits, 0}),
    Workers = [spawn_monitor(fun() -> bump(Table, 2) end) || _ <- [1, 2]],
    [receive {'DOWN', Monitor, _, _, _} -> ok end || {_, Monitor} <- Workers],
    [{hits, Count}] = ets:lookup(Table, hits),
    Count.

bump(_, 0) -> ok;
bump(Table, N) ->
    [{hits, Count}] = ets:lookup(Table, hits),
    ets:insert(Table, {hits, Count + 1}),
    bump(Table, N - 1).
