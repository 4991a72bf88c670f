%% handle_continue runs before any message.
-module(gen_server_continue).
-export([main/0, init/1, handle_call/3, handle_cast/2, handle_continue/2]).
-behaviour(gen_server).

init([]) -> {ok, [init], {continue, more}}.
handle_continue(X, S) -> {noreply, [{continued, X} | S]}.
handle_call(get, _, S) -> {reply, lists:reverse(S), S};
handle_call(again, _, S) -> {reply, ok, S, {continue, later}}.
handle_cast(_, S) -> {noreply, S}.

main() ->
    {ok, P} = gen_server:start_link(?MODULE, [], []),
    A = gen_server:call(P, get),
    gen_server:call(P, again),
    {A, gen_server:call(P, get)}.
