%% Timeouts in call, init and handle_info.
-module(gen_server_timeouts).
-export([main/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).
-behaviour(gen_server).

init(Test) -> {ok, {Test, 0}, 10}.
handle_call(slow, _, S) -> timer:sleep(60), {reply, done, S};
handle_call(count, _, {_, N} = S) -> {reply, N, S}.
handle_cast(_, S) -> {noreply, S}.
handle_info(timeout, {T, N}) -> T ! idle, {noreply, {T, N + 1}};
handle_info(_, S) -> {noreply, S}.

main() ->
    {ok, P} = gen_server:start(?MODULE, self(), []),
    receive idle -> ok after 1000 -> error(no_timeout) end,
    N = gen_server:call(P, count),
    E = try gen_server:call(P, slow, 10) catch exit:{timeout, {gen_server, call, [_, slow, 10]}} -> timed_out end,
    {N, E}.
