%% Which exit signals kill, which become messages.
-module(trap_exit_rules).
-export([main/0]).

main() ->
    [{Trap, Reason, try_signal(Trap, Reason)} || Trap <- [true, false], Reason <- [normal, kill, other, killed, shutdown]].

try_signal(Trap, Reason) ->
    Self = self(),
    {Pid, Ref} = spawn_monitor(fun() ->
        process_flag(trap_exit, Trap),
        Self ! ready,
        receive {'EXIT', From, R} when From =:= Self -> exit({message, R}) after 30 -> exit(survived) end
    end),
    receive ready -> ok end,
    exit(Pid, Reason),
    receive {'DOWN', Ref, process, Pid, Why} -> Why end.
