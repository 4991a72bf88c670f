%% A registered stack with errors as values.
-module(gen_server_stack).
-export([main/0, init/1, handle_call/3, handle_cast/2]).
-behaviour(gen_server).

init([]) -> {ok, []}.
handle_call(pop, _, []) -> {reply, {error, empty}, []};
handle_call(pop, _, [H | T]) -> {reply, {ok, H}, T};
handle_call(size, _, S) -> {reply, length(S), S}.
handle_cast({push, X}, S) -> {noreply, [X | S]}.

main() ->
    {ok, _} = gen_server:start({local, otp_stack}, ?MODULE, [], []),
    [gen_server:cast(otp_stack, {push, X}) || X <- [1, two, "three"]],
    R = [gen_server:call(otp_stack, C) || C <- [size, pop, pop, pop, pop]],
    ok = gen_server:stop(otp_stack),
    {R, whereis(otp_stack)}.
