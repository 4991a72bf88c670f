%% Request and reply through a monitor alias; late replies are dropped.
-module(rpc_by_alias).
-export([main/0]).

call(Pid, Request, Timeout) ->
    Ref = monitor(process, Pid, [{alias, reply_demonitor}]),
    Pid ! {Ref, Request},
    receive
        {Ref, Reply} -> {ok, Reply};
        {'DOWN', Ref, process, _, Reason} -> {error, Reason}
    after Timeout ->
        demonitor(Ref, [flush]),
        {error, timeout}
    end.

server() ->
    receive
        {_, crash} -> exit(crashed);
        {From, {slow, X}} -> timer:sleep(30), From ! {From, X}, server();
        {From, X} -> From ! {From, {done, X}}, server()
    end.

main() ->
    P = spawn(fun server/0),
    A = call(P, 1, 100),
    B = call(P, {slow, 2}, 10),
    timer:sleep(40),
    C = receive M -> {late, M} after 0 -> nothing end,
    D = call(P, crash, 100),
    E = call(P, 5, 100),
    {A, B, C, D, E}.
