%% Too many restarts end the supervisor.
-module(supervisor_gives_up).
-export([main/0, init/1, start_child/0]).

start_child() -> {ok, spawn_link(fun() -> receive after 1 -> exit(always) end end)}.
init(_) -> {ok, {{one_for_one, 2, 10}, [{child, {?MODULE, start_child, []}, permanent, 100, worker, [?MODULE]}]}}.

main() ->
    process_flag(trap_exit, true),
    {ok, Sup} = supervisor:start_link(?MODULE, x),
    receive {'EXIT', Sup, Reason} -> Reason after 1000 -> still_alive end.
