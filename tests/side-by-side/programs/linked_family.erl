%% An exit signal spreads through links but stops at a process that traps exits.
-module(linked_family).
-export([main/0]).

main() ->
    Self = self(),
    Guard = spawn(fun() -> process_flag(trap_exit, true), guard(Self) end),
    receive ready -> ok end,
    receive {guard_saw, Reason} -> ok after 1000 -> Reason = none end,
    {Reason, is_process_alive(Guard)}.

guard(Main) ->
    spawn_link(fun() -> parent() end),
    Main ! ready,
    receive
        {'EXIT', _, Reason} -> Main ! {guard_saw, Reason}
    end,
    receive stop -> ok end.

parent() ->
    spawn_link(fun() -> child() end),
    receive never -> ok end.

child() ->
    spawn_link(fun() -> exit(from_grandchild) end),
    receive never -> ok end.
