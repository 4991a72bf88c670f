%% Symptom: the value is {ok,[1,4,timeout]}; the third job crashed, and that should be said: {ok,[1,4,{crashed,oops}]}.
%% Bug: line 22. The message is {'DOWN', Monitor, process, Pid, Reason}; this pattern has no place for `process`.
-module(lost_down).
-export([main/0]).

main() ->
    Jobs = [start(N) || N <- [1, 2, 3]],
    {ok, [result(Job) || Job <- Jobs]}.

start(N) ->
    Main = self(),
    spawn_monitor(fun() -> Main ! {result, self(), work(N)} end).

work(3) -> exit(oops);
work(N) -> N * N.

result({Pid, Monitor}) ->
    receive
        {result, Pid, Result} ->
            demonitor(Monitor, [flush]),
            Result;
        {'DOWN', Monitor, Pid, Reason} -> {crashed, Reason}
    after 1000 -> timeout
    end.
