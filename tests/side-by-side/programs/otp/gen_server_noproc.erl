%% Calling servers that are not there.
-module(gen_server_noproc).
-export([main/0]).

main() ->
    Dead = spawn(fun() -> ok end),
    timer:sleep(5),
    [try gen_server:call(S, hello) catch exit:{R, {gen_server, call, _}} -> R end || S <- [no_such_server, Dead]]
        ++ [gen_server:cast(no_such_server, x)].
