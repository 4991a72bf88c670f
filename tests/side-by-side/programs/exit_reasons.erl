%% What links and monitors report for each way to end.
-module(exit_reasons).
-export([main/0]).

ends() -> [fun() -> ok end, fun() -> exit(normal) end, fun() -> exit(shutdown) end, fun() -> exit({shutdown, x}) end,
           fun() -> exit(kill) end, fun() -> throw(t) end, fun() -> error(e) end, fun() -> exit(self(), kill), receive x -> x end end].

main() ->
    process_flag(trap_exit, true),
    [begin
        P = spawn_link(F),
        R = monitor(process, P),
        A = receive {'EXIT', P, X} -> s(X) end,
        B = receive {'DOWN', R, process, P, Y} -> s(Y) end,
        {A, B =:= noproc orelse A =:= B}
     end || F <- ends()].

s({X, [{_, _, _, _} | _]}) -> {X, trace};
s(X) -> X.
