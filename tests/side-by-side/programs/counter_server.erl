%% A counter that many clients increment.
-module(counter_server).
-export([main/0]).

main() ->
    Server = spawn(fun() -> loop(0) end),
    Clients = [spawn_monitor(fun() -> [Server ! {inc, 1} || _ <- lists:seq(1, 50)] end) || _ <- lists:seq(1, 10)],
    [receive {'DOWN', R, process, P, normal} -> ok end || {P, R} <- Clients],
    Server ! {get, self()},
    receive {value, V} -> V end.

loop(N) ->
    receive
        {inc, By} -> loop(N + By);
        {get, From} -> From ! {value, N}, loop(N)
    end.
