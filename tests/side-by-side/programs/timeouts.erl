%% Timers and timeouts in the right order.
-module(timeouts).
-export([main/0]).

main() ->
    Self = self(),
    erlang:send_after(30, Self, third),
    erlang:send_after(10, Self, first),
    Ref = erlang:start_timer(20, Self, second),
    Cancelled = erlang:send_after(25, Self, never),
    erlang:cancel_timer(Cancelled),
    A = receive M1 -> M1 end,
    B = receive {timeout, Ref, M2} -> M2 end,
    C = receive M3 -> M3 end,
    D = receive M4 -> M4 after 20 -> quiet end,
    [A, B, C, D].
