-module(processes).
-include_lib("eunit/include/eunit.hrl").

server_test() ->
    Pid = spawn_link(fun() -> loop(0) end),
    [Pid ! {add, N} || N <- [1, 2, 3]],
    Pid ! {get, self()},
    receive Sum -> ?assertEqual(6, Sum) end.

registered_test_() ->
    {setup, fun() -> register(counter, spawn(fun() -> loop(10) end)) end, fun(_) -> counter ! stop end,
     [?_test(counter ! {add, 1}),
      fun() ->
              counter ! {get, self()},
              receive Sum -> ?assertEqual(12, Sum) end
      end]}.

stray_exit_test() -> process_flag(trap_exit, true), spawn_link(fun() -> exit(stray) end), receive {'EXIT', _, R} -> ?assertEqual(stray, R) end.

loop(stop) -> ok;
loop(Sum) ->
    receive
        {add, N} -> loop(Sum + N);
        {get, From} -> From ! Sum, loop(Sum);
        stop -> ok
    end.
