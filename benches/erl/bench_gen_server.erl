%% 50,000 calls to a gen_server.
-module(bench_gen_server).
-behaviour(gen_server).
-export([main/0]).
-export([init/1, handle_call/3, handle_cast/2]).

main() ->
    {ok, Server} = gen_server:start(?MODULE, 0, []),
    call(50000, Server).

call(0, Server) -> gen_server:call(Server, next);
call(N, Server) -> gen_server:call(Server, next), call(N - 1, Server).

init(Count) -> {ok, Count}.
handle_call(next, _From, Count) -> {reply, Count, Count + 1}.
handle_cast(_, Count) -> {noreply, Count}.
