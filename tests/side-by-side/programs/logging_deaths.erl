%% The system logs that a process died of an exception. Not if it exits, or is told to.
-module(logging_deaths).
-export([main/0, log/2]).

log(#{level := Level, msg := {Format, [Pid, {Reason, Stack}]}, meta := Meta}, #{config := Parent}) ->
    Keys = lists:sort(maps:keys(Meta)),
    Same = Pid =:= maps:get(pid, Meta),
    Parent ! {logged, {Level, Format, Reason, [{F, A} || {_, F, A, _} <- Stack], Keys, Same, maps:get(error_logger, Meta)}}.

main() ->
    ok = logger:add_handler(mine, ?MODULE, #{config => self()}),
    [logged(Fun) || Fun <- [fun() -> error(why) end, fun() -> throw(ball) end, fun() -> exit(why) end, fun() -> exit(normal) end,
                            fun() -> hd(atom_to_list('')) end, fun() -> erlang:raise(error, mine, []) end,
                            fun() -> exit(self(), why), receive after infinity -> ok end end, fun() -> no_such:function() end]].

logged(Fun) ->
    {Pid, Ref} = spawn_monitor(Fun),
    receive {'DOWN', Ref, process, Pid, _} -> ok end,
    receive {logged, What} -> What
    after 50 -> nothing
    end.
