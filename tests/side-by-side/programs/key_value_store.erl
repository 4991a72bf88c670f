%% A registered key-value store with a client interface.
-module(key_value_store).
-export([main/0, start/0, put/2, get/1, delete/1, keys/0, stop/0]).
-compile({no_auto_import, [put/2, get/1]}).

start() ->
    Pid = spawn(fun() -> loop(#{}) end),
    register(kv_store, Pid),
    Pid.

put(Key, Value) -> call({put, Key, Value}).
get(Key) -> call({get, Key}).
delete(Key) -> call({delete, Key}).
keys() -> call(keys).
stop() -> call(stop).

call(Request) ->
    kv_store ! {self(), Request},
    receive {kv_store, Reply} -> Reply end.

loop(Map) ->
    receive
        {From, Request} ->
            case handle(Request, Map) of
                {stop, Reply} -> reply(From, Reply);
                {Reply, New} -> reply(From, Reply), loop(New)
            end
    end.

reply(To, Reply) -> To ! {kv_store, Reply}.

handle({put, K, V}, M) -> {maps:find(K, M), M#{K => V}};
handle({get, K}, M) -> {maps:get(K, M, undefined), M};
handle({delete, K}, M) -> {ok, maps:remove(K, M)};
handle(keys, M) -> {lists:sort(maps:keys(M)), M};
handle(stop, _) -> {stop, stopped}.

main() ->
    start(),
    R1 = put(colour, red),
    R2 = put(colour, blue),
    R3 = put({complex, key}, [1, 2]),
    R4 = get(colour),
    R5 = get(nothing),
    R6 = keys(),
    R7 = delete(colour),
    R8 = keys(),
    R9 = stop(),
    [R1, R2, R3, R4, R5, R6, R7, R8, R9].
