%% A map of 50,000 keys: built, updated, read.
-module(bench_maps).
-export([main/0]).

main() ->
    Built = build(50000, #{}),
    Updated = update(50000, Built),
    total(50000, Updated, 0).

build(0, Map) -> Map;
build(N, Map) -> build(N - 1, Map#{(N * 7919) rem 1000003 => N}).

update(0, Map) -> Map;
update(N, Map) ->
    Key = (N * 7919) rem 1000003,
    #{Key := Value} = Map,
    update(N - 1, Map#{Key := Value + 1}).

total(0, _Map, Sum) -> Sum;
total(N, Map, Sum) -> total(N - 1, Map, Sum + maps:get((N * 7919) rem 1000003, Map)).
