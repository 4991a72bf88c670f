%% An expiring cache: gen_server in front of ets.
-module(cache_server).
-export([main/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).
-behaviour(gen_server).

init(Ttl) -> {ok, {ets:new(cache, [set, protected]), Ttl}}.
handle_call(table, _, {T, _} = S) -> {reply, T, S};
handle_call({put, K, V}, _, {T, Ttl} = S) ->
    ets:insert(T, {K, V}),
    erlang:send_after(Ttl, self(), {expire, K}),
    {reply, ok, S}.
handle_cast(_, S) -> {noreply, S}.
handle_info({expire, K}, {T, _} = S) -> ets:delete(T, K), {noreply, S}.

main() ->
    {ok, P} = gen_server:start_link(?MODULE, 50, []),
    T = gen_server:call(P, table),
    gen_server:call(P, {put, a, 1}),
    A = ets:lookup(T, a),
    E = (catch ets:insert(T, {b, 2})),
    timer:sleep(100),
    sys:get_state(P),
    {A, element(1, element(2, E)), ets:lookup(T, a), ets:info(T, size)}.
