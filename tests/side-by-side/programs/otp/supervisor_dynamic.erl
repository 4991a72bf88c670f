%% simple_one_for_one children, started and stopped by hand.
-module(supervisor_dynamic).
-export([main/0, init/1, start_child/1]).

start_child(X) -> {ok, spawn_link(fun() -> loop(X) end)}.
loop(X) -> receive {get, P} -> P ! {x, X}, loop(X); stop -> ok end.

init(_) -> {ok, {#{strategy => simple_one_for_one}, [#{id => c, start => {?MODULE, start_child, []}, restart => temporary}]}}.

main() ->
    {ok, Sup} = supervisor:start_link(?MODULE, x),
    Pids = [begin {ok, P} = supervisor:start_child(Sup, [X]), P end || X <- [a, b, c]],
    Xs = [begin P ! {get, self()}, receive {x, X} -> X end end || P <- Pids],
    hd(Pids) ! stop,
    timer:sleep(5),
    N = proplists:get_value(active, supervisor:count_children(Sup)),
    ok = supervisor:terminate_child(Sup, lists:last(Pids)),
    {Xs, N, length(supervisor:which_children(Sup))}.
