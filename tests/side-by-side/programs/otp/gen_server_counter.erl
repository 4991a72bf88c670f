%% A counter as a gen_server.
-module(gen_server_counter).
-export([main/0, init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2]).
-behaviour(gen_server).

init(N) -> {ok, N}.
handle_call(get, _, N) -> {reply, N, N};
handle_call({add, K}, _, N) -> {reply, ok, N + K};
handle_call(stop, _, N) -> {stop, normal, {stopped, N}, N}.
handle_cast(inc, N) -> {noreply, N + 1}.
handle_info(tick, N) -> {noreply, N + 100}.
terminate(Reason, N) -> io:format("terminate ~p with ~p~n", [Reason, N]).

main() ->
    {ok, P} = gen_server:start_link(?MODULE, 5, []),
    gen_server:cast(P, inc),
    ok = gen_server:call(P, {add, 10}),
    P ! tick,
    V = gen_server:call(P, get),
    {V, gen_server:call(P, stop)}.
