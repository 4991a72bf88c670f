%% Keeps a counter alive: when it crashes, a new one starts from zero.
-module(counter_sup).
-behaviour(supervisor).
-export([main/0, start_link/0, init/1]).

%% The counter's value before the crash, why it crashed, and the value of the one that took its place.
main() ->
    {ok, _Supervisor} = start_link(),
    First = whereis(counter),
    counter:add(2),
    counter:add(3),
    Before = counter:value(),
    Monitor = monitor(process, First),
    counter:add(two),
    receive {'DOWN', Monitor, process, First, {Reason, _Stack}} -> ok end,
    Second = wait_for_another(First),
    counter:add(1),
    #{before => Before, reason => Reason, restarted => is_pid(Second), now => counter:value()}.

wait_for_another(First) ->
    case whereis(counter) of
        Pid when is_pid(Pid), Pid =/= First ->
            Pid;
        _ ->
            timer:sleep(1),
            wait_for_another(First)
    end.

start_link() ->
    supervisor:start_link(?MODULE, []).

init([]) ->
    Counter = #{id => counter, start => {counter, start_link, []}},
    {ok, {#{strategy => one_for_one}, [Counter]}}.
