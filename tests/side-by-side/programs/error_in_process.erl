%% A crash in a process reaches its creator as data.
-module(error_in_process).
-export([main/0]).

main() ->
    Funs = [fun() -> ok end, fun() -> exit(reason) end, fun() -> error(badness) end, fun() -> throw(thing) end,
            fun() -> [] = [1] end, fun() -> missing:function(1) end],
    [run(F) || F <- Funs].

run(F) ->
    {Pid, Ref} = spawn_monitor(F),
    receive
        {'DOWN', Ref, process, Pid, {Reason, [{M, Fn, A, _} | _]}} when is_list(A) -> {Reason, {M, Fn, A}};
        {'DOWN', Ref, process, Pid, {Reason, [{M, _, _, _} | _]}} -> {Reason, M};
        {'DOWN', Ref, process, Pid, Reason} -> Reason
    end.
