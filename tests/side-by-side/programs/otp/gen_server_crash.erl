%% A crash in a callback reaches the caller as an exit.
-module(gen_server_crash).
-export([main/0, init/1, handle_call/3, handle_cast/2, terminate/2]).
-behaviour(gen_server).

init(fail) -> {stop, cannot};
init(ignore) -> ignore;
init(crash) -> error(in_init);
init(_) -> {ok, state}.
handle_call(crash, _, _) -> error(boom);
handle_call(bad_return, _, _) -> nonsense;
handle_call(exit, _, _) -> exit(leaving).
handle_cast(_, S) -> {noreply, S}.
terminate(R, _) -> io:format("terminating: ~p~n", [case R of {X, _} -> X; X -> X end]).

main() ->
    process_flag(trap_exit, true),
    Starts = [shorten(gen_server:start_link(?MODULE, A, [])) || A <- [fail, ignore, crash]],
    Crashes = [crash(R) || R <- [crash, bad_return, exit]],
    {Starts, Crashes}.

shorten({error, {R, [{_, _, _, _} | _]}}) -> {error, R};
shorten(R) -> R.

crash(Request) ->
    {ok, P} = gen_server:start_link(?MODULE, x, []),
    try gen_server:call(P, Request)
    catch exit:{Reason, {gen_server, call, [_, R]}} ->
        {R, case Reason of {X, S} when is_list(S) -> X; X -> X end}
    end.
