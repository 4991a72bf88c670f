%% Several servers that call each other.
-module(gen_server_multi).
-export([main/0, init/1, handle_call/3, handle_cast/2]).
-behaviour(gen_server).

init(Next) -> {ok, Next}.
handle_call({sum, 0}, _, S) -> {reply, 0, S};
handle_call({sum, N}, _, none) -> {reply, N, none};
handle_call({sum, N}, _, Next) -> {reply, N + gen_server:call(Next, {sum, N - 1}), Next}.
handle_cast(_, S) -> {noreply, S}.

main() ->
    {ok, C} = gen_server:start_link(?MODULE, none, []),
    {ok, B} = gen_server:start_link(?MODULE, C, []),
    {ok, A} = gen_server:start_link(?MODULE, B, []),
    [gen_server:call(A, {sum, N}) || N <- [0, 1, 5]].
