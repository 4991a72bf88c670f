%% sys shows and replaces the state of a server.
-module(gen_server_state).
-export([main/0, init/1, handle_call/3, handle_cast/2]).
-behaviour(gen_server).

init(S) -> {ok, S}.
handle_call(get, _, S) -> {reply, S, S}.
handle_cast(_, S) -> {noreply, S}.

main() ->
    {ok, P} = gen_server:start_link(?MODULE, #{a => 1}, []),
    A = sys:get_state(P),
    B = sys:replace_state(P, fun(M) -> M#{b => 2} end),
    sys:suspend(P),
    Self = self(),
    spawn_link(fun() -> Self ! {answer, gen_server:call(P, get)} end),
    C = receive {answer, X} -> X after 10 -> suspended end,
    sys:resume(P),
    D = receive {answer, Y} -> Y end,
    {A, B, C, D}.
