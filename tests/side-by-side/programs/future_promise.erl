%% Futures that compute in the background, with timeouts and errors.
-module(future_promise).
-export([main/0]).

async(F) ->
    Self = self(),
    Ref = make_ref(),
    {Pid, Mon} = spawn_monitor(fun() -> Self ! {Ref, F()} end),
    {Pid, Mon, Ref}.

await({Pid, Mon, Ref}, Timeout) ->
    receive
        {Ref, V} -> demonitor(Mon, [flush]), {ok, V};
        {'DOWN', Mon, process, Pid, {R, [_ | _]}} -> {error, R};
        {'DOWN', Mon, process, Pid, R} -> {error, R}
    after Timeout ->
        demonitor(Mon, [flush]),
        exit(Pid, kill),
        timeout
    end.

main() ->
    Fs = [async(F) || F <- [fun() -> lists:sum(lists:seq(1, 100)) end, fun() -> 1 + a_number(x) end, fun() -> exit(no) end, fun() -> timer:sleep(10000) end]],
    R = [await(F, 50) || F <- Fs],
    {R, receive M -> M after 0 -> empty end}.

a_number(x) -> error(not_a_number).
